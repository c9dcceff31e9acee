//===-- ComputeAt.h - compute a stage inside a consumer's loop -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive compute_at: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_COMPUTEAT_H
#define DL_SCHEDULE_PRIMITIVES_COMPUTEAT_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Computes a stage inside the loop of an axis of a consumer: each step of that
/// loop first computes the box of the stage's elements which the readers inside it
/// need. All readers must be inside; every read must be at linear indices. What is read
/// under a condition is moved to be inside of the stage, whose extents are constant then.
/// A reduction axis of the consumer will do.
class ComputeAt {
public:
  ComputeAt(int stage, int consumer, AxisId axis) : stage(stage), consumer(consumer), axis(axis) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  int getConsumer() const { return consumer; }
  AxisId getAxis() const { return axis; }

private:
  int stage;
  int consumer;
  AxisId axis;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_COMPUTEAT_H
