//===-- Passes.h - passes on graph ------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations and registration of the passes and the pipeline on graph.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_TRANSFORMS_PASSES_H
#define DL_DIALECT_GRAPH_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace dl::graph {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"

/// Options of `dl-graph-pipeline`.
struct GraphPipelineOptions : mlir::PassPipelineOptions<GraphPipelineOptions> {
  Option<int64_t> channelBlock{
      *this, "channel-block",
      llvm::cl::desc(
          "Channels of convolutions in blocks of this size; 0 leaves layouts as they are"),
      llvm::cl::init(16)};
  Option<bool> byteProducts{
      *this, "byte-products",
      llvm::cl::desc("Multiply quantized operands as bytes, for which the CPU has instructions"),
      llvm::cl::init(false)};
  Option<bool> tables{*this, "tables",
                      llvm::cl::desc("Look up long functions of numbers with few values"),
                      llvm::cl::init(false)};
  Option<bool> bf16{*this, "bf16", llvm::cl::desc("Round operands of products to bf16"),
                    llvm::cl::init(false)};
  Option<bool> bf16FewRows{
      *this, "bf16-few-rows",
      llvm::cl::desc("Only where so few rows use weights that bringing these is what takes time: "
                     "for CPUs without instructions for bf16"),
      llvm::cl::init(false)};
  Option<int64_t> cacheBytes{*this, "cache-bytes",
                             llvm::cl::desc("Bytes of the last cache; 0: all stays in it"),
                             llvm::cl::init(0)};
  Option<int64_t> stepBytes{
      *this, "step-bytes",
      llvm::cl::desc(
          "Bytes of the channels of one place that a step of products of matrices takes; "
          "0: the CPU has none"),
      llvm::cl::init(0)};
  Option<bool> masks{
      *this, "masks",
      llvm::cl::desc("The rest of a row is one masked vector, not one for each power of two"),
      llvm::cl::init(false)};
  Option<bool> weighMoves{
      *this, "weigh-moves",
      llvm::cl::desc("Read inputs as they come, and leave what stands alone as it is where blocks "
                     "save less than moving its result costs"),
      llvm::cl::init(false)};
  Option<bool> fuse{*this, "fuse", llvm::cl::desc("Group operators into kernels"),
                    llvm::cl::init(true)};
};

/// Optimises the graph level: folds constants and normalisations, drops what is
/// dead or equal, groups operators, and checks the level's contract.
void buildGraphPipeline(mlir::OpPassManager &manager, const GraphPipelineOptions &options);

/// Registers `dl-graph-pipeline`.
void registerGraphPipeline();

} // namespace dl::graph

#endif // DL_DIALECT_GRAPH_TRANSFORMS_PASSES_H
