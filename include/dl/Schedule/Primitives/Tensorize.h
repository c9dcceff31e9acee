//===-- Tensorize.h - compute axes by an intrinsic -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive tensorize: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_TENSORIZE_H
#define DL_SCHEDULE_PRIMITIVES_TENSORIZE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>
#include <variant>

namespace dl::schedule {

/// Computes an axis and all inside it by one call of an intrinsic:
///   for j.i in 0..16: for k.i in 0..4: C += a * b   =>  C[0..16] = dot4(a, b, C[0..16])
/// The n-th spatial axis of the tile stands for the n-th of the intrinsic, likewise
/// the reduction axes; extents are equal, wherever the stage is computed, and operands
/// are accessed as the intrinsic does. It is one that has the stage's formula.
class Tensorize {
public:
  /// `intrinsic` is the name of one.
  Tensorize(int stage, AxisId axis, std::string intrinsic)
      : stage(stage), axis(axis), intrinsic(std::move(intrinsic)) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  AxisId getAxis() const { return axis; }
  const std::string &getIntrinsic() const { return intrinsic; }

private:
  std::vector<AxisId> getTile(const KernelSchedule &kernel) const;

  int stage;
  AxisId axis;
  std::string intrinsic;
};

/// The tensorized leaves of a stage in their order, against the axes of the intrinsic
/// in its order: for each leaf the number of the axis. Empty if they do not
/// correspond.
std::vector<int> matchTile(const IterationTree &tree, const std::vector<AxisId> &tile,
                           const IntrinsicShape &intrinsic);

/// A root axis of a stage by the axis of the intrinsic that it stands for, with -1
/// for axes outside of the tile. Precondition: the tree's tensorized leaves match.
std::vector<int> getAxisNumbers(const IterationTree &tree, const IntrinsicShape &intrinsic);

/// The extent of a tensorized stage's tile along a root axis; 1 outside of the tile.
int64_t getTileExtent(const IterationTree &tree, AxisId root);

/// The reads of a stage that are the operands of its intrinsic, in order, or why a tile
/// accesses them otherwise. `numbers` is from getAxisNumbers.
std::variant<std::vector<int>, Refusal> matchOperands(const KernelSchedule &kernel, int stage,
                                                      const MatchingIntrinsic &intrinsic,
                                                      const std::vector<int> &numbers);

/// A tensorized stage gets whole tiles at its place: each range that a root of the
/// tile can have is a multiple of the tile's extent, and nothing is inlined into it.
std::optional<Refusal> checkWholeTiles(const KernelSchedule &kernel, int stage);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_TENSORIZE_H
