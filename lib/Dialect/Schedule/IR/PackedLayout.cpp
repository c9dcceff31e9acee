//===-- PackedLayout.cpp - a blocked layout of a tensor -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Digits: (d floordiv s) mod m in its various spellings. The digits of one
// dimension must be complete, so that each packed place has one source.
//
//===----------------------------------------------------------------------===//
#include "PackedLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dl::schedule;

/// Reads `(d mod modulus) floordiv stride`, also nested.
static std::optional<PackedLayout::Digit> getDigit(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return PackedLayout::Digit{dim.getPosition(), 1, 0};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  std::optional<PackedLayout::Digit> digit = getDigit(binary.getLHS());
  if (!digit || !constant || constant.getValue() < 1 ||
      constant.getValue() > std::numeric_limits<int32_t>::max() ||
      digit->stride > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  int64_t reach = digit->stride * constant.getValue();
  if (digit->modulus != 0 && digit->modulus % reach != 0)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::FloorDiv)
    digit->stride = reach;
  else if (binary.getKind() == AffineExprKind::Mod)
    digit->modulus = reach;
  else
    return std::nullopt;
  return digit;
}

static std::string str(AffineExpr expr) {
  std::string text;
  llvm::raw_string_ostream(text) << expr;
  return text;
}

std::optional<PackedLayout> PackedLayout::get(AffineMap map, ArrayRef<int64_t> shape,
                                              std::string &reason) {
  if (map.getNumSymbols() != 0 || map.getNumDims() != shape.size()) {
    reason = "expected a layout map over " + std::to_string(shape.size()) +
             " dimensions, got one over " + std::to_string(map.getNumDims()) + " and " +
             std::to_string(map.getNumSymbols()) + " symbols";
    return std::nullopt;
  }
  PackedLayout layout;
  layout.map = map;
  for (AffineExpr expr : map.getResults()) {
    std::optional<Digit> digit = getDigit(expr);
    if (!digit) {
      reason = "expected results of a layout map to be a dimension, or its floordiv or mod by "
               "blocks that divide each other, got " +
               str(expr);
      return std::nullopt;
    }
    layout.digits.push_back(*digit);
  }
  layout.packedShape.resize(layout.digits.size());
  layout.inverse.assign(shape.size(), getAffineConstantExpr(0, map.getContext()));
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    SmallVector<unsigned> results;
    for (unsigned i = 0; i < layout.digits.size(); ++i)
      if (layout.digits[i].dim == dim)
        results.push_back(i);
    llvm::sort(results, [&](unsigned a, unsigned b) {
      return layout.digits[a].stride < layout.digits[b].stride;
    });
    // From the innermost digit: each begins where the one before it ends, and
    // the last one has no end.
    int64_t next = 1;
    bool isComplete = !results.empty();
    for (unsigned result : results) {
      Digit &digit = layout.digits[result];
      bool isOutermost = result == results.back();
      if (isOutermost && digit.modulus >= shape[dim])
        digit.modulus = 0;
      isComplete &= digit.stride == next && (digit.modulus == 0) == isOutermost;
      if (!isComplete)
        break;
      next = digit.modulus;
      layout.packedShape[result] =
          isOutermost ? llvm::divideCeil(shape[dim], digit.stride) : digit.modulus / digit.stride;
      layout.inverse[dim] =
          layout.inverse[dim] + getAffineDimExpr(result, map.getContext()) * digit.stride;
      if (isOutermost && shape[dim] % digit.stride != 0)
        layout.paddedDims.push_back(dim);
    }
    if (!isComplete) {
      reason = "expected a layout map in which each place holds one element, but its results "
               "do not determine d" +
               std::to_string(dim);
      return std::nullopt;
    }
  }
  return layout;
}
