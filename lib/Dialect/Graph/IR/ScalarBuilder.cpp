//===-- ScalarBuilder.cpp - arithmetic on numbers of any type ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of scalar arith and math operations.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl::graph;

static bool isFloat(Value value) { return isa<FloatType>(value.getType()); }

bool ScalarBuilder::isHalf(Type type) { return type.isF16() || type.isBF16(); }

Value ScalarBuilder::widen(Value x) {
  if (!isHalf(x.getType()))
    return x;
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), x);
}

Value ScalarBuilder::constant(Type type, double value) {
  if (isHalf(type))
    type = builder.getF32Type();
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, value));
  return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, int64_t(value)));
}

#define BINARY(NAME, FLOAT_OP, SIGNED_OP, UNSIGNED_OP)                                             \
  Value ScalarBuilder::NAME(Value x, Value y) {                                                    \
    x = widen(x), y = widen(y);                                                                    \
    if (isFloat(x))                                                                                \
      return FLOAT_OP::create(builder, loc, x, y);                                                 \
    if (isUnsigned)                                                                                \
      return UNSIGNED_OP::create(builder, loc, x, y);                                              \
    return SIGNED_OP::create(builder, loc, x, y);                                                  \
  }
BINARY(add, arith::AddFOp, arith::AddIOp, arith::AddIOp)
BINARY(sub, arith::SubFOp, arith::SubIOp, arith::SubIOp)
BINARY(mul, arith::MulFOp, arith::MulIOp, arith::MulIOp)
BINARY(maximum, arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp)
BINARY(minimum, arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp)
#undef BINARY

/// What is divided by in place of y, so that nothing traps: y, but 1 for 0 and, where numbers are
/// signed, for -1, by which the smallest number has no quotient.
static Value getDivisor(ScalarBuilder &b, Value y, bool isUnsigned) {
  llvm::APInt known;
  if (matchPattern(y, m_ConstantInt(&known)) && !known.isZero() &&
      (isUnsigned || !known.isAllOnes()))
    return y;
  Value traps = b.equal(y, b.constant(y, 0));
  if (!isUnsigned)
    traps = b.bitOr(traps, b.equal(y, b.constant(y, -1)));
  return b.select(traps, b.constant(y, 1), y);
}

Value ScalarBuilder::div(Value x, Value y) {
  x = widen(x), y = widen(y);
  if (isFloat(x))
    return arith::DivFOp::create(builder, loc, x, y);
  Value divisor = getDivisor(*this, y, isUnsigned);
  Value quotient = isUnsigned ? Value(arith::DivUIOp::create(builder, loc, x, divisor))
                              : arith::DivSIOp::create(builder, loc, x, divisor);
  if (divisor == y)
    return quotient;
  // By 0 it is 0, as numpy has it, and by -1 it wraps.
  Value zero = constant(y, 0);
  if (!isUnsigned)
    quotient = select(equal(y, constant(y, -1)), sub(zero, x), quotient);
  return select(equal(y, zero), zero, quotient);
}

Value ScalarBuilder::truncMod(Value x, Value y) {
  x = widen(x), y = widen(y);
  if (isFloat(x))
    return arith::RemFOp::create(builder, loc, x, y);
  // By 0, as by 1 and by -1, nothing is left.
  Value divisor = getDivisor(*this, y, isUnsigned);
  if (isUnsigned)
    return arith::RemUIOp::create(builder, loc, x, divisor);
  return arith::RemSIOp::create(builder, loc, x, divisor);
}

Value ScalarBuilder::floorMod(Value x, Value y) {
  x = widen(x), y = widen(y);
  Value rest = truncMod(x, y);
  if (isUnsigned && !isFloat(x))
    return rest;
  // A rest that is not 0 and has another sign than y is moved by y.
  Value zero = constant(x, 0);
  Value differs = bitXor(less(rest, zero), less(y, zero));
  Value moves = bitAnd(differs, bitNot(equal(rest, zero)));
  return select(moves, add(rest, y), rest);
}

Value ScalarBuilder::neg(Value x) {
  x = widen(x);
  if (isFloat(x))
    return arith::NegFOp::create(builder, loc, x);
  return arith::SubIOp::create(builder, loc, constant(x, 0), x);
}

Value ScalarBuilder::abs(Value x) {
  x = widen(x);
  if (isFloat(x))
    return math::AbsFOp::create(builder, loc, x);
  if (isUnsigned)
    return x;
  return math::AbsIOp::create(builder, loc, x);
}

Value ScalarBuilder::sign(Value x) {
  x = widen(x);
  Value zero = constant(x, 0), one = constant(x, 1);
  Value positive = select(less(zero, x), one, zero);
  if (isUnsigned && !isFloat(x))
    return positive;
  // A NaN stays one.
  Value rest = isFloat(x) ? select(isNan(x), x, positive) : positive;
  return select(less(x, zero), neg(one), rest);
}

#define UNARY(NAME, OP)                                                                            \
  Value ScalarBuilder::NAME(Value x) { return OP::create(builder, loc, widen(x)); }
UNARY(acos, math::AcosOp)
UNARY(acosh, math::AcoshOp)
UNARY(asin, math::AsinOp)
UNARY(asinh, math::AsinhOp)
UNARY(atan, math::AtanOp)
UNARY(atanh, math::AtanhOp)
UNARY(ceil, math::CeilOp)
UNARY(cos, math::CosOp)
UNARY(cosh, math::CoshOp)
UNARY(erf, math::ErfOp)
UNARY(erfc, math::ErfcOp)
UNARY(exp, math::ExpOp)
UNARY(expm1, math::ExpM1Op)
UNARY(floor, math::FloorOp)
UNARY(log, math::LogOp)
UNARY(log1p, math::Log1pOp)
UNARY(roundEven, math::RoundEvenOp)
UNARY(sin, math::SinOp)
UNARY(sinh, math::SinhOp)
UNARY(sqrt, math::SqrtOp)
UNARY(tan, math::TanOp)
UNARY(tanh, math::TanhOp)
#undef UNARY

Value ScalarBuilder::approximateExp(Value x) {
  x = widen(x);
  return x.getType().isF64()
             ? exp(x)
             : Value(math::ExpOp::create(builder, loc, x, arith::FastMathFlags::afn));
}

Value ScalarBuilder::sigmoid(Value x) {
  // exp(x) / (1 + exp(x)) keeps all digits of small results; from 40 on it is 1.
  Value one = constant(x, 1), most = constant(x, 40);
  Value power = exp(select(less(most, x), most, x));
  return div(power, add(power, one));
}

Value ScalarBuilder::swish(Value x, Value scaled) {
  // Of two square roots of the power: x times the whole one may be a number where the
  // power is too small for one.
  Value root = exp(mul(scaled, constant(x, 0.5)));
  Value rest = div(root, add(mul(root, root), constant(x, 1)));
  return select(less(constant(x, 40), scaled), x, mul(mul(x, root), rest));
}

Value ScalarBuilder::multiplyAdd(Value x, Value y, Value z) {
  x = widen(x), y = widen(y), z = widen(z);
  return x.getType().isF64() ? Value(math::FmaOp::create(builder, loc, x, y, z))
                             : add(mul(x, y), z);
}

Value ScalarBuilder::mish(Value x) {
  if (x.getType().isF64()) {
    // A root's error counts twice: it is taken only where the power is no normal number.
    Value root = exp(mul(x, constant(x, 0.5))), power = exp(x), two = constant(x, 2);
    Value product = mul(power, add(power, two));
    Value usual = mul(x, div(product, add(product, two)));
    Value tail = mul(mul(x, root), root);
    return select(less(constant(x, 20), x), x, select(less(x, constant(x, -700)), tail, usual));
  }
  // tanh(log(1 + p)) = p (p + 2) / (p (p + 2) + 2), with a root of p apart as in swish.
  Value root = exp(mul(x, constant(x, 0.5))), power = mul(root, root);
  Value two = constant(x, 2), next = add(power, two);
  Value rest = div(mul(root, next), add(mul(power, next), two));
  return select(less(constant(x, 20), x), x, mul(mul(x, root), rest));
}

Value ScalarBuilder::gelu(Value x) {
  // (1 + erf(y)) / 2 = erfc(-y) / 2, where nothing cancels.
  constexpr double root = -0.70710678118654752, rest = 4.833646656726457e-17;
  x = widen(x);
  Value half = mul(x, constant(x, 0.5)), y = mul(x, constant(x, root));
  if (!x.getType().isF64()) {
    // The rounding of y costs some of the tail's digits already.
    Value tail = math::ErfcOp::create(builder, loc, y, arith::FastMathFlags::afn);
    return mul(half, tail);
  }
  // What rounding took from y, times the tail's derivative.
  Value tail = erfc(y), zero = constant(x, 0);
  Value lost = add(multiplyAdd(x, constant(x, root), neg(y)), mul(x, constant(x, rest)));
  Value moved = sub(tail, mul(mul(mul(tail, y), constant(x, 2)), lost));
  return mul(half, select(less(zero, y), moved, tail));
}

Value ScalarBuilder::geluByTanh(Value x) {
  // (1 + tanh(u)) / 2 = sigmoid(2 u), where nothing cancels.
  constexpr double scale = 1.59576912160573072, cubic = 0.044715 * scale;
  Value factor = add(mul(mul(x, x), constant(x, cubic)), constant(x, scale));
  return mul(x, sigmoid(mul(x, factor)));
}

Value ScalarBuilder::isNan(Value x) {
  x = widen(x);
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, x, x);
}

Value ScalarBuilder::bitAnd(Value x, Value y) { return arith::AndIOp::create(builder, loc, x, y); }
Value ScalarBuilder::bitOr(Value x, Value y) { return arith::OrIOp::create(builder, loc, x, y); }
Value ScalarBuilder::bitXor(Value x, Value y) { return arith::XOrIOp::create(builder, loc, x, y); }
Value ScalarBuilder::bitNot(Value x) { return bitXor(x, constant(x, -1)); }
Value ScalarBuilder::flipTopBit(Value x) {
  auto type = llvm::cast<IntegerType>(x.getType());
  auto top = IntegerAttr::get(type, APInt::getSignMask(type.getWidth()));
  return bitXor(x, arith::ConstantOp::create(builder, loc, top));
}

/// A shift by the width or more is poison below: the distance is bounded first.
static Value selectShift(OpBuilder &builder, Location loc, Value y, Value zero,
                         llvm::function_ref<Value(Value)> shift) {
  int64_t width = y.getType().getIntOrFloatBitWidth();
  Value bound = arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(y.getType(), width));
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, y, bound);
  Value distance = arith::SelectOp::create(builder, loc, inside, y, zero);
  return arith::SelectOp::create(builder, loc, inside, shift(distance), zero);
}

Value ScalarBuilder::shiftLeft(Value x, Value y) {
  return selectShift(builder, loc, y, constant(x, 0), [&](Value distance) -> Value {
    return arith::ShLIOp::create(builder, loc, x, distance);
  });
}

Value ScalarBuilder::shiftRight(Value x, Value y) {
  if (isUnsigned)
    return selectShift(builder, loc, y, constant(x, 0), [&](Value distance) -> Value {
      return arith::ShRUIOp::create(builder, loc, x, distance);
    });
  // By all bits but the sign there is nothing else left.
  int64_t width = x.getType().getIntOrFloatBitWidth();
  Value last = constant(x, width - 1);
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, y, last);
  return arith::ShRSIOp::create(builder, loc, x, select(inside, y, last));
}

#define COMPARISON(NAME, FLOAT, SIGNED, UNSIGNED)                                                  \
  Value ScalarBuilder::NAME(Value x, Value y) {                                                    \
    x = widen(x), y = widen(y);                                                                    \
    if (isFloat(x))                                                                                \
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::FLOAT, x, y);               \
    bool noSign = isUnsigned || x.getType().isInteger(1);                                          \
    return arith::CmpIOp::create(                                                                  \
        builder, loc, noSign ? arith::CmpIPredicate::UNSIGNED : arith::CmpIPredicate::SIGNED, x,   \
        y);                                                                                        \
  }
COMPARISON(equal, OEQ, eq, eq)
COMPARISON(less, OLT, slt, ult)
COMPARISON(lessOrEqual, OLE, sle, ule)
#undef COMPARISON

Value ScalarBuilder::select(Value condition, Value x, Value y) {
  return arith::SelectOp::create(builder, loc, condition, widen(x), widen(y));
}

Value ScalarBuilder::flag(Value x) {
  if (x.getType().isInteger(1))
    return x;
  Value zero = constant(x, 0);
  if (isFloat(x))
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, widen(x), zero);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, x, zero);
}

/// An f64 as f32, where what is no f32 takes the neighbour whose last bit is set. Rounded
/// again, to a type of fewer digits, it is as if it had been rounded once.
Value ScalarBuilder::roundToOdd(Value x) {
  Type integer = builder.getI32Type();
  Value nearest = arith::TruncFOp::create(builder, loc, builder.getF32Type(), x);
  Value exact = arith::ExtFOp::create(builder, loc, x.getType(), nearest);
  Value bits = arith::BitcastOp::create(builder, loc, integer, nearest);
  Value one = constant(integer, 1);
  Value towardsZero = select(less(abs(x), abs(exact)), sub(bits, one), bits);
  Value isInexact = bitOr(less(x, exact), less(exact, x));
  Value odd = select(isInexact, bitOr(towardsZero, one), bits);
  return arith::BitcastOp::create(builder, loc, nearest.getType(), odd);
}

Value ScalarBuilder::convert(Value x, Type type, bool toUnsigned) {
  Type from = x.getType();
  if (from == type)
    return x;
  if (type.isInteger(1))
    return flag(x);
  bool fromUnsigned = isUnsigned || from.isInteger(1);
  auto toFloat = dyn_cast<FloatType>(type);
  if (isFloat(x) && toFloat) {
    if (isHalf(from) && isHalf(type))
      return convert(widen(x), type);
    // Machines narrow f32 to 16 bits; from f64 it would be a call of the compiler's library.
    if (from.isF64() && isHalf(type))
      x = roundToOdd(x);
    if (x.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(builder, loc, type, x);
    return arith::TruncFOp::create(builder, loc, type, x);
  }
  if (isFloat(x)) {
    // Narrow integers by way of wide ones: what does not fit wraps.
    unsigned width = std::max(type.getIntOrFloatBitWidth(), 32u);
    // Only numbers of 32 bits without a sign need more than 32 bits with one, of which processors
    // make vectors.
    bool isTwice = toUnsigned && type.isInteger(32);
    Type wide = builder.getIntegerType(isTwice ? 64 : width);
    x = widen(x);
    Value integer;
    if (toUnsigned && width == 64)
      integer = arith::FPToUIOp::create(builder, loc, wide, x);
    else
      integer = arith::FPToSIOp::create(builder, loc, wide, x);
    return convert(integer, type);
  }
  if (toFloat) {
    Type wide = isHalf(type) ? Type(builder.getF32Type()) : type;
    Value number;
    if (fromUnsigned)
      number = arith::UIToFPOp::create(builder, loc, wide, x);
    else
      number = arith::SIToFPOp::create(builder, loc, wide, x);
    return convert(number, type);
  }
  if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, loc, type, x);
  if (fromUnsigned)
    return arith::ExtUIOp::create(builder, loc, type, x);
  return arith::ExtSIOp::create(builder, loc, type, x);
}

Value ScalarBuilder::bitcast(Value x, Type type) {
  Type bits = builder.getIntegerType(std::max(x.getType().getIntOrFloatBitWidth(), 8u));
  if (isFloat(x))
    x = arith::BitcastOp::create(builder, loc, bits, x);
  else if (x.getType() != bits)
    x = arith::ExtUIOp::create(builder, loc, bits, x);
  return isa<FloatType>(type) ? arith::BitcastOp::create(builder, loc, type, x) : x;
}

Value ScalarBuilder::index(Value x) {
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), x);
}
