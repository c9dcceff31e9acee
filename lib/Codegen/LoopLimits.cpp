//===-- LoopLimits.cpp - how far the ends of loops may lie ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the constant among the numbers that an end of a loop is the least or the greatest of.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/LoopLimits.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

static std::optional<int64_t> findConstant(AffineMap map) {
  for (AffineExpr result : map.getResults())
    if (auto known = dyn_cast<AffineConstantExpr>(result))
      return known.getValue();
  return std::nullopt;
}

std::optional<int64_t> dl::codegen::getLimit(Value bound) {
  if (std::optional<int64_t> known = getConstantIntValue(bound))
    return known;
  if (auto least = bound.getDefiningOp<affine::AffineMinOp>())
    return findConstant(least.getMap());
  if (auto greatest = bound.getDefiningOp<affine::AffineMaxOp>())
    return findConstant(greatest.getMap());
  return std::nullopt;
}
