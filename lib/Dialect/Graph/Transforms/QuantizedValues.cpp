//===-- QuantizedValues.cpp - what quantize and dequantize became ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "QuantizedValues.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Reference/GraphInterpreter.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

std::optional<Tensor> dl::graph::evaluateConstant(Value value, int64_t maxElements) {
  Operation *op = value.getDefiningOp();
  if (!op || !getType(value).hasStaticShape() || getType(value).getNumElements() > maxElements)
    return std::nullopt;
  if (auto constant = dyn_cast<ConstantOp>(op))
    return getTensor(constant.getValue());
  if (!isa<CastOp, ReshapeOp, SubOp, MulOp>(op))
    return std::nullopt;
  SmallVector<Tensor> operands;
  for (Value operand : op->getOperands()) {
    std::optional<Tensor> number = evaluateConstant(operand, maxElements);
    if (!number)
      return std::nullopt;
    operands.push_back(std::move(*number));
  }
  auto results = reference::evaluateGraphOp(op, operands);
  if (failed(results))
    return std::nullopt;
  return results->front();
}

/// What a cast to numbers of this type is of; null where the value is none.
static Value getCastOperand(Value value, Type type) {
  auto op = value.getDefiningOp<CastOp>();
  return op && getType(value).getElementType() == type ? op.getX() : Value();
}

/// The numbers of a scale or zero point that broadcasts to `type` along one axis at most.
static std::optional<Tensor> getNumbers(Value value, RankedTensorType type, int64_t &axis) {
  RankedTensorType own = getType(value);
  if (!own.hasStaticShape())
    return std::nullopt;
  int64_t first = type.getRank() - own.getRank();
  if (own.getNumElements() != 1)
    for (auto [dim, extent] : llvm::enumerate(own.getShape())) {
      if (extent == 1)
        continue;
      if (extent != own.getNumElements())
        return std::nullopt;
      axis = first + int64_t(dim);
    }
  return evaluateConstant(value);
}

std::optional<DequantizedValue> dl::graph::matchDequantized(Value value) {
  auto product = value.getDefiningOp<MulOp>();
  RankedTensorType type = getType(value);
  if (!product || !type.getElementType().isF32() || !type.hasStaticShape())
    return std::nullopt;
  Type wide = IntegerType::get(value.getContext(), 32);
  for (unsigned number : {0, 1}) {
    DequantizedValue found;
    Value centred = getCastOperand(product->getOperand(number), type.getElementType());
    if (!centred)
      continue;
    int64_t scaleAxis = -1, zeroAxis = -1;
    std::optional<Tensor> scales = getNumbers(product->getOperand(1 - number), type, scaleAxis);
    if (!scales)
      continue;
    for (int64_t i = 0; i < scales->getNumElements(); ++i)
      found.scales.push_back(scales->getAsDouble(i));
    found.zeroPoints.push_back(0);
    if (auto difference = centred.getDefiningOp<SubOp>()) {
      std::optional<Tensor> zeros = getNumbers(difference->getOperand(1), type, zeroAxis);
      if (!zeros)
        continue;
      found.zeroPoints.clear();
      for (int64_t i = 0; i < zeros->getNumElements(); ++i)
        found.zeroPoints.push_back(int64_t(zeros->getAsDouble(i)));
      centred = difference->getOperand(0);
    }
    if (Value bytes = getCastOperand(centred, wide))
      centred = bytes;
    if (scaleAxis >= 0 && zeroAxis >= 0 && scaleAxis != zeroAxis)
      continue;
    found.axis = std::max<int64_t>(0, std::max(scaleAxis, zeroAxis));
    found.bytes = centred;
    if (getType(centred).getElementType().isInteger(8) &&
        getType(centred).getShape() == type.getShape())
      return found;
  }
  return std::nullopt;
}

/// The operand beside a constant of one number, which is set; null for other operators.
template <typename OpTy> static Value matchWithNumber(Value value, double &number) {
  auto op = value.getDefiningOp<OpTy>();
  if (!op)
    return {};
  std::optional<Tensor> constant =
      getType(op.getRhs()).hasStaticShape() && getType(op.getRhs()).getNumElements() == 1
          ? evaluateConstant(op.getRhs())
          : std::nullopt;
  if (!constant)
    return {};
  number = constant->getAsDouble(0);
  return op.getLhs();
}

std::optional<QuantizedValue> dl::graph::matchQuantized(Value bytes) {
  Type element = getType(bytes).getElementType();
  if (!element.isInteger(8))
    return std::nullopt;
  QuantizedValue found;
  double low = 0, high = 0, zeroPoint = 0;
  auto narrowed = bytes.getDefiningOp<CastOp>();
  Value value = narrowed ? narrowed.getX() : Value();
  if (!value || !getType(value).getElementType().isF32())
    return std::nullopt;
  value = matchWithNumber<MinimumOp>(value, high);
  value = value ? matchWithNumber<MaximumOp>(value, low) : value;
  if (!value)
    return std::nullopt;
  bool isUnsigned = element.isUnsignedInteger();
  if (low != (isUnsigned ? 0 : -128) || high != (isUnsigned ? 255 : 127))
    return std::nullopt;
  if (Value rest = matchWithNumber<AddOp>(value, zeroPoint))
    value = rest;
  auto rounded = value.getDefiningOp<RoundOp>();
  found.source = rounded ? matchWithNumber<DivOp>(rounded.getX(), found.scale) : Value();
  found.zeroPoint = int64_t(zeroPoint);
  if (!found.source || !(found.scale > 0))
    return std::nullopt;
  return found;
}
