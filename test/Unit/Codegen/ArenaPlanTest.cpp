//===-- ArenaPlanTest.cpp - the arena planner -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets by hand, and properties of random plans.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/ArenaPlan.h"

#include "gtest/gtest.h"

#include <random>

using dl::codegen::ArenaPlan;

TEST(ArenaPlan, EmptyNeedsNothing) {
  ArenaPlan plan(64);
  plan.assignOffsets();
  EXPECT_EQ(plan.getPeak(), 0);
  EXPECT_EQ(plan.getTotal(), 0);
  EXPECT_EQ(plan.getLowerBound(), 0);
}

TEST(ArenaPlan, RoundsSizesUp) {
  ArenaPlan plan(64);
  plan.addBuffer(1, 0, 1);
  plan.addBuffer(65, 1, 2);
  plan.assignOffsets();
  EXPECT_EQ(plan.getTotal(), 64 + 128);
  EXPECT_EQ(plan.getPeak(), 64 + 128);
}

TEST(ArenaPlan, ReusesWhatIsDead) {
  ArenaPlan plan(64);
  plan.addBuffer(128, 0, 1);
  plan.addBuffer(128, 2, 3);
  plan.assignOffsets();
  EXPECT_EQ(plan.getOffset(0), 0);
  EXPECT_EQ(plan.getOffset(1), 0);
  EXPECT_EQ(plan.getPeak(), 128);
  EXPECT_EQ(plan.getLowerBound(), 128);
}

TEST(ArenaPlan, LastUseAndFirstUseOfOneOperationMeet) {
  ArenaPlan plan(64);
  plan.addBuffer(64, 0, 1);
  plan.addBuffer(64, 1, 2);
  plan.assignOffsets();
  EXPECT_NE(plan.getOffset(0), plan.getOffset(1));
}

TEST(ArenaPlan, TakesTheSmallestGap) {
  ArenaPlan plan(64);
  // Walls at 0, 448 and 640 leave gaps of 256 and 64 bytes while the last lives.
  int64_t a = plan.addBuffer(1024, 0, 0), b = plan.addBuffer(192, 1, 9);
  int64_t gap = plan.addBuffer(512, 1, 1), c = plan.addBuffer(320, 1, 9);
  int64_t small = plan.addBuffer(64, 5, 6);
  plan.assignOffsets();
  EXPECT_EQ(plan.getOffset(a), 0);
  EXPECT_EQ(plan.getOffset(gap), 0);
  EXPECT_EQ(plan.getOffset(c), 512);
  EXPECT_EQ(plan.getOffset(b), 832);
  EXPECT_EQ(plan.getOffset(small), 0);
}

TEST(ArenaPlan, PrefersTheTighterOfTwoGaps) {
  ArenaPlan plan(64);
  // Alive together at time 1: 640, 512, 448. The first and the third end there,
  // which leaves gaps of 640 at 0 and of 448 at 1152, before a wall.
  plan.addBuffer(640, 0, 1);
  plan.addBuffer(512, 0, 9);
  plan.addBuffer(448, 0, 1);
  plan.addBuffer(384, 0, 9);
  int64_t late = plan.addBuffer(320, 5, 6);
  plan.assignOffsets();
  EXPECT_EQ(plan.getOffset(late), 1152);
}

TEST(ArenaPlan, TellsWhatLiesRightBelow) {
  ArenaPlan plan(64);
  // All live at once: one stands on the other.
  int64_t a = plan.addBuffer(256, 0, 9), b = plan.addBuffer(192, 0, 9);
  int64_t c = plan.addBuffer(128, 0, 9);
  // This one lives after the last, beside the others.
  int64_t late = plan.addBuffer(64, 10, 11);
  plan.assignOffsets();
  std::vector<std::vector<int64_t>> supports = plan.getSupports();
  EXPECT_EQ(supports[a], std::vector<int64_t>());
  EXPECT_EQ(supports[b], std::vector<int64_t>{a});
  EXPECT_EQ(supports[c], std::vector<int64_t>{b});
  EXPECT_EQ(supports[late], std::vector<int64_t>());
}

TEST(ArenaPlan, LargerOnesFirstAreNotAlwaysBest) {
  // In that order the third one is at 256, behind the first, and leaves 64 bytes too little.
  ArenaPlan plan(64);
  plan.addBuffer(256, 3, 3);
  plan.addBuffer(192, 1, 2);
  plan.addBuffer(192, 1, 3);
  plan.addBuffer(128, 2, 2);
  plan.assignOffsets();
  EXPECT_EQ(plan.getLowerBound(), 512);
  EXPECT_EQ(plan.getPeak(), 512);
}

TEST(ArenaPlan, ManyBuffersAreTriedInOneOrder) {
  // The four of above, and so many that live later that other orders would take too long.
  ArenaPlan plan(64);
  plan.addBuffer(256, 3, 3);
  plan.addBuffer(192, 1, 2);
  plan.addBuffer(192, 1, 3);
  plan.addBuffer(128, 2, 2);
  for (int64_t time = 10; time < 4110; ++time)
    plan.addBuffer(64, time, time);
  plan.assignOffsets();
  EXPECT_EQ(plan.getLowerBound(), 512);
  EXPECT_EQ(plan.getPeak(), 576);
}

TEST(ArenaPlan, RandomOrdersHoldForOtherSizes) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    ArenaPlan plan(64);
    struct Buffer {
      int64_t size, first, last, offset;
    };
    std::vector<Buffer> buffers;
    for (int i = 0, e = 1 + random() % 30; i < e; ++i) {
      int64_t first = random() % 20, last = first + random() % 6;
      // Some have no bytes in the plan, and some in the run.
      plan.addBuffer(random() % 8 ? random() % 5000 : 0, first, last);
      buffers.push_back({random() % 8 ? int64_t(64 * (random() % 80)) : 0, first, last, 0});
    }
    plan.assignOffsets();
    std::vector<std::vector<int64_t>> supports = plan.getSupports();
    for (int64_t buffer : plan.getOrder())
      for (int64_t below : supports[buffer])
        buffers[buffer].offset =
            std::max(buffers[buffer].offset, buffers[below].offset + buffers[below].size);
    for (size_t i = 0; i < buffers.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        const Buffer &a = buffers[i], &b = buffers[j];
        bool meet = a.first <= b.last && b.first <= a.last;
        bool apart = a.offset + a.size <= b.offset || b.offset + b.size <= a.offset;
        EXPECT_TRUE(!meet || apart) << "seed " << seed << ", buffers " << i << " and " << j;
      }
  }
}

TEST(ArenaPlan, RandomPlansDoNotOverlap) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    ArenaPlan plan(64);
    struct Buffer {
      int64_t size, first, last;
    };
    std::vector<Buffer> buffers;
    for (int i = 0, e = 1 + random() % 30; i < e; ++i) {
      int64_t first = random() % 20;
      buffers.push_back({int64_t(1 + random() % 5000), first, first + int64_t(random() % 6)});
      plan.addBuffer(buffers.back().size, buffers.back().first, buffers.back().last);
    }
    plan.assignOffsets();
    for (size_t i = 0; i < buffers.size(); ++i) {
      EXPECT_EQ(plan.getOffset(i) % 64, 0);
      EXPECT_LE(plan.getOffset(i) + buffers[i].size, plan.getPeak());
      for (size_t j = 0; j < i; ++j) {
        bool meet = buffers[i].first <= buffers[j].last && buffers[j].first <= buffers[i].last;
        bool apart = plan.getOffset(i) + buffers[i].size <= plan.getOffset(j) ||
                     plan.getOffset(j) + buffers[j].size <= plan.getOffset(i);
        EXPECT_TRUE(!meet || apart) << "seed " << seed << ", buffers " << i << " and " << j;
      }
    }
    EXPECT_LE(plan.getLowerBound(), plan.getPeak()) << "seed " << seed;
    EXPECT_LE(plan.getPeak(), plan.getTotal()) << "seed " << seed;
  }
}
