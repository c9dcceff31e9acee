//===-- RulesTailsTest.cpp - what rules do with rests of axes -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where rules have a rest of an axis to decide about, and where it is masked.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"

#include <algorithm>

using namespace dl::schedule;

namespace {

/// A rest is decided about where there may be one.
TEST(RulesTailsTest, AreChosenWhereThereIsARest) {
  auto hasChoice = [](int64_t rows, const std::string &name) {
    KernelSchedule kernel = makeMatmul(rows, 64, 64);
    RulesDecide rules;
    RecordDecides decider({{"C i tile", {4}, 0}}, rules);
    Trace trace = applyRules(kernel, {}, decider);
    return std::any_of(trace.choices.begin(), trace.choices.end(),
                       [&](const Choice &choice) { return choice.name == name; });
  };
  for (int64_t rows : {64, 63, 4, 1000, static_cast<int>(dynamicExtent)})
    EXPECT_EQ(hasChoice(rows, "C i tail"), rows == 63 || rows == dynamicExtent) << rows;
  EXPECT_TRUE(hasChoice(64, "C i tile"));
}

/// Elements of a vector that lie near each other, in their order, are loaded under masks.
TEST(RulesTailsTest, AreMaskedWhereElementsAreNear) {
  auto isMasked = [](int64_t step) {
    KernelSchedule kernel = makeSum(39, 500, false);
    auto target = std::make_shared<Target>();
    target->vector.hasMasks = true;
    kernel.target = target;
    kernel.operands = {{500, 1000}};
    kernel[0].reads = {readOperand(0, {linear({0, 1}), linear({step, 0}, step < 0 ? 999 : 0)})};
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    return kernel[0].tree.str().find("mask") != std::string::npos;
  };
  for (int64_t step : {1, 2, 8})
    EXPECT_TRUE(isMasked(step)) << step;
  for (int64_t step : {9, -1})
    EXPECT_FALSE(isMasked(step)) << step;
}

/// Of masked vectors that take as long as one another the longest.
TEST(RulesTailsTest, AreMaskedInLongVectors) {
  auto target = std::make_shared<Target>();
  target->vector.hasMasks = true;
  for (auto [rows, tail] : {std::pair<int64_t, const char *>{3, "split(j by 64, mask)"},
                            {27, "split(j by 32, mask)"}}) {
    KernelSchedule kernel = makeMatmul(rows, 131, 64);
    kernel.target = target;
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    EXPECT_NE(kernel[0].tree.str().find(tail), std::string::npos) << kernel[0].tree.str();
  }
}

/// Rows that have to wait for their sum are one masked step, or few such steps, if these take less
/// time than whole vectors and pieces of a power of two.
TEST(RulesTailsTest, AreMaskedInRowsOfShares) {
  auto getTree = [](int64_t columns, bool hasMasks) {
    KernelSchedule kernel = makeSum(3, columns, true);
    auto target = std::make_shared<Target>();
    target->vector.hasMasks = hasMasks;
    kernel.target = target;
    kernel[0].isResult = false;
    Work quotient;
    quotient.quotients = 1;
    StageSchedule y = makeFloats(makeStage("Q", {{"i", 3}, {"j", columns}}), quotient);
    y.reads = {readOperand(0, {linear({1, 0}), linear({0, 1})}), readOf(0, {linear({1, 0})})};
    y.isResult = true;
    kernel.stages.push_back(y);
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    return kernel[1].tree.str();
  };
  EXPECT_EQ(getTree(3, true),
            "axes(i=3, j=3) split(j by 4, mask) order(i, j.o, j.i) vectorize(j.i)");
  EXPECT_EQ(getTree(8, true), "axes(i=3, j=8) vectorize(j)");
  EXPECT_EQ(getTree(15, true),
            "axes(i=3, j=15) split(j by 16, mask) order(i, j.o, j.i) vectorize(j.i)");
  EXPECT_EQ(getTree(16, true), "axes(i=3, j=16) vectorize(j)");
  EXPECT_EQ(getTree(23, true),
            "axes(i=3, j=23) split(j by 32, mask) order(i, j.o, j.i) vectorize(j.i)");
  EXPECT_EQ(getTree(33, true), "axes(i=3, j=33) vectorize(j)");
  EXPECT_EQ(getTree(35, true),
            "axes(i=3, j=35) split(j by 32, mask) order(i, j.o, j.i) vectorize(j.i)");
  EXPECT_EQ(getTree(63, true),
            "axes(i=3, j=63) split(j by 64, mask) order(i, j.o, j.i) vectorize(j.i)");
  EXPECT_EQ(getTree(119, true),
            "axes(i=3, j=119) split(j by 64, mask) order(i, j.o, j.i) vectorize(j.i)");
  EXPECT_EQ(getTree(1000, true),
            "axes(i=3, j=1000) split(j by 64) order(i, j.o, j.i) vectorize(j.i)");
  EXPECT_EQ(getTree(1003, true),
            "axes(i=3, j=1003) split(j by 64, mask) order(i, j.o, j.i) vectorize(j.i)");
  EXPECT_EQ(getTree(63, false), "axes(i=3, j=63) vectorize(j)");
}

/// The steps of rows whose last one is masked, by their columns, where some are: of sums or of
/// functions of elements.
std::string getMaskedSteps(bool isFunction, int64_t first, int64_t last) {
  std::string text;
  for (int64_t width = first; width <= last; ++width) {
    KernelSchedule kernel = makeElementwise(4, width);
    auto target = std::make_shared<Target>();
    target->vector.hasMasks = true;
    kernel.target = target;
    if (isFunction) {
      kernel[0].formula = {};
      kernel[0].formula.functions = 1;
    }
    RuleOptions options;
    options.parallel = false;
    RulesDecide rules;
    applyRules(kernel, options, rules);
    std::string tree = kernel[0].tree.str();
    size_t end = tree.find(", mask)"), begin = tree.rfind(' ', end);
    if (end != std::string::npos)
      text += " " + std::to_string(width) + ":" + tree.substr(begin + 1, end - begin - 1);
  }
  return text;
}

/// A rest of one piece is no masked step. A row of less than a vector of 16 is one of a power of
/// two, a longer one has the longest steps that save a vector.
TEST(RulesTailsTest, AreMaskedInShortRows) {
  EXPECT_EQ(getMaskedSteps(false, 1, 16), " 3:4 5:8 6:8 7:8 9:16 10:16 11:16 12:16 13:16 14:16 "
                                          "15:16");
  EXPECT_EQ(getMaskedSteps(false, 17, 52), " 19:32 21:32 22:32 23:32 25:32 26:32 27:32 28:32 29:32 "
                                           "30:32 31:32 35:32 37:32 38:32 39:32 41:32 42:32 43:32 "
                                           "44:32 45:32 46:32 47:32 51:64");
}

/// Steps of 64 where they are fewer vectors than pieces would be: eight for the nine of 103, but
/// not for the eight of 99, of which steps of 32 are seven. Shorter steps are to save a fifth.
TEST(RulesTailsTest, AreMaskedInRowsOfFunctions) {
  EXPECT_EQ(getMaskedSteps(true, 60, 80), " 60:64 61:64 62:64 63:64 67:64 69:64 70:64 71:64 73:64 "
                                          "74:64 75:64 76:64 77:64 78:64 79:64");
  EXPECT_EQ(getMaskedSteps(true, 96, 118), " 99:32 101:32 102:32 103:64 105:32 106:32 107:64 "
                                           "108:32 109:64 110:64 111:64 115:64 117:64 118:64");
}

} // namespace
