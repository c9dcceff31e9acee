//===-- DecomposeReduction.cpp - set accumulators before an outer loop ----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive decompose_reduction.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/DecomposeReduction.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> DecomposeReduction::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  if (!tree.hasReduction())
    return Refusal{describe(kernel, stage) + " has no reduction axis, so there is no init to place",
                   "use it on a stage that reduces"};
  for (AxisId leaf : tree.getLeaves()) {
    if (leaf == axis)
      break;
    if (tree[leaf].kind == AxisKind::Reduction) {
      Refusal refusal;
      refusal.reason = "the init of " + describe(kernel, stage) + " cannot stand before axis " +
                       tree[axis].name + ", which is inside of the reduction axis " +
                       tree[leaf].name;
      refusal.hint = "use axis " + tree[leaf].name + " or one outside of it, or reorder first";
      refusal.axis = leaf;
      return refusal;
    }
  }
  KernelSchedule changed = kernel;
  apply(changed);
  auto refusal = checkInit(changed, stage, changed[stage].tree.getLeaves());
  // Where it is now is not in the way.
  if (refusal && refusal->aspect == Aspect::Init)
    refusal->aspect = Aspect::Order;
  return refusal;
}

void DecomposeReduction::apply(KernelSchedule &kernel) const {
  kernel[stage].tree.setInitAxis(axis);
}
