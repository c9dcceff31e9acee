//===-- Reorder.h - put axes into another order -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive reorder: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_REORDER_H
#define DL_SCHEDULE_PRIMITIVES_REORDER_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Puts the given axes, in this order, into the places they take now:
///   for i: for j: for k    reorder(k, i)  =>  for k: for j: for i
/// Spatial and reduction axes mix freely: combination starts from the identity
/// and its order is free. Parallel axes stay first, register axes last, an inner
/// part inside its outer part.
class Reorder {
public:
  Reorder(int stage, std::vector<AxisId> order) : stage(stage), order(std::move(order)) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  const std::vector<AxisId> &getOrder() const { return order; }

private:
  int stage;
  std::vector<AxisId> order;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_REORDER_H
