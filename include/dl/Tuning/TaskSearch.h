//===-- TaskSearch.h - the search for one kernel -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins a space, a cost model and a search: propose, measure, learn, again. It can be stopped after
// each batch and has the best schedule so far at any time.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_TASKSEARCH_H
#define DL_TUNING_TASKSEARCH_H

#include "dl/Tuning/Runner.h"
#include "dl/Tuning/Searches.h"

#include <functional>

namespace dl::tuning {

class TaskSearch {
public:
  /// Told of each schedule that was measured, with its number among all of this search.
  using Tell = std::function<void(size_t trial, const CandidateRef &, const Measurement &)>;

  /// `search` is one of listSearches. `task` tells its rows from those of other tasks in the model.
  TaskSearch(std::unique_ptr<Space> space, std::unique_ptr<CostModel> model,
             const std::string &search, const SearchSettings &settings, size_t task = 0);

  /// Adds a schedule that was measured before, or rows of other tasks for the model to learn from.
  void addKnown(CandidateRef candidate, const Measurement &measurement);
  void addForeign(std::vector<MeasuredRow> rows);
  /// Decisions whose schedules are measured before those that the search proposes.
  void addSeeds(std::vector<std::vector<schedule::Choice>> decisions);

  /// Decisions that another machine found fast: the search looks at their schedules with its own.
  void addSuggestions(const std::vector<std::vector<schedule::Choice>> &decisions);

  /// Measures one batch of at most `count` schedules; false where the space has no more. The last
  /// of it are told with the next batch where the runner works ahead (Runner::getNumAhead).
  bool run(Runner &runner, size_t count, const Tell &tell);
  /// Waits for those that are under way: before the runner gets another task, and at the end.
  void drain(Runner &runner, const Tell &tell);

  Space &getSpace() { return *space; }
  CostModel &getModel() const { return *model; }
  size_t getNumTrials() const { return numTrials; }
  /// All that were measured, in their order.
  const std::vector<MeasuredRow> &getRows() const { return rows; }
  /// The fastest `count` of them that are right, the fastest first.
  std::vector<MeasuredRow> getFastest(size_t count) const;
  /// Seconds of the fastest; infinite before there is one.
  double getBestSeconds() const;
  /// The same after each trial.
  const std::vector<double> &getHistory() const { return history; }
  /// Seconds of all but measuring: proposing, telling, learning.
  double getOwnSeconds() const { return ownSeconds; }
  /// Seconds of training the model, a part of these: of all times and of the longest one.
  double getTrainingSeconds() const { return trainingSeconds; }
  double getLongestTrainingSeconds() const { return longestTraining; }

private:
  void add(CandidateRef candidate, const Measurement &measurement);
  /// Whether a schedule was measured or is under way.
  bool isKnown(const Candidate &candidate) const;
  std::vector<CandidateRef> takeSeeds(size_t count);
  /// Waits for the first `count` under way, tells and learns of them.
  void take(Runner &runner, size_t count, const Tell &tell);
  void train();

  std::unique_ptr<Space> space;
  std::unique_ptr<CostModel> model;
  std::unique_ptr<SearchStrategy> strategy;
  size_t task, numTrials = 0;
  std::vector<MeasuredRow> rows, foreign;
  std::vector<CandidateRef> underWay;
  /// The next one last.
  std::vector<std::vector<schedule::Choice>> seeds;
  std::mt19937_64 random;
  std::vector<double> history;
  /// The reference work of the first measurement: how fast the machine was is divided out.
  double reference = 0;
  double ownSeconds = 0, trainingSeconds = 0, longestTraining = 0;
};

} // namespace dl::tuning

#endif // DL_TUNING_TASKSEARCH_H
