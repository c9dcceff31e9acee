//===-- OpenSelection.cpp - slices, pads, repeats by sizes ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OpenSelection.h.
//
//===----------------------------------------------------------------------===//
#include "OpenSelection.h"
#include "DeclaredResults.h"

#include "dl/Dialect/Graph/IR/SizeExprs.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// A bound of a slice as a place in [0, extent], by a step that is positive. Where it is not clear
/// for all sizes whether it lies inside it is taken to, and a run checks it: a start as an offset,
/// an end by the indices and by the count of elements.
static AffineExpr getBound(AffineExpr bound, AffineExpr extent) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  auto number = dyn_cast<AffineConstantExpr>(bound);
  if (number && number.getValue() >= most)
    return extent;
  if (number && number.getValue() <= -most)
    return getAffineConstantExpr(0, bound.getContext());
  if (isNeverNegative(-1 - bound))
    bound = bound + extent; // it counts from the end
  bound = normalizeSize(bound);
  if (isNeverNegative(-1 * bound))
    return getAffineConstantExpr(0, bound.getContext());
  return isNeverNegative(bound - extent) ? extent : bound;
}

FailureOr<Value> dl::onnx_import::sliceOpen(NodeImporter &node, Value value, int64_t axis,
                                            AffineExpr start, AffineExpr end, int64_t step) {
  AffineExpr extent = node.getDims(value)[axis];
  AffineExpr from = getBound(start, extent), to = getBound(end, extent);
  AffineExpr count = normalizeSize((to - from).ceilDiv(step));
  if (isNeverNegative(-1 * count))
    count = node.getSize(0);
  Value result = GraphExpression(node).range(value, axis, from, count, step);
  return result ? FailureOr<Value>(result) : FailureOr<Value>(failure());
}

/// Pads of a dim that are there for all sizes: tensors of the number at its ends.
static Value padAtEnds(NodeImporter &node, Value x, int64_t axis, AffineExpr low, AffineExpr high,
                       Value number) {
  SmallVector<Value> parts = {x};
  for (auto [pad, isLow] : {std::pair(low, true), std::pair(high, false)}) {
    if (pad == node.getSize(0))
      continue;
    Dims dims = node.getDims(x);
    dims[axis] = pad;
    FailureOr<Value> part = node.createBroadcastTo(number, dims);
    if (failed(part))
      return {};
    parts.insert(isLow ? parts.begin() : parts.end(), *part);
  }
  if (parts.size() == 1)
    return x;
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  return GraphExpression(node).make<graph::ConcatOp>(parts, properties);
}

LogicalResult dl::onnx_import::importOpenPad(NodeImporter &node, ArrayRef<AffineExpr> pads,
                                             ArrayRef<int64_t> axes) {
  if (node.getString("mode", "constant") != "constant")
    return node.emitError() << "requires constant pads in modes other than constant";
  Value x = node.getInput(0), number = node.getInput(2);
  GraphExpression graph(node);
  number = number ? graph.reshape(number, {}) : graph.scalar(x, 0);
  for (auto [i, given] : llvm::enumerate(axes)) {
    int64_t axis = *node.normalizeAxis(given, node.getInputRank(0));
    AffineExpr low = normalizeSize(pads[i]), high = normalizeSize(pads[i + axes.size()]);
    bool isThere = true;
    for (AffineExpr pad : {low, high}) {
      if (!isNeverNegative(pad))
        return node.emitError() << "requires pads that are not negative for any sizes, got "
                                << node.getSizeTracker().toString(pad);
      isThere &= pad == node.getSize(0) || isNeverNegative(pad - 1);
    }
    if (isThere) {
      x = padAtEnds(node, x, axis, low, high, number);
    } else {
      // There is no tensor of no elements for some sizes: each element is looked for.
      DeclaredResult places(node);
      Value all = places.range(normalizeSize(low + node.getDims(x)[axis] + high));
      x = places.takeOrFill(x, axis, graph.sub(all, places.size(low)), number);
    }
    if (!x)
      return failure();
  }
  return graph.finish(x);
}

LogicalResult dl::onnx_import::importOpenTile(NodeImporter &node, ArrayRef<AffineExpr> repeats) {
  Dims apart, filled, joined;
  for (auto [dim, count] : llvm::zip_equal(node.getDims(node.getInput(0)), repeats)) {
    constexpr int64_t most = std::numeric_limits<int32_t>::max();
    if (auto number = dyn_cast<AffineConstantExpr>(count);
        number && (number.getValue() < 0 || number.getValue() > most))
      return node.emitError() << "expected repeats from 0 to 2^31 - 1, got " << number.getValue();
    if (count != node.getSize(1)) {
      apart.push_back(node.getSize(1));
      filled.push_back(count);
    }
    apart.push_back(dim);
    filled.push_back(dim);
    joined.push_back(normalizeSize(dim * count));
  }
  FailureOr<Value> value = node.createReshapeTo(node.getInput(0), apart);
  if (succeeded(value))
    value = node.createBroadcastTo(*value, filled);
  if (succeeded(value))
    value = node.createReshapeTo(*value, joined);
  return node.setResult(value);
}
