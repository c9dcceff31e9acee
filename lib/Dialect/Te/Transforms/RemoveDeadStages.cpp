//===-- RemoveDeadStages.cpp - what nothing reads is not computed --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// te-remove-dead-stages: stages without use go, and results without use of those that have
// several.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Te/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace dl::te {
#define GEN_PASS_DEF_REMOVEDEADSTAGESPASS
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

using namespace mlir;
using namespace dl::te;

/// Erases the operations of a block that have no use.
static void eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// The op without the results that `kept` lacks; its regions yield as much less.
static void dropResults(Operation *op, const BitVector &kept, OperationState &state) {
  OpBuilder builder(op);
  for (unsigned number : kept.set_bits())
    state.types.push_back(op->getResult(number).getType());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *smaller = builder.create(state);
  auto yield = cast<YieldOp>(smaller->getRegion(0).front().getTerminator());
  SmallVector<Value> yielded;
  unsigned next = 0;
  for (unsigned number : kept.set_bits()) {
    yielded.push_back(yield.getValues()[number]);
    op->getResult(number).replaceAllUsesWith(smaller->getResult(next++));
  }
  yield.getValuesMutable().assign(yielded);
  op->erase();
  eraseUnused(smaller->getRegion(0).front());
}

static BitVector getUsed(Operation *op) {
  BitVector used(op->getNumResults());
  for (OpResult result : op->getResults())
    used[result.getResultNumber()] = !result.use_empty();
  return used;
}

/// Results of a reduction are joined together, so these stay.
static bool dropResults(ComputeOp stage) {
  BitVector used = getUsed(stage);
  if (stage.hasReduction() || used.all())
    return false;
  OperationState state(stage.getLoc(), stage->getName(), stage->getOperands(), TypeRange(),
                       stage->getAttrs());
  dropResults(stage, used, state);
  return true;
}

/// A state is needed for its next value even if the last one is not.
static bool dropResults(ScanOp scan) {
  BitVector used = getUsed(scan);
  used.set(0, scan.getInits().size());
  if (used.all())
    return false;
  SmallVector<int64_t> stacked;
  for (auto [number, dim] : llvm::enumerate(scan.getStackDims()))
    if (used[scan.getInits().size() + number])
      stacked.push_back(dim);
  scan.setStackDims(stacked);
  OperationState state(scan.getLoc(), scan->getName(), scan->getOperands(), TypeRange(),
                       scan->getAttrs());
  dropResults(scan, used, state);
  return true;
}

namespace {
struct RemoveDeadStages : dl::te::impl::RemoveDeadStagesPassBase<RemoveDeadStages> {
  void runOnOperation() override {
    if (isKernel(getOperation()))
      clean(getOperation().getBody().front());
  }

  /// From the last stage on: what it read may be dead then.
  void clean(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (isOpTriviallyDead(&op)) {
        numRemoved += isa<StageOpInterface>(op);
        op.erase();
        continue;
      }
      if (auto compute = dyn_cast<ComputeOp>(op)) {
        numDropped += dropResults(compute);
      } else if (auto scan = dyn_cast<ScanOp>(op)) {
        clean(scan.getBody().front());
        numDropped += dropResults(scan);
      }
    }
  }
};
} // namespace
