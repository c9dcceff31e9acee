//===-- RecordedFeaturesTest.cpp - features of recorded schedules ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model that was trained, as the one that ships, means something for as long as the features of a
// schedule stay what they were: where these numbers change, it has to be trained again.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Features.h"
#include "dl/Tuning/Report/Explain.h"

#include "gtest/gtest.h"

#include <cmath>
#include <map>

using namespace dl::tuning;

namespace {

/// Of each group the sum of its features over the schedules of a task, each times its place in a
/// cycle of seven, so that no two schedules nor two features are exchanged unseen.
std::map<std::string, double> sumFeatures(llvm::StringRef name, size_t &numSchedules) {
  std::map<std::string, double> sums;
  Database database = llvm::cantFail(Database::open(DL_TEST_RECORDS, nullptr));
  for (const TaskHistory &history : readHistories(database)) {
    if (history.getName() != name)
      continue;
    TaskReplay replay = llvm::cantFail(TaskReplay::create(database, history));
    for (const Record *record : database.lookup(history.task)) {
      CandidateRef candidate = replay.replay(*record);
      if (!candidate) {
        ADD_FAILURE() << record->hash;
        continue;
      }
      ++numSchedules;
      for (const auto &[index, feature] : llvm::enumerate(getFeatureNames())) {
        double value = candidate->features[index];
        // The estimate is the rules' affair.
        if (feature.group != "estimate")
          sums[feature.group] += static_cast<double>(1 + (numSchedules + 3 * index) % 7) *
                                 (std::isnan(value) ? 0.75 : value);
      }
    }
  }
  return sums;
}

void expectSums(llvm::StringRef name, size_t count, const std::map<std::string, double> &expected) {
  size_t numSchedules = 0;
  std::map<std::string, double> sums = sumFeatures(name, numSchedules);
  EXPECT_EQ(numSchedules, count);
  ASSERT_EQ(sums.size(), expected.size());
  for (const auto &[group, sum] : expected)
    EXPECT_NEAR(sums[group], sum, 0.01) << group;
}

TEST(RecordedFeatures, OfAProduct) {
  expectSums("gemm_relu", 55,
             {{"annotations", 5125.086},
              {"arithmetic", 12110.254},
              {"buffer 0", 31132.628},
              {"buffer 1", 30342.883},
              {"buffer 2", 23699.391},
              {"buffer 3", 4291.500},
              {"buffer 4", 4287.750},
              {"intensity", 4267.733},
              {"kernel", 6128.428},
              {"loops", 7634.558},
              {"other stages", 15828.781},
              {"register tile", 5126.231},
              {"tails", 491.900},
              {"target", 20848.755}});
}

TEST(RecordedFeatures, OfASoftmax) {
  expectSums("softmax", 33,
             {{"annotations", 2299.496},
              {"arithmetic", 4921.507},
              {"buffer 0", 15089.009},
              {"buffer 1", 14925.956},
              {"buffer 2", 8063.027},
              {"buffer 3", 2575.500},
              {"buffer 4", 2573.250},
              {"intensity", 469.244},
              {"kernel", 4541.105},
              {"loops", 3210.308},
              {"other stages", 14553.692},
              {"register tile", 1623.623},
              {"tails", 305.800},
              {"target", 12577.892}});
}

} // namespace
