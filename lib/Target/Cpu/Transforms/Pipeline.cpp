//===-- Pipeline.cpp - the CPU target's pass pipelines ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the scheduled level. Out: the llvm dialect with bare pointers, plus the
// module attributes that emission needs.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace dl::codegen;
using namespace dl::cpu;

void dl::cpu::buildCpuMemoryPipeline(OpPassManager &manager, const CpuPipelineOptions &options) {
  // Vectors while tiles are still tensors: accumulators can move into loops.
  if (options.vectorize)
    manager.addNestedPass<func::FuncOp>(createVectorizePass());
  manager.addNestedPass<func::FuncOp>(createCarryVectorsPass());
  manager.addNestedPass<func::FuncOp>(createSplitSumsPass());
  // Constants first: bufferization would make globals of them. Unused ones go.
  addCleanup(manager);
  manager.addPass(createExternalizeConstantsPass());
  buildBufferizePipeline(manager);
  manager.addPass(createPlacePartsPass());
  manager.addPass(createAlternateStepsPass());
  // Scratch before the plan, which places it with everything else.
  HoistScratchPassOptions scratch;
  scratch.maxThreads = options.threads;
  manager.addPass(createHoistScratchPass(scratch));
  manager.addPass(createPlanMemoryPass());
  addCleanup(manager);
  // Offsets are constants now; calls are final.
  DescribeModelPassOptions model;
  model.maxThreads = options.threads;
  manager.addPass(createDescribeModelPass(model));
}

/// Loops that the schedule made parallel: OpenMP, or plain loops for one thread.
static void addParallelLowering(OpPassManager &manager, const CpuPipelineOptions &options) {
  if (options.threads == 1) {
    manager.addNestedPass<func::FuncOp>(createForallToForLoopPass());
    return;
  }
  manager.addNestedPass<func::FuncOp>(createForallToParallelLoopPass());
  manager.addPass(createConvertSCFToOpenMPPass());
  // Iterations come wrapped in alloca scopes, which cannot hold branches.
  manager.addPass(createHoistParallelAllocasPass());
  manager.addPass(createDropBarriersPass());
}

/// Vectors of any rank to rank one and plain loads and stores.
static void addVectorLowering(OpPassManager &manager) {
  manager.addPass(createApproximateMathPass());
  manager.addNestedPass<func::FuncOp>(createLowerTileProductsPass());
  manager.addNestedPass<func::FuncOp>(createLowerVectorsPass());
}

/// What is about functions and their callers.
static void addCallLowering(OpPassManager &manager, const CpuPipelineOptions &options) {
  LowerExternsPassOptions externs;
  for (const std::string &library : options.externLibraries)
    externs.libraries.push_back(library);
  manager.addPass(createLowerExternsPass(externs));
  manager.addPass(createPassSizesPass());
  manager.addPass(createAvoidLibraryNamesPass());
}

void dl::cpu::buildCpuPartsPipeline(OpPassManager &manager, const CpuPipelineOptions &options) {
  addCallLowering(manager, options);
  manager.addPass(createSplitKernelsPass());
}

void dl::cpu::buildCpuToLLVMPipeline(OpPassManager &manager, const CpuPipelineOptions &options) {
  addCallLowering(manager, options);
  // What was not vectorized becomes loops.
  manager.addNestedPass<func::FuncOp>(createLowerCopiesPass());
  addParallelLowering(manager, options);
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  manager.addNestedPass<func::FuncOp>(createMarkGathersPass());
  manager.addNestedPass<func::FuncOp>(createLimitUnrollingPass());
  manager.addNestedPass<func::FuncOp>(createAlignStoresPass());
  manager.addPass(createPrefetchOperandsPass());
  manager.addPass(createPrefetchResultsPass());
  manager.addNestedPass<func::FuncOp>(createPrefetchRowsPass());
  addVectorLowering(manager);
  // Address arithmetic becomes visible, and what does not change leaves its loop.
  manager.addNestedPass<func::FuncOp>(createExpandAddressesPass());
  manager.addPass(createLowerAffinePass());
  addCleanup(manager);
  manager.addNestedPass<func::FuncOp>(createLoopInvariantCodeMotionPass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createLowerChecksPass());
  manager.addPass(createLowerStepsPass());
  manager.addPass(createExpandExtremaPass());
  manager.addPass(createExpandQuotientsPass());
  ExpandBFloatsPassOptions floats;
  floats.flush = options.flushBFloats;
  manager.addPass(createExpandBFloatsPass(floats));
  manager.addPass(arith::createArithExpandOpsPass());
  // Powers of and by integers are loops: the intrinsic has no vectors of exponents.
  manager.addPass(createConvertMathToFuncs());
  // Functions with an instruction or intrinsic first, the others become calls of libm.
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertCodeToLLVMPass());
  manager.addPass(createRetypeEmptyArgumentsPass());
  // Functions before OpenMP: convert-openmp-to-llvm also converts functions, but
  // with memref descriptors in place of bare pointers, and callers would disagree.
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  manager.addPass(createConvertFuncToLLVMPass(functions));
  if (options.threads > 1)
    manager.addPass(createConvertOpenMPToLLVMPass());
  addCleanup(manager);
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createFinishLLVMPass());
}

void dl::cpu::buildCpuPipeline(OpPassManager &manager, const CpuPipelineOptions &options) {
  buildCpuMemoryPipeline(manager, options);
  buildCpuToLLVMPipeline(manager, options);
}

void dl::cpu::registerCpuPipelines() {
  PassPipelineRegistration<CpuPipelineOptions>("dl-cpu-memory-pipeline",
                                               "Scheduled level to memrefs with planned memory",
                                               buildCpuMemoryPipeline);
  PassPipelineRegistration<CpuPipelineOptions>("dl-cpu-to-llvm-pipeline",
                                               "Memrefs with planned memory to the llvm dialect",
                                               buildCpuToLLVMPipeline);
  PassPipelineRegistration<CpuPipelineOptions>("dl-cpu-parts-pipeline",
                                               "Memrefs with planned memory to a module for each "
                                               "kernel, which dl-cpu-to-llvm-pipeline takes",
                                               buildCpuPartsPipeline);
  PassPipelineRegistration<CpuPipelineOptions>(
      "dl-cpu-pipeline", "Scheduled level to the llvm dialect of a CPU", buildCpuPipeline);
}
