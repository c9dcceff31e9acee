//===-- WrittenTensors.cpp - which tensor a value is a version of ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WrittenTensors.h.
//
//===----------------------------------------------------------------------===//
#include "WrittenTensors.h"

#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace dl;

Value dl::codegen::getWrittenTensor(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return nullptr;
  Operation *op = result.getOwner();
  if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
    return destinationStyle.getTiedOpOperand(result)->get();
  if (auto call = dyn_cast<te::ExternOp>(op))
    return call.getDestinations()[result.getResultNumber()];
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    if (OpOperand *init = loop.getTiedLoopInit(result))
      return init->get();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getDest();
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return cast.getSource();
  return nullptr;
}

bool dl::codegen::isWrittenInto(Value value, Value tensor) {
  while (value && value != tensor)
    value = getWrittenTensor(value);
  return static_cast<bool>(value);
}

dl::codegen::Origin dl::codegen::getOrigin(Value value, llvm::function_ref<bool(Value)> isEnd) {
  Origin origin{value};
  while (!isEnd(origin.value)) {
    auto slice = origin.value.getDefiningOp<tensor::ExtractSliceOp>();
    Value before = slice ? slice.getSource() : getWrittenTensor(origin.value);
    if (!before)
      break;
    origin.isPart |= static_cast<bool>(slice);
    origin.value = before;
  }
  return origin;
}
