//===-- SpaceLimit.cpp - the largest loops that can be counted --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents, offsets and the check of loops are numbers of 64 bits: a stage whose padded or
// fused loops have more points is refused where a step would make it.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

/// A quarter of what 64 bits count: room for what is added to an offset.
static constexpr int64_t maxPoints = int64_t(1) << 61;

std::optional<Refusal> dl::schedule::checkSpace(const KernelSchedule &kernel, int stage,
                                                const std::string &cannot) {
  const IterationTree &tree = kernel[stage].tree;
  int64_t points = 1;
  std::string extents;
  for (AxisId leaf : tree.getLeaves()) {
    // Masked iterations run whole, beyond what they split too.
    bool isMasked =
        tree[leaf].relation == Relation::SplitInner && tree[leaf].tail == TailPolicy::Mask;
    int64_t extent = isMasked ? tree[leaf].extent : tree.getExtent(leaf);
    if (extent == dynamicExtent)
      continue;
    extents += (extents.empty() ? "" : " x ") + std::to_string(extent);
    if (extent != 0 && points > maxPoints / extent)
      return Refusal{cannot + ": the loops of " + describe(kernel, stage) + " would have " +
                         extents + " points, and 2^61 can be counted",
                     "use smaller factors, or split the work into several kernels"};
    points *= extent;
  }
  return std::nullopt;
}
