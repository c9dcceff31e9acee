//===-- GraphPipeline.cpp - the pipeline of the graph level -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-graph-pipeline: from an imported graph to an optimised one.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace dl::graph;

static void addLowerPrecision(OpPassManager &manager, const GraphPipelineOptions &options) {
  LowerPrecisionPassOptions precision;
  precision.block = options.channelBlock;
  precision.fewRows = options.bf16FewRows;
  precision.cacheBytes = options.cacheBytes;
  precision.stepBytes = options.stepBytes;
  manager.addNestedPass<func::FuncOp>(createLowerPrecisionPass(precision));
  // A value that several products take is rounded once.
  manager.addPass(createCSEPass());
  if (!options.bf16FewRows)
    manager.addNestedPass<func::FuncOp>(createStoreNarrowPass());
}

void dl::graph::buildGraphPipeline(OpPassManager &manager, const GraphPipelineOptions &options) {
  // Before the matrices are folded to floats.
  NarrowProductsPassOptions narrow;
  narrow.bytes = options.byteProducts;
  narrow.channelBlock = options.channelBlock;
  narrow.stepBytes = options.stepBytes;
  manager.addNestedPass<func::FuncOp>(createNarrowProductsPass(narrow));
  manager.addNestedPass<func::FuncOp>(createFoldRequantizedPass());
  manager.addNestedPass<func::FuncOp>(createFoldRescaledPass());
  if (options.tables)
    manager.addNestedPass<func::FuncOp>(createTabulatePass());
  // Fold what the importer left: scalar arithmetic, identities, shapes.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  // What canonicalization leaves: weights that are transposed or scaled.
  manager.addNestedPass<func::FuncOp>(createFoldConstantsPass());
  // Before fusion, which would otherwise take the normalisation as it is.
  manager.addNestedPass<func::FuncOp>(createFoldBatchNormPass());
  // Drops the statistics and old weights, which have no readers now.
  manager.addPass(createCanonicalizerPass());
  SplitPoolsPassOptions pools;
  pools.cacheBytes = options.cacheBytes;
  manager.addNestedPass<func::FuncOp>(createSplitPoolsPass(pools));
  if (options.channelBlock > 0) {
    if (options.weighMoves) {
      MultiplyColumnsPassOptions columns;
      columns.lanes = options.channelBlock;
      manager.addNestedPass<func::FuncOp>(createMultiplyColumnsPass(columns));
      manager.addNestedPass<func::FuncOp>(createFoldConstantsPass());
      PadChannelsPassOptions pad;
      pad.block = options.channelBlock;
      pad.masks = options.masks;
      manager.addNestedPass<func::FuncOp>(createPadChannelsPass(pad));
    }
    if (options.bf16)
      addLowerPrecision(manager, options);
    if (options.stepBytes > 0) {
      FillStepsPassOptions fill;
      fill.block = options.channelBlock;
      fill.stepBytes = options.stepBytes;
      manager.addNestedPass<func::FuncOp>(createFillStepsPass(fill));
    }
    ConvertLayoutPassOptions layout;
    layout.block = options.channelBlock;
    layout.masks = options.masks;
    layout.weighMoves = options.weighMoves;
    layout.stepBytes = options.stepBytes;
    manager.addNestedPass<func::FuncOp>(createConvertLayoutPass(layout));
    // Cancels transformations and drops old weights.
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
  } else if (options.bf16) {
    addLowerPrecision(manager, options);
  }
  if (options.fuse)
    manager.addNestedPass<func::FuncOp>(createFuseOpsPass());
  manager.addPass(createVerifyGraphPass());
}

void dl::graph::registerGraphPipeline() {
  PassPipelineRegistration<GraphPipelineOptions>(
      "dl-graph-pipeline", "Optimise the graph level: fold, simplify, group into kernels",
      buildGraphPipeline);
}
