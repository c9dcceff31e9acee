//===-- SiblingsTest.cpp - records of kernels of other extents --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernels are of one form, which of them is nearest, and what a search gets of them. Times
// are the estimate's.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Siblings.h"
#include "dl/Tuning/GuidedModel.h"
#include "dl/Tuning/RivalModels.h"

#include "PlainKernels.h"

#include <gtest/gtest.h>

#include <set>

using namespace dl::schedule;
using namespace dl::tuning;

namespace {

std::string makeKey(char digit) { return std::string(64, digit); }

/// Records of random schedules of a kernel, with what the estimate expects as their times.
void addRecords(Database &database, const KernelSchedule &kernel, char key, int count) {
  RuleSpace space(kernel, 1);
  std::mt19937_64 random(7);
  for (int number = 0; number < count; ++number) {
    CandidateRef candidate = space.make({}, random);
    if (!candidate)
      continue;
    Record record;
    record.task = makeKey(key);
    record.target = "machine";
    record.search = "random";
    record.hash = candidate->hash;
    record.choices = candidate->trace.choices;
    record.steps = candidate->trace.steps;
    record.measurement.outcome = Outcome::Ok;
    record.measurement.seconds = {candidate->estimate};
    llvm::cantFail(database.append(std::move(record)));
  }
}

TEST(SiblingsTest, FormsLeaveExtentsOut) {
  EXPECT_EQ(hashForm(makeConvolution(8, 10)), hashForm(makeConvolution(32, 7)));
  EXPECT_EQ(hashForm(makeSoftmax(3, 5)), hashForm(makeSoftmax(96, 1000)));
  EXPECT_NE(hashForm(makeConvolution(8, 10)), hashForm(makeSoftmax(8, 10)));
  // Another formula, another operand, and an index of other axes are other forms.
  KernelSchedule softmax = makeSoftmax(3, 5), other = softmax;
  ++other[1].formula.products;
  EXPECT_NE(hashForm(softmax), hashForm(other));
  other = softmax;
  std::vector<StageRead> reads(softmax[3].reads.begin(), softmax[3].reads.end());
  reads[1].indices = {linear({0, 1})};
  other[3].reads = reads;
  EXPECT_NE(hashForm(softmax), hashForm(other));
}

TEST(SiblingsTest, DistancesCountDoublings) {
  EXPECT_EQ(getExtentDistance(makeSoftmax(4, 8), makeSoftmax(4, 8)), 0);
  // Each of the four stages has both axes.
  EXPECT_DOUBLE_EQ(getExtentDistance(makeSoftmax(4, 8), makeSoftmax(8, 8)), 4);
  EXPECT_DOUBLE_EQ(getExtentDistance(makeSoftmax(4, 8), makeSoftmax(4, 2)), 8);
}

TEST(SiblingsTest, FindsTheNearestAndNotItself) {
  Database database;
  Siblings siblings;
  EXPECT_TRUE(siblings.empty());
  auto accept = [](const Record &) { return true; };
  for (auto [key, rows] : {std::pair('a', 16), std::pair('b', 64), std::pair('c', 32)}) {
    addRecords(database, makeSoftmax(rows, 100), key, 4);
    siblings.add(database, makeKey(key), makeSoftmax(rows, 100), 1, accept);
  }
  addRecords(database, makeConvolution(8, 9), 'd', 4);
  siblings.add(database, makeKey('d'), makeConvolution(8, 9), 1, accept);
  auto find = [&](int64_t rows, char self, size_t count) {
    std::string keys;
    for (const Siblings::Known *known : siblings.find(makeSoftmax(rows, 100), makeKey(self), count))
      keys += known->task[0];
    return keys;
  };
  EXPECT_EQ(find(20, 'e', 9), "acb");
  EXPECT_EQ(find(60, 'e', 2), "bc");
  EXPECT_EQ(find(64, 'b', 9), "ca");
  EXPECT_TRUE(siblings.find(makeConvolution(8, 9), makeKey('d'), 9).empty());
  // A kernel without records that are accepted is none.
  Siblings none;
  none.add(database, makeKey('a'), makeSoftmax(16, 100), 1, [](const Record &) { return false; });
  EXPECT_TRUE(none.empty());
}

/// Knows how many rows of others it was trained on.
class CountingModel : public CostModel {
public:
  explicit CountingModel(size_t &foreign) : foreign(foreign) {}
  std::string getName() const override { return "counting"; }
  void train(const std::vector<MeasuredRow> &rows) override {
    foreign = static_cast<size_t>(
        llvm::count_if(rows, [](const MeasuredRow &row) { return row.isForeign; }));
  }
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override {
    return std::vector<double>(candidates.size());
  }

private:
  size_t &foreign;
};

/// Measures by the estimate.
class EstimateRunner : public Runner {
public:
  std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) override {
    std::vector<Measurement> results(candidates.size());
    for (size_t number = 0; number < candidates.size(); ++number) {
      results[number].outcome = Outcome::Ok;
      results[number].seconds = {candidates[number]->estimate};
    }
    return results;
  }
};

TEST(SiblingsTest, TeachesSeedsFirst) {
  Database database;
  addRecords(database, makeSoftmax(64, 100), 'a', 200);
  Siblings siblings;
  siblings.add(database, makeKey('a'), makeSoftmax(64, 100), 1,
               [](const Record &) { return true; });
  KernelSchedule kernel = makeSoftmax(96, 100);
  size_t foreign = 0;
  TaskSearch search(std::make_unique<RuleSpace>(kernel, 1),
                    std::make_unique<CountingModel>(foreign), "random", SearchSettings());
  EXPECT_EQ(siblings.teach(search, kernel, makeKey('b')), 1u);
  EstimateRunner runner;
  ASSERT_TRUE(search.run(runner, 16, nullptr));
  // The best decisions of the sibling, then what the search proposes.
  EXPECT_EQ(search.getNumTrials(), 16u);
  const Siblings::Known &known = *siblings.find(kernel, makeKey('b'), 1)[0];
  for (const Choice &choice : known.rows[0].candidate->trace.choices)
    for (const Choice &taken : search.getRows()[0].candidate->trace.choices)
      if (taken.name == choice.name && llvm::is_contained(taken.candidates, choice.getValue()))
        EXPECT_EQ(taken.getValue(), choice.getValue()) << choice.name;
  // Rows of the sibling: the fastest 64 and as many of the others.
  EXPECT_EQ(foreign, known.rows.size());
  EXPECT_GE(known.rows.size(), 100u);
  EXPECT_LE(known.rows.size(), 128u);
  for (size_t row = 1; row < known.rows.size(); ++row)
    EXPECT_LE(known.rows[row - 1].seconds, known.rows[row].seconds);
  ASSERT_TRUE(search.run(runner, 16, nullptr));
  EXPECT_EQ(search.getNumTrials(), 32u);
}

TEST(SiblingsTest, AnotherMachineSuggestsWhatTheSearchOrders) {
  Database database;
  addRecords(database, makeSoftmax(96, 100), 'a', 200);
  KernelSchedule kernel = makeSoftmax(96, 100), other = kernel;
  auto target = std::make_shared<Target>(*kernel.target);
  target->name = "another";
  other.target = target;
  Siblings siblings;
  siblings.add(database, makeKey('a'), other, 1, [](const Record &) { return true; });
  size_t foreign = 0;
  TaskSearch search(std::make_unique<RuleSpace>(kernel, 1),
                    std::make_unique<CountingModel>(foreign), "evolution", SearchSettings());
  EXPECT_EQ(siblings.teach(search, kernel, makeKey('b')), 1u);
  EstimateRunner runner;
  std::vector<std::string> order;
  auto tell = [&](size_t, const CandidateRef &candidate, const Measurement &) {
    // What was learned of the other machine comes before the first schedule.
    EXPECT_GT(foreign, 0u);
    order.push_back(candidate->hash);
  };
  for (int batch = 0; batch < 4; ++batch)
    ASSERT_TRUE(search.run(runner, 16, tell));
  EXPECT_EQ(std::set<std::string>(order.begin(), order.end()).size(), order.size());
}

/// Orders rightly or the other way round.
class FixedModel : public CostModel {
public:
  FixedModel(double sign, double foreignSign) : sign(sign), foreignSign(foreignSign) {}
  std::string getName() const override { return "fixed"; }
  void train(const std::vector<MeasuredRow> &rows) override {
    if (llvm::any_of(rows, [](const MeasuredRow &row) { return row.isForeign; }))
      sign = foreignSign;
  }
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override {
    std::vector<double> scores;
    for (const CandidateRef &candidate : candidates)
      scores.push_back(-sign * candidate->estimate);
    return scores;
  }

private:
  double sign, foreignSign;
};

TEST(SiblingsTest, OthersAreLeftOutWhereTheyMislead) {
  RuleSpace space(makeSoftmax(96, 100), 1);
  std::mt19937_64 random(7);
  std::vector<MeasuredRow> own, others(1);
  others[0].isForeign = true;
  while (own.size() < 32)
    if (CandidateRef candidate = space.make({}, random))
      own.push_back({candidate, candidate->estimate});
  std::vector<CandidateRef> two = {own[0].candidate, own[1].candidate};
  bool isFaster = own[0].seconds < own[1].seconds;
  for (double misleads : {-1.0, 1.0}) {
    RivalModels model(std::make_unique<FixedModel>(1, 1),
                      std::make_unique<FixedModel>(1, misleads));
    auto isRight = [&] {
      std::vector<double> scores = model.predict(two);
      return (scores[0] > scores[1]) == isFaster;
    };
    for (size_t count : {16, 32}) {
      std::vector<MeasuredRow> rows(own.begin(), own.begin() + count);
      rows.insert(rows.end(), others.begin(), others.end());
      model.train(rows);
      // The first time there is nothing to tell by.
      EXPECT_EQ(isRight(), misleads > 0 || count == 32) << misleads << " " << count;
    }
  }
}

TEST(SiblingsTest, TheLearnedModelWaitsForRowsOfItsOwn) {
  size_t first = 0, learned = 0;
  GuidedModel model(std::make_unique<CountingModel>(first),
                    std::make_unique<CountingModel>(learned),
                    /*leastRows=*/2);
  std::vector<MeasuredRow> rows(3);
  for (MeasuredRow &row : rows)
    row.isForeign = true;
  // The first model learns from other machines alone.
  rows[0].isOfOtherMachine = true;
  rows.push_back({});
  model.train(rows);
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(learned, 0u);
  rows.push_back({});
  model.train(rows);
  EXPECT_EQ(learned, 3u);
}

} // namespace
