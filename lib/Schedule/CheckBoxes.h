//===-- CheckBoxes.h - boxes that loops cover -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to CheckPlan: what the iterations of a loop cover together. Along each axis the
// place of a box is a sum of multiples of the digits of the loop's variable, and where the
// multiples are those of a number system with the box as its unit, each value is met once:
//   24 * (v floordiv 4) + 6 * (v mod 4) + [0, 6), v in 0..12  =>  [0, 72)
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_CHECKBOXES_H
#define DL_LIB_SCHEDULE_CHECKBOXES_H

#include "dl/Schedule/LoopPlan.h"

namespace dl::schedule {

using Boxes = std::vector<PlanRanges>;

/// Why a box is not covered, and along which axis; -1: it is of no single one.
struct BoxFault {
  AxisId axis;
  std::string reason;
};

/// Makes a box longer by what the values of a variable move it by; each point is met once.
std::optional<BoxFault> spanBox(PlanRanges &box, int variable, int64_t count);
/// Boxes that fill `whole` or, with `isHull`, of which `whole` becomes the hull; their elements
/// are in one each unless they may repeat.
std::optional<BoxFault> fillBox(const Boxes &boxes, PlanRanges &whole, bool isHull, bool mayRepeat);
/// Cuts off what is masked of a range, once it is known. False if it is all of a step.
bool dropMasked(PlanRange &range, int64_t step);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_CHECKBOXES_H
