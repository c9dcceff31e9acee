//===-- Refusal.h - why a schedule step is not legal -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The typed answer of a legality check. Search counts refusals, operations turn
// them into diagnostics; neither sees a half-made change.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_REFUSAL_H
#define DL_SCHEDULE_REFUSAL_H

#include "dl/Schedule/IterationTree.h"

namespace dl::schedule {

/// What an earlier step set, so that a note can point at the step.
enum class Aspect : uint8_t {
  /// Ended or annotated an axis.
  Axis,
  /// Made an axis.
  Maker,
  /// Of a stage: the order of its axes, where accumulators are set, where it is computed,
  /// its buffer, or any of them.
  Order,
  Init,
  Placement,
  Storage,
  Any
};

struct Refusal {
  /// Which axes or stages, with their values, and why.
  std::string reason;
  /// One line: what would work instead. May be empty.
  std::string hint;
  /// Another stage involved (index in the kernel), or -1.
  int stage = -1;
  /// An axis that an earlier step ended, annotated or made, or -1: of `stage` if that
  /// is given, else of the stage at hand.
  AxisId axis = -1;
  /// What of that axis or stage is in the way.
  Aspect aspect = Aspect::Axis;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_REFUSAL_H
