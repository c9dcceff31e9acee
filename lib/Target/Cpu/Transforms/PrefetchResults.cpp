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

/// A result of so many times the nearer caches is written faster where its lines are asked for
/// ahead: measured on a Xeon with AMX, 1.2 times as fast from 16 MB on.
static constexpr int64_t farResults = 4;

/// Bytes of a buffer; 0 where only a run knows.
static int64_t getBytes(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  return buffer && buffer.hasStaticShape() && buffer.getElementType().isIntOrFloat()
             ? buffer.getNumElements() * buffer.getElementTypeBitWidth() / 8
             : 0;
}

/// Bytes of all that a kernel takes and gives.
static int64_t getTouchedBytes(func::FuncOp kernel) {
  int64_t bytes = 0;
  for (Type type : kernel.getArgumentTypes())
    bytes += getBytes(type);
  return bytes;
}

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

/// True for a write of a vector to a result of the kernel in rows that lie one behind the other.
static bool isResult(vector::TransferWriteOp write, func::FuncOp kernel) {
  auto argument = dyn_cast<BlockArgument>(write.getBase());
  auto type = dyn_cast<MemRefType>(write.getShapedType());
  return argument && argument.getOwner() == &kernel.getBody().front() && type &&
         type.hasStaticShape() && type.getLayout().isIdentity() &&
         write.getVectorType().getRank() == 1 && write.getPermutationMap().isMinorIdentity();
}

/// Such a write at a place that the loop moves along the row; null if there is none.
static vector::TransferWriteOp findWrite(scf::ForOp loop, func::FuncOp kernel) {
  for (auto write : loop.getBody()->getOps<vector::TransferWriteOp>())
    if (isResult(write, kernel) && cast<MemRefType>(write.getShapedType()).getRank() > 1 &&
        getPlace(write.getIndices().back(), loop) &&
        llvm::all_of(write.getIndices().drop_back(),
                     [&](Value index) { return isSameInAll(index, loop); }))
      return write;
  return {};
}

/// The only write of a loop without loops inside, vector after vector of a row.
static vector::TransferWriteOp findStream(scf::ForOp loop, func::FuncOp kernel) {
  auto writes = loop.getBody()->getOps<vector::TransferWriteOp>();
  // What takes long waits for no store.
  constexpr size_t mostOperations = 40;
  if (loop.getBody()->getOperations().size() > mostOperations || !llvm::hasSingleElement(writes) ||
      !loop.getBody()->getOps<scf::ForOp>().empty())
    return {};
  vector::TransferWriteOp write = *writes.begin();
  if (!isResult(write, kernel))
    return {};
  auto apply = write.getIndices().back().getDefiningOp<affine::AffineApplyOp>();
  bool isStream = apply && llvm::is_contained(apply->getOperands(), loop.getInductionVar()) &&
                  llvm::all_of(write.getIndices().drop_back(),
                               [&](Value index) { return isSameInAll(index, loop); });
  return isStream ? write : vector::TransferWriteOp();
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
  using PrefetchResultsPassBase::PrefetchResultsPassBase;

  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<func::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      kernel.walk([&](scf::ForOp loop) { loops.push_back(loop); });
      for (scf::ForOp loop : loops) {
        vector::TransferWriteOp write = findWrite(loop, kernel);
        if (write && prefetch(loop, write))
          continue;
        if (vector::TransferWriteOp stream = findStream(loop, kernel); stream && linesAhead > 0)
          prefetchAhead(stream);
      }
    }
  }

  /// Beside an earlier loop over the row; false if there is none.
  bool prefetch(scf::ForOp loop, vector::TransferWriteOp write) {
    auto type = cast<MemRefType>(write.getShapedType());
    int64_t width = type.getElementTypeBitWidth() / 8;
    std::shared_ptr<const dl::schedule::Target> target = dl::schedule::getTarget(loop);
    // What stays in the nearer caches from call to call is there already.
    if (width == 0 ||
        getTouchedBytes(loop->getParentOfType<func::FuncOp>()) <= target->getNearBytes())
      return false;
    EarlierLoop earlier = findEarlier(loop, getPlace(write.getIndices().back(), loop));
    if (!earlier.place)
      return false;
    OpBuilder builder(earlier.place->getContext());
    builder.setInsertionPointAfter(earlier.place);
    SmallVector<Value> row;
    for (Value index : write.getIndices().drop_back())
      if (!row.emplace_back(earlier.translate(builder, index)))
        return false;
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
    return true;
  }

  /// A loop that alone goes over a row asks for what it writes some lines later: it may lie in the
  /// next row, or behind the last one, where nothing is fetched.
  void prefetchAhead(vector::TransferWriteOp write) {
    auto type = cast<MemRefType>(write.getShapedType());
    int64_t width = type.getElementTypeBitWidth() / 8;
    std::shared_ptr<const dl::schedule::Target> target = dl::schedule::getTarget(write);
    if (width == 0 || getBytes(type) <= farResults * target->getNearBytes())
      return;
    OpBuilder builder(write);
    int64_t line = target->lineBytes / width;
    for (int64_t first = 0; first < write.getVectorType().getNumElements(); first += line) {
      SmallVector<Value> indices(write.getIndices());
      AffineExpr ahead = getAffineDimExpr(0, builder.getContext()) + (first + linesAhead * line);
      indices.back() = affine::AffineApplyOp::create(
          builder, write.getLoc(), AffineMap::get(1, 0, ahead), ValueRange{indices.back()});
      memref::PrefetchOp::create(builder, write.getLoc(), write.getBase(), indices,
                                 /*isWrite=*/true, /*localityHint=*/3, /*isDataCache=*/true);
    }
    ++numLoops;
  }
};
} // namespace
