//===-- Trigonometric.cpp - sin, cos and tan --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = n pi / 2 + r with |r| about pi / 4 at most, r computed in f64: for arguments up to 2^17 as
// Cody and Waite do, for all others by many digits of 2 / pi as Payne and Hanek do, each
// digit's product less its multiples of 4. The others are behind a branch.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

using namespace dl::codegen::math;

/// Up to here n has 17 bits: its products with the first part of pi / 2 are exact, and it is
/// the nearest integer but for 1 / 64 also if it is computed in f32.
static constexpr double usualLimit = 0x1p17;
/// pi / 2 as a number of 33 bits, and the rest.
static constexpr double halfPiHigh = 0x1.921fb544p0, halfPiLow = 0x1.0b4611a626331p-34;
static constexpr double halfPi = 0x1.921fb54442d18p0, twoOverPi = 0x1.45f306dc9c883p-1;
/// 2 / pi in parts of 28 bits: their products with an f32 are exact in f64. The last one
/// ends where the bits of the largest f32 reach 2^-68.
static constexpr double twoOverPiParts[] = {0x1.45f306cp-1,  0x1.c9c882ap-29,  0x1.4fe13a8p-59,
                                            0x1.f47d4dp-86,  0x1.bb81b6cp-113, 0x1.4acc9ep-143,
                                            0x1.0e4107cp-170};
/// Added to a number, it leaves the nearest integer in the lowest bits of the sum: in f32, f64.
static constexpr double roundingShift = 0x1.8p23, wideRoundingShift = 0x1.8p52;

namespace {
/// r, and n in its lowest two bits.
struct Reduced {
  Number r, n;
};
} // namespace

static Reduced reduceUsual(Number x) {
  Number shifted = multiplyAdd(x, twoOverPi, roundingShift);
  Number n = toF64(shifted - roundingShift);
  Number r = multiplyAdd(n, -halfPiLow, multiplyAdd(n, -halfPiHigh, toF64(x)));
  return {toF32(r), toBits(shifted)};
}

static Reduced reduceAny(Number x) {
  Number wide = toF64(x);
  // The sum of the products, and what its rounding loses.
  Number sum = wide.constant(0), lost = wide.constant(0);
  for (double part : twoOverPiParts) {
    Number product = wide * part;
    Number term = product - 4.0 * roundEven(product * 0.25);
    Number next = sum + term, taken = next - sum;
    lost = lost + ((sum - (next - taken)) + (term - taken));
    sum = next;
  }
  Number shifted = sum + wideRoundingShift;
  Number r = ((sum - (shifted - wideRoundingShift)) + lost) * halfPi;
  return {toF32(r), toI32(toBits(shifted))};
}

static Number sinOf(Number r) {
  // A factor of r, for the sign of 0.
  Number ratio =
      evaluate(r * r, {1, -0.16666654908603795, 0.0083321758444761, -0.00019516977233624086});
  return r * ratio;
}

static Number cosOf(Number r) {
  Number square = r * r;
  Number rest =
      evaluate(square, {0.04166664680735553, -0.0013887364493189202, 2.44380917682682e-05});
  return multiplyAdd(square * square, rest, multiplyAdd(square, -0.5, 1));
}

/// The sine `quarters` quarter turns further on.
static Number sinFrom(Reduced reduced, int64_t quarters) {
  Number n = quarters ? addInteger(reduced.n, quarters) : reduced.n;
  Number size = select(isBitSet(n, 1), cosOf(reduced.r), sinOf(reduced.r));
  return fromBits(bitXor(toBits(size), shiftLeft(bitAnd(n, 2), 30)));
}

static Number tanFrom(Reduced reduced) {
  Number r = reduced.r, square = r * r;
  Number rest =
      evaluate(square, {0.33333138114061917, 0.13339236222629297, 0.05337825486490148,
                        0.024539009155032626, 0.0029571101931181775, 0.00947592563056467});
  Number tangent = multiplyAdd(r * square, rest, r);
  return select(isBitSet(reduced.n, 1), -1.0 / tangent, tangent);
}

static Number compute(Number x, llvm::function_ref<Number(Reduced)> function) {
  return selectRarely(abs(x) > usualLimit, function(reduceUsual(x)),
                      [&] { return function(reduceAny(x)); });
}

namespace dl::codegen::math {

Number sin(Number x) {
  return compute(x, [](Reduced reduced) { return sinFrom(reduced, 0); });
}
Number cos(Number x) {
  return compute(x, [](Reduced reduced) { return sinFrom(reduced, 1); });
}
Number tan(Number x) { return compute(x, tanFrom); }

} // namespace dl::codegen::math
