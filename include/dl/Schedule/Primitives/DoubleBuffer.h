//===-- DoubleBuffer.h - compute the next part ahead ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive double_buffer.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_DOUBLEBUFFER_H
#define DL_SCHEDULE_PRIMITIVES_DOUBLEBUFFER_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Gives a stage that is computed inside a loop two buffers: each step computes what
/// the next one needs, and uses what the one before computed:
///   for i: P(i); use   =>   P(0); for i: P(i + 1), use P(i); use the last
/// The loop is sequential, of constant length, and nothing else that the stage reads
/// is computed at it.
class DoubleBuffer {
public:
  DoubleBuffer(int stage) : stage(stage) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  int stage;
};

/// A stage with two buffers has one result.
std::optional<Refusal> checkTwoBuffers(const KernelSchedule &kernel, int stage);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_DOUBLEBUFFER_H
