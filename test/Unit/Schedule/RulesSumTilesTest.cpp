//===-- RulesSumTilesTest.cpp - elementwise work in the memory of sums ----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels without products on machines whose unit has memories of its own: what is brought into
// the memory of sums, the tiles that fit there, and what is left as it is.
//
//===----------------------------------------------------------------------===//
#include "TensorUnitKernels.h"

using namespace dl::schedule;

namespace {

/// All elements of an operand or stage of the same shape.
StageRead readAll(int stage, int operand, size_t rank) {
  StageRead read = readOf(stage, {});
  read.operand = operand;
  for (size_t axis = 0; axis < rank; ++axis) {
    std::vector<int64_t> coefficients(rank, 0);
    coefficients[axis] = 1;
    read.indices.push_back(linear(coefficients));
  }
  return read;
}

StageSchedule makeIntegers(StageSchedule stage, std::vector<StageRead> reads) {
  stage.computeBytes = 4;
  stage.resultBytes = {4};
  stage.formula.integers = 1;
  for (StageRead &read : reads)
    stage.reads.push_back(std::move(read));
  return stage;
}

/// S = X + 1; Y = S * 2, of the given shape, whose last dimension is the lanes.
KernelSchedule makeScaled(const std::vector<int64_t> &shape, const TensorUnit &unit) {
  KernelSchedule kernel;
  kernel.target = makeTarget(unit);
  kernel.operands = {shape};
  kernel.operandBytes = {1};
  std::vector<std::pair<std::string, int64_t>> axes;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    axes.push_back({std::string(1, char('a' + dim)), shape[dim]});
  kernel.stages = {makeIntegers(makeStage("S", axes), {readAll(-1, 0, shape.size())}),
                   makeIntegers(makeStage("Y", axes), {readAll(0, -1, shape.size())})};
  kernel[1].isResult = true;
  return kernel;
}

/// M(h, w, l) = max over p, q of X(2 * h + p, 2 * w + q, l), with windows of 3 by 3.
KernelSchedule makePooling(int64_t height, int64_t width, const TensorUnit &unit) {
  KernelSchedule kernel;
  kernel.target = makeTarget(unit);
  kernel.operands = {{2 * height + 1, 2 * width + 1, 2}};
  kernel.operandBytes = {1};
  StageRead read =
      readOperand(0, {linear({2, 0, 0, 1, 0}), linear({0, 2, 0, 0, 1}), linear({0, 0, 1, 0, 0})});
  kernel.stages = {makeIntegers(
      makeStage("M", {{"h", height}, {"w", width}, {"l", 2}}, {{"p", 3}, {"q", 3}}), {read})};
  kernel[0].formula = {};
  kernel[0].combination.integers = 1;
  kernel[0].isResult = true;
  return kernel;
}

/// The numbers of the tile for a memory of so many sums.
std::string summarizeScaled(const std::vector<int64_t> &shape, int64_t sumElements,
                            int64_t contexts = 2) {
  TensorUnit unit = makeUnit();
  unit.sumElements = sumElements;
  return summarize(makeScaled(shape, unit), contexts);
}

/// A stage and the copy that it reads take twice their elements for each virtual thread.
TEST(RulesSumTilesTest, TilesThatTheMemoryHolds) {
  struct Case {
    std::vector<int64_t> shape;
    int64_t sumElements;
    const char *summary;
  };
  for (const Case &entry : std::initializer_list<Case>{
           {{4, 3, 6, 2}, 576, "tiles 1, if wide 41"},
           {{4, 3, 6, 2}, 575, "tiles 1, if wide 41"},
           {{4, 3, 6, 2}, 288, "tiles 1, if wide 41"},
           {{4, 3, 6, 2}, 287, "tiles 1, if wide 38"},
           {{4, 3, 6, 2}, 144, "tiles 1, if wide 36"},
           {{4, 3, 6, 2}, 143, "tiles 1, if wide 33"},
           {{4, 3, 6, 2}, 48, "tiles 1, if wide 28"},
           {{4, 3, 6, 2}, 47, "tiles 1, if wide 24"},
           {{4, 3, 6, 2}, 8, "tiles 1, if wide 5"},
           {{4, 3, 6, 2}, 7, "tiles 1, if wide 1"},
           {{4, 3, 6, 2}, 4, "tiles 1, if wide 1"},
           {{4, 3, 6, 2}, 3, "tiles 1, if wide 1"},
           // Rows of which no two parts are equal.
           {{5, 2}, 16, "tiles 1, if wide 6"},
           {{5, 7, 2}, 24, "tiles 1, if wide 13"},
           {{1, 7, 1, 2}, 24, "tiles 1, if wide 7"},
           {{3, 2, 4, 3, 2}, 40, "tiles 1, if wide 17"},
           {{2}, 40, "tiles 1, if wide 1"},
       })
    EXPECT_EQ(summarizeScaled(entry.shape, entry.sumElements), entry.summary) << entry.sumElements;
}

/// As many virtual threads as can have equal parts of an axis.
TEST(RulesSumTilesTest, VirtualThreads) {
  EXPECT_EQ(summarizeScaled({4, 3, 6, 2}, 200, 1), "tiles 1, if wide 20");
  EXPECT_EQ(summarizeScaled({4, 3, 6, 2}, 200, 3), "tiles 1, if wide 39");
  EXPECT_EQ(summarizeScaled({3, 1, 1, 2}, 200, 2), "tiles 1, if wide 5");
  EXPECT_EQ(summarizeScaled({3, 1, 1, 2}, 200, 4), "tiles 1, if wide 5");
}

TEST(RulesSumTilesTest, LoopsOfTiles) {
  TensorUnit unit = makeUnit();
  unit.sumElements = 48;
  EXPECT_EQ(getTrees(makeScaled({4, 3, 6, 2}, unit)),
            "arg0.cache: axes(d0=4, d1=3, d2=6, d3=2) scope(sums) at(Y[8])\n"
            "S: axes(a=4, b=3, c=6, d=2) scope(sums) at(Y[8])\n"
            "Y: axes(a=4, b=3, c=6, d=2) split(a by 1) split(b by 2) split(b.i by 1) split(c by 6) "
            "order(a.o, b.o, c.o, b.i.o, a.i, b.i.i, c.i, d) vthread(b.i.o)\n");
  EXPECT_EQ(getTrees(makeScaled({3, 2, 4, 3, 2}, unit)),
            "arg0.cache: axes(d0=3, d1=2, d2=4, d3=3, d4=2) scope(sums) at(Y[9])\n"
            "S: axes(a=3, b=2, c=4, d=3, e=2) scope(sums) at(Y[9])\n"
            "Y: axes(a=3, b=2, c=4, d=3, e=2) split(b by 1) split(c by 4) split(c.i by 2) split(d "
            "by 3) order(a, b.o, c.o, d.o, c.i.o, b.i, c.i.i, d.i, e) vthread(c.i.o)\n");
  EXPECT_EQ(getTrees(makeScaled({3, 1, 1, 2}, unit)),
            "arg0.cache: axes(d0=3, d1=1, d2=1, d3=2) scope(sums) at(Y[6])\n"
            "S: axes(a=3, b=1, c=1, d=2) scope(sums) at(Y[6])\n"
            "Y: axes(a=3, b=1, c=1, d=2) split(a by 2) split(a.i by 1) order(b, c, a.o, a.i.o, "
            "a.i.i, d) vthread(a.i.o)\n");
  EXPECT_EQ(getTrees(makeScaled({2}, unit)), "arg0.cache: axes(d0=2) scope(sums) at(Y[1])\n"
                                             "S: axes(a=2) scope(sums) at(Y[1])\n"
                                             "Y: axes(a=2) split(a by 2) order(a.o, a.i)\n");
}

/// Windows of a tile overlap: three rows for one, five for two.
TEST(RulesSumTilesTest, WindowsOfReductions) {
  struct Case {
    int64_t sumElements;
    const char *summary;
  };
  for (const Case &entry : std::initializer_list<Case>{{500, "tiles 1, if wide 17"},
                                                       {200, "tiles 1, if wide 17"},
                                                       {100, "tiles 1, if wide 11"},
                                                       {60, "tiles 1, if wide 7"},
                                                       {40, "tiles 1, if wide 4"},
                                                       {20, "tiles 1, if wide 1"},
                                                       {19, "tiles 1, if wide 1"}}) {
    TensorUnit unit = makeUnit();
    unit.sumElements = entry.sumElements;
    EXPECT_EQ(summarize(makePooling(4, 3, unit)), entry.summary) << entry.sumElements;
  }
  TensorUnit unit = makeUnit();
  unit.sumElements = 100;
  EXPECT_EQ(getTrees(makePooling(4, 3, unit)),
            "arg0.cache: axes(d0=9, d1=7, d2=2) scope(sums) at(M[5])\n"
            "M.cache: axes(h=4, w=3, l=2) reduce(p=3, q=3) scope(sums) at(M[5])\n"
            "M: axes(h=4, w=3, l=2) split(h by 2) split(h.i by 1) split(w by 3) order(h.o, w.o, "
            "h.i.o, h.i.i, w.i, l) vthread(h.i.o)\n");
}

/// Stages that only elementwise ones read become part of these; those that the result or a
/// reduction reads are kept.
TEST(RulesSumTilesTest, ElementwiseStages) {
  TensorUnit unit = makeUnit();
  unit.sumElements = 400;
  KernelSchedule kernel = makeScaled({4, 6, 2}, unit);
  StageSchedule first = kernel[0], second = kernel[0], result = kernel[1];
  second.name = "T";
  second.reads = {readAll(0, -1, 3)};
  result.reads = {readAll(1, -1, 3)};
  kernel.stages = {first, second, result};
  EXPECT_EQ(getTrees(kernel), "arg0.cache: axes(d0=4, d1=6, d2=2) scope(sums) at(Y[5])\n"
                              "S: axes(a=4, b=6, c=2) inline\n"
                              "T: axes(a=4, b=6, c=2) scope(sums) at(Y[5])\n"
                              "Y: axes(a=4, b=6, c=2) split(a by 4) split(a.i by 2) split(b by 6) "
                              "order(a.o, b.o, a.i.o, a.i.i, b.i, c) vthread(a.i.o)\n");
  StageSchedule sum =
      makeIntegers(makeStage("R", {{"a", 4}, {"c", 2}}, {{"b", 6}}),
                   {readOf(0, {linear({1, 0, 0}), linear({0, 0, 1}), linear({0, 1, 0})})});
  result = makeIntegers(makeStage("Y", {{"a", 4}, {"c", 2}}), {readAll(1, -1, 2)});
  result.isResult = true;
  kernel.stages = {first, sum, result};
  EXPECT_EQ(getTrees(kernel), "arg0.cache: axes(d0=4, d1=6, d2=2) scope(sums) at(Y[4])\n"
                              "S: axes(a=4, b=6, c=2) scope(sums) at(Y[4])\n"
                              "R: axes(a=4, c=2) reduce(b=6) scope(sums) at(Y[4])\n"
                              "Y: axes(a=4, c=2) split(a by 4) split(a.i by 2) order(a.o, a.i.o, "
                              "a.i.i, c) vthread(a.i.o)\n");
}

/// A stage that takes an operand as it is brings it; one that computes reads a copy, and the result
/// reads scales itself.
TEST(RulesSumTilesTest, CopiesOfOperands) {
  TensorUnit unit = makeUnit();
  unit.sumElements = 400;
  KernelSchedule kernel = makeScaled({4, 6, 2}, unit);
  kernel[0].formula = {};
  kernel[0].resultBytes = {1};
  EXPECT_EQ(getTrees(kernel), "S: axes(a=4, b=6, c=2) scope(sums) at(Y[5])\n"
                              "Y: axes(a=4, b=6, c=2) split(a by 4) split(a.i by 2) split(b by 6) "
                              "order(a.o, b.o, a.i.o, a.i.i, b.i, c) vthread(a.i.o)\n");
  kernel[0].resultBytes = {4};
  EXPECT_EQ(getTrees(kernel), "arg0.cache: axes(d0=4, d1=6, d2=2) scope(sums) at(Y[5])\n"
                              "S: axes(a=4, b=6, c=2) scope(sums) at(Y[5])\n"
                              "Y: axes(a=4, b=6, c=2) split(a by 4) split(a.i by 2) split(b by 6) "
                              "order(a.o, b.o, a.i.o, a.i.i, b.i, c) vthread(a.i.o)\n");
  kernel = makeScaled({4, 6, 2}, unit);
  kernel.operands.push_back({4, 6, 2});
  kernel.operandBytes.push_back(1);
  kernel[0].reads.push_back(readAll(-1, 1, 3));
  kernel[1].reads.push_back(readAll(-1, 1, 3));
  EXPECT_EQ(getTrees(kernel), "arg0.cache: axes(d0=4, d1=6, d2=2) scope(sums) at(Y[5])\n"
                              "arg1.cache: axes(d0=4, d1=6, d2=2) scope(sums) at(Y[5])\n"
                              "S: axes(a=4, b=6, c=2) scope(sums) at(Y[5])\n"
                              "Y: axes(a=4, b=6, c=2) split(a by 4) split(a.i by 2) split(b by 6) "
                              "order(a.o, b.o, a.i.o, a.i.i, b.i, c) vthread(a.i.o)\n");
}

/// Results that read no stage are made of a copy of what they are.
TEST(RulesSumTilesTest, ResultsOfOperands) {
  TensorUnit unit = makeUnit();
  unit.sumElements = 400;
  KernelSchedule kernel = makeScaled({4, 6, 2}, unit);
  StageSchedule only = kernel[0];
  only.isResult = true;
  kernel.stages = {only};
  EXPECT_EQ(getTrees(kernel), "arg0.cache: axes(d0=4, d1=6, d2=2) scope(sums) at(S[5])\n"
                              "S.cache: axes(a=4, b=6, c=2) scope(sums) at(S[5])\n"
                              "S: axes(a=4, b=6, c=2) split(a by 4) split(a.i by 2) split(b by 6) "
                              "order(a.o, b.o, a.i.o, a.i.i, b.i, c) vthread(a.i.o)\n");
}

/// No step is applied without lanes, with extents that only a run knows, or to no result.
TEST(RulesSumTilesTest, WhatIsLeft) {
  TensorUnit unit = makeUnit();
  EXPECT_EQ(applyRulesTo(makeScaled({4, 6, 3}, unit)), 0);
  EXPECT_EQ(applyRulesTo(makeScaled({4, 6, 1}, unit)), 0);
  EXPECT_EQ(applyRulesTo(makeScaled({}, unit)), 0);
  EXPECT_EQ(applyRulesTo(makeScaled({4, dynamicExtent, 2}, unit)), 0);
  KernelSchedule kernel = makeScaled({4, 6, 2}, unit);
  kernel[1].isResult = false;
  EXPECT_EQ(applyRulesTo(kernel), 0);
  kernel = makeScaled({4, 6, 2}, unit);
  kernel[0].reads.write()[0].isGuarded = true;
  EXPECT_EQ(applyRulesTo(kernel), 0);
  kernel.stages = {};
  EXPECT_EQ(applyRulesTo(kernel), 0);
}

} // namespace
