//===-- TilePrograms.cpp - programs of kernels, for tests -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"

#include <algorithm>

using namespace dl::vdla;
using namespace dl::vdla::test;

using F = FieldId;

int64_t dl::vdla::test::rescalePlainly(int32_t acc, const ChannelScale &scale, Rounding rounding) {
  __int128 value = int32_t(uint32_t(acc) + uint32_t(scale.bias));
  __int128 product = value * scale.multiplier, one = __int128(1) << scale.shift;
  __int128 down = product / one - (product % one < 0), rest = product - down * one;
  bool isUp = false;
  if (rounding == Rounding::HalfUp)
    isUp = 2 * rest >= one;
  else if (rounding == Rounding::HalfAway)
    isUp = product < 0 ? 2 * rest > one : 2 * rest >= one;
  else if (rounding == Rounding::HalfEven)
    isUp = 2 * rest > one || (2 * rest == one && down % 2 != 0);
  return int64_t(down + isUp);
}

Kernel dl::vdla::test::makeAdd(const DeviceModel &model, int64_t elements, int64_t tile,
                               int64_t contexts, std::mt19937_64 &random) {
  Kernel kernel;
  KernelBuilder build(model, kernel, random);
  int64_t lanes = model.getLanes(Memory::Acc);
  int a = build.addBuffer("a", elements * lanes, Direction::In);
  int b = build.addBuffer("b", elements * lanes, Direction::In);
  int y = build.addBuffer("y", elements * lanes, Direction::Out);
  std::vector<ChannelScale> scales = build.addScales(1, 8);
  int64_t factorA = 3, factorB = -5;
  for (int64_t v = 0; v < contexts; ++v)
    build.addUop(2 * v * tile, (2 * v + 1) * tile, 0), build.addUop((2 * v + 1) * tile, 0, 0);
  build.loadUops();
  int64_t tiles = (elements + tile - 1) / tile;
  for (int64_t t = 0; t < tiles; ++t) {
    int64_t v = t % contexts, count = std::min(tile, elements - t * tile), uop = 2 * v;
    build.add(build.makeLoad("acc_narrow", a, 2 * v * tile, t * tile, 1, count, count)
                  .set(F::PopNext, t >= contexts));
    build.add(build.makeLoad("acc_narrow", b, (2 * v + 1) * tile, t * tile, 1, count, count));
    auto alu = [&](AluOperation operation, int64_t begin) {
      return build.makeAlu(operation, begin, 1, 1, count).set(F::DstIn, 1).set(F::SrcIn, 1);
    };
    build.add(alu(AluOperation::Mul, uop).set(F::UseImm, 1).set(F::Imm, factorA));
    build.add(alu(AluOperation::Mul, uop + 1).set(F::UseImm, 1).set(F::Imm, factorB));
    build.add(alu(AluOperation::Add, uop).set(F::PushNext, 1));
    build.add(build.makeStore(StoreForm::Requantize, y, 2 * v * tile, t * tile, 1, count, count)
                  .set(F::Saturate, 1)
                  .set(F::PopPrev, 1)
                  .set(F::PushPrev, t + contexts < tiles || t + 1 == tiles));
  }
  build.addFinish();
  kernel.output = size_t(y);
  for (int64_t i = 0; i < elements * lanes; ++i) {
    int32_t sum = int32_t(build.read(a, i) * factorA + build.read(b, i) * factorB);
    int64_t value =
        rescalePlainly(sum, scales[size_t(i % model.getLanes(Memory::Scale))], Rounding::HalfUp);
    kernel.expected.push_back(uint8_t(std::min<int64_t>(127, std::max<int64_t>(-128, value))));
  }
  return kernel;
}

Kernel dl::vdla::test::makePool(const DeviceModel &model, int64_t height, int64_t width,
                                std::mt19937_64 &random) {
  Kernel kernel;
  KernelBuilder build(model, kernel, random);
  int64_t lanes = model.getLanes(Memory::Acc), padded = width + 2;
  int64_t oh = (height + 2 - 3) / 2 + 1, ow = (width + 2 - 3) / 2 + 1;
  int x = build.addBuffer("x", height * width * lanes, Direction::In);
  int y = build.addBuffer("y", oh * ow * lanes, Direction::Out);
  int64_t result = (height + 2) * padded;
  for (int64_t tap = 0; tap < 9; ++tap)
    build.addUop(result, tap / 3 * padded + tap % 3, 0);
  build.loadUops();
  build.add(build.makeLoad("acc_narrow", x, 0, 0, height, width, width)
                .set(F::Pad, int64_t(PadValue::Minimum))
                .set(F::PadTop, 1)
                .set(F::PadBottom, 1)
                .set(F::PadLeft, 1)
                .set(F::PadRight, 1));
  auto loop = [&](AluOperation operation, int64_t begin, int64_t count) {
    return build.makeAlu(operation, begin, count, oh, ow)
        .set(F::DstOut, ow)
        .set(F::DstIn, 1)
        .set(F::SrcOut, 2 * padded)
        .set(F::SrcIn, 2);
  };
  build.add(loop(AluOperation::Move, 0, 1));
  build.add(loop(AluOperation::Max, 1, 8).set(F::PushNext, 1));
  build.add(build.makeStore(StoreForm::Narrow, y, result, 0, oh, ow, ow)
                .set(F::PopPrev, 1)
                .set(F::PushPrev, 1));
  build.addFinish();
  kernel.output = size_t(y);
  for (int64_t row = 0; row < oh; ++row)
    for (int64_t column = 0; column < ow; ++column)
      for (int64_t lane = 0; lane < lanes; ++lane) {
        int8_t best = -128;
        for (int64_t tap = 0; tap < 9; ++tap) {
          int64_t iy = row * 2 + tap / 3 - 1, ix = column * 2 + tap % 3 - 1;
          if (iy >= 0 && iy < height && ix >= 0 && ix < width)
            best = std::max(best, build.read(x, (iy * width + ix) * lanes + lane));
        }
        kernel.expected.push_back(uint8_t(best));
      }
  return kernel;
}
