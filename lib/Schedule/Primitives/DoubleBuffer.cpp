//===-- DoubleBuffer.cpp - compute the next part ahead ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive double_buffer.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/DoubleBuffer.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> dl::schedule::checkTwoBuffers(const KernelSchedule &kernel, int stage) {
  if (kernel[stage].getNumResults() != 1)
    return Refusal{describe(kernel, stage) + " has " +
                       std::to_string(kernel[stage].getNumResults()) +
                       " results, and only a stage with one can have two buffers",
                   "compute its results by stages of their own"};
  return std::nullopt;
}

std::optional<Refusal> DoubleBuffer::check(const KernelSchedule &kernel) const {
  const IterationTree &tree = kernel[stage].tree;
  if (tree.getPlacement() != Placement::At)
    return Refusal{describe(kernel, stage) + " is not computed inside a loop, whose next step it "
                                             "could be computed for",
                   "use compute_at on it first"};
  if (auto refusal = checkTwoBuffers(kernel, stage))
    return refusal;
  if (tree.getStorage().isDouble)
    return Refusal{describe(kernel, stage) + " has two buffers already", "name it once", -1, -1,
                   Aspect::Storage};
  KernelSchedule changed = kernel;
  apply(changed);
  return checkPlacements(changed, stage);
}

void DoubleBuffer::apply(KernelSchedule &kernel) const {
  Storage storage = kernel[stage].tree.getStorage();
  storage.isDouble = true;
  kernel[stage].tree.setStorage(storage);
}
