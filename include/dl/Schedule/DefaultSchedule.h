//===-- DefaultSchedule.h - schedules by rules ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that schedule a kernel for a CPU, on plain data: what `schedule-default` writes as a
// sequence, and the space that a search draws from.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_DEFAULTSCHEDULE_H
#define DL_SCHEDULE_DEFAULTSCHEDULE_H

#include "dl/Schedule/Trace.h"

#include <memory>

namespace dl::schedule {

struct TensorTile;

/// What rules found out about a kernel, kept for whoever applies them to it again and again with
/// the same options.
struct RuleMemory {
  /// Of a machine with a unit that multiplies; null before it was asked for.
  std::shared_ptr<const std::vector<TensorTile>> tensorTiles;
};

/// What rules may use of the machine.
struct RuleOptions {
  bool vectorize = true;
  bool parallel = true;
  /// Choices that the rules never make otherwise are offered, too: more levels of tiles, loops in
  /// another order. For searches that measure.
  bool isWide = false;
  /// The most virtual threads that take turns, where the machine has such; twice as many are
  /// offered if the choices are wide.
  int64_t contexts = 2;
  /// The most threads that share a parallel loop; 0: any number.
  int64_t threads = 0;
  /// Of the one kernel that these options are for; null: nothing is kept.
  std::shared_ptr<RuleMemory> memory = nullptr;
};

/// Schedules a kernel to which no step was applied. Where a primitive refuses what was decided,
/// the step is left out: every kernel that comes out is legal.
Trace applyRules(KernelSchedule &kernel, RuleOptions options, Decider &decider);

/// How the estimate decides what rules leave open.
struct SearchOptions {
  /// Schedules that are estimated, that of the rules among them.
  int64_t candidates = 32;
  /// How often faster than the rules' schedule another one must seem to be taken: estimates of
  /// schedules that differ little tell nothing.
  double gain = 1.25;
};

/// The same, with choices decided by the estimate: one after the other takes the candidate with
/// which the kernel seems fastest while the rules decide what follows on it (a coordinate
/// search). Without a gain, and on machines that have no estimate, the rules' schedule.
Trace applyRulesByEstimate(KernelSchedule &kernel, RuleOptions options, SearchOptions search);

} // namespace dl::schedule

#endif // DL_SCHEDULE_DEFAULTSCHEDULE_H
