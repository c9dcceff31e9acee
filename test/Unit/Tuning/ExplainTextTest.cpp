//===-- ExplainTextTest.cpp - an explanation in words ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of features for people.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Features.h"
#include "dl/Tuning/Report/Explain.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <set>

using namespace dl::tuning;

namespace {

size_t findFeature(const std::string &group, const std::string &name) {
  const std::vector<FeatureName> &names = getFeatureNames();
  for (size_t index = 0; index < names.size(); ++index)
    if (names[index].group == group && names[index].name == name)
      return index;
  ADD_FAILURE() << group << ", " << name;
  return 0;
}

TEST(ExplainText, Counts) {
  size_t lines = findFeature("buffer 1", "lines");
  EXPECT_EQ(formatFeature(lines, 0), "0");
  EXPECT_EQ(formatFeature(lines, std::log2(7.0F)), "6");
  EXPECT_EQ(formatFeature(lines, -std::log2(7.0F)), "-6");
  EXPECT_EQ(formatFeature(lines, std::log2(3.5F)), "2.5");
  EXPECT_EQ(formatFeature(lines, std::log2(98305.0F)), "98304");
  EXPECT_EQ(formatFeature(lines, std::log2(4321.4F)), "4320");
  EXPECT_EQ(formatFeature(lines, std::log2(4.2e8F)), "4.2e+08");
  EXPECT_EQ(formatFeature(lines, std::numeric_limits<double>::quiet_NaN()), "-");
}

TEST(ExplainText, Shares) {
  size_t share = findFeature("kernel", "share in parallel loops");
  EXPECT_EQ(formatFeature(share, 0.25), "0.25");
  EXPECT_EQ(formatFeature(share, 1), "1");
  // What 32 bits leave of nothing.
  EXPECT_EQ(formatFeature(share, 5e-6), "0");
  EXPECT_EQ(formatFeature(share, 2e-5), "2e-05");
  EXPECT_EQ(formatFeature(share, 1000.5), "1001");
  EXPECT_EQ(formatFeature(share, 1e6), "1e+06");
}

TEST(ExplainText, Percents) {
  EXPECT_EQ(formatPercent(0.0149), "+1.5");
  EXPECT_EQ(formatPercent(-0.0149), "-1.5");
  EXPECT_EQ(formatPercent(-0.0001), "0.0");
}

TEST(ExplainText, EveryGroupHasWords) {
  for (const FeatureName &name : getFeatureNames()) {
    Explanation::Group group;
    group.name = name.group;
    EXPECT_NE(describeGroup(group), "") << name.group;
    group.buffer = "operand 1";
    EXPECT_EQ(describeGroup(group).find("operand 1, "), 0u);
  }
}

/// What is told of recorded schedules: groups have what their features add, others the rest.
TEST(ExplainText, GroupsAndOthers) {
  Database database = llvm::cantFail(Database::open(DL_TEST_RECORDS, nullptr));
  TaskHistory history = llvm::cantFail(selectHistories(readHistories(database), "softmax")).front();
  TaskReplay replay = llvm::cantFail(TaskReplay::create(database, history));
  Explanation why = llvm::cantFail(explain(database, history, replay, Against::Any));
  EXPECT_EQ(why.numRows, 31u);
  EXPECT_EQ(why.otherName, "rules");
  std::set<std::string> listed;
  double all = why.others, before = std::numeric_limits<double>::infinity();
  size_t numFeatures = 0;
  for (const Explanation::Group &group : why.groups) {
    listed.insert(group.name);
    all += group.difference;
    EXPECT_LE(std::abs(group.difference), before);
    before = std::abs(group.difference);
    double sum = 0;
    for (const Explanation::Feature &feature : group.features) {
      EXPECT_EQ(getFeatureNames()[feature.index].group, group.name);
      EXPECT_GE(std::abs(feature.getDifference()), 5e-4);
      sum += feature.getDifference();
    }
    numFeatures += group.features.size();
    // Two buffers are named where they are two.
    auto [ofBest, ofOther] = llvm::StringRef(group.buffer).split(" (best), ");
    EXPECT_NE(ofBest.str() + " (rules)", ofOther.str()) << group.name;
    // Others of the group are small.
    EXPECT_NEAR(group.difference, sum, std::abs(sum) / 2 + 0.005) << group.name;
  }
  EXPECT_LE(numFeatures, 14u);
  EXPECT_NEAR(all, why.bestScore - why.otherScore, 1e-5);
  size_t others = 0;
  for (const FeatureName &name : getFeatureNames())
    others += listed.count(name.group) == 0 ? 1 : 0;
  EXPECT_EQ(why.numOthers, others);
  EXPECT_LT(std::abs(why.others), 0.05);
}

TEST(ExplainText, TheLastRecordOfMostPlacementsTeaches) {
  auto explainWith = [](std::vector<double> seconds) {
    Database records = llvm::cantFail(Database::open(DL_TEST_RECORDS, nullptr)), database;
    TaskHistory history =
        llvm::cantFail(selectHistories(readHistories(records), "softmax")).front();
    llvm::cantFail(database.append(*history.kernel));
    std::vector<const Record *> known = records.lookup(history.task);
    for (const Record *record : known)
      llvm::cantFail(database.append(*record));
    // A schedule that one placement is known of, once more.
    auto single = llvm::find_if(known, [&](const Record *record) {
      return record->measurement.isOk() && record->measurement.seconds.size() == 1 &&
             llvm::count_if(known,
                            [&](const Record *other) { return other->hash == record->hash; }) == 1;
    });
    EXPECT_NE(single, known.end());
    Record again = **single;
    again.trial += 1000;
    again.measurement.seconds = std::move(seconds);
    if (!again.measurement.seconds.empty())
      llvm::cantFail(database.append(again));
    // A finalist's, which has more of them.
    again = *history.rules;
    again.search = "random";
    again.measurement.seconds = {1};
    llvm::cantFail(database.append(again));
    history = readHistories(database).front();
    TaskReplay replay = llvm::cantFail(TaskReplay::create(database, history));
    Explanation why = llvm::cantFail(explain(database, history, replay, Against::Any));
    EXPECT_EQ(why.numRows, 31u);
    return why.bestScore - why.otherScore;
  };
  Database database = llvm::cantFail(Database::open(DL_TEST_RECORDS, nullptr));
  TaskHistory history = llvm::cantFail(selectHistories(readHistories(database), "softmax")).front();
  TaskReplay replay = llvm::cantFail(TaskReplay::create(database, history));
  Explanation why = llvm::cantFail(explain(database, history, replay, Against::Any));
  double expected = why.bestScore - why.otherScore;
  EXPECT_DOUBLE_EQ(explainWith({}), expected);
  EXPECT_NE(explainWith({1}), expected);
}

TEST(ExplainText, Sentences) {
  Record best, other;
  best.measurement.outcome = other.measurement.outcome = Outcome::Ok;
  best.measurement.seconds = {2e-6};
  other.measurement.seconds = {4e-6};
  TaskHistory history;
  history.best = &best;
  Explanation explanation;
  explanation.best = &best;
  explanation.other = &other;
  explanation.otherName = "rules";
  explanation.numRows = 30;
  explanation.bestScore = 0.9;
  explanation.otherScore = 0.8;
  auto describe = [&] { return describeExplanation(history, explanation); };
  std::vector<std::string> lines = {
      "The best schedule takes 2.00 us, the rules' schedule 4.00 us: 0.500 of the time.",
      "The model learned from 30 schedules. Of the speed of the fastest it gives the best schedule "
      "90.0 %, the other 80.0 %."};
  EXPECT_EQ(describe(), lines);
  explanation.otherName = "runner-up";
  explanation.numFailed = 2;
  explanation.numIllegal = 1;
  lines = {
      "The best schedule takes 2.00 us, the runner-up 4.00 us: 0.500 of the time.",
      "The model learned from 30 schedules, 2 of which failed; not legal here: 1. Of the speed "
      "of the fastest it gives the best schedule 90.0 %, the other 80.0 %."};
  EXPECT_EQ(describe(), lines);
  explanation.otherScore = 0.9;
  ASSERT_EQ(describe().size(), 3u);
  EXPECT_EQ(describe().back(), "The model does not tell the two apart.");
  explanation.otherScore = 0.95;
  ASSERT_EQ(describe().size(), 3u);
  EXPECT_EQ(describe().back().find("The model orders the two the other way round"), 0u);
  // Of equal times neither is the faster one.
  other.measurement.seconds = {2e-6};
  EXPECT_EQ(describe().size(), 2u);
}

} // namespace
