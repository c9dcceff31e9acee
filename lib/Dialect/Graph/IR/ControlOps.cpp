//===-- ControlOps.cpp - branches and loops ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verification of if, while and scan.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl::graph;

YieldOp IfOp::getYield(unsigned region) {
  return cast<YieldOp>(getOperation()->getRegion(region).front().getTerminator());
}

YieldOp WhileOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

YieldOp ScanOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

/// (C1) of if and while.
static LogicalResult verifyCondition(Operation *op, Value condition) {
  RankedTensorType type = tensorType(condition);
  if (type.hasStaticShape() && type.getNumElements() == 1)
    return success();
  return op->emitOpError("expected a condition of one element, got ") << type;
}

static LogicalResult verifyTypes(Operation *op, StringRef what, TypeRange expected, TypeRange got) {
  if (expected == got)
    return success();
  return op->emitOpError("expected ") << what << " of types " << expected << ", got " << got;
}

LogicalResult IfOp::verifyRegions() {
  if (failed(verifyCondition(*this, getCondition())))
    return failure();
  // (C2)
  for (unsigned region : {0, 1}) {
    if (getOperation()->getRegion(region).getNumArguments() != 0)
      return emitOpError("expected regions without arguments");
    if (failed(verifyTypes(*this, "yielded values", getResultTypes(),
                           TypeRange(getYield(region).getValues()))))
      return failure();
  }
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  if (failed(verifyCondition(*this, getCondition())))
    return failure();
  // (C2)
  TypeRange states(getStates());
  SmallVector<Type> yielded = {getCondition().getType()};
  llvm::append_range(yielded, states);
  return success(
      succeeded(verifyTypes(*this, "results", states, getResultTypes())) &&
      succeeded(verifyTypes(*this, "region arguments", states, getBody().getArgumentTypes())) &&
      succeeded(verifyTypes(*this, "yielded values", yielded, TypeRange(getYield().getValues()))));
}

/// The type without its first dim.
static RankedTensorType getSliceType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(tensor.getShape().drop_front(), tensor.getElementType());
}

LogicalResult ScanOp::verifyRegions() {
  size_t numStates = getStates().size();
  // (C1)
  if (getInputs().empty() || getNumResults() < numStates)
    return emitOpError("expected an input or more and a result for each of the ")
           << numStates << " states, got " << getInputs().size() << " and " << getNumResults();
  TypeRange results(getResultTypes()), outputs = results.drop_front(numStates);
  for (Type type : llvm::concat<const Type>(SmallVector<Type>(TypeRange(getInputs())),
                                            SmallVector<Type>(outputs))) {
    auto tensor = cast<RankedTensorType>(type);
    auto first = cast<RankedTensorType>(getInputs().front().getType());
    // The first input is one of them.
    if (tensor.getRank() == 0 || tensor.getDimSize(0) != first.getDimSize(0))
      return emitOpError("expected inputs and outputs of one first dim, got ")
             << first << " and " << tensor;
  }
  // (C4)
  if (getReverseInputs().size() != getInputs().size() ||
      getReverseOutputs().size() != outputs.size())
    return emitOpError("expected ")
           << getInputs().size() << " flags for inputs and " << outputs.size()
           << " for outputs, got " << getReverseInputs().size() << " and "
           << getReverseOutputs().size();
  // (C2), (C3)
  SmallVector<Type> arguments = llvm::to_vector(TypeRange(getStates())), yielded = arguments;
  for (Value input : getInputs())
    arguments.push_back(getSliceType(input.getType()));
  for (Type output : outputs)
    yielded.push_back(getSliceType(output));
  return success(
      succeeded(
          verifyTypes(*this, "results", TypeRange(getStates()), results.take_front(numStates))) &&
      succeeded(verifyTypes(*this, "region arguments", arguments, getBody().getArgumentTypes())) &&
      succeeded(verifyTypes(*this, "yielded values", yielded, TypeRange(getYield().getValues()))));
}
