//===-- TaskHistoryTest.cpp - what records of a task tell --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Histories and curves of records that are made up.
//
//===----------------------------------------------------------------------===//
#include "ReportRecords.h"

#include <cmath>

using namespace dl::tuning;
using llvm::StringRef;

namespace {

using TaskHistoryTest = ReportRecords;

//===----------------------------------------------------------------------===//
// Histories
//===----------------------------------------------------------------------===//

TEST_F(TaskHistoryTest, Histories) {
  addSearch();
  TaskHistory history = getHistory();
  const std::vector<Record> &records = database.getRecords();
  EXPECT_EQ(history.best, &records[7]);
  EXPECT_EQ(history.runnerUp, &records[8]);
  EXPECT_EQ(history.rules, &records[6]);
  EXPECT_EQ(history.elsewhere, 1u);
  EXPECT_EQ(history.getNumRecords(), 10u);
  // Of each schedule once, in the order in which they were measured.
  EXPECT_EQ(history.finals, (std::vector<const Record *>{&records[6], &records[7], &records[8]}));
  ASSERT_EQ(history.trials.size(), 5u);
  std::vector<double> best;
  std::vector<bool> finalists;
  for (const TaskHistory::Trial &trial : history.trials) {
    best.push_back(trial.best);
    finalists.push_back(trial.isFinalist);
  }
  EXPECT_EQ(best, (std::vector<double>{16 * micro, 16 * micro, 4 * micro, 4 * micro, 4 * micro}));
  EXPECT_EQ(finalists, (std::vector<bool>{false, false, true, true, false}));
}

TEST_F(TaskHistoryTest, TimesAreThoseOfTheSpeedAtTheBest) {
  Record fast = make("evolution", 0, '1', {4, 5, 3}),
         slow = make("evolution", 1, '2', {9, 30, 6, 12}), unknown = make("evolution", 2, '3', {7});
  fast.measurement.reference = 1e-3;
  slow.measurement.reference = 3e-3;
  add(fast);
  add(slow);
  add(unknown);
  add(makeFailed(3, '4', Outcome::Crash));
  TaskHistory history = getHistory();
  const std::vector<Record> &records = database.getRecords();
  // More placements are believed first.
  ASSERT_EQ(history.best, &records[1]);
  EXPECT_DOUBLE_EQ(history.getSeconds(records[0]), 15 * micro);
  EXPECT_DOUBLE_EQ(history.getSeconds(records[1]), 30 * micro);
  EXPECT_DOUBLE_EQ(history.getSeconds(records[2]), 7 * micro);
  EXPECT_TRUE(std::isinf(history.getSeconds(records[3])));
  EXPECT_DOUBLE_EQ(history.getMedianSeconds(records[0]), 12 * micro);
  EXPECT_DOUBLE_EQ(history.getMedianSeconds(records[1]), 12 * micro);
  EXPECT_DOUBLE_EQ(history.getMedianSeconds(records[2]), 7 * micro);
  EXPECT_TRUE(std::isinf(history.getMedianSeconds(records[3])));
}

TEST_F(TaskHistoryTest, OnlyWhatWasMeasuredAlikeIsCompared) {
  Record rules = make("rules", 0, '1', {8}), best = make("final", 0, '2', {4, 4}),
         sized = make("rules", 0, '1', {7}), far = make("rules", 0, '1', {6}),
         simulated = make("evolution", 1, '3', {2});
  for (Record *record : {&rules, &best, &far, &simulated})
    record->sizes = {64};
  sized.sizes = {32};
  far.measurement.weights = WeightsPlace::Memory;
  simulated.measurement.simulator = "llvm-mca";
  for (const Record &record : {sized, far, rules, best, simulated})
    add(record);
  TaskHistory history = getHistory();
  const std::vector<Record> &records = database.getRecords();
  EXPECT_EQ(history.best, &records[3]);
  EXPECT_EQ(history.rules, &records[2]);
  EXPECT_EQ(history.elsewhere, 3u);
  EXPECT_TRUE(history.trials.empty());
  EXPECT_EQ(history.finals, (std::vector<const Record *>{&records[2], &records[3]}));
  for (size_t number : {0, 1, 4})
    EXPECT_FALSE(history.isComparable(records[number])) << number;
}

/// What was not timed beside the reference is told as it was measured.
TEST_F(TaskHistoryTest, SpeedsThatAreNotKnownOfBothAreLeftAlone) {
  Record best = make("evolution", 0, '1', {4}), other = make("evolution", 1, '2', {8});
  other.measurement.reference = 2e-3;
  add(best);
  add(other);
  Record empty = makeFailed(2, '3', Outcome::Crash);
  TaskHistory history = getHistory();
  EXPECT_DOUBLE_EQ(history.getSeconds(database.getRecords()[1]), 8 * micro);
  EXPECT_DOUBLE_EQ(history.getMedianSeconds(database.getRecords()[1]), 8 * micro);
  // Of one that failed there is no median, whatever times it has.
  empty.measurement.seconds = {micro};
  EXPECT_TRUE(std::isinf(history.getMedianSeconds(empty)));
  empty.measurement.seconds.clear();
  empty.measurement.outcome = Outcome::Ok;
  EXPECT_TRUE(std::isinf(history.getMedianSeconds(empty)));
  // Before there is a best one all is comparable.
  EXPECT_TRUE(TaskHistory().isComparable(best));
  EXPECT_DOUBLE_EQ(TaskHistory().getSeconds(other), 8 * micro);
}

TEST_F(TaskHistoryTest, RulesOfTheRunOfTheBest) {
  add(make("rules", 0, '1', {8, 8}));
  add(make("final", 0, '2', {4, 4}));
  add(make("rules", 0, '1', {7, 7}));
  add(make("final", 0, '3', {6, 6}));
  TaskHistory history = getHistory();
  const std::vector<Record> &records = database.getRecords();
  EXPECT_EQ(history.rules, &records[0]);
  // What the best is compared with, not what was measured last.
  EXPECT_EQ(history.finals, (std::vector<const Record *>{&records[0], &records[1], &records[3]}));
}

TEST_F(TaskHistoryTest, TasksAreSelected) {
  for (char task : {'a', 'b', 'c', 'd', 'e', '0', '1', '2', '3', '4'})
    addKernel(task);
  auto select = [&](StringRef wanted) {
    auto selected = selectHistories(readHistories(database), wanted);
    if (!selected)
      return llvm::toString(selected.takeError());
    std::string tasks;
    for (const TaskHistory &history : *selected)
      tasks += history.task.substr(0, 1);
    return tasks;
  };
  EXPECT_EQ(select(""), "abcde01234");
  EXPECT_EQ(select("ccc"), "c");
  EXPECT_EQ(select("^prod"), "abcde01234");
  std::string ten =
      "expected --task to match some task, got 'conv'; there are aaaaaaaaaaaa product";
  for (char task : {'b', 'c', 'd', 'e', '0', '1', '2', '3', '4'})
    ten += ", " + std::string(12, task) + " product";
  EXPECT_EQ(select("conv"), ten);
  addKernel('5');
  EXPECT_EQ(select("conv"), ten + ", ...");
  EXPECT_EQ(llvm::toString(selectHistories({}, "conv").takeError()),
            "expected --task to match some task, got 'conv'; there are none");
}

//===----------------------------------------------------------------------===//
// Curves
//===----------------------------------------------------------------------===//

TEST_F(TaskHistoryTest, Curve) {
  addSearch();
  // Each outcome has a line of its own, the finals stand from the fastest to the slowest.
  EXPECT_EQ(
      getCurve(),
      R"(<svg class="curve" viewBox="0 0 584 282.0" data-x="68.0,464.0" role="img" aria-label="Time of each trial of product">
<path class="grid" d="M62 204.2H470M62 174.5H470M62 129.8H470M62 82.3H470M62 28.3H470"/>
<text x="56.0" y="208.2" text-anchor="end">4</text>
<text x="56.0" y="178.5" text-anchor="end">5</text>
<text x="56.0" y="133.8" text-anchor="end">7</text>
<text x="56.0" y="86.3" text-anchor="end">10</text>
<text x="56.0" y="32.3" text-anchor="end">15</text>
<text x="56.0" y="11.0" text-anchor="end">us</text>
<text x="68.0" y="270.0" text-anchor="middle">1</text>
<text x="464.0" y="270.0" text-anchor="middle">5</text>
<text x="266.0" y="270.0" text-anchor="middle">trial</text>
<text x="529.0" y="270.0" text-anchor="middle">at the end</text>
<path class="ring" d="M266.0 204.2h0M365.0 174.5h0"/>
<path class="dot" d="M68.0 19.8h0M266.0 204.2h0M365.0 174.5h0"/>
<path class="best" d="M68.0 19.8H266.0V204.2H470"/>
<path class="grid" d="M62 230.0H470"/>
<path class="failed" d="M167.0 230.0h0"/>
<text x="476.0" y="234.0" text-anchor="start">crash</text>
<path class="grid" d="M62 247.0H470"/>
<path class="failed" d="M464.0 247.0h0"/>
<text x="476.0" y="251.0" text-anchor="start">wrong-answer</text>
<path class="final" d="M497.7 188.6m0-5l5 5l-5 5l-5-5z"/>
<path class="final" d="M529.0 174.5m0-5l5 5l-5 5l-5-5z"/>
<path class="rules" d="M62 96.3H576"/>
<path class="rulesmark" d="M560.3 96.3m-4-4h8v8h-8z"/>
<path class="cursor" d="M0 12V252.0" hidden=""/>
</svg>
)");
  EXPECT_EQ(getData(), "[16,-5,4,5,-6]");
}

TEST_F(TaskHistoryTest, CurveOfOneTrial) {
  add(make("evolution", 0, '1', {8.5}));
  std::string curve = getCurve();
  EXPECT_NE(curve.find("data-x=\"266.0,266.0\""), std::string::npos) << curve;
  // No round number is near: a line in the middle.
  EXPECT_EQ(findLines(curve, "class=\"grid\""),
            (Lines{"<path class=\"grid\" d=\"M62 112.0H470\"/>"}));
  EXPECT_EQ(findLines(curve, "text-anchor=\"end\">").front(),
            "<text x=\"56.0\" y=\"116.0\" text-anchor=\"end\">8.5</text>");
  EXPECT_EQ(findLines(curve, "text-anchor=\"middle\">").size(), 2u);
  EXPECT_EQ(findLines(curve, "class=\"ring\""), Lines{});
}

TEST_F(TaskHistoryTest, CurveOfTwoTrials) {
  add(make("evolution", 0, '1', {1}));
  add(make("evolution", 1, '2', {100}));
  std::string curve = getCurve();
  EXPECT_NE(curve.find("data-x=\"68.0,464.0\""), std::string::npos) << curve;
  EXPECT_EQ(findLines(curve, "class=\"dot\""),
            (Lines{"<path class=\"dot\" d=\"M68.0 209.5h0M464.0 14.5h0\"/>"}));
  EXPECT_EQ(findLines(curve, "text-anchor=\"middle\">"),
            (Lines{"<text x=\"68.0\" y=\"236.0\" text-anchor=\"middle\">1</text>",
                   "<text x=\"464.0\" y=\"236.0\" text-anchor=\"middle\">2</text>",
                   "<text x=\"266.0\" y=\"236.0\" text-anchor=\"middle\">trial</text>"}));
}

TEST_F(TaskHistoryTest, CurveWithoutTrials) {
  add(make("rules", 0, '1', {8, 8}));
  Record failed = makeFailed(0, '2', Outcome::Crash);
  failed.search = "final";
  add(failed);
  std::string curve = getCurve();
  EXPECT_NE(curve.find("data-x=\"266.0,266.0\""), std::string::npos) << curve;
  EXPECT_EQ(findLines(curve, "text-anchor=\"middle\">"),
            (Lines{"<text x=\"266.0\" y=\"236.0\" text-anchor=\"middle\">trial</text>",
                   "<text x=\"529.0\" y=\"236.0\" text-anchor=\"middle\">at the end</text>"}));
  // What failed at the end has no place.
  EXPECT_EQ(findLines(curve, "mark\"").size(), 1u);
  EXPECT_EQ(findLines(curve, "class=\"final\"").size(), 0u);
  EXPECT_EQ(getData(), "[]");
}

TEST_F(TaskHistoryTest, CurveOfFailures) {
  add(makeFailed(0, '1', Outcome::Illegal));
  std::string curve = getCurve();
  EXPECT_EQ(findLines(curve, "<path"),
            (Lines{"<path class=\"grid\" d=\"M62 112.0H470\"/>",
                   "<path class=\"grid\" d=\"M62 230.0H470\"/>",
                   "<path class=\"failed\" d=\"M266.0 230.0h0\"/>",
                   "<path class=\"cursor\" d=\"M0 12V235.0\" hidden=\"\"/>"}));
  EXPECT_EQ(findLines(curve, "text-anchor=\"end\">").front(),
            "<text x=\"56.0\" y=\"116.0\" text-anchor=\"end\">1</text>");
}

/// Numbers at the lines of a curve from `least` to `most` microseconds.
TEST_F(TaskHistoryTest, LinesOfCurvesAreRoundNumbers) {
  auto getTicks = [&](double least, double most) {
    database = Database();
    add(make("evolution", 0, '1', {least}));
    add(make("evolution", 1, '2', {most}));
    Lines ticks;
    for (const std::string &line : findLines(getCurve(), "text-anchor=\"end\">"))
      ticks.push_back(StringRef(line).rsplit("\">").second.split('<').first.str());
    ticks.pop_back();
    return ticks;
  };
  EXPECT_EQ(getTicks(1, 100), (Lines{"1", "10", "100"}));
  EXPECT_EQ(getTicks(1.2, 90), (Lines{"3", "10", "30"}));
  EXPECT_EQ(getTicks(1.2, 28), (Lines{"2", "5", "10", "20"}));
  EXPECT_EQ(getTicks(1.2, 9), (Lines{"1.5", "2", "3", "4", "5", "7"}));
  EXPECT_EQ(getTicks(1.2, 1.9), (Lines{"1.5", "2"}));
  // Times that no machine has.
  Lines all = getTicks(1e-9, 1e15);
  EXPECT_EQ(all.size(), 18u);
  EXPECT_EQ(all.front(), "1e-06");
  EXPECT_EQ(all.back(), "1e+11");
  EXPECT_EQ(getData(), "[1e-06,1e+12]");
}

} // namespace
