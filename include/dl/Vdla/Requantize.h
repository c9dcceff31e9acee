//===-- Requantize.h - accumulators to results ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of a store's epilogue, bit by bit, for simulators and for whoever prepares the
// table of scales. It is the rescaling by a multiplier and a shift of TOSA (apply_scale_32 with
// single rounding, where Rounding is HalfUp), with a bias in front and other roundings: HalfEven is
// that of ONNX's QuantizeLinear.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_REQUANTIZE_H
#define DL_VDLA_REQUANTIZE_H

#include "dl/Vdla/Instruction.h"

#include <optional>

namespace dl::vdla {

/// One channel of the table of scales.
struct ChannelScale {
  int32_t bias = 0, multiplier = 0;
  /// 0 to 63; a table's byte is taken modulo 64.
  uint8_t shift = 0;
};

/// The multiplier and shift whose quotient is nearest to a factor that is not negative and below
/// 2^31: as many digits as 31 bits have, and a shift of at most 62. The one place in which scales
/// of floats become integers. Nothing for other factors.
std::optional<ChannelScale> makeScale(double factor);

/// Adds the bias (wrapping around at 32 bits), multiplies exactly, divides by 2^shift with the
/// rounding. Half is a remainder of 2^(shift - 1): HalfUp takes the larger neighbour, HalfAway
/// the one farther from zero, HalfEven the even one; Down always takes the smaller one.
int64_t rescale(int32_t accumulator, const ChannelScale &scale, Rounding rounding);

/// The nearest number of `bits` bits with a sign if `saturates`, else the lowest bits.
int32_t narrow(int64_t value, int64_t bits, bool saturates);

} // namespace dl::vdla

#endif // DL_VDLA_REQUANTIZE_H
