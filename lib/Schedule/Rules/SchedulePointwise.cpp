//===-- SchedulePointwise.cpp - the rule for elementwise stages -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule that takes what no other takes: copies, padding, elementwise stages.
// The innermost axis is vectorized, the outermost ones are parallel.
//
//===----------------------------------------------------------------------===//
#include "Scheduler.h"

#include <algorithm>

using namespace dl::schedule;

void dl::schedule::schedulePointwise(Scheduler &scheduler, int root, bool isInside) {
  scheduler.markDone(root);
  std::vector<Axis> axes = scheduler.getAxes(root);
  int numSpatial = scheduler.getNumSpatial(root);
  if (numSpatial == 0)
    return;
  std::vector<Axis> outer(axes.begin(), axes.begin() + numSpatial - 1);
  Axis last = axes[numSpatial - 1];
  // Whether a condition on sizes that only a run knows holds is asked of each element.
  std::vector<Access> accesses = scheduler.getAccesses(root);
  bool asksSizes = std::any_of(accesses.begin(), accesses.end(), [](const Access &access) {
    return access.read.isGuarded && !access.isAffine();
  });
  bool hasReduction = static_cast<int>(axes.size()) > numSpatial;
  if (hasReduction || !scheduler.getOptions().vectorize || asksSizes ||
      !scheduler.isReadInSteps(root, numSpatial - 1)) {
    outer.push_back(last);
    if (!isInside)
      scheduler.parallelize(root, outer);
    return;
  }
  // Four vectors at a time hide the latency of long bodies.
  int64_t width =
      scheduler.getLanes(root) * scheduler.choose(root, last, "vectors", {1, 2, 8, 16}, 4);
  if (last.extent > width) {
    auto [high, low] = scheduler.split(root, last, width);
    outer.push_back(high);
    last = low;
  }
  scheduler.vectorize(root, last);
  if (!isInside)
    scheduler.parallelize(root, outer);
}
