//===-- Vectorize.h - make an axis part of the register tile -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive vectorize: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_VECTORIZE_H
#define DL_SCHEDULE_PRIMITIVES_VECTORIZE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Makes an axis part of the register tile, as lanes of vectors. The tile is what
/// stands innermost: annotate from the innermost axis outwards. The extent must be
/// static; what a split leaves over is peeled.
class Vectorize {
public:
  Vectorize(int stage, AxisId axis) : stage(stage), axis(axis) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_VECTORIZE_H
