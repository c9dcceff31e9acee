//===-- CpuPhases.cpp - from the graph to LLVM for CPUs ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes to each level of a CPU from the one above it, and the checks of the levels'
// contracts.
//
//===----------------------------------------------------------------------===//
#include "Phases.h"

#include "dl/Codegen/Passes.h"
#include "dl/Conversion/GraphToTe/GraphToTe.h"
#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/Transforms/Passes.h"
#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/Transforms/Passes.h"
#include "dl/Tuning/Tasks/Passes.h"

#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace dl {

namespace {
/// Shows the module to whoever asked to see it there.
class Observe : public PassWrapper<Observe, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Observe)

  explicit Observe(std::function<LogicalResult(ModuleOp)> observer)
      : observer(std::move(observer)) {}

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(observer(getOperation())))
      signalPassFailure();
  }

private:
  std::function<LogicalResult(ModuleOp)> observer;
};
} // namespace

/// Tells the pipelines of CPUs what was asked for.
static void setCpuOptions(const CompileOptions &options, cpu::CpuPipelineOptions &cpuOptions) {
  cpuOptions.threads = options.threads;
  cpuOptions.vectorize = options.vectorize;
  cpuOptions.flushBFloats = options.precision != "f32";
  for (const std::string &library : options.externLibraries)
    cpuOptions.externLibraries.push_back(library);
}

static void addGraphPasses(OpPassManager &manager, const CompileOptions &options,
                           const schedule::Target &target) {
  if (!options.accelerator.empty())
    addVdlaGraphPasses(manager);
  graph::GraphPipelineOptions graph;
  graph.channelBlock = target.vector.bytes / int64_t(sizeof(float));
  graph.masks = target.vector.hasMasks;
  graph.cacheBytes = target.caches.empty() ? 0 : target.caches.back().bytes;
  graph.byteProducts = target.vector.multipliesBytes;
  graph.tables = true;
  graph.weighMoves = true;
  graph.stepBytes = target.vector.numTiles > 0 ? target.vector.bytes : 0;
  graph.bf16 = options.precision != "f32";
  graph.bf16FewRows = options.precision == "bf16" && !target.vector.multipliesBFloats;
  graph::buildGraphPipeline(manager, graph);
}

static void addTePasses(OpPassManager &manager, const CompileOptions &options,
                        const schedule::Target &target) {
  manager.addPass(createConvertGraphToTePass());
  manager.addPass(te::createCollapseAxesPass());
  te::InlineProducersPassOptions parts;
  parts.onlyGuarded = true;
  manager.addNestedPass<func::FuncOp>(te::createInlineProducersPass(parts));
  if (target.vector.widensBytes)
    manager.addNestedPass<func::FuncOp>(te::createWidenBytesPass());
  manager.addNestedPass<func::FuncOp>(te::createMarkPartsPass());
}

static void addSchedulePasses(OpPassManager &manager, const CompileOptions &options,
                              const schedule::Target &target) {
  cpu::LoadIntrinsicsPassOptions intrinsics;
  intrinsics.target = options.target;
  intrinsics.name = options.cpu;
  manager.addPass(cpu::createLoadIntrinsicsPass(intrinsics));
  if (!options.accelerator.empty())
    addVdlaIntrinsicsPasses(manager);
  if (!options.schedules.empty()) {
    tuning::ScheduleApplyLibraryPassOptions library;
    library.library = options.schedules;
    library.threads = options.threads;
    library.used = true;
    manager.addPass(tuning::createScheduleApplyLibraryPass(library));
  }
  if (!options.tuningDb.empty()) {
    tuning::ScheduleApplyDbPassOptions records;
    records.database = options.tuningDb;
    records.threads = options.threads;
    records.strict = options.tuningDbStrict;
    manager.addPass(tuning::createScheduleApplyDbPass(records));
  }
  schedule::ScheduleDefaultPassOptions schedule;
  schedule.vectorize = options.vectorize;
  schedule.parallel = options.threads > 1;
  schedule.threads = options.threads;
  manager.addPass(schedule::createScheduleDefaultPass(schedule));
  if (!options.accelerator.empty()) {
    addVdlaProgramPasses(manager);
    // Kernels that no program was made of.
    manager.addPass(schedule::createScheduleDefaultPass(schedule));
  }
  if (options.whenScheduled)
    manager.addPass(std::make_unique<Observe>(options.whenScheduled));
  if (options.view == View::Sequences)
    return;
  schedule::ScheduleApplyPassOptions apply;
  apply.loopsFile = options.loopsFile;
  apply.loopsStaging = options.loopsStaging;
  apply.releaseConstants = options.releaseConstants;
  manager.addPass(schedule::createScheduleApplyPass(apply));
}

static void addMemoryPasses(OpPassManager &manager, const CompileOptions &options,
                            const schedule::Target &target) {
  cpu::CpuPipelineOptions cpuOptions;
  setCpuOptions(options, cpuOptions);
  cpu::buildCpuMemoryPipeline(manager, cpuOptions);
  if (!options.accelerator.empty())
    manager.addPass(codegen::createLowerProgramCallsPass());
}

void addCpuPartsPasses(OpPassManager &manager, const CompileOptions &options) {
  cpu::CpuPipelineOptions cpuOptions;
  setCpuOptions(options, cpuOptions);
  cpu::buildCpuPartsPipeline(manager, cpuOptions);
}

void addCpuLLVMPasses(OpPassManager &manager, const CompileOptions &options) {
  cpu::CpuPipelineOptions cpuOptions;
  setCpuOptions(options, cpuOptions);
  cpu::buildCpuToLLVMPipeline(manager, cpuOptions);
  // Code is made for this machine.
  manager.addPass(cpu::createCheckCodePass());
  if (options.loopsFile.empty())
    return;
  cpu::LocateCodePassOptions locate;
  locate.file = options.loopsFile;
  manager.addPass(cpu::createLocateCodePass(locate));
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
}

static void addLLVMPasses(OpPassManager &manager, const CompileOptions &options,
                          const schedule::Target &target) {
  addCpuLLVMPasses(manager, options);
}

llvm::ArrayRef<Phase> getCpuPhases() {
  static const Phase phases[] = {
      {Level::Graph, addGraphPasses, [] { return graph::createVerifyGraphPass(); }},
      {Level::Te, addTePasses, [] { return te::createVerifyTePass(); }},
      {Level::Scheduled, addSchedulePasses, [] { return schedule::createVerifyScheduledPass(); }},
      {Level::Bufferized, addMemoryPasses, [] { return codegen::createVerifyBufferizedPass(); }},
      {Level::LLVMDialect, addLLVMPasses, [] { return cpu::createVerifyLLVMPass(); }}};
  return phases;
}

} // namespace dl
