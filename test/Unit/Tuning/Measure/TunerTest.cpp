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

#include "dl/Tuning/Features.h"
#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/Measure/TaskRunner.h"
#include "dl/Tuning/Measure/Tuner.h"
#include "dl/Tuning/XGBoostModel.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <cmath>
#include <random>

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

/// Measures nothing: each schedule takes as long as its hash says.
class HashRunner : public TaskRunner {
public:
  Measurement setTask(const Task &) override { return make("80"); }
  void setWeights(WeightsPlace, int64_t) override {}
  Measurement check() override { return make("80"); }
  std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) override {
    std::vector<Measurement> results;
    for (const CandidateRef &candidate : candidates) {
      hashes.push_back(candidate->hash);
      results.push_back(make(candidate->hash));
    }
    return results;
  }
  std::vector<Measurement> runFinalists(const std::vector<CandidateRef> &candidates,
                                        int64_t) override {
    return std::vector<Measurement>(candidates.size(), make("80"));
  }

  std::vector<std::string> hashes;

private:
  static Measurement make(llvm::StringRef hash) {
    Measurement result;
    result.outcome = Outcome::Ok;
    unsigned digits = 0;
    hash.take_front(2).getAsInteger(16, digits);
    result.seconds = {(1 + digits) * 1e-6};
    return result;
  }
};

/// The schedules that a search of 12 trials proposes to a database with this kernel in it, too.
std::vector<std::string> proposeBeside(const KernelRecord *other) {
  std::vector<Task> tasks = readTasks(makeProduct("matmul", "matmul", "m", 32));
  Database database;
  if (other) {
    KernelRecord kernel = *other;
    kernel.target = tasks[0].target;
    EXPECT_FALSE(bool(database.append(kernel)));
    Record record;
    record.task = kernel.task;
    record.target = kernel.target;
    record.search = "evolution";
    record.hash = std::string(64, 'a');
    record.choices = {{"s0 a0 tile", {4}, 0}};
    record.measurement.outcome = Outcome::Ok;
    record.measurement.seconds = {1e-6};
    EXPECT_FALSE(bool(database.append(record)));
  }
  TuneOptions options;
  options.model = "estimate";
  options.trials = 12;
  auto runner = std::make_shared<HashRunner>();
  options.measuredBy = runner;
  TuneObserver observer;
  std::vector<TunedTask> tuned = llvm::cantFail(tune(tasks, database, options, observer));
  EXPECT_EQ(tuned[0].trials, 12);
  return runner->hashes;
}

/// It was trained with the features of this version, and is small.
TEST(TunerTest, TheModelThatShipsFits) {
  std::string file = findShippedModel();
  ASSERT_NE(file, "");
  uint64_t bytes = 0;
  ASSERT_FALSE(llvm::sys::fs::file_size(file, bytes));
  EXPECT_LT(bytes, 300u * 1000);
  TuneOptions options;
  EXPECT_TRUE(usesShippedModel(options));
  auto model = createCostModel(options);
  ASSERT_TRUE(bool(model)) << llvm::toString(model.takeError());
  options.runner.simulator = "llvm-mca";
  EXPECT_TRUE(usesShippedModel(options));
  // It knows CPUs alone, and is for the model that learns.
  options.runner.simulator = "vdla-sim";
  EXPECT_FALSE(usesShippedModel(options));
  options = TuneOptions();
  options.model = "estimate";
  EXPECT_FALSE(usesShippedModel(options));
  options = TuneOptions();
  options.prior = "estimate";
  EXPECT_FALSE(usesShippedModel(options));
}

TEST(TunerTest, PriorsOfOtherFeatures) {
  auto model = llvm::cantFail(XGBoostModel::create(XGBoostOptions()));
  std::vector<MeasuredRow> rows;
  for (int number = 1; number <= 8; ++number) {
    auto candidate = std::make_shared<Candidate>();
    candidate->features = {static_cast<float>(number), 1, 2};
    candidate->estimate = number;
    rows.push_back({candidate, static_cast<double>(number)});
  }
  model->train(rows);
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("dl-prior", "ubj", path));
  llvm::cantFail(model->save(path));
  TuneOptions options;
  options.prior = path.str().str();
  std::string refusal = llvm::toString(createCostModel(options).takeError());
  llvm::sys::fs::remove(path);
  EXPECT_EQ(refusal, "'" + options.prior + "': expected a cost model of the " +
                         std::to_string(getFeatureNames().size()) +
                         " features of this version, got one of 3; train it again");
  // One that is not there.
  EXPECT_NE(llvm::toString(createCostModel(options).takeError()).find(options.prior),
            std::string::npos);
}

/// The first batch is too few rows to forget it for.
TEST(TunerTest, TheModelThatShipsOutlivesTheFirstBatch) {
  std::vector<Task> tasks = readTasks(makeProduct("matmul", "matmul", "m", 32));
  KernelReader reader;
  auto space = llvm::cantFail(reader.readSpace(tasks[0].module, 1, {}));
  std::mt19937_64 random(3);
  std::vector<MeasuredRow> rows;
  std::vector<CandidateRef> candidates;
  while (rows.size() < 12)
    if (CandidateRef candidate = space->make({}, random)) {
      candidates.push_back(candidate);
      rows.push_back({candidate, candidate->estimate});
    }
  TuneOptions options;
  auto model = llvm::cantFail(createCostModel(options));
  std::vector<double> before = model->predict(candidates);
  model->train(rows);
  std::vector<double> after = model->predict(candidates);
  ASSERT_EQ(llvm::toString(model->takeError()), "");
  bool isEstimate = true;
  for (size_t number = 1; number < rows.size(); ++number) {
    EXPECT_NEAR(after[number] - after[0], before[number] - before[0], 1e-4) << number;
    isEstimate &= std::abs(before[number] - before[0] + std::log(candidates[number]->estimate) -
                           std::log(candidates[0]->estimate)) < 1e-4;
  }
  EXPECT_FALSE(isEstimate);
}

TEST(TunerTest, SiblingsOfAnotherCompilerVersionAreLeftAlone) {
  std::vector<std::string> alone = proposeBeside(nullptr);
  EXPECT_EQ(alone.size(), 12u);
  // A kernel that this version cannot read, and one that has nothing that it knows.
  for (const char *module : {"module { te.of_another_version }", "module {}"}) {
    KernelRecord other{std::string(64, 'b'), "", 1, "matmul", "", module};
    EXPECT_EQ(proposeBeside(&other), alone) << module;
  }
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
