//===-- CountedLoop.cpp - loops that the data end ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose outputs have a slice for each step, and of which only the data decide how many
// steps that are: a scan over all steps that there is room for, in which a branch keeps what was
// reached once the loop has ended. The run counts the steps, and one more where the loop had not
// ended in the last: the runtime refuses that.
//
//===----------------------------------------------------------------------===//
#include "Control.h"
#include "DataNumbers.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Adds an argument that is like a value.
static Value addArgument(NodeImporter &node, Block *block, Value like) {
  Value argument = block->addArgument(like.getType(), node.getLoc());
  node.getSizeTracker().setDims(argument, node.getDims(like));
  return argument;
}

namespace {
/// Builds the step of a loop that may have ended.
class CountedStep {
public:
  CountedStep(NodeImporter &node, const LoopEnd &end, ArrayRef<Value> next, size_t numStates)
      : node(node), numbers(node), end(end), next(next), numStates(numStates) {}

  /// Of a shell's body, at the builder's insertion point. `states` are those of the loop, then
  /// whether it goes on and the number of steps so far. What it makes: the next states, slices.
  FailureOr<SmallVector<Value>> build(Operation *body, ValueRange states, Value number);

private:
  LogicalResult buildBody(Block *block, ValueRange states, Value number);
  LogicalResult buildRest(Block *block, ValueRange states);
  ArrayRef<Value> getSlices() const { return ArrayRef(next).drop_front(1 + numStates); }

  NodeImporter &node;
  DataNumbers numbers;
  const LoopEnd &end;
  SmallVector<Value> next;
  size_t numStates;
};
} // namespace

LogicalResult CountedStep::buildBody(Block *block, ValueRange states, Value number) {
  OpBuilder::InsertionGuard guard(node.getBuilder());
  node.getBuilder().setInsertionPointToEnd(block);
  Value following = numbers.getGraph().add(number, numbers.number(1));
  if (!following)
    return failure();
  FailureOr<Value> goesOn = createContinue(node, next.front(), following, end.count);
  if (failed(goesOn))
    return failure();
  SmallVector<Value> values(ArrayRef(next).slice(1, numStates));
  values.append({*goesOn, following});
  llvm::append_range(values, getSlices());
  yieldAtEnd(node, block, values);
  return success();
}

LogicalResult CountedStep::buildRest(Block *block, ValueRange states) {
  OpBuilder::InsertionGuard guard(node.getBuilder());
  node.getBuilder().setInsertionPointToEnd(block);
  SmallVector<Value> values(states);
  for (Value slice : getSlices()) {
    Type type = cast<RankedTensorType>(slice.getType()).getElementType();
    FailureOr<Value> zero = node.createNumber(0, type);
    FailureOr<Value> filled =
        failed(zero) ? zero : node.createBroadcastTo(*zero, node.getDims(slice));
    if (failed(filled))
      return failure();
    values.push_back(*filled);
  }
  yieldAtEnd(node, block, values);
  return success();
}

FailureOr<SmallVector<Value>> CountedStep::build(Operation *body, ValueRange states, Value number) {
  Operation *branch = createShell(node, graph::IfOp::getOperationName(), 2);
  branch->getRegion(0).takeBody(body->getRegion(0));
  Block *block = &branch->getRegion(0).front();
  // The arguments of the body are the loop's states and the number.
  SmallVector<Value> values(states.take_front(block->getNumArguments() - 1));
  values.push_back(number);
  for (auto [argument, value] : llvm::zip_equal(block->getArguments(), values)) {
    argument.replaceAllUsesWith(value);
    llvm::replace(next, Value(argument), value);
  }
  block->eraseArguments(0, block->getNumArguments());
  if (failed(buildBody(block, states, number)) ||
      failed(buildRest(&branch->getRegion(1).front(), states)))
    return failure();
  Operation *yield = block->getTerminator();
  SmallVector<Dims> dims =
      llvm::map_to_vector(yield->getOperands(), [&](Value value) { return node.getDims(value); });
  Operation *op = replaceShell(node, branch, states.drop_back().back(), yield->getOperandTypes());
  for (auto [result, shape] : llvm::zip_equal(op->getResults(), dims))
    node.getSizeTracker().setDims(result, shape);
  return SmallVector<Value>(op->getResults());
}

LogicalResult dl::onnx_import::createCountedLoop(NodeImporter &node, Operation *shell,
                                                 const LoopEnd &end, ValueRange states,
                                                 ArrayRef<Value> next) {
  OpBuilder &builder = node.getBuilder();
  DataNumbers numbers(node);
  FailureOr<Value> first = createContinue(node, end.condition, numbers.number(0), end.count);
  Value steps = numbers.range(end.most);
  if (failed(first) || !steps)
    return failure();
  SmallVector<Value> begin(states);
  begin.append({*first, numbers.number(0)});

  Operation *scan = createShell(node, graph::ScanOp::getOperationName(), 1);
  Block *block = &scan->getRegion(0).front();
  SmallVector<Value> carried;
  for (Value value : begin)
    carried.push_back(addArgument(node, block, value));
  Value number = addArgument(node, block, numbers.number(0));
  FailureOr<SmallVector<Value>> made;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    made = CountedStep(node, end, next, states.size()).build(shell, carried, number);
  }
  if (failed(made))
    return failure();
  shell->erase();
  SmallVector<bool> inOrder(next.size() - 1 - states.size(), false);
  FailureOr<SmallVector<Value>> results =
      buildScan(node, scan, begin, steps, *made, {false}, inOrder);
  if (failed(results))
    return failure();
  for (size_t i = 0; i < states.size(); ++i)
    (void)node.setResult((*results)[i], i);
  Value goesOn = (*results)[states.size()], taken = (*results)[states.size() + 1];
  Value count = numbers.getGraph().add(taken, numbers.getGraph().cast(goesOn, numbers.getType()));
  for (auto [i, value] : llvm::enumerate(ArrayRef(*results).drop_front(states.size() + 2)))
    if (!count || failed(setCounted(node, value, count, states.size() + i)))
      return failure();
  return success();
}
