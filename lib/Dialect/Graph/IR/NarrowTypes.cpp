//===-- NarrowTypes.cpp - floats of 8 bits and less -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types that elements are stored in and not computed with: floats of 4 and 8 bits,
// integers of 2 and 4. An element is the low bits of a byte. Conversions are integer
// arithmetic on the bits, which vectorizes as all else.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"
#include "dl/Support/Tensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace dl::graph;

namespace {
/// The format of a float type of at most 8 bits, as numbers.
struct Format {
  explicit Format(FloatType type) : width(type.getWidth()) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    digits = APFloat::semanticsPrecision(semantics) - 1;
    minExponent = APFloat::semanticsMinExponent(semantics);
    largest = getBits(APFloat::getLargest(semantics));
    hasInfinity = APFloat::semanticsHasInf(semantics);
    hasNan = APFloat::semanticsHasNaN(semantics);
    infinity = hasInfinity ? getBits(APFloat::getInf(semantics)) : 0;
    nan = hasNan ? getBits(APFloat::getNaN(semantics)) : getSign();
  }
  static int64_t getBits(const APFloat &value) { return value.bitcastToAPInt().getZExtValue(); }

  int64_t getSign() const { return int64_t(1) << (width - 1); }
  int64_t getBias() const { return 1 - minExponent; }
  /// True if NaN has the bits of -0, which then is none.
  bool hasNanAtMinusZero() const { return hasNan && nan == getSign(); }
  /// How far digits stand below those of f32.
  int64_t getShift() const { return 23 - digits; }

  int64_t width, digits, minExponent, largest, infinity, nan;
  bool hasInfinity, hasNan;
};

/// The bits of 2^-127 in f32, the least power of two of 8 bits.
constexpr int64_t leastPower = 0x400000;

/// Integer arithmetic on the bits of f32 numbers.
class Bits {
public:
  Bits(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value number(int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(value));
  }
  Value real(float value) {
    return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(value));
  }
  template <typename OpTy> Value make(Value x, Value y) { return OpTy::create(builder, loc, x, y); }
  template <typename OpTy> Value make(Value x, int64_t y) { return make<OpTy>(x, number(y)); }
  Value toFloat(Value x) { return arith::BitcastOp::create(builder, loc, builder.getF32Type(), x); }
  Value toBits(Value x) { return arith::BitcastOp::create(builder, loc, builder.getI32Type(), x); }
  Value isEqual(Value x, int64_t y) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, x, number(y));
  }
  Value isAbove(Value x, int64_t y) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, x, number(y));
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(builder, loc, condition, x, y);
  }

private:
  OpBuilder &builder;
  Location loc;
};
} // namespace

/// The number that bits mean, as f32.
Value ScalarBuilder::decode(Value bits, FloatType type) {
  Format format(type);
  Bits b(builder, loc);
  Value code = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), bits);
  Value size = b.make<arith::AndIOp>(code, format.getSign() - 1);
  Value sign = b.make<arith::AndIOp>(code, format.getSign());
  // With the exponent in place the number is off by a power of two, for small ones, too.
  Value aligned = b.toFloat(b.make<arith::ShLIOp>(size, format.getShift()));
  float scale = std::ldexp(1.0f, 127 - format.getBias());
  Value value = b.make<arith::MulFOp>(aligned, b.real(scale));
  Value moved = b.make<arith::ShLIOp>(sign, 32 - format.width);
  value = b.toFloat(b.make<arith::OrIOp>(b.toBits(value), moved));
  Value nan = b.real(std::numeric_limits<float>::quiet_NaN());
  if (format.hasInfinity) {
    Value infinity = b.toFloat(b.make<arith::OrIOp>(moved, 0x7f800000));
    Value other = b.select(b.isEqual(size, format.infinity), infinity, nan);
    return b.select(b.isAbove(size, format.largest), other, value);
  }
  if (format.hasNanAtMinusZero())
    return b.select(b.isEqual(code, format.nan), nan, value);
  return format.hasNan ? b.select(b.isAbove(size, format.largest), nan, value) : value;
}

/// The bits of the nearest number of a type to an f32.
Value ScalarBuilder::encode(Value x, FloatType type, bool saturate) {
  Format format(type);
  Bits b(builder, loc);
  Value all = b.toBits(x), size = b.make<arith::AndIOp>(all, 0x7fffffff);
  Value sign = b.make<arith::ShLIOp>(b.make<arith::ShRUIOp>(all, 31), format.width - 1);
  // Rounded half to even, then with the other bias.
  int64_t shift = format.getShift();
  Value last = b.make<arith::AndIOp>(b.make<arith::ShRUIOp>(size, shift), 1);
  Value rounded = b.make<arith::AddIOp>(size, (int64_t(1) << (shift - 1)) - 1);
  rounded = b.make<arith::ShRUIOp>(b.make<arith::AddIOp>(rounded, last), shift);
  Value code = b.make<arith::SubIOp>(rounded, (127 - format.getBias()) << format.digits);
  // Below the least exponent: a sum with a number whose last digit is theirs rounds them.
  float least = std::ldexp(1.0f, format.minExponent);
  Value magic = b.real(std::ldexp(least, shift));
  Value absolute = b.toFloat(size);
  Value sum = b.toBits(b.make<arith::AddFOp>(absolute, magic));
  Value isSmall =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, absolute, b.real(least));
  code = b.select(isSmall, b.make<arith::SubIOp>(sum, b.toBits(magic)), code);
  Value isLarge = b.isAbove(code, format.largest);
  bool saturates = saturate || !format.hasNan;
  int64_t beyond = saturates ? format.largest : format.hasInfinity ? format.infinity : format.nan;
  code = b.select(isLarge, b.number(beyond), code);
  Value isNan = b.isAbove(size, 0x7f800000);
  code = b.select(isNan, b.number(format.nan), code);
  Value bits = b.make<arith::OrIOp>(code, sign);
  if (format.hasNanAtMinusZero())
    bits = b.select(b.isEqual(code, 0), b.number(0), bits);
  return arith::TruncIOp::create(builder, loc, builder.getI8Type(), bits);
}

/// The power of two that a biased exponent means, as f32; the least has a digit only there.
Value ScalarBuilder::decodePower(Value bits) {
  Bits b(builder, loc);
  Value code = arith::ExtUIOp::create(builder, loc, builder.getI32Type(), bits);
  Value exponent = b.make<arith::ShLIOp>(code, 23);
  Value power = b.select(b.isEqual(code, 0), b.number(leastPower), exponent);
  return b.toFloat(b.select(b.isEqual(code, 255), b.number(0x7fc00000), power));
}

/// The biased exponent of a power of two beside the absolute value of an f32. Unless it
/// saturates, what is outside of the powers becomes NaN, 0 as well.
Value ScalarBuilder::encodePower(Value x, bool saturate, StringRef roundMode) {
  Bits b(builder, loc);
  Value size = b.make<arith::AndIOp>(b.toBits(x), 0x7fffffff);
  // Added digits carry into the exponent; below 2^-126 powers are half as far apart.
  int64_t added = roundMode == "up" ? 0x7fffff : roundMode == "nearest" ? 0x400000 : 0;
  Value isSmall = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, size,
                                        b.number(2 * leastPower));
  Value carry = b.select(isSmall, b.number(added / 2), b.number(added));
  Value code = b.make<arith::ShRUIOp>(b.make<arith::AddIOp>(size, carry), 23);
  Value nan = b.number(255);
  if (saturate)
    code = b.select(b.isAbove(code, 254), b.number(254), code);
  else
    code = b.select(b.isAbove(size, leastPower - 1), code, nan);
  code = b.select(b.isAbove(size, 0x7f800000), nan, code);
  return arith::TruncIOp::create(builder, loc, builder.getI8Type(), code);
}

Value ScalarBuilder::cast(Value x, Type from, Type to, bool saturate, StringRef roundMode) {
  bool wasNarrow = isNarrow(from);
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  Type byte = builder.getI8Type();
  if (wasNarrow && fromFloat) {
    x = isa<Float8E8M0FNUType>(fromFloat) ? decodePower(x) : decode(x, fromFloat);
  } else if (wasNarrow && !isUnsigned) {
    // The sign is the highest of the low bits.
    auto width = static_cast<int64_t>(8 - from.getIntOrFloatBitWidth());
    Value distance = constant(byte, width);
    x = arith::ShRSIOp::create(builder, loc, arith::ShLIOp::create(builder, loc, x, distance),
                               distance);
  }
  if (!isNarrow(to)) {
    bool toUnsigned = to.isUnsignedInteger();
    return convert(x, toUnsigned ? builder.getIntegerType(to.getIntOrFloatBitWidth()) : to,
                   toUnsigned);
  }
  if (toFloat) {
    x = x.getType().isF64() ? roundToOdd(x) : convert(x, builder.getF32Type());
    return isa<Float8E8M0FNUType>(toFloat) ? encodePower(x, saturate, roundMode)
                                           : encode(x, toFloat, saturate);
  }
  int64_t mask = (1 << to.getIntOrFloatBitWidth()) - 1;
  return bitAnd(convert(x, byte, to.isUnsignedInteger()), constant(byte, mask));
}
