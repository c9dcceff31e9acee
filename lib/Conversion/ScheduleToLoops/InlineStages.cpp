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
#include "InlineStages.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/Transforms/InlineRead.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

LogicalResult dl::schedule::inlineStages(func::FuncOp kernel) {
  for (te::ComputeOp compute : te::getComputes(kernel)) {
    if (getTree(compute).getPlacement() != Placement::Inline)
      continue;
    if (compute.hasReduction())
      return compute.emitOpError("cannot be inlined: it reduces");
    SmallVector<Operation *> users(compute->getUsers());
    for (Operation *user : users) {
      auto read = dyn_cast<te::ReadOp>(user);
      if (!read)
        return compute.emitOpError("cannot be inlined: it is a result of the kernel");
      if (read.getPredicate()) {
        auto diagnostic = compute.emitOpError("cannot be inlined into a guarded read, since its "
                                              "own reads would go without the guard; compute it "
                                              "at root");
        diagnostic.attachNote(read.getLoc()) << "this read";
        return failure();
      }
    }
    for (Operation *user : users)
      te::inlineRead(compute, cast<te::ReadOp>(user));
    compute.erase();
  }
  return success();
}
