//===-- TeExtern.cpp - te.extern -----------------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verification, effects and bufferization of te.extern.
//
//===----------------------------------------------------------------------===//
#include "AxisSyntax.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dl::te;

LogicalResult ExternOp::verify() {
  if (failed(verifyNames(*this, getStage(), Builder(getContext()).getArrayAttr({}), "E1")))
    return failure();
  StringRef callee = getCallee();
  if (callee.empty() || llvm::isDigit(callee[0]) ||
      !llvm::all_of(callee, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return emitOpError("(E1) expected the function's name to be a C identifier, got '")
           << callee << "'";
  for (Type type : llvm::concat<const Type>(getOperandTypes(), getResultTypes()))
    if (!cast<ShapedType>(type).hasStaticShape())
      return emitOpError("(E2) expected static shapes, got ")
             << type << "; the function is given no sizes";
  if (getNumResults() == 0 && getDestinations().empty())
    return emitOpError("(E3) expected a result or a destination: the call would do nothing");
  if (getNumResults() > 0 && !getDestinations().empty() &&
      !llvm::equal(getDestinations().getTypes(), getResultTypes()))
    return emitOpError("(E4) expected no destinations, or one for each of the ")
           << getNumResults() << " results, of its type";
  return success();
}

void ExternOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  for (OpOperand &operand : (*this)->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    bool isRead = operand.getOperandNumber() < getInputs().size();
    effects.emplace_back(isRead ? static_cast<MemoryEffects::Effect *>(MemoryEffects::Read::get())
                                : MemoryEffects::Write::get(),
                         &operand);
  }
}

bool ExternOp::bufferizesToMemoryRead(OpOperand &operand, const bufferization::AnalysisState &) {
  return operand.getOperandNumber() < getInputs().size();
}

bool ExternOp::bufferizesToMemoryWrite(OpOperand &operand, const bufferization::AnalysisState &) {
  return operand.getOperandNumber() >= getInputs().size();
}

bufferization::AliasingValueList ExternOp::getAliasingValues(OpOperand &operand,
                                                             const bufferization::AnalysisState &) {
  unsigned numInputs = getInputs().size();
  if (operand.getOperandNumber() < numInputs)
    return {};
  return {{(*this)->getResult(operand.getOperandNumber() - numInputs),
           bufferization::BufferRelation::Equivalent}};
}

LogicalResult ExternOp::bufferize(RewriterBase &rewriter,
                                  const bufferization::BufferizationOptions &options,
                                  bufferization::BufferizationState &state) {
  if (getNumResults() != getDestinations().size())
    return emitOpError(
        "(E5) requires destinations to become a call on buffers; run schedule-apply");
  SmallVector<Value> inputs, destinations;
  for (OpOperand &operand : (*this)->getOpOperands()) {
    FailureOr<Value> buffer = bufferization::getBuffer(rewriter, operand.get(), options, state);
    if (failed(buffer))
      return failure();
    (operand.getOperandNumber() < getInputs().size() ? inputs : destinations).push_back(*buffer);
  }
  ExternOp::create(rewriter, getLoc(), TypeRange(), getStageAttr(), getCalleeAttr(), inputs,
                   destinations);
  bufferization::replaceOpWithBufferizedValues(rewriter, *this, destinations);
  return success();
}

//===----------------------------------------------------------------------===//
// Interface of stages
//===----------------------------------------------------------------------===//

WhyUnscheduled ExternOp::getWhyUnscheduled() {
  return {"what a C function does is not known",
          "schedule the stages that it takes and those that read it"};
}

bool ExternOp::isPlaced() { return !getDestinations().empty(); }
