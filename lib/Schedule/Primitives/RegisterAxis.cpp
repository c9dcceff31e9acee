//===-- RegisterAxis.cpp - make an axis part of the register tile ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitives vectorize and unroll.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/RegisterAxis.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> RegisterAxis::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkUnannotated(kernel, stage, axis, annotation))
    return refusal;
  std::vector<int> attached = kernel.getAttached(stage, axis);
  if (!attached.empty())
    return Refusal{describe(kernel, stage, axis) + " cannot be " +
                       (annotation == Annotation::Vectorize ? "vectorized" : "unrolled") + ": " +
                       describe(kernel, attached[0]) +
                       " is computed at it, and register axes make no loop",
                   "use compute_root on " + describe(kernel, attached[0]) +
                       " first, or compute_at with an axis outside of it",
                   attached[0], -1, Aspect::Placement};
  KernelSchedule changed = kernel;
  apply(changed);
  if (auto refusal = checkRegisterTile(changed, stage))
    return refusal;
  return checkOrder(changed, stage, changed[stage].tree.getLeaves());
}

void RegisterAxis::apply(KernelSchedule &kernel) const {
  kernel[stage].tree.annotate(axis, annotation);
}
