//===-- Specialize.h - loops for one extent of a dynamic axis ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive specialize.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_SPECIALIZE_H
#define DL_SCHEDULE_PRIMITIVES_SPECIALIZE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Gives one extent of an axis that is known only at run time loops of its own, in
/// which it is a constant:
///   for n in 0..N   =>   if N == 64: for n in 0..64; else: for n in 0..N
/// Stages inside follow. The stage must be computed at root.
class Specialize {
public:
  Specialize(int stage, AxisId axis, int64_t extent) : stage(stage), axis(axis), extent(extent) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
  int64_t extent;
};

/// All versions of a stage: of extents known only at run time, positive, each once, not too
/// many.
std::optional<Refusal> checkVersions(const KernelSchedule &kernel, int stage);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_SPECIALIZE_H
