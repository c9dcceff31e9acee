//===-- TilePrograms.h - programs of kernels, for tests ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small code generator: convolutions, additions and pooling as tiles with tokens, in one context
// or in two that alternate, with what plain loops compute from the same inputs.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_TILEPROGRAMS_H
#define DL_TEST_VDLA_TILEPROGRAMS_H

#include "dl/Vdla/MachineState.h"

#include <random>

namespace dl::vdla::test {

/// A program with the contents of its buffers before, and those of one buffer after.
struct Kernel {
  Program program;
  BufferContents contents;
  size_t output = 0;
  std::vector<uint8_t> expected;
  /// Multiply-adds that the kernel needs.
  int64_t macs = 0;
};

/// A convolution over blocks of channels, as the machine has them: input [icb][h][w], weights
/// [ocb][icb][k][k], output [ocb][oh][ow].
struct ConvShape {
  int64_t height = 4, width = 4, icb = 1, ocb = 1, kernel = 3, stride = 1, padding = 1,
          dilation = 1;
  /// Rows of a tile, and tiles under way at a time.
  int64_t tileRows = 2, contexts = 2;
  Rounding rounding = Rounding::HalfEven;
  bool relu = false, saturate = true;
  /// A 2x2 maximum where tokens of stores leave; rows of tiles and of the output are then even.
  bool pools = false;
  int64_t inpZeroPoint = 0, outZeroPoint = 0;
};

Kernel makeConv(const DeviceModel &model, const ConvShape &shape, std::mt19937_64 &random);

/// The sum of two inputs of `elements` blocks, each rescaled by a small factor.
Kernel makeAdd(const DeviceModel &model, int64_t elements, int64_t tile, int64_t contexts,
               std::mt19937_64 &random);

/// The maximum over 3x3 windows, 2 apart, of a padded input.
Kernel makePool(const DeviceModel &model, int64_t height, int64_t width, std::mt19937_64 &random);

/// acc rescaled as Requantize.h says, computed with plain 128-bit division.
int64_t rescalePlainly(int32_t acc, const ChannelScale &scale, Rounding rounding);

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_TILEPROGRAMS_H
