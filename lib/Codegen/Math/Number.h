//===-- Number.h - formulas on scalars and vectors --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values with operators, so that an expansion of a function reads as its formula. What
// they build are arith operations on a scalar or on a vector of any shape.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_TRANSFORMS_MATH_NUMBER_H
#define DL_TARGET_CPU_TRANSFORMS_MATH_NUMBER_H

#include "mlir/IR/Builders.h"

namespace dl::codegen::math {

/// A scalar or a vector, and where what is computed with it goes. Operators take numbers
/// of one type; a double next to a number is a constant of the number's type.
class Number {
public:
  Number(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}

  mlir::Value getValue() const { return value; }
  mlir::OpBuilder &getBuilder() const { return *builder; }
  mlir::Location getLoc() const { return loc; }
  mlir::Type getElementType() const { return mlir::getElementTypeOrSelf(value.getType()); }
  /// The number of lanes of this one, of elements of another type.
  mlir::Type getTypeOf(mlir::Type element) const;

  Number with(mlir::Value other) const { return Number(*builder, loc, other); }
  /// A constant of this number's type.
  Number constant(double number) const;

private:
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

// Floats. What these build is rounded as it is written, in each step.
Number operator+(Number x, Number y);
Number operator-(Number x, Number y);
Number operator*(Number x, Number y);
Number operator/(Number x, Number y);
Number operator-(Number x);
inline Number operator+(Number x, double y) { return x + x.constant(y); }
inline Number operator-(Number x, double y) { return x - x.constant(y); }
inline Number operator*(Number x, double y) { return x * x.constant(y); }
inline Number operator+(double x, Number y) { return y.constant(x) + y; }
inline Number operator-(double x, Number y) { return y.constant(x) - y; }
inline Number operator*(double x, Number y) { return y.constant(x) * y; }
inline Number operator/(double x, Number y) { return y.constant(x) / y; }

/// x * y + z, rounded once where the machine has an instruction for it, twice elsewhere:
/// a formula must be good enough with either.
Number multiplyAdd(Number x, Number y, Number z);
inline Number multiplyAdd(Number x, double y, Number z) { return multiplyAdd(x, x.constant(y), z); }
inline Number multiplyAdd(Number x, double y, double z) {
  return multiplyAdd(x, x.constant(y), x.constant(z));
}
/// The polynomial with these coefficients, that of x^0 first: by Horner's rule, where it is long
/// for the pairs of terms in powers of x^2 (Estrin's scheme, once), which takes half of the time to
/// the result.
Number evaluate(Number x, llvm::ArrayRef<double> coefficients);
/// The same by Horner's rule, which rounds less where terms of different signs are large.
Number evaluateByHorner(Number x, llvm::ArrayRef<double> coefficients);

Number abs(Number x);
Number sqrt(Number x);
/// The size of x with the sign of y.
Number copySign(Number x, Number y);
/// To the nearest integer, of two the even one.
Number roundEven(Number x);

// Flags. A comparison with a NaN is false.
Number operator<(Number x, Number y);
Number operator>(Number x, Number y);
inline Number operator<(Number x, double y) { return x < x.constant(y); }
inline Number operator>(Number x, double y) { return x > x.constant(y); }
Number isEqual(Number x, Number y);
inline Number isEqual(Number x, double y) { return isEqual(x, x.constant(y)); }
Number select(Number condition, Number x, Number y);
inline Number select(Number condition, double x, Number y) {
  return select(condition, y.constant(x), y);
}
inline Number select(Number condition, Number x, double y) {
  return select(condition, x, x.constant(y));
}
/// x, but at most or at least y; a NaN stays one.
inline Number atMost(Number x, double y) { return select(x > y, y, x); }
inline Number atLeast(Number x, double y) { return select(x < y, y, x); }
/// `result`, but x where x is 0: polynomials lose its sign.
inline Number keepZero(Number x, Number result) { return select(isEqual(x, 0), x, result); }

// Bits, as integers of the same width.
Number toBits(Number x);
/// The float of the same width with these bits.
Number fromBits(Number x);
Number bitAnd(Number x, int64_t y);
Number bitXor(Number x, Number y);
Number addInteger(Number x, int64_t y);
Number subtractInteger(Number x, Number y);
Number shiftLeft(Number x, int64_t distance);
/// With the sign bit moving in.
Number shiftRight(Number x, int64_t distance);
Number isBitSet(Number x, int64_t bit);
/// Whether an integer is not in [low, high].
Number isOutside(Number x, int64_t low, int64_t high);

/// x * 2^n, rounded once, of an integer n of the same width. Not for vectors of several dims.
Number scale(Number x, Number n);

// Conversions.
Number toF64(Number x);
Number toF32(Number x);
Number toI32(Number x);
/// Of a signed integer, as f32.
Number integerToF32(Number x);

/// `usual`, or where the flag is set `rare()`, which is run only if it is in any lane.
Number selectRarely(Number flag, Number usual, llvm::function_ref<Number()> rare);

} // namespace dl::codegen::math

#endif // DL_TARGET_CPU_TRANSFORMS_MATH_NUMBER_H
