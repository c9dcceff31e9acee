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

/// The trees of all stages by the rules alone.
std::string getTrees(KernelSchedule kernel) {
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  std::string text;
  for (const StageSchedule &stage : kernel.stages)
    text += stage.tree.str() + "\n";
  return text;
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
  // A quarter of a first cache of 32 KB.
  EXPECT_EQ(getRows(64, 256), 8);
  EXPECT_EQ(getRows(64, 257), 4);
  EXPECT_EQ(getRows(64, 1024), 2);
  // Nothing is asked where a row is enough, or where nobody knows.
  for (auto [rows, columns] :
       {std::pair<int64_t, int64_t>{3, 197}, {64, 1025}, {64, dynamicExtent}, {dynamicExtent, 16}})
    EXPECT_TRUE(findChoice(makeShares(rows, columns), "Y i rows").candidates.empty())
        << rows << " " << columns;
  EXPECT_EQ(getTrees(makeShares(3, 197)).find("split(i"), std::string::npos);
}

/// Rows of functions go together until there are four vectors of 16, or eight of several functions
/// where there are registers for them, and as long as there are rows for four steps.
TEST(RulesChoicesTest, RowsOfFunctions) {
  auto getRows = [](int64_t rows, int64_t columns, int64_t functions, int64_t registers = 32) {
    KernelSchedule kernel = makeElementwise(rows, columns);
    auto target = std::make_shared<Target>();
    target->vector.hasMasks = true;
    target->vector.count = registers;
    kernel.target = target;
    kernel[0].formula = {};
    kernel[0].formula.functions = functions;
    Choice choice = findChoice(kernel, "Y i rows");
    return choice.candidates.empty() ? int64_t(1) : choice.getValue();
  };
  EXPECT_EQ(getRows(100, 8, 1), 4);
  EXPECT_EQ(getRows(100, 16, 1), 4);
  EXPECT_EQ(getRows(100, 32, 1), 2);
  EXPECT_EQ(getRows(100, 64, 1), 1);
  EXPECT_EQ(getRows(100, 16, 2), 8);
  EXPECT_EQ(getRows(100, 32, 2), 4);
  EXPECT_EQ(getRows(100, 64, 2), 2);
  EXPECT_EQ(getRows(100, 16, 2, /*registers=*/31), 4);
  // 19 elements are a masked step of two vectors.
  EXPECT_EQ(getRows(100, 19, 1), 2);
  EXPECT_EQ(getRows(8, 16, 1), 4);
  EXPECT_EQ(getRows(7, 16, 1), 2);
  EXPECT_EQ(getRows(3, 16, 1), 1);
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
  EXPECT_EQ(choose(1, 28).candidates, (std::vector<int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 10}));
  for (auto [reuse, rows, vectors] : {std::tuple<int64_t, int64_t, int64_t>{1, 9, 9},
                                      {1, 20, 10},
                                      {1, 28, 10},
                                      {2, 10, 5},
                                      {3, 9, 5},
                                      {4, 5, 3},
                                      {4, 6, 3},
                                      {4, 20, 4},
                                      {5, 7, 4},
                                      {5, 20, 4},
                                      {12, 3, 3},
                                      {12, 5, 3},
                                      {12, 9, 3},
                                      {13, 7, 4},
                                      {64, 56, 4}})
    EXPECT_EQ(choose(reuse, rows).getValue(), vectors) << reuse << " " << rows;
}

/// C(o, p, l) = sum over b and i of X(b, p, i) * W(o, b, i, l), of f32, in blocks of 16 channels.
KernelSchedule makeBlockedProduct(int64_t points, int64_t blocks, int64_t outputs) {
  KernelSchedule kernel;
  kernel.operands = {{blocks, points, 16}, {outputs, blocks, 16, 16}};
  kernel.operandBytes = {4, 4};
  kernel.stages = {makeFloats(
      makeStage("C", {{"o", outputs}, {"p", points}, {"l", 16}}, {{"b", blocks}, {"i", 16}}),
      {0, 1}, {1})};
  IndexExpression b = linear({0, 0, 0, 1, 0}), i = linear({0, 0, 0, 0, 1});
  kernel[0].reads = {readOperand(0, {b, linear({0, 1, 0, 0, 0}), i}),
                     readOperand(1, {linear({1, 0, 0, 0, 0}), b, i, linear({0, 0, 1, 0, 0})})};
  kernel[0].isResult = true;
  return kernel;
}

/// Points go through the second cache (512 KB) in blocks where all of them would be fetched for
/// each of many outputs, from places that lie far apart.
TEST(RulesChoicesTest, RowsInBlocks) {
  auto isBlocked = [](const KernelSchedule &kernel) {
    KernelSchedule copy = kernel;
    RulesDecide rules;
    applyRules(copy, {}, rules);
    return copy[0].tree.str().find("order(p.o.o, o.o, p.o.i") != std::string::npos;
  };
  EXPECT_TRUE(isBlocked(makeBlockedProduct(6400, 8, 64)));
  // They fit, or few outputs need them.
  EXPECT_FALSE(isBlocked(makeBlockedProduct(200, 16, 32)));
  EXPECT_FALSE(isBlocked(makeBlockedProduct(6400, 16, 2)));
  // Rows whose terms lie side by side are fetched ahead.
  EXPECT_FALSE(isBlocked(makeMatmul(6400, 512, 512)));
}

/// Blocks of points and terms together, so that the first cache (32 KB) holds weights and most of
/// what points read, where these are read once and terms are many.
TEST(RulesChoicesTest, RowsAndTermsInBlocks) {
  auto getOrder = [](const KernelSchedule &kernel) {
    KernelSchedule copy = kernel;
    RuleOptions options;
    options.parallel = false;
    RulesDecide rules;
    applyRules(copy, options, rules);
    std::string tree = copy[0].tree.str();
    size_t first = tree.find("split"), last = tree.find(" unroll");
    return tree.substr(first, last - first);
  };
  EXPECT_EQ(getOrder(makeBlockedProduct(196, 64, 64)),
            "split(o by 4) split(p by 6) split(p.o by 17) split(i by 4) split(b by 4) "
            "order(p.o.o, o.o, b.o, p.o.i, b.i, i.o, i.i, p.i, o.i, l)");
  // Of fewer terms weights are near.
  EXPECT_EQ(getOrder(makeBlockedProduct(3136, 8, 8)),
            "split(o by 4) split(p by 6) split(p.o by 16) split(i by 4) "
            "order(p.o.o, o.o, p.o.i, b, i.o, i.i, p.i, o.i, l)");
}

/// C(o, h, w) = sum over i of X((o floordiv perGroup) * 9 + i, h, w) * W(o, i), of f32.
KernelSchedule makeGroups(int64_t perGroup, int64_t height) {
  KernelSchedule kernel;
  kernel.operands = {{36, height, 16}, {4 * perGroup, 9}};
  kernel.operandBytes = {4, 4};
  StageSchedule c = makeFloats(
      makeStage("C", {{"o", 4 * perGroup}, {"h", height}, {"w", 16}}, {{"i", 9}}), {0, 1}, {1});
  LoopVariables axes;
  for (AxisId root : c.tree.getRoots())
    axes.add(c.tree[root].extent);
  IndexExpression channel;
  channel.kind = IndexKind::QuasiAffine;
  channel.coefficients = {1, 0, 0, 1};
  channel.digits = axes.divide(axes.get(0), perGroup) * 9 + axes.get(3);
  c.reads = {readOperand(0, {channel, linear({0, 1, 0, 0}), linear({0, 0, 1, 0})}),
             readOperand(1, {linear({1, 0, 0, 0}), linear({0, 0, 0, 1})})};
  c.isResult = true;
  kernel.stages.push_back(c);
  return kernel;
}

/// Vectors are as many as go best with the rows of a group: two with 26 rows or their half, more
/// with the 13 rows that are left in pieces.
TEST(RulesChoicesTest, VectorsBesideRowsOfAGroup) {
  for (auto [perGroup, height, vectors] :
       {std::tuple<int64_t, int64_t, int64_t>{13, 4, 4}, {13, 9, 3}, {16, 9, 3}, {26, 10, 2}})
    EXPECT_EQ(findChoice(makeGroups(perGroup, height), "C h tile").getValue(), vectors)
        << perGroup << " " << height;
}

/// C(i, j) = sum over k of A(i, k) * B(i, k, j): an axis of both operands is none of the tile.
TEST(RulesChoicesTest, NoTileOfAnAxisOfAllOperands) {
  KernelSchedule kernel = makeMatmul(8, 16, 64);
  kernel.target = Target::getGeneric();
  kernel.operands = {{8, 64}, {8, 64, 16}};
  kernel[0].reads[1] = readOperand(1, {linear({1, 0, 0}), linear({0, 0, 1}), linear({0, 1, 0})});
  EXPECT_TRUE(findChoice(kernel, "C i tile").candidates.empty());
  EXPECT_EQ(findChoice(kernel, "C k tile").getValue(), 4);
}

/// Rows of an operand that callers pack are in blocks of the tile, or in one where there is a rest.
TEST(RulesChoicesTest, BlocksOfRows) {
  auto getShape = [](int64_t rows) {
    KernelSchedule kernel = makeMatmul(rows, 64, 64);
    kernel.target = Target::getGeneric();
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    return kernel.operands[0];
  };
  EXPECT_EQ(getShape(24), (std::vector<int64_t>{2, 64, 12}));
  EXPECT_EQ(getShape(197), (std::vector<int64_t>{1, 64, 197}));
}

/// Draws follow the probabilities; what these leave of 1, as rounded ones may, is the last
/// candidate's.
TEST(RulesChoicesTest, DrawsByPriors) {
  Choice choice;
  choice.candidates = {5, 6, 7};
  auto count = [&](const std::vector<double> &probabilities) {
    std::mt19937_64 random(3);
    DrawDecides draws(random);
    std::vector<int> counts(4);
    for (int i = 0; i < 1000; ++i)
      ++counts.at(draws.decideByPrior(choice, probabilities));
    return counts;
  };
  std::vector<int> some = count({0.5, 0.25, 0.25});
  EXPECT_NEAR(some[0], 500, 60);
  EXPECT_NEAR(some[1], 250, 60);
  EXPECT_NEAR(some[2], 250, 60);
  std::vector<int> less = count({0.25, 0.25, 0.25});
  EXPECT_NEAR(less[0], 250, 60);
  EXPECT_NEAR(less[1], 250, 60);
  EXPECT_EQ(less[2], 1000 - less[0] - less[1]);
}

} // namespace
