//===-- TrialProcess.h - a child that may do anything -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forks a child for a piece of work, watches it and ends it where it takes too long.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_MEASURE_TRIALPROCESS_H
#define DL_LIB_TUNING_MEASURE_TRIALPROCESS_H

#include "dl/Tuning/Measure/Worker.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace dl::tuning {

/// Writes all bytes; false where the other end is gone.
bool writeAll(int file, llvm::StringRef bytes);

/// The child's side.
class TrialProcess {
public:
  TrialProcess(int results, const TaskRequest &task) : results(results), task(task) {}

  /// Compiling is done and timing begins, once no other worker times.
  void tellCompiled(double seconds);
  /// Makes the fault if it is the one that was asked for.
  void fail(Fault asked, Fault fault);

private:
  int results;
  const TaskRequest &task;
};

/// Runs `work` in a child, under the limits of the task. What it returns comes back; where the
/// child does not get there, the outcome says why.
Measurement runChild(const TaskRequest &task, llvm::function_ref<Measurement(TrialProcess &)> work);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_MEASURE_TRIALPROCESS_H
