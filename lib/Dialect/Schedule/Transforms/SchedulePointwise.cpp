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
#include "DefaultRules.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

void dl::schedule::schedulePointwise(DefaultScheduler &scheduler, te::ComputeOp root) {
  SequenceWriter &writer = scheduler.getWriter();
  StageHandle stage = scheduler.getHandle(root);
  scheduler.markDone(root);
  SmallVector<Axis> axes = writer.getAxes(stage);
  unsigned numSpatial = root.getNumSpatial();
  if (numSpatial == 0)
    return;
  SmallVector<Axis> outer(ArrayRef<Axis>(axes).take_front(numSpatial - 1));
  // Four vectors at a time hide the latency of long bodies.
  int64_t width = 4 * scheduler.getLanes(root.getTensorType().getElementType());
  Axis last = axes[numSpatial - 1];
  // Whether a condition on sizes that only a run knows holds is asked of each element.
  bool asksSizes = llvm::any_of(
      root.getReads(), [](te::ReadOp read) { return read.getPredicate() && !read.isAffine(); });
  if (root.hasReduction() || !scheduler.getOptions().vectorize || asksSizes ||
      !scheduler.isReadInSteps(root, numSpatial - 1)) {
    outer.push_back(last);
  } else if (last.extent > width) {
    auto [high, low] = writer.split(stage, last, width);
    outer.push_back(high);
    writer.vectorize(stage, low);
  } else {
    writer.vectorize(stage, last);
  }
  markParallel(scheduler, stage, outer);
}
