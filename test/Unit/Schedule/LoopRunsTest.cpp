//===-- LoopRunsTest.cpp - the steps in which axes are run ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lengths and numbers of the steps of one axis, for extents that are known and for
// those that turn out at run time.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/LoopRuns.h"

#include "dl/Schedule/TriedExtents.h"

#include "gtest/gtest.h"

#include <tuple>

using namespace dl::schedule;

namespace {
using Steps = std::vector<std::pair<int64_t, int64_t>>;

/// Axis i of one stage, split by `factor`; the inner part is vectorized if asked for.
struct SplitAxis {
  IterationTree tree;
  AxisId outer, inner;

  SplitAxis(int64_t extent, int64_t factor, TailPolicy tail, bool isVector) {
    std::tie(outer, inner) = tree.split(tree.addRoot("i", extent, AxisKind::Spatial), factor, tail);
    if (isVector)
      tree.annotate(inner, Annotation::Vectorize);
  }
  PartRun getRun(int64_t range) const {
    return RunRules(tree).getRun(outer, tree.getParts(outer).front(), range);
  }
  Steps getSteps(int64_t range) const { return getRun(range).getSteps(); }
  /// Of loops made for an unknown extent.
  Steps getStepsAt(int64_t extent) const { return getRun(dynamicExtent).getSteps(extent); }
};

TEST(LoopRunsTest, KnownExtents) {
  EXPECT_EQ(SplitAxis(13, 8, TailPolicy::Peel, false).getSteps(13), (Steps{{8, 1}, {5, 1}}));
  EXPECT_EQ(SplitAxis(13, 8, TailPolicy::Peel, true).getSteps(13), (Steps{{8, 1}, {4, 1}, {1, 1}}));
  EXPECT_EQ(SplitAxis(13, 8, TailPolicy::Peel, true).getSteps(7), (Steps{{4, 1}, {2, 1}, {1, 1}}));
  EXPECT_EQ(SplitAxis(29, 8, TailPolicy::Shift, true).getSteps(29), (Steps{{8, 3}, {8, 1}}));
  EXPECT_EQ(SplitAxis(29, 8, TailPolicy::Mask, true).getSteps(29), (Steps{{8, 3}, {8, 1}}));
  EXPECT_EQ(SplitAxis(29, 12, TailPolicy::Mask, true).getSteps(29), (Steps{{12, 2}, {8, 1}}));
  EXPECT_EQ(SplitAxis(35, 12, TailPolicy::Mask, true).getSteps(35), (Steps{{12, 2}, {12, 1}}));
  // The masked step is as short as powers of two are.
  EXPECT_EQ(SplitAxis(69, 32, TailPolicy::Mask, true).getSteps(69), (Steps{{32, 2}, {8, 1}}));
  EXPECT_EQ(SplitAxis(69, 32, TailPolicy::Mask, true).getSteps(3), (Steps{{4, 1}}));
  EXPECT_EQ(SplitAxis(68, 32, TailPolicy::Mask, true).getRun(68).getCount(), 3);
  // A single value needs no vector.
  EXPECT_EQ(SplitAxis(29, 8, TailPolicy::Mask, true).getSteps(1), (Steps{{1, 1}}));
  PartRun guarded = SplitAxis(13, 8, TailPolicy::Guard, false).getRun(13);
  EXPECT_EQ(guarded.tail, TailPolicy::Guard);
  EXPECT_EQ(guarded.getCount(), 2);
  // Three lengths of steps take more than one test.
  EXPECT_EQ(SplitAxis(13, 8, TailPolicy::Guard, true).getRun(13).tail, TailPolicy::Peel);
  // What is known does not turn out otherwise.
  EXPECT_EQ(SplitAxis(13, 8, TailPolicy::Peel, false).getRun(13).getSteps(20),
            (Steps{{8, 1}, {5, 1}}));
}

TEST(LoopRunsTest, ExtentsKnownAtRunTime) {
  // Rows of a tile share what is loaded for them; long steps are no tiles.
  SplitAxis scalar(dynamicExtent, 8, TailPolicy::Peel, false);
  EXPECT_EQ(scalar.getStepsAt(29), (Steps{{8, 3}, {4, 1}, {1, 1}}));
  EXPECT_EQ(SplitAxis(dynamicExtent, 24, TailPolicy::Peel, false).getStepsAt(29),
            (Steps{{24, 1}, {1, 5}}));
  // Sixteen rows are the longest tile.
  EXPECT_EQ(SplitAxis(dynamicExtent, 16, TailPolicy::Peel, false).getStepsAt(29),
            (Steps{{16, 1}, {8, 1}, {4, 1}, {1, 1}}));
  EXPECT_EQ(SplitAxis(dynamicExtent, 17, TailPolicy::Peel, false).getStepsAt(29),
            (Steps{{17, 1}, {1, 12}}));
  EXPECT_EQ(scalar.getStepsAt(16), (Steps{{8, 2}}));
  EXPECT_EQ(scalar.getStepsAt(0), Steps());
  SplitAxis vector(dynamicExtent, 8, TailPolicy::Peel, true);
  EXPECT_EQ(vector.getStepsAt(29), (Steps{{8, 3}, {4, 1}, {1, 1}}));
  EXPECT_EQ(vector.getStepsAt(7), (Steps{{4, 1}, {2, 1}, {1, 1}}));
  SplitAxis masked(dynamicExtent, 8, TailPolicy::Mask, true);
  EXPECT_EQ(masked.getStepsAt(29), (Steps{{8, 4}}));
  EXPECT_EQ(masked.getStepsAt(32), (Steps{{8, 4}}));
  EXPECT_EQ(masked.getStepsAt(1), (Steps{{8, 1}}));
  EXPECT_EQ(SplitAxis(dynamicExtent, 1, TailPolicy::Peel, false).getStepsAt(3), (Steps{{1, 3}}));
}

/// Where a loop outside of the masked one leaves iterations over, they run in steps of the
/// masked one's length.
TEST(LoopRunsTest, StepsInsideOfLongerOnes) {
  SplitAxis axis(dynamicExtent, 16, TailPolicy::Peel, false);
  auto [middle, lanes] = axis.tree.split(axis.inner, 4, TailPolicy::Mask);
  axis.tree.annotate(lanes, Annotation::Vectorize);
  EXPECT_EQ(axis.getStepsAt(30), (Steps{{16, 1}, {4, 4}}));
  EXPECT_EQ(axis.getStepsAt(32), (Steps{{16, 2}}));
  PartRun inner = RunRules(axis.tree).getRun(middle, axis.tree.getParts(middle).front(), 16);
  EXPECT_EQ(inner.getSteps(), (Steps{{4, 4}}));
}

/// The number of iterations of a loop: a rest that is peeled is one, a test has two.
TEST(LoopRunsTest, Counts) {
  EXPECT_EQ(SplitAxis(13, 8, TailPolicy::Peel, true).getRun(13).getCount(), 2);
  EXPECT_EQ(SplitAxis(16, 8, TailPolicy::Peel, true).getRun(16).getCount(), 2);
  EXPECT_EQ(SplitAxis(13, 8, TailPolicy::Peel, true).getRun(7).getCount(), 1);
  EXPECT_EQ(SplitAxis(29, 8, TailPolicy::Shift, true).getRun(29).getCount(), 4);
  // There is no step to shift.
  EXPECT_EQ(SplitAxis(29, 8, TailPolicy::Shift, true).getSteps(5), (Steps{{4, 1}, {1, 1}}));
  EXPECT_EQ(SplitAxis(29, 8, TailPolicy::Mask, true).getRun(29).getCount(), 4);
  EXPECT_EQ(SplitAxis(dynamicExtent, 8, TailPolicy::Peel, true).getRun(dynamicExtent).getCount(),
            dynamicExtent);
}

/// No test in a loop of one range, and none in a parallel one.
TEST(LoopRunsTest, GuardedLoops) {
  SplitAxis axis(13, 8, TailPolicy::Guard, false);
  EXPECT_EQ(axis.getRun(13).getSteps(), (Steps{{8, 1}, {5, 1}}));
  EXPECT_EQ(axis.getRun(5).tail, TailPolicy::Peel);
  EXPECT_EQ(axis.getRun(16).tail, TailPolicy::Peel);
  axis.tree.annotate(axis.outer, Annotation::Parallel);
  EXPECT_EQ(axis.getRun(13).tail, TailPolicy::Peel);
}

/// Vectors of what no loop enters any more are powers of two.
TEST(LoopRunsTest, TilesOfRegisters) {
  SplitAxis vector(29, 13, TailPolicy::Peel, true), scalar(29, 13, TailPolicy::Peel, false);
  auto getTiles = [](const SplitAxis &axis, int64_t range) {
    return RunRules(axis.tree).getTiles(0, range);
  };
  EXPECT_EQ(getTiles(vector, 13), (std::vector<int64_t>{8, 4, 1}));
  EXPECT_EQ(getTiles(vector, 1), (std::vector<int64_t>{1}));
  EXPECT_EQ(getTiles(vector, dynamicExtent), (std::vector<int64_t>{dynamicExtent}));
  EXPECT_EQ(getTiles(scalar, 13), (std::vector<int64_t>{13}));
}

TEST(LoopRunsTest, RunsAreEqualInAllThatTheyDo) {
  PartRun run{13, 8, 1, TailPolicy::Peel, {4, 1}};
  EXPECT_TRUE(run == PartRun(run));
  auto expectOther = [&](void (*change)(PartRun &)) {
    PartRun other = run;
    change(other);
    EXPECT_FALSE(run == other);
  };
  expectOther([](PartRun &other) { other.range = 29; });
  expectOther([](PartRun &other) { other.stride = 4; });
  expectOther([](PartRun &other) { other.whole = 2; });
  expectOther([](PartRun &other) { other.tail = TailPolicy::Guard; });
  expectOther([](PartRun &other) { other.rest = {5}; });
}

/// Steps overlap where a loop without a test has several.
TEST(LoopRunsTest, PipelinedSteps) {
  auto getPart = [](const PartRun &run) {
    LeafPart part;
    part.runs = {run};
    return part;
  };
  LeafPart several = getPart({16, 8, 2, TailPolicy::Peel, {}}),
           single = getPart({13, 8, 1, TailPolicy::Peel, {4, 1}}),
           guarded = getPart({21, 8, 2, TailPolicy::Guard, {5}}),
           masked = getPart({13, 8, 2, TailPolicy::Mask, {}}),
           shifted = getPart({13, 8, 1, TailPolicy::Shift, {}}), empty = getPart({0, 8, 0});
  EXPECT_TRUE(isPipelined({several}));
  EXPECT_TRUE(isPipelined({masked}));
  for (const LeafPart &part : {single, guarded, shifted, empty})
    EXPECT_FALSE(isPipelined({part}));
  EXPECT_TRUE(isPipelined({single, several}));
  EXPECT_FALSE(isPipelined({single, guarded}));
  EXPECT_FALSE(isPipelined({}));
}

/// The steps of a part are those of its cuts together, or of the longest range.
TEST(LoopRunsTest, CountsOfParts) {
  LeafPart part;
  EXPECT_EQ(part.getCount(), 0);
  part.runs = {{16, 8, 2, TailPolicy::Peel, {}},
               {13, 8, 1, TailPolicy::Peel, {5}},
               {8, 8, 1, TailPolicy::Peel, {}}};
  EXPECT_EQ(part.getCount(), 2);
  part.cuts = {16, 29};
  EXPECT_EQ(part.getCount(), 4);
  part.runs[1].whole = dynamicExtent;
  EXPECT_EQ(part.getCount(), dynamicExtent);
}

/// Extents that are tried for those that only a run knows: no two alike, and behind a step each
/// length that a rest has.
TEST(LoopRunsTest, TriedExtents) {
  auto getTried = [](int64_t extent, int64_t factor, size_t count) {
    StageSchedule stage;
    stage.tree = SplitAxis(extent, factor, TailPolicy::Peel, /*isVector=*/false).tree;
    KernelSchedule kernel;
    kernel.stages = {stage};
    return getTriedExtents(kernel, count);
  };
  using Tried = std::vector<std::vector<int64_t>>;
  Tried usual = {{1, 1}, {6, 11}, {47, 93}, {128, 255}};
  EXPECT_EQ(getTried(64, 8, 2), usual);
  EXPECT_EQ(getTried(dynamicExtent, 2, 2), usual);
  EXPECT_EQ(getTried(dynamicExtent, 3, 1), (Tried{{1}, {6}, {47}, {128}, {4}, {5}}));
  EXPECT_EQ(getTried(dynamicExtent, 8, 1), (Tried{{1}, {6}, {47}, {128}, {11}, {15}}));
  EXPECT_EQ(getTried(dynamicExtent, 9, 2),
            (Tried{{1, 1}, {6, 11}, {47, 93}, {128, 255}, {16, 16}, {17, 17}}));
  EXPECT_EQ(getTried(dynamicExtent, 8, 0), Tried(4));
}

} // namespace
