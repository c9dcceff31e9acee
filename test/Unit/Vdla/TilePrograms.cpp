//===-- TilePrograms.cpp - programs of kernels, for tests -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TilePrograms.h"

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

namespace {
Instruction make(InstructionKind kind) {
  Instruction instruction;
  instruction.kind = kind;
  return instruction;
}

/// What all kernels need: the machine, a program under construction, and its inputs.
class Builder {
public:
  Builder(const DeviceModel &model, Kernel &kernel, std::mt19937_64 &random)
      : model(model), kernel(kernel), random(random) {
    kernel.program.name = "kernel";
  }

  int addBuffer(const char *name, int64_t bytes, Direction direction) {
    kernel.program.buffers.push_back({name, bytes, direction});
    kernel.contents.emplace_back(size_t(bytes));
    if (direction == Direction::In)
      for (uint8_t &byte : kernel.contents.back())
        byte = uint8_t(random());
    return int(kernel.program.buffers.size()) - 1;
  }
  int8_t read(int buffer, int64_t position) const {
    return int8_t(kernel.contents[size_t(buffer)][size_t(position)]);
  }
  Instruction &add(const Instruction &instruction) {
    kernel.program.instructions.push_back(instruction);
    return kernel.program.instructions.back();
  }
  Instruction makeLoad(const char *form, int buffer, int64_t sram, int64_t dram, int64_t y,
                       int64_t x, int64_t stride) const {
    Instruction load = make(InstructionKind::Load);
    load.buffer = buffer;
    return load.set(F::Form, *model.lookupName(CodeSet::Load, form))
        .set(F::Sram, sram)
        .set(F::Dram, dram)
        .set(F::Y, y)
        .set(F::X, x)
        .set(F::Stride, stride);
  }
  Instruction makeStore(StoreForm form, int buffer, int64_t sram, int64_t dram, int64_t y,
                        int64_t x, int64_t stride) const {
    Instruction store = make(InstructionKind::Store);
    store.buffer = buffer;
    return store.set(F::Source, int64_t(form))
        .set(F::Sram, sram)
        .set(F::Dram, dram)
        .set(F::Y, y)
        .set(F::X, x)
        .set(F::Stride, stride);
  }
  Instruction makeAlu(Operation operation, int64_t begin, int64_t count, int64_t out,
                      int64_t in) const {
    return make(InstructionKind::Alu)
        .set(F::Operation, int64_t(operation))
        .set(F::UopBegin, begin)
        .set(F::UopCount, count)
        .set(F::IterOut, out)
        .set(F::IterIn, in);
  }
  void addUop(int64_t dst, int64_t src, int64_t wgt) {
    MicroOp microOp;
    microOp.dst = uint32_t(dst);
    microOp.src = uint32_t(src);
    microOp.wgt = uint32_t(wgt);
    kernel.program.microOps.push_back(microOp);
  }
  /// A buffer of the micro-ops, and the load of all of them.
  void loadUops() {
    int64_t count = int64_t(kernel.program.microOps.size());
    int buffer = addBuffer("uops", count * model.getMicroOpBytes(), Direction::MicroOps);
    std::string error;
    std::optional<BufferContents> contents =
        allocateBuffers(model, kernel.program, int64_t(1) << 40, error);
    kernel.contents[size_t(buffer)] = (*contents)[size_t(buffer)];
    add(makeLoad("uop", buffer, 0, 0, 1, count, count));
  }
  void setRegister(Register reg, int64_t value) {
    add(make(InstructionKind::Configure).set(F::Register, int64_t(reg)).set(F::Value, value));
  }
  /// Scales of `blocks` blocks of channels that bring accumulators near to a byte's range.
  std::vector<ChannelScale> addScales(int64_t blocks, unsigned leastShift) {
    int buffer = addBuffer("scales", blocks * model.getElementBytes(Memory::Scale), Direction::In);
    int64_t lanes = model.getLanes(Memory::Scale);
    std::vector<uint8_t> &bytes = kernel.contents[size_t(buffer)];
    std::vector<ChannelScale> scales(size_t(blocks * lanes));
    for (int64_t block = 0; block < blocks; ++block)
      for (int64_t lane = 0; lane < lanes; ++lane) {
        ChannelScale &scale = scales[size_t(block * lanes + lane)];
        scale.bias = int32_t(random() % 4001) - 2000;
        scale.multiplier = int32_t(random() % 200) + 1;
        scale.shift = uint8_t(leastShift + random() % 4);
        size_t base = size_t(block * model.getElementBytes(Memory::Scale));
        for (unsigned i = 0; i < 4; ++i) {
          bytes[base + size_t(4 * lane) + i] = uint8_t(uint32_t(scale.bias) >> (8 * i));
          bytes[base + size_t(4 * (lanes + lane)) + i] =
              uint8_t(uint32_t(scale.multiplier) >> (8 * i));
        }
        bytes[base + size_t(8 * lanes + lane)] = scale.shift;
      }
    add(makeLoad("scale", buffer, 0, 0, 1, blocks, blocks));
    return scales;
  }
  void addFinish() { add(make(InstructionKind::Finish).set(F::PopNext, 1)); }

  const DeviceModel &model;
  Kernel &kernel;
  std::mt19937_64 &random;
};

/// Puts the tokens of work that contexts do in turn: a step waits until the next stage has left
/// what the context's step before has filled.
class Turns {
public:
  explicit Turns(const std::vector<int64_t> &contexts) : contexts(contexts) {}
  bool hasEarlier(size_t step) const {
    return std::count(contexts.begin(), contexts.begin() + long(step), contexts[step]) > 0;
  }
  bool hasLater(size_t step) const {
    return std::count(contexts.begin() + long(step) + 1, contexts.end(), contexts[step]) > 0;
  }

private:
  const std::vector<int64_t> &contexts;
};

/// One convolution: its program and its results.
class ConvBuilder : Builder {
public:
  ConvBuilder(const DeviceModel &model, const ConvShape &shape, Kernel &kernel,
              std::mt19937_64 &random)
      : Builder(model, kernel, random), s(shape), blockIn(model.getConfig().tile.blockIn),
        blockOut(model.getConfig().tile.blockOut) {
    reach = (s.kernel - 1) * s.dilation + 1;
    oh = (s.height + 2 * s.padding - reach) / s.stride + 1;
    ow = (s.width + 2 * s.padding - reach) / s.stride + 1;
    paddedWidth = s.width + 2 * s.padding;
    taps = s.kernel * s.kernel;
    inpRows = (s.tileRows - 1) * s.stride + reach;
    tiles = (oh + s.tileRows - 1) / s.tileRows;
  }

  void build() {
    x = addBuffer("x", s.icb * s.height * s.width * blockIn, Direction::In);
    w = addBuffer("w", s.ocb * s.icb * taps * blockIn * blockOut, Direction::In);
    int64_t shrink = s.pools ? 4 : 1;
    y = addBuffer("y", s.ocb * oh * ow * blockOut / shrink, Direction::Out);
    scales = addScales(s.ocb, 14);
    for (int64_t v = 0; v < s.contexts; ++v)
      addUops(v);
    loadUops();
    setRegister(Register::InpZeroPoint, s.inpZeroPoint);
    setRegister(Register::OutZeroPoint, s.outZeroPoint);
    addTiles();
    addFinish();
    kernel.output = size_t(y);
    kernel.macs = s.ocb * oh * ow * s.icb * taps * blockIn * blockOut;
    computeExpected();
  }

private:
  void addUops(int64_t v) {
    for (int64_t tap = 0; tap < taps; ++tap)
      for (int64_t o = 0; o < s.ocb; ++o)
        addUop((v * s.ocb + o) * s.tileRows * ow,
               v * inpRows * paddedWidth +
                   (tap / s.kernel * paddedWidth + tap % s.kernel) * s.dilation,
               (v * s.ocb + o) * taps + tap);
  }
  int64_t countRows(int64_t tile) const { return std::min(s.tileRows, oh - tile * s.tileRows); }

  void addTiles() {
    // The contexts of loads and gemms, and those of stores.
    std::vector<int64_t> turns, storeTurns;
    for (int64_t group = 0; group < tiles; group += s.contexts) {
      int64_t count = std::min(s.contexts, tiles - group);
      for (int64_t step = 0; step < s.icb * count; ++step)
        turns.push_back(step % count);
      for (int64_t v = 0; v < count; ++v)
        storeTurns.push_back(v);
    }
    Turns loads(turns), stores(storeTurns);
    size_t turn = 0, storeTurn = 0;
    for (int64_t group = 0; group < tiles; group += s.contexts) {
      int64_t count = std::min(s.contexts, tiles - group);
      for (int64_t ic = 0; ic < s.icb; ++ic, turn += size_t(count)) {
        for (int64_t v = 0; v < count; ++v)
          addLoads(group + v, v, ic, loads.hasEarlier(turn + size_t(v)));
        for (int64_t v = 0; v < count; ++v)
          addGemm(group + v, v, ic, loads.hasLater(turn + size_t(v)),
                  stores.hasEarlier(storeTurn + size_t(v)));
      }
      for (int64_t v = 0; v < count; ++v, ++storeTurn)
        addStores(group + v, v, stores.hasLater(storeTurn) || storeTurn + 1 == storeTurns.size());
    }
  }
  void addLoads(int64_t tile, int64_t v, int64_t ic, bool waits) {
    int64_t rows = (countRows(tile) - 1) * s.stride + reach;
    int64_t first = tile * s.tileRows * s.stride - s.padding;
    int64_t top = std::clamp<int64_t>(-first, 0, rows);
    int64_t bottom = std::clamp<int64_t>(first + rows - s.height, 0, rows - top);
    add(makeLoad("inp", x, v * inpRows * paddedWidth,
                 (ic * s.height + std::max<int64_t>(first, 0)) * s.width, rows - top - bottom,
                 s.width, s.width)
            .set(F::Pad, int64_t(s.inpZeroPoint ? PadValue::ZeroPoint : PadValue::Zero))
            .set(F::PadTop, top)
            .set(F::PadBottom, bottom)
            .set(F::PadLeft, s.padding)
            .set(F::PadRight, s.padding)
            .set(F::PopNext, waits));
    add(makeLoad("wgt", w, v * s.ocb * taps, ic * taps, s.ocb, taps, s.icb * taps)
            .set(F::PushNext, 1));
  }
  void addGemm(int64_t tile, int64_t v, int64_t ic, bool isUsedAgain, bool waitsForStore) {
    add(make(InstructionKind::Gemm)
            .set(F::UopBegin, v * taps * s.ocb)
            .set(F::UopCount, taps * s.ocb)
            .set(F::IterOut, countRows(tile))
            .set(F::IterIn, ow)
            .set(F::InitCount, ic == 0 ? s.ocb : 0)
            .set(F::DstOut, ow)
            .set(F::DstIn, 1)
            .set(F::SrcOut, s.stride * paddedWidth)
            .set(F::SrcIn, s.stride)
            .set(F::PopPrev, 1)
            .set(F::PopNext, ic == 0 && waitsForStore)
            .set(F::PushPrev, isUsedAgain)
            .set(F::PushNext, ic == s.icb - 1));
  }
  void addStores(int64_t tile, int64_t v, bool pushes) {
    int64_t rows = countRows(tile), base = v * s.ocb * s.tileRows * ow;
    auto finishStore = [&](Instruction store, bool isFirst, bool isLast, int64_t scaleBase) {
      add(store.set(F::ScaleBase, scaleBase)
              .set(F::Relu, s.relu)
              .set(F::Saturate, s.saturate)
              .set(F::Round, int64_t(s.rounding))
              .set(F::PopPrev, isFirst)
              .set(F::PushPrev, isLast && pushes));
    };
    if (!s.pools && rows == s.tileRows) {
      finishStore(makeStore(StoreForm::Requantize, y, base, tile * s.tileRows * ow, s.ocb,
                            rows * ow, oh * ow)
                      .set(F::ScaleStep, 1),
                  true, true, 0);
      return;
    }
    int64_t shrink = s.pools ? 2 : 1, outWidth = ow / shrink;
    for (int64_t o = 0; o < s.ocb; ++o)
      finishStore(makeStore(StoreForm::Requantize, y, base + o * s.tileRows * ow,
                            (o * oh + tile * s.tileRows) / shrink * outWidth, rows / shrink,
                            outWidth, outWidth)
                      .set(F::Pool, s.pools ? *model.lookupName(CodeSet::Pool, "max2x2") : 0),
                  o == 0, o == s.ocb - 1, o);
  }

  int32_t computeSum(int64_t o, int64_t row, int64_t column, int64_t lane) const {
    uint32_t sum = 0;
    for (int64_t ic = 0; ic < s.icb; ++ic)
      for (int64_t tap = 0; tap < taps; ++tap) {
        int64_t iy = row * s.stride + tap / s.kernel * s.dilation - s.padding;
        int64_t ix = column * s.stride + tap % s.kernel * s.dilation - s.padding;
        bool isInside = iy >= 0 && iy < s.height && ix >= 0 && ix < s.width;
        for (int64_t i = 0; i < blockIn; ++i) {
          int32_t input = isInside ? read(x, ((ic * s.height + iy) * s.width + ix) * blockIn + i)
                                   : int32_t(s.inpZeroPoint);
          sum += uint32_t(
              input * read(w, (((o * s.icb + ic) * taps + tap) * blockOut + lane) * blockIn + i));
        }
      }
    return int32_t(sum);
  }
  int8_t computeResult(int64_t o, int64_t row, int64_t column, int64_t lane) const {
    int64_t value = rescalePlainly(computeSum(o, row, column, lane),
                                   scales[size_t(o * blockOut + lane)], s.rounding) +
                    s.outZeroPoint;
    if (s.relu)
      value = std::max(value, s.outZeroPoint);
    return s.saturate ? int8_t(std::min<int64_t>(127, std::max<int64_t>(-128, value)))
                      : int8_t(uint8_t(value));
  }
  void computeExpected() {
    int64_t window = s.pools ? 2 : 1;
    for (int64_t o = 0; o < s.ocb; ++o)
      for (int64_t row = 0; row < oh / window; ++row)
        for (int64_t column = 0; column < ow / window; ++column)
          for (int64_t lane = 0; lane < blockOut; ++lane) {
            int8_t best = computeResult(o, row * window, column * window, lane);
            for (int64_t k = 1; k < window * window; ++k)
              best = std::max(best, computeResult(o, row * window + k / window,
                                                  column * window + k % window, lane));
            kernel.expected.push_back(uint8_t(best));
          }
  }

  const ConvShape &s;
  int64_t blockIn, blockOut, reach, oh, ow, paddedWidth, taps, inpRows, tiles;
  int x = 0, w = 0, y = 0;
  std::vector<ChannelScale> scales;
};
} // namespace

Kernel dl::vdla::test::makeConv(const DeviceModel &model, const ConvShape &shape,
                                std::mt19937_64 &random) {
  Kernel kernel;
  ConvBuilder(model, shape, kernel, random).build();
  return kernel;
}

Kernel dl::vdla::test::makeAdd(const DeviceModel &model, int64_t elements, int64_t tile,
                               int64_t contexts, std::mt19937_64 &random) {
  Kernel kernel;
  Builder build(model, kernel, random);
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
    auto alu = [&](Operation operation, int64_t begin) {
      return build.makeAlu(operation, begin, 1, 1, count).set(F::DstIn, 1).set(F::SrcIn, 1);
    };
    build.add(alu(Operation::Mul, uop).set(F::UseImm, 1).set(F::Imm, factorA));
    build.add(alu(Operation::Mul, uop + 1).set(F::UseImm, 1).set(F::Imm, factorB));
    build.add(alu(Operation::Add, uop).set(F::PushNext, 1));
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
  Builder build(model, kernel, random);
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
  auto loop = [&](Operation operation, int64_t begin, int64_t count) {
    return build.makeAlu(operation, begin, count, oh, ow)
        .set(F::DstOut, ow)
        .set(F::DstIn, 1)
        .set(F::SrcOut, 2 * padded)
        .set(F::SrcIn, 2);
  };
  build.add(loop(Operation::Move, 0, 1));
  build.add(loop(Operation::Max, 1, 8).set(F::PushNext, 1));
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
