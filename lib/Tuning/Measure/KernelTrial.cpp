//===-- KernelTrial.cpp - compile and run one kernel ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a task and steps to an object, and from an object to results and times. The way down is
// that of dl-compile, so that what is measured is what a model gets.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/KernelTrial.h"

#include "Timing.h"

#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Pipelines/Run.h"
#include "dl/Reference/TeInterpreter.h"
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"
#include "dl/Target/Cpu/NamedMachine.h"
#include "dl/Target/Cpu/Transforms/Passes.h"
#include "dl/Tuning/Record.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

static func::FuncOp getKernel(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>(taskKernelName);
}

/// The values of an operand. Whole numbers are small, so that sums of products of them are exact
/// and as indices they are inside of most dims.
static Tensor makeOperand(RankedTensorType type, unsigned number) {
  runtime::TensorSpec spec{"operand" + std::to_string(number),
                           *getStoredElementType(type.getElementType()),
                           llvm::to_vector(type.getShape())};
  bool isFloat = isa<FloatType>(type.getElementType());
  return makeRandomTensor(spec, isFloat ? InputRange() : InputRange{InputRange::Integers, 0, 2},
                          /*seed=*/17);
}

/// Adds a @main that calls the kernel: operands whose layout is free are constants, as in models,
/// which pack them ahead.
static void addMain(ModuleOp module, SmallVectorImpl<Tensor> &inputs) {
  func::FuncOp kernel = getKernel(module);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  StringRef isFree = te::TeDialect::getLayoutFreeAttrName();
  StringRef isDestination = te::TeDialect::getDestinationAttrName();
  SmallVector<Type> types;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (!kernel.getArgAttr(i, isFree))
      types.push_back(kernel.getArgument(i).getType());
  auto main = func::FuncOp::create(builder, kernel.getLoc(), "main",
                                   builder.getFunctionType(types, kernel.getResultTypes()));
  builder.setInsertionPointToStart(main.addEntryBlock());
  SmallVector<Value> operands;
  unsigned taken = 0;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    auto type = cast<RankedTensorType>(kernel.getArgument(i).getType());
    if (kernel.getArgAttr(i, isFree)) {
      auto value = getResourceAttr(makeOperand(type, i), module.getContext(), "operand",
                                   type.getElementType());
      operands.push_back(arith::ConstantOp::create(builder, kernel.getLoc(), type, value));
      continue;
    }
    operands.push_back(main.getArgument(taken));
    if (kernel.getArgAttr(i, isDestination))
      main.setArgAttr(taken, isDestination, builder.getUnitAttr());
    else
      inputs.push_back(makeOperand(type, i));
    ++taken;
  }
  auto call = func::CallOp::create(builder, kernel.getLoc(), kernel, operands);
  func::ReturnOp::create(builder, kernel.getLoc(), call.getResults());
}

/// What diagnostics said, the first one first.
static std::string join(const std::vector<std::string> &texts) {
  return texts.empty() ? "without a message" : llvm::join(texts, "; ");
}

llvm::Expected<TrialKernel> TrialKernel::read(llvm::StringRef text, const CompileOptions &options,
                                              MLIRContext &context) {
  std::vector<std::string> texts;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    texts.push_back(diagnostic.str());
    return success();
  });
  TrialKernel trial;
  trial.options = options;
  trial.options.pipelines = std::make_shared<KeptPipelines>();
  trial.context = &context;
  trial.module = parseSourceString<ModuleOp>(text, &context);
  if (!trial.module)
    return llvm::createStringError("expected the module of a task: " + join(texts));
  func::FuncOp kernel = getKernel(*trial.module);
  if (!kernel || !te::isKernel(kernel) || kernel.isDeclaration())
    return llvm::createStringError("expected the module of a task to have a kernel @" +
                                   taskKernelName);
  for (Type type : kernel.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() || !getStoredElementType(tensor.getElementType()))
      return llvm::createStringError("expected the kernel of a task to take tensors of known "
                                     "extents");
  }
  addMain(*trial.module, trial.inputs);
  PassManager manager(&context);
  cpu::LoadIntrinsicsPassOptions intrinsics;
  intrinsics.target = options.target;
  intrinsics.name = options.cpu;
  manager.addPass(cpu::createLoadIntrinsicsPass(intrinsics));
  if (failed(manager.run(*trial.module)))
    return llvm::createStringError("expected the kernel of a task to be of this compiler: " +
                                   join(texts));
  cpu::registerTranslations(context);
  return std::move(trial);
}

Measurement TrialKernel::compile(const std::vector<schedule::TraceStep> &steps,
                                 CompiledKernel &code) const {
  OwningOpRef<ModuleOp> copy = module.get().clone();
  func::FuncOp kernel = getKernel(*copy);
  schedule::KernelSchedule plain = schedule::buildKernelSchedule(kernel);
  Measurement result;
  if (llvm::Error error = applySteps(plain, steps)) {
    result.outcome = Outcome::Illegal;
    result.message = llvm::toString(std::move(error));
    return result;
  }
  schedule::writeSequence(kernel, {steps, {}});
  return lower(*copy, code);
}

Measurement TrialKernel::compileDefault(CompiledKernel &code) const {
  OwningOpRef<ModuleOp> copy = module.get().clone();
  return lower(*copy, code);
}

Measurement TrialKernel::lower(ModuleOp copy, CompiledKernel &code) const {
  Stopwatch timer;
  Measurement result;
  result.outcome = Outcome::CompileError;
  std::vector<std::string> texts;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      texts.push_back(diagnostic.str());
    return success();
  });
  PhaseTimes times;
  if (failed(lowerModel(copy, Level::LLVMDialect, options, times))) {
    result.message = join(texts);
    return result;
  }
  auto make = [&]() -> llvm::Expected<std::string> {
    auto named = cpu::findMachine(context, options.cpu, options.target);
    if (!named)
      return named.takeError();
    auto machine = cpu::createTargetMachine(named->cpu, options.level, named->triple);
    if (!machine)
      return machine.takeError();
    llvm::LLVMContext llvmContext;
    auto ir = cpu::translateModel(copy, modelName, /*sharedLibrary=*/true, **machine, llvmContext);
    if (!ir)
      return ir.takeError();
    cpu::optimizeModule(**ir, **machine, options.level);
    return cpu::makeObject(**ir, **machine);
  };
  llvm::Expected<std::string> made = make();
  if (!made) {
    result.message = llvm::toString(made.takeError());
    return result;
  }
  code.object = std::move(*made);
  llvm::raw_string_ostream os(code.weights);
  codegen::writeWeights(copy, os);
  result.outcome = Outcome::Ok;
  result.compileSeconds = timer.getSeconds();
  return result;
}

llvm::SmallVector<Tensor> TrialKernel::makeResults() const {
  llvm::SmallVector<Tensor> results;
  for (Type type : getKernel(*module).getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    results.push_back(Tensor(*getStoredElementType(tensor.getElementType()), tensor.getShape()));
  }
  return results;
}

llvm::Expected<llvm::SmallVector<Tensor>> TrialKernel::interpret() const {
  std::vector<std::string> texts;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    texts.push_back(diagnostic.str());
    return success();
  });
  auto values = reference::evaluateMain(*module, inputs);
  if (failed(values))
    return llvm::createStringError("cannot interpret the kernel: " + join(texts));
  return std::move(*values);
}
