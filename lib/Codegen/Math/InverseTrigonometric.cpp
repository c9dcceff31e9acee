//===-- InverseTrigonometric.cpp - asin, acos and atan ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Polynomials near 0; further away, the angle that is left to a right one.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

using namespace dl::codegen::math;

/// pi / 2 as an f32, and the rest.
static constexpr double halfPiHigh = 0x1.921fb6p0, halfPiLow = -0x1.777a5cf72cecep-25;
static constexpr int64_t signBit = 0x80000000;

/// pi / 2 * count - angle.
static Number takeFromHalfPi(int count, Number angle) {
  return count * halfPiHigh - (angle - count * halfPiLow);
}

/// atan(x) for |x| <= 1.
static Number atanOf(Number x) {
  Number square = x * x;
  Number rest =
      evaluate(square, {-0.3333330186920461, 0.19998638653676667, -0.14265245422294623,
                        0.1095757529927206, -0.08419454353298175, 0.058234443820569505,
                        -0.03145557841458385, 0.011064368228852099, -0.001827195620067379});
  return multiplyAdd(x * square, rest, x);
}

namespace {
/// asin(|x|) is `angle`, or, where the flag is set, pi / 2 - 2 `angle`.
struct HalfAngle {
  Number isLarge, angle;
};
} // namespace

/// asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)).
static HalfAngle asinOf(Number x) {
  Number size = abs(x), isLarge = size > 0.5;
  Number square = select(isLarge, (1.0 - size) * 0.5, size * size);
  Number sine = select(isLarge, sqrt(square), size);
  Number rest = evaluate(square, {0.16666753929181521, 0.07495241726149661, 0.04547710449894055,
                                  0.024147571708654118, 0.042218618985092486});
  return {isLarge, multiplyAdd(sine * square, rest, sine)};
}

namespace dl::codegen::math {

Number asin(Number x) {
  HalfAngle half = asinOf(x);
  Number large = takeFromHalfPi(1, half.angle * 2.0);
  return copySign(select(half.isLarge, large, half.angle), x);
}

Number acos(Number x) {
  HalfAngle half = asinOf(x);
  Number twice = half.angle * 2.0;
  Number large = select(x < 0, takeFromHalfPi(2, twice), twice);
  return select(half.isLarge, large, takeFromHalfPi(1, copySign(half.angle, x)));
}

Number atan(Number x) {
  Number size = abs(x), isLarge = size > 1;
  Number angle = atanOf(select(isLarge, 1.0 / size, size));
  return copySign(select(isLarge, takeFromHalfPi(1, angle), angle), x);
}

Number atan2(Number y, Number x) {
  Number height = abs(y), width = abs(x), isSteep = height > width;
  Number small = select(isSteep, width, height), large = select(isSteep, height, width);
  // Equal ones may be zeros or infinities.
  Number equal = select(isEqual(large, 0), large, 1);
  Number angle = atanOf(select(isEqual(small, large), equal, small / large));
  angle = select(isSteep, takeFromHalfPi(1, angle), angle);
  angle = select(isBitSet(toBits(x), signBit), takeFromHalfPi(2, angle), angle);
  return copySign(angle, y);
}

} // namespace dl::codegen::math
