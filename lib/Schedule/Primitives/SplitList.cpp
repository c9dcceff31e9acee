//===-- SplitList.cpp - split one axis into several -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive split (by a list).
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/SplitList.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

/// Splits while it is legal. The parts, outermost first.
static std::optional<Refusal> run(KernelSchedule &kernel, int stage, AxisId axis,
                                  const std::vector<int64_t> &factors, TailPolicy tail,
                                  std::vector<AxisId> &parts) {
  for (size_t i = factors.size(); i > 0; --i) {
    Split split(stage, axis, factors[i - 1], tail);
    if (auto refusal = split.check(kernel))
      return refusal;
    auto [outer, inner] = split.apply(kernel);
    parts.insert(parts.begin(), inner);
    axis = outer;
  }
  parts.insert(parts.begin(), axis);
  return std::nullopt;
}

std::optional<Refusal> SplitList::check(const KernelSchedule &kernel) const {
  if (factors.empty())
    return Refusal{"no factors to split by are given", "give one factor for each inner axis"};
  KernelSchedule changed = kernel;
  std::vector<AxisId> parts;
  std::optional<Refusal> refusal = run(changed, stage, axis, factors, tail, parts);
  // Axes made on the way are not in the caller's tree.
  if (refusal && !kernel[stage].tree.contains(refusal->axis))
    refusal->axis = axis;
  return refusal;
}

std::vector<AxisId> SplitList::apply(KernelSchedule &kernel) const {
  std::vector<AxisId> parts;
  run(kernel, stage, axis, factors, tail, parts);
  return parts;
}
