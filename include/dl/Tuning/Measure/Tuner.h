//===-- Tuner.h - tune the kernels of a model -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What dl-tune does, as a class: tasks of a model, a search for each, records in a database. At any
// time the database has the best of what was measured; nothing of a run that is ended is lost.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_TUNER_H
#define DL_TUNING_MEASURE_TUNER_H

#include "dl/Tuning/Database.h"
#include "dl/Tuning/Measure/LocalRunner.h"
#include "dl/Tuning/TaskSearch.h"
#include "dl/Tuning/Tasks/ScheduleTemplate.h"
#include "dl/Tuning/Tasks/Task.h"

namespace dl::tuning {

struct TuneOptions {
  /// Of listSearches.
  std::string search = "evolution";
  /// "xgboost", "estimate" or "random".
  std::string model = "xgboost";
  /// What orders schedules while too few of the kernel were measured for XGBoost to learn from:
  /// "shipped", the model that was trained on recorded tables of other kernels, "estimate", or the
  /// file of a model (getPriorOptions).
  std::string prior = "shipped";
  /// The library of XGBoost; empty: the system's.
  std::string xgboost;
  /// Schedules that are measured for each kernel; those of all together are its product with the
  /// number of kernels, and go where they promise most.
  int64_t trials = 200;
  /// Ends after so many seconds; 0: after the trials alone.
  double seconds = 0;
  int64_t batch = 16;
  uint64_t seed = 0;
  /// Schedules of each kernel that are measured again, in turn with that of the rules, in all
  /// placements, so many times.
  int64_t finalists = 8, rounds = 3;
  /// The schedule of the rules is not told to the search, nor are records of it or of the rules'
  /// schedules of siblings, to see what it finds without; it is measured with the finalists all the
  /// same.
  bool hidesDefault = false;
  /// Whether the results of the rules' schedule are compared with the te interpreter's.
  bool checksReference = true;
  /// Where weights are when kernels are timed; by default where a run of the whole model leaves
  /// them (see chooseWeightsPlace).
  std::optional<WeightsPlace> weights;
  LocalRunnerOptions runner;
  /// Who measures; null: workers of this machine, as `runner` says.
  std::shared_ptr<TaskRunner> measuredBy;
  /// Threads that train XGBoost. What is learned does not depend on them.
  int modelThreads = 1;
  /// The search of a kernel of the form of one of them, the first, goes through its schedules; that
  /// of others through what the rules leave open.
  std::vector<ScheduleTemplate> templates;
};

/// What records name as their search that are no trials: measurements of the rules' schedule, when
/// the search begins and at its end, and of the fastest schedules at its end.
inline constexpr llvm::StringLiteral rulesSearchName = "rules", finalSearchName = "final";

/// Where a call finds its weights if a run uses so many bytes of others between two calls: what is
/// more than a cache holds has driven them out of it.
WeightsPlace chooseWeightsPlace(int64_t otherWeightBytes,
                                const std::vector<schedule::Cache> &caches);

/// What became of a task.
struct TunedTask {
  Task task;
  /// Seconds of a call under the rules' schedule and under the best, the slowest placement of each;
  /// 0 where the task could not be tuned, for a reason that `message` tells.
  double defaultSeconds = 0, bestSeconds = 0;
  int64_t trials = 0;
  std::string message;
  /// The best after each trial, in seconds.
  std::vector<double> history;
  /// What the search took beside measuring, and training its model as a part of that: all times
  /// together and the longest one.
  double searchSeconds = 0, trainingSeconds = 0, longestTrainingSeconds = 0;
};

/// Told of what goes on.
class TuneObserver {
public:
  virtual ~TuneObserver() = default;
  virtual void onTask(const Task &task, const Measurement &rules) {}
  virtual void onTrial(const Task &task, size_t trial, const Measurement &measurement,
                       double bestSeconds) {}
  virtual void onDone(const TunedTask &task) {}
  /// True to end: what was measured is kept.
  virtual bool isInterrupted() { return false; }
};

/// Tunes tasks; records go to the database as they are measured. An error where workers or the
/// model of the cost cannot be had, or records cannot be written.
llvm::Expected<std::vector<TunedTask>> tune(const std::vector<Task> &tasks, Database &database,
                                            const TuneOptions &options, TuneObserver &observer);

/// The file of the model that ships; empty where it is not installed.
std::string findShippedModel();
/// Whether a search with these options asks it.
bool usesShippedModel(const TuneOptions &options);

/// The model of that name. An error where there is none, or its library is missing.
llvm::Expected<std::unique_ptr<CostModel>> createCostModel(const TuneOptions &options);

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_TUNER_H
