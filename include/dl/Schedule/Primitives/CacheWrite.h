//===-- CacheWrite.h - compute a stage in a buffer of its own ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive cache_write.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_CACHEWRITE_H
#define DL_SCHEDULE_PRIMITIVES_CACHEWRITE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Moves the formula of a stage to a new stage, of which the old one becomes a copy:
///   C[i] = f(i)   =>   C.cache[i] = f(i); C[i] = C.cache[i]
/// Computed at an axis of the copy it accumulates in a private tile. Comes before
/// every other step on the stage, whose extents are constant.
class CacheWrite {
public:
  CacheWrite(int stage) : stage(stage) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  int apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }

private:
  int stage;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_CACHEWRITE_H
