//===-- ReverseComputeAt.cpp - compute a consumer inside its producer's loop -===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive reverse_compute_at.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/ReverseComputeAt.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Fuse.h"

#include <algorithm>

using namespace dl::schedule;

/// For each spatial root of the producer the root of the stage that reads along it,
/// where all reads are element by element.
static std::optional<std::vector<AxisId>> getPointwiseRoots(const KernelSchedule &kernel, int stage,
                                                            int producer) {
  std::vector<StageRead> accesses = kernel.getAccesses(stage, producer);
  std::vector<AxisId> roots;
  for (const StageRead &access : accesses) {
    std::vector<AxisId> mapped;
    for (const IndexExpression &index : access.indices) {
      AxisId root = -1;
      for (AxisId axis = 0; axis < static_cast<int>(index.coefficients.size()); ++axis)
        if (index.coefficients[axis] != 0) {
          if (root != -1 || index.coefficients[axis] != 1)
            return std::nullopt;
          root = axis;
        }
      if (root == -1 || index.kind != IndexKind::Affine || index.constant != 0 ||
          access.isGuarded || kernel[stage].tree[root].kind != AxisKind::Spatial ||
          std::find(mapped.begin(), mapped.end(), root) != mapped.end())
        return std::nullopt;
      mapped.push_back(root);
    }
    if (!roots.empty() && roots != mapped)
      return std::nullopt;
    roots = mapped;
  }
  return roots;
}

/// Makes on `stage` the axes that `producer` has outside of and at `axis`: their splits and
/// fusions, order and threads. Returns what `axis` became, or -1 where the steps of a split
/// would be no boxes of axes that were fused, or fuse would refuse them: `stage` may have other
/// extents.
static AxisId moveLoops(KernelSchedule &kernel, int producer, int stage, AxisId axis,
                        const std::vector<AxisId> &roots) {
  IterationTree &from = kernel[producer].tree, &to = kernel[stage].tree;
  std::vector<AxisId> outer(from.getLeaves().begin(),
                            from.getLeaves().begin() + from.getPosition(axis) + 1);
  // The axes that the outer ones are made from, those first.
  std::vector<bool> isNeeded(from.size(), false);
  for (AxisId leaf : outer)
    isNeeded[leaf] = true;
  for (AxisId node = from.size() - 1; node >= 0; --node)
    for (AxisId parent : from[node].parents)
      if (isNeeded[node] && parent != -1)
        isNeeded[parent] = true;
  std::vector<AxisId> moved(from.size(), -1);
  std::copy(roots.begin(), roots.end(), moved.begin());
  for (AxisId node = 0; node < from.size(); ++node) {
    const AxisNode &made = from[node];
    // An inner part stands inside of the outer one, which has made it already.
    if (!isNeeded[node] || made.relation == Relation::Root || moved[node] != -1)
      continue;
    if (made.relation == Relation::Fused) {
      if (checkFused(kernel, stage, moved[made.parents[0]], moved[made.parents[1]]))
        return -1;
      moved[node] = to.fuse(moved[made.parents[0]], moved[made.parents[1]]);
      continue;
    }
    if (!to.canSplit(moved[made.parents[0]], made.extent))
      return -1;
    // A range of less than one step has none that could start earlier.
    int64_t extent = to.getExtent(moved[made.parents[0]]);
    bool isShort = made.tail == TailPolicy::Shift && extent < made.extent;
    auto parts =
        to.split(moved[made.parents[0]], made.extent, isShort ? TailPolicy::Peel : made.tail);
    moved[node] = parts.first;
    moved[node + 1] = parts.second;
  }
  std::vector<AxisId> order;
  for (AxisId leaf : outer) {
    order.push_back(moved[leaf]);
    to.annotate(moved[leaf], from[leaf].annotation);
    from.annotate(leaf, Annotation::None);
  }
  for (AxisId leaf : to.getLeaves())
    if (std::find(order.begin(), order.end(), leaf) == order.end())
      order.push_back(leaf);
  to.reorder(order);
  return moved[axis];
}

std::optional<Refusal> ReverseComputeAt::check(const KernelSchedule &kernel) const {
  std::string cannot = describe(kernel, stage) + " cannot be computed at ";
  if (producer == stage || kernel.getAccesses(stage, producer).empty())
    return Refusal{cannot + describe(kernel, producer) + ", which it does not read",
                   "use it on a stage that reads the other", producer == stage ? -1 : producer};
  if (auto refusal = checkLeaf(kernel, producer, axis)) {
    refusal->stage = producer;
    return refusal;
  }
  const IterationTree &tree = kernel[producer].tree;
  cannot += describe(kernel, producer, axis) + ": ";
  if (tree.isRegister(axis))
    return Refusal{cannot + "it is part of the register tile and makes no loop",
                   "use an axis outside the register tile", producer, axis};
  for (AxisId leaf : tree.getLeaves()) {
    if (tree[leaf].kind == AxisKind::Reduction)
      return Refusal{cannot +
                         (leaf == axis ? "it is a reduction axis"
                                       : "it is inside of the reduction axis " + tree[leaf].name) +
                         ", before whose end no element is complete",
                     "use an axis outside of axis " + tree[leaf].name + ", or reorder first",
                     producer, leaf == axis ? axis : -1,
                     leaf == axis ? Aspect::Axis : Aspect::Order};
    if (leaf == axis)
      break;
  }
  for (int other : {producer, stage})
    if (kernel[other].tree.getPlacement() != Placement::Root)
      return Refusal{cannot + describe(kernel, other) + " is not computed at root",
                     "use compute_root on it first", other, -1, Aspect::Placement};
  if (auto refusal = checkUntouched(kernel, stage, kernel[stage].tree.getPlain(), cannot,
                                    "use reverse_compute_at before other steps on the stage"))
    return refusal;
  if (!getPointwiseRoots(kernel, stage, producer))
    return Refusal{cannot + describe(kernel, stage) + " does not read it element by element",
                   "use compute_at on " + describe(kernel, producer) + " instead", producer};
  KernelSchedule changed = kernel;
  if (!applyTo(changed))
    return Refusal{cannot + "the loops around it have axes that were fused and split, and " +
                       describe(kernel, stage) +
                       " has other extents, of which the steps would be "
                       "incomplete or no boxes",
                   "use an axis outside of them, or compute_at on " + describe(kernel, producer) +
                       " instead",
                   producer, axis};
  if (auto refusal = checkOrder(changed, stage, changed[stage].tree.getLeaves())) {
    refusal->axis = -1;
    return refusal;
  }
  auto refusal = checkPlacements(changed, producer);
  if (refusal && refusal->stage == -1)
    refusal->stage = producer;
  return refusal;
}

bool ReverseComputeAt::applyTo(KernelSchedule &kernel) const {
  std::vector<AxisId> roots = *getPointwiseRoots(kernel, stage, producer);
  AxisId at = moveLoops(kernel, producer, stage, axis, roots);
  if (at == -1)
    return false;
  kernel[producer].tree.placeAt(kernel[stage].name, at);
  return true;
}

void ReverseComputeAt::apply(KernelSchedule &kernel) const { (void)applyTo(kernel); }
