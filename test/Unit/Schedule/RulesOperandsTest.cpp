//===-- RulesOperandsTest.cpp - layouts that rules ask for ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks in which operands are asked for, rows that are summed along, and readers that a reduction
// is not computed in.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/DefaultSchedule.h"
#include "dl/Schedule/Legality.h"

#include <algorithm>

using namespace dl::schedule;

namespace {

/// C(b, i, j) = sum over k of A(b, i, k) * B(k, j), of which callers lay A out as they are asked
/// to.
KernelSchedule makeBatch(int64_t batch, int64_t rows) {
  KernelSchedule kernel = makeMatmul(rows, 64, 32);
  kernel.operands[0] = {batch, rows, 32};
  kernel.operandLayouts = {OperandLayout::Free, OperandLayout::Fixed};
  StageSchedule c =
      makeFloats(makeStage("C", {{"b", batch}, {"i", rows}, {"j", 64}}, {{"k", 32}}), {0, 1}, {1});
  c.reads = {readOperand(0, {index(4, {{0, 1}}), index(4, {{1, 1}}), index(4, {{3, 1}})}),
             readOperand(1, {index(4, {{3, 1}}), index(4, {{2, 1}})})};
  c.isResult = true;
  kernel.stages = {c};
  return kernel;
}

std::vector<int64_t> getShape(KernelSchedule kernel) {
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  EXPECT_FALSE(checkKernel(kernel));
  return kernel.operands[0];
}

using Shape = std::vector<int64_t>;

/// Rows of a tile lie side by side; one product of a batch after the other.
TEST(RulesOperandsTest, BlocksOfRows) {
  EXPECT_EQ(getShape(makeBatch(3, 24)), (Shape{4, 3, 32, 6}));
  EXPECT_EQ(getShape(makeBatch(3, 25)), (Shape{5, 3, 32, 5}));
  EXPECT_EQ(getShape(makeBatch(1, 24)), (Shape{4, 1, 32, 6}));
  // A rest would be in two blocks.
  EXPECT_EQ(getShape(makeBatch(3, 29)), (Shape{1, 3, 32, 29}));
}

/// Where another stage reads the operand too, whose tiles may have other rows, all rows are one
/// block.
TEST(RulesOperandsTest, OperandsOfSeveralStages) {
  KernelSchedule kernel = makeBatch(3, 24);
  StageSchedule other = makeFloats(makeStage("S", {{"b", 3}, {"i", 24}}, {{"k", 32}}), {}, {1});
  other.reads = {readOperand(0, {linear({1, 0, 0}), linear({0, 1, 0}), linear({0, 0, 1})})};
  other.isResult = true;
  kernel.stages.push_back(other);
  EXPECT_EQ(getShape(kernel), (Shape{1, 3, 32, 24}));
  // Of another operand it tells nothing.
  kernel.operands.push_back({3, 24, 32});
  kernel.operandBytes.push_back(4);
  kernel.operandLayouts.push_back(OperandLayout::Fixed);
  StageRead read = other.reads[0];
  read.operand = 2;
  kernel[1].reads = {read};
  EXPECT_EQ(getShape(kernel), (Shape{4, 3, 32, 6}));
}

/// Rows of more than five eighths of the second cache, of 64 KiB, are read in blocks of a quarter
/// of it: products of a batch, or parts of their rows.
TEST(RulesOperandsTest, BlocksOfABatch) {
  auto getOrder = [](int64_t batch, int64_t rows) {
    KernelSchedule kernel = makeBatch(batch, rows);
    kernel.operandLayouts = {OperandLayout::Fixed, OperandLayout::Free};
    kernel.operands[1] = {32, 512};
    kernel[0].tree.setExtent(2, 512);
    RuleOptions options;
    options.parallel = false;
    RulesDecide rules;
    applyRules(kernel, options, rules);
    std::string tree = kernel[0].tree.str();
    size_t first = tree.find("split(i by"), last = tree.find(" unroll");
    return first < last ? tree.substr(first, last - first) : tree;
  };
  // 40 KiB of A stay, 42 do not.
  EXPECT_EQ(getOrder(4, 80), "split(i by 5) split(j by 16) split(k by 4) "
                             "order(j.o, b, i.o, k.o, k.i, i.i, j.i)");
  EXPECT_EQ(getOrder(4, 84), "split(i by 6) split(j by 16) split(k by 4) "
                             "order(b, j.o, i.o, k.o, k.i, i.i, j.i)");
  // The rows of one product are 16 KiB.
  EXPECT_EQ(getOrder(8, 128), "split(i by 4) split(j by 16) split(k by 4) "
                              "order(b, j.o, i.o, k.o, k.i, i.i, j.i)");
  // 24 KiB: 16 of 32 steps are one block, which leaves no rest, as the 21 that fit would.
  EXPECT_EQ(getOrder(4, 192), "split(i by 6) split(j by 16) split(i.o by 16) split(k by 4) "
                              "order(b, i.o.o, j.o, i.o.i, k.o, k.i, i.i, j.i)");
  // Of 50 steps no more than half of the 21 that fit leave none: three blocks are as even as can
  // be.
  EXPECT_EQ(getOrder(2, 300), "split(i by 6) split(j by 16) split(i.o by 17) split(k by 4) "
                              "order(b, i.o.o, j.o, i.o.i, k.o, k.i, i.i, j.i)");
}

/// Whether vectors lie along the terms.
bool isInRows(KernelSchedule kernel) {
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  return kernel[kernel.size() - 1].tree.str().find("vectorize(k") != std::string::npos;
}

/// Sums of terms that lie side by side, of at least a vector of eight.
TEST(RulesOperandsTest, SumsOfRows) {
  EXPECT_TRUE(isInRows(makeSum(64, 8, /*areTermsBeside=*/true)));
  EXPECT_FALSE(isInRows(makeSum(64, 7, /*areTermsBeside=*/true)));
  EXPECT_FALSE(isInRows(makeSum(64, 8, /*areTermsBeside=*/false)));
  KernelSchedule ordered = makeSum(64, 8, /*areTermsBeside=*/true);
  ordered[0].isOrdered = true;
  EXPECT_FALSE(isInRows(ordered));
}

/// Products with a few columns, of rows of at least 16 vectors, which are worth adding up lanes;
/// shorter rows with one column.
TEST(RulesOperandsTest, ProductsOfRows) {
  auto isProductInRows = [](int64_t m, int64_t n, int64_t k, OperandLayout layout, bool isTurned,
                            bool hasMasks = false) {
    KernelSchedule kernel = makeMatmul(m, n, k);
    kernel.operandLayouts = {OperandLayout::Fixed, layout};
    if (isTurned) {
      kernel.operands[1] = {n, k};
      kernel[0].reads = {kernel[0].reads[0],
                         readOperand(1, {linear({0, 1, 0}), linear({0, 0, 1})})};
    }
    auto target = std::make_shared<Target>(*kernel.target);
    target->vector.hasMasks = hasMasks;
    kernel.target = target;
    return isInRows(kernel);
  };
  // Callers turn what they may lay out.
  constexpr OperandLayout free = OperandLayout::Free, fixed = OperandLayout::Fixed;
  EXPECT_TRUE(isProductInRows(64, 4, 128, free, false));
  EXPECT_FALSE(isProductInRows(64, 5, 128, free, false));
  EXPECT_FALSE(isProductInRows(64, 4, 127, free, false));
  EXPECT_TRUE(isProductInRows(64, 1, 127, free, false));
  EXPECT_TRUE(isProductInRows(64, 2, 128, free, false, /*hasMasks=*/true));
  EXPECT_FALSE(isProductInRows(64, 3, 128, free, false, /*hasMasks=*/true));
  // Otherwise terms of both have to be side by side, and one of them may have more columns.
  EXPECT_FALSE(isProductInRows(64, 4, 128, fixed, false));
  EXPECT_TRUE(isProductInRows(64, 4, 128, fixed, true));
  EXPECT_TRUE(isProductInRows(4, 64, 128, fixed, true));
  EXPECT_FALSE(isProductInRows(5, 5, 128, fixed, true));
}

struct Columns {
  int64_t columns, terms = 64;
  /// Of the first cache, which has 32 KiB, and bytes of the second one.
  int64_t ways = 8, second = 1 << 20;
  bool areTurned = false;
};

/// The fewest rows for which a product copies panels of its columns; 0 where 128 are not enough.
int64_t getLeastRows(const Columns &of) {
  auto hasPanels = [&](int64_t rows) {
    KernelSchedule kernel = makeMatmul(rows, of.columns, of.terms);
    kernel.operandLayouts = {OperandLayout::Fixed, OperandLayout::Fixed};
    if (of.areTurned) {
      kernel.operands[1] = {of.columns, of.terms};
      kernel[0].reads = {kernel[0].reads[0],
                         readOperand(1, {linear({0, 1, 0}), linear({0, 0, 1})})};
    }
    auto target = std::make_shared<Target>(*kernel.target);
    target->caches = {{"near", 32768, 64, 0, of.ways}, {"far", of.second, 32}};
    kernel.target = target;
    RuleOptions options;
    options.parallel = false;
    RulesDecide rules;
    std::vector<Choice> choices = applyRules(kernel, options, rules).choices;
    return std::any_of(choices.begin(), choices.end(), [](const Choice &choice) {
      return choice.name == "C panels of operand 1" && choice.getValue() == 1;
    });
  };
  for (int64_t rows = 1; rows <= 128; ++rows)
    if (hasPanels(rows))
      return rows;
  return 0;
}

/// Of 64 rows, or fewer where the rows of the operand begin in few of the 64 sets of the first
/// cache: in each fourth with a stride of 256 bytes. Sets that a cache does not have are not
/// missed.
TEST(RulesOperandsTest, PanelsOfStrides) {
  EXPECT_EQ(getLeastRows({40}), 64);
  EXPECT_EQ(getLeastRows({1000}), 64);
  EXPECT_EQ(getLeastRows({1008}), 64);
  EXPECT_EQ(getLeastRows({64}), 32);
  EXPECT_EQ(getLeastRows({128}), 23);
  EXPECT_EQ(getLeastRows({256}), 16);
  EXPECT_EQ(getLeastRows({512}), 12);
  EXPECT_EQ(getLeastRows({512, 64, /*ways=*/16}), 12);
  EXPECT_EQ(getLeastRows({512, 64, /*ways=*/64}), 23);
  EXPECT_EQ(getLeastRows({512, 64, /*ways=*/256}), 46);
  EXPECT_EQ(getLeastRows({512, 64, /*ways=*/1024}), 64);
}

/// Up to 16 columns are two vectors, and rows of up to 32 lie side by side as a panel does.
TEST(RulesOperandsTest, PanelsOfFewColumns) {
  EXPECT_EQ(getLeastRows({32}), 0);
  EXPECT_EQ(getLeastRows({33}), 64);
  EXPECT_EQ(getLeastRows({16, 64, 8, 1 << 20, /*areTurned=*/true}), 0);
  EXPECT_EQ(getLeastRows({17, 64, 8, 1 << 20, /*areTurned=*/true}), 20);
  EXPECT_EQ(getLeastRows({1000, 64, 8, 1 << 20, /*areTurned=*/true}), 20);
}

/// Panels of as many terms as half of the second cache holds, of 128 bytes each, and of 32 at
/// least.
TEST(RulesOperandsTest, PanelsOfTerms) {
  EXPECT_EQ(getLeastRows({40, 31}), 0);
  EXPECT_EQ(getLeastRows({40, 32}), 64);
  EXPECT_EQ(getLeastRows({40, 512, 8, 131072}), 64);
  EXPECT_EQ(getLeastRows({40, 512, 8, 131071}), 0);
  // Results of rows that begin in few sets, and are more than that cache holds, ask for 256 terms.
  EXPECT_EQ(getLeastRows({512, 64, 8, 24576}), 12);
  EXPECT_EQ(getLeastRows({512, 64, 8, 24575}), 0);
  EXPECT_EQ(getLeastRows({2048, 255, 8, 65536}), 0);
  EXPECT_EQ(getLeastRows({2048, 256, 8, 65536}), 12);
  EXPECT_EQ(getLeastRows({64, 64, 8, 16384}), 32);
}

/// D(i, j) = C(i, j) + 1 of a product C, or under a condition.
Placement getPlace(bool isGuarded) {
  KernelSchedule kernel = makeMatmul(48, 64, 32);
  kernel[0].isResult = false;
  StageSchedule d = makeFloats(makeStage("D", {{"i", 48}, {"j", 64}}), {1});
  StageRead read = readOf(0, {linear({1, 0}), linear({0, 1})});
  read.isGuarded = isGuarded;
  if (isGuarded)
    read.constraints = {{linear({1, 0}, -5)}};
  d.reads = {read};
  d.isResult = true;
  kernel.stages.push_back(d);
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  return kernel[0].tree.getPlacement();
}

/// A product is computed tile by tile in what reads it element by element, and all of it.
TEST(RulesOperandsTest, ReadersUnderConditions) {
  EXPECT_EQ(getPlace(false), Placement::At);
  EXPECT_EQ(getPlace(true), Placement::Root);
}

} // namespace
