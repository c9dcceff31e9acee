//===-- RandomScheduleTest.cpp - what is drawn ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many draws of one kernel: each is within the limits, and what is worth to be tried
// turns up. That loops of random schedules are right is tested by test/Fuzz.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/RandomSchedule.h"

#include <set>

using namespace dl::schedule;

namespace {

struct RandomScheduleTest : PrimitivesTest {
  static constexpr int draws = 2000;
  KernelSchedule draw(int seed) const {
    KernelSchedule result = kernel;
    RandomSchedule(seed).apply(result);
    return result;
  }
};

/// What is done to the leaves of one stage.
struct Leaves {
  int vectors = 0, unrolled = 0, parallel = 0;
  int64_t copies = 1, length = 1;
  bool isLastVector = false;

  explicit Leaves(const IterationTree &tree) {
    for (AxisId leaf : tree.getLeaves()) {
      Annotation mark = tree[leaf].annotation;
      isLastVector = mark == Annotation::Vectorize;
      if (isLastVector) {
        ++vectors;
        length = tree.getExtent(leaf);
      }
      if (mark == Annotation::Unroll) {
        ++unrolled;
        copies *= tree.getExtent(leaf);
      }
      parallel += mark == Annotation::Parallel ? 1 : 0;
    }
  }
};

TEST_F(RandomScheduleTest, StaysWithinLimits) {
  for (int seed = 0; seed < draws; ++seed) {
    KernelSchedule drawn = draw(seed);
    for (int stage = 0; stage < drawn.size(); ++stage) {
      Leaves leaves(std::as_const(drawn)[stage].tree);
      ASSERT_LE(leaves.vectors, 1);
      ASSERT_LE(leaves.parallel, 1);
      ASSERT_LE(leaves.copies, 32);
      ASSERT_LE(leaves.length, 64);
      // Loops are unrolled to hold vectors, which are innermost.
      ASSERT_EQ(leaves.isLastVector, leaves.vectors == 1);
      ASSERT_TRUE(leaves.vectors == 1 || leaves.unrolled == 0);
    }
  }
}

TEST_F(RandomScheduleTest, TurnsUpWhatIsWorthToBeTried) {
  int vectors = 0, bare = 0, unrolled = 0, unrolledTwice = 0, full = 0, parallel = 0, inlined = 0,
      attached = 0, longest = 0;
  std::set<int64_t> factors;
  for (int seed = 0; seed < draws; ++seed) {
    KernelSchedule drawn = draw(seed);
    inlined += std::as_const(drawn)[A].isInlined() ? 1 : 0;
    attached += std::as_const(drawn)[C].tree.getPlacement() == Placement::At ? 1 : 0;
    const IterationTree &tree = std::as_const(drawn)[D].tree;
    Leaves leaves(tree);
    vectors += leaves.vectors;
    bare += leaves.vectors == 1 && leaves.unrolled == 0 ? 1 : 0;
    unrolled += leaves.unrolled > 0 ? 1 : 0;
    unrolledTwice += leaves.unrolled > 1 ? 1 : 0;
    full += leaves.copies == 32 ? 1 : 0;
    parallel += leaves.parallel;
    longest += leaves.length == 64 ? 1 : 0;
    for (AxisId leaf : tree.getLeaves())
      factors.insert(tree.getExtent(leaf));
  }
  // Shares of all draws, from counts that any seeds come near to.
  EXPECT_GT(vectors, draws / 2);
  EXPECT_GT(bare, draws / 8);
  EXPECT_GT(unrolled, draws / 8);
  EXPECT_GT(unrolledTwice, draws / 50);
  EXPECT_GT(full, 0);
  EXPECT_GT(longest, 0);
  EXPECT_GT(parallel, draws / 4);
  EXPECT_LT(parallel, draws * 3 / 4);
  EXPECT_GT(inlined, draws / 8);
  EXPECT_GT(attached, draws / 8);
  EXPECT_GT(factors.size(), 30u);
}

TEST_F(RandomScheduleTest, IsEqualForEqualSeeds) {
  for (int seed = 0; seed < 100; ++seed) {
    KernelSchedule first = draw(seed), second = draw(seed);
    for (int stage = 0; stage < first.size(); ++stage)
      EXPECT_EQ(std::as_const(first)[stage].tree.str(), std::as_const(second)[stage].tree.str());
  }
}

/// What seeds give, the same on every machine: tuning begins from these schedules.
TEST_F(RandomScheduleTest, SchedulesOfSeeds) {
  auto getTrees = [](const KernelSchedule &drawn) {
    std::string trees;
    for (const StageSchedule &stage : drawn.stages)
      trees += stage.tree.str() + "\n";
    return trees;
  };
  EXPECT_EQ(getTrees(draw(103)),
            "axes(i=64, k=32) split(i by 32) split(i.o by 2) split(k by 18) order(i.o.o, k.o, "
            "i.o.i, i.i, k.i) parallel(i.o.o) unroll(i.i) vectorize(k.i)\n"
            "axes(j=60) inline\n"
            "axes(i=64, j=60) reduce(k=32) order(i, k, j) unroll(k) vectorize(j) at(D[0])\n"
            "axes(i=64, j=60) split(j by 12) order(i, j.o, j.i) unroll(j.o) vectorize(j.i)\n");
  EXPECT_EQ(getTrees(draw(0)),
            "axes(i=64, k=32) split(i by 23) split(i.o by 3) split(k by 8) split(k.o by 2) "
            "order(i.o.o, k.o.o, i.o.i, i.i, k.o.i, k.i) unroll(k.o.i) vectorize(k.i) at(C[1])\n"
            "axes(j=60) vectorize(j)\n"
            "axes(i=64, j=60) reduce(k=32) split(i by 32) split(i.o by 2) order(i.o.o, j, k, "
            "i.o.i, i.i) at(D[0])\n"
            "axes(i=64, j=60) split(j by 10) split(j.o by 3) order(i, j.o.o, j.o.i, j.i) "
            "parallel(i) unroll(j.o.o, j.o.i) vectorize(j.i)\n");
  KernelSchedule open;
  open.stages = {makeStage("C", {{"i", dynamicExtent}, {"j", 48}}, {{"k", dynamicExtent}})};
  open[0].isResult = true;
  RandomSchedule(202).apply(open);
  EXPECT_EQ(getTrees(open), "axes(i=?, j=48) reduce(k=?) split(j by 17) split(k by 64) split(k.o "
                            "by 56) order(i, j.o, j.i, k.o.o, k.o.i, k.i) vectorize(k.i)\n");
}

} // namespace
