//===-- CheckPlan.h - a proof that loops compute a kernel --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves of a plan, without asking how it was made, that it computes its kernel.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_CHECKPLAN_H
#define DL_SCHEDULE_CHECKPLAN_H

#include "dl/Schedule/LoopPlan.h"

namespace dl::schedule {

/// Why a plan does not compute its kernel.
struct PlanFault {
  int stage;
  std::string reason;
};

/// Proves that
/// - each element of each stage, and of each part of one, is computed, and none beyond;
/// - each term of a reduction is added once to each accumulator that is set;
/// - iterations that a loop may leave out add nothing but zeros;
/// - each element that is read of a part has been computed in it, in its buffer of two;
/// - what threads compute together is the same for all of them, and all are there.
/// From stages, reads and the ranges of tiles alone, never from trees and their steps.
/// Where extents are known only at run time, for some values of them.
std::optional<PlanFault> checkPlan(const KernelSchedule &kernel, const LoopPlan &plan);

} // namespace dl::schedule

#endif // DL_SCHEDULE_CHECKPLAN_H
