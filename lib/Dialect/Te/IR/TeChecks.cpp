//===-- TeChecks.cpp - checks that a run makes ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verification and bufferization of te.check_indices.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"

using namespace mlir;
using namespace dl::te;

LogicalResult CheckIndicesOp::verify() {
  auto type = cast<ShapedType>(getIndices().getType());
  if (!type.getElementType().isSignlessInteger())
    return emitOpError("(I1) expected indices that are integers, got ") << type;
  int64_t count = getExtents().size();
  if (count == 1 ||
      (count > 1 && type.getRank() > 0 &&
       (type.isDynamicDim(type.getRank() - 1) || type.getDimSize(type.getRank() - 1) == count)))
    return success();
  return emitOpError("(I2) expected one extent, or one for each position of the last dim of ")
         << type << ", got " << count;
}

bool CheckIndicesOp::bufferizesToMemoryRead(OpOperand &, const bufferization::AnalysisState &) {
  return true;
}

bool CheckIndicesOp::bufferizesToMemoryWrite(OpOperand &, const bufferization::AnalysisState &) {
  return false;
}

bufferization::AliasingValueList
CheckIndicesOp::getAliasingValues(OpOperand &, const bufferization::AnalysisState &) {
  return {};
}

LogicalResult CheckIndicesOp::bufferize(RewriterBase &rewriter,
                                        const bufferization::BufferizationOptions &options,
                                        bufferization::BufferizationState &state) {
  FailureOr<Value> buffer = bufferization::getBuffer(rewriter, getIndices(), options, state);
  if (failed(buffer))
    return failure();
  rewriter.replaceOpWithNewOp<CheckIndicesOp>(*this, *buffer, getExtents());
  return success();
}
