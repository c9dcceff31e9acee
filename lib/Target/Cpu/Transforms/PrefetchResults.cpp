//===-- PrefetchResults.cpp - fetch rows before they are written ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-prefetch-results: a row of a large result that a loop writes at the end is fetched by
// the loop before it over the same row, which computes in the meantime.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dl::cpu {
#define GEN_PASS_DEF_PREFETCHRESULTSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// The place in a row that the loop's variable alone gives, as map(%iv).
static affine::AffineApplyOp getPlace(Value index, scf::ForOp loop) {
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  bool isOfLoop =
      apply && apply->getNumOperands() == 1 && apply.getOperand(0) == loop.getInductionVar();
  return isOfLoop ? apply : affine::AffineApplyOp();
}

/// The write of a vector to a result of the kernel, in rows that lie one behind the other, at
/// a place that the loop moves along the row; null if there is no such write.
static vector::TransferWriteOp findWrite(scf::ForOp loop, func::FuncOp kernel) {
  for (auto write : loop.getBody()->getOps<vector::TransferWriteOp>()) {
    auto argument = dyn_cast<BlockArgument>(write.getBase());
    auto type = dyn_cast<MemRefType>(write.getShapedType());
    bool isRow = argument && argument.getOwner() == &kernel.getBody().front() && type &&
                 type.hasStaticShape() && type.getLayout().isIdentity() && type.getRank() > 1 &&
                 write.getVectorType().getRank() == 1 &&
                 write.getPermutationMap().isMinorIdentity() &&
                 getPlace(write.getIndices().back(), loop);
    auto isOutside = [&](Value index) { return loop.isDefinedOutsideOfLoop(index); };
    if (isRow && llvm::all_of(write.getIndices().drop_back(), isOutside))
      return write;
  }
  return {};
}

static bool isSameRange(scf::ForOp a, scf::ForOp b) {
  return a.getLowerBound() == b.getLowerBound() && a.getUpperBound() == b.getUpperBound() &&
         a.getStep() == b.getStep();
}

/// The place in a loop that is the same as one in another loop of the same range.
static affine::AffineApplyOp findSamePlace(scf::ForOp loop, affine::AffineApplyOp place) {
  for (auto apply : loop.getBody()->getOps<affine::AffineApplyOp>())
    if (apply.getAffineMap() == place.getAffineMap() && getPlace(apply, loop))
      return apply;
  return {};
}

namespace {
struct PrefetchResults : dl::cpu::impl::PrefetchResultsPassBase<PrefetchResults> {
  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<func::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
      for (scf::ForOp loop : loops)
        if (vector::TransferWriteOp write = findWrite(loop, kernel))
          prefetch(loop, write);
    }
  }

  void prefetch(scf::ForOp loop, vector::TransferWriteOp write) {
    auto type = cast<MemRefType>(write.getShapedType());
    int64_t width = type.getElementTypeBitWidth() / 8;
    std::shared_ptr<const dl::schedule::Target> target = dl::schedule::getTarget(loop);
    // What stays in the nearer caches is there already.
    if (width == 0 || type.getNumElements() * width <= target->getNearBytes())
      return;
    affine::AffineApplyOp place = getPlace(write.getIndices().back(), loop), same;
    for (Operation *op = loop->getPrevNode(); op && !same; op = op->getPrevNode())
      if (auto before = dyn_cast<scf::ForOp>(op); before && isSameRange(before, loop))
        same = findSamePlace(before, place);
    auto isBefore = [&](Value index) {
      Operation *maker = index.getDefiningOp();
      return !maker || (same && maker->getBlock() != same->getBlock() &&
                        (maker->getBlock() != loop->getBlock() ||
                         maker->isBeforeInBlock(same->getParentOp())));
    };
    if (!same || !llvm::all_of(write.getIndices().drop_back(), isBefore))
      return;
    OpBuilder builder(same->getContext());
    builder.setInsertionPointAfter(same);
    int64_t line = target->lineBytes / width;
    for (int64_t first = 0; first < write.getVectorType().getNumElements(); first += line) {
      SmallVector<Value> indices(write.getIndices());
      AffineExpr shifted = getAffineDimExpr(0, builder.getContext()) + first;
      indices.back() = affine::AffineApplyOp::create(
          builder, write.getLoc(), AffineMap::get(1, 0, shifted), ValueRange{same.getResult()});
      memref::PrefetchOp::create(builder, write.getLoc(), write.getBase(), indices,
                                 /*isWrite=*/true, /*localityHint=*/3, /*isDataCache=*/true);
    }
    ++numLoops;
  }
};
} // namespace
