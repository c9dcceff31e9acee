//===-- TaskSearch.cpp - the search for one kernel -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One batch after the other: propose, measure, learn.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/TaskSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <unordered_set>

using namespace dl::tuning;

using Clock = std::chrono::steady_clock;

static double getSecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

TaskSearch::TaskSearch(std::unique_ptr<Space> givenSpace, std::unique_ptr<CostModel> givenModel,
                       const std::string &search, const SearchSettings &settings, size_t task)
    : space(std::move(givenSpace)), model(std::move(givenModel)),
      strategy(createSearch(search, *space, *model, settings)), task(task), random(settings.seed) {}

void TaskSearch::add(CandidateRef candidate, const Measurement &measurement) {
  double seconds = measurement.getCost();
  if (measurement.isOk() && measurement.reference > 0) {
    if (reference == 0)
      reference = measurement.reference;
    seconds *= reference / measurement.reference;
  }
  rows.push_back({std::move(candidate), seconds, task});
}

void TaskSearch::addKnown(CandidateRef candidate, const Measurement &measurement) {
  add(std::move(candidate), measurement);
  strategy->learn(rows);
}

void TaskSearch::addForeign(std::vector<MeasuredRow> others) {
  foreign.insert(foreign.end(), others.begin(), others.end());
}

void TaskSearch::addSeeds(std::vector<std::vector<dl::schedule::Choice>> decisions) {
  seeds.insert(seeds.begin(), decisions.rbegin(), decisions.rend());
}

void TaskSearch::addSuggestions(const std::vector<std::vector<dl::schedule::Choice>> &decisions) {
  std::vector<CandidateRef> candidates;
  for (const std::vector<dl::schedule::Choice> &choices : decisions)
    if (CandidateRef candidate = space->make(choices, random))
      candidates.push_back(std::move(candidate));
  strategy->suggest(candidates);
}

bool TaskSearch::isKnown(const Candidate &candidate) const {
  return llvm::any_of(
             rows, [&](const MeasuredRow &row) { return row.candidate->hash == candidate.hash; }) ||
         llvm::any_of(underWay,
                      [&](const CandidateRef &other) { return other->hash == candidate.hash; });
}

std::vector<CandidateRef> TaskSearch::takeSeeds(size_t count) {
  std::vector<CandidateRef> batch;
  std::unordered_set<std::string> seen;
  while (batch.size() < count && !seeds.empty()) {
    CandidateRef candidate = space->make(seeds.back(), random);
    seeds.pop_back();
    if (candidate && !isKnown(*candidate) && seen.insert(candidate->hash).second)
      batch.push_back(std::move(candidate));
  }
  return batch;
}

void TaskSearch::train() {
  std::vector<MeasuredRow> all = rows;
  all.insert(all.end(), foreign.begin(), foreign.end());
  Clock::time_point start = Clock::now();
  model->train(all);
  double seconds = getSecondsSince(start);
  trainingSeconds += seconds;
  longestTraining = std::max(longestTraining, seconds);
}

bool TaskSearch::run(Runner &runner, size_t count, const Tell &tell) {
  Clock::time_point start = Clock::now();
  // What another machine says of the first ones.
  if (numTrials == 0 &&
      llvm::any_of(foreign, [](const MeasuredRow &row) { return row.isOfOtherMachine; }))
    train();
  std::vector<CandidateRef> batch = takeSeeds(count);
  for (CandidateRef &candidate : strategy->propose(count - batch.size())) {
    auto isCandidate = [&](const CandidateRef &other) { return other->hash == candidate->hash; };
    // What was suggested may have been a seed.
    if (llvm::none_of(batch, isCandidate) && !isKnown(*candidate))
      batch.push_back(std::move(candidate));
  }
  ownSeconds += getSecondsSince(start);
  if (batch.empty())
    return false;
  runner.begin(batch);
  underWay.insert(underWay.end(), batch.begin(), batch.end());
  take(runner, underWay.size() - std::min(underWay.size(), runner.getNumAhead(count)), tell);
  return true;
}

void TaskSearch::take(Runner &runner, size_t count, const Tell &tell) {
  if (count == 0)
    return;
  std::vector<Measurement> measurements = runner.take(count);
  Clock::time_point start = Clock::now();
  for (size_t number = 0; number < count; ++number) {
    add(underWay[number], measurements[number]);
    history.push_back(std::min(getBestSeconds(), rows.back().seconds));
    if (tell)
      tell(numTrials, underWay[number], measurements[number]);
    ++numTrials;
  }
  underWay.erase(underWay.begin(), underWay.begin() + static_cast<std::ptrdiff_t>(count));
  strategy->learn(rows);
  train();
  ownSeconds += getSecondsSince(start);
}

void TaskSearch::drain(Runner &runner, const Tell &tell) { take(runner, underWay.size(), tell); }

std::vector<MeasuredRow> TaskSearch::getFastest(size_t count) const {
  std::vector<MeasuredRow> fastest;
  for (const MeasuredRow &row : rows)
    if (std::isfinite(row.seconds))
      fastest.push_back(row);
  std::stable_sort(fastest.begin(), fastest.end(), [](const MeasuredRow &a, const MeasuredRow &b) {
    return a.seconds < b.seconds;
  });
  if (fastest.size() > count)
    fastest.resize(count);
  return fastest;
}

double TaskSearch::getBestSeconds() const {
  double best = std::numeric_limits<double>::infinity();
  for (const MeasuredRow &row : rows)
    best = std::min(best, row.seconds);
  return best;
}
