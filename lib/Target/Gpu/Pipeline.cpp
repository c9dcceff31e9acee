//===-- Pipeline.cpp - from the scheduled level to PTX --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of passes for NVIDIA GPUs, with why each stands where it does.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"
#include "dl/Target/Gpu/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using dl::codegen::addCleanup;

void dl::gpu_target::buildGpuPipeline(OpPassManager &manager, const GpuPipelineOptions &options) {
  // Scopes before bufferization, which keeps memory spaces but no attributes. Nothing
  // folds before it: a fetch is a copy, which folding would take for its source.
  manager.addNestedPass<func::FuncOp>(createAssignMemorySpacesPass());
  codegen::buildBufferizePipeline(manager);
  // A thread's tile is scalar code: what is unrolled later LLVM keeps in registers.
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  manager.addNestedPass<func::FuncOp>(createForallToForLoopPass());
  addCleanup(manager);
  // Threads have no library: what is no instruction is arithmetic, as in code for CPUs.
  manager.addPass(codegen::createApproximateMathPass());
  addCleanup(manager);
  // Loops of one block are folded, but its memory is still the block's.
  manager.addNestedPass<func::FuncOp>(createRestoreBlockLoopsPass());
  if (options.to == "loops")
    return;
  // Barriers while loops still tell which threads do what.
  manager.addNestedPass<func::FuncOp>(createInsertBarriersPass());
  manager.addNestedPass<func::FuncOp>(createMapToGpuPass());
  if (options.to == "launch")
    return;
  // Constants are the kernel's own, not its arguments.
  manager.addPass(createGpuLaunchSinkIndexComputationsPass());
  manager.addPass(createGpuKernelOutliningPass());
  addCleanup(manager);
  // Buffers are arguments now, of known place and kind.
  manager.addPass(createDescribeKernelMemoryPass());

  OpPassManager &device = manager.nest<mlir::gpu::GPUModuleOp>();
  // While buffers of a thread are still known by their allocations.
  device.addNestedPass<mlir::gpu::GPUFuncOp>(createUnrollThreadTilesPass());
  device.addPass(memref::createExpandStridedMetadataPass());
  device.addPass(affine::createAffineExpandIndexOpsPass());
  device.addPass(createLowerAffinePass());
  addCleanup(device);
  device.addPass(createLoopInvariantCodeMotionPass());
  device.addPass(createSCFToControlFlowPass());
  // Static shapes: a pointer for each buffer.
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.useBarePtrCallConv = true;
  device.addPass(createConvertGpuOpsToNVVMOps(nvvm));
  device.addPass(createReplaceDeviceCallsPass());
  // What that conversion has no function for.
  device.addPass(createConvertMathToLLVMPass());
  addCleanup(device);
  device.addPass(createReconcileUnrealizedCastsPass());
  GpuNVVMAttachTargetOptions target;
  target.chip = options.chip;
  target.optLevel = 3;
  manager.addPass(createGpuNVVMAttachTarget(target));
  if (options.to == "nvvm")
    return;
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = "isa";
  manager.addPass(createGpuModuleToBinaryPass(binary));
}

void dl::gpu_target::registerGpuPipeline() {
  PassPipelineRegistration<GpuPipelineOptions>(
      "dl-gpu-pipeline", "Scheduled level with bound axes to PTX", buildGpuPipeline);
}
