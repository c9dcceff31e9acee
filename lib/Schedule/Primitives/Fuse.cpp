//===-- Fuse.cpp - make two axes one -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive fuse.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Fuse.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

static std::string describeAxes(const KernelSchedule &kernel, int stage, AxisId outer,
                                AxisId inner) {
  const IterationTree &tree = kernel[stage].tree;
  return "axes " + tree[outer].name + " and " + tree[inner].name + " of " + describe(kernel, stage);
}

static std::optional<Refusal> checkKinds(const KernelSchedule &kernel, int stage, AxisId outer,
                                         AxisId inner) {
  const IterationTree &tree = kernel[stage].tree;
  if (tree[outer].kind == tree[inner].kind)
    return std::nullopt;
  bool isOuterSpatial = tree[outer].kind == AxisKind::Spatial;
  return Refusal{describeAxes(kernel, stage, outer, inner) + " cannot be fused: " +
                     tree[isOuterSpatial ? outer : inner].name + " is spatial, " +
                     tree[isOuterSpatial ? inner : outer].name + " is a reduction axis",
                 "fuse axes of one kind"};
}

static std::optional<Refusal> checkInner(const KernelSchedule &kernel, int stage, AxisId outer,
                                         AxisId inner) {
  const IterationTree &tree = kernel[stage].tree;
  std::string axes = describeAxes(kernel, stage, outer, inner);
  for (const AxisPart &part : tree.getParts(inner)) {
    if (part.extent == dynamicExtent)
      return Refusal{axes + " cannot be fused: the extent of " + tree[inner].name +
                         " is known only at run time, and only the outermost of fused axes can be "
                         "such",
                     "reorder them first, so that axis " + tree[inner].name + " is the outer one"};
    if (part.hasIncompleteStep())
      return Refusal{axes + " cannot be fused: the last step of " + tree[inner].name +
                         " is incomplete and would recur in the middle of the fused loop",
                     "split by a factor that divides the extent, or fuse with that axis outermost"};
  }
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkFused(const KernelSchedule &kernel, int stage,
                                                AxisId outer, AxisId inner) {
  auto refusal = checkKinds(kernel, stage, outer, inner);
  return refusal ? refusal : checkInner(kernel, stage, outer, inner);
}

std::optional<Refusal> Fuse::check(const KernelSchedule &kernel) const {
  for (AxisId axis : {outer, inner})
    if (auto refusal = checkPlainLeaf(kernel, stage, axis, "fused", "fuse"))
      return refusal;
  const IterationTree &tree = kernel[stage].tree;
  if (outer == inner)
    return Refusal{describe(kernel, stage, outer) + " cannot be fused with itself",
                   "fuse two adjacent axes"};
  std::string axes = describeAxes(kernel, stage, outer, inner);
  if (auto refusal = checkKinds(kernel, stage, outer, inner))
    return refusal;
  int outerPosition = tree.getPosition(outer), innerPosition = tree.getPosition(inner);
  if (innerPosition != outerPosition + 1)
    return Refusal{axes + " cannot be fused: they stand at positions " +
                       std::to_string(outerPosition) + " and " + std::to_string(innerPosition) +
                       ", not next to each other in this order",
                   "reorder them first"};
  if (auto refusal = checkInner(kernel, stage, outer, inner))
    return refusal;
  if (auto refusal = checkSpace(kernel, stage, axes + " cannot be fused"))
    return refusal;
  // An init before the inner axis would stand before both.
  KernelSchedule changed = kernel;
  apply(changed);
  return checkInit(changed, stage, changed[stage].tree.getLeaves());
}

AxisId Fuse::apply(KernelSchedule &kernel) const { return kernel[stage].tree.fuse(outer, inner); }
