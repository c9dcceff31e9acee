//===-- Pipeline.cpp - from tensors to buffers ----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of passes from tensors to buffers, with why each stands where it does.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"

#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace dl::codegen;

void dl::codegen::addCleanup(OpPassManager &manager) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  manager.addPass(createCanonicalizerPass(config));
  manager.addPass(createCSEPass());
}

void dl::codegen::buildBufferizePipeline(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(createSplitEmptyTensorsPass());
  // Folding turns a copy into its source, which may be a state that is about to change.
  manager.addNestedPass<func::FuncOp>(createRestoreStatesPass());
  // A tile that is computed aside and then inserted is computed in its place.
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  // And what a kernel returns is where it writes.
  manager.addNestedPass<func::FuncOp>(createRestoreDestinationsPass());
  manager.addPass(createBufferizePass());
  // Loops stop carrying buffers that do not change, and reshapes of a reshaped
  // destination fold: after this a returned buffer is visibly the destination.
  addCleanup(manager);
  manager.addPass(createDropDestinationResultsPass());
  // A step that was made in its place is now seen to be copied onto itself.
  manager.addPass(createCSEPass());
  addCleanup(manager);
}

void dl::codegen::registerCodegenPipelines() {
  PassPipelineRegistration<>("dl-bufferize-pipeline",
                             "Tensors to buffers in place, without allocation of results",
                             buildBufferizePipeline);
}
