//===-- DataShape.cpp - shapes that only a run knows ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DataShape.h.
//
//===----------------------------------------------------------------------===//
#include "DataShape.h"
#include "Compaction.h"
#include "DataNumbers.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Sets the node's result to the elements of its first input in a shape.
static LogicalResult setElements(NodeImporter &node, ArrayRef<Value> shape) {
  Value x = node.getInput(0);
  AffineExpr total = countElements(node, node.getDims(x));
  FailureOr<Value> list = node.createReshapeTo(x, {total});
  // What is counted is a value of its own.
  DataNumbers numbers(node);
  if (succeeded(list) && *list == x)
    list = numbers.gather(x, 0, numbers.range(total));
  return failed(list) ? failure() : setPacked(node, *list, shape);
}

LogicalResult dl::onnx_import::importDataReshape(NodeImporter &node) {
  RankedTensorType target = node.getInputType(1);
  if (target.getRank() != 1 || !target.hasStaticShape())
    return node.requireConstant(1, "the new shape, of which the rank is not known,");
  if (failed(node.checkCounts()))
    return failure();
  DataNumbers numbers(node);
  GraphExpression &graph = numbers.getGraph();
  Dims from = node.getDims(node.getInput(0));
  int64_t rank = target.getDimSize(0);
  Value dims = numbers.getList(1, rank, "the new shape");
  Value one = numbers.number(1), zero = numbers.number(0);
  if (!node.getInt("allowzero", 0)) {
    // Dims that are 0 are the operand's; where it has none they are wrong.
    Dims kept(from);
    kept.resize(rank, node.getSize(1));
    SmallVector<int64_t> isThere(rank, 0);
    std::fill_n(isThere.begin(), std::min<int64_t>(rank, from.size()), 1);
    FailureOr<Value> extents = node.createSizes(kept), flags = node.createIntegers(isThere);
    if (failed(extents) || failed(flags))
      return failure();
    Value own = numbers.select(numbers.less(zero, *flags), *extents, numbers.number(-2));
    dims = numbers.select(numbers.equal(dims, zero), own, dims);
  }
  AffineExpr total = countElements(node, from);
  Value isOpen = numbers.equal(dims, numbers.number(-1));
  auto multiply = [&](Value list) {
    graph::ReduceProdOp::Properties properties;
    properties.axes = node.getBuilder().getDenseI64ArrayAttr({0});
    return graph.make<graph::ReduceProdOp>(list, properties);
  };
  Value known = numbers.larger(multiply(numbers.select(isOpen, one, dims)), one);
  Value shape = numbers.select(isOpen, graph.div(numbers.size(total), known), dims);
  // Without elements the other dims may be anything.
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  shape = numbers.check(shape, total == node.getSize(0) ? node.getSize(most) : total);
  Value numOpen = numbers.sum(graph.cast(isOpen, numbers.getType()));
  shape = numbers.requireZero(shape, numbers.larger(graph.sub(numOpen, one), zero));
  shape = numbers.requireZero(shape, graph.sub(multiply(shape), numbers.size(total)));
  return setElements(node, numbers.getElements(shape, rank));
}

LogicalResult dl::onnx_import::importDataSqueeze(NodeImporter &node) {
  DataAxes axes(node);
  GraphExpression &graph = axes.getGraph();
  if (failed(node.checkCounts()) || failed(axes.read(1, node.getInputRank(0))))
    return failure();
  Dims dims = node.getDims(node.getInput(0));
  if (!axes.getCount() || *axes.getCount() >= node.getInputRank(0))
    return node.requireConstant(1, "axes that leave no dim, or of which the number is not known,");
  FailureOr<Value> extents = node.createSizes(dims);
  if (failed(extents))
    return failure();
  Value more = graph.sub(*extents, axes.number(1));
  Value wrong = axes.sum(axes.select(axes.getFlags(), axes.getGraph().abs(more), axes.number(0)));
  SmallVector<Value> shape = axes.listOthers(dims);
  shape.front() = axes.requireZero(shape.front(), wrong);
  return setElements(node, shape);
}

LogicalResult dl::onnx_import::importDataUnsqueeze(NodeImporter &node) {
  RankedTensorType type = node.getInputType(1);
  if (!type.hasStaticShape())
    return node.requireConstant(1, "the axes, of which the number is not known,");
  DataAxes axes(node);
  GraphExpression &graph = axes.getGraph();
  int64_t rank = node.getInputRank(0), count = type.getNumElements();
  if (failed(node.checkCounts()) || failed(axes.read(1, rank + count)))
    return failure();
  // The dims that are there take the other places in order.
  Dims dims = node.getDims(node.getInput(0));
  dims.push_back(node.getSize(1));
  FailureOr<Value> extents = node.createSizes(dims);
  if (failed(extents))
    return failure();
  graph::CumSumOp::Properties exclusive;
  exclusive.axis = node.getBuilder().getI64IntegerAttr(0);
  exclusive.exclusive = node.getBuilder().getUnitAttr();
  Value isOld = graph.cast(axes.negate(axes.getFlags()), axes.getType());
  Value place = graph.make<graph::CumSumOp>(isOld, exclusive);
  Value old = axes.gather(*extents, 0, axes.smaller(place, axes.number(rank)));
  Value shape = axes.select(axes.getFlags(), axes.number(1), old);
  return setElements(node, axes.getElements(shape, rank + count));
}
