//===-- SplitParts.h - split an axis into a number of steps -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_SPLITPARTS_H
#define DL_SCHEDULE_PRIMITIVES_SPLITPARTS_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// `split` with `nparts`: the extent of the outer axis is given, not that of the inner one.
class SplitParts {
public:
  SplitParts(int stage, AxisId axis, int64_t numParts, TailPolicy tail = TailPolicy::Peel)
      : stage(stage), axis(axis), numParts(numParts), tail(tail) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  std::pair<AxisId, AxisId> apply(KernelSchedule &kernel) const;

private:
  int64_t getFactor(const KernelSchedule &kernel) const;

  int stage;
  AxisId axis;
  int64_t numParts;
  TailPolicy tail;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_SPLITPARTS_H
