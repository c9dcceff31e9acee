//===-- SplitParts.cpp - split an axis into a number of steps ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/SplitParts.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Split.h"

#include <algorithm>

using namespace dl::schedule;

std::optional<Refusal> SplitParts::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkPlainLeaf(kernel, stage, axis, "split", "split"))
    return refusal;
  int64_t extent = kernel[stage].tree.getExtent(axis);
  std::string cannot = describe(kernel, stage, axis) + " cannot be split into " +
                       std::to_string(numParts) + " parts: ";
  if (extent == dynamicExtent)
    return Refusal{cannot + "its extent is known only at run time", "split it by a factor"};
  if (numParts < 1)
    return Refusal{cannot + "there must be at least 1",
                   "use a number between 1 and the extent " + std::to_string(extent)};
  return Split(stage, axis, getFactor(kernel), tail).check(kernel);
}

int64_t SplitParts::getFactor(const KernelSchedule &kernel) const {
  int64_t extent = kernel[stage].tree.getExtent(axis);
  return std::max<int64_t>(extent / numParts + (extent % numParts != 0), 1);
}

std::pair<AxisId, AxisId> SplitParts::apply(KernelSchedule &kernel) const {
  return Split(stage, axis, getFactor(kernel), tail).apply(kernel);
}
