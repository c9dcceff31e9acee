//===-- Split.cpp - split one axis into two -*- C++ -*-===//
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

std::optional<Refusal> Split::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkPlainLeaf(kernel, stage, axis, "split"))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  if (factor < 1)
    return Refusal{describe(kernel, stage, axis) + " cannot be split by " + std::to_string(factor) +
                       ": the factor must be at least 1",
                   "use a factor between 1 and the extent"};
  if (tree.derivesFromFused(axis)) {
    Refusal refusal;
    refusal.reason = describe(kernel, stage, axis) + " is fused and cannot be split";
    refusal.hint = "split its parts before fusing";
    refusal.axis = axis;
    return refusal;
  }
  return std::nullopt;
}

std::pair<AxisId, AxisId> Split::apply(KernelSchedule &kernel) const {
  return kernel[stage].tree.split(axis, factor, tail);
}
