//===-- Variadic.cpp - ONNX operators on many tensors and bounds *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that become a chain of binary graph ops: Max, Min, Sum, Mean, Clip.
//
//===----------------------------------------------------------------------===//
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// All inputs joined from left to right.
template <typename OpTy> static FailureOr<Value> createChain(NodeImporter &node) {
  FailureOr<Value> result = node.getInput(0);
  for (unsigned i = 1; succeeded(result) && i < node.getNumInputs(); ++i) {
    if (!node.getInput(i))
      return node.emitError() << "requires input " << i << ", which is left out";
    result = node.create<OpTy>({*result, node.getInput(i)});
  }
  return result;
}

template <typename OpTy> static LogicalResult importChain(NodeImporter &node) {
  return node.setResult(createChain<OpTy>(node));
}

static LogicalResult importMean(NodeImporter &node) {
  FailureOr<Value> sum = createChain<graph::AddOp>(node);
  if (failed(sum))
    return failure();
  FailureOr<Value> count = node.createScalar(
      node.getNumInputs(), cast<FloatType>(node.getInputType(0).getElementType()));
  if (failed(count))
    return failure();
  return node.setResult(node.create<graph::DivOp>({*sum, *count}));
}

/// Bounds are attributes before opset 11, then scalar inputs; a bound that is left
/// out does not bind, but from opset 6 to 10 it is the last number of f32, which does an infinity.
template <bool hasDefaults> static LogicalResult importClip(NodeImporter &node) {
  FailureOr<Value> low = node.getInput(1), high = node.getInput(2);
  auto type = dyn_cast<FloatType>(node.getInputType(0).getElementType());
  constexpr float largest = std::numeric_limits<float>::max();
  if (hasDefaults || node.hasAttribute("min"))
    low = node.createScalar(node.getFloat("min", -largest), type);
  if (hasDefaults || node.hasAttribute("max"))
    high = node.createScalar(node.getFloat("max", largest), type);
  for (FailureOr<Value> bound : {low, high}) {
    if (failed(bound))
      return failure();
    auto boundType = *bound ? cast<RankedTensorType>(bound->getType()) : RankedTensorType();
    if (boundType && (!boundType.hasStaticShape() || boundType.getNumElements() != 1))
      return node.emitError() << "expected bounds of one element, got " << bound->getType();
  }
  FailureOr<Value> result = node.getInput(0);
  if (*low)
    result = node.create<graph::MaximumOp>({*result, *low});
  if (*high && succeeded(result))
    result = node.create<graph::MinimumOp>({*result, *high});
  return node.setResult(result);
}

static void addChain(OperatorTable &table, StringRef name, ArrayRef<int64_t> versions,
                     OperatorInfo::Elements elements, Handler handler, bool isSum = false) {
  auto add = [&](ArrayRef<int64_t> since) -> OperatorInfo & {
    OperatorInfo &row =
        table.add(name, since, handler).inputs(1, OperatorInfo::any).elements(elements);
    return isSum ? row.wide() : row;
  };
  add({1}).attributes("consumed_inputs:ints");
  add(versions);
}

void dl::onnx_import::addVariadicOperators(OperatorTable &table) {
  using Info = OperatorInfo;
  addChain(table, "Max", {6, 8, 12, 13}, Info::Numbers, importChain<graph::MaximumOp>);
  addChain(table, "Min", {6, 8, 12, 13}, Info::Numbers, importChain<graph::MinimumOp>);
  addChain(table, "Sum", {6, 8, 13}, Info::Floats, importChain<graph::AddOp>, /*isSum=*/true);
  addChain(table, "Mean", {6, 8, 13}, Info::Floats, importMean, /*isSum=*/true);
  table.add("Clip", {1}, importClip<false>)
      .elements(Info::Floats)
      .attributes("consumed_inputs:ints max:float min:float");
  table.add("Clip", {6}, importClip<true>).elements(Info::Floats).attributes("max:float min:float");
  table.add("Clip", {11, 12, 13}, importClip<false>).inputs(1, 3);
}
