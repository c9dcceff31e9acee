//===-- OpenResize.cpp - dims resized at run time ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OpenResize.h. The positions are those of makeResizeTable, computed by the model.
//
//===----------------------------------------------------------------------===//
#include "OpenResize.h"
#include "../GraphExpression.h"

#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include <array>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
class OpenResize {
public:
  OpenResize(NodeImporter &node, const ResizeRule &rule, const OpenResizeDim &dim, Value x)
      : node(node), graph(node), rule(rule), dim(dim), x(x), input(node.getDims(x)[dim.axis]),
        real(dim.count ? Type(node.getBuilder().getF64Type()) : node.getBuilder().getF32Type()) {}

  Value run(Value *isInside);

private:
  Value number(double value) { return graph.number(value, real); }
  /// A size, or an offset that may be 0.
  Value size(AffineExpr size) {
    FailureOr<Value> value = node.createOffset(size, node.getBuilder().getI64Type());
    return succeeded(value) ? graph.cast(*value, real) : Value();
  }
  Value smaller(Value a, Value b) { return graph.make<graph::MinimumOp>({a, b}); }
  Value larger(Value a, Value b) { return graph.make<graph::MaximumOp>({a, b}); }
  Value floor(Value value) { return graph.make<graph::FloorOp>(value); }
  Value last() { return size(input - 1); }
  Value getCount() { return dim.count ? dim.count : size(dim.output); }
  Value isSeveral() { return graph.make<graph::LessOp>({number(1), getCount()}); }

  Value getScale();
  Value getPositions();
  Value roundPositions(Value positions);
  /// The elements at positions, which are brought inside.
  Value gather(Value positions);
  Value isInside(Value positions) {
    return graph.make<graph::AndOp>({graph.make<graph::LessOrEqualOp>({number(0), positions}),
                                     graph.make<graph::LessOrEqualOp>({positions, last()})});
  }
  /// A weight for each position along the axis.
  Value align(Value weights);
  Value interpolate(Value positions);
  Value interpolateCubic(Value positions);
  /// The filter's value at distances from a position.
  Value filter(Value distances);
  Value interpolateWide(Value positions);

  NodeImporter &node;
  GraphExpression graph;
  const ResizeRule &rule;
  const OpenResizeDim &dim;
  Value x;
  AffineExpr input;
  Type real;
};
} // namespace

Value OpenResize::getScale() {
  if (dim.ratio)
    return dim.ratio;
  return dim.scale != 0 ? number(dim.scale) : graph.div(getCount(), size(input));
}

/// For each element of the result its position in the input.
Value OpenResize::getPositions() {
  FailureOr<Value> counting = node.createCounting(dim.output);
  if (failed(counting))
    return {};
  Value place = graph.cast(*counting, real), scale = getScale();
  // The extent that the scale makes, which need not be whole.
  auto getWidth = [&] { return graph.mul(scale, size(input)); };
  auto centred = [&] {
    return graph.sub(graph.div(graph.add(place, number(0.5)), scale), number(0.5));
  };
  switch (rule.coordinates) {
  case Coordinates::HalfPixel:
    return centred();
  case Coordinates::HalfPixelSymmetric: {
    Value rest = graph.sub(number(1), graph.div(getCount(), getWidth()));
    return graph.add(centred(), graph.mul(graph.div(size(input), number(2)), rest));
  }
  case Coordinates::PytorchHalfPixel:
    return graph.make<graph::WhereOp>({isSeveral(), centred(), number(dim.count ? -0.5 : 0)});
  case Coordinates::Asymmetric:
    return graph.div(place, scale);
  case Coordinates::TfHalfPixelForNn:
    return graph.div(graph.add(place, number(0.5)), scale);
  case Coordinates::AlignCorners: {
    // One element is the first.
    if (dim.count) {
      Value step = graph.div(last(), graph.sub(getWidth(), number(1)));
      return graph.make<graph::WhereOp>({isSeveral(), graph.mul(place, step), number(0)});
    }
    Value steps = larger(size(dim.output - 1), number(1));
    return graph.div(graph.mul(place, last()), steps);
  }
  case Coordinates::TfCropAndResize: {
    if (!dim.regionBegin)
      break;
    Value begin = graph.mul(dim.regionBegin, last()), end = graph.mul(dim.regionEnd, last());
    Value step = graph.div(graph.sub(end, begin), graph.sub(getWidth(), number(1)));
    Value middle = graph.div(graph.add(begin, end), number(2));
    Value moved = graph.add(begin, graph.mul(place, step));
    return graph.make<graph::WhereOp>({isSeveral(), moved, middle});
  }
  }
  node.emitError() << "requires static dims for this 'coordinate_transformation_mode', got "
                   << x.getType() << " and axis " << dim.axis;
  return {};
}

Value OpenResize::roundPositions(Value positions) {
  Value half = number(0.5);
  if (dim.takesNext)
    return graph.make<graph::WhereOp>(
        {dim.takesNext, graph.make<graph::CeilOp>(positions), floor(positions)});
  switch (rule.nearest) {
  case NearestMode::Floor:
    return floor(positions);
  case NearestMode::Ceil:
    return graph.make<graph::CeilOp>(positions);
  case NearestMode::RoundPreferFloor:
    return graph.make<graph::CeilOp>(graph.sub(positions, half));
  case NearestMode::RoundPreferCeil:
    return floor(graph.add(positions, half));
  }
  llvm_unreachable("covered switch");
}

Value OpenResize::gather(Value positions) {
  Value inside = larger(smaller(positions, last()), number(0));
  graph::GatherOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(dim.axis);
  return graph.make<graph::GatherOp>({x, graph.cast(inside, node.getBuilder().getI64Type())},
                                     properties);
}

Value OpenResize::align(Value weights) {
  if (!weights)
    return {};
  Dims dims(cast<RankedTensorType>(x.getType()).getRank() - dim.axis, node.getSize(1));
  dims[0] = dim.output;
  FailureOr<Value> aligned = node.createReshapeTo(weights, dims);
  return failed(aligned)
             ? Value()
             : graph.cast(*aligned, cast<RankedTensorType>(x.getType()).getElementType());
}

Value OpenResize::interpolate(Value positions) {
  positions = larger(smaller(positions, last()), number(0));
  Value first = floor(positions);
  Value weight = align(graph.sub(positions, first));
  Value left = gather(first), right = gather(graph.add(first, number(1)));
  if (!weight || !left || !right)
    return {};
  Value rest = graph.sub(graph.scalar(weight, 1), weight);
  return graph.add(graph.mul(left, rest), graph.mul(right, weight));
}

/// Keys' cubic of four elements; weights as polynomials of the distance to the second one.
Value OpenResize::interpolateCubic(Value positions) {
  double a = rule.cubicCoefficient;
  Value first = floor(positions), t = graph.sub(positions, first), sum;
  // Coefficients of 1, t, t^2, t^3 for the elements at -1, 0, 1, 2.
  const double polynomials[4][4] = {
      {0, a, -2 * a, a}, {1, 0, -(a + 3), a + 2}, {0, -a, 2 * a + 3, -(a + 2)}, {0, 0, a, -a}};
  SmallVector<Value> weights, elements;
  Value total;
  for (int tap = 0; tap < 4; ++tap) {
    Value weight = number(polynomials[tap][3]), place = graph.add(first, number(tap - 1));
    for (int power = 2; power >= 0; --power)
      weight = graph.add(graph.mul(weight, t), number(polynomials[tap][power]));
    if (rule.excludeOutside)
      weight = graph.make<graph::WhereOp>({isInside(place), weight, number(0)});
    total = total ? graph.add(total, weight) : weight;
    weights.push_back(weight);
    elements.push_back(gather(place));
  }
  for (auto [weight, element] : llvm::zip_equal(weights, elements)) {
    // What is left inside counts for all.
    Value aligned = align(rule.excludeOutside ? graph.div(weight, total) : weight);
    if (!element || !aligned)
      return {};
    Value term = graph.mul(element, aligned);
    sum = sum ? graph.add(sum, term) : term;
  }
  return sum;
}

Value OpenResize::filter(Value distances) {
  Value x = graph.abs(distances);
  if (rule.interpolation == Interpolation::Linear)
    return larger(graph.sub(number(1), x), number(0));
  double a = rule.cubicCoefficient;
  // Polynomials from the highest power on, up to 1 and up to 2.
  auto evaluate = [&](std::array<double, 4> polynomial) {
    Value value = number(polynomial[0]);
    for (double coefficient : llvm::drop_begin(polynomial))
      value = graph.add(graph.mul(value, x), number(coefficient));
    return value;
  };
  auto isBelow = [&](double end) { return graph.make<graph::LessOp>({x, number(end)}); };
  Value near = evaluate({a + 2, -(a + 3), 0, 1}), far = evaluate({a, -5 * a, 8 * a, -4 * a});
  return graph.make<graph::WhereOp>(
      {isBelow(1), near, graph.make<graph::WhereOp>({isBelow(2), far, number(0)})});
}

/// An antialiasing filter, as wide as the scale makes it: it is taken at all elements, and at as
/// many beyond both ends as it can reach, where those at the ends stand.
Value OpenResize::interpolateWide(Value positions) {
  int64_t reach = rule.interpolation == Interpolation::Linear ? 1 : 2;
  auto type = cast<RankedTensorType>(x.getType());
  int64_t rank = type.getRank();
  AffineExpr before = input * (1 + reach) + 4, count = normalizeSize(before * 2 + input);
  FailureOr<Value> counting = node.createCounting(count),
                   margin = node.createOffset(before, node.getBuilder().getI64Type());
  if (failed(counting) || failed(margin) || !positions)
    return {};
  Value taps = graph.cast(graph.sub(*counting, *margin), real);
  // Farther away nothing changes.
  Value far = graph.add(last(), number(4));
  positions = larger(smaller(positions, graph.add(far, last())), graph.sub(number(0), far));
  FailureOr<Value> column = node.createReshapeTo(positions, {dim.output, node.getSize(1)});
  if (failed(column))
    return {};
  Value zoom = smaller(getScale(), number(1));
  Value weights = filter(graph.mul(graph.sub(taps, *column), zoom));
  if (rule.excludeOutside)
    weights = graph.make<graph::WhereOp>({isInside(taps), weights, number(0)});
  graph::ReduceSumOp::Properties overTaps;
  overTaps.axes = node.getBuilder().getDenseI64ArrayAttr({1});
  overTaps.keepdims = node.getBuilder().getUnitAttr();
  weights = graph.div(weights, graph.make<graph::ReduceSumOp>(weights, overTaps));
  weights = graph.cast(weights, type.getElementType());
  Value elements = gather(taps);
  if (!weights || !elements)
    return {};
  // Behind the axis comes one of the taps.
  Dims ones(rank - dim.axis - 1, node.getSize(1)), matrix = {dim.output, count};
  matrix.append(ones);
  Dims rows = node.getDims(elements);
  rows.insert(rows.begin() + dim.axis, node.getSize(1));
  FailureOr<Value> aligned = node.createReshapeTo(weights, matrix);
  FailureOr<Value> apart = node.createReshapeTo(elements, rows);
  if (failed(aligned) || failed(apart))
    return {};
  // What has no weight is no term: it may be infinite.
  Value zero = graph.scalar(x, 0), hasNone = graph.make<graph::EqualOp>({*aligned, zero});
  Value terms = graph.make<graph::WhereOp>({hasNone, zero, graph.mul(*apart, *aligned)});
  graph::ReduceSumOp::Properties overRows;
  overRows.axes = node.getBuilder().getDenseI64ArrayAttr({dim.axis + 1});
  return graph.make<graph::ReduceSumOp>(terms, overRows);
}

Value OpenResize::run(Value *areInside) {
  Value positions = getPositions();
  if (!positions)
    return {};
  if (areInside)
    *areInside = isInside(positions);
  if (rule.antialias && rule.interpolation != Interpolation::Nearest)
    return interpolateWide(positions);
  switch (rule.interpolation) {
  case Interpolation::Nearest:
    return gather(roundPositions(positions));
  case Interpolation::Linear:
    return interpolate(positions);
  case Interpolation::Cubic:
    return interpolateCubic(positions);
  }
  llvm_unreachable("covered switch");
}

FailureOr<Value> dl::onnx_import::resizeOpenDim(NodeImporter &node, Value x, const ResizeRule &rule,
                                                const OpenResizeDim &dim, Value *isInside) {
  Value result = OpenResize(node, rule, dim, x).run(isInside);
  return result ? FailureOr<Value>(result) : FailureOr<Value>(failure());
}
