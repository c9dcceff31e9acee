//===-- ComputeRoot.h - compute a stage whole, before its readers -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive compute_root: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_COMPUTEROOT_H
#define DL_SCHEDULE_PRIMITIVES_COMPUTEROOT_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Computes a stage whole, in loops of its own, before its readers: where every
/// stage stands at first.
class ComputeRoot {
public:
  explicit ComputeRoot(int stage) : stage(stage) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  int stage;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_COMPUTEROOT_H
