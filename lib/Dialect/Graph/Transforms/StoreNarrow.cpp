//===-- StoreNarrow.cpp - values that are kept in bf16 --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-store-narrow: what a product rounds to bf16 is stored so, and others that read it widen it:
// half the bytes go through memory, and nothing is stored twice.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ByteProducts.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

namespace dl::graph {
#define GEN_PASS_DEF_STORENARROWPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

static Type getElementType(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

/// A rounding of a value that is computed.
static bool isRounding(CastOp op) {
  return getElementType(op.getResult()).isBF16() && getElementType(op.getX()).isF32() &&
         op.getX().getDefiningOp() && !op.getX().getDefiningOp<ConstantOp>();
}

/// True where others than products use a value inside of the function.
static bool hasOtherReaders(CastOp rounding) {
  bool hasOthers = false;
  for (Operation *user : rounding.getX().getUsers()) {
    if (user->hasTrait<OpTrait::IsTerminator>())
      return false;
    hasOthers |= user != rounding;
  }
  return hasOthers;
}

namespace {
struct StoreNarrow : dl::graph::impl::StoreNarrowPassBase<StoreNarrow> {
  using StoreNarrowPassBase::StoreNarrowPassBase;

  void runOnOperation() override {
    SmallVector<CastOp> roundings;
    getOperation().walk([&](CastOp op) {
      if (isRounding(op))
        roundings.push_back(op);
    });
    // The last ones first: what they are moved in front of may be rounded itself.
    for (CastOp op : llvm::reverse(roundings)) {
      if (hasOtherReaders(op))
        widenOtherReaders(op);
      roundBefore(op);
    }
  }

private:
  void widenOtherReaders(CastOp rounding) {
    OpBuilder builder(rounding);
    Value x = rounding.getX();
    // Right behind what computes it, in front of all that reads it.
    rounding->moveAfter(x.getDefiningOp());
    builder.setInsertionPointAfter(rounding);
    Value wide =
        CheckedBuilder(builder, rounding.getLoc()).cast(rounding.getResult(), getElementType(x));
    x.replaceUsesWithIf(wide, [&](OpOperand &use) { return use.getOwner() != rounding; });
    ++numStored;
  }

  /// The largest of rounded numbers is the largest one, rounded.
  void roundBefore(CastOp rounding) {
    auto pool = rounding.getX().getDefiningOp<MaxPoolOp>();
    if (!pool || !pool->hasOneUse())
      return;
    OpBuilder builder(pool);
    CheckedBuilder graph(builder, pool.getLoc());
    Value made = graph.make<MaxPoolOp>(
        {graph.cast(pool->getOperand(0), getElementType(rounding.getResult()))},
        pool.getProperties());
    if (!made || made.getType() != rounding.getType())
      return;
    rounding.getResult().replaceAllUsesWith(made);
    rounding.erase();
    pool.erase();
    ++numStored;
  }
};
} // namespace
