//===-- TunerTest.cpp - what a search is told -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small product is tuned by real workers for one trial. A record whose time no schedule could
// have tells whether the search knew of it.
//
//===----------------------------------------------------------------------===//
#include "SmallTask.h"

#include "dl/Tuning/Measure/Tuner.h"

using namespace dl::tuning;

namespace {

/// Of a record that no measurement comes near to.
constexpr double impossibleSeconds = 1e-15;

/// What one trial finds where a database has a record of the schedule of the rules.
TunedTask tuneOnce(Database &database, bool hidesDefault) {
  std::vector<Task> tasks = readTasks(makeProduct("matmul", "matmul", "m", 32));
  Record record;
  record.task = tasks[0].key;
  record.target = tasks[0].target;
  record.search = "rules";
  record.hash = std::string(64, 'a');
  record.measurement.outcome = Outcome::Ok;
  record.measurement.seconds = {impossibleSeconds};
  EXPECT_FALSE(bool(database.append(record)));
  TuneOptions options;
  options.model = "estimate";
  options.trials = options.finalists = options.rounds = options.runner.workers = 1;
  options.hidesDefault = hidesDefault;
  TuneObserver observer;
  std::vector<TunedTask> tuned = llvm::cantFail(tune(tasks, database, options, observer));
  EXPECT_EQ(tuned.size(), 1u);
  EXPECT_EQ(tuned[0].message, "");
  EXPECT_GT(tuned[0].trainingSeconds, 0);
  EXPECT_EQ(tuned[0].longestTrainingSeconds, tuned[0].trainingSeconds);
  EXPECT_GT(tuned[0].searchSeconds, tuned[0].trainingSeconds);
  return tuned[0];
}

TEST(TunerTest, WeightsAreWhereARunLeavesThem) {
  std::vector<dl::schedule::Cache> caches = {{"L1", 100}, {"L2", 1000}, {"L3", 10000}};
  auto choose = [&](int64_t bytes) {
    return getWeightsPlaceName(chooseWeightsPlace(bytes, caches));
  };
  EXPECT_STREQ(choose(0), "nearest");
  EXPECT_STREQ(choose(1000), "nearest");
  EXPECT_STREQ(choose(1001), "last-cache");
  EXPECT_STREQ(choose(10000), "last-cache");
  EXPECT_STREQ(choose(10001), "memory");
  caches.resize(1);
  EXPECT_STREQ(choose(100), "nearest");
  EXPECT_STREQ(choose(101), "memory");
  caches.clear();
  EXPECT_STREQ(choose(int64_t(1) << 40), "nearest");
}

TEST(TunerTest, RecordsOfTheRulesAreKnown) {
  Database database;
  EXPECT_EQ(tuneOnce(database, /*hidesDefault=*/false).history,
            std::vector<double>{impossibleSeconds});
}

TEST(TunerTest, RecordsOfTheRulesAreHiddenWithTheDefault) {
  Database database;
  TunedTask tuned = tuneOnce(database, /*hidesDefault=*/true);
  ASSERT_EQ(tuned.history.size(), 1u);
  EXPECT_GT(tuned.history[0], impossibleSeconds);
  // They are measured all the same.
  EXPECT_GT(tuned.defaultSeconds, 0);
  EXPECT_EQ(database.getRecords().back().search, "final");
}

} // namespace
