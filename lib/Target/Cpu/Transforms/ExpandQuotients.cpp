//===-- ExpandQuotients.cpp - quotients of vectors ------------------------===//
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
// Vectors of integers, which no CPU divides, are divided as floats of twice their width or more: if
// a / b is no integer, it is at least 1 / b away from the next one, which is further than floats of
// that size are from each other, so that the one nearest to it is on the same side.
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

/// With fewer numbers in a vector, they are divided one by one as fast.
static constexpr int64_t leastVectorBytes = 32;

/// The quotient of integers of up to 32 bits, rounded towards zero, by floats.
template <typename ToFloat, typename ToInteger>
static Value divideAsFloats(OpBuilder &builder, Location loc, Value x, Value y) {
  auto type = cast<VectorType>(x.getType());
  bool isShort = type.getElementTypeBitWidth() <= 16;
  Type wide = type.clone(isShort ? Type(builder.getF32Type()) : Type(builder.getF64Type()));
  Value quotient = arith::DivFOp::create(builder, loc, ToFloat::create(builder, loc, wide, x),
                                         ToFloat::create(builder, loc, wide, y));
  return ToInteger::create(builder, loc, type, quotient);
}

/// True for vectors that are not divided by a constant, which LLVM multiplies by.
static bool isOfIntegers(Operation *op) {
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  return type && type.getRank() == 1 && type.getElementType().isInteger() &&
         type.getElementTypeBitWidth() >= 8 && type.getElementTypeBitWidth() <= 32 &&
         !matchPattern(op->getOperand(1), m_Constant());
}

namespace {
struct ExpandQuotientsPass : public dl::cpu::impl::ExpandQuotientsPassBase<ExpandQuotientsPass> {
  using ExpandQuotientsPassBase::ExpandQuotientsPassBase;

  void runOnOperation() override {
    const dl::schedule::VectorRegisters &vector = dl::schedule::getTarget(getOperation())->vector;
    if (vector.fuses)
      getOperation()->walk([&](arith::DivFOp op) {
        OpBuilder builder(op);
        if (std::optional<float> divisor = getDivisor(op.getRhs()))
          replace(op, expand(builder, op, *divisor));
      });
    if (vector.bytes >= leastVectorBytes)
      divideIntegers();
  }

  void divideIntegers() {
    auto divideSigned = divideAsFloats<arith::SIToFPOp, arith::FPToSIOp>;
    auto divideUnsigned = divideAsFloats<arith::UIToFPOp, arith::FPToUIOp>;
    getOperation()->walk([&](Operation *op) {
      bool isRest = isa<arith::RemSIOp, arith::RemUIOp>(op);
      if ((!isRest && !isa<arith::DivSIOp, arith::DivUIOp>(op)) || !isOfIntegers(op))
        return;
      OpBuilder builder(op);
      Location loc = op->getLoc();
      Value x = op->getOperand(0), y = op->getOperand(1);
      bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
      Value result = (isSigned ? divideSigned : divideUnsigned)(builder, loc, x, y);
      if (isRest)
        result =
            arith::SubIOp::create(builder, loc, x, arith::MulIOp::create(builder, loc, result, y));
      replace(op, result);
    });
  }

  void replace(Operation *op, Value result) {
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    ++numExpanded;
  }
};
} // namespace
