//===-- LoopRuns.h - the steps in which axes are run -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the loops of a stage run over ranges of its roots: in how many whole steps, and
// what becomes of the rest. Follows from the tree alone, before any loop is made.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_LOOPRUNS_H
#define DL_SCHEDULE_LOOPRUNS_H

#include "dl/Schedule/KernelSchedule.h"

#include <map>
#include <set>

namespace dl::schedule {

/// How one part of an axis runs over a range of its root.
struct PartRun {
  /// Iterations of the root; dynamicExtent where known only at run time.
  int64_t range = 0;
  /// Length and number of the whole steps. Of a shifted tail, the last one is not counted;
  /// of a masked one it is, unless it is a step of its own length, `rest`.
  int64_t stride = 1, whole = 0;
  /// What happens to iterations that make no whole step; of those that are peeled or
  /// guarded the lengths of their steps. Of an unknown range, the lengths that there are.
  TailPolicy tail = TailPolicy::Peel;
  std::vector<int64_t> rest;

  /// Iterations that make no whole step.
  int64_t getRemainder() const { return range == dynamicExtent ? 0 : range % stride; }
  bool isShifted() const { return tail == TailPolicy::Shift && getRemainder() != 0 && whole > 0; }
  bool isMasked() const { return tail == TailPolicy::Mask; }
  /// Number of steps, a rest that is peeled as one; dynamicExtent where it is not known.
  int64_t getCount() const;
  /// The steps: their length, and how many there are of it.
  std::vector<std::pair<int64_t, int64_t>> getSteps() const;
  /// The same where an unknown range turns out to be `extent`.
  std::vector<std::pair<int64_t, int64_t>> getSteps(int64_t extent) const;

  bool operator==(const PartRun &other) const;
};

/// The least power of two that is as long, or longer.
inline int64_t roundUpToPower(int64_t length) {
  int64_t power = 1;
  while (power < length)
    power *= 2;
  return power;
}

/// The rules by which the axes of one tree are run.
class RunRules {
public:
  explicit RunRules(const IterationTree &tree);

  PartRun getRun(AxisId leaf, const AxisPart &part, int64_t range) const;
  /// The lengths of the register tiles that compute a range which no loop enters any
  /// more: powers of two where it is vectorized.
  std::vector<int64_t> getTiles(AxisId root, int64_t range) const;
  /// The position of the leaf before which the accumulator is set: the first reduction
  /// loop or one that is named, else the first leaf of the register tile.
  int getInitPosition() const { return initPosition; }

private:
  const IterationTree &tree;
  AxisId innermostLoop = -1;
  std::set<AxisId> vectorRoots;
  /// The step of the innermost split of a spatial root.
  std::map<AxisId, int64_t> shortestSteps;
  /// The step of the loop over a root whose last one is masked.
  std::map<AxisId, int64_t> maskedSteps;
  int initPosition = 0;
};

/// The ends of the ranges that a root is cut into: where the schedule says so, and, in a
/// stage at root, where the condition of a read changes. Empty if it is not cut. In stages
/// inside of others, conditions cut what has a constant place, which is not looked at.
std::vector<int64_t> getCuts(const KernelSchedule &kernel, int stage, AxisId root);
/// The lengths of these ranges; `range` where there are none.
std::vector<int64_t> getRangeLengths(const KernelSchedule &kernel, int stage, AxisId root,
                                     int64_t range);

/// How one part of a leaf is run wherever the stage is computed.
struct LeafPart {
  AxisId root = -1;
  /// Ends of the ranges into which the root is cut, which are run one after the other;
  /// empty if it is not, or if they are entered already.
  std::vector<int64_t> cuts;
  /// One for each cut, then one for each other range that is met, the longest first.
  std::vector<PartRun> runs;
  /// Of ranges that no loop enters any more: in which tiles they are computed, where
  /// these are several.
  std::map<int64_t, std::vector<int64_t>> tiles;

  /// Steps in the longest range, or in all that it is cut into.
  int64_t getCount() const;
};

/// The parts of each leaf of a stage, in order.
std::vector<std::vector<LeafPart>> getLeafParts(const KernelSchedule &kernel, int stage);

/// True if the steps of an axis with these parts overlap with what is computed for the
/// next one in two buffers: some are in one loop that does no test.
bool isPipelined(const std::vector<LeafPart> &parts);

} // namespace dl::schedule

#endif // DL_SCHEDULE_LOOPRUNS_H
