//===-- Replay.h - a search again, on what was recorded ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search proposes by its seed and by what was measured. On the records of one run in place of
// measurements it has to propose the same again, whatever the machine: a difference is an error of
// the search, or other options.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_REPLAY_H
#define DL_TUNING_MEASURE_REPLAY_H

#include "dl/Tuning/Measure/Tuner.h"

namespace dl::tuning {

/// Answers with the measurements of a log, by the hash of a schedule's loops. What the log does not
/// have is told as a crash.
class RecordedRunner : public TaskRunner {
public:
  explicit RecordedRunner(const Database &log) : log(log) {}

  Measurement setTask(const Task &task) override;
  void setWeights(WeightsPlace place, int64_t innerCacheBytes) override {}
  /// Holds: it was found when the log was made.
  Measurement check() override;
  std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) override;
  std::vector<Measurement> runFinalists(const std::vector<CandidateRef> &candidates,
                                        int64_t rounds) override;

  /// Schedules that `run` was asked for and that the log does not have.
  size_t getNumMissing() const { return numMissing; }

private:
  Measurement lookup(const Candidate &candidate, bool isFinal, bool isRules) const;

  const Database &log;
  std::string task;
  size_t numMissing = 0;
};

/// What became of a replay.
struct ReplayResult {
  /// Trials of the log, of how many tasks, and how many of those that were proposed in their place
  /// the log does not have.
  size_t trials = 0, tasks = 0, missing = 0;
  /// Where the first record differs, and how; empty where all are the same, byte for byte.
  std::string difference;
};

/// Runs the searches of a log's tasks again, with its search, seed and number of trials and with
/// the other `options`, and compares each record with the log's. An error where the log is not that
/// of one run of these tasks.
llvm::Expected<ReplayResult> replay(const std::vector<Task> &tasks, const Database &log,
                                    TuneOptions options);

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_REPLAY_H
