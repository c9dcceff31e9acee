//===-- Tile.h - tile two axes ----------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive tile.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_TILE_H
#define DL_SCHEDULE_PRIMITIVES_TILE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Splits two axes and puts the inner parts inside both outer ones:
///   tile i, j by 8, 32  =>  order(i.o, j.o, i.i, j.i)
/// The same as two splits and a reorder.
class Tile {
public:
  Tile(int stage, AxisId x, AxisId y, int64_t xFactor, int64_t yFactor)
      : stage(stage), x(x), y(y), xFactor(xFactor), yFactor(yFactor) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  std::vector<AxisId> apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId x;
  AxisId y;
  int64_t xFactor;
  int64_t yFactor;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_TILE_H
