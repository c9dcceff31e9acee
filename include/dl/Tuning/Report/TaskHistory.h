//===-- TaskHistory.h - what the records of a task tell ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of a task in their order, with one clock for all times: from these a person sees how
// a search went. It needs the database alone.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_REPORT_TASKHISTORY_H
#define DL_TUNING_REPORT_TASKHISTORY_H

#include "dl/Tuning/Database.h"

namespace dl::tuning {

/// It points into the database, which stays as it is.
struct TaskHistory {
  /// A schedule that a search proposed.
  struct Trial {
    const Record *record;
    /// See getSeconds; infinite where it failed.
    double seconds;
    /// The shortest time up to this trial; infinite before there is one.
    double best;
    /// It was measured again at the end.
    bool isFinalist;
  };

  std::string task, target;
  int64_t threads = 1;
  /// Null where no line tells what the task is.
  const KernelRecord *kernel = nullptr;
  /// The record that is used (Database::findBest), the rules' of the same run, and the best of
  /// other loops than the best has. Null where there is none.
  const Record *best = nullptr, *rules = nullptr, *runnerUp = nullptr;
  /// In the order of the file. Those with weights elsewhere than the best had them are left out:
  /// their times are others.
  std::vector<Trial> trials;
  /// What was measured in turn at the end, the rules' schedule among them: of each schedule the
  /// record above, or else the last one.
  std::vector<const Record *> finals;
  /// How many records there are of each outcome, and how many were left out.
  std::array<size_t, numOutcomes> outcomes = {};
  size_t elsewhere = 0;

  /// What a record is judged by, as if the machine had been as fast as for the best record;
  /// infinite where it failed.
  double getSeconds(const Record &record) const;
  /// The same of its median placement, which records of one placement can be compared with.
  double getMedianSeconds(const Record &record) const;
  /// False for records that trials and finals leave out.
  bool isComparable(const Record &record) const;
  /// The kernel's name, or "-".
  llvm::StringRef getName() const { return kernel ? llvm::StringRef(kernel->name) : "-"; }
  size_t getNumRecords() const;
};

/// Of all tasks that a database has a kernel or a record of, kernels first.
std::vector<TaskHistory> readHistories(const Database &database);

/// Those that `wanted` names: by the beginning of their hash, or else by a regular expression that
/// their kernels' names match. All where it is empty. An error where there is none.
llvm::Expected<std::vector<TaskHistory>> selectHistories(std::vector<TaskHistory> histories,
                                                         llvm::StringRef wanted);

} // namespace dl::tuning

#endif // DL_TUNING_REPORT_TASKHISTORY_H
