//===-- Interval.cpp - values of index expressions ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Interval.h"

#include "dl/Dialect/Te/IR/Te.h"

using namespace mlir;
using namespace dl::te;
using llvm::DynamicAPInt;

/// Over a box of dims the range of a linear form is exact.
static Interval getLinearInterval(const LinearForm &form, ArrayRef<int64_t> extents) {
  Interval interval = {DynamicAPInt(form.constant), DynamicAPInt(form.constant)};
  for (auto [coefficient, extent] : llvm::zip_equal(form.coefficients, extents)) {
    // The others may have no extent that is known.
    if (coefficient == 0)
      continue;
    DynamicAPInt reach = DynamicAPInt(coefficient) * (extent - 1);
    interval.low += std::min(reach, DynamicAPInt(0));
    interval.high += std::max(reach, DynamicAPInt(0));
  }
  return interval;
}

static Interval getResult(AffineExprKind kind, const Interval &lhs, const Interval &rhs) {
  switch (kind) {
  case AffineExprKind::Add:
    return {lhs.low + rhs.low, lhs.high + rhs.high};
  case AffineExprKind::Mul: {
    auto [low, high] = std::minmax(
        {lhs.low * rhs.low, lhs.low * rhs.high, lhs.high * rhs.low, lhs.high * rhs.high});
    return {low, high};
  }
  case AffineExprKind::Mod:
    if (floorDiv(lhs.low, rhs.low) == floorDiv(lhs.high, rhs.low))
      return {mod(lhs.low, rhs.low), mod(lhs.high, rhs.low)};
    return {DynamicAPInt(0), rhs.low - 1};
  case AffineExprKind::FloorDiv:
    return {floorDiv(lhs.low, rhs.low), floorDiv(lhs.high, rhs.low)};
  default:
    return {ceilDiv(lhs.low, rhs.low), ceilDiv(lhs.high, rhs.low)};
  }
}

std::optional<Interval> dl::te::getInterval(AffineExpr expr, ArrayRef<int64_t> extents) {
  Interval result;
  if (std::optional<LinearForm> form = getLinearForm(expr, extents.size())) {
    result = getLinearInterval(*form, extents);
  } else {
    auto binary = cast<AffineBinaryOpExpr>(expr);
    std::optional<Interval> lhs = getInterval(binary.getLHS(), extents);
    std::optional<Interval> rhs = getInterval(binary.getRHS(), extents);
    bool isDivision =
        expr.getKind() != AffineExprKind::Add && expr.getKind() != AffineExprKind::Mul;
    if (!lhs || !rhs || (isDivision && rhs->low < 1))
      return std::nullopt;
    result = getResult(expr.getKind(), *lhs, *rhs);
  }
  if (result.low < std::numeric_limits<int64_t>::min() ||
      result.high > std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return result;
}

std::optional<Interval> dl::te::getInterval(AffineExpr expr, ValueRange operands,
                                            const AxisScope &scope) {
  SmallVector<int64_t> extents;
  for (auto [dim, operand] : llvm::enumerate(operands)) {
    std::optional<unsigned> axis = scope.getAxis(operand);
    int64_t extent = axis ? scope.extents[*axis] : ShapedType::kDynamic;
    if ((ShapedType::isDynamic(extent) || extent == 0) && expr.isFunctionOfDim(dim))
      return std::nullopt;
    extents.push_back(extent);
  }
  return getInterval(expr, extents);
}
