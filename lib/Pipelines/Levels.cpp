//===-- Levels.cpp - the levels of the ladder and the way down --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a module's level is recognised, and how it goes down the levels of its device.
//
//===----------------------------------------------------------------------===//
#include "Phases.h"

#include "dl/Codegen/ModelInfo.h"
#include "dl/Codegen/Passes.h"
#include "dl/Conversion/LinalgToTe/LinalgToTe.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Pipelines/Compile.h"
#include "dl/Support/ResourceUses.h"
#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/NamedMachine.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace dl {

Level getLevel(ModuleOp module) {
  if (std::optional<Level> given = getGivenLevel(module))
    return *given;
  if (!module.getOps<LLVM::LLVMFuncOp>().empty())
    return Level::LLVMDialect;
  if (module->hasAttr(DlDialect::getModelAttrName()))
    return Level::Bufferized;
  Level level = Level::Scheduled;
  module.walk([&](Operation *op) {
    if (auto stage = dyn_cast<te::StageOpInterface>(op); stage && !stage.isPlaced())
      level = Level::Te;
    if (!isa_and_nonnull<graph::GraphDialect>(op->getDialect()))
      return WalkResult::advance();
    level = Level::Graph;
    return WalkResult::interrupt();
  });
  // A graph of no operators, whose results nothing is to write yet.
  auto isDestination = [](func::FuncOp function, unsigned i) {
    return !!function.getArgAttr(i, te::TeDialect::getDestinationAttrName());
  };
  for (auto function : module.getOps<func::FuncOp>())
    if (level == Level::Scheduled && function.isPublic() && function.getNumResults() > 0 &&
        llvm::none_of(llvm::seq(function.getNumArguments()),
                      [&](unsigned i) { return isDestination(function, i); }))
      level = Level::Graph;
  return level;
}

/// Whether a module is linalg as other compilers print it: on tensors, with nothing of ours around.
static bool isForeignLinalg(ModuleOp module) {
  if (getGivenLevel(module))
    return false;
  bool isForeign = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (te::isKernel(function))
      return false;
    WalkResult ours = function.walk([&](Operation *op) {
      if (isa_and_nonnull<graph::GraphDialect, te::TeDialect>(op->getDialect()))
        return WalkResult::interrupt();
      auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      isForeign |= linalgOp && linalgOp.hasPureTensorSemantics();
      return WalkResult::advance();
    });
    if (ours.wasInterrupted())
      return false;
  }
  return isForeign;
}

/// Raises linalg of other compilers to te kernels.
static LogicalResult raiseLinalg(ModuleOp module, const CompileOptions &options,
                                 PhaseTimes &times) {
  // What cannot be raised is told of with the pass that would.
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      diagnostic.attachNote(module.getLoc())
          << "the module is linalg, which the pass convert-linalg-to-te raises to kernels";
    return failure();
  });
  return runPasses(module, "linalg", options, times,
                   [](OpPassManager &manager) { manager.addPass(createConvertLinalgToTePass()); });
}

namespace {
/// Empties resources that a pass left without a holder, where there is much to gain.
class ConstantRelease : public PassInstrumentation {
public:
  void runAfterPass(Pass *, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    // Other threads may be at other functions.
    if (auto func = dyn_cast<func::FuncOp>(op);
        func && func.getName() == "main" && !op->getContext()->isMultithreadingEnabled())
      module = op->getParentOfType<ModuleOp>();
    if (module && !module->getParentOp() && getResourceBytes(module.getContext()) >= worthwhile)
      ResourceUses(module).releaseUnused();
  }

private:
  static constexpr int64_t worthwhile = int64_t(64) << 20;
};
} // namespace

LogicalResult runPasses(ModuleOp module, llvm::StringRef phase, const CompileOptions &options,
                        PhaseTimes &times, llvm::function_ref<void(OpPassManager &)> build) {
  if (options.progress)
    options.progress(phase, 0, 0);
  PassManager *manager = options.pipelines ? options.pipelines->lookup(phase) : nullptr;
  std::unique_ptr<PassManager> made;
  if (!manager) {
    made = std::make_unique<PassManager>(module.getContext());
    manager = made.get();
    manager->enableVerifier(options.verifyPasses);
    if (options.configure && failed(options.configure(*manager)))
      return failure();
    if (options.releaseConstants)
      manager->addInstrumentation(std::make_unique<ConstantRelease>());
    build(*manager);
    if (options.pipelines)
      options.pipelines->keep(phase, std::move(made));
  }
  return timePhase(times, phase, [&] {
    LogicalResult result = manager->run(module);
    return failed(result) || options.verifyPasses ? result : verify(module);
  });
}

KeptPipelines::KeptPipelines() = default;
KeptPipelines::~KeptPipelines() = default;

PassManager *KeptPipelines::lookup(llvm::StringRef phase) const {
  auto found = managers.find(phase);
  return found == managers.end() ? nullptr : found->second.get();
}

void KeptPipelines::keep(llvm::StringRef phase, std::unique_ptr<PassManager> manager) {
  managers[phase] = std::move(manager);
}

/// What a module may refer to, asked of what was read: what lowering declares is known.
static void addExternsCheck(OpPassManager &manager, const CompileOptions &options) {
  cpu::CheckExternsPassOptions externs;
  for (const std::string &library : options.externLibraries)
    externs.libraries.push_back(library);
  manager.addPass(cpu::createCheckExternsPass(externs));
}

/// The machine that a module is compiled for: what it says of that itself comes first.
static FailureOr<std::shared_ptr<const schedule::Target>> setTarget(ModuleOp module,
                                                                    const CompileOptions &options) {
  MLIRContext *context = module.getContext();
  auto machine = cpu::findMachine(context, options.cpu, options.target);
  if (!machine)
    return emitError(module.getLoc(), llvm::toString(machine.takeError()));
  llvm::Expected<Attribute> spec = cpu::describeMachine(context, *machine);
  if (!spec)
    return emitError(module.getLoc(), llvm::toString(spec.takeError()));
  if (!module->hasAttr(schedule::targetSpecAttrName))
    module->setAttr(schedule::targetSpecAttrName, *spec);
  if (failed(setAccelerator(module, options)))
    return failure();
  FailureOr<std::shared_ptr<const schedule::Target>> record = schedule::readTarget(module);
  if (succeeded(record) && !(*record)->triple.empty() &&
      cpu::getTriple(module).getArch() != llvm::Triple(machine->triple).getArch())
    return emitError(module.getLoc(), "expected --target=")
           << (*record)->triple << ", which the module's '" << schedule::targetSpecAttrName
           << "' is for, got '" << machine->triple << "'";
  return record;
}

/// Checks what was read: the contract of the level that it says it is at, and what lowering takes
/// for granted.
static LogicalResult checkModule(ModuleOp module, Level level, llvm::ArrayRef<Phase> phases,
                                 const CompileOptions &options, PhaseTimes &times) {
  // What is wrong at this level may be right at another one.
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
    if (getGivenLevel(module) && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      diagnostic.attachNote(module.getLoc())
          << "the module says in '" << DlDialect::getLevelAttrName()
          << "' that it is at the level '" << stringifyLevel(level)
          << "'; without the attribute its level is recognised";
    return failure();
  });
  return runPasses(module, "check", options, times, [&](OpPassManager &manager) {
    for (const Phase &phase : phases)
      if (getGivenLevel(module) && phase.level == level)
        manager.addPass(phase.createCheck());
    manager.addPass(codegen::createVerifyModelPass());
    addExternsCheck(manager, options);
    if (level == Level::LLVMDialect)
      manager.addPass(cpu::createCheckCodePass());
  });
}

/// Whether passes stop before the level, where there is something to see.
static bool isView(Level level, const CompileOptions &options) {
  return level == Level::Scheduled && options.view == View::Sequences;
}

/// The machine that a module is for, once the module is found to be what phases for it take.
static FailureOr<std::shared_ptr<const schedule::Target>>
takeTarget(ModuleOp module, Level from, const CompileOptions &options, PhaseTimes &times) {
  FailureOr<std::shared_ptr<const schedule::Target>> target = setTarget(module, options);
  if (failed(target) ||
      failed(checkModule(module, from, getPhases((*target)->device), options, times)))
    return failure();
  return target;
}

FailureOr<std::string> getPassPipeline(ModuleOp module, const CompileOptions &options,
                                       PhaseTimes &times) {
  Level from = getLevel(module);
  if (from >= Level::LLVMDialect)
    return emitError(module.getLoc(), "expected a module above the level 'llvm-dialect'");
  FailureOr<std::shared_ptr<const schedule::Target>> target =
      takeTarget(module, from, options, times);
  if (failed(target))
    return failure();
  PassManager manager(module.getContext(), ModuleOp::getOperationName());
  for (const Phase &phase : getPhases((*target)->device))
    if (phase.level > from || (phase.level == from && from == Level::Graph))
      phase.addPasses(manager, options, **target);
  std::string text;
  llvm::raw_string_ostream os(text);
  manager.printAsTextualPipeline(os);
  return text;
}

LogicalResult lowerModel(ModuleOp module, Level to, const CompileOptions &options,
                         PhaseTimes &times) {
  if (isForeignLinalg(module) && failed(raiseLinalg(module, options, times)))
    return failure();
  Level from = getLevel(module);
  // Objects are made kernel by kernel from here on.
  to = to >= Level::Object ? std::max(std::min(from, Level::LLVMDialect), Level::Bufferized)
                           : std::min(to, Level::LLVMDialect);
  if (from > to)
    return emitError(module.getLoc(), "expected a module above the level '")
           << stringifyLevel(to) << "', but it is at '" << stringifyLevel(from)
           << "' already; ask for that level or a later one";
  FailureOr<std::shared_ptr<const schedule::Target>> target =
      takeTarget(module, from, options, times);
  if (failed(target))
    return failure();
  for (const Phase &phase : getPhases((*target)->device)) {
    // A graph is optimised even where it is to stay one.
    if (phase.level < from || (phase.level == from && from != Level::Graph) || phase.level > to)
      continue;
    if (failed(runPasses(module, stringifyLevel(phase.level), options, times,
                         [&](OpPassManager &manager) {
                           phase.addPasses(manager, options, **target);
                           if (!isView(phase.level, options))
                             manager.addPass(phase.createCheck());
                         })))
      return failure();
    if (!isView(phase.level, options))
      setLevel(module, phase.level);
    if (options.whenLowered)
      options.whenLowered(phase.level, module);
  }
  return success();
}

} // namespace dl
