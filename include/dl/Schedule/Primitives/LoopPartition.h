//===-- LoopPartition.h - cut an axis into ranges ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive loop_partition.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_LOOPPARTITION_H
#define DL_SCHEDULE_PRIMITIVES_LOOPPARTITION_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Cuts an axis at given iterations; each range gets loops of its own:
///   for i in 0..64   =>   for i in 0..4; for i in 4..60; for i in 60..64
/// The axis is one of the stage, before it is split or fused; what comes after
/// applies to each range. The ranges of a stage inside the loops of another are not
/// known, so it is refused there.
class LoopPartition {
public:
  LoopPartition(int stage, AxisId axis, std::vector<int64_t> cuts)
      : stage(stage), axis(axis), cuts(std::move(cuts)) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  AxisId getAxis() const { return axis; }
  const std::vector<int64_t> &getCuts() const { return cuts; }

private:
  int stage;
  AxisId axis;
  std::vector<int64_t> cuts;
};

/// The cuts of an axis of the stage: ascending, inside of a constant extent.
std::optional<Refusal> checkCuts(const KernelSchedule &kernel, int stage, AxisId root,
                                 const std::vector<int64_t> &cuts);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_LOOPPARTITION_H
