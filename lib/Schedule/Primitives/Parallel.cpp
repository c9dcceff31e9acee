//===-- Parallel.cpp - share the iterations of an axis among threads -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive parallel.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Parallel.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Bind.h"

using namespace dl::schedule;

std::optional<Refusal> Parallel::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkUnannotated(kernel, stage, axis, Annotation::Parallel))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  if (tree[axis].kind == AxisKind::Reduction) {
    int64_t extent = tree.getExtent(axis);
    return Refusal{describe(kernel, stage, axis) + " (extent " +
                       (extent == dynamicExtent ? "?" : std::to_string(extent)) +
                       ") is a reduction axis: threads would combine into the same elements",
                   "make a spatial axis parallel"};
  }
  if (int consumer = kernel.getAttachStage(stage); consumer != -1)
    return Refusal{describe(kernel, stage) + " is computed at " + describe(kernel, consumer) +
                       ", and a stage inside the loops of another cannot start threads",
                   "make an axis of " + describe(kernel, consumer) +
                       " parallel, or use "
                       "compute_root on " +
                       describe(kernel, stage),
                   -1, -1, Aspect::Placement};
  KernelSchedule changed = kernel;
  apply(changed);
  // A stage that is computed ahead at the axis needs steps one after the other, and one at an axis
  // around it is computed for the ranges of all parallel axes.
  for (int attached : changed.getAttached(stage))
    if (auto refusal = checkPlacement(changed, attached)) {
      if (refusal->stage == -1)
        refusal->stage = attached;
      return refusal;
    }
  if (auto refusal = checkOrder(changed, stage, changed[stage].tree.getLeaves()))
    return refusal;
  return checkBindings(changed, stage);
}

void Parallel::apply(KernelSchedule &kernel) const {
  kernel[stage].tree.annotate(axis, Annotation::Parallel);
}
