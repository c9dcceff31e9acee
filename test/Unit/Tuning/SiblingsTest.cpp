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

TEST(SiblingsTest, DistancesAreOfWhatBothHave) {
  EXPECT_DOUBLE_EQ(getExtentDistance(makeElementwise(4, 8), makeMatmul(8, 8, 100)), 1);
  EXPECT_DOUBLE_EQ(getExtentDistance(makeSoftmax(4, 8), makeElementwise(4, 32)), 2);
  // An axis without iterations or of an open extent counts as one iteration.
  EXPECT_DOUBLE_EQ(getExtentDistance(makeElementwise(0, 8), makeElementwise(4, 8)), 2);
  EXPECT_DOUBLE_EQ(getExtentDistance(makeElementwise(8, 8), makeElementwise(dynamicExtent, 8)), 3);
}

TEST(SiblingsTest, KeepsTheFastestAndAsManyOthers) {
  KernelSchedule kernel = makeElementwise(40, 64);
  CandidateRef candidate = RuleSpace(kernel, 1).makeDefault();
  auto keep = [&](int count) {
    Database database;
    for (int number = 0; number < count; ++number) {
      Record record = makeRecord(kernel, 0);
      record.choices = candidate->trace.choices;
      record.steps = candidate->trace.steps;
      record.hash = candidate->hash;
      // The last is the fastest.
      record.measurement.seconds = {static_cast<double>(count - number)};
      record.measurement.reference = number % 2 == 0 ? 0 : 1;
      llvm::cantFail(database.append(std::move(record)));
    }
    Siblings siblings;
    siblings.add(database, makeKey('a'), kernel, 1, [](const Record &) { return true; });
    std::vector<double> seconds;
    for (const MeasuredRow &row : siblings.find(kernel, makeKey('b'), 1)[0]->rows)
      seconds.push_back(row.seconds);
    return seconds;
  };
  EXPECT_EQ(keep(2), (std::vector<double>{1, 2}));
  EXPECT_EQ(keep(64).size(), 64u);
  EXPECT_EQ(keep(128).size(), 128u);
  // Each second one of the others then, each third one.
  EXPECT_EQ(keep(129).size(), 64u + 33);
  std::vector<double> seconds = keep(192);
  ASSERT_EQ(seconds.size(), 64u + 64);
  EXPECT_EQ(seconds[63], 64);
  EXPECT_EQ(seconds[64], 65);
  EXPECT_EQ(seconds[65], 67);
  EXPECT_EQ(seconds.back(), 191);
  EXPECT_EQ(keep(193).size(), 64u + 43);
}

TEST(SiblingsTest, AnotherMachineIsAsFarAsEightTimesTheExtent) {
  Database database;
  addRecords(database, makeElementwise(40, 64), 'a', 1);
  auto find = [&](int64_t height) {
    KernelSchedule kernel = makeElementwise(40, 64), other = kernel;
    auto target = std::make_shared<Target>(*kernel.target);
    target->name = "another";
    other.target = target;
    Siblings siblings;
    auto accept = [](const Record &) { return true; };
    siblings.add(database, makeKey('a'), other, 1, accept);
    siblings.add(database, makeKey('a'), makeElementwise(height, 64), 1, accept);
    std::string names;
    for (const Siblings::Known *known : siblings.find(kernel, makeKey('b'), 9))
      names += known->kernel.target->name == "another" ? "other " : "same ";
    return names;
  };
  EXPECT_EQ(find(40 * 4), "same other ");
  // Of equally near ones the first that was added.
  EXPECT_EQ(find(40 * 8), "other same ");
  EXPECT_EQ(find(40 * 16), "other same ");
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

TEST(SiblingsTest, SeedsAreTheBestFourOfEach) {
  KernelSchedule kernel = makeSoftmax(96, 100);
  for (int count : {2, 40}) {
    Database database;
    addRecords(database, kernel, 'a', count);
    Siblings siblings;
    siblings.add(database, makeKey('a'), kernel, 1, [](const Record &) { return true; });
    size_t foreign = 0;
    TaskSearch search(std::make_unique<RuleSpace>(kernel, 1),
                      std::make_unique<CountingModel>(foreign), "random", SearchSettings());
    siblings.teach(search, kernel, makeKey('b'));
    EstimateRunner runner;
    ASSERT_TRUE(search.run(runner, 16, nullptr));
    // Of an equal kernel they are the same schedules.
    const std::vector<MeasuredRow> &known = siblings.find(kernel, makeKey('b'), 1)[0]->rows;
    std::set<std::string> seeds, first;
    for (size_t row = 0; row < std::min<size_t>(known.size(), 4); ++row)
      seeds.insert(known[row].candidate->hash);
    std::vector<std::string> order;
    for (const MeasuredRow &row : search.getRows())
      if (!row.isForeign)
        order.push_back(row.candidate->hash);
    ASSERT_GE(order.size(), 16u);
    first.insert(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(seeds.size()));
    EXPECT_EQ(first, seeds) << count;
    // The others are drawn.
    std::set<std::string> fast;
    for (size_t row = 4; row < std::min<size_t>(known.size(), 16); ++row)
      fast.insert(known[row].candidate->hash);
    EXPECT_LT(llvm::count_if(order, [&](const std::string &hash) { return fast.count(hash) > 0; }),
              6)
        << count;
  }
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

TEST(SiblingsTest, TwoNewRowsTellWhoMisleads) {
  std::vector<MeasuredRow> own, others(1);
  others[0].isForeign = true;
  for (double estimate : {4, 3, 2, 1, 6, 5}) {
    auto candidate = std::make_shared<Candidate>();
    candidate->estimate = estimate;
    own.push_back({candidate, estimate});
  }
  std::vector<CandidateRef> two = {own[0].candidate, own[1].candidate};
  RivalModels model(std::make_unique<FixedModel>(1, 1), std::make_unique<FixedModel>(1, -1));
  auto train = [&](size_t count) {
    std::vector<MeasuredRow> rows(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(count));
    rows.insert(rows.end(), others.begin(), others.end());
    model.train(rows);
    return model.predict(two);
  };
  // The better place of either counts, that of the taught one where both are the same.
  EXPECT_EQ(train(2), (std::vector<double>{0, -1}));
  EXPECT_EQ(train(3), (std::vector<double>{0, -1}));
  // By the third and the fourth it is the other one that is right.
  EXPECT_EQ(train(5), (std::vector<double>{-4, -3}));
  // Without others there is one model.
  own.resize(2);
  others.clear();
  EXPECT_EQ(train(2), (std::vector<double>{-4, -3}));
}

TEST(SiblingsTest, OthersCountWhereNeitherModelIsAhead) {
  std::vector<MeasuredRow> rows;
  for (double estimate : {4, 3, 2, 1}) {
    auto candidate = std::make_shared<Candidate>();
    candidate->estimate = estimate;
    // Of equal times no pair tells.
    rows.push_back({candidate, 1});
  }
  std::vector<CandidateRef> two = {rows[0].candidate, rows[1].candidate};
  RivalModels model(std::make_unique<FixedModel>(1, 1), std::make_unique<FixedModel>(1, -1));
  MeasuredRow foreign;
  foreign.isForeign = true;
  model.train({rows[0], rows[1], foreign});
  model.train({rows[0], rows[1], rows[2], rows[3], foreign});
  EXPECT_EQ(model.predict(two), (std::vector<double>{4, 3}));
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
