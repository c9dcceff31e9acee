//===-- RulesTensorUnitTest.cpp - rules for a unit that multiplies --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of products on machines whose unit has memories of its own: what fits, what is offered,
// what is taken, the loops of it, and what is left as it is.
//
//===----------------------------------------------------------------------===//
#include "TensorUnitKernels.h"

using namespace dl::schedule;

namespace {

/// A unit with other numbers, and the summary of a convolution on it.
struct UnitCase {
  void (*change)(TensorUnit &);
  const char *summary;
};

void expectConvolutions(std::initializer_list<UnitCase> cases) {
  for (const UnitCase &entry : cases) {
    TensorUnit unit = makeUnit();
    entry.change(unit);
    EXPECT_EQ(summarize(makeConvolution({}, unit)), entry.summary);
  }
}

/// 3 by 3 windows of 3 blocks of channels are 27 elements of weights for each output.
TEST(RulesTensorUnitTest, TilesThatTheMemoryOfWeightsHolds) {
  expectConvolutions({
      {[](TensorUnit &unit) { unit.weightElements = 324; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, kept 0, tiles 36, if wide 50"},
      {[](TensorUnit &unit) { unit.weightElements = 108; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, kept 0, tiles 36, if wide 50"},
      {[](TensorUnit &unit) { unit.weightElements = 107; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, kept 0, tiles 31, if wide 41"},
      {[](TensorUnit &unit) { unit.weightElements = 54; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, kept 0, tiles 31, if wide 40"},
      {[](TensorUnit &unit) { unit.weightElements = 53; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 23, if wide 28"},
      {[](TensorUnit &unit) { unit.weightElements = 18; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 18, if wide 19"},
      {[](TensorUnit &unit) { unit.weightElements = 17; },
       "contexts 2, shared axis 0, tile channels 2, step channels 2, tiles 18, if wide 17"},
      {[](TensorUnit &unit) { unit.weightElements = 2; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 15, if wide 8"},
      {[](TensorUnit &unit) { unit.weightElements = 1; },
       "tile channels 1, tile rows 3, tiles 6, if wide 3"},
      {[](TensorUnit &unit) { unit.weightElements = 0; }, "tiles 1, if wide 1"},
  });
}

/// All inputs are 3 * 8 * 8 elements.
TEST(RulesTensorUnitTest, TilesThatTheMemoryOfInputsHolds) {
  expectConvolutions({
      {[](TensorUnit &unit) { unit.inputElements = 192; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, kept 0, tiles 43, if wide 90"},
      {[](TensorUnit &unit) { unit.inputElements = 191; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, kept 0, tiles 43, if wide 88"},
      {[](TensorUnit &unit) { unit.inputElements = 96; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, kept 0, tiles 41, if wide 74"},
      {[](TensorUnit &unit) { unit.inputElements = 95; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 34, if wide 50"},
      {[](TensorUnit &unit) { unit.inputElements = 8; },
       "tile channels 4, step channels 4, tiles 7, if wide 5"},
      {[](TensorUnit &unit) { unit.inputElements = 5; }, "tiles 1, if wide 1"},
  });
}

/// All sums are 4 * 6 * 6 elements.
TEST(RulesTensorUnitTest, TilesThatTheMemoryOfSumsHolds) {
  expectConvolutions({
      {[](TensorUnit &unit) { unit.sumElements = 144; },
       "contexts 2, shared axis 0, tile channels 2, tile rows 2, step channels 2, tiles 58, if "
       "wide 83"},
      {[](TensorUnit &unit) { unit.sumElements = 143; },
       "contexts 2, shared axis 0, tile channels 2, tile rows 2, step channels 2, tiles 52, if "
       "wide 74"},
      {[](TensorUnit &unit) { unit.sumElements = 72; },
       "contexts 2, shared axis 0, tile channels 2, tile rows 2, step channels 2, tiles 49, if "
       "wide 68"},
      {[](TensorUnit &unit) { unit.sumElements = 71; },
       "contexts 2, shared axis 0, tile channels 2, tile rows 2, step channels 2, tiles 40, if "
       "wide 54"},
      {[](TensorUnit &unit) { unit.sumElements = 12; },
       "contexts 2, shared axis 0, tiles 11, if wide 9"},
      {[](TensorUnit &unit) { unit.sumElements = 11; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, kept 0, step terms 1, tiles 79, "
       "if wide 85"},
      {[](TensorUnit &unit) { unit.sumElements = 6; },
       "contexts 2, shared axis 0, tile columns 3, kept 0, step terms 1, tiles 56, if wide 61"},
      {[](TensorUnit &unit) { unit.sumElements = 5; },
       "contexts 2, shared axis 1, kept 1, step terms 1, tiles 39, if wide 24"},
      {[](TensorUnit &unit) { unit.sumElements = 2; }, "kept 2, step terms 3, tiles 6, if wide 7"},
      {[](TensorUnit &unit) { unit.sumElements = 1; }, "tiles 1, if wide 1"},
  });
}

/// Each number of the machine changes which tiles come near the fastest one.
TEST(RulesTensorUnitTest, TilesAsTheMachineIsFast) {
  expectConvolutions({
      {[](TensorUnit &) {},
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 23, if wide 28"},
      {[](TensorUnit &unit) { unit.interval = 40; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 23, if wide 39"},
      {[](TensorUnit &unit) { unit.latency = 50; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 29, if wide 27"},
      {[](TensorUnit &unit) { unit.issue = 30; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 24, if wide 18"},
      {[](TensorUnit &unit) { unit.memoryLatency = 200; },
       "contexts 2, shared axis 1, tile channels 1, tile rows 2, kept 1, tiles 33, if wide 11"},
      {[](TensorUnit &unit) { unit.bytesPerCycle = 1; },
       "contexts 2, shared axis 0, tile channels 1, tiles 27, if wide 11"},
      {[](TensorUnit &unit) { unit.bytesPerCycle = 100; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 23, if wide 34"},
      {[](TensorUnit &unit) { unit.resultBytes = 16; },
       "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 23, if wide 26"},
      {[](TensorUnit &unit) { unit.inputBytes = 16; },
       "contexts 2, shared axis 0, tile channels 2, step channels 2, tiles 26, if wide 8"},
      {[](TensorUnit &unit) { unit.weightBytes = 16; },
       "contexts 2, shared axis 0, tiles 11, if wide 8"},
  });
}

/// As many virtual threads as are asked for, or fewer.
TEST(RulesTensorUnitTest, VirtualThreads) {
  KernelSchedule kernel = makeConvolution({}, makeUnit());
  EXPECT_EQ(summarize(kernel, 1), "tile channels 1, tile rows 3, kept 1, tiles 23, if wide 24");
  EXPECT_EQ(summarize(kernel, 3),
            "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 25, if wide 28");
  EXPECT_EQ(summarize(kernel, 4),
            "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 26, if wide 28");
}

/// Rows are cut in 2, 3, 4, 8 and 16 parts: where those have 14 elements, or where half of the
/// memory of sums does not hold a row.
TEST(RulesTensorUnitTest, PartsOfRows) {
  struct Case {
    int64_t rows, outputs, sumElements;
    const char *summary;
  };
  for (const Case &entry : std::initializer_list<Case>{
           {13, 6, 24,
            "contexts 2, tile channels 3, tile columns 4, kept 1, step channels 3, step terms 2, "
            "tiles 184, if wide 38"},
           {14, 6, 24,
            "contexts 2, shared axis 2, tile channels 6, kept 1, step channels 6, step terms 2, "
            "tiles 205, if wide 54"},
           {27, 6, 24,
            "contexts 2, shared axis 0, tile channels 3, tile columns 4, kept 1, step channels 3, "
            "step terms 2, tiles 162, if wide 39"},
           {28, 6, 24,
            "contexts 2, shared axis 0, tile channels 3, tile columns 4, kept 0, step channels 3, "
            "step terms 2, tiles 192, if wide 63"},
           {29, 6, 24,
            "contexts 2, tile channels 3, tile columns 4, kept 1, step channels 3, step terms 2, "
            "tiles 134, if wide 39"},
           {112, 6, 24, "contexts 2, shared axis 0, kept 1, step terms 2, tiles 54, if wide 20"},
           {113, 6, 24, "contexts 2, kept 1, step terms 2, tiles 48, if wide 16"},
           {27, 2, 54, "contexts 2, kept 2, step terms 2, tiles 22, if wide 70"},
           {28, 2, 56,
            "contexts 2, shared axis 2, tile channels 2, kept 0, step channels 2, step terms 2, "
            "tiles 64, if wide 94"},
           {28, 2, 55,
            "contexts 2, shared axis 2, tile channels 2, tile columns 7, kept 0, step channels 2, "
            "step terms 2, tiles 135, if wide 71"},
           {3, 6, 5,
            "contexts 1, tile channels 1, tile columns 3, kept 2, step terms 2, tiles 93, if wide "
            "18"},
           {2, 6, 3,
            "contexts 1, tile channels 3, kept 1, step channels 3, step terms 2, tiles 54, if wide "
            "9"},
       }) {
    TensorUnit unit = makeUnit();
    unit.sumElements = entry.sumElements;
    EXPECT_EQ(summarize(makeProduct(entry.rows, entry.outputs, 2, unit)), entry.summary)
        << entry.rows << " " << entry.sumElements;
  }
}

/// The loops: tiles, virtual threads, steps that bring inputs, parts of steps that bring weights.
TEST(RulesTensorUnitTest, LoopsOfTiles) {
  EXPECT_EQ(getTrees(makeConvolution({}, makeUnit())),
            "arg0.cache: axes(d0=3, d1=8, d2=8, d3=4) scope(inputs) at(C[10])\n"
            "arg1.cache: axes(d0=4, d1=3, d2=3, d3=3, d4=2, d5=4) scope(weights) at(C[8])\n"
            "C: axes(o=4, h=6, w=6, l=2) reduce(c=3, p=3, q=3, i=4) split(o by 1) split(c by 1) "
            "order(c.o, o.o, h, w, c.i, p, q, o.i, l, i) tensorize(l, i) with(multiply) "
            "scope(sums) at(Y[6])\n"
            "Y: axes(o=4, h=6, w=6, l=2) split(o by 2) split(o.i by 1) split(h by 2) split(w by 6) "
            "order(o.o, h.o, w.o, o.i.o, o.i.i, h.i, w.i, l) vthread(o.i.o)\n");
  EXPECT_EQ(getTrees(makeProduct(6, 8, 3, makeUnit())),
            "arg0.cache: axes(d0=6, d1=3, d2=4) scope(inputs) at(C[7])\n"
            "arg1.cache: axes(d0=8, d1=3, d2=2, d3=4) scope(weights) at(C[5])\n"
            "C: axes(r=6, o=8, l=2) reduce(c=3, i=4) split(o by 2) split(c by 3) order(c.o, o.o, "
            "r, c.i, o.i, l, i) tensorize(l, i) with(multiply) scope(sums) at(Y[5])\n"
            "Y: axes(r=6, o=8, l=2) split(o by 4) split(o.i by 2) split(r by 6) order(o.o, r.o, "
            "o.i.o, o.i.i, r.i, l) vthread(o.i.o)\n");
}

/// Weights that are kept are brought outside of the loop of the pixels.
TEST(RulesTensorUnitTest, LoopsThatKeepWeights) {
  EXPECT_EQ(getTrees(makeConvolution({1, 3, 30, 2, 2, 2}, makeUnit())),
            "arg0.cache: axes(d0=2, d1=6, d2=60, d3=4) scope(inputs) at(C[8])\n"
            "arg1.cache: axes(d0=1, d1=2, d2=2, d3=2, d4=2, d5=4) scope(weights) at(Y[0])\n"
            "C: axes(o=1, h=3, w=30, l=2) reduce(c=2, p=2, q=2, i=4) split(c by 1) order(o, c.o, "
            "h, w, c.i, p, q, l, i) tensorize(l, i) with(multiply) scope(sums) at(Y[8])\n"
            "Y: axes(o=1, h=3, w=30, l=2) split(h by 3) split(w by 4) split(w.i by 2) order(o, "
            "h.o, w.o, w.i.o, h.i, w.i.i, l) vthread(w.i.o)\n");
}

/// Inputs that are kept are brought outside of the loop of the channels.
TEST(RulesTensorUnitTest, LoopsThatKeepInputs) {
  TensorUnit unit = makeUnit();
  unit.sumElements = 2;
  unit.inputElements = 400;
  EXPECT_EQ(getTrees(makeConvolution({}, unit)),
            "arg0.cache: axes(d0=3, d1=8, d2=8, d3=4) scope(inputs) at(Y[8])\n"
            "arg1.cache: axes(d0=4, d1=3, d2=3, d3=3, d4=2, d5=4) scope(weights) at(C[8])\n"
            "C: axes(o=4, h=6, w=6, l=2) reduce(c=3, p=3, q=3, i=4) split(o by 1) split(c by 3) "
            "order(c.o, o.o, h, w, c.i, p, q, o.i, l, i) tensorize(l, i) with(multiply) "
            "scope(sums) at(Y[4])\n"
            "Y: axes(o=4, h=6, w=6, l=2) split(o by 1) split(h by 1) split(w by 2) order(h.o, w.o, "
            "o.o, o.i, h.i, w.i, l)\n");
}

/// One term of leading axes at a time where steps with all of them do not fit.
TEST(RulesTensorUnitTest, LoopsOfLeadingTerms) {
  TensorUnit unit = makeUnit();
  unit.weightElements = 17;
  EXPECT_EQ(getTrees(makeConvolution({}, unit)),
            "arg0.cache: axes(d0=3, d1=8, d2=8, d3=4) scope(inputs) at(C[5])\n"
            "arg1.cache: axes(d0=4, d1=3, d2=3, d3=3, d4=2, d5=4) scope(weights) at(C[8])\n"
            "C: axes(o=4, h=6, w=6, l=2) reduce(c=3, p=3, q=3, i=4) split(o by 2) order(c, p, o.o, "
            "h, w, q, o.i, l, i) tensorize(l, i) with(multiply) scope(sums) at(Y[6])\n"
            "Y: axes(o=4, h=6, w=6, l=2) split(o by 4) split(o.i by 2) split(h by 1) split(w by 6) "
            "order(o.o, h.o, w.o, o.i.o, o.i.i, h.i, w.i, l) vthread(o.i.o)\n");
  unit.weightElements = 1;
  EXPECT_EQ(getTrees(makeConvolution({}, unit)),
            "arg0.cache: axes(d0=3, d1=8, d2=8, d3=4) scope(inputs) at(C[6])\n"
            "arg1.cache: axes(d0=4, d1=3, d2=3, d3=3, d4=2, d5=4) scope(weights) at(C[8])\n"
            "C: axes(o=4, h=6, w=6, l=2) reduce(c=3, p=3, q=3, i=4) split(o by 1) order(c, p, q, "
            "o.o, h, w, o.i, l, i) tensorize(l, i) with(multiply) scope(sums) at(Y[8])\n"
            "Y: axes(o=4, h=6, w=6, l=2) split(o by 1) split(h by 3) split(w by 6) order(o.o, h.o, "
            "w.o, o.i, h.i, w.i, l)\n");
}

/// Elements between those that windows of one take are left out where that needs no more transfers.
TEST(RulesTensorUnitTest, StridesAreLeftOut) {
  TensorUnit unit = makeUnit();
  unit.memoryLatency = 2;
  unit.bytesPerCycle = 4;
  EXPECT_EQ(summarize(makeConvolution({2, 4, 5, 2, 1, 3}, unit)),
            "contexts 2, shared axis 1, tile channels 2, kept 0, step channels 2, step terms 2, "
            "tiles 42, if wide 14");
  EXPECT_EQ(
      summarize(makeConvolution({2, 4, 5, 2, 2, 3}, unit)),
      "contexts 2, shared axis 1, tile channels 2, kept 0, step channels 2, tiles 34, if wide 22");
  EXPECT_EQ(
      summarize(makeConvolution({2, 4, 1, 2, 1, 3}, unit)),
      "contexts 1, tile channels 2, kept 0, step channels 2, step terms 2, tiles 24, if wide 19");
  EXPECT_EQ(summarize(makeConvolution({1, 1, 6, 2, 1, 2}, unit)),
            "kept 0, step terms 2, tiles 6, if wide 6");
}

/// Steps go along the first reduction axis that moves inputs and weights, if none leads it.
TEST(RulesTensorUnitTest, TermsBehindOthers) {
  auto makeKernel = [](int64_t inputs) {
    KernelSchedule kernel = makeConvolution({2, 4, 4, inputs, 2, 1}, makeUnit());
    // Weights are the same for all blocks of inputs.
    kernel.operands[1] = {2, 2, 2, 2, 4};
    auto &indices = kernel[0].reads.write()[1].indices;
    IndexExpression o = indices[0], p = indices[2], q = indices[3], l = indices[4], i = indices[5];
    indices = {o, p, q, l, i};
    return kernel;
  };
  EXPECT_EQ(summarize(makeKernel(1)),
            "contexts 2, shared axis 0, tile rows 2, kept 0, step terms 2, tiles 78, if wide 61");
  EXPECT_EQ(getTrees(makeKernel(1)),
            "arg0.cache: axes(d0=1, d1=5, d2=5, d3=4) scope(inputs) at(C[10])\n"
            "arg1.cache: axes(d0=2, d1=2, d2=2, d3=2, d4=4) scope(weights) at(C[8])\n"
            "C: axes(o=2, h=4, w=4, l=2) reduce(c=1, p=2, q=2, i=4) split(o by 1) split(p by 2) "
            "order(p.o, o.o, h, w, c, p.i, q, o.i, l, i) tensorize(l, i) with(multiply) "
            "scope(sums) at(Y[6])\n"
            "Y: axes(o=2, h=4, w=4, l=2) split(o by 2) split(o.i by 1) split(h by 2) split(w by 4) "
            "order(o.o, h.o, w.o, o.i.o, o.i.i, h.i, w.i, l) vthread(o.i.o)\n");
  EXPECT_EQ(
      summarize(makeKernel(3)),
      "contexts 2, shared axis 1, tile channels 2, kept 0, step channels 2, tiles 37, if wide 44");
  EXPECT_EQ(getTrees(makeKernel(3)),
            "arg0.cache: axes(d0=3, d1=5, d2=5, d3=4) scope(inputs) at(Y[8])\n"
            "arg1.cache: axes(d0=2, d1=2, d2=2, d3=2, d4=4) scope(weights) at(C[8])\n"
            "C: axes(o=2, h=4, w=4, l=2) reduce(c=3, p=2, q=2, i=4) split(o by 2) order(o.o, h, w, "
            "c, p, q, o.i, l, i) tensorize(l, i) with(multiply) scope(sums) at(Y[8])\n"
            "Y: axes(o=2, h=4, w=4, l=2) split(o by 2) split(h by 2) split(h.i by 1) split(w by 4) "
            "order(o.o, h.o, w.o, h.i.o, o.i, h.i.i, w.i, l) vthread(h.i.o)\n");
}

/// Axes of one element are loops around what is tiled; results without others have a loop of one
/// iteration.
TEST(RulesTensorUnitTest, LoopsOfSmallProducts) {
  EXPECT_EQ(getTrees(makeProduct(1, 8, 3, makeUnit())),
            "arg0.cache: axes(d0=1, d1=3, d2=4) scope(inputs) at(C[7])\n"
            "arg1.cache: axes(d0=8, d1=3, d2=2, d3=4) scope(weights) at(C[5])\n"
            "C: axes(r=1, o=8, l=2) reduce(c=3, i=4) split(o by 8) split(c by 3) order(r, c.o, "
            "o.o, c.i, o.i, l, i) tensorize(l, i) with(multiply) scope(sums) at(Y[3])\n"
            "Y: axes(r=1, o=8, l=2) split(o by 8) order(r, o.o, o.i, l)\n");
  EXPECT_EQ(getTrees(makeProduct(27, 1, 3, makeUnit())),
            "arg0.cache: axes(d0=27, d1=3, d2=4) scope(inputs) at(C[5])\n"
            "arg1.cache: axes(d0=1, d1=3, d2=2, d3=4) scope(weights) at(Y[1])\n"
            "C: axes(r=27, o=1, l=2) reduce(c=3, i=4) split(c by 3) order(o, c.o, r, c.i, l, i) "
            "tensorize(l, i) with(multiply) scope(sums) at(Y[5])\n"
            "Y: axes(r=27, o=1, l=2) split(r by 18) split(r.i by 9) order(o, r.o, r.i.o, r.i.i, l) "
            "vthread(r.i.o)\n");
  EXPECT_EQ(getTrees(makeProduct(27, 1, 1, makeUnit())),
            "arg0.cache: axes(d0=27, d1=1, d2=4) scope(inputs) at(Y[3])\n"
            "arg1.cache: axes(d0=1, d1=1, d2=2, d3=4) scope(weights) at(Y[1])\n"
            "C: axes(r=27, o=1, l=2) reduce(c=1, i=4) order(o, r, c, l, i) tensorize(l, i) "
            "with(multiply) scope(sums) at(Y[3])\n"
            "Y: axes(r=27, o=1, l=2) split(r by 14) order(o, r.o, r.i, l)\n");
  EXPECT_EQ(getTrees(makeProduct(1, 1, 5, makeUnit())),
            "arg0.cache: axes(d0=1, d1=5, d2=4) scope(inputs) at(C[5])\n"
            "arg1.cache: axes(d0=1, d1=5, d2=2, d3=4) scope(weights) at(C[5])\n"
            "C: axes(r=1, o=1, l=2) reduce(c=5, i=4) split(c by 5) order(r, o, c.o, c.i, l, i) "
            "tensorize(l, i) with(multiply) scope(sums) at(Y[1])\n"
            "Y: axes(r=1, o=1, l=2)\n");
  EXPECT_EQ(getTrees(makeVector(5, makeUnit())),
            "arg0.cache: axes(d0=5, d1=4) scope(inputs) at(C[3])\n"
            "arg1.cache: axes(d0=5, d1=2, d2=4) scope(weights) at(C[3])\n"
            "C: axes(l=2) reduce(c=5, i=4) split(c by 5) order(c.o, c.i, l, i) tensorize(l, i) "
            "with(multiply) scope(sums) at(Y[1])\n"
            "Y: axes(l=2) split(l by 2) order(l.o, l.i)\n");
}

/// Axes that move inputs and weights, such as groups, are loops around the tiles.
TEST(RulesTensorUnitTest, LoopsOfGroups) {
  KernelSchedule kernel = makeGroups(3, makeUnit());
  EXPECT_EQ(
      summarize(kernel),
      "contexts 1, tile channels 2, kept 0, step channels 2, step terms 2, tiles 24, if wide 16");
  EXPECT_EQ(
      getTrees(kernel),
      "arg0.cache: axes(d0=3, d1=5, d2=2, d3=4) scope(inputs) at(C[8])\n"
      "arg1.cache: axes(d0=3, d1=2, d2=2, d3=2, d4=4) scope(weights) at(C[6])\n"
      "C: axes(g=3, r=5, o=2, l=2) reduce(c=2, i=4) split(o by 2) split(c by 2) order(g, c.o, o.o, "
      "r, c.i, o.i, l, i) tensorize(l, i) with(multiply) scope(sums) at(Y[6])\n"
      "Y: axes(g=3, r=5, o=2, l=2) split(o by 2) split(r by 5) order(g, o.o, r.o, o.i, r.i, l)\n");
}

/// A stage that pads the inputs brings them; what is brought is of the operand, without borders.
TEST(RulesTensorUnitTest, PaddedInputs) {
  KernelSchedule kernel = makePadded({}, makeUnit());
  EXPECT_EQ(summarize(kernel),
            "contexts 2, shared axis 0, tile channels 1, tile rows 2, tiles 23, if wide 27");
  EXPECT_EQ(getTrees(kernel),
            "P: axes(c=3, y=8, x=8, i=4) scope(inputs) at(C[10])\n"
            "arg1.cache: axes(d0=4, d1=3, d2=3, d3=3, d4=2, d5=4) scope(weights) at(C[8])\n"
            "C: axes(o=4, h=6, w=6, l=2) reduce(c=3, p=3, q=3, i=4) split(o by 1) split(c by 1) "
            "order(c.o, o.o, h, w, c.i, p, q, o.i, l, i) tensorize(l, i) with(multiply) "
            "scope(sums) at(Y[6])\n"
            "Y: axes(o=4, h=6, w=6, l=2) split(o by 2) split(o.i by 1) split(h by 2) split(w by 6) "
            "order(o.o, h.o, w.o, o.i.o, o.i.i, h.i, w.i, l) vthread(o.i.o)\n");
  // None that computes, widens, reads a stage, or reads several.
  for (auto change : std::initializer_list<void (*)(StageSchedule &)>{
           [](StageSchedule &copy) { copy.formula.integers = 1; },
           [](StageSchedule &copy) { copy.resultBytes = {2}; },
           [](StageSchedule &copy) { copy.reads.push_back(copy.reads[0]); },
           [](StageSchedule &copy) { copy.tree.addRoot("k", 2, AxisKind::Reduction); }}) {
    KernelSchedule changed = makePadded({}, makeUnit());
    change(changed[0]);
    EXPECT_EQ(applyRulesTo(changed), 0);
  }
}

/// A result of sums alone is made of a copy of them; a second way to take the operands counts.
TEST(RulesTensorUnitTest, ResultsOfSums) {
  KernelSchedule kernel = makeProduct(6, 4, 3, makeUnit());
  std::string trees = getTrees(kernel);
  KernelSchedule alone = kernel;
  alone.stages = {kernel[0]};
  alone[0].isResult = true;
  EXPECT_EQ(getTrees(alone),
            "arg0.cache: axes(d0=6, d1=3, d2=4) scope(inputs) at(C.cache[7])\n"
            "arg1.cache: axes(d0=4, d1=3, d2=2, d3=4) scope(weights) at(C.cache[5])\n"
            "C.cache: axes(r=6, o=4, l=2) reduce(c=3, i=4) split(o by 2) split(c by 3) order(c.o, "
            "o.o, r, c.i, o.i, l, i) tensorize(l, i) with(multiply) scope(sums) at(C[5])\n"
            "C: axes(r=6, o=4, l=2) split(o by 4) split(o.i by 2) split(r by 6) order(o.o, r.o, "
            "o.i.o, o.i.i, r.i, l) vthread(o.i.o)\n");
  KernelSchedule ways = kernel;
  std::swap(ways[0].reads.write()[0], ways[0].reads.write()[1]);
  EXPECT_EQ(applyRulesTo(ways), 0);
  auto swapped = ways[0].intrinsics[0].ways[0];
  std::swap(swapped[0].read, swapped[1].read);
  ways[0].intrinsics.write()[0].ways.push_back(swapped);
  EXPECT_EQ(getTrees(ways), trees);
}

/// No step is applied where the unit's elements are not the last dimensions, where nothing fits, or
/// where the sums are not read element by element.
TEST(RulesTensorUnitTest, WhatIsLeft) {
  EXPECT_EQ(applyRulesTo(makeProduct(dynamicExtent, 4, 3, makeUnit())), 0);
  auto getIndex = [](KernelSchedule &kernel, int read, int dim) -> IndexExpression & {
    return kernel[0].reads.write()[size_t(read)].indices.write()[size_t(dim)];
  };
  auto expectLeft = [&](int read, int dim, const IndexExpression &index) {
    KernelSchedule kernel = makeProduct(6, 4, 3, makeUnit());
    getIndex(kernel, read, dim) = index;
    EXPECT_EQ(applyRulesTo(kernel), 0) << read << " " << dim;
  };
  expectLeft(0, 0, linear({1, 0, 1, 0, 0}));
  expectLeft(0, 2, linear({0, 0, 0, 0, 1}, 1));
  expectLeft(0, 2, linear({0, 0, 0, 1, 1}));
  expectLeft(0, 2, linear({0, 0, 0, 0, 2}));
  expectLeft(1, 2, linear({0, 0, 2, 0, 0}));
  expectLeft(1, 3, linear({0, 0, 0, 0, 2}));
  KernelSchedule kernel = makeProduct(6, 4, 3, makeUnit());
  kernel[1].reads.write()[0].indices.write()[0] = linear({-1, 0, 0}, 5);
  EXPECT_EQ(applyRulesTo(kernel), 0);
  kernel = makeProduct(6, 4, 3, makeUnit());
  kernel[1].isResult = false;
  EXPECT_EQ(applyRulesTo(kernel), 0);
  TensorUnit unit = makeUnit();
  unit.outputs = 4;
  EXPECT_EQ(applyRulesTo(makeProduct(6, 4, 3, unit)), 0);
  unit = makeUnit();
  unit.inputs = 2;
  EXPECT_EQ(applyRulesTo(makeProduct(6, 4, 3, unit)), 0);
  unit = makeUnit();
  unit.inputElements = 0;
  EXPECT_EQ(applyRulesTo(makeProduct(6, 4, 3, unit)), 0);
}

/// What is read in parts comes by no copy.
TEST(RulesTensorUnitTest, GuardedReadsAreLeft) {
  for (int read : {0, 1}) {
    KernelSchedule kernel = makeProduct(6, 4, 3, makeUnit());
    kernel[0].reads.write()[size_t(read)].isGuarded = true;
    EXPECT_EQ(getTrees(kernel).find("tensorize"), std::string::npos);
  }
}

} // namespace
