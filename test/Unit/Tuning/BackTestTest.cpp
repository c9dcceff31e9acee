//===-- BackTestTest.cpp - how well scores order measured schedules -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cases that can be computed by hand.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/BackTest.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <vector>

using namespace dl::tuning;

namespace {

constexpr double failed = std::numeric_limits<double>::infinity();
using Numbers = std::vector<double>;

TEST(BackTest, RankCorrelation) {
  EXPECT_DOUBLE_EQ(computeRankCorrelation(Numbers{3, 2, 1}, Numbers{1, 5, 6}), 1);
  EXPECT_DOUBLE_EQ(computeRankCorrelation(Numbers{1, 2, 3}, Numbers{1, 5, 6}), -1);
  // One neighbouring pair of four is swapped: 1 - 6 * 2 / (4 * 15).
  EXPECT_DOUBLE_EQ(computeRankCorrelation(Numbers{9, 8, 5, 7}, Numbers{1, 2, 3, 4}), 0.8);
}

TEST(BackTest, RankCorrelationOfEqualValues) {
  // Ranks 0, 1.5, 1.5, 3 and 0, 1, 2, 3 around 1.5: 4.5 / sqrt(4.5 * 5).
  EXPECT_DOUBLE_EQ(computeRankCorrelation(Numbers{4, 3, 3, 1}, Numbers{1, 2, 3, 4}),
                   4.5 / std::sqrt(4.5 * 5));
  // Failures share the last rank.
  EXPECT_DOUBLE_EQ(computeRankCorrelation(Numbers{3, 1, 1}, Numbers{1, failed, failed}), 1);
  EXPECT_DOUBLE_EQ(computeRankCorrelation(Numbers{3, 2, 1}, Numbers{1, failed, failed}),
                   1.5 / std::sqrt(2 * 1.5));
  EXPECT_EQ(computeRankCorrelation(Numbers{1, 1, 1}, Numbers{1, 2, 3}), 0);
  EXPECT_EQ(computeRankCorrelation(Numbers{1, 2, 3}, Numbers{failed, failed, failed}), 0);
  EXPECT_EQ(computeRankCorrelation(Numbers{}, Numbers{}), 0);
  // A score of minus infinity is one like others.
  EXPECT_DOUBLE_EQ(computeRankCorrelation(Numbers{2, 1, -failed}, Numbers{1, 2, 3}), 1);
}

TEST(BackTest, PairAccuracy) {
  // 1 and 1.04 are no pair; of the other two one is right.
  EXPECT_DOUBLE_EQ(computePairAccuracy(Numbers{1, 3, 2}, Numbers{1, 1.04, 2}), 0.5);
  // 1.05 times as long is far enough.
  EXPECT_DOUBLE_EQ(computePairAccuracy(Numbers{2, 1}, Numbers{1, 1.05}), 1);
  EXPECT_DOUBLE_EQ(computePairAccuracy(Numbers{1, 2}, Numbers{1, 1.05}), 0);
  EXPECT_DOUBLE_EQ(computePairAccuracy(Numbers{1, 2}, Numbers{1, 1.2}, /*margin=*/0.25), 0.5);
  // Equal scores: half.
  EXPECT_DOUBLE_EQ(computePairAccuracy(Numbers{1, 1, 0}, Numbers{1, 2, 4}), 2.5 / 3);
  EXPECT_DOUBLE_EQ(computePairAccuracy(Numbers{1, 1, 1}, Numbers{1, 2, 4}), 0.5);
  // A failure is slower than all that ran, but two failures are no pair.
  EXPECT_DOUBLE_EQ(computePairAccuracy(Numbers{3, 1, 2}, Numbers{1, failed, failed}), 1);
  EXPECT_DOUBLE_EQ(computePairAccuracy(Numbers{1, 2}, Numbers{failed, failed}), 0.5);
}

TEST(BackTest, Recall) {
  // A quarter of 8 rows: 1 and 2 are the best, 1 and 3 the predicted ones.
  Numbers seconds = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_DOUBLE_EQ(computeRecall(Numbers{9, 1, 8, 0, 0, 0, 0, 0}, seconds), 0.5);
  EXPECT_DOUBLE_EQ(computeRecall(Numbers{8, 7, 6, 5, 4, 3, 2, 1}, seconds), 1);
  EXPECT_DOUBLE_EQ(computeRecall(Numbers{9, 1, 8, 0, 0, 0, 0, 0}, seconds, /*count=*/1), 1);
  // At least one of few.
  EXPECT_DOUBLE_EQ(computeRecall(Numbers{2, 1}, Numbers{1, 2}), 1);
  EXPECT_DOUBLE_EQ(computeRecall(Numbers{1, 2}, Numbers{1, 2}), 0);
  // 30 of 200, of which 10 others are predicted.
  Numbers many, scores;
  for (int i = 0; i < 200; ++i) {
    many.push_back(1 + i);
    scores.push_back(i < 10 ? -1000 : -i);
  }
  EXPECT_DOUBLE_EQ(computeRecall(scores, many), 20.0 / 30);
}

TEST(BackTest, RecallOfEqualValues) {
  Numbers seconds = {1, 2, 3, 4, 5, 6, 7, 8};
  // A model that says nothing finds nothing.
  EXPECT_DOUBLE_EQ(computeRecall(Numbers(8, 0), seconds), 0);
  // Any row as fast as the second best is as good.
  EXPECT_DOUBLE_EQ(computeRecall(Numbers{9, 0, 8, 0, 0, 0, 0, 0}, {1, 2, 2, 4, 5, 6, 7, 8}), 1);
  // Failures are none of the best.
  Numbers oneRan = {failed, 3, failed, failed, failed, failed, failed, failed};
  EXPECT_DOUBLE_EQ(computeRecall(Numbers{9, 8, 0, 0, 0, 0, 0, 0}, oneRan), 0);
  EXPECT_DOUBLE_EQ(computeRecall(Numbers{8, 9, 0, 0, 0, 0, 0, 0}, oneRan), 1);
  EXPECT_EQ(computeRecall(Numbers{1, 2}, Numbers{failed, failed}), 0);
  EXPECT_EQ(computeRecall(Numbers{}, Numbers{}), 0);
}

TEST(BackTest, TopRatio) {
  EXPECT_DOUBLE_EQ(computeTopRatio(Numbers{1, 3, 2}, Numbers{2, 6, 3}, /*count=*/2), 1.5);
  EXPECT_DOUBLE_EQ(computeTopRatio(Numbers{1, 3, 2}, Numbers{2, 6, 3}, /*count=*/3), 1);
  EXPECT_DOUBLE_EQ(computeTopRatio(Numbers{1, 3, 2}, Numbers{2, 6, 3}), 1);
  // Equal scores: the slower one first.
  EXPECT_DOUBLE_EQ(computeTopRatio(Numbers{1, 1, 1}, Numbers{2, 6, 3}, /*count=*/1), 3);
  EXPECT_EQ(computeTopRatio(Numbers{1, 2}, Numbers{2, failed}, /*count=*/1), failed);
  EXPECT_EQ(computeTopRatio(Numbers{1, 2}, Numbers{failed, failed}, /*count=*/1), 1);
}

TEST(BackTest, All) {
  Numbers scores = {4, 3, 1, 2}, seconds = {1, 2, 3, failed};
  BackTest result = runBackTest(scores, seconds);
  EXPECT_DOUBLE_EQ(result.rankCorrelation, 0.8);
  EXPECT_DOUBLE_EQ(result.pairAccuracy, 5.0 / 6);
  EXPECT_DOUBLE_EQ(result.recall, 1);
  EXPECT_DOUBLE_EQ(result.topRatio, 1);
}

} // namespace
