//===-- ExpandQuotients.cpp - quotients by constants ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-expand-quotients: vectors of f32 divided by a constant b become three operations that
// can begin in each cycle. With r = 1 / b, rounded,
//
//   q = x r,   rest = x - b q,   x / b = q + r rest
//
// is the quotient rounded once (P. Markstein, Computation of Elementary Functions on the IBM RISC
// System/6000 Processor, IBM J. Res. Dev. 34 (1990), theorem 2.1), as long as `rest` is exact:
// where q is not tiny. Where nothing is left, or infinities and NaN leave NaN, q is the quotient.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

namespace dl::cpu {
#define GEN_PASS_DEF_EXPANDQUOTIENTSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// A divisor of which the reciprocal, and products with it, are as exact as they can be.
static std::optional<float> getDivisor(Value value) {
  SplatElementsAttr splat;
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || type.getRank() != 1 || !type.getElementType().isF32() ||
      !matchPattern(value, m_Constant(&splat)))
    return std::nullopt;
  float divisor = splat.getSplatValue<APFloat>().convertToFloat();
  return std::isnormal(divisor) && std::abs(std::ilogb(divisor)) <= 64 ? std::optional(divisor)
                                                                       : std::nullopt;
}

static Value expand(OpBuilder &builder, arith::DivFOp op, float divisor) {
  Location loc = op.getLoc();
  auto splat = [&](float number) -> Value {
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(cast<ShapedType>(op.getType()), number));
  };
  Value x = op.getLhs(), reciprocal = splat(1 / divisor);
  Value quotient = arith::MulFOp::create(builder, loc, x, reciprocal);
  // Powers of two have exact reciprocals.
  if (int exponent; std::frexp(std::abs(divisor), &exponent) == 0.5f)
    return quotient;
  Value rest = math::FmaOp::create(builder, loc, quotient, splat(-divisor), x);
  Value isLeft = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ONE, rest, splat(0));
  Value sum = math::FmaOp::create(builder, loc, rest, reciprocal, quotient);
  return arith::SelectOp::create(builder, loc, isLeft, sum, quotient);
}

namespace {
struct ExpandQuotientsPass : public dl::cpu::impl::ExpandQuotientsPassBase<ExpandQuotientsPass> {
  using ExpandQuotientsPassBase::ExpandQuotientsPassBase;

  void runOnOperation() override {
    if (!dl::schedule::getTarget(getOperation())->vector.fuses)
      return;
    getOperation()->walk([&](arith::DivFOp op) {
      std::optional<float> divisor = getDivisor(op.getRhs());
      if (!divisor)
        return;
      OpBuilder builder(op);
      op.replaceAllUsesWith(expand(builder, op, *divisor));
      op.erase();
      ++numExpanded;
    });
  }
};
} // namespace
