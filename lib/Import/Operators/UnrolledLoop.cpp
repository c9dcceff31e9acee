//===-- UnrolledLoop.cpp - loops that carry sequences -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Loop of which a state is a sequence or an optional: lengths change from step to step,
// so that the steps are written out, one behind the other.
//
//===----------------------------------------------------------------------===//
#include "../Structures.h"
#include "Control.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// More steps than this would make a program that nobody compiles.
static constexpr int64_t maxUnrolledSteps = 1024;

/// The number that an input of one element holds for all sizes.
static std::optional<int64_t> getNumber(NodeImporter &node, Value value) {
  if (!isTensor(value))
    return std::nullopt;
  std::optional<Contents> contents = node.getSizeTracker().getContents(value);
  if (!contents || contents->size() != 1 || !contents->front().isConstant())
    return std::nullopt;
  return cast<AffineConstantExpr>(contents->front().size).getValue();
}

/// What a step made, one list for each output that is stacked, as one tensor.
static FailureOr<Value> stack(NodeImporter &node, ArrayRef<Value> slices) {
  if (slices.empty())
    return node.emitError() << "requires a step of a loop whose body has outputs that are stacked, "
                               "got none: their shape is not known then";
  SmallVector<Value> parts;
  for (Value slice : slices) {
    if (!isTensor(slice))
      return node.emitError() << "expected a body that gives tensors to stack, got "
                              << describeStructure(slice);
    Dims dims = node.getDims(slice);
    dims.insert(dims.begin(), node.getSize(1));
    FailureOr<Value> part = node.createReshapeTo(slice, dims);
    if (failed(part))
      return failure();
    parts.push_back(*part);
  }
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(0);
  return parts.size() == 1 ? FailureOr<Value>(parts.front())
                           : node.create<graph::ConcatOp>(parts, properties);
}

LogicalResult dl::onnx_import::importUnrolledLoop(NodeImporter &node) {
  Value count = node.getInput(0), condition = node.getInput(1);
  std::optional<int64_t> steps = count ? getNumber(node, count) : maxUnrolledSteps + 1;
  if (!steps)
    return node.requireConstant(0, "the trip count of a loop that carries a sequence");
  std::optional<int64_t> goesOn = condition ? getNumber(node, condition) : 1;
  if (!goesOn)
    return node.requireConstant(1, "the condition of a loop that carries a sequence");
  SmallVector<Value> states(node.getInputs().drop_front(2));
  SmallVector<SmallVector<Value>> stacked(
      node.getNumOutputs() >= states.size() ? node.getNumOutputs() - states.size() : 0);
  for (int64_t step = 0; step < *steps && *goesOn; ++step) {
    if (step == maxUnrolledSteps)
      return node.emitError() << "requires at most " << maxUnrolledSteps
                              << " steps of a loop that carries a sequence, got more";
    FailureOr<Value> number = node.createNumber(step, node.getBuilder().getI64Type());
    FailureOr<Value> holds = node.createNumber(1, node.getBuilder().getI1Type());
    if (failed(number) || failed(holds))
      return failure();
    SmallVector<Value> arguments = {*number, *holds};
    llvm::append_range(arguments, states);
    FailureOr<SmallVector<Value>> results = node.importGraphCopy("body", arguments);
    if (failed(results))
      return failure();
    if (results->size() != 1 + states.size() + stacked.size())
      return node.emitError() << "expected a body with a condition, " << states.size()
                              << " states and an output more for each of the node's, got "
                              << results->size() << " outputs for " << node.getNumOutputs();
    goesOn = getNumber(node, results->front());
    if (!goesOn)
      return node.emitError() << "requires the condition of a loop that carries a sequence to be "
                                 "known when the model is compiled, got one that data decide";
    states.assign(results->begin() + 1, results->begin() + 1 + states.size());
    for (auto [list, value] :
         llvm::zip_equal(stacked, ArrayRef(*results).drop_front(1 + states.size())))
      list.push_back(value);
  }
  for (auto [i, state] : llvm::enumerate(states))
    (void)node.setResult(state, i);
  for (auto [i, list] : llvm::enumerate(stacked)) {
    FailureOr<Value> value = stack(node, list);
    if (failed(value))
      return failure();
    (void)node.setResult(*value, states.size() + i);
  }
  return success();
}
