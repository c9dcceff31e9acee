//===-- Parallel.h - share the iterations of an axis among threads -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive parallel: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_PARALLEL_H
#define DL_SCHEDULE_PRIMITIVES_PARALLEL_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Shares the iterations of an axis among threads. Parallel axes are spatial and
/// the outermost ones of a stage that is not inside another's loops; annotate from
/// the outermost axis inwards, or fuse first.
class Parallel {
public:
  Parallel(int stage, AxisId axis) : stage(stage), axis(axis) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  AxisId getAxis() const { return axis; }

private:
  int stage;
  AxisId axis;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_PARALLEL_H
