//===-- RulesChoicesTest.cpp - what rules leave to be decided -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The candidates of choices, what rules prefer among them, and where there is nothing to choose.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"

#include <algorithm>
#include <tuple>

using namespace dl::schedule;

namespace {

/// The choice of this name, without candidates where there is none.
Choice findChoice(KernelSchedule kernel, const std::string &name) {
  RulesDecide rules;
  Trace trace = applyRules(kernel, {}, rules);
  auto found = std::find_if(trace.choices.begin(), trace.choices.end(),
                            [&](const Choice &choice) { return choice.name == name; });
  return found == trace.choices.end() ? Choice{name, {}} : *found;
}

/// Y(i, j) = X(i, j) / S(i) for S(i) = sum over j of X(i, j), of f32.
KernelSchedule makeShares(int64_t rows, int64_t columns) {
  KernelSchedule kernel = makeSum(rows, columns, true);
  kernel.target = Target::getGeneric();
  kernel[0].name = "S";
  kernel[0].isResult = false;
  Work quotient;
  quotient.quotients = 1;
  StageSchedule y = makeFloats(makeStage("Y", {{"i", rows}, {"j", columns}}), quotient);
  y.reads = {readOperand(0, {linear({1, 0}), linear({0, 1})}), readOf(0, {linear({1, 0})})};
  y.isResult = true;
  kernel.stages.push_back(y);
  return kernel;
}

/// Short rows go together, as many as there are for four steps and as stay near.
TEST(RulesChoicesTest, RowsTogether) {
  auto getRows = [](int64_t rows, int64_t columns) -> int64_t {
    Choice choice = findChoice(makeShares(rows, columns), "Y i rows");
    return choice.candidates.empty() ? 1 : choice.getValue();
  };
  EXPECT_EQ(getRows(4, 197), 2);
  EXPECT_EQ(getRows(7, 197), 2);
  EXPECT_EQ(getRows(8, 197), 4);
  EXPECT_EQ(getRows(1000, 197), 8);
  EXPECT_EQ(getRows(64, 512), 8);
  EXPECT_EQ(getRows(64, 513), 4);
  EXPECT_EQ(getRows(64, 2048), 2);
  // Nothing is asked where a row is enough, or where nobody knows.
  for (auto [rows, columns] :
       {std::pair<int64_t, int64_t>{3, 197}, {64, 2049}, {64, dynamicExtent}, {dynamicExtent, 16}})
    EXPECT_TRUE(findChoice(makeShares(rows, columns), "Y i rows").candidates.empty())
        << rows << " " << columns;
}

/// C(r, i, j) = sum over k of A(k, i, j) * B(k, r), of f32: rows of i are vectors too.
KernelSchedule makeProduct(int64_t reuse, int64_t rows) {
  KernelSchedule kernel;
  kernel.operands = {{100, rows, 16}, {100, reuse}};
  kernel.operandBytes = {4, 4};
  kernel.stages = {makeFloats(makeStage("C", {{"r", reuse}, {"i", rows}, {"j", 16}}, {{"k", 100}}),
                              {0, 1}, {1})};
  IndexExpression term = linear({0, 0, 0, 1});
  kernel[0].reads = {readOperand(0, {term, linear({0, 1, 0, 0}), linear({0, 0, 1, 0})}),
                     readOperand(1, {term, linear({1, 0, 0, 0})})};
  kernel[0].isResult = true;
  return kernel;
}

/// As many vectors as hide the latency where few rows use them again, so that there is no rest or a
/// cheap one.
TEST(RulesChoicesTest, VectorsOfTwoAxes) {
  auto choose = [](int64_t reuse, int64_t rows) {
    return findChoice(makeProduct(reuse, rows), "C i tile");
  };
  EXPECT_EQ(choose(1, 5).candidates, (std::vector<int64_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(choose(1, 28).candidates, (std::vector<int64_t>{1, 2, 3, 4, 5, 6, 7, 8}));
  for (auto [reuse, rows, vectors] : {std::tuple<int64_t, int64_t, int64_t>{1, 9, 9},
                                      {1, 20, 10},
                                      {1, 28, 7},
                                      {2, 10, 5},
                                      {3, 9, 3},
                                      {4, 5, 3},
                                      {4, 6, 2},
                                      {4, 20, 4},
                                      {5, 7, 4},
                                      {5, 20, 2},
                                      {12, 3, 3},
                                      {12, 5, 2},
                                      {12, 9, 3},
                                      {13, 7, 2},
                                      {64, 56, 2}})
    EXPECT_EQ(choose(reuse, rows).getValue(), vectors) << reuse << " " << rows;
}

} // namespace
