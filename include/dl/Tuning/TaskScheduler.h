//===-- TaskScheduler.h - which kernel is tuned next -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model has kernels that a run spends much or little time in, and some of which can be made much
// faster. Trials go where they promise most for a run of the model.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_TASKSCHEDULER_H
#define DL_TUNING_TASKSCHEDULER_H

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace dl::tuning {

/// How a task stands.
struct TaskProgress {
  /// Calls in a run of the model.
  double uses = 1;
  /// Seconds of a call: of the rules' schedule, then of the best after each batch.
  std::vector<double> best;
  /// No more schedules are left.
  bool isExhausted = false;
};

/// Chooses by gradient: what the last batches of a task gained, and what it could gain at most if
/// the time of a call went on falling as 1 / batches (Ansor, section 6). Each task has a first
/// batch; one in twenty goes to any.
class TaskScheduler {
public:
  explicit TaskScheduler(uint64_t seed) : random(seed) {}

  /// The number of the task that is next, or -1 where all are exhausted. One that has gained less
  /// than one in a hundred in five batches in a row waits until all others have, too.
  int choose(const std::vector<TaskProgress> &tasks);

private:
  std::mt19937_64 random;
};

} // namespace dl::tuning

#endif // DL_TUNING_TASKSCHEDULER_H
