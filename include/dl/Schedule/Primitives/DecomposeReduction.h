//===-- DecomposeReduction.h - set accumulators before an outer loop ------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive decompose_reduction.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_DECOMPOSEREDUCTION_H
#define DL_SCHEDULE_PRIMITIVES_DECOMPOSEREDUCTION_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Sets the accumulators of a stage to the combiner's identity before the loop over
/// a given axis, for all elements that it and the loops inside it compute:
///   for i: init C[i]; for k: C[i] += ..   =>   init C; for i: for k: C[i] += ..
/// Without it they are set before the outermost reduction loop.
class DecomposeReduction {
public:
  DecomposeReduction(int stage, AxisId axis) : stage(stage), axis(axis) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_DECOMPOSEREDUCTION_H
