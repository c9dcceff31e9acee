//===-- StageSizes.cpp - sizes that a kernel computes -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See StageSizes.h.
//
//===----------------------------------------------------------------------===//
#include "StageSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl::graph;

int64_t dl::graph::staticSize(OpFoldResult size) {
  return getConstantIntValue(size).value_or(ShapedType::kDynamic);
}

Value SizeBuilder::value(OpFoldResult size) {
  if (auto known = dyn_cast<Value>(size))
    return known;
  return arith::ConstantIndexOp::create(builder, loc, *getConstantIntValue(size));
}

OpFoldResult SizeBuilder::dim(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return number(type.getDimSize(dim));
  return tensor::DimOp::create(builder, loc, tensor, dim).getResult();
}

SmallVector<OpFoldResult> SizeBuilder::dims(Value tensor) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < cast<RankedTensorType>(tensor.getType()).getRank(); ++i)
    sizes.push_back(dim(tensor, i));
  return sizes;
}

OpFoldResult SizeBuilder::linear(OpFoldResult size, int64_t factor, int64_t offset) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return number(*known * factor + offset);
  Value result = cast<Value>(size);
  if (factor != 1)
    result = arith::MulIOp::create(builder, loc, result, value(number(factor)));
  if (offset != 0)
    result = arith::AddIOp::create(builder, loc, result, value(number(offset)));
  return result;
}

OpFoldResult SizeBuilder::divide(OpFoldResult size, int64_t offset, int64_t divisor) {
  OpFoldResult sum = linear(size, 1, offset);
  if (std::optional<int64_t> known = getConstantIntValue(sum))
    return number(llvm::divideFloorSigned(*known, divisor));
  if (divisor == 1)
    return sum;
  return arith::DivUIOp::create(builder, loc, cast<Value>(sum), value(number(divisor))).getResult();
}

OpFoldResult SizeBuilder::add(OpFoldResult lhs, OpFoldResult rhs) {
  if (std::optional<int64_t> known = getConstantIntValue(rhs))
    return linear(lhs, 1, *known);
  if (std::optional<int64_t> known = getConstantIntValue(lhs))
    return linear(rhs, 1, *known);
  return arith::AddIOp::create(builder, loc, cast<Value>(lhs), cast<Value>(rhs)).getResult();
}

OpFoldResult SizeBuilder::multiply(OpFoldResult lhs, OpFoldResult rhs) {
  if (std::optional<int64_t> known = getConstantIntValue(rhs))
    return linear(lhs, *known, 0);
  if (std::optional<int64_t> known = getConstantIntValue(lhs))
    return linear(rhs, *known, 0);
  return arith::MulIOp::create(builder, loc, cast<Value>(lhs), cast<Value>(rhs)).getResult();
}

OpFoldResult SizeBuilder::windows(OpFoldResult size, const Window &window, bool ceilMode) {
  int64_t stride = window.stride, room = window.padBegin + window.padEnd - window.span();
  // One more than the steps: what is divided is not negative where a window fits.
  if (!ceilMode)
    return divide(size, room + stride, stride);
  // Rounded up, unless the last window would start behind the input.
  return divide(size, std::min(room + stride - 1, window.padBegin - 1) + stride, stride);
}
