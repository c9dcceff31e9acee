//===-- RulesSharedRowsTest.cpp - what threads share ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows where these are more bytes than what all of them read, else vectors; borders of one thread;
// copies that are more bytes than a cache holds; cycles of a stage, which decide whether it is
// shared at all.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"
#include "PlanRunner.h"

#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/DefaultSchedule.h"
#include "dl/Schedule/Primitives/Parallel.h"

using namespace dl::schedule;

namespace {

/// The names of the axes of a stage's parallel loop.
std::string getShared(const KernelSchedule &kernel, int stage) {
  std::string names;
  const IterationTree &tree = kernel[stage].tree;
  for (AxisId leaf : tree.getLeaves())
    if (tree[leaf].annotation == Annotation::Parallel)
      names += (names.empty() ? "" : " ") + tree[leaf].name;
  return names;
}

std::string share(KernelSchedule kernel, int stage) {
  RuleOptions options;
  RulesDecide rules;
  applyRules(kernel, options, rules);
  LoopPlan plan;
  auto refusal = buildLoopPlan(kernel, plan);
  EXPECT_FALSE(refusal) << refusal->reason;
  EXPECT_FALSE(checkPlan(kernel, plan));
  EXPECT_TRUE(PlanRunner(kernel, plan, /*extent=*/1).isRight());
  return getShared(kernel, stage);
}

/// A product on a machine whose first cache holds 4 KiB, and the second one all.
KernelSchedule makeProduct(int64_t m, int64_t n, int64_t k) {
  KernelSchedule kernel = makeMatmul(m, n, k);
  auto target = std::make_shared<Target>(*kernel.target);
  target->caches = {{"near", 4096, 8}, {"far", 1048576, 4}};
  target->core.team = 100;
  kernel.target = target;
  return kernel;
}

TEST(RulesSharedRowsTest, WhatIsMoreBytes) {
  // 12 KiB of A, 1 KiB of B.
  EXPECT_EQ(share(makeProduct(384, 32, 8), 0), "i.o.o");
  // 1 KiB of A, 12 KiB of B.
  EXPECT_EQ(share(makeProduct(32, 384, 8), 0), "j.o");
  // 8 KiB of A, 4 KiB of B: as many columns as terms would be 64 KiB.
  EXPECT_EQ(share(makeProduct(256, 128, 8), 0), "j.o i.o");
}

/// Rows are shared in the fewest parts that are enough, which divide them.
TEST(RulesSharedRowsTest, Parts) {
  auto hasSplit = [](int64_t rows, const std::string &split) {
    KernelSchedule kernel = makeProduct(rows, 32, 8);
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    std::string tree = kernel[0].tree.str();
    return tree.find("split(i by 6)") != std::string::npos && tree.find(split) != std::string::npos;
  };
  // 64 and 128 steps are 16 parts, 136 are 17.
  EXPECT_TRUE(hasSplit(384, "split(i.o by 4)"));
  EXPECT_TRUE(hasSplit(768, "split(i.o by 8)"));
  EXPECT_TRUE(hasSplit(816, "split(i.o by 8)"));
}

/// Of rows whose loops are all that there are, the loops are shared as they are.
TEST(RulesSharedRowsTest, RowsAlone) { EXPECT_EQ(share(makeProduct(384, 8, 8), 0), "i.o"); }

/// Threads share what takes more than twice as long as starting them: 256 elements in vectors of
/// eight with one load each in a cycle; at 16 bytes a cycle what the first cache does not hold, or
/// element by element what does not lie in the order of the rows.
TEST(RulesSharedRowsTest, WorthATeam) {
  auto isShared = [](int64_t cacheBytes, double team, bool isTurned) {
    KernelSchedule kernel = makeElementwise(16, 16);
    auto target = std::make_shared<Target>(*kernel.target);
    target->core.operations = target->core.loads = target->core.stores = 1;
    target->core.team = team;
    target->caches[0].bytes = cacheBytes;
    kernel.target = target;
    if (isTurned)
      kernel[0].reads = {readOperand(0, {linear({0, 1}), linear({1, 0})})};
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    return !getShared(kernel, 0).empty();
  };
  EXPECT_FALSE(isShared(2048, 16, false));
  EXPECT_TRUE(isShared(2048, 15.9, false));
  EXPECT_FALSE(isShared(2047, 64, false));
  EXPECT_TRUE(isShared(2047, 63.9, false));
  EXPECT_FALSE(isShared(2048, 128, true));
  EXPECT_TRUE(isShared(2048, 127.9, true));
}

/// Cycles that a kernel's only stage is taken for: twice as long as a team may take to start.
int64_t getCycles(KernelSchedule kernel, const Core &core, int64_t cacheBytes) {
  auto isWorth = [&](double team) {
    auto target = std::make_shared<Target>(*kernel.target);
    target->core = core;
    target->core.team = team;
    target->caches[0].bytes = cacheBytes;
    KernelSchedule copy = kernel;
    copy.target = target;
    RulesDecide rules;
    applyRules(copy, {}, rules);
    return !getShared(copy, 0).empty();
  };
  int64_t low = 0, high = 1 << 14;
  while (low + 1 < high) {
    int64_t middle = (low + high) / 2;
    (isWorth(static_cast<double>(middle) / 2 - 0.25) ? low : high) = middle;
  }
  return low;
}

/// 256 elements are 32 vectors of eight, of which each takes what keeps the core busy the longest.
TEST(RulesSharedRowsTest, CyclesOfWork) {
  Core core;
  core.operations = core.loads = core.stores = 1;
  auto getCyclesOf = [&](Work work) {
    KernelSchedule kernel = makeElementwise(16, 16);
    kernel[0].formula = work;
    return getCycles(kernel, core, 4096);
  };
  EXPECT_EQ(getCyclesOf({1}), 32);
  // Sums and products pair off; the others are added to them.
  EXPECT_EQ(getCyclesOf({3, 2}), 96);
  EXPECT_EQ(getCyclesOf({2, 3}), 96);
  Work more{3, 1};
  more.roundings = 1;
  EXPECT_EQ(getCyclesOf(more), 128);
  more.integers = 2;
  EXPECT_EQ(getCyclesOf(more), 192);
  more.extrema = 1;
  EXPECT_EQ(getCyclesOf(more), 288);
  more.quotients = 1;
  EXPECT_EQ(getCyclesOf(more), 448);
  more.functions = 2;
  EXPECT_EQ(getCyclesOf(more), 1728);
  core.operations = 2;
  EXPECT_EQ(getCyclesOf({3}), 48);
  core.loads = 0.5;
  EXPECT_EQ(getCyclesOf({3}), 64);
  core.stores = 0.25;
  EXPECT_EQ(getCyclesOf({3}), 128);
}

TEST(RulesSharedRowsTest, CyclesOfLoads) {
  Core core;
  core.operations = core.loads = core.stores = 1;
  // A row for all rows, and an element for a row, are one load more for a vector.
  EXPECT_EQ(getCycles(makeBroadcast(16, 16, {0, 1}), core, 4096), 64);
  EXPECT_EQ(getCycles(makeBroadcast(16, 16, {1, 0}), core, 4096), 64);
  // Every fourth element is loaded alone.
  KernelSchedule apart = makeElementwise(16, 16);
  apart.operands = {{16, 64}};
  apart[0].reads = {readOperand(0, {linear({1, 0}), linear({0, 4})})};
  EXPECT_EQ(getCycles(apart, core, 4096), 256);
  // Of these 4 KiB a fourth is read: with what is written 2 KiB, 16 bytes in a cycle.
  core.loads = 8;
  EXPECT_EQ(getCycles(apart, core, 4096), 32);
  EXPECT_EQ(getCycles(apart, core, 2048), 32);
  EXPECT_EQ(getCycles(apart, core, 2047), 128);
}

/// Y(c, h, w) = X(c, h - 1, w) where that is there, else 0.
KernelSchedule makePadded(int64_t channels, int64_t height, int64_t width) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {{channels, height - 2, width}};
  kernel.operandBytes = {4};
  kernel.stages = {makeFloats(makeStage("Y", {{"c", channels}, {"h", height}, {"w", width}}), {})};
  StageRead read = readOperand(0, {linear({1, 0, 0}), linear({0, 1, 0}, -1), linear({0, 0, 1})});
  read.isGuarded = true;
  read.constraints = {{linear({0, 1, 0}, -1)}, {linear({0, -1, 0}, height - 2)}};
  kernel[0].reads = {read};
  kernel[0].isResult = true;
  return kernel;
}

/// A copy waits for memory: it is worth threads long before its instructions are.
TEST(RulesSharedRowsTest, BytesThatNoCacheHolds) {
  // 15 KB and 799 KB are moved, 16 bytes in a cycle; a team of threads takes 12,000 cycles.
  EXPECT_EQ(share(makePadded(3, 40, 16), 0), "");
  EXPECT_EQ(share(makePadded(24, 66, 64), 0), "c");
}

/// A border is done before threads have begun it.
TEST(RulesSharedRowsTest, BordersOfOneThread) {
  KernelSchedule kernel = makePadded(4, 58, 8);
  for (AxisId axis : {0, 1})
    apply(kernel, Parallel(0, axis));
  LoopPlan plan;
  ASSERT_FALSE(buildLoopPlan(kernel, plan));
  std::vector<PlanKind> kinds;
  for (const PlanNode &node : plan.stages.front())
    kinds.push_back(node.kind);
  EXPECT_EQ(kinds, (std::vector{PlanKind::Loop, PlanKind::Parallel, PlanKind::Loop}));
  EXPECT_FALSE(checkPlan(kernel, plan));
  EXPECT_TRUE(PlanRunner(kernel, plan, /*extent=*/1).isRight());
  // Pieces that are long are shared.
  KernelSchedule two = makePadded(4, 6, 8);
  for (AxisId axis : {0, 1})
    apply(two, Parallel(0, axis));
  ASSERT_FALSE(buildLoopPlan(two, plan));
  for (const PlanNode &node : plan.stages.front())
    EXPECT_EQ(node.kind, PlanKind::Parallel);
}

} // namespace
