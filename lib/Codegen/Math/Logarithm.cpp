//===-- Logarithm.cpp - log and its like ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = 2^n (1 + m) with m in [-1/4, 1/2), and log(1 + m) is a polynomial.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

#include <limits>

using namespace dl::codegen::math;

static constexpr double infinity = std::numeric_limits<double>::infinity();
/// (log(1 + m) - m + m^2 / 2) / m^3.
static constexpr double logarithm[] = {
    0.33333339850977906,  -0.25000169324096844, 0.19999616929128156,
    -0.16655120390960076, 0.14275523441300275,  -0.12728905257550785,
    0.11709657574296821,  -0.09130056140745767, 0.037735857146163655};
/// ln 2 as a number of so few bits that its products with n are exact, and the rest.
static constexpr double ln2High = 0x1.63p-1, ln2Low = -2.12194440054690583e-4;
/// The bits of 3/4, and those of exponent and sign.
static constexpr int64_t threeQuarters = 0x3f400000, exponentMask = 0xff800000;
/// The bits of the least and the greatest positive number that is not denormal.
static constexpr int64_t leastBits = 0x00800000, greatestBits = 0x7f7fffff;

namespace {
/// n and m of x = 2^n (1 + m).
struct Split {
  Number n, m;
};
} // namespace

static Number toInteger(Number shifted) { return integerToF32(shiftRight(shifted, 23)); }

/// Of a positive finite number that is not denormal.
static Split split(Number x) {
  Number bits = toBits(x);
  Number shifted = bitAnd(addInteger(bits, -threeQuarters), exponentMask);
  return {toInteger(shifted), fromBits(subtractInteger(bits, shifted)) - 1};
}

/// log(1 + m) - m.
static Number evaluateRest(Number m) {
  return (m * m) * multiplyAdd(m, evaluate(m, logarithm), m.constant(-0.5));
}

/// What log makes of 0, infinities, NaN and negative numbers; `result` of others.
static Number selectSpecial(Number x, Number result) {
  result = select(x < infinity, result, x);
  result = select(isEqual(x, 0), -infinity, result);
  return select(x < 0, std::numeric_limits<double>::quiet_NaN(), result);
}

/// A logarithm of x by what `function` makes of its parts. Denormals, times 2^24, and what
/// has no usual logarithm are rare.
static Number compute(Number x, llvm::function_ref<Number(Split)> function) {
  Number isRare = isOutside(toBits(x), leastBits, greatestBits);
  return selectRarely(isRare, function(split(x)), [&] {
    Split scaled = split(x * 0x1p24);
    return selectSpecial(x, function({scaled.n - 24, scaled.m}));
  });
}

/// log(2^n (1 + m)) / ln(base) by 1 / ln(base) and log(2) / ln(base), both in two parts.
static Number logOfBase(Split s, double inverseHigh, double inverseLow, double twoHigh,
                        double twoLow) {
  Number rest = evaluateRest(s.m);
  // The greater parts of the products are exact: m has its lowest 12 bits apart.
  Number high = fromBits(bitAnd(toBits(s.m), 0xfffff000));
  Number low = (s.m - high) + rest;
  Number small = multiplyAdd(low, inverseHigh, (high + low) * inverseLow);
  small = multiplyAdd(s.n, twoLow, small);
  return s.n * twoHigh + (high * inverseHigh + small);
}

namespace dl::codegen::math {

Number log(Number x) {
  return compute(x, [](Split s) {
    Number small = multiplyAdd(s.n, ln2Low, evaluateRest(s.m));
    return multiplyAdd(s.n, ln2High, small + s.m);
  });
}

Number log2(Number x) {
  return compute(
      x, [](Split s) { return logOfBase(s, 0x1.714p0, 1.44269504088896341 - 0x1.714p0, 1, 0); });
}

Number log10(Number x) {
  return compute(x, [](Split s) {
    return logOfBase(s, 0x1.bcap-2, 0.43429448190325183 - 0x1.bcap-2, 0x1.344p-2,
                     0.30102999566398120 - 0x1.344p-2);
  });
}

Number log1p(Number x) {
  // 1 + x = 2^n (1 + m) of the rounded sum; m is then made of x itself, and nothing is
  // lost: 2^-n x + (2^-n - 1).
  Number sum = x + 1;
  Number shifted = bitAnd(addInteger(toBits(sum), -threeQuarters), exponentMask);
  Number power = fromBits(subtractInteger(toBits(x.constant(4)), shifted));
  Number scaled = fromBits(subtractInteger(toBits(x), shifted));
  Number m = scaled + multiplyAdd(power, 0.25, -1);
  Number n = toInteger(shifted);
  Number small = multiplyAdd(n, ln2Low, evaluateRest(m));
  Number result = multiplyAdd(n, ln2High, small + m);
  result = select(x < infinity, result, x);
  result = select(isEqual(x, -1), -infinity, result);
  result = select(x < -1, std::numeric_limits<double>::quiet_NaN(), result);
  return keepZero(x, result);
}

} // namespace dl::codegen::math
