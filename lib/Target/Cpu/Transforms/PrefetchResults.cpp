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
#include "mlir/IR/IRMapping.h"

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

/// True if a value is the same in all iterations of a loop.
static bool isSameInAll(Value value, scf::ForOp loop) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  return apply && llvm::all_of(apply->getOperands(),
                               [&](Value operand) { return loop.isDefinedOutsideOfLoop(operand); });
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
    if (isRow && llvm::all_of(write.getIndices().drop_back(),
                              [&](Value index) { return isSameInAll(index, loop); }))
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
/// An earlier loop over the same row as another one: beside it, or in a loop over the same rows as
/// the one around it.
struct EarlierLoop {
  affine::AffineApplyOp place;
  /// The outermost loops that differ, and the variables of the later ones as those of the earlier.
  scf::ForOp top, earlierTop;
  IRMapping variables;

  /// What a value of the later loop is in the earlier one; null if it is not there yet.
  Value translate(OpBuilder &builder, Value value) const {
    if (Value known = variables.lookupOrNull(value))
      return known;
    Operation *maker = value.getDefiningOp();
    scf::ForOp later = top;
    if (later.isDefinedOutsideOfLoop(value))
      return !maker || maker->getBlock() != earlierTop->getBlock() ||
                     maker->isBeforeInBlock(earlierTop)
                 ? value
                 : Value();
    auto apply = dyn_cast<affine::AffineApplyOp>(maker);
    if (!apply)
      return {};
    SmallVector<Value> operands;
    for (Value operand : apply->getOperands())
      if (!operands.emplace_back(translate(builder, operand)))
        return {};
    return affine::AffineApplyOp::create(builder, apply.getLoc(), apply.getAffineMap(), operands);
  }
};

/// Of the earlier loops over a row the one that does most, beside which most is fetched.
EarlierLoop findEarlier(scf::ForOp loop, affine::AffineApplyOp place) {
  EarlierLoop found;
  size_t most = 0;
  auto visit = [&](scf::ForOp top, scf::ForOp before, scf::ForOp earlierTop) {
    size_t size = before.getBody()->getOperations().size();
    affine::AffineApplyOp same =
        isSameRange(before, loop) ? findSamePlace(before, place) : affine::AffineApplyOp();
    if (!same || size <= most)
      return;
    most = size;
    found = {same, top, earlierTop, {}};
    found.variables.map(top.getInductionVar(), earlierTop.getInductionVar());
    found.variables.map(loop.getInductionVar(), before.getInductionVar());
  };
  for (Operation *op = loop->getPrevNode(); op; op = op->getPrevNode())
    if (auto before = dyn_cast<scf::ForOp>(op))
      visit(loop, before, before);
  auto rows = dyn_cast<scf::ForOp>(loop->getParentOp());
  for (Operation *op = rows ? rows->getPrevNode() : nullptr; op; op = op->getPrevNode())
    if (auto earlierRows = dyn_cast<scf::ForOp>(op); earlierRows && isSameRange(earlierRows, rows))
      for (auto before : earlierRows.getBody()->getOps<scf::ForOp>())
        visit(rows, before, earlierRows);
  return found;
}

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
    EarlierLoop earlier = findEarlier(loop, getPlace(write.getIndices().back(), loop));
    if (!earlier.place)
      return;
    OpBuilder builder(earlier.place->getContext());
    builder.setInsertionPointAfter(earlier.place);
    SmallVector<Value> row;
    for (Value index : write.getIndices().drop_back())
      if (!row.emplace_back(earlier.translate(builder, index)))
        return;
    int64_t line = target->lineBytes / width;
    for (int64_t first = 0; first < write.getVectorType().getNumElements(); first += line) {
      SmallVector<Value> indices(row);
      AffineExpr shifted = getAffineDimExpr(0, builder.getContext()) + first;
      indices.push_back(affine::AffineApplyOp::create(builder, write.getLoc(),
                                                      AffineMap::get(1, 0, shifted),
                                                      ValueRange{earlier.place.getResult()}));
      memref::PrefetchOp::create(builder, write.getLoc(), write.getBase(), indices,
                                 /*isWrite=*/true, /*localityHint=*/3, /*isDataCache=*/true);
    }
    ++numLoops;
  }
};
} // namespace
