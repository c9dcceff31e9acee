//===-- InlineStages.cpp - substitute stages into their readers -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// compute_inline on te: each read of the stage becomes the stage's formula at
// the read's indices. Input: a kernel whose trees say which stages are inlined.
// Output: the same kernel without them.
//
//===----------------------------------------------------------------------===//
#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/Transforms/InlineRead.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

void dl::schedule::inlineStages(func::FuncOp kernel) {
  for (te::ComputeOp compute : te::getComputes(kernel)) {
    if (getTree(compute).getPlacement() != Placement::Inline)
      continue;
    assert(!compute.hasReduction() && "a stage that reduces has no formula to substitute");
    for (Operation *user : llvm::make_early_inc_range(compute->getUsers()))
      te::inlineRead(compute, cast<te::ReadOp>(user));
    compute.erase();
  }
}
