//===-- TileCost.h - what a tile in registers takes -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Issue slots of the steps that a tile of rows and vectors divides its axes into, those of what
// is left over among them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_TILECOST_H
#define DL_LIB_SCHEDULE_RULES_TILECOST_H

#include "RegisterTile.h"

#include <utility>
#include <vector>

namespace dl::schedule {

/// Counts for the tiles of one reduction stage.
class TileCost {
public:
  TileCost(const Scheduler &scheduler, int reduction)
      : scheduler(scheduler), reduction(reduction), axes(scheduler.getAxes(reduction)) {}

  /// Of one reduction step of a tile: two multiply-adds and two loads a cycle, and a chain of at
  /// least four cycles through each accumulator.
  double getStep(int64_t rows, int64_t vectors) const;
  /// Vectors are lines of the caches.
  bool hasLines() const;
  /// What a tail makes a loop longer by, beside its own time: a second copy of the code. Less where
  /// that time is known better.
  double getTailCost() const { return hasLines() ? 1.01 : 1.03; }
  /// How many rows of so many vectors there are registers for.
  int64_t countRows(int64_t vectors) const;
  /// Of all columns, which the vectors lie along, in steps of a tile of so many rows.
  double getColumns(const RegisterTile &tile, int64_t rows) const;
  /// Of all rows and columns, with as many rows in a tile of these vectors as take the least.
  double getAll(const RegisterTile &tile, int64_t vectors, int64_t rows) const;

private:
  /// Lengths, and how many steps have each.
  using Steps = std::vector<std::pair<int64_t, int64_t>>;
  Steps getSteps(const RegisterTile &tile, AxisId axis) const;

  const Scheduler &scheduler;
  int reduction;
  std::vector<Axis> axes;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_TILECOST_H
