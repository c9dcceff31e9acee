//===-- Exponential.cpp - exp and its like ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = n ln 2 + r with |r| <= ln(2) / 2, and 2^n is made of bits. The power comes in two
// factors where a result may be denormal, so that only the last product is rounded.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

using namespace dl::codegen::math;

/// Added to a number of at most 22 bits, it leaves the nearest integer, plus an offset, in
/// the lowest bits of the sum; taken off again, the integer as a float.
static constexpr double roundingShift = 0x1.8p23;
static constexpr int64_t roundingShiftBits = 0x4b400000;
/// ln 2 as a number of so few bits that its products with n are exact, and the rest.
static constexpr double ln2High = 0x1.63p-1, ln2Low = -2.12194440054690583e-4;
static constexpr double log2OfE = 1.44269504088896341;
/// (exp(r) - 1 - r) / r^2.
static constexpr double exponential[] = {0.5000000095675547, 0.16666518308588157,
                                         0.04166620423097807, 0.008368953322692534,
                                         0.0013950596381063329};

/// exp(r) - 1.
static Number evaluateRest(Number r) { return multiplyAdd(r * r, evaluate(r, exponential), r); }

/// (1 + rest) * 2^(n + scale), where `shifted` is n + 254 above the rounding shift; 0 of which
/// `isNone`. A product that is too small for any number takes some hundred cycles.
static Number scaleTwice(Number rest, Number shifted, Number isNone, int scale = 0) {
  Number bits = toBits(shifted);
  if (scale)
    bits = addInteger(bits, scale);
  Number half = shiftRight(bits, 1);
  Number first = fromBits(shiftLeft(half, 23));
  Number second = fromBits(shiftLeft(subtractInteger(bits, half), 23));
  return select(isNone, 0, multiplyAdd(rest, first, first)) * second;
}

/// 2^n, where `shifted` is n + 127 above the rounding shift.
static Number makePower(Number shifted) { return fromBits(shiftLeft(toBits(shifted), 23)); }

/// x less n ln 2.
static Number reduce(Number x, Number n) {
  return multiplyAdd(n, -ln2Low, multiplyAdd(n, -ln2High, x));
}

static Number expOf(Number x, const Number *rest, int scale) {
  // Below, the result is 0, above, it is an infinity: by the last product.
  Number isNone = x < -104;
  x = atMost(atLeast(x, -104), 89 - scale);
  Number shifted = multiplyAdd(x, log2OfE, roundingShift + 254);
  Number r = reduce(x, shifted - (roundingShift + 254));
  if (rest)
    r = r + *rest;
  return scaleTwice(evaluateRest(r), shifted, isNone, scale);
}

namespace dl::codegen::math {

Number exp(Number x) { return expOf(x, nullptr, 0); }
Number halfOfExp(Number x) { return expOf(x, nullptr, -1); }
Number expOfSum(Number x, Number rest) { return expOf(x, &rest, 0); }

Number expByScaling(Number x) {
  // Lanes that are not taken may be any number meanwhile.
  Number isNone = x < -104;
  x = atMost(x, 89);
  Number shifted = multiplyAdd(x, log2OfE, roundingShift);
  Number n = addInteger(toBits(shifted), -roundingShiftBits);
  return scale(select(isNone, 0, evaluateRest(reduce(x, shifted - roundingShift)) + 1), n);
}

Number exp2ByScaling(Number x) {
  Number isNone = x < -151;
  x = atMost(x, 128);
  Number shifted = x + roundingShift;
  Number n = addInteger(toBits(shifted), -roundingShiftBits);
  Number r = (x - (shifted - roundingShift)) * 0.69314718055994531;
  return scale(select(isNone, 0, evaluateRest(r) + 1), n);
}

Number expOfOrdinary(Number x) {
  Number shifted = multiplyAdd(x, log2OfE, roundingShift + 127);
  Number r = reduce(x, shifted - (roundingShift + 127)), power = makePower(shifted);
  return multiplyAdd(evaluateRest(r), power, power);
}

Number approximateExp(Number x) {
  // Below, the power is 0; above, it would be an infinity.
  x = atMost(atLeast(x, -88), 88.375);
  return expOfOrdinary(x);
}

Number exp2(Number x) {
  Number isNone = x < -151;
  x = atMost(atLeast(x, -151), 128);
  Number shifted = x + (roundingShift + 254);
  Number r = (x - (shifted - (roundingShift + 254))) * 0.69314718055994531;
  return scaleTwice(evaluateRest(r), shifted, isNone);
}

Number expm1(Number x) {
  // Half of the power, since that of the greatest result is no number.
  Number bounded = atMost(atLeast(x, -18), 89);
  Number shifted = multiplyAdd(bounded, log2OfE, roundingShift + 126);
  Number rest = evaluateRest(reduce(bounded, shifted - (roundingShift + 126)));
  Number half = makePower(shifted);
  return keepZero(x, multiplyAdd(rest, half, half - 0.5) * 2.0);
}

Number tanh(Number x) {
  // By exp(2 x) - 1, of a rest that is halved: 2 r + 4 r^2 (1 / 2 + ...). Behind 9.1 the
  // result is 1. What the multiple of ln 2 is off counts less and less the larger it is.
  Number bounded = atMost(atLeast(x, -9.1), 9.1);
  Number shifted = multiplyAdd(bounded, 2 * log2OfE, roundingShift + 128);
  Number n = shifted - (roundingShift + 128);
  Number r = multiplyAdd(n, -(ln2High + ln2Low) / 2, bounded);
  Number rest = evaluate(r, {2 * exponential[0], 4 * exponential[1], 8 * exponential[2],
                             16 * exponential[3], 32 * exponential[4]});
  Number twice = makePower(shifted);
  Number power = multiplyAdd(multiplyAdd(r * r, rest, r), twice, multiplyAdd(twice, 0.5, -1));
  return copySign(power / (power + 2), x);
}

} // namespace dl::codegen::math
