//===-- Hyperbolic.cpp - sinh, cosh, tanh and inverses ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made of exponentials and logarithms in forms that neither cancel nor overflow before the
// result does.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

#include <limits>

using namespace dl::codegen::math;

static constexpr double ln2 = 0.69314718055994531;
/// From here on squares have no digits left for 1.
static constexpr double largeLimit = 0x1p30;

/// log(1 + x), where `isLarge` log(2 x).
static Number logOfSum(Number isLarge, Number x) {
  Number result = log1p(x);
  return select(isLarge, result + ln2, result);
}

namespace dl::codegen::math {

Number sinh(Number x) {
  Number size = abs(x), square = x * x;
  Number half = halfOfExp(size);
  Number rest = evaluate(square, {0.16666666488722084, 0.008333350597886554, 0.00019836066272525647,
                                  2.817439532147076e-06});
  return select(size < 1, multiplyAdd(x * square, rest, x), copySign(half - 0.25 / half, x));
}

Number cosh(Number x) {
  Number half = halfOfExp(abs(x));
  return half + 0.25 / half;
}

Number asinh(Number x) {
  Number size = abs(x), isLarge = size > largeLimit;
  Number square = size * size;
  Number sum = size + square / (sqrt(square + 1) + 1);
  return copySign(logOfSum(isLarge, select(isLarge, size, sum)), x);
}

Number acosh(Number x) {
  Number distance = x - 1, isLarge = x > largeLimit;
  Number sum = distance + sqrt(distance * (distance + 2));
  Number result = logOfSum(isLarge, select(isLarge, x, sum));
  return select(x < 1, std::numeric_limits<double>::quiet_NaN(), result);
}

Number atanh(Number x) {
  Number size = abs(x);
  return copySign(log1p((size + size) / (1.0 - size)) * 0.5, x);
}

} // namespace dl::codegen::math
