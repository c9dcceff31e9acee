//===-- ControlFlow.cpp - interpret branches and loops ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ControlFlow.h.
//
//===----------------------------------------------------------------------===//
#include "ControlFlow.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dl;
using namespace dl::reference;

bool dl::reference::isGraphControl(Operation *op) {
  return isa<graph::IfOp, graph::WhileOp, graph::ScanOp>(op);
}

bool dl::reference::isTeControl(Operation *op) {
  return isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Tensor dl::reference::getStep(Operation *op, const Tensor &sequence, int64_t position) {
  ArrayRef<int64_t> shape = sequence.getShape();
  if (position < 0 || position >= shape.front()) {
    op->emitOpError("expected a position in [0, ") << shape.front() << "), got " << position;
    return Tensor();
  }
  size_t bytes = sequence.getNumBytes() / shape.front();
  return Tensor(sequence.getElementType(), shape.drop_front(),
                static_cast<const char *>(sequence.getData()) + position * bytes,
                sequence.getOwner());
}

/// Writes a value at a position of a tensor of the caller's own.
static LogicalResult setStep(Operation *op, Tensor &sequence, int64_t position,
                             const Tensor &value) {
  ArrayRef<int64_t> shape = sequence.getShape();
  if (position < 0 || position >= shape.front() || value.getShape() != shape.drop_front())
    return op->emitOpError("expected a slice and a position in [0, ")
           << shape.front() << "), got position " << position;
  std::memcpy(static_cast<char *>(sequence.getMutableData()) + position * value.getNumBytes(),
              value.getData(), value.getNumBytes());
  return success();
}

Tensor dl::reference::insertStep(Operation *op, const Tensor &sequence, RankedTensorType type,
                                 int64_t position, const Tensor &value) {
  if (!sequence && !type.hasStaticShape()) {
    op->emitOpError("expected a tensor of static shape to write into, got ") << type;
    return Tensor();
  }
  Tensor result =
      makeTensor(op, value.getElementType(), sequence ? sequence.getShape() : type.getShape());
  if (!result)
    return result;
  if (sequence)
    std::memcpy(result.getMutableData(), sequence.getData(), sequence.getNumBytes());
  else
    std::memset(result.getMutableData(), 0, result.getNumBytes());
  return failed(setStep(op, result, position, value)) ? Tensor() : result;
}

//===----------------------------------------------------------------------===//
// graph
//===----------------------------------------------------------------------===//

static void bindArguments(Block &block, ArrayRef<Tensor> arguments, Values &values) {
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), arguments)) {
    values.erase(argument);
    if (value)
      values[argument] = value;
  }
}

static bool isTrue(const Tensor &condition) { return condition.getAsInteger(0) != 0; }

static FailureOr<SmallVector<Tensor>> evaluateWhile(graph::WhileOp op, ArrayRef<Tensor> operands,
                                                    Values &values, BlockEvaluator evaluateBlock) {
  SmallVector<Tensor> current(operands);
  Block &body = op.getBody().front();
  while (isTrue(current.front())) {
    bindArguments(body, ArrayRef<Tensor>(current).drop_front(), values);
    FailureOr<SmallVector<Tensor>> next = evaluateBlock(body);
    if (failed(next))
      return failure();
    current = *next;
  }
  return SmallVector<Tensor>(ArrayRef<Tensor>(current).drop_front());
}

static FailureOr<SmallVector<Tensor>> evaluateScan(graph::ScanOp op, ArrayRef<Tensor> operands,
                                                   Values &values, BlockEvaluator evaluateBlock) {
  unsigned numStates = op.getNumStates();
  SmallVector<Tensor> states(operands.take_front(numStates)), outputs;
  ArrayRef<Tensor> inputs = operands.drop_front(numStates);
  int64_t steps = inputs.front().getShape().front();
  for (const Tensor &input : inputs)
    if (input.getShape().front() != steps)
      return op.emitOpError("expected inputs of ")
             << steps << " steps, got one of " << input.getShape().front();
  auto numOutputs = op->getNumResults() - numStates;
  Block &body = op.getBody().front();
  for (int64_t step = 0; step < steps; ++step) {
    SmallVector<Tensor> arguments(states);
    for (auto [input, reverse] : llvm::zip_equal(inputs, op.getReverseInputs()))
      arguments.push_back(getStep(op, input, reverse ? steps - 1 - step : step));
    bindArguments(body, arguments, values);
    FailureOr<SmallVector<Tensor>> next = evaluateBlock(body);
    if (failed(next))
      return failure();
    states.assign(next->begin(), next->begin() + numStates);
    for (unsigned i = 0; i < numOutputs; ++i) {
      const Tensor &slice = (*next)[numStates + i];
      if (step == 0) {
        SmallVector<int64_t> shape = {steps};
        llvm::append_range(shape, slice.getShape());
        outputs.push_back(makeTensor(op, slice.getElementType(), shape));
        if (!outputs.back())
          return failure();
      }
      if (failed(
              setStep(op, outputs[i], op.getReverseOutputs()[i] ? steps - 1 - step : step, slice)))
        return failure();
    }
  }
  // Nothing was evaluated: the outputs have no elements.
  for (unsigned i = outputs.size(); i < numOutputs; ++i) {
    auto type = cast<RankedTensorType>(op->getResult(numStates + i).getType());
    SmallVector<int64_t> shape(type.getShape());
    for (int64_t &dim : shape)
      dim = ShapedType::isDynamic(dim) ? 0 : dim;
    outputs.push_back(makeTensor(op, *getStoredElementType(type.getElementType()), shape));
    if (!outputs.back())
      return failure();
  }
  llvm::append_range(states, outputs);
  return states;
}

FailureOr<SmallVector<Tensor>> dl::reference::evaluateGraphControl(Operation *op,
                                                                   ArrayRef<Tensor> operands,
                                                                   Values &values,
                                                                   BlockEvaluator evaluateBlock) {
  if (isa<graph::IfOp>(op))
    return evaluateBlock(op->getRegion(isTrue(operands.front()) ? 0 : 1).front());
  if (auto loop = dyn_cast<graph::WhileOp>(op))
    return evaluateWhile(loop, operands, values, evaluateBlock);
  return evaluateScan(cast<graph::ScanOp>(op), operands, values, evaluateBlock);
}

//===----------------------------------------------------------------------===//
// te
//===----------------------------------------------------------------------===//

static FailureOr<int64_t> getInteger(Operation *op, Value value, const Values &values) {
  Tensor tensor = getValue(value, values);
  if (!tensor)
    return op->emitOpError("expected bounds and conditions with a value");
  return tensor.getAsInteger(0);
}

static FailureOr<SmallVector<Tensor>> evaluateFor(scf::ForOp op, Values &values,
                                                  BlockEvaluator evaluateBlock) {
  FailureOr<int64_t> begin = getInteger(op, op.getLowerBound(), values),
                     end = getInteger(op, op.getUpperBound(), values),
                     step = getInteger(op, op.getStep(), values);
  if (failed(begin) || failed(end) || failed(step))
    return failure();
  if (*step < 1)
    return op.emitOpError("expected a step of at least 1, got ") << *step;
  SmallVector<Tensor> carried;
  for (Value init : op.getInitArgs())
    carried.push_back(getValue(init, values));
  int64_t numSteps =
      *end > *begin ? llvm::divideCeil(uint64_t(*end) - uint64_t(*begin), uint64_t(*step)) : 0;
  for (int64_t count = 0, i = *begin; count < numSteps; ++count, i += *step) {
    Tensor index(ElementType::I64, {});
    index.getMutableValues<int64_t>()[0] = i;
    SmallVector<Tensor> arguments = {index};
    llvm::append_range(arguments, carried);
    bindArguments(*op.getBody(), arguments, values);
    FailureOr<SmallVector<Tensor>> next = evaluateBlock(*op.getBody());
    if (failed(next))
      return failure();
    carried = *next;
  }
  return carried;
}

static FailureOr<SmallVector<Tensor>> evaluateWhile(scf::WhileOp op, Values &values,
                                                    BlockEvaluator evaluateBlock) {
  SmallVector<Tensor> carried;
  for (Value init : op.getInits())
    carried.push_back(getValue(init, values));
  while (true) {
    bindArguments(*op.getBeforeBody(), carried, values);
    FailureOr<SmallVector<Tensor>> tested = evaluateBlock(*op.getBeforeBody());
    if (failed(tested))
      return failure();
    ArrayRef<Tensor> passed = ArrayRef<Tensor>(*tested).drop_front();
    if (!isTrue(tested->front()))
      return SmallVector<Tensor>(passed);
    bindArguments(*op.getAfterBody(), passed, values);
    FailureOr<SmallVector<Tensor>> next = evaluateBlock(*op.getAfterBody());
    if (failed(next))
      return failure();
    carried = *next;
  }
}

FailureOr<SmallVector<Tensor>> dl::reference::evaluateTeControl(Operation *op, Values &values,
                                                                BlockEvaluator evaluateBlock) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return evaluateFor(loop, values, evaluateBlock);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return evaluateWhile(loop, values, evaluateBlock);
  auto branch = cast<scf::IfOp>(op);
  FailureOr<int64_t> condition = getInteger(op, branch.getCondition(), values);
  if (failed(condition))
    return failure();
  if (*condition == 0 && !branch.elseBlock())
    return SmallVector<Tensor>();
  return evaluateBlock(*condition ? *branch.thenBlock() : *branch.elseBlock());
}
