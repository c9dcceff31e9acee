//===-- Siblings.h - records of kernels of other extents --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was measured of a kernel tells something of one that differs in extents alone: which
// decisions are good, and how a cost model orders schedules. Decisions have names that the kernels
// share, and a rule takes the nearest candidate; features have the same meaning everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_SIBLINGS_H
#define DL_TUNING_SIBLINGS_H

#include "dl/Tuning/CostModel.h"
#include "dl/Tuning/Database.h"
#include "dl/Tuning/RuleSpace.h"
#include "dl/Tuning/TaskSearch.h"

namespace dl::tuning {

/// What kernels that differ in extents, strides and offsets alone have in common, as a hash:
/// stages, axes, formulas and what each index of a read depends on.
std::string hashForm(const schedule::KernelSchedule &kernel);

/// How far the extents of two kernels of one form are apart: the sum over their axes of how often
/// one is to be doubled to be as long as the other.
double getExtentDistance(const schedule::KernelSchedule &one,
                         const schedule::KernelSchedule &other);

/// Kernels with records.
class Siblings {
public:
  /// What was measured of one kernel.
  struct Known {
    std::string task;
    schedule::KernelSchedule kernel;
    std::vector<MeasuredRow> rows;
  };

  /// Adds a kernel that has records in a database. Of these the fastest `mostRows` are kept and as
  /// many others as that; `accepts` says which of them.
  void add(const Database &database, llvm::StringRef task, schedule::KernelSchedule kernel,
           int64_t threads, llvm::function_ref<bool(const Record &)> accepts);

  /// Those of the form of a kernel, the nearest extents first, at most `count`; not the kernel
  /// itself, which is that of `task`. The same kernel on another machine is one, too.
  std::vector<const Known *> find(const schedule::KernelSchedule &kernel, llvm::StringRef task,
                                  size_t count) const;

  /// Gives a search of a kernel the rows of its nearest siblings to learn from, and their best
  /// decisions: to try first, or, of another machine, to look at. How many siblings there are.
  size_t teach(TaskSearch &search, const schedule::KernelSchedule &kernel,
               llvm::StringRef task) const;

  bool empty() const { return known.empty(); }

private:
  static constexpr size_t mostRows = 64;
  std::vector<std::pair<std::string, Known>> known;
};

} // namespace dl::tuning

#endif // DL_TUNING_SIBLINGS_H
