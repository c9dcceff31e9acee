//===-- Requantize.cpp - accumulators to results ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Requantize.h"

#include <algorithm>
#include <cmath>

using namespace dl::vdla;

std::optional<ChannelScale> dl::vdla::makeScale(double factor) {
  constexpr int digits = 31, largestShift = 62;
  if (!(factor >= 0) || factor >= std::ldexp(1, digits))
    return std::nullopt;
  int exponent = 0;
  (void)std::frexp(factor, &exponent);
  ChannelScale scale;
  int shift = std::min(digits - exponent, largestShift);
  // Halves to the even number, as everywhere.
  double multiplier = std::nearbyint(std::ldexp(factor, shift));
  if (multiplier >= std::ldexp(1, digits)) {
    if (shift == 0)
      return std::nullopt;
    multiplier /= 2;
    --shift;
  }
  scale.multiplier = int32_t(multiplier);
  scale.shift = uint8_t(shift);
  return scale;
}

int64_t dl::vdla::rescale(int32_t accumulator, const ChannelScale &scale, Rounding rounding) {
  int32_t value = int32_t(uint32_t(accumulator) + uint32_t(scale.bias));
  int64_t product = int64_t(value) * scale.multiplier;
  unsigned shift = scale.shift & 63;
  if (shift == 0)
    return product;
  int64_t below = product >> shift;
  uint64_t rest = uint64_t(product) & ((uint64_t(1) << shift) - 1);
  uint64_t half = uint64_t(1) << (shift - 1);
  switch (rounding) {
  case Rounding::HalfUp:
    return below + (rest >= half);
  case Rounding::HalfAway:
    return below + (rest > half || (rest == half && product > 0));
  case Rounding::HalfEven:
    return below + (rest > half || (rest == half && (below & 1) != 0));
  case Rounding::Down:
    break;
  }
  return below;
}

int32_t dl::vdla::narrow(int64_t value, int64_t bits, bool saturates) {
  int64_t half = int64_t(1) << (bits - 1);
  if (saturates)
    return int32_t(std::clamp(value, -half, half - 1));
  int64_t low = value & (2 * half - 1);
  return int32_t(low >= half ? low - 2 * half : low);
}
