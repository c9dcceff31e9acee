//===-- SearchTest.cpp - searches on a table that is computed ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each search proposes what it did not propose before, the same for the same seed; those that
// learn find better schedules than chance. No clock is read.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/EstimateModel.h"
#include "dl/Tuning/GuidedModel.h"
#include "dl/Tuning/RandomModel.h"
#include "dl/Tuning/Table.h"
#include "dl/Tuning/TaskSearch.h"
#include "dl/Tuning/XGBoostModel.h"

#include "PlainKernels.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <set>
#include <thread>

using namespace dl::schedule;
using namespace dl::tuning;

namespace {

/// Schedules by four decisions, of times that are best somewhere in the middle.
Table makeTable() {
  std::vector<std::pair<CandidateRef, Measurement>> entries;
  for (int64_t a = 0; a < 8; ++a)
    for (int64_t b = 0; b < 8; ++b)
      for (int64_t c = 0; c < 6; ++c)
        for (int64_t d = 0; d < 2; ++d) {
          auto candidate = std::make_shared<Candidate>();
          const std::pair<const char *, std::pair<int64_t, int64_t>> choices[] = {
              {"a", {a, 8}}, {"b", {b, 8}}, {"c", {c, 6}}, {"d", {d, 2}}};
          for (const auto &[name, value] : choices) {
            Choice choice;
            choice.name = name;
            for (int64_t candidateValue = 0; candidateValue < value.second; ++candidateValue)
              choice.candidates.push_back(candidateValue);
            choice.decision = static_cast<size_t>(value.first);
            candidate->trace.choices.push_back(choice);
            candidate->features.push_back(static_cast<float>(value.first));
          }
          candidate->features.push_back(static_cast<float>(a * b));
          candidate->hash =
              std::to_string(a) + std::to_string(b) + std::to_string(c) + std::to_string(d);
          candidate->estimate = 1;
          Measurement measurement;
          measurement.outcome = Outcome::Ok;
          double distance = std::pow(a - 5, 2) + std::pow(b - 2, 2) + 2 * std::abs(c - 3) +
                            (d == 1 ? 0 : 4) + (a == b ? 3 : 0);
          measurement.seconds = {1e-3 * (1 + 0.1 * distance)};
          entries.push_back({std::move(candidate), measurement});
        }
  return Table(std::move(entries));
}

std::unique_ptr<CostModel> makeModel(const std::string &name) {
  if (name == "random")
    return std::make_unique<RandomModel>(1);
  XGBoostOptions options;
  options.rounds = 40;
  return std::make_unique<GuidedModel>(std::make_unique<EstimateModel>(),
                                       llvm::cantFail(XGBoostModel::create(options)), 16);
}

/// The best found by a search in so many trials.
double findBest(const Table &table, const std::string &search, const std::string &model,
                size_t trials, uint64_t seed, std::vector<std::string> *order = nullptr) {
  SearchSettings settings;
  settings.seed = seed;
  settings.looks = 64;
  TaskSearch tuned(std::make_unique<TableSpace>(table), makeModel(model), search, settings);
  TableRunner runner(table);
  while (tuned.getNumTrials() < trials)
    if (!tuned.run(runner, std::min<size_t>(16, trials - tuned.getNumTrials()),
                   [&](size_t, const CandidateRef &candidate, const Measurement &) {
                     if (order)
                       order->push_back(candidate->hash);
                   }))
      break;
  return tuned.getBestSeconds();
}

class SearchTest : public testing::TestWithParam<const char *> {};

TEST_P(SearchTest, ProposesEachScheduleOnce) {
  Table table = makeTable();
  std::vector<std::string> order;
  findBest(table, GetParam(), "random", 200, 3, &order);
  EXPECT_EQ(order.size(), 200u);
  EXPECT_EQ(std::set<std::string>(order.begin(), order.end()).size(), order.size());
}

TEST_P(SearchTest, EqualSeedsProposeEqualSchedules) {
  Table table = makeTable();
  std::vector<std::string> one, same, other;
  findBest(table, GetParam(), "xgboost", 64, 3, &one);
  findBest(table, GetParam(), "xgboost", 64, 3, &same);
  findBest(table, GetParam(), "xgboost", 64, 4, &other);
  EXPECT_EQ(one, same);
  EXPECT_NE(one, other);
}

TEST_P(SearchTest, EndsWhereNothingIsLeft) {
  Table table = makeTable();
  std::vector<std::string> order;
  findBest(table, GetParam(), "random", 100000, 3, &order);
  // Pools may keep a few for ever.
  EXPECT_GE(order.size(), table.size() / 2);
  EXPECT_LE(order.size(), table.size());
}

INSTANTIATE_TEST_SUITE_P(All, SearchTest,
                         testing::Values("evolution", "annealing", "genetic", "random"));

TEST(SearchesTest, LearningFindsMoreThanChance) {
  Table table = makeTable();
  double sums[4] = {};
  const std::pair<const char *, const char *> searches[] = {{"random", "random"},
                                                            {"evolution", "xgboost"},
                                                            {"annealing", "xgboost"},
                                                            {"genetic", "random"}};
  for (uint64_t seed = 0; seed < 6; ++seed)
    for (size_t number = 0; number < 4; ++number)
      sums[number] += findBest(table, searches[number].first, searches[number].second, 96, seed);
  EXPECT_LT(sums[1], sums[0]);
  EXPECT_LT(sums[2], sums[0]);
  EXPECT_LT(sums[3], sums[0]);
  // All of the best, nearly.
  EXPECT_LT(sums[1] / 6, 1.02 * table.getBestSeconds());
}

/// Takes a time to train.
class SlowModel : public RandomModel {
public:
  using RandomModel::RandomModel;
  static constexpr double seconds = 0.005;
  void train(const std::vector<MeasuredRow> &) override {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
};

TEST(TaskSearchTest, TellsWhatItTook) {
  Table table = makeTable();
  TaskSearch search(std::make_unique<TableSpace>(table), std::make_unique<SlowModel>(1), "random",
                    {});
  EXPECT_EQ(search.getOwnSeconds(), 0);
  TableRunner runner(table);
  for (int batch = 0; batch < 3; ++batch)
    search.run(runner, 4, nullptr);
  double training = search.getTrainingSeconds(), longest = search.getLongestTrainingSeconds();
  EXPECT_GE(training, 3 * SlowModel::seconds);
  EXPECT_GE(longest, SlowModel::seconds);
  EXPECT_GE(longest, training / 3);
  EXPECT_LE(longest, training - 2 * SlowModel::seconds);
  EXPECT_GT(search.getOwnSeconds(), training);
}

TEST(SearchesTest, Names) {
  EXPECT_EQ(listSearches(), "evolution, annealing, genetic or random");
  Table table = makeTable();
  TableSpace space(table);
  RandomModel model(0);
  EXPECT_EQ(createSearch("grid", space, model, {}), nullptr);
  for (const char *name : {"evolution", "annealing", "genetic", "random"})
    EXPECT_EQ(createSearch(name, space, model, {})->getName(), name);
}

TEST(TableTest, Distances) {
  Table table = makeTable();
  std::vector<Choice> own = table.getCandidate(10)->trace.choices;
  EXPECT_EQ(table.getDistance(own, 10), 0);
  Choice &a = own[0];
  a.decision = a.decision == 7 ? 6 : 7;
  EXPECT_GT(table.getDistance(own, 10), 0);
  own[3].name = "e";
  // One that only the decisions have, and one that only the entry has.
  EXPECT_GT(table.getDistance(own, 10), 2);
}

TEST(TableTest, SpaceGivesTheNearestThatIsLeft) {
  Table table = makeTable();
  TableSpace space(table);
  std::mt19937_64 random(0);
  std::vector<Choice> wanted = table.getCandidate(100)->trace.choices;
  EXPECT_EQ(space.make(wanted, random)->hash, table.getCandidate(100)->hash);
  CandidateRef next = space.make(wanted, random);
  EXPECT_NE(next->hash, table.getCandidate(100)->hash);
  size_t count = 2;
  while (space.make({}, random))
    ++count;
  EXPECT_EQ(count, table.size());
}

TEST(RuleSpaceTest, HasTheDefaultAndOnlyLegalSchedules) {
  for (const KernelSchedule &plain : {makeMatmul(64, 60, 72), makeConvolution(16, 14),
                                      makeSoftmax(12, 197), makeElementwise(33, 50)}) {
    RuleSpace space(plain, /*threads=*/1);
    CandidateRef rules = space.makeDefault();
    ASSERT_TRUE(rules);
    std::mt19937_64 random(5);
    // The default is found again by its decisions.
    CandidateRef again = space.make(rules->trace.choices, random);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->hash, rules->hash);
    std::set<std::string> hashes;
    for (int draw = 0; draw < 60; ++draw) {
      CandidateRef candidate = space.make({}, random);
      ASSERT_TRUE(candidate);
      hashes.insert(candidate->hash);
      // Steps make the same schedule again.
      CandidateRef replayed = space.replay(candidate->trace.choices, candidate->trace.steps);
      ASSERT_TRUE(replayed);
      EXPECT_EQ(replayed->hash, candidate->hash);
      EXPECT_EQ(replayed->features.size(), candidate->features.size());
    }
    EXPECT_GT(hashes.size(), 5u);
  }
}

TEST(TableTest, RecordsOfATask) {
  KernelSchedule kernel = makeElementwise(33, 50);
  RuleSpace space(kernel, 1);
  Database database;
  auto add = [&](uint64_t seed, const char *search, std::vector<double> seconds,
                 const std::string &hash = "") {
    Record record = makeRecord(kernel, seed);
    CandidateRef candidate = space.replay(record.choices, record.steps);
    EXPECT_TRUE(candidate);
    record.search = search;
    record.hash = hash.empty() ? candidate->hash : hash;
    record.measurement.reference = 1;
    record.measurement.outcome = seconds.empty() ? Outcome::Crash : Outcome::Ok;
    record.measurement.seconds = std::move(seconds);
    llvm::cantFail(database.append(record));
    return candidate->hash;
  };
  std::string first = add(0, "random", {5, 5}), second;
  uint64_t seed = 1;
  while ((second = makeCandidate(space.replay(makeRecord(kernel, seed))->kernel, {}, 1)->hash) ==
         first)
    ++seed;
  // Of one schedule the most placements count, and then the last measurement.
  add(0, "random", {7});
  EXPECT_EQ(Table(database, std::string(64, 'a'), space).getBestSeconds(), 5);
  add(0, "final", {6, 6});
  // Neither the rules' schedule nor failures, nor what is another schedule now.
  add(seed, "rules", {1, 1});
  add(seed, "random", {});
  add(seed, "random", {2, 2}, std::string(64, 'e'));
  Table table(database, std::string(64, 'a'), space);
  ASSERT_EQ(table.size(), 1u);
  EXPECT_EQ(table.getCandidate(0)->hash, first);
  EXPECT_EQ(table.getSeconds(0), 6);
  add(seed, "random", {3, 3});
  Table both(database, std::string(64, 'a'), space);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both.lookup(second), 1u);
  EXPECT_EQ(both.getBestSeconds(), 3);
  EXPECT_EQ(Table(database, std::string(64, 'b'), space).size(), 0u);
}

} // namespace
