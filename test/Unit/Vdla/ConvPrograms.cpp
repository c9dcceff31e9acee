//===-- ConvPrograms.cpp - programs of convolutions, for tests --*- C++ -*-===//
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

namespace {
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
class ConvBuilder : KernelBuilder {
public:
  ConvBuilder(const DeviceModel &model, const ConvShape &shape, Kernel &kernel,
              std::mt19937_64 &random)
      : KernelBuilder(model, kernel, random), s(shape), blockIn(model.getConfig().tile.blockIn),
        blockOut(model.getConfig().tile.blockOut), batch(model.getConfig().tile.batch) {
    reach = (s.kernel - 1) * s.dilation + 1;
    oh = (s.height + 2 * s.padding - reach) / s.stride + 1;
    ow = (s.width + 2 * s.padding - reach) / s.stride + 1;
    paddedWidth = s.width + 2 * s.padding;
    taps = s.kernel * s.kernel;
    inpRows = (s.tileRows - 1) * s.stride + reach;
    tiles = (oh + s.tileRows - 1) / s.tileRows;
  }

  void build() {
    x = addBuffer("x", s.icb * s.height * s.width * batch * blockIn, Direction::In);
    w = addBuffer("w", s.ocb * s.icb * taps * blockIn * blockOut, Direction::In);
    int64_t shrink = s.pools ? 4 : 1;
    y = addBuffer("y", s.ocb * oh * ow * batch * blockOut / shrink, Direction::Out);
    scales = addScales(s.ocb, 14);
    for (int64_t v = 0; v < s.contexts; ++v)
      addUops(v);
    loadUops();
    setRegister(Register::InpZeroPoint, s.inpZeroPoint);
    setRegister(Register::OutZeroPoint, s.outZeroPoint);
    addTiles();
    addFinish();
    kernel.output = size_t(y);
    kernel.macs = s.ocb * oh * ow * s.icb * taps * batch * blockIn * blockOut;
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
    add(makeInstruction(InstructionKind::Gemm)
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
    int64_t b = lane / blockOut, channel = lane % blockOut;
    uint32_t sum = 0;
    for (int64_t ic = 0; ic < s.icb; ++ic)
      for (int64_t tap = 0; tap < taps; ++tap) {
        int64_t iy = row * s.stride + tap / s.kernel * s.dilation - s.padding;
        int64_t ix = column * s.stride + tap % s.kernel * s.dilation - s.padding;
        bool isInside = iy >= 0 && iy < s.height && ix >= 0 && ix < s.width;
        for (int64_t i = 0; i < blockIn; ++i) {
          int32_t input =
              isInside ? read(x, (((ic * s.height + iy) * s.width + ix) * batch + b) * blockIn + i)
                       : int32_t(s.inpZeroPoint);
          sum += uint32_t(
              input *
              read(w, (((o * s.icb + ic) * taps + tap) * blockOut + channel) * blockIn + i));
        }
      }
    return int32_t(sum);
  }
  int8_t computeResult(int64_t o, int64_t row, int64_t column, int64_t lane) const {
    int64_t value = rescalePlainly(computeSum(o, row, column, lane),
                                   scales[size_t(o * blockOut + lane % blockOut)], s.rounding) +
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
          for (int64_t lane = 0; lane < batch * blockOut; ++lane) {
            int8_t best = computeResult(o, row * window, column * window, lane);
            for (int64_t k = 1; k < window * window; ++k)
              best = std::max(best, computeResult(o, row * window + k / window,
                                                  column * window + k % window, lane));
            kernel.expected.push_back(uint8_t(best));
          }
  }

  const ConvShape &s;
  int64_t blockIn, blockOut, batch, reach, oh, ow, paddedWidth, taps, inpRows, tiles;
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
