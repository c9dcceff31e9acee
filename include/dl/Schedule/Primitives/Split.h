//===-- Split.h - split one axis into two -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive split.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_SPLIT_H
#define DL_SCHEDULE_PRIMITIVES_SPLIT_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Splits an axis into an outer and an inner one of extent `factor`:
///   for i in 0..61        =>  for i.o in 0..8: for i.i in 0..8
/// The iterations that are left over are peeled off or guarded, or the last step
/// starts early (shift). An axis that is annotated or has a stage computed at it is
/// refused, and a fused one if the steps would be no boxes of what it is made of.
class Split {
public:
  Split(int stage, AxisId axis, int64_t factor, TailPolicy tail = TailPolicy::Peel)
      : stage(stage), axis(axis), factor(factor), tail(tail) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  std::pair<AxisId, AxisId> apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  AxisId getAxis() const { return axis; }
  int64_t getFactor() const { return factor; }
  TailPolicy getTail() const { return tail; }

private:
  int stage;
  AxisId axis;
  int64_t factor;
  TailPolicy tail;
};

/// An axis that is split with the tail shift: spatial, one part, at least one step long.
std::optional<Refusal> checkShift(const KernelSchedule &kernel, int stage, AxisId axis,
                                  int64_t factor);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_SPLIT_H
