//===-- Legality.cpp - rules on the axes of one stage -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that look at one stage: leaves, their order, the register tile.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::string dl::schedule::describe(const KernelSchedule &kernel, int stage) {
  return "stage \"" + kernel[stage].name + "\"";
}

std::string dl::schedule::describe(const KernelSchedule &kernel, int stage, AxisId axis) {
  return "axis " + kernel[stage].tree[axis].name + " of " + describe(kernel, stage);
}

static const char *getParticiple(Annotation annotation) {
  switch (annotation) {
  case Annotation::Parallel:
    return "parallel";
  case Annotation::Vectorize:
    return "vectorized";
  case Annotation::Unroll:
    return "unrolled";
  case Annotation::Tensorize:
    return "tensorized";
  case Annotation::BlockX:
  case Annotation::BlockY:
  case Annotation::BlockZ:
  case Annotation::ThreadX:
  case Annotation::ThreadY:
  case Annotation::ThreadZ:
  case Annotation::VThread:
    return "bound";
  case Annotation::None:
    break;
  }
  return "plain";
}

std::optional<Refusal> dl::schedule::checkLeaf(const KernelSchedule &kernel, int stage,
                                               AxisId axis) {
  const IterationTree &tree = kernel[stage].tree;
  if (!tree.contains(axis))
    return Refusal{"axis " + std::to_string(axis) + " is not in the tree of " +
                       describe(kernel, stage) + ", which has " + std::to_string(tree.size()) +
                       " axes",
                   "take the axis from the stage again: the step that made it was undone"};
  if (tree[axis].state != AxisState::Live) {
    std::vector<AxisId> children = tree.getChildren(axis);
    bool isSplit = tree[axis].state == AxisState::Split;
    Refusal refusal;
    refusal.reason = describe(kernel, stage, axis) + " was already " +
                     (isSplit ? "split by " + std::to_string(tree[children[0]].extent) : "fused") +
                     " into " + tree[children[0]].name +
                     (isSplit ? " and " + tree[children[1]].name : "");
    refusal.hint = isSplit ? "use its parts" : "use the fused axis";
    refusal.axis = axis;
    return refusal;
  }
  if (kernel[stage].isInlined())
    return Refusal{describe(kernel, stage) + " is inlined into its readers and has no loops",
                   "use compute_root or compute_at on it first"};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkPlainLeaf(const KernelSchedule &kernel, int stage,
                                                    AxisId axis, const std::string &action) {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  Annotation annotation = kernel[stage].tree[axis].annotation;
  if (annotation != Annotation::None) {
    Refusal refusal;
    refusal.reason = describe(kernel, stage, axis) + " is " + getParticiple(annotation);
    refusal.hint = action + " the axis first and annotate what it becomes";
    refusal.axis = axis;
    return refusal;
  }
  std::vector<int> attached = kernel.getAttached(stage, axis);
  if (!attached.empty())
    return Refusal{describe(kernel, attached[0]) + " is computed at " +
                       describe(kernel, stage, axis),
                   action + " the axis before compute_at, or use compute_root on " +
                       describe(kernel, attached[0]) + " first",
                   attached[0]};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkOrder(const KernelSchedule &kernel, int stage,
                                                const std::vector<AxisId> &order) {
  const IterationTree &tree = kernel[stage].tree;
  for (size_t i = 1; i < order.size(); ++i) {
    AxisId before = order[i - 1], axis = order[i];
    if (tree[axis].annotation == Annotation::Parallel &&
        tree[before].annotation != Annotation::Parallel)
      return Refusal{"parallel " + describe(kernel, stage, axis) + " would stand inside axis " +
                         tree[before].name + ", which is " + getParticiple(tree[before].annotation),
                     "parallel axes come first: put it outside, or make axis " + tree[before].name +
                         " parallel first"};
    if (tree.isRegister(before) && !tree.isRegister(axis))
      return Refusal{getParticiple(tree[before].annotation) +
                         (" " + describe(kernel, stage, before)) + " would stand outside axis " +
                         tree[axis].name + ", which is " + getParticiple(tree[axis].annotation),
                     "register axes come last: put it inside, or unroll or vectorize axis " +
                         tree[axis].name + " first"};
  }
  std::vector<AxisId> parts;
  for (AxisId axis : order)
    for (AxisId part : tree.getParts(axis))
      parts.push_back(part);
  for (size_t i = 0; i < parts.size(); ++i)
    for (size_t j = i + 1; j < parts.size(); ++j)
      if (!tree.derivesFromFused(parts[i]) && !tree.derivesFromFused(parts[j]) &&
          tree.isInside(parts[i], parts[j]))
        return Refusal{describe(kernel, stage, parts[i]) + " would stand outside axis " +
                           tree[parts[j]].name + " of which it is the inner part",
                       "keep axis " + tree[parts[j]].name + " outside axis " + tree[parts[i]].name +
                           ", or split with another factor"};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkRegisterTile(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  int64_t total = 1;
  for (AxisId axis : tree.getLeaves()) {
    if (!tree.isRegister(axis) || tree[axis].annotation == Annotation::Tensorize)
      continue;
    if (tree.derivesFromFused(axis))
      return Refusal{describe(kernel, stage, axis) + " is fused and cannot be " +
                         getParticiple(tree[axis].annotation),
                     "split a part off before fusing and annotate that part"};
    int64_t extent = tree.getExtent(axis);
    if (extent == dynamicExtent)
      return Refusal{describe(kernel, stage, axis) +
                         " has an extent known only at run time and "
                         "cannot be " +
                         getParticiple(tree[axis].annotation),
                     "split it by a constant and annotate the inner part"};
    total = extent > maxRegisterTile ? extent : total * extent;
    if (total > maxRegisterTile)
      return Refusal{"the register tile of " + describe(kernel, stage) + " has " +
                         std::to_string(total) + " iterations with axis " + tree[axis].name +
                         " of extent " + std::to_string(extent) + ", at most " +
                         std::to_string(maxRegisterTile) + " are unrolled",
                     "split axis " + tree[axis].name + " and annotate the inner part"};
  }
  return std::nullopt;
}
