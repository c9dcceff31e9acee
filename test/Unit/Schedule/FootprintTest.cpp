//===-- FootprintTest.cpp - what stages take at their places -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Footprints of chains of stencils, against a count of what the loops would do.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Footprint.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>

using namespace dl::schedule;

namespace {

StageSchedule makeLine(const std::string &name, int64_t extent) {
  StageSchedule stage;
  stage.name = name;
  stage.tree.addRoot("x", extent, AxisKind::Spatial);
  return stage;
}

/// Reads of `stage` at step * x + offset.
void addRead(StageSchedule &reader, int stage, int64_t step, int64_t offset) {
  StageRead read;
  read.stage = stage;
  read.indices = {{IndexKind::Affine, {step}, offset}};
  reader.reads.push_back(read);
}

/// in -> blur -> D, each read at several offsets and in steps.
struct Chain {
  int64_t extent, factor, innerFactor, step;
  std::vector<int64_t> outerOffsets, innerOffsets;
  KernelSchedule kernel;

  int64_t getReach(const std::vector<int64_t> &offsets) const {
    return *std::max_element(offsets.begin(), offsets.end()) + 1;
  }

  void build() {
    int64_t blur = step * (extent - 1) + getReach(outerOffsets);
    kernel.stages = {makeLine("in", blur - 1 + getReach(innerOffsets)), makeLine("blur", blur),
                     makeLine("D", extent)};
    for (int64_t offset : innerOffsets)
      addRead(kernel[1], 0, 1, offset);
    for (int64_t offset : outerOffsets)
      addRead(kernel[2], 1, step, offset);
    AxisId outer = kernel[2].tree.split(0, factor, TailPolicy::Peel).first;
    AxisId inner = kernel[1].tree.split(0, innerFactor, TailPolicy::Peel).first;
    kernel[1].tree.placeAt("D", outer);
    kernel[0].tree.placeAt("blur", inner);
    kernel[2].isResult = true;
  }

  /// The elements between the first and the last that `count` neighbours need.
  static int64_t getBox(int64_t count, int64_t step, const std::vector<int64_t> &offsets) {
    auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
    return step * (count - 1) + *high - *low + 1;
  }

  /// Elements of blur and of in that the loops compute, one step after the other.
  std::pair<int64_t, int64_t> count() const {
    int64_t blurs = 0, ins = 0;
    for (int64_t x = 0; x < extent; x += factor) {
      int64_t blur = getBox(std::min(factor, extent - x), step, outerOffsets);
      blurs += blur;
      for (int64_t y = 0; y < blur; y += innerFactor)
        ins += getBox(std::min(innerFactor, blur - y), 1, innerOffsets);
    }
    return {blurs, ins};
  }
};

TEST(Footprint, BlocksOfAChainOfStencils) {
  Chain chain{61, 8, 4, 1, {0, 1, 2}, {0, 2}, {}};
  chain.build();
  Footprint blur = getFootprint(chain.kernel, 1);
  EXPECT_EQ(blur.extents, std::vector<int64_t>{10});
  EXPECT_EQ(blur.elements, 10);
  EXPECT_EQ(blur.whole, 63);
  // Seven blocks of 10 and one of 7.
  EXPECT_EQ(blur.computed, 77);
  Footprint in = getFootprint(chain.kernel, 0);
  EXPECT_EQ(in.extents, std::vector<int64_t>{6});
  Footprint result = getFootprint(chain.kernel, 2);
  EXPECT_EQ(result.computed, result.whole);
  std::vector<std::vector<int64_t>> places = getPlaceExtents(chain.kernel, 1);
  EXPECT_EQ(places, (std::vector<std::vector<int64_t>>{{10}, {7}}));
}

TEST(Footprint, AnExtentThatIsKnownAtRunTimeOnly) {
  Chain chain{dynamicExtent, 8, 4, 1, {0, 1, 2}, {0}, {}};
  chain.kernel.stages = {makeLine("in", dynamicExtent), makeLine("blur", dynamicExtent),
                         makeLine("D", dynamicExtent)};
  addRead(chain.kernel[2], 1, 1, 0);
  addRead(chain.kernel[2], 1, 1, 2);
  AxisId outer = chain.kernel[2].tree.split(0, 8, TailPolicy::Peel).first;
  chain.kernel[1].tree.placeAt("D", outer);
  // What a whole step needs is known.
  Footprint blur = getFootprint(chain.kernel, 1);
  EXPECT_EQ(blur.extents, std::vector<int64_t>{10});
  EXPECT_EQ(blur.computed, dynamicExtent);
  Footprint result = getFootprint(chain.kernel, 2);
  EXPECT_EQ(result.extents, std::vector<int64_t>{dynamicExtent});
  EXPECT_EQ(result.elements, dynamicExtent);
}

TEST(Footprint, MalformedPlacesEnd) {
  Chain chain{16, 4, 2, 1, {0}, {0}, {}};
  chain.build();
  chain.kernel[2].tree.placeAt("in", 0);
  chain.kernel[0].tree.placeAt("in", 7);
  for (int stage = 0; stage < 3; ++stage)
    EXPECT_GE(getFootprint(chain.kernel, stage).elements, 1);
}

TEST(Footprint, RandomChainsCountLikeTheirLoops) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    auto pick = [&](int64_t low, int64_t high) {
      return std::uniform_int_distribution<int64_t>(low, high)(random);
    };
    Chain chain{pick(1, 70), pick(1, 20), pick(1, 12), pick(1, 3), {}, {}, {}};
    for (std::vector<int64_t> *offsets : {&chain.outerOffsets, &chain.innerOffsets})
      for (int64_t i = 0, e = pick(1, 4); i < e; ++i)
        offsets->push_back(pick(0, 5));
    chain.build();
    auto [blurs, ins] = chain.count();
    EXPECT_EQ(getFootprint(chain.kernel, 1).computed, blurs) << "seed " << seed;
    EXPECT_EQ(getFootprint(chain.kernel, 0).computed, ins) << "seed " << seed;
  }
}

TEST(Footprint, MemoryOfABlockIsForAllItsThreads) {
  Chain chain{64, 32, 16, 1, {0, 1, 2}, {0}, {}};
  chain.build();
  IterationTree &tree = chain.kernel[2].tree;
  AxisId inner = tree.getLeaves()[1];
  auto [thread, own] = tree.split(inner, 4, TailPolicy::Peel);
  tree.annotate(thread, Annotation::ThreadX);
  chain.kernel[1].tree.placeAt("D", thread);
  Footprint blur = getFootprint(chain.kernel, 1);
  EXPECT_EQ(blur.extents, std::vector<int64_t>{6});
  EXPECT_EQ(blur.computed, 16 * 6);
  Storage storage;
  storage.scope = "shared";
  chain.kernel[1].tree.setStorage(storage);
  blur = getFootprint(chain.kernel, 1);
  EXPECT_EQ(blur.extents, std::vector<int64_t>{34});
  // Once for each of the two blocks.
  EXPECT_EQ(blur.computed, 2 * 34);
  // A stage in the loops of that one goes along with all of them.
  chain.kernel[0].tree.placeAt(chain.kernel[1].name, chain.kernel[1].tree.getLeaves()[0]);
  Footprint first = getFootprint(chain.kernel, 0);
  EXPECT_EQ(first.extents, std::vector<int64_t>{16});
  EXPECT_EQ(first.computed, 2 * 34);
}

TEST(Footprint, RangesOfAPartition) {
  Chain chain{61, 8, 4, 1, {0}, {0}, {}};
  chain.build();
  chain.kernel[2].tree.setCuts(0, {4, 60});
  // Whole steps are in the longest range; the stage itself is stored whole.
  Footprint blur = getFootprint(chain.kernel, 1);
  EXPECT_EQ(blur.extents, std::vector<int64_t>{8});
  EXPECT_EQ(blur.computed, 61);
  EXPECT_EQ(getFootprint(chain.kernel, 2).extents, std::vector<int64_t>{61});
  EXPECT_EQ(getPlaceExtents(chain.kernel, 1), (std::vector<std::vector<int64_t>>{{4}, {8}, {1}}));
  EXPECT_EQ(getPlaceExtents(chain.kernel, 2), (std::vector<std::vector<int64_t>>{{4}, {56}, {1}}));
}

TEST(Footprint, AnAxisIsCutWhereItsLoopBegins) {
  KernelSchedule kernel;
  for (const char *name : {"A", "D"}) {
    StageSchedule stage;
    stage.name = name;
    stage.tree.addRoot("i", 15, AxisKind::Spatial);
    stage.tree.addRoot("j", 5, AxisKind::Spatial);
    kernel.stages.push_back(stage);
  }
  StageRead read;
  read.stage = 0;
  read.indices = {{IndexKind::Affine, {1, 0}, 0}, {IndexKind::Affine, {0, 1}, 0}};
  kernel[1].reads.push_back(read);
  kernel[1].tree.setCuts(1, {3});
  kernel[0].tree.placeAt("D", 0);
  EXPECT_EQ(getPlaceExtents(kernel, 0), (std::vector<std::vector<int64_t>>{{1, 5}}));
  kernel[0].tree.placeAt("D", 1);
  EXPECT_EQ(getFootprint(kernel, 0).computed, 15 * 5);
  kernel[0].tree.placeAt("D", 0);
  // Parallel loops are entered together, and cut together.
  kernel[1].tree.annotate(0, Annotation::Parallel);
  EXPECT_EQ(getPlaceExtents(kernel, 0), (std::vector<std::vector<int64_t>>{{1, 5}}));
  kernel[1].tree.annotate(1, Annotation::Parallel);
  EXPECT_EQ(getPlaceExtents(kernel, 0), (std::vector<std::vector<int64_t>>{{1, 3}, {1, 2}}));
}

TEST(Footprint, AShiftedStepComputesTwice) {
  KernelSchedule kernel;
  kernel.stages = {makeLine("A", 61)};
  AxisId k = kernel[0].tree.addRoot("k", 9, AxisKind::Reduction);
  kernel[0].tree.split(0, 8, TailPolicy::Shift);
  Footprint footprint = getFootprint(kernel, 0);
  EXPECT_EQ(footprint.elements, 61);
  EXPECT_EQ(footprint.computed, 64);
  // Ranges of terms compute no element again.
  kernel[0].tree.setCuts(k, {2});
  EXPECT_EQ(getFootprint(kernel, 0).computed, 64);
}

TEST(Footprint, PartsThatAConditionCutsAreNoLongerThanTheStage) {
  KernelSchedule kernel;
  kernel.stages = {makeLine("A", 6), makeLine("B", 12)};
  AxisId k = kernel[1].tree.addRoot("k", 3, AxisKind::Reduction);
  StageRead read;
  read.stage = 0;
  read.isGuarded = true;
  read.indices = {{IndexKind::Affine, {1, 1}, -4}};
  kernel[1].reads = {read};
  AxisId outer = kernel[1].tree.split(0, 3, TailPolicy::Peel).first;
  kernel[0].tree.placeAt("B", outer);
  // Three elements and three terms: five elements of the six.
  EXPECT_EQ(getPlaceExtents(kernel, 0), (std::vector<std::vector<int64_t>>{{5}}));
  EXPECT_EQ(getFootprint(kernel, 0).computed, 4 * 5);
  kernel[1].tree.setExtent(k, 5);
  EXPECT_EQ(getPlaceExtents(kernel, 0), (std::vector<std::vector<int64_t>>{{6}}));
  EXPECT_EQ(getFootprint(kernel, 0).computed, 4 * 6);
}

TEST(Footprint, PartsOfWhatThreadsComputeTogether) {
  KernelSchedule kernel;
  kernel.stages = {makeLine("A", 24), makeLine("B", 24), makeLine("C", 24)};
  for (int stage : {1, 2}) {
    StageRead read;
    read.stage = stage - 1;
    read.indices = {{IndexKind::Affine, {1}, 0}};
    kernel[stage].reads = {read};
  }
  auto [outer, inner] = kernel[2].tree.split(0, 4, TailPolicy::Peel);
  kernel[2].tree.annotate(inner, Annotation::ThreadX);
  for (int stage : {0, 1})
    kernel[stage].tree.placeAt("C", inner);
  EXPECT_EQ(getPlaceExtents(kernel, 0), (std::vector<std::vector<int64_t>>{{1}}));
  // Each thread computes itself what it needs of "A" for the part of "B" of all four.
  Storage shared;
  shared.scope = "shared";
  kernel[1].tree.setStorage(shared);
  EXPECT_EQ(getPlaceExtents(kernel, 1), (std::vector<std::vector<int64_t>>{{4}}));
  EXPECT_EQ(getFootprint(kernel, 1).computed, 24);
  EXPECT_EQ(getPlaceExtents(kernel, 0), (std::vector<std::vector<int64_t>>{{4}}));
  EXPECT_EQ(getFootprint(kernel, 0).computed, 24 * 4);
  (void)outer;
}

} // namespace
