//===-- NonMaxSuppression.cpp - boxes that do not overlap -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NonMaxSuppression, greedily: each step takes, for each batch and class, the box with the
// largest score of those that are left, and removes those that overlap with it.
//
//===----------------------------------------------------------------------===//
#include "Compaction.h"
#include "Control.h"

#include "../Operators.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
class Suppression {
public:
  explicit Suppression(NodeImporter &node)
      : node(node), graph(node), i64(node.getBuilder().getI64Type()),
        i1(node.getBuilder().getI1Type()) {}

  LogicalResult run() {
    if (failed(check()) || failed(readLimits()) || failed(readCorners()))
      return failure();
    Value isLeft;
    if (Value threshold = node.getInput(4))
      isLeft = graph.make<graph::LessOp>({graph.reshape(threshold, {}), scores});
    else
      isLeft = fill(graph.number(1, i1), {batches, classes, boxes});
    Value taken = fill(graph.number(0, i64), {batches, classes, node.getSize(1)});
    FailureOr<Value> numbers = node.createCounting(steps);
    if (!isLeft || !taken || failed(numbers))
      return failure();
    return select(isLeft, taken, *numbers);
  }

private:
  LogicalResult check() {
    scores = node.getInput(1);
    RankedTensorType boxType = node.getInputType(0), scoreType = node.getInputType(1);
    if (boxType.getRank() != 3 || scoreType.getRank() != 3 || boxType.getDimSize(2) != 4 ||
        !isa<FloatType>(scoreType.getElementType()))
      return node.emitError() << "expected boxes of batches x boxes x 4 and scores of batches x "
                                 "classes x boxes, got "
                              << boxType << " and " << scoreType;
    for (unsigned i = 2; i < node.getNumInputs(); ++i)
      if (Value input = node.getInput(i); input && (!node.getInputType(i).hasStaticShape() ||
                                                    node.getInputType(i).getNumElements() != 1))
        return node.emitError() << "expected one number in input " << i << ", got "
                                << node.getInputType(i);
    Dims dims = node.getDims(scores);
    batches = dims[0], classes = dims[1], boxes = dims[2];
    return success();
  }

  /// At most so many boxes of a class; without the input none. A number that is known bounds the
  /// steps.
  LogicalResult readLimits() {
    Value most = node.getInput(2);
    limit = most ? graph.cast(graph.reshape(most, {}), i64) : graph.number(0, i64);
    threshold = node.getInput(3) ? graph.reshape(node.getInput(3), {}) : graph.scalar(scores, 0);
    steps = boxes;
    constexpr double most32 = 1 << 20;
    FailureOr<double> given = 0.0;
    if (most && !most.getDefiningOp<graph::ConstantOp>())
      return success(limit && threshold);
    if (most)
      given = node.getConstantNumber(2, "the number of boxes");
    if (failed(given))
      return failure();
    double count = std::max(*given, 0.0);
    auto known = dyn_cast<AffineConstantExpr>(boxes);
    if (count < most32 && (!known || count < static_cast<double>(known.getValue())))
      steps = node.getSize(std::max<int64_t>(static_cast<int64_t>(count), 1));
    return success(limit && threshold);
  }

  Value fill(Value number, const Dims &dims) {
    FailureOr<Value> result = failure();
    if (number)
      result = node.createBroadcastTo(number, dims);
    return succeeded(result) ? *result : Value();
  }

  /// A coordinate of the boxes, for each class.
  Value coordinate(int64_t position) {
    graph::GatherOp::Properties properties;
    properties.axis = node.getBuilder().getI64IntegerAttr(2);
    auto type = RankedTensorType::get({1}, i64);
    FailureOr<Value> index =
        node.createConstant(DenseElementsAttr::get(type, ArrayRef<int64_t>(position)));
    if (failed(index))
      return {};
    Value column = graph.make<graph::GatherOp>({node.getInput(0), *index}, properties);
    Value row = graph.transpose(column, {0, 2, 1});
    return fill(row, {batches, classes, boxes});
  }

  LogicalResult readCorners() {
    Value a = coordinate(0), b = coordinate(1), c = coordinate(2), d = coordinate(3);
    int64_t form = node.getInt("center_point_box", 0);
    if (form != 0 && form != 1)
      return node.emitError() << "expected 'center_point_box' to be 0 or 1, got " << form;
    if (form == 1) {
      Value two = graph.scalar(scores, 2);
      Value halfWidth = graph.div(c, two), halfHeight = graph.div(d, two);
      low = {graph.sub(a, halfWidth), graph.sub(b, halfHeight)};
      high = {graph.add(a, halfWidth), graph.add(b, halfHeight)};
    } else {
      // Any two corners that lie across from each other.
      low = {graph.make<graph::MinimumOp>({a, c}), graph.make<graph::MinimumOp>({b, d})};
      high = {graph.make<graph::MaximumOp>({a, c}), graph.make<graph::MaximumOp>({b, d})};
    }
    area = graph.mul(graph.sub(high[0], low[0]), graph.sub(high[1], low[1]));
    return success(static_cast<bool>(area));
  }

  /// The sum or the extreme over all boxes.
  template <typename Op> Value reduce(Value values) {
    typename Op::Properties properties;
    properties.axes = node.getBuilder().getDenseI64ArrayAttr({2});
    properties.keepdims = node.getBuilder().getUnitAttr();
    return graph.make<Op>(values, properties);
  }

  /// The number of the box for which a flag holds, of each class.
  Value pick(Value values, Value isBest) {
    return reduce<graph::ReduceSumOp>(
        graph.make<graph::WhereOp>({isBest, values, graph.scalar(values, 0)}));
  }

  /// Which boxes overlap with the best ones by more than the threshold.
  Value findOverlaps(Value isBest) {
    Value zero = graph.scalar(scores, 0), overlap;
    for (int dim : {0, 1}) {
      Value end = graph.make<graph::MinimumOp>({high[dim], pick(high[dim], isBest)});
      Value begin = graph.make<graph::MaximumOp>({low[dim], pick(low[dim], isBest)});
      Value extent = graph.make<graph::MaximumOp>({graph.sub(end, begin), zero});
      overlap = dim ? graph.mul(overlap, extent) : extent;
    }
    Value bestArea = pick(area, isBest);
    Value united = graph.sub(graph.add(area, bestArea), overlap);
    Value isMore = graph.make<graph::LessOp>({threshold, graph.div(overlap, united)});
    // Boxes without an area overlap with nothing.
    for (Value positive : {overlap, area, bestArea, united})
      isMore = graph.make<graph::AndOp>({isMore, graph.make<graph::LessOp>({zero, positive})});
    return isMore;
  }

  /// One step: what is left, how many were taken, the best box and whether it is taken.
  SmallVector<Value> step(Value isLeft, Value taken) {
    Value least = graph.scalar(scores, -std::numeric_limits<double>::infinity());
    FailureOr<Value> places = node.createCounting(boxes, 3, 2);
    FailureOr<Value> beyond = node.createSize(boxes, i64);
    if (failed(places) || failed(beyond))
      return {};
    // Of equal scores the first; if none is left, no box.
    Value largest = reduce<graph::ReduceMaxOp>(graph.make<graph::WhereOp>({isLeft, scores, least}));
    Value isLargest =
        graph.make<graph::AndOp>({isLeft, graph.make<graph::EqualOp>({scores, largest})});
    Value best =
        reduce<graph::ReduceMinOp>(graph.make<graph::WhereOp>({isLargest, *places, *beyond}));
    Value isTaken = graph.make<graph::AndOp>(
        {graph.make<graph::LessOp>({best, *beyond}), graph.make<graph::LessOp>({taken, limit})});
    Value isBest = graph.make<graph::EqualOp>({*places, best});
    Value isGone = graph.make<graph::OrOp>({findOverlaps(isBest), isBest});
    isGone = graph.make<graph::AndOp>({isGone, isTaken});
    isLeft = graph.make<graph::AndOp>({isLeft, graph.make<graph::NotOp>(isGone)});
    taken = graph.add(taken, graph.cast(isTaken, i64));
    return {isLeft, taken, best, isTaken};
  }

  LogicalResult select(Value isLeft, Value taken, Value numbers) {
    FailureOr<SmallVector<Value>> results =
        buildScan(node, {isLeft, taken}, numbers,
                  [&](auto arguments) { return step(arguments[0], arguments[1]); });
    if (failed(results))
      return failure();
    return list((*results)[2], (*results)[3]);
  }

  /// The boxes that were taken, by batch, class and step.
  LogicalResult list(Value best, Value isTaken) {
    AffineExpr all = countElements(node, {batches, classes, steps});
    auto flatten = [&](Value value) -> Value {
      FailureOr<Value> flat = failure();
      if (Value moved = graph.transpose(value, {1, 2, 3, 0}))
        flat = node.createReshapeTo(moved, {all});
      return succeeded(flat) ? *flat : Value();
    };
    Value flags = flatten(isTaken), numbers = flatten(best);
    Value count = flags && numbers ? countFlags(node, flags) : Value();
    Value places = count ? findPlaces(node, flags) : Value();
    FailureOr<Value> perClass = node.createSize(steps, i64);
    FailureOr<Value> numClasses = node.createSize(classes, i64);
    if (!places || failed(perClass) || failed(numClasses))
      return failure();
    Value row = graph.div(places, *perClass);
    graph::GatherOp::Properties properties;
    properties.axis = node.getBuilder().getI64IntegerAttr(0);
    SmallVector<Value> columns = {graph.div(row, *numClasses),
                                  graph.make<graph::ModOp>({row, *numClasses}),
                                  graph.make<graph::GatherOp>({numbers, places}, properties)};
    for (Value &column : columns) {
      FailureOr<Value> expanded = failure();
      if (column)
        expanded = node.createReshapeTo(column, {all, node.getSize(1)});
      if (failed(expanded))
        return failure();
      column = *expanded;
    }
    graph::ConcatOp::Properties concat;
    concat.axis = node.getBuilder().getI64IntegerAttr(1);
    Value result = graph.make<graph::ConcatOp>(columns, concat);
    if (result)
      node.getSizeTracker().setCounts(result, CountedDim{0, count});
    return graph.finish(result);
  }

  NodeImporter &node;
  GraphExpression graph;
  Type i64, i1;
  Value scores, limit, threshold, area;
  std::array<Value, 2> low, high;
  AffineExpr batches, classes, boxes, steps;
};
} // namespace

static LogicalResult importNonMaxSuppression(NodeImporter &node) { return Suppression(node).run(); }

void dl::onnx_import::addNonMaxSuppressionOperator(OperatorTable &table) {
  table.add("NonMaxSuppression", {10, 11}, importNonMaxSuppression)
      .inputs(2, 5)
      .attributes("center_point_box:int");
}
