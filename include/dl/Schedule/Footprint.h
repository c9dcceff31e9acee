//===-- Footprint.h - what a stage takes at its place -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many elements of a stage one step of the loop around it computes, and how
// many all steps compute together. Follows from trees and indices alone, before
// any loop is made. Input: a kernel whose placements are legal.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_FOOTPRINT_H
#define DL_SCHEDULE_FOOTPRINT_H

#include "dl/Schedule/KernelSchedule.h"

namespace dl::schedule {

/// What a stage that is not inlined takes at its place. Counts that depend on an
/// extent known only at run time are dynamicExtent.
struct Footprint {
  /// Extents of the stage's roots there: the box of elements that one whole step of
  /// the axis around it needs, then the reduction axes.
  std::vector<int64_t> extents;
  /// Elements in the box.
  int64_t elements = 1;
  /// Elements of the stage, and elements computed in a run of the kernel. Their
  /// quotient is the recomputation.
  int64_t whole = 1;
  int64_t computed = 1;
};

Footprint getFootprint(const KernelSchedule &kernel, int stage);

/// The extents that the roots of a stage have where it is computed: one set for each
/// way in which whole steps and tails of the loops around it combine.
std::vector<std::vector<int64_t>> getPlaceExtents(const KernelSchedule &kernel, int stage);

} // namespace dl::schedule

#endif // DL_SCHEDULE_FOOTPRINT_H
