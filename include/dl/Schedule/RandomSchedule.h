//===-- RandomSchedule.h - draw schedules of a kernel ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random legal schedules for a CPU: each stage inlined, computed inside of a reader or at
// root, its axes split, ordered, vectorized, unrolled and made parallel. Steps that a
// primitive refuses are left out, so that every kernel that comes out is legal.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_RANDOMSCHEDULE_H
#define DL_SCHEDULE_RANDOMSCHEDULE_H

#include "dl/Schedule/KernelSchedule.h"

#include <random>

namespace dl::schedule {

/// A source of schedules. Equal seeds give equal schedules everywhere.
class RandomSchedule {
public:
  explicit RandomSchedule(uint64_t seed) : random(seed) {}

  /// Schedules the stages of a kernel to which no step was applied.
  void apply(KernelSchedule &kernel);

private:
  /// A number in [0, count). Precondition: count >= 1.
  int64_t pick(int64_t count) { return static_cast<int64_t>(random() % count); }
  /// True in `percent` of 100 draws.
  bool happens(int percent) { return pick(100) < percent; }
  /// A factor of an extent in two of three draws, else another number up to `largest`.
  int64_t drawFactor(int64_t extent, int64_t largest);

  void place(KernelSchedule &kernel, int stage);
  void tile(KernelSchedule &kernel, int stage);
  void order(KernelSchedule &kernel, int stage);
  void annotate(KernelSchedule &kernel, int stage);

  std::mt19937_64 random;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_RANDOMSCHEDULE_H
