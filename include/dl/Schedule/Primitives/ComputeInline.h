//===-- ComputeInline.h - compute a stage where it is read -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive compute_inline: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_COMPUTEINLINE_H
#define DL_SCHEDULE_PRIMITIVES_COMPUTEINLINE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Puts the formula of a stage into its readers; the stage is never stored.
/// Stages that reduce, and results of the kernel, are refused.
class ComputeInline {
public:
  explicit ComputeInline(int stage) : stage(stage) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }

private:
  int stage;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_COMPUTEINLINE_H
