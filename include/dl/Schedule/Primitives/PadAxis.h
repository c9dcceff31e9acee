//===-- PadAxis.h - compute more of an axis than there is -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive pad_axis.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_PADAXIS_H
#define DL_SCHEDULE_PRIMITIVES_PADAXIS_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Extends an axis to a multiple of a number, so that tiles of it are whole. Reads
/// beyond the old extent are guarded and give zeros; terms of a reduction there are
/// the combiner's identity; elements of the result there are not read.
///   C[i], i in 0..61   =>   C[i], i in 0..64
/// Comes before every other step on the stage, which is no result of the kernel where
/// the axis is spatial. Einsums are padded by padding each axis.
class PadAxis {
public:
  PadAxis(int stage, AxisId axis, int64_t multiple)
      : stage(stage), axis(axis), multiple(multiple) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  /// The new extent.
  int64_t getExtent(const KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
  int64_t multiple;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_PADAXIS_H
