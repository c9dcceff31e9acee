//===-- ScalarBuilder.h - arithmetic on numbers of any type -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds arith and math operations on scalars, float or integer by their type.
// The bodies of elementwise operators are written with it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_SCALARBUILDER_H
#define DL_DIALECT_GRAPH_IR_SCALARBUILDER_H

#include "mlir/IR/Builders.h"

namespace dl::graph {

/// Emits scalar arithmetic. Both operands of a method have one type; integers are
/// signed unless said otherwise. Floats of 16 bits are widened: results are f32.
/// Methods without an integer form expect floats, conditions are i1.
class ScalarBuilder {
public:
  ScalarBuilder(mlir::OpBuilder &builder, mlir::Location loc, bool isUnsigned = false)
      : builder(builder), loc(loc), isUnsigned(isUnsigned) {}

  /// True for f16 and bf16.
  static bool isHalf(mlir::Type type);
  /// Whether integers are compared, divided and widened as unsigned ones.
  void setUnsigned(bool value) { isUnsigned = value; }

  /// The number `value` in the type of `like`, or in a type.
  mlir::Value constant(mlir::Value like, double value) { return constant(like.getType(), value); }
  mlir::Value constant(mlir::Type type, double value);

  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value div(mlir::Value x, mlir::Value y);
  /// x * y + z; of f64 rounded once, so that a sum that cancels keeps its digits.
  mlir::Value multiplyAdd(mlir::Value x, mlir::Value y, mlir::Value z);
  mlir::Value maximum(mlir::Value x, mlir::Value y);
  mlir::Value minimum(mlir::Value x, mlir::Value y);
  /// Powers of integers wrap; by a negative exponent they are rounded towards zero, and 0
  /// stays 0.
  mlir::Value pow(mlir::Value x, mlir::Value y);
  /// The remainder with the sign of `y`, or with that of `x` as C's fmod.
  mlir::Value floorMod(mlir::Value x, mlir::Value y);
  mlir::Value truncMod(mlir::Value x, mlir::Value y);
  mlir::Value neg(mlir::Value x);
  mlir::Value abs(mlir::Value x);
  /// -1, 0 or 1.
  mlir::Value sign(mlir::Value x);

  mlir::Value acos(mlir::Value x);
  mlir::Value acosh(mlir::Value x);
  mlir::Value asin(mlir::Value x);
  mlir::Value asinh(mlir::Value x);
  mlir::Value atan(mlir::Value x);
  mlir::Value atanh(mlir::Value x);
  mlir::Value ceil(mlir::Value x);
  mlir::Value cos(mlir::Value x);
  mlir::Value cosh(mlir::Value x);
  mlir::Value erf(mlir::Value x);
  /// 1 - erf(x).
  mlir::Value erfc(mlir::Value x);
  mlir::Value exp(mlir::Value x);
  /// exp(x) where it is beside 1: what is near the least or the greatest number may be 0 or
  /// infinite.
  mlir::Value approximateExp(mlir::Value x);
  /// exp(x) - 1.
  mlir::Value expm1(mlir::Value x);
  mlir::Value floor(mlir::Value x);
  mlir::Value log(mlir::Value x);
  mlir::Value log1p(mlir::Value x);
  /// To the nearest, halves to the even number.
  mlir::Value roundEven(mlir::Value x);
  mlir::Value sin(mlir::Value x);
  mlir::Value sinh(mlir::Value x);
  mlir::Value sqrt(mlir::Value x);
  mlir::Value tan(mlir::Value x);
  mlir::Value tanh(mlir::Value x);
  mlir::Value isNan(mlir::Value x);

  // Activations, in forms that neither overflow nor cancel.
  mlir::Value sigmoid(mlir::Value x);
  /// x * sigmoid(scaled).
  mlir::Value swish(mlir::Value x, mlir::Value scaled);
  mlir::Value mish(mlir::Value x);
  mlir::Value gelu(mlir::Value x);
  mlir::Value geluByTanh(mlir::Value x);

  // Integers and flags, bit by bit.
  mlir::Value bitAnd(mlir::Value x, mlir::Value y);
  mlir::Value bitOr(mlir::Value x, mlir::Value y);
  mlir::Value bitXor(mlir::Value x, mlir::Value y);
  mlir::Value bitNot(mlir::Value x);
  /// Turns the order of unsigned integers into that of signed ones, and back.
  mlir::Value flipTopBit(mlir::Value x);
  /// Distances of the width or more, and negative ones, leave 0, or the sign of a signed
  /// number that is shifted right.
  mlir::Value shiftLeft(mlir::Value x, mlir::Value y);
  mlir::Value shiftRight(mlir::Value x, mlir::Value y);

  // Conditions; comparisons with NaN are false.
  mlir::Value equal(mlir::Value x, mlir::Value y);
  mlir::Value less(mlir::Value x, mlir::Value y);
  mlir::Value lessOrEqual(mlir::Value x, mlir::Value y);
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y);
  /// A byte, or any integer, as a condition: it is not 0.
  mlir::Value flag(mlir::Value x);

  /// The number in another signless type; `toUnsigned` says how integers of that
  /// type count. Floats are rounded to the nearest float, and towards zero to
  /// integers; integers wrap; a condition is 0 or 1; to i1: whether it is not 0.
  mlir::Value convert(mlir::Value x, mlir::Type type, bool toUnsigned = false);
  /// An element of a tensor as an element of another, both as they are stored: narrow ones
  /// as the low bits of a byte. To powers of two it is rounded "up", "down" or to the "nearest".
  mlir::Value cast(mlir::Value x, mlir::Type from, mlir::Type to, bool saturate,
                   llvm::StringRef roundMode);
  /// The bits as another type of as many bytes; a condition is a byte.
  mlir::Value bitcast(mlir::Value x, mlir::Type type);
  mlir::Value index(mlir::Value x);

private:
  /// The value, or its f32 if it has 16 bits.
  mlir::Value widen(mlir::Value x);
  /// The power by a constant as products, a quotient or a square root; null if it takes a function.
  mlir::Value powConstant(mlir::Value x, double exponent);
  mlir::Value roundToOdd(mlir::Value x);
  mlir::Value decode(mlir::Value bits, mlir::FloatType type);
  mlir::Value encode(mlir::Value x, mlir::FloatType type, bool saturate);
  mlir::Value decodePower(mlir::Value bits);
  mlir::Value encodePower(mlir::Value x, bool saturate, llvm::StringRef roundMode);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  bool isUnsigned;
};

} // namespace dl::graph

#endif // DL_DIALECT_GRAPH_IR_SCALARBUILDER_H
