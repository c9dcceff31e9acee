//===-- Reorder.cpp - put axes into another order -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive reorder.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Reorder.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Bind.h"

#include <algorithm>

using namespace dl::schedule;

std::optional<Refusal> Reorder::check(const KernelSchedule &kernel) const {
  for (size_t i = 0; i < order.size(); ++i) {
    if (auto refusal = checkLeaf(kernel, stage, order[i]))
      return refusal;
    if (std::find(order.begin(), order.begin() + i, order[i]) != order.begin() + i)
      return Refusal{describe(kernel, stage, order[i]) + " stands twice in the new order",
                     "name each axis once"};
    if (kernel[stage].tree[order[i]].annotation == Annotation::Tensorize)
      return Refusal{describe(kernel, stage, order[i]) +
                         " is tensorized, and the order of the tile's axes is the intrinsic's",
                     "reorder before tensorize", -1, order[i]};
  }
  KernelSchedule changed = kernel;
  apply(changed);
  if (auto refusal = checkOrder(kernel, stage, changed[stage].tree.getLeaves()))
    return refusal;
  // Stages attached here may lose a reader from the step they are computed in.
  return kernel.getAttached(stage).empty() ? checkBindings(changed, stage)
                                           : checkPlacements(changed, stage);
}

void Reorder::apply(KernelSchedule &kernel) const { kernel[stage].tree.reorder(order); }
