//===-- GraphInterpreter.cpp - the reference interpreter of graph -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds each operator's te program into a function of its own, interprets that
// and drops it.
//
//===----------------------------------------------------------------------===//
#include "dl/Reference/GraphInterpreter.h"
#include "ControlFlow.h"
#include "Evaluation.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace dl;
using namespace dl::reference;

/// The type of a tensor in the element type of `declared`.
static RankedTensorType getActualType(const Tensor &tensor, Type declared) {
  return RankedTensorType::get(tensor.getShape(),
                               cast<RankedTensorType>(declared).getElementType());
}

/// A function whose body is the op's te program, for operands of these types. The
/// location of everything in it is the op's.
static OwningOpRef<func::FuncOp> buildProgram(Operation *op, TypeRange operandTypes) {
  OpBuilder builder(op->getContext());
  auto stored = llvm::map_to_vector(operandTypes, [](Type type) -> Type {
    return graph::getStorageType(cast<RankedTensorType>(type));
  });
  OwningOpRef<func::FuncOp> func = func::FuncOp::create(
      op->getLoc(), "program", builder.getFunctionType(stored, op->getResultTypes()));
  Block *body = func->addEntryBlock();
  // With dynamic types a program is built for the op as it is with the actual ones.
  Operation *actual = op;
  Block holder;
  if (operandTypes != op->getOperandTypes() && op->getName().hasInterface<InferTypeOpInterface>()) {
    holder.addArguments(operandTypes, SmallVector<Location>(operandTypes.size(), op->getLoc()));
    builder.setInsertionPointToStart(&holder);
    FailureOr<Operation *> created = graph::createChecked(
        builder, op->getLoc(), op->getName().getStringRef(), holder.getArguments(), op->getAttrs());
    if (failed(created))
      return nullptr;
    actual = *created;
  }
  builder.setInsertionPointToStart(body);
  SmallVector<Value> results;
  if (failed(cast<TensorExpressionOpInterface>(actual).buildTensorExpression(
          builder, body->getArguments(), "program", results)))
    return nullptr;
  func::ReturnOp::create(builder, op->getLoc(), results);
  func->setType(builder.getFunctionType(stored, ValueRange(results).getTypes()));
  if (failed(verify(*func)))
    return nullptr;
  return func;
}

/// A reshape shares its operand's memory. `extents` is null where the operator has none.
static FailureOr<SmallVector<Tensor>> evaluateReshape(graph::ReshapeOp op, const Tensor &x,
                                                      const Tensor *extents) {
  SmallVector<int64_t> shape(op.getType().getShape());
  if (extents) {
    shape.assign(extents->getShape().drop_back().begin(), extents->getShape().drop_back().end());
    if (ShapedType::getNumElements(shape) == x.getNumElements())
      return SmallVector<Tensor>{x.reshape(shape)};
    return op.emitOpError("expected a reshape of ")
           << x.getNumElements() << " elements to keep their number, got extents of "
           << ShapedType::getNumElements(shape);
  }
  // Several open dims without `shape` are the operand's, in their order.
  bool inOrder = !op.getShape() && op.getType().getNumDynamicDims() > 1;
  auto xType = cast<RankedTensorType>(op.getX().getType());
  if (inOrder && xType.getNumDynamicDims() != op.getType().getNumDynamicDims())
    return op.emitOpError("expected as many open dims in the result as in the operand, or 'shape', "
                          "got ")
           << xType << " and " << op.getType();
  int64_t known = 1, *open = nullptr, next = 0;
  for (auto [i, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size)) {
      known *= size;
      continue;
    }
    if (inOrder) {
      while (!xType.isDynamicDim(next))
        ++next;
      size = x.getShape()[next++];
    } else if (op.getShape() && (*op.getShape())[i] == 0) {
      size = x.getShape()[i];
    } else {
      open = &size;
      continue;
    }
    known *= size;
  }
  if (open)
    *open = known == 0 ? 0 : x.getNumElements() / known;
  if (known * (open ? *open : 1) != x.getNumElements())
    return op.emitOpError("expected a reshape of ")
           << x.getNumElements() << " elements to keep their number, got " << op.getType();
  return SmallVector<Tensor>{x.reshape(shape)};
}

/// Evaluates the operators of a block; the terminator's operands are the result.
static FailureOr<SmallVector<Tensor>> evaluateOperators(Block &block, Values &values,
                                                        Observer observer) {
  for (Operation &op : block.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    SmallVector<Tensor> operands;
    for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
      operands.push_back(getValue(operand, values));
      if (!operands.back())
        return op.emitOpError("expected operand ") << i << " to have a value that can be read";
    }
    FailureOr<SmallVector<Tensor>> results =
        isGraphControl(&op)
            ? evaluateGraphControl(
                  &op, operands, values,
                  [&](Block &inner) { return evaluateOperators(inner, values, observer); })
            : evaluateGraphOp(&op, operands, observer);
    if (failed(results))
      return failure();
    for (auto [result, tensor] : llvm::zip_equal(op.getResults(), *results))
      values[result] = tensor;
    if (observer)
      observer(&op, operands, *results);
    dropDeadOperands(&op, values);
  }
  return getTerminatorValues(block, values);
}

FailureOr<SmallVector<Tensor>>
dl::reference::evaluateGraphOp(Operation *op, ArrayRef<Tensor> operands, Observer observer) {
  if (auto reshape = dyn_cast<graph::ReshapeOp>(op))
    return evaluateReshape(reshape, operands.front(), operands.size() > 1 ? &operands[1] : nullptr);
  if (auto fused = dyn_cast<graph::FusedOp>(op)) {
    Values values;
    Block &body = fused.getBody().front();
    for (auto [argument, operand] : llvm::zip_equal(body.getArguments(), operands))
      values[argument] = operand;
    return evaluateOperators(body, values, observer);
  }
  if (!isa<TensorExpressionOpInterface>(op))
    return op->emitOpError("expected an operator of the graph level, which has a te program");
  SmallVector<Type> types;
  for (auto [operand, type] : llvm::zip_equal(operands, op->getOperandTypes()))
    types.push_back(getActualType(operand, type));
  OwningOpRef<func::FuncOp> program = buildProgram(op, types);
  if (!program)
    return failure();
  SmallVector<Tensor> stored;
  for (const Tensor &operand : operands)
    stored.push_back(operand.reinterpret(getStorageType(operand.getElementType())));
  FailureOr<SmallVector<Tensor>> results = evaluateFunction(*program, stored);
  if (failed(results))
    return failure();
  for (auto [result, type] : llvm::zip_equal(*results, op->getResultTypes()))
    if (auto elementType = getStoredElementType(cast<RankedTensorType>(type).getElementType()))
      result = result.reinterpret(*elementType);
  return results;
}

FailureOr<SmallVector<Tensor>>
dl::reference::evaluateGraph(func::FuncOp func, ArrayRef<Tensor> inputs, Observer observer) {
  Values values;
  if (failed(bindInputs(func, inputs, values)))
    return failure();
  return evaluateOperators(func.getBody().front(), values, observer);
}
