//===-- TaskScheduler.cpp - which kernel is tuned next -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of Ansor's scheduler, with a rule for tasks that gain nothing any more.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/TaskScheduler.h"

#include <algorithm>

using namespace dl::tuning;

/// Batches that are looked back at; the share of what they gained in what is expected.
static constexpr size_t window = 3;
static constexpr double shareOfPast = 0.2;
/// A task that gained less than this in so many batches in a row has converged.
static constexpr size_t patience = 5;
static constexpr double leastGain = 0.01;
/// One batch of so many goes to any task.
static constexpr uint64_t exploreOneIn = 20;

static bool hasConverged(const TaskProgress &task) {
  size_t batches = task.best.size() - 1;
  if (batches < patience)
    return false;
  return task.best.back() > (1 - leastGain) * task.best[batches - patience];
}

/// Seconds of a run of the model that the next batch of a task promises.
static double getPromise(const TaskProgress &task) {
  size_t batches = task.best.size() - 1;
  size_t back = std::min(window, batches);
  double past = (task.best[batches - back] - task.best[batches]) / static_cast<double>(back);
  double future = task.best[batches] / static_cast<double>(batches);
  return task.uses * (shareOfPast * past + (1 - shareOfPast) * future);
}

int TaskScheduler::choose(const std::vector<TaskProgress> &tasks) {
  std::vector<int> open, converged;
  for (size_t number = 0; number < tasks.size(); ++number) {
    const TaskProgress &task = tasks[number];
    if (task.isExhausted || task.best.empty())
      continue;
    if (task.best.size() == 1)
      return static_cast<int>(number);
    (hasConverged(task) ? converged : open).push_back(static_cast<int>(number));
  }
  if (open.empty())
    open = std::move(converged);
  if (open.empty())
    return -1;
  if (random() % exploreOneIn == 0)
    return open[random() % open.size()];
  return *std::max_element(open.begin(), open.end(), [&](int a, int b) {
    return getPromise(tasks[a]) < getPromise(tasks[b]);
  });
}
