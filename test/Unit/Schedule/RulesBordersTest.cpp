//===-- RulesBordersTest.cpp - loops of their own for borders -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where rules let windows read the operand beside its padding, instead of a padded copy.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"

using namespace dl::schedule;

namespace {

struct Map {
  int64_t height, width, window, stride = 1, before = 1, after = 1;
};

/// M(h, w, c) = sum over p, q of P(stride * h + p, stride * w + q, c) * W(p, q, c), of rows of 16
/// channels; P is X with zeros around it.
KernelSchedule makeDepthwise(const Map &map) {
  auto getPadded = [&](int64_t extent) { return (extent - 1) * map.stride + map.window; };
  int64_t rows = getPadded(map.height), columns = getPadded(map.width);
  int64_t around = map.before + map.after;
  KernelSchedule kernel;
  kernel.target = std::make_shared<Target>();
  kernel.operands = {{rows - around, columns - around, 16}, {map.window, map.window, 16}};
  kernel.operandBytes = {4, 4};
  StageSchedule pad = makeFloats(makeStage("P", {{"y", rows}, {"x", columns}, {"c", 16}}), {});
  StageRead read = readOperand(
      0, {index(3, {{0, 1}}, -map.before), index(3, {{1, 1}}, -map.before), index(3, {{2, 1}})});
  read.isGuarded = read.isZeroOutside = true;
  for (size_t dim : {0, 1}) {
    int64_t last = kernel.operands[0][dim] - 1;
    read.constraints.push_back({index(3, {{dim, 1}}, -map.before), false});
    read.constraints.push_back({index(3, {{dim, -1}}, last + map.before), false});
  }
  pad.reads = {read};
  StageSchedule m = makeFloats(makeStage("M", {{"h", map.height}, {"w", map.width}, {"c", 16}},
                                         {{"p", map.window}, {"q", map.window}}),
                               {0, 1}, {1});
  m.reads = {readOf(0, {index(5, {{0, map.stride}, {3, 1}}), index(5, {{1, map.stride}, {4, 1}}),
                        index(5, {{2, 1}})}),
             readOperand(1, {index(5, {{3, 1}}), index(5, {{4, 1}}), index(5, {{2, 1}})})};
  m.isResult = true;
  kernel.stages = {pad, m};
  return kernel;
}

/// How the rules split the columns, and where loops of their own begin among rows and columns.
std::string takeApart(const Map &map) {
  KernelSchedule kernel = makeDepthwise(map);
  RuleOptions options;
  options.parallel = false;
  RulesDecide rules;
  applyRules(kernel, options, rules);
  std::string tree = kernel[1].tree.str(), text;
  for (const char *step : {"split(w by ", "partition("})
    if (size_t begin = tree.find(step); begin != std::string::npos)
      text += (text.empty() ? "" : " ") + tree.substr(begin, tree.find(')', begin) + 1 - begin);
  return text;
}

/// Of nine terms a vector of the border takes little, where a tile lies inside of it. Tiles are
/// evened out over what is inside.
TEST(RulesBordersTest, SmallWindows) {
  EXPECT_EQ(takeApart({30, 10, 3}), "");
  EXPECT_EQ(takeApart({30, 12, 3}), "split(w by 5) partition(h at 1 29, w at 1 11)");
  EXPECT_EQ(takeApart({30, 20, 3}), "split(w by 9) partition(h at 1 29, w at 1 19)");
  EXPECT_EQ(takeApart({30, 29, 3}), "split(w by 9) partition(h at 1 29, w at 1 28)");
  EXPECT_EQ(takeApart({30, 30, 3}), "split(w by 10) partition(h at 1 29, w at 1 29)");
  EXPECT_EQ(takeApart({30, 57, 3}), "split(w by 10) partition(h at 1 29, w at 1 56)");
}

/// Of 25 terms, for which a vector waits 50 cycles instead of 12.5, four columns at borders are
/// worth what 30 vectors of a copy take, and no fewer.
TEST(RulesBordersTest, LargerWindows) {
  EXPECT_EQ(takeApart({30, 29, 5, 1, 2, 2}), "split(w by 10)");
  EXPECT_EQ(takeApart({30, 30, 5, 1, 2, 2}), "split(w by 10) partition(h at 2 28, w at 1 2 28 29)");
  EXPECT_EQ(takeApart({30, 40, 5, 1, 2, 2}), "split(w by 9) partition(h at 2 28, w at 1 2 38 39)");
  // Five columns are too many, and so are six.
  EXPECT_EQ(takeApart({30, 57, 6, 1, 3, 2}), "split(w by 10)");
  EXPECT_EQ(takeApart({30, 57, 7, 1, 3, 3}), "split(w by 10)");
}

/// A step of two columns copies twice as much, and begins to read inside sooner.
TEST(RulesBordersTest, Strides) {
  EXPECT_EQ(takeApart({30, 14, 5, 2, 2, 2}), "split(w by 6) partition(h at 1 29, w at 1 13)");
  EXPECT_EQ(takeApart({30, 29, 7, 2, 3, 3}), "split(w by 10)");
  EXPECT_EQ(takeApart({30, 30, 7, 2, 3, 3}), "split(w by 10) partition(h at 2 28, w at 1 2 28 29)");
}

TEST(RulesBordersTest, PaddingOfOneSide) {
  EXPECT_EQ(takeApart({30, 30, 3, 1, 2, 0}), "split(w by 10) partition(h at 2, w at 1 2)");
  EXPECT_EQ(takeApart({30, 30, 3, 1, 0, 2}), "split(w by 10) partition(h at 28, w at 28 29)");
  EXPECT_EQ(takeApart({30, 30, 3, 2, 1, 0}), "split(w by 10) partition(h at 1, w at 1)");
}

} // namespace
