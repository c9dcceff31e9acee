//===-- TeSteps.cpp - one position of a sequence ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verification and bufferization of te.step and te.insert_step.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace dl::te;

/// (P1)
static LogicalResult verifySlice(Operation *op, Type sequence, Type slice) {
  auto from = cast<ShapedType>(sequence), to = cast<ShapedType>(slice);
  if (isa<MemRefType>(sequence) == isa<MemRefType>(slice) && from.getRank() > 0 &&
      from.getElementType() == to.getElementType() && from.getShape().drop_front() == to.getShape())
    return success();
  return op->emitOpError("(P1) expected ") << sequence << " without its first dim, got " << slice;
}

//===----------------------------------------------------------------------===//
// step
//===----------------------------------------------------------------------===//

void StepOp::build(OpBuilder &builder, OperationState &state, Value source, Value position) {
  auto type = cast<RankedTensorType>(source.getType());
  build(builder, state, RankedTensorType::get(type.getShape().drop_front(), type.getElementType()),
        source, position);
}

LogicalResult StepOp::verify() {
  return verifySlice(*this, getSource().getType(), getResult().getType());
}

Value StepOp::getViewSource() { return getSource(); }

bool StepOp::bufferizesToMemoryRead(OpOperand &, const bufferization::AnalysisState &) {
  return false;
}

bool StepOp::bufferizesToMemoryWrite(OpOperand &, const bufferization::AnalysisState &) {
  return false;
}

bufferization::AliasingValueList StepOp::getAliasingValues(OpOperand &operand,
                                                           const bufferization::AnalysisState &) {
  if (operand.get() != getSource())
    return {};
  return {{getResult(), bufferization::BufferRelation::Unknown}};
}

FailureOr<bufferization::BufferLikeType>
StepOp::getBufferType(Value, const bufferization::BufferizationOptions &,
                      const bufferization::BufferizationState &, SmallVector<Value> &) {
  auto type = cast<RankedTensorType>(getResult().getType());
  return cast<bufferization::BufferLikeType>(
      MemRefType::get(type.getShape(), type.getElementType()));
}

LogicalResult StepOp::bufferize(RewriterBase &rewriter,
                                const bufferization::BufferizationOptions &options,
                                bufferization::BufferizationState &state) {
  FailureOr<Value> buffer = bufferization::getBuffer(rewriter, getSource(), options, state);
  if (failed(buffer))
    return failure();
  auto type = cast<RankedTensorType>(getResult().getType());
  Value view =
      StepOp::create(rewriter, getLoc(), MemRefType::get(type.getShape(), type.getElementType()),
                     *buffer, getPosition());
  bufferization::replaceOpWithBufferizedValues(rewriter, *this, view);
  return success();
}

//===----------------------------------------------------------------------===//
// insert_step
//===----------------------------------------------------------------------===//

LogicalResult InsertStepOp::verify() {
  return verifySlice(*this, getDest().getType(), getValue().getType());
}

bool InsertStepOp::bufferizesToMemoryRead(OpOperand &, const bufferization::AnalysisState &) {
  return true;
}

bool InsertStepOp::bufferizesToMemoryWrite(OpOperand &operand,
                                           const bufferization::AnalysisState &) {
  return &operand == &getDestMutable();
}

bufferization::AliasingValueList
InsertStepOp::getAliasingValues(OpOperand &operand, const bufferization::AnalysisState &) {
  if (&operand != &getDestMutable())
    return {};
  return {{getResult(), bufferization::BufferRelation::Equivalent}};
}

/// What is written into the view at the position is what is inserted there: it
/// neither changes what the insertion keeps of the tensor, nor is it overwritten.
bool InsertStepOp::isNotConflicting(OpOperand *read, OpOperand *write,
                                    const bufferization::AnalysisState &state) {
  auto isView = [&](Value value) {
    auto step = value.getDefiningOp<StepOp>();
    return step && step.getSource() == getDest() && step.getPosition() == getPosition();
  };
  // True for an operand that is the view, or what was written into it.
  auto comesFromView = [&](OpOperand *operand) {
    return llvm::all_of(state.findValueInReverseUseDefChain(operand, isView), isView);
  };
  if (read == &getDestMutable())
    return comesFromView(write);
  if (write != &getDestMutable())
    return false;
  if (read == &getValueMutable())
    return comesFromView(read);
  return state.areEquivalentBufferizedValues(read->get(), getValue()) &&
         comesFromView(&getValueMutable());
}

LogicalResult InsertStepOp::bufferize(RewriterBase &rewriter,
                                      const bufferization::BufferizationOptions &options,
                                      bufferization::BufferizationState &state) {
  FailureOr<Value> value = bufferization::getBuffer(rewriter, getValue(), options, state);
  FailureOr<Value> dest = bufferization::getBuffer(rewriter, getDest(), options, state);
  if (failed(value) || failed(dest))
    return failure();
  auto type = cast<RankedTensorType>(getValue().getType());
  // A copy onto itself where the value was made in place: it folds.
  Value view =
      StepOp::create(rewriter, getLoc(), MemRefType::get(type.getShape(), type.getElementType()),
                     *dest, getPosition());
  if (failed(options.createMemCpy(rewriter, getLoc(), *value, view)))
    return failure();
  bufferization::replaceOpWithBufferizedValues(rewriter, *this, *dest);
  return success();
}
