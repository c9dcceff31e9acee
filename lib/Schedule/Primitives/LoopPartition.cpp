//===-- LoopPartition.cpp - cut an axis into ranges -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive loop_partition.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/LoopPartition.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

static std::string describeCut(const KernelSchedule &kernel, int stage, AxisId axis) {
  return describe(kernel, stage, axis) + " cannot be partitioned: ";
}

std::optional<Refusal> dl::schedule::checkCuts(const KernelSchedule &kernel, int stage, AxisId root,
                                               const std::vector<int64_t> &cuts) {
  int64_t extent = kernel[stage].tree[root].extent;
  std::string cannot = describeCut(kernel, stage, root);
  if (extent == dynamicExtent)
    return Refusal{cannot + "its extent is known only at run time",
                   "use specialize to give some extents loops of their own"};
  int64_t before = 0;
  for (int64_t cut : cuts) {
    if (cut <= before || cut >= extent)
      return Refusal{cannot + "the cut at " + std::to_string(cut) + " is not between " +
                         std::to_string(before) + " and the extent " + std::to_string(extent),
                     "give cuts inside the extent, in ascending order"};
    before = cut;
  }
  return std::nullopt;
}

std::optional<Refusal> LoopPartition::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkPlainLeaf(kernel, stage, axis, "partitioned", "loop_partition"))
    return refusal;
  const AxisNode &node = kernel[stage].tree[axis];
  std::string cannot = describeCut(kernel, stage, axis);
  if (node.relation != Relation::Root)
    return Refusal{cannot + "it was made by split or fuse",
                   "partition the axis before it is split"};
  if (node.extent == dynamicExtent)
    return checkCuts(kernel, stage, axis, cuts);
  if (kernel[stage].tree.getPlacement() == Placement::At)
    return Refusal{cannot + describe(kernel, stage) +
                       " is computed inside the loops of another stage, for ranges that are not "
                       "known here",
                   "use compute_root on it first", -1, -1, Aspect::Placement};
  if (cuts.empty())
    return Refusal{cannot + "no iterations to cut at are given", "give at least one"};
  return checkCuts(kernel, stage, axis, cuts);
}

void LoopPartition::apply(KernelSchedule &kernel) const { kernel[stage].tree.setCuts(axis, cuts); }
