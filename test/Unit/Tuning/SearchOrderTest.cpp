//===-- SearchOrderTest.cpp - which schedules come when ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log of a search can be replayed as long as a seed proposes the same: an order that changes here
// makes logs of before useless.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Table.h"
#include "dl/Tuning/TaskScheduler.h"
#include "dl/Tuning/TaskSearch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace dl::tuning;
using dl::schedule::Choice;

namespace {

/// Decisions of four numbers up to 8. Those of which the first two are equal have no schedule.
class GridSpace : public Space {
public:
  CandidateRef make(const std::vector<Choice> &decisions, std::mt19937_64 &random) override {
    auto candidate = std::make_shared<Candidate>();
    for (const char *name : {"a", "b", "c", "d"}) {
      Choice choice;
      choice.name = name;
      choice.candidates = {0, 1, 2, 3, 4, 5, 6, 7};
      auto known = llvm::find_if(decisions, [&](const Choice &made) { return made.name == name; });
      choice.decision = known == decisions.end() ? random() % 8 : known->decision;
      candidate->hash += std::to_string(choice.decision);
      candidate->trace.choices.push_back(choice);
    }
    return candidate->hash[0] == candidate->hash[1] ? nullptr : candidate;
  }
  CandidateRef makeDefault() override { return nullptr; }
};

/// How far a schedule is from the best one.
double getDistance(const std::string &hash) {
  double distance = 0;
  for (auto [digit, best] : llvm::zip_equal(hash, std::string("5236")))
    distance += std::abs(digit - best);
  return distance;
}

/// Knows it but for the last two decisions.
class RoughModel : public CostModel {
public:
  std::string getName() const override { return "rough"; }
  void train(const std::vector<MeasuredRow> &) override {}
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override {
    std::vector<double> scores;
    for (const CandidateRef &candidate : candidates)
      scores.push_back(-getDistance(candidate->hash.substr(0, 2) + "36"));
    return scores;
  }
};

/// A tenth of what is measured fails.
class GridRunner : public Runner {
public:
  std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) override {
    std::vector<Measurement> results;
    for (const CandidateRef &candidate : candidates) {
      Measurement &result = results.emplace_back();
      order += candidate->hash + " ";
      if (order.size() / 5 % 10 == 0)
        continue;
      result.outcome = Outcome::Ok;
      result.seconds = {1e-3 * (1 + getDistance(candidate->hash))};
    }
    return results;
  }
  std::string order;
};

/// The schedules of 96 trials in batches of twelve.
std::string search(const std::string &name) {
  SearchSettings settings;
  settings.seed = 11;
  settings.looks = 96;
  TaskSearch search(std::make_unique<GridSpace>(), std::make_unique<RoughModel>(), name, settings);
  GridRunner runner;
  for (int batch = 0; batch < 8; ++batch)
    EXPECT_TRUE(search.run(runner, 12, nullptr));
  EXPECT_EQ(runner.order.size(), 96u * 5);
  return runner.order;
}

void expectOrder(const std::string &name, const std::string &first, uint64_t all) {
  std::string order = search(name);
  EXPECT_EQ(order.substr(0, 12 * 5), first) << name;
  EXPECT_EQ(llvm::xxh3_64bits(order), all) << name << ": " << order;
}

TEST(SearchOrder, OfSeeds) {
  expectOrder("random", "3551 1726 1401 5156 4640 2452 7364 0175 7634 4123 3645 1314 ",
              15597888813354957076u);
  expectOrder("evolution", "5227 5272 5207 5273 5246 5217 5225 5156 6250 5342 5072 5332 ",
              3117499209234634516u);
  expectOrder("annealing", "5203 5156 6250 6263 4273 6203 4274 5167 4123 3216 5052 4133 ",
              6143708108737524889u);
  expectOrder("genetic", "3551 1726 1401 5156 4640 2452 7364 0175 7634 4123 3645 1314 ",
              3538540050149887583u);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

std::pair<CandidateRef, Measurement> makeEntry(int64_t rows, int64_t columns,
                                               std::vector<double> seconds, double reference) {
  auto candidate = std::make_shared<Candidate>();
  candidate->hash = std::to_string(rows) + "x" + std::to_string(columns);
  candidate->trace.choices = {{"rows", {rows}, 0}};
  if (columns != 0)
    candidate->trace.choices.push_back({"columns", {columns}, 0});
  Measurement measurement;
  measurement.outcome = Outcome::Ok;
  measurement.seconds = std::move(seconds);
  measurement.reference = reference;
  return {candidate, measurement};
}

TEST(SearchOrder, OfATable) {
  // Of several placements the median counts, at the speed of the first one that tells of it.
  Table table({makeEntry(1, 4, {9}, 0), makeEntry(2, 4, {3, 8, 5}, 2), makeEntry(8, 16, {5, 1}, 4),
               makeEntry(4, 4, {6, 7, 6}, 1), makeEntry(4, 0, {20}, 2)});
  std::vector<double> seconds;
  for (size_t number = 0; number < table.size(); ++number)
    seconds.push_back(table.getSeconds(number));
  EXPECT_EQ(seconds, (std::vector<double>{9, 5, 2.5, 12, 20}));
  EXPECT_EQ(table.getBestSeconds(), 5);
  EXPECT_EQ(table.getMedianSeconds(), 9);
  EXPECT_EQ(table.lookup("8x16"), 2u);
  EXPECT_EQ(table.lookup("8x4"), std::nullopt);
  EXPECT_TRUE(
      std::isinf(Table(std::vector<std::pair<CandidateRef, Measurement>>()).getBestSeconds()));
  // A value is as far from another one as there are values between them.
  auto getDistance = [&](std::vector<Choice> decisions, size_t number) {
    return table.getDistance(decisions, number);
  };
  EXPECT_DOUBLE_EQ(getDistance({{"rows", {1}, 0}, {"columns", {4}, 0}}, 0), 0);
  EXPECT_DOUBLE_EQ(getDistance({{"rows", {1}, 0}, {"columns", {4}, 0}}, 1), 1.0 / 3);
  EXPECT_DOUBLE_EQ(getDistance({{"rows", {1}, 0}, {"columns", {4}, 0}}, 2), 2);
  EXPECT_DOUBLE_EQ(getDistance({{"rows", {8}, 0}, {"columns", {4}, 0}}, 3), 1.0 / 3);
  // What one of the two lacks is as far as can be.
  EXPECT_DOUBLE_EQ(getDistance({{"rows", {4}, 0}, {"columns", {4}, 0}}, 4), 1);
  EXPECT_DOUBLE_EQ(getDistance({{"rows", {4}, 0}}, 3), 1);
  EXPECT_DOUBLE_EQ(getDistance({}, 3), 2);
  // Of one value all are the same.
  Table one({makeEntry(1, 4, {9}, 0)});
  EXPECT_EQ(one.getDistance({{"rows", {8}, 0}, {"columns", {4}, 0}}, 0), 0);
  EXPECT_EQ(one.getMedianSeconds(), 9);

  TableRunner runner(table);
  auto unknown = std::make_shared<Candidate>();
  std::vector<Measurement> results = runner.run({table.getCandidate(3), unknown});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].getCost(), 12);
  EXPECT_FALSE(results[1].isOk());

  // The nearest that is left, the first of equally near ones.
  TableSpace space(table);
  std::mt19937_64 random(1);
  std::string given;
  while (CandidateRef candidate = space.make({{"rows", {1}, 0}, {"columns", {4}, 0}}, random))
    given += candidate->hash + " ";
  EXPECT_EQ(given, "1x4 2x4 4x4 4x0 8x16 ");
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// The task that most of the draws choose, -1 where there is none.
int chooseMostly(const std::vector<TaskProgress> &tasks) {
  TaskScheduler scheduler(3);
  std::vector<int> counts(tasks.size() + 1);
  for (int draw = 0; draw < 200; ++draw)
    ++counts[scheduler.choose(tasks) + 1];
  return static_cast<int>(llvm::max_element(counts) - counts.begin()) - 1;
}

TEST(SearchOrder, OfTasksByWhatTheyPromise) {
  std::vector<TaskProgress> tasks(2);
  // A fifth of what the last three batches gained each, and of the best by batches four fifths.
  tasks[0].best = {100, 30, 20, 10, 4};
  tasks[1].best = {100, 8};
  // 0.2 * (30 - 4) / 3 + 0.8 * 4 / 4 = 2.53 beside 0.2 * 92 + 0.8 * 8 = 24.8.
  EXPECT_EQ(chooseMostly(tasks), 1);
  tasks[0].uses = 9;
  EXPECT_EQ(chooseMostly(tasks), 1);
  tasks[0].uses = 10;
  EXPECT_EQ(chooseMostly(tasks), 0);
  // Of equals the first.
  tasks[1] = tasks[0];
  EXPECT_EQ(chooseMostly(tasks), 0);
  // A task that has no time yet is of no use.
  tasks[0].best.clear();
  EXPECT_EQ(chooseMostly(tasks), 1);
  tasks[1].isExhausted = true;
  EXPECT_EQ(chooseMostly(tasks), -1);
}

TEST(SearchOrder, OfTasksThatHaveConverged) {
  std::vector<TaskProgress> tasks(2);
  tasks[0].uses = 1000;
  tasks[1].best = {100, 90};
  // Four batches without a gain are too few to tell, five are not.
  tasks[0].best = {100, 100, 100, 100, 100};
  EXPECT_EQ(chooseMostly(tasks), 0);
  tasks[0].best.push_back(100);
  EXPECT_EQ(chooseMostly(tasks), 1);
  // A gain of a hundredth since then is one.
  tasks[0].best.back() = 99;
  EXPECT_EQ(chooseMostly(tasks), 0);
  tasks[0].best.back() = 99.01;
  EXPECT_EQ(chooseMostly(tasks), 1);
  // One that was longer ago is none.
  tasks[0].best = {200, 99, 99, 99, 99, 99, 99};
  EXPECT_EQ(chooseMostly(tasks), 1);
  tasks[0].best = {200, 100, 99, 99, 99, 99, 99};
  EXPECT_EQ(chooseMostly(tasks), 0);
}

//===----------------------------------------------------------------------===//
// Rows of a search
//===----------------------------------------------------------------------===//

/// The decisions for the schedule of that hash.
std::vector<Choice> decide(const std::string &hash) {
  std::vector<Choice> choices;
  for (auto [number, digit] : llvm::enumerate(hash))
    choices.push_back({std::string(1, static_cast<char>('a' + number)),
                       {0, 1, 2, 3, 4, 5, 6, 7},
                       static_cast<size_t>(digit - '0')});
  return choices;
}

TEST(SearchOrder, OfSeedsAndOfWhatIsKnown) {
  TaskSearch search(std::make_unique<GridSpace>(), std::make_unique<RoughModel>(), "random", {});
  GridSpace space;
  std::mt19937_64 random(5);
  Measurement known;
  known.outcome = Outcome::Ok;
  known.seconds = {6e-3};
  known.reference = 2;
  search.addKnown(space.make(decide("0123"), random), known);
  EXPECT_EQ(search.getBestSeconds(), 6e-3);
  // Twice as long on a machine that was half as fast is the same.
  known.seconds = {8e-3};
  known.reference = 4;
  search.addKnown(space.make(decide("0124"), random), known);
  EXPECT_DOUBLE_EQ(search.getBestSeconds(), 4e-3);
  known.reference = 0;
  known.seconds = {5e-3};
  search.addKnown(space.make(decide("0125"), random), known);
  // Seeds come first, each once; what is known or has no schedule is left out.
  search.addSeeds({decide("7654"), decide("0123"), decide("7654"), decide("1123"), decide("7653")});
  GridRunner runner;
  ASSERT_TRUE(search.run(runner, 1, nullptr));
  EXPECT_EQ(runner.order, "7654 ");
  ASSERT_TRUE(search.run(runner, 3, nullptr));
  EXPECT_EQ(runner.order.substr(0, 10), "7654 7653 ");
  EXPECT_EQ(runner.order.size(), 20u);
  EXPECT_EQ(search.getNumTrials(), 4u);
  EXPECT_EQ(search.getHistory().size(), 4u);
  // The known ones are among the fastest.
  std::vector<MeasuredRow> fastest = search.getFastest(2);
  ASSERT_EQ(fastest.size(), 2u);
  EXPECT_EQ(fastest[0].candidate->hash, "0124");
  EXPECT_EQ(fastest[1].candidate->hash, "0125");
  EXPECT_EQ(search.getFastest(100).size(), 7u);
}

/// Has three of a batch under way while the next one is proposed.
class AheadRunner : public GridRunner {
public:
  size_t getNumAhead(size_t) const override { return 3; }
};

TEST(SearchOrder, WorkThatIsUnderWay) {
  TaskSearch search(std::make_unique<GridSpace>(), std::make_unique<RoughModel>(), "evolution",
                    SearchSettings());
  search.addSeeds({decide("7651"), decide("7652"), decide("7653"), decide("7654")});
  AheadRunner runner;
  std::string told;
  auto tell = [&](size_t trial, const CandidateRef &candidate, const Measurement &) {
    EXPECT_EQ(trial * 5, told.size());
    told += candidate->hash + " ";
  };
  ASSERT_TRUE(search.run(runner, 4, tell));
  EXPECT_EQ(told, "7651 ");
  EXPECT_EQ(search.getNumTrials(), 1u);
  // What was measured or is under way is not measured again.
  search.addSeeds({decide("7651"), decide("7654"), decide("7655")});
  ASSERT_TRUE(search.run(runner, 2, tell));
  EXPECT_EQ(told, "7651 7652 7653 ");
  ASSERT_TRUE(search.run(runner, 1, tell));
  EXPECT_EQ(told, "7651 7652 7653 7654 ");
  search.drain(runner, tell);
  EXPECT_EQ(told.substr(0, 25), "7651 7652 7653 7654 7655 ");
  EXPECT_EQ(search.getNumTrials(), 7u);
  EXPECT_EQ(search.getHistory().size(), 7u);
  EXPECT_EQ(told, runner.order);
  // Nothing is left.
  search.drain(runner, tell);
  EXPECT_EQ(search.getNumTrials(), 7u);
}

} // namespace
