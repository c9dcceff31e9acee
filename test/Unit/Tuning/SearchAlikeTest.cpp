//===-- SearchAlikeTest.cpp - schedules that do their work alike -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search does not spend its trials on schedules that differ in small stages alone, and looks
// around the fastest ones whatever its model says.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/RuleSpace.h"
#include "dl/Tuning/TaskSearch.h"

#include "PlainKernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

using namespace dl::schedule;
using namespace dl::tuning;

namespace {

TEST(SearchAlikeTest, WorkIsThatOfLargeStages) {
  // The copy with its border has 64 x 10 x 10 terms, the convolution 64 x 64 x 8 x 8 x 9.
  KernelSchedule plain = makeConvolution(64, 8);
  RuleSpace space(plain, 1);
  std::mt19937_64 random(1);
  // The loops of the convolution, and what does its work by them.
  std::map<std::string, std::set<std::string>> works;
  std::set<std::string> hashes;
  for (int draw = 0; draw < 60; ++draw) {
    CandidateRef drawn = space.make({}, random);
    ASSERT_TRUE(drawn);
    ASSERT_EQ(drawn->workHash.size(), 64u);
    // Others of them that decide about the loops of the copy alone.
    std::vector<Choice> choices;
    for (const Choice &choice : drawn->trace.choices)
      if (choice.name.rfind("P ", 0) != 0 || choice.name == "P inlined")
        choices.push_back(choice);
    for (int other = 0; other < 4; ++other)
      if (CandidateRef candidate = space.make(choices, random)) {
        hashes.insert(candidate->hash);
        works[candidate->kernel[1].tree.str()].insert(candidate->workHash);
      }
  }
  EXPECT_GT(works.size(), 20u);
  EXPECT_GT(hashes.size(), works.size() + 20);
  std::set<std::string> all;
  for (const auto &[loops, work] : works) {
    EXPECT_EQ(work.size(), 1u) << loops;
    all.insert(*work.begin());
  }
  EXPECT_EQ(all.size(), works.size());
  // All stages of a softmax have equally many terms.
  RuleSpace softmax(makeSoftmax(8, 64), 1);
  std::map<std::string, std::string> kinds;
  for (int draw = 0; draw < 60; ++draw) {
    CandidateRef drawn = softmax.make({}, random);
    ASSERT_TRUE(drawn);
    EXPECT_EQ(kinds.try_emplace(drawn->workHash, drawn->hash).first->second, drawn->hash);
  }
  EXPECT_GT(kinds.size(), 20u);
}

/// Four decisions of eight, of which the first ones tell how the work is done.
class AlikeSpace : public Space {
public:
  explicit AlikeSpace(size_t numOfWork = 2) : numOfWork(numOfWork) {}
  CandidateRef make(const std::vector<Choice> &decisions, std::mt19937_64 &random) override {
    auto candidate = std::make_shared<Candidate>();
    for (size_t number = 0; number < 4; ++number) {
      Choice choice;
      choice.name = std::string(1, static_cast<char>('a' + number));
      choice.candidates = {0, 1, 2, 3, 4, 5, 6, 7};
      choice.decision = number < decisions.size() ? decisions[number].decision : random() % 8;
      candidate->hash += std::to_string(choice.decision);
      candidate->trace.choices.push_back(std::move(choice));
    }
    candidate->workHash = candidate->hash.substr(0, numOfWork);
    return candidate;
  }
  CandidateRef makeDefault() override { return nullptr; }

private:
  size_t numOfWork;
};

/// Puts first what has these digits in front, then the larger number.
class StubbornModel : public CostModel {
public:
  explicit StubbornModel(std::string first) : first(std::move(first)) {}
  std::string getName() const override { return "stubborn"; }
  void train(const std::vector<MeasuredRow> &) override {}
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override {
    std::vector<double> scores;
    for (const CandidateRef &candidate : candidates)
      scores.push_back(std::stod(candidate->hash) + (candidate->workHash == first ? 10000 : 0));
    return scores;
  }

private:
  std::string first;
};

/// The fastest is "3512", and each step away from it costs.
class AlikeRunner : public Runner {
public:
  std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) override {
    std::vector<Measurement> results;
    for (const CandidateRef &candidate : candidates) {
      const std::string &hash = candidate->hash;
      ++numByWork[candidate->workHash];
      Measurement &result = results.emplace_back();
      result.outcome = Outcome::Ok;
      double seconds = 1e-3;
      for (size_t digit = 0; digit < hash.size(); ++digit)
        seconds += 1e-3 * std::abs(hash[digit] - "3512"[digit]);
      result.seconds = {seconds};
    }
    return results;
  }
  std::map<std::string, size_t> numByWork;
};

TEST(SearchAlikeTest, FewTrialsDoTheirWorkAlike) {
  for (const char *name : {"evolution", "annealing"}) {
    SearchSettings settings;
    settings.seed = 7;
    TaskSearch search(std::make_unique<AlikeSpace>(), std::make_unique<StubbornModel>("77"), name,
                      settings);
    AlikeRunner runner;
    for (int batch = 0; batch < 6; ++batch)
      ASSERT_TRUE(search.run(runner, 16, nullptr)) << name;
    // Three of the 64 that the model puts first.
    EXPECT_EQ(runner.numByWork["77"], 3u) << name;
    size_t most = 0;
    for (const auto &[work, count] : runner.numByWork)
      most = std::max(most, count);
    EXPECT_LE(most, 3u) << name;
    EXPECT_GE(runner.numByWork.size(), 32u) << name;
  }
}

TEST(SearchAlikeTest, WhatIsAlikeFillsABatch) {
  SearchSettings settings;
  settings.looks = 16;
  TaskSearch search(std::make_unique<AlikeSpace>(), std::make_unique<StubbornModel>("00"),
                    "evolution", settings);
  AlikeRunner runner;
  size_t trials = 0;
  while (trials < 400 && search.run(runner, 32, nullptr))
    trials = search.getNumTrials();
  // 64 kinds of work, three of each, are 192.
  EXPECT_GE(trials, 400u);
}

TEST(SearchAlikeTest, LooksAroundTheFastest) {
  // The model puts what is slow first: only looking around leads to what is fast.
  SearchSettings settings;
  settings.epsilon = 0;
  double sum = 0;
  for (settings.seed = 0; settings.seed < 8; ++settings.seed) {
    TaskSearch search(std::make_unique<AlikeSpace>(4), std::make_unique<StubbornModel>("7777"),
                      "evolution", settings);
    AlikeRunner runner;
    for (int batch = 0; batch < 8; ++batch)
      ASSERT_TRUE(search.run(runner, 16, nullptr));
    sum += search.getBestSeconds();
  }
  EXPECT_LT(sum / 8, 4.5e-3);
}

} // namespace
