//===-- ReverseComputeAt.h - compute a consumer inside its producer's loop -===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive reverse_compute_at.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_REVERSECOMPUTEAT_H
#define DL_SCHEDULE_PRIMITIVES_REVERSECOMPUTEAT_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Computes a stage that reads `producer` element by element inside the loop of an
/// axis of the producer: the outer loops move to the stage, with their splits and
/// threads, and the producer is computed at the innermost of them.
///   for io: for ii: C; for i: D   =>   for io: (for ii: C); for ii: D
/// All reduction loops of the producer must be inside that axis.
class ReverseComputeAt {
public:
  ReverseComputeAt(int stage, int producer, AxisId axis)
      : stage(stage), producer(producer), axis(axis) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  /// False, with the kernel half-way, where the stage cannot have the loops.
  bool applyTo(KernelSchedule &kernel) const;

  int stage;
  int producer;
  AxisId axis;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_REVERSECOMPUTEAT_H
