//===-- LoopPlan.h - the loops of a kernel as data ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the trees of a kernel mean, derived once and read by all who ask: the loops with
// their counts, whole steps and tails apart; where accumulators are set; the parts of
// other stages that a step computes first; and the tiles, the ranges of all axes that
// the innermost code computes. Plain C++ without IR: generating loops is one reader.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_LOOPPLAN_H
#define DL_SCHEDULE_LOOPPLAN_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/LoopExpr.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// The values that an axis takes at some place: offset, offset + 1, … `size` of them.
struct PlanRange {
  LoopExpr offset;
  /// dynamicExtent while no loop has entered an axis of unknown extent.
  int64_t size = 0;
  /// Then the variable that stands for the extent.
  int extent = -1;
  /// A step whose last values may be too many, which are masked: due are those from `first`
  /// on, up to `end`. The first one of a step is always due.
  bool isMasked = false;
  LoopExpr first = {}, end = {};

  bool isDynamic() const { return size == dynamicExtent; }
};
using PlanRanges = std::vector<PlanRange>;

struct PlanNode;
/// Nodes that run one after the other.
using PlanBlock = std::vector<PlanNode>;

enum class PlanKind : uint8_t {
  /// `leaves[0]` in counts[0] iterations of variables[0], of block 0. A single iteration
  /// has no variable.
  Loop,
  /// The leading parallel leaves, together. `ranges` is what block 0 writes of the stage.
  Parallel,
  /// A loop of which all iterations but the last one run block 0, the last one block 1. The
  /// variable is of the former.
  Guard,
  /// Block 0 where the extent of root leaves[0], variables[0], is counts[0], else block 1.
  Version,
  /// Sets the accumulators of the box `ranges`, which block 0 adds to.
  Init,
  /// The box `ranges` of `stage` in a buffer of its own, computed by block 0, for what
  /// follows in the block that this node is in. See Pipeline for the two buffers.
  Part,
  /// A loop in which a step computes what the next one needs of stage `producer`: block 0
  /// makes the first part; then counts[0] iterations of blocks 1 and 2, of which the first
  /// uses a part and the second makes the next; block 3 uses the last one. Their nodes Part
  /// of the producer say in which buffer, `place`; those that only use one have no block.
  Pipeline,
  /// variables[0] is `place` moved into [0, its extent).
  Clamp,
  /// All axes at `ranges`, in which reduction axes are added to the accumulators.
  Tile
};

struct PlanNode {
  PlanKind kind;
  int stage = -1;
  InlineVector<AxisId, 2> leaves = {};
  InlineVector<int, 2> variables = {};
  InlineVector<LoopExpr, 1> counts = {};
  PlanRanges ranges = {};
  std::vector<PlanBlock> blocks = {};
  /// Of Loop: iterations before the greatest of `firsts`, or from the least of `ends` on, add
  /// nothing but zeros. Whoever runs the loop may leave them out.
  InlineVector<LoopExpr, 1> firsts = {}, ends = {};
  /// Of Pipeline.
  int producer = -1;
  /// Of Clamp: what is moved. Of Part, where there are two buffers: which.
  LoopExpr place = {};
  bool hasSlot = false;
};

/// What a variable of a plan is.
struct PlanVariable {
  enum Kind : uint8_t { Loop, Extent, Clamped } kind = Loop;
  /// The stage and its leaf, or of an extent its root; of a place, the stage of the box.
  int stage = -1;
  AxisId axis = -1;
  /// Counts threads of a block; is another one for each of them.
  bool isThread = false, movesWithThreads = false;
};

/// The loops of a kernel.
struct LoopPlan {
  LoopVariables variables;
  std::vector<PlanVariable> about;
  /// The nest of each stage; empty for those that are computed inside others.
  std::vector<PlanBlock> stages;
};

/// How the stages become loops.
enum class PlanMode : uint8_t {
  /// As their trees say.
  Loops,
  /// Each stage at once, by one tile; its tree is not looked at.
  WholeStages
};

/// Derives the plan of a kernel whose trees are legal. The refusal tells of a part that has
/// no box, in the terms of legality, which should have found it; its `stage` is at fault.
/// With `only`, the nest of that stage alone.
std::optional<Refusal> buildLoopPlan(const KernelSchedule &kernel, LoopPlan &plan,
                                     PlanMode mode = PlanMode::Loops, int only = -1);

} // namespace dl::schedule

#endif // DL_SCHEDULE_LOOPPLAN_H
