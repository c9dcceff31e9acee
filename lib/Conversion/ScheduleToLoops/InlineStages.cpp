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

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// The reads of a stage. Of those of one place in the same formula only the first is left.
static SmallVector<te::ReadOp> getDistinctReads(te::ComputeOp stage) {
  llvm::MapVector<Block *, SmallVector<te::ReadOp>> readers;
  for (Operation *user : stage->getUsers())
    readers[user->getBlock()].push_back(cast<te::ReadOp>(user));
  SmallVector<te::ReadOp> distinct;
  for (auto &[formula, reads] : readers) {
    llvm::sort(reads, [](te::ReadOp a, te::ReadOp b) { return a->isBeforeInBlock(b); });
    size_t first = distinct.size();
    for (te::ReadOp read : reads) {
      auto known = llvm::find_if(ArrayRef(distinct).drop_front(first), [&](te::ReadOp other) {
        return OperationEquivalence::isEquivalentTo(other, read,
                                                    OperationEquivalence::IgnoreLocations);
      });
      if (known == distinct.end()) {
        distinct.push_back(read);
        continue;
      }
      te::ReadOp same = *known;
      read.getResult().replaceAllUsesWith(same.getResult());
      read.erase();
    }
  }
  return distinct;
}

void dl::schedule::inlineStages(func::FuncOp kernel) {
  // From the last one on, so that what two parts of a formula read at one place becomes part of it
  // once.
  SmallVector<te::ComputeOp> computes(te::getComputes(kernel));
  for (te::ComputeOp compute : llvm::reverse(computes)) {
    if (getTree(compute).getPlacement() != Placement::Inline)
      continue;
    assert(!compute.hasReduction() && "a stage that reduces has no formula to substitute");
    for (te::ReadOp read : getDistinctReads(compute))
      te::inlineRead(compute, read);
    compute.erase();
  }
}
