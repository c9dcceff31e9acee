//===-- Remainder.cpp - the remainder of a division -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C's fmod, which is exact: in f64, a multiple of y of at most 29 bits is, and so is what is left
// of x without it.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

#include <cmath>

using namespace dl::codegen::math;

static constexpr int quotientBits = 29;
/// The largest f32 by the smallest one is less than 2^277.
static constexpr int mostSteps = 277 / quotientBits;

/// x less the multiple of y that is nearest to it.
static Number reduce(Number x, Number y) { return x - roundEven(x / y) * y; }

Number dl::codegen::math::fmod(Number x, Number y) {
  Number size = toF64(abs(x)), divisor = toF64(abs(y));
  // Larger quotients are divided step by step.
  Number rest = selectRarely(
      size / divisor > size.constant(1 << (quotientBits - 1)), reduce(size, divisor), [&] {
        Number left = size;
        for (int step = mostSteps; step >= 0; --step)
          left = reduce(left, divisor * std::ldexp(1.0, quotientBits * step));
        return left;
      });
  rest = select(rest < 0, rest + divisor, rest);
  // Also of an infinite divisor.
  return select(size < divisor, x, copySign(toF32(rest), x));
}
