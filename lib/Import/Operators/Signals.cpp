//===-- Signals.cpp - ONNX windows of signals -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HannWindow, HammingWindow and BlackmanWindow: sums of a few cosines.
//
//===----------------------------------------------------------------------===//
#include "DeclaredResults.h"

#include "../ElementTypes.h"
#include "../Operators.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// The sum of coefficient k times the cosine of k turns over the window, with alternating signs.
static LogicalResult importWindow(NodeImporter &node, ArrayRef<double> coefficients) {
  FailureOr<Type> type =
      convertElementType(node.getInt("output_datatype", 1), node.getBuilder().getContext(),
                         [&] { return node.emitError() << "'output_datatype': "; });
  if (failed(type))
    return failure();
  DeclaredResult result(node);
  GraphExpression &graph = result.getGraph();
  Value extent, places, count;
  if (node.isData(0)) {
    if (failed(result.read(1, 0, "the size")))
      return failure();
    extent = count = result.checkExtents(result.getScalar(0, "the size"));
    places = result.getPlaces(0);
  } else {
    FailureOr<SmallVector<AffineExpr>> sizes = node.getSizes(0, "the size");
    if (failed(sizes))
      return failure();
    if (sizes->size() != 1)
      return node.emitError() << "expected one size, got " << node.getInputType(0);
    extent = result.size(sizes->front());
    FailureOr<Value> counting = node.createCounting(sizes->front());
    places = succeeded(counting) ? *counting : Value();
  }
  // A window that is not periodic ends where it began.
  if (!node.getInt("periodic", 1))
    extent = graph.sub(extent, result.number(1));
  Type f64 = node.getBuilder().getF64Type();
  Value turn = graph.div(graph.mul(graph.cast(places, f64), graph.number(2 * M_PI, f64)),
                         graph.cast(extent, f64));
  Value sum;
  for (auto [k, coefficient] : llvm::enumerate(coefficients)) {
    double factor = k % 2 ? -coefficient : coefficient;
    Value cosine = graph.make<graph::CosOp>(graph.mul(turn, graph.number(double(k), f64)));
    Value term = graph.mul(cosine, graph.number(factor, f64));
    sum = sum ? graph.add(sum, term) : term;
  }
  return setCounted(node, graph.cast(sum, *type), count);
}

void dl::onnx_import::addSignalOperators(OperatorTable &table) {
  auto add = [&](StringRef name, Handler handler) {
    table.add(name, {17}, handler).attributes("output_datatype:int periodic:int");
  };
  add("HannWindow", [](NodeImporter &node) { return importWindow(node, {0.5, 0.5}); });
  add("HammingWindow",
      [](NodeImporter &node) { return importWindow(node, {25.0 / 46, 21.0 / 46}); });
  add("BlackmanWindow", [](NodeImporter &node) { return importWindow(node, {0.42, 0.5, 0.08}); });
}
