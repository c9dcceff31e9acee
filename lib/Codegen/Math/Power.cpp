//===-- Power.cpp - pow and cbrt --------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computed in f64, where the logarithm of the greatest power has digits enough.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

#include <limits>

using namespace dl::codegen::math;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double roundingShift = 0x1.8p52;

/// log2 of a positive f64 that is not denormal.
static Number log2OfWide(Number x) {
  // x = 2^n m with m in [sqrt(1/2), sqrt(2)).
  constexpr int64_t rootOfHalf = 0x3fe6a09e00000000, one = 0x3ff0000000000000;
  Number shifted = addInteger(toBits(x), one - rootOfHalf);
  Number m = fromBits(addInteger(bitAnd(shifted, 0x000fffffffffffff), rootOfHalf));
  // The exponent as a float: in the lowest bits of 2^52.
  Number n = fromBits(addInteger(shiftRight(shifted, 52), 0x4330000000000000));
  n = n - (0x1p52 + 1023);
  Number ratio = (m - 1) / (m + 1);
  Number series =
      evaluate(ratio * ratio, {2.8853900817902036, 0.9617966731821574, 0.5770836174578473,
                               0.41167066126789925, 0.34077000113418315});
  return multiplyAdd(ratio, series, n);
}

/// 2^x as an f32.
static Number exp2OfWide(Number x) {
  x = atMost(atLeast(x, -200), 200);
  Number shifted = x + (roundingShift + 1023);
  Number r = x - (shifted - (roundingShift + 1023));
  Number power =
      evaluate(r, {1.000000000558313, 0.6931472058914828, 0.24022646869688635, 0.05550328444083776,
                   0.009618490248682728, 0.0013400065403124425, 0.00015345728256668307});
  return toF32(power * fromBits(shiftLeft(toBits(shifted), 52)));
}

/// Whether y is a multiple of a power of two.
static Number isMultiple(Number y, double power) {
  Number ratio = y * (1 / power);
  return isEqual(roundEven(ratio), ratio);
}

namespace dl::codegen::math {

Number powOfWide(Number x, Number y) {
  Number size = abs(x);
  Number logarithm = log2OfWide(toF64(size));
  // 0 and infinities have logarithms of their own; and 1 to an infinity is 1.
  logarithm = select(size < infinity, logarithm, toF64(size));
  logarithm = select(isEqual(size, 0), -infinity, logarithm);
  Number exponent = select(isEqual(size, 1), 0, y * logarithm);
  Number result = exp2OfWide(exponent);

  // A negative base has powers of whole exponents only, odd ones with its sign.
  Number isWhole = isMultiple(y, 1);
  Number noNumber = result.constant(std::numeric_limits<double>::quiet_NaN());
  Number ofNegative = select(size < infinity, noNumber, result);
  Number fractional = select(x < 0, ofNegative, result);
  Number whole = select(isMultiple(y, 2), result, copySign(result, x));
  result = select(isWhole, whole, fractional);

  result = select(isEqual(y, y), result, noNumber);
  result = select(isEqual(x, 1), 1, result);
  return select(isEqual(y, 0), 1, result);
}

Number pow(Number x, Number y) { return powOfWide(x, toF64(y)); }

Number cbrt(Number x) {
  // One step of Newton's method on what the functions of f32 say.
  Number size = toF64(abs(x));
  Number root = toF64(exp2(log2(abs(x)) * (1.0 / 3)));
  root = root - (root - size / (root * root)) * (1.0 / 3);
  Number result = copySign(toF32(root), x);
  // Of 0, infinities and NaN it is themselves.
  return select(abs(x) < infinity, keepZero(x, result), x);
}

} // namespace dl::codegen::math
