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

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
class OpenResize {
public:
  OpenResize(NodeImporter &node, const ResizeRule &rule, const OpenResizeDim &dim, Value x)
      : node(node), graph(node), rule(rule), dim(dim), x(x), input(node.getDims(x)[dim.axis]),
        f32(node.getBuilder().getF32Type()) {}

  Value run();

private:
  Value number(double value) { return graph.number(value, f32); }
  /// A size, or an offset that may be 0.
  Value size(AffineExpr size) {
    FailureOr<Value> value = node.createOffset(size, node.getBuilder().getI64Type());
    return succeeded(value) ? graph.cast(*value, f32) : Value();
  }
  Value smaller(Value a, Value b) { return graph.make<graph::MinimumOp>({a, b}); }
  Value larger(Value a, Value b) { return graph.make<graph::MaximumOp>({a, b}); }
  Value floor(Value value) { return graph.make<graph::FloorOp>(value); }
  Value last() { return size(input - 1); }

  Value getPositions();
  Value roundPositions(Value positions);
  /// The elements at positions, which are brought inside.
  Value gather(Value positions);
  /// A weight for each position along the axis.
  Value align(Value weights);
  Value interpolate(Value positions);
  Value interpolateCubic(Value positions);

  NodeImporter &node;
  GraphExpression graph;
  const ResizeRule &rule;
  const OpenResizeDim &dim;
  Value x;
  AffineExpr input;
  Type f32;
};
} // namespace

/// For each element of the result its position in the input.
Value OpenResize::getPositions() {
  FailureOr<Value> counting = node.createCounting(dim.output);
  if (failed(counting))
    return {};
  Value place = graph.cast(*counting, f32);
  Value scale = dim.scale != 0 ? number(dim.scale) : graph.div(size(dim.output), size(input));
  auto centred = [&] {
    return graph.sub(graph.div(graph.add(place, number(0.5)), scale), number(0.5));
  };
  switch (rule.coordinates) {
  case Coordinates::HalfPixel:
    return centred();
  case Coordinates::PytorchHalfPixel: {
    Value isSeveral = graph.make<graph::LessOp>({number(1), size(dim.output)});
    return graph.make<graph::WhereOp>({isSeveral, centred(), number(0)});
  }
  case Coordinates::Asymmetric:
    return graph.div(place, scale);
  case Coordinates::TfHalfPixelForNn:
    return graph.div(graph.add(place, number(0.5)), scale);
  case Coordinates::AlignCorners: {
    // One element is the first.
    Value steps = larger(size(dim.output - 1), number(1));
    return graph.div(graph.mul(place, last()), steps);
  }
  default:
    node.emitError() << "requires static dims for this 'coordinate_transformation_mode', got "
                     << x.getType() << " and axis " << dim.axis;
    return {};
  }
}

Value OpenResize::roundPositions(Value positions) {
  Value half = number(0.5);
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
  for (int tap = 0; tap < 4; ++tap) {
    Value weight = number(polynomials[tap][3]);
    for (int power = 2; power >= 0; --power)
      weight = graph.add(graph.mul(weight, t), number(polynomials[tap][power]));
    Value element = gather(graph.add(first, number(tap - 1)));
    weight = align(weight);
    if (!element || !weight)
      return {};
    Value term = graph.mul(element, weight);
    sum = sum ? graph.add(sum, term) : term;
  }
  return sum;
}

Value OpenResize::run() {
  if (rule.antialias || (rule.interpolation == Interpolation::Cubic && rule.excludeOutside)) {
    node.emitError() << "requires static dims with 'antialias' or 'exclude_outside', got "
                     << x.getType() << " and axis " << dim.axis;
    return {};
  }
  Value positions = getPositions();
  if (!positions)
    return {};
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
                                                const OpenResizeDim &dim) {
  Value result = OpenResize(node, rule, dim, x).run();
  return result ? FailureOr<Value>(result) : FailureOr<Value>(failure());
}
