//===-- WholeNumbers.cpp - floats that are integers -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements WholeNumbers.h.
//
//===----------------------------------------------------------------------===//
#include "WholeNumbers.h"

#include "mlir/IR/Matchers.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace dl::graph;

std::optional<double> dl::graph::getInteger(Value value) {
  SplatElementsAttr splat;
  if (!matchPattern(value, m_Constant(&splat)))
    return std::nullopt;
  Type type = splat.getElementType();
  double number = 0;
  if (type.isF32())
    number = splat.getSplatValue<APFloat>().convertToFloat();
  else if (type.isSignlessInteger(32))
    number = static_cast<double>(splat.getSplatValue<APInt>().getSExtValue());
  else
    return std::nullopt;
  return std::trunc(number) == number && std::abs(number) <= 256 ? std::optional(number)
                                                                 : std::nullopt;
}

bool dl::graph::isRearrangement(Operation *op) { return isa<ReshapeOp, TransposeOp>(op); }

/// The numbers of an integer type of at most 16 bits.
static std::optional<NumberRange> getRange(IntegerType type) {
  constexpr unsigned mostBits = 16;
  if (type.getWidth() > mostBits || type.getWidth() < 2)
    return std::nullopt;
  double numbers = std::ldexp(1.0, static_cast<int>(type.getWidth()));
  return type.isUnsignedInteger() ? NumberRange{0, numbers - 1}
                                  : NumberRange{-numbers / 2, numbers / 2 - 1};
}

/// The same with operations that bound nothing, as rounding.
static std::optional<NumberRange> getAnyRange(Value value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Operation *op = value.getDefiningOp();
  auto type = dyn_cast<IntegerType>(cast<RankedTensorType>(value.getType()).getElementType());
  if (std::optional<NumberRange> range = type ? getRange(type) : std::nullopt)
    return range;
  if (!op)
    return std::nullopt;
  if (isa<RoundOp>(op))
    return NumberRange{-infinity, infinity};
  if (isRearrangement(op))
    return getAnyRange(op->getOperand(0));
  double number = 0;
  auto move = [&](Value other, double by) -> std::optional<NumberRange> {
    std::optional<NumberRange> range = getAnyRange(other);
    return range ? std::optional(NumberRange{range->low + by, range->high + by}) : std::nullopt;
  };
  auto clamp = [&](Value other, double low, double high) -> std::optional<NumberRange> {
    std::optional<NumberRange> range = getAnyRange(other);
    return range ? std::optional(NumberRange{std::clamp(range->low, low, high),
                                             std::clamp(range->high, low, high)})
                 : std::nullopt;
  };
  if (Value other = matchWithInteger<MaximumOp>(value, number))
    return clamp(other, number, infinity);
  if (Value other = matchWithInteger<MinimumOp>(value, number))
    return clamp(other, -infinity, number);
  if (Value other = matchWithInteger<AddOp>(value, number))
    return move(other, number);
  if (auto difference = dyn_cast<SubOp>(op)) {
    std::optional<double> less = getInteger(difference->getOperand(1));
    Value other = difference->getOperand(0);
    return less && other.getType() == value.getType() ? move(other, -*less) : std::nullopt;
  }
  // Other types than these round, or wrap what is negative.
  Type to = cast<RankedTensorType>(value.getType()).getElementType();
  auto widened = dyn_cast<CastOp>(op);
  bool keepsNumbers = to.isF32() || to.isSignlessInteger(32) || to.isSignlessInteger(64);
  if (!widened || !keepsNumbers ||
      !isa<IntegerType>(cast<RankedTensorType>(widened.getX().getType()).getElementType()))
    return std::nullopt;
  return getAnyRange(widened.getX());
}

std::optional<NumberRange> dl::graph::getWholeRange(Value value) {
  std::optional<NumberRange> range = getAnyRange(value);
  return range && std::isfinite(range->low) && std::isfinite(range->high) ? range : std::nullopt;
}
