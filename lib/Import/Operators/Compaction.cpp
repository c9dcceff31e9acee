//===-- Compaction.cpp - elements for which a flag holds --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stream compaction (Blelloch 1990): running sums of the flags are the positions in the
// result. Where only a run knows how long a list is, sums and positions are found in steps of
// powers of two, which all operators on open dims can do.
//
//===----------------------------------------------------------------------===//
#include "Compaction.h"

#include "dl/Dialect/Graph/IR/SizeExprs.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

AffineExpr dl::onnx_import::countElements(NodeImporter &node, const Dims &dims) {
  AffineExpr count = node.getSize(1);
  for (AffineExpr dim : dims)
    count = count * dim;
  return normalizeSize(count);
}

Value dl::onnx_import::countFlags(NodeImporter &node, Value flags) {
  GraphExpression graph(node);
  graph::ReduceSumOp::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr({0});
  return graph.make<graph::ReduceSumOp>(graph.cast(flags, node.getBuilder().getI64Type()),
                                        properties);
}

Value dl::onnx_import::addAt(NodeImporter &node, AffineExpr size, Value positions, Value numbers) {
  FailureOr<Value> zero = node.createNumber(0, node.getBuilder().getI64Type());
  FailureOr<Value> zeros = failed(zero) ? zero : node.createBroadcastTo(*zero, {size});
  if (failed(zeros))
    return {};
  graph::ScatterElementsOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(0);
  properties.mode = node.getBuilder().getStringAttr("add");
  return GraphExpression(node).make<graph::ScatterElementsOp>({*zeros, positions, numbers},
                                                              properties);
}

/// Of a list whose length the compiler knows.
static Value scatterPlaces(NodeImporter &node, Value flags, Value places) {
  GraphExpression graph(node);
  Type i64 = node.getBuilder().getI64Type();
  graph::CumSumOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(0);
  properties.exclusive = node.getBuilder().getUnitAttr();
  Value before = graph.make<graph::CumSumOp>(graph.cast(flags, i64), properties);
  // What is not chosen adds nothing to the first.
  Value zero = graph.number(0, i64);
  return addAt(node, node.getDims(flags)[0], graph.make<graph::WhereOp>({flags, before, zero}),
               graph.make<graph::WhereOp>({flags, places, zero}));
}

namespace {
/// The same in steps of powers of two, for a length that only a run knows.
class LogarithmicSteps {
public:
  LogarithmicSteps(NodeImporter &node, Value places, Value size)
      : node(node), graph(node), i64(node.getBuilder().getI64Type()), places(places), size(size),
        zero(graph.number(0, i64)) {}

  /// How many flags hold up to each (Hillis and Steele 1986).
  Value sumUp(Value flags) {
    Value sums = graph.cast(flags, i64);
    for (unsigned step = 0; step < numSteps; ++step) {
      Value source = graph.sub(places, graph.number(double(int64_t(1) << step), i64));
      Value isInside = graph.make<graph::LessOrEqualOp>({zero, source});
      Value other = read(sums, graph.make<graph::MaximumOp>({source, zero}));
      sums = graph.add(sums, graph.make<graph::WhereOp>({isInside, other, zero}));
    }
    return sums;
  }

  /// For each number n how many elements of an ascending list are at most n: a binary search.
  Value search(Value sums) {
    Value found = graph.sub(places, places), one = graph.number(1, i64);
    for (unsigned step = numSteps; step-- > 0;) {
      Value next = graph.add(found, graph.number(double(int64_t(1) << step), i64));
      Value last = graph.sub(graph.make<graph::MinimumOp>({next, size}), one);
      Value isBelow = graph.make<graph::LessOrEqualOp>({read(sums, last), places});
      Value isInside = graph.make<graph::LessOrEqualOp>({next, size});
      Value goesOn = graph.make<graph::AndOp>({isBelow, isInside});
      found = graph.make<graph::WhereOp>({goesOn, next, found});
    }
    return found;
  }

private:
  /// Lists are not longer than 2^numSteps.
  static constexpr unsigned numSteps = 32;

  Value read(Value list, Value positions) {
    graph::GatherOp::Properties properties;
    properties.axis = node.getBuilder().getI64IntegerAttr(0);
    return graph.make<graph::GatherOp>({list, positions}, properties);
  }

  NodeImporter &node;
  GraphExpression graph;
  Type i64;
  Value places, size, zero;
};
} // namespace

Value dl::onnx_import::findPlaces(NodeImporter &node, Value flags) {
  GraphExpression graph(node);
  Type i64 = node.getBuilder().getI64Type();
  AffineExpr length = node.getDims(flags)[0];
  FailureOr<Value> places = node.createCounting(length), size = node.createSize(length, i64);
  if (failed(places) || failed(size))
    return {};
  if (isa<AffineConstantExpr>(length))
    return scatterPlaces(node, flags, *places);
  LogarithmicSteps steps(node, *places, *size);
  Value sums = steps.sumUp(flags);
  if (!sums)
    return {};
  Value found = steps.search(sums);
  // Beyond the last flag that holds there are no more.
  Value isPlace = graph.make<graph::LessOp>({found, *size});
  return graph.make<graph::WhereOp>({isPlace, found, graph.number(0, i64)});
}
