//===-- Fuse.h - make two axes one -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive fuse: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_FUSE_H
#define DL_SCHEDULE_PRIMITIVES_FUSE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Makes two adjacent axes of one kind into a single loop over their product:
///   for i in 0..8: for j in 0..128    =>  for i*j in 0..1024
/// The inner axis must have no incomplete last step, since that would recur in
/// the middle of the fused loop.
class Fuse {
public:
  Fuse(int stage, AxisId outer, AxisId inner) : stage(stage), outer(outer), inner(inner) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  AxisId apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId outer;
  AxisId inner;
};

/// Two axes that are or become one: of one kind, the inner one of known extent and in whole
/// steps.
std::optional<Refusal> checkFused(const KernelSchedule &kernel, int stage, AxisId outer,
                                  AxisId inner);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_FUSE_H
