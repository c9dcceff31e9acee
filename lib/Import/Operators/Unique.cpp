//===-- Unique.cpp - distinct elements of a tensor --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unique: each element, or slice along an axis, is compared with each other one. Of equal
// ones the first stands for all, and its position in the result is the number of first
// ones that are less, or that come before. Time is quadratic in the number of elements.
//
//===----------------------------------------------------------------------===//
#include "Compaction.h"

#include "../Operators.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
class UniqueImporter {
public:
  explicit UniqueImporter(NodeImporter &node)
      : node(node), graph(node), i64(node.getBuilder().getI64Type()) {}

  LogicalResult run() {
    Value x = node.getInput(0);
    int64_t rank = node.getInputRank(0), axis = 0;
    if (node.hasAttribute("axis")) {
      FailureOr<int64_t> given = node.normalizeAxis(node.getInt("axis", 0), rank);
      if (failed(given))
        return failure();
      axis = *given;
    } else {
      x = reshape(x, {countElements(node, node.getDims(x))});
    }
    if (!x)
      return failure();
    size = node.getDims(x)[axis];
    comparePairs(listSlices(x, axis));
    return finish(x, axis);
  }

private:
  Value reshape(Value value, const Dims &dims) {
    FailureOr<Value> result = failure();
    if (value)
      result = node.createReshapeTo(value, dims);
    return succeeded(result) ? *result : Value();
  }

  /// One row for each slice along an axis.
  Value listSlices(Value x, int64_t axis) {
    SmallVector<int64_t> permutation = {axis};
    Dims rest;
    for (auto [dim, extent] : llvm::enumerate(node.getDims(x)))
      if (static_cast<int64_t>(dim) != axis) {
        permutation.push_back(dim);
        rest.push_back(extent);
      }
    length = countElements(node, rest);
    return reshape(graph.transpose(x, permutation), {size, length});
  }

  Value negate(Value flags) { return graph.make<graph::NotOp>(flags); }
  Value both(Value a, Value b) { return graph.make<graph::AndOp>({a, b}); }
  Value either(Value a, Value b) { return graph.make<graph::OrOp>({a, b}); }

  /// Whether a flag holds for each, or any, element of the last dim.
  template <typename Op> Value reduceLast(Value numbers, int64_t axis) {
    typename Op::Properties properties;
    properties.axes = node.getBuilder().getDenseI64ArrayAttr({axis});
    return graph.make<Op>(numbers, properties);
  }

  /// For each pair of rows: whether they are equal, and whether the first is less: at the first
  /// element at which they differ. NaN equals NaN and is larger than all else.
  void comparePairs(Value rows) {
    AffineExpr one = node.getSize(1);
    Value a = reshape(rows, {size, one, length}), b = reshape(rows, {one, size, length});
    Value same = graph.make<graph::EqualOp>({a, b}), less = graph.make<graph::LessOp>({a, b});
    if (a && isa<FloatType>(cast<RankedTensorType>(a.getType()).getElementType())) {
      Value aIsNaN = negate(graph.make<graph::EqualOp>({a, a}));
      Value bIsNaN = negate(graph.make<graph::EqualOp>({b, b}));
      same = either(same, both(aIsNaN, bIsNaN));
      less = either(less, both(negate(aIsNaN), bIsNaN));
    }
    graph::CumProdOp::Properties upToHere;
    upToHere.axis = node.getBuilder().getI64IntegerAttr(2);
    upToHere.exclusive = node.getBuilder().getUnitAttr();
    Type i32 = node.getBuilder().getI32Type();
    Value sameBefore = graph.make<graph::CumProdOp>(graph.cast(same, i32), upToHere);
    Value lessHere = graph.mul(sameBefore, graph.cast(less, i32));
    Type i1 = node.getBuilder().getI1Type();
    areEqual = graph.cast(reduceLast<graph::ReduceMinOp>(graph.cast(same, i32), 2), i1);
    isLess = graph.cast(reduceLast<graph::ReduceMaxOp>(lessHere, 2), i1);
  }

  LogicalResult finish(Value x, int64_t axis) {
    FailureOr<Value> counting = node.createCounting(size);
    FailureOr<Value> beyond = node.createSize(size, i64);
    if (failed(counting) || failed(beyond) || !areEqual)
      return failure();
    AffineExpr one = node.getSize(1);
    Value across = reshape(*counting, {one, size});
    // The first row that is equal, and whether it is the row itself.
    Value first =
        reduceLast<graph::ReduceMinOp>(graph.make<graph::WhereOp>({areEqual, across, *beyond}), 1);
    Value isFirst = graph.make<graph::EqualOp>({first, *counting});
    Value comesBefore = isLess;
    if (node.getInt("sorted", 1))
      comesBefore = graph.transpose(isLess, {1, 0});
    else
      comesBefore = graph.make<graph::LessOp>({across, reshape(first, {size, one})});
    Value counted = both(reshape(isFirst, {one, size}), comesBefore);
    Value place = reduceLast<graph::ReduceSumOp>(graph.cast(counted, i64), 1);
    Value zero = graph.number(0, i64), number = countFlags(node, isFirst);
    Value indices = addAt(node, size, graph.make<graph::WhereOp>({isFirst, place, zero}),
                          graph.make<graph::WhereOp>({isFirst, *counting, zero}));
    FailureOr<Value> ones = node.createBroadcastTo(graph.number(1, i64), {size});
    if (!indices || failed(ones))
      return failure();
    Value counts = addAt(node, size, place, *ones);
    if (!counts)
      return failure();
    graph::GatherOp::Properties properties;
    properties.axis = node.getBuilder().getI64IntegerAttr(axis);
    Value chosen = graph.make<graph::GatherOp>({x, indices}, properties);
    if (!chosen)
      return failure();
    node.getSizeTracker().setCounts(chosen, CountedDim{axis, number});
    for (Value value : {indices, counts})
      node.getSizeTracker().setCounts(value, CountedDim{0, number});
    Value results[] = {chosen, indices, place, counts};
    for (auto [i, result] : llvm::enumerate(results))
      if (failed(graph.finish(result, i)))
        return failure();
    return success();
  }

  NodeImporter &node;
  GraphExpression graph;
  Type i64;
  AffineExpr size, length;
  Value areEqual, isLess;
};
} // namespace

static LogicalResult importUnique(NodeImporter &node) {
  if (node.getInputRank(0) == 0)
    return node.emitError() << "expected at least one dim, got " << node.getInputType(0);
  return UniqueImporter(node).run();
}

void dl::onnx_import::addUniqueOperator(OperatorTable &table) {
  table.add("Unique", {11, 28}, importUnique).outputs(4).attributes("axis:int sorted:int");
}
