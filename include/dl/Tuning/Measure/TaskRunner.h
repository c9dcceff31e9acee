//===-- TaskRunner.h - who measures the schedules of a task -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of what a tuner asks of a device beside measuring schedules: to make ready for a
// task, and to decide between the fastest.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_TASKRUNNER_H
#define DL_TUNING_MEASURE_TASKRUNNER_H

#include "dl/Tuning/Runner.h"
#include "dl/Tuning/Tasks/Task.h"

#include <functional>

namespace dl::tuning {

class TaskRunner : public Runner {
public:
  /// Makes ready for a task. The measurement is that of the rules' schedule, in the first
  /// placement, whose results all others are compared with; if it is not ok, the task cannot be
  /// tuned.
  virtual Measurement setTask(const Task &task) = 0;
  /// Where weights are before each call from now on.
  virtual void setWeights(WeightsPlace place, int64_t innerCacheBytes) = 0;
  /// Compares the results of the rules' schedule with those of the te interpreter.
  virtual Measurement check() = 0;
  /// Measures all placements, the candidates in turn, `rounds` times; a null candidate is the
  /// schedule of the rules. The seconds of each placement are the shortest.
  virtual std::vector<Measurement> runFinalists(const std::vector<CandidateRef> &candidates,
                                                int64_t rounds) = 0;
  /// An eighth of a batch: where each core has a worker, none is idle while the search thinks, and
  /// what a search knows is hardly older.
  size_t getNumAhead(size_t batch) const override { return batch / 8; }

  /// Asked between trials whether to stop: what was not begun then is told as a run-timeout with
  /// the message "interrupted".
  std::function<bool()> isInterrupted;
};

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_TASKRUNNER_H
