//===-- Specialize.cpp - loops for one extent of a dynamic axis -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive specialize.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Specialize.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

/// Each version is a copy of the whole nest.
static constexpr size_t maxVersions = 4;

static std::string describeVersion(const KernelSchedule &kernel, int stage, AxisId axis) {
  return describe(kernel, stage, axis) + " cannot be specialized: ";
}

/// One more version of an axis of the stage, which has `count` versions of all its axes.
static std::optional<Refusal> checkVersion(const KernelSchedule &kernel, int stage, AxisId axis,
                                           int64_t extent, size_t count,
                                           const std::vector<int64_t> &others) {
  std::string cannot = describeVersion(kernel, stage, axis);
  if (int64_t known = kernel[stage].tree[axis].extent; known != dynamicExtent)
    return Refusal{cannot + "its extent is always " + std::to_string(known),
                   "specialize an axis whose extent is known only at run time"};
  if (extent < 1)
    return Refusal{cannot + "the extent " + std::to_string(extent) + " is not at least 1",
                   "give an extent that is met at run time"};
  if (count >= maxVersions)
    return Refusal{cannot + describe(kernel, stage) + " has " + std::to_string(count) +
                       " versions already, each a copy of its loops",
                   "specialize for the most frequent extents only"};
  for (int64_t other : others)
    if (other == extent)
      return Refusal{cannot + "there is a version for " + std::to_string(extent) + " already",
                     "name each extent once"};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkVersions(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  size_t count = 0;
  for (AxisId root : tree.getRoots()) {
    std::vector<int64_t> others;
    for (int64_t extent : tree[root].versions) {
      if (auto refusal = checkVersion(kernel, stage, root, extent, count++, others))
        return refusal;
      others.push_back(extent);
    }
  }
  return std::nullopt;
}

std::optional<Refusal> Specialize::check(const KernelSchedule &kernel) const {
  const IterationTree &tree = kernel[stage].tree;
  if (!tree.contains(axis) || tree[axis].relation != Relation::Root)
    if (auto refusal = checkLeaf(kernel, stage, axis))
      return refusal;
  std::string cannot = describeVersion(kernel, stage, axis);
  if (tree[axis].relation != Relation::Root)
    return Refusal{cannot + "it was made by split or fuse", "specialize the axis it is made of"};
  size_t count = 0;
  for (AxisId root : tree.getRoots())
    count += tree[root].versions.size();
  if (auto refusal = checkVersion(kernel, stage, axis, extent, count, tree[axis].versions))
    return refusal;
  if (tree.getPlacement() != Placement::Root)
    return Refusal{cannot + describe(kernel, stage) + " is not computed at root",
                   "use compute_root on it first, or specialize the stage it is computed at", -1,
                   -1, Aspect::Placement};
  return std::nullopt;
}

void Specialize::apply(KernelSchedule &kernel) const {
  kernel[stage].tree.addVersion(axis, extent);
}
