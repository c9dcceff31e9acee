//===-- Split.cpp - split one axis into two ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive split.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Split.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

/// `64 x 60`.
static std::string joinExtents(const std::vector<AxisPart> &parts) {
  std::string out;
  for (const AxisPart &part : parts)
    out += (out.empty() ? "" : " x ") +
           (part.extent == dynamicExtent ? std::string("?") : std::to_string(part.extent));
  return out;
}

static std::string describeSplit(const KernelSchedule &kernel, int stage, AxisId axis,
                                 int64_t factor) {
  return describe(kernel, stage, axis) + " cannot be split by " + std::to_string(factor);
}

std::optional<Refusal> dl::schedule::checkShift(const KernelSchedule &kernel, int stage,
                                                AxisId axis, int64_t factor) {
  const IterationTree &tree = kernel[stage].tree;
  std::string cannot = describeSplit(kernel, stage, axis, factor);
  if (tree[axis].kind == AxisKind::Reduction)
    return Refusal{cannot + " with tail shift: terms of a reduction must not be added twice",
                   "use tail peel or guard"};
  bool isFused = tree.getParts(axis).size() != 1;
  int64_t extent = tree.getExtent(axis);
  if (isFused || extent == dynamicExtent || extent < factor)
    return Refusal{cannot + " with tail shift: " +
                       (isFused ? "it is fused, and a step that starts earlier is no box"
                        : extent == dynamicExtent
                            ? "its extent is known only at run time and may be less than one step"
                            : "its extent " + std::to_string(extent) + " is less than one step"),
                   "use tail peel or guard"};
  return std::nullopt;
}

std::optional<Refusal> Split::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkPlainLeaf(kernel, stage, axis, "split", "split"))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  auto cannot = [&] { return describeSplit(kernel, stage, axis, factor); };
  if (factor < 1)
    return Refusal{cannot() + ": the factor must be at least 1",
                   "use a factor " +
                       (tree.getExtent(axis) == dynamicExtent
                            ? "of at least 1"
                            : "between 1 and the extent " + std::to_string(tree.getExtent(axis)))};
  const std::vector<AxisPart> &parts = tree.getParts(axis);
  if (!tree.canSplit(axis, factor)) {
    Refusal refusal;
    refusal.reason = cannot() + ": it is fused of extents " + joinExtents(parts) +
                     ", and a step would be no box of them";
    refusal.hint = "use a factor that divides " + std::to_string(parts.back().extent) +
                   " or is a multiple of it, or split the axes before fusing";
    refusal.axis = axis;
    return refusal;
  }
  if (tail == TailPolicy::Mask) {
    KernelSchedule changed = kernel;
    apply(changed);
    if (auto refusal = checkSpace(changed, stage, cannot()))
      return refusal;
    return checkMasks(changed, stage, changed[stage].tree.getLeaves());
  }
  if (tail != TailPolicy::Shift)
    return std::nullopt;
  if (auto refusal = checkShift(kernel, stage, axis, factor))
    return refusal;
  KernelSchedule changed = kernel;
  apply(changed);
  return checkInit(changed, stage, changed[stage].tree.getLeaves());
}

std::pair<AxisId, AxisId> Split::apply(KernelSchedule &kernel) const {
  return kernel[stage].tree.split(axis, factor, tail);
}
