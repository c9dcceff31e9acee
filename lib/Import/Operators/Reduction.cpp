//===-- Reduction.cpp - ONNX reductions -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ReduceMean.
//
//===----------------------------------------------------------------------===//
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static FailureOr<Value> createMean(NodeImporter &node, ArrayRef<int64_t> axes, bool keepDims) {
  graph::ReduceMeanOp::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr(axes);
  if (keepDims)
    properties.keepdims = node.getBuilder().getUnitAttr();
  return node.create<graph::ReduceMeanOp>(node.getInput(0), properties);
}

/// Axes are an attribute before opset 18, then an input. None means all, unless
/// the attribute `noop_with_empty_axes` says that it means none.
static LogicalResult importReduceMean(NodeImporter &node) {
  SmallVector<int64_t> axes = node.getInts("axes");
  if (node.getInput(1)) {
    FailureOr<SmallVector<int64_t>> values = node.getConstantInts(1, "the axes");
    if (failed(values))
      return failure();
    axes = *values;
  }
  int64_t rank = node.getInputRank(0);
  if (axes.empty() && !node.getInt("noop_with_empty_axes", 0))
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  FailureOr<SmallVector<int64_t>> normal = node.normalizeAxes(axes, rank);
  if (failed(normal))
    return failure();
  if (normal->empty())
    return node.setResult(node.getInput(0));
  return node.setResult(createMean(node, *normal, node.getInt("keepdims", 1)));
}

void dl::onnx_import::addReductionOperators(OperatorTable &table) {
  table.add("ReduceMean", {1, 11, 13}, importReduceMean).attributes("axes:ints keepdims:int");
  table.add("ReduceMean", {18}, importReduceMean)
      .inputs(1, 2)
      .attributes("keepdims:int noop_with_empty_axes:int");
}
