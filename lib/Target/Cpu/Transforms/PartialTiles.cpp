//===-- PartialTiles.cpp - vectors of which a part is there ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: vector transfers on tensors around tiles whose last step is masked: an operand is
// a slice behind zeros, a result is cut before it is inserted. Out: transfers on the
// slices themselves, out of bounds, which lowering makes masked loads and stores.
//
//===----------------------------------------------------------------------===//
#include "PartialTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace {

///   %p = tensor.pad %s low[0] high[%h] {zero}; vector.transfer_read %p[%i]
///   -> vector.transfer_read %s[%i], %zero {in_bounds = [false]}
/// Upstream's pattern takes dimensions that a read broadcasts out of bounds, which are
/// none of the tensor's.
struct ReadPartialTile : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp read,
                                PatternRewriter &rewriter) const override {
    auto pad = read.getBase().getDefiningOp<tensor::PadOp>();
    Value zero = pad ? pad.getConstantPaddingValue() : Value();
    if (!zero || !pad.hasZeroLowPad() || read.hasOutOfBoundsDim() || read.getMask())
      return rewriter.notifyMatchFailure(read, "not a read of a slice behind constants");
    SmallVector<OpFoldResult> high = pad.getMixedHighPad();
    SmallVector<bool> inBounds;
    for (AffineExpr expr : read.getPermutationMap().getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      inBounds.push_back(!dim || isZeroInteger(high[dim.getPosition()]));
    }
    rewriter.modifyOpInPlace(read, [&] {
      read.getBaseMutable().assign(pad.getSource());
      read.getPaddingMutable().assign(zero);
      read.setInBoundsAttr(rewriter.getBoolArrayAttr(inBounds));
    });
    return success();
  }
};

/// The slice that an insertion, or that of a thread, writes. What follows is made there.
template <typename InsertOp>
static Value extractPlace(PatternRewriter &rewriter, InsertOp insert, RankedTensorType type) {
  rewriter.setInsertionPoint(insert);
  if (auto parallel = dyn_cast<scf::InParallelOp>(insert->getParentOp()))
    rewriter.setInsertionPoint(parallel);
  return tensor::ExtractSliceOp::create(rewriter, insert.getLoc(), type, insert.getDest(),
                                        insert.getMixedOffsets(), insert.getMixedSizes(),
                                        insert.getMixedStrides());
}

///   %w = vector.transfer_write %v, %t[0]; %e = tensor.extract_slice %w[0] [%n]
///   tensor.insert_slice %e into %d[%i] [%n]
///   -> %e = tensor.extract_slice %d[%i] [%n]
///      %w = vector.transfer_write %v, %e[0] {in_bounds = [false]}
///      tensor.insert_slice %w into %d[%i] [%n]
/// The same for what a thread inserts.
template <typename InsertOp> struct WritePartialTile : OpRewritePattern<InsertOp> {
  using OpRewritePattern<InsertOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(InsertOp insert, PatternRewriter &rewriter) const override {
    Value source = insert.getSource();
    auto extract = source.getDefiningOp<tensor::ExtractSliceOp>();
    Value tile = extract ? extract.getSource() : source;
    auto write = tile.getDefiningOp<vector::TransferWriteOp>();
    if (!extract || !write || write.getMask() || write.hasOutOfBoundsDim() ||
        !write.getPermutationMap().isIdentity() ||
        write.getVectorType().getShape() != write.getShapedType().getShape())
      return rewriter.notifyMatchFailure(insert, "not a part of a tile that was written whole");
    if (extract.getType().getRank() != extract.getSourceType().getRank() ||
        !llvm::all_of(extract.getMixedOffsets(), isZeroInteger) ||
        !llvm::all_of(extract.getMixedStrides(), isOneInteger))
      return rewriter.notifyMatchFailure(insert, "not the beginning of the tile");
    Location loc = insert.getLoc();
    OpBuilder::InsertionGuard guard(rewriter);
    Value slice = extractPlace(rewriter, insert, extract.getType());
    SmallVector<bool> inBounds;
    for (auto [size, length] :
         llvm::zip_equal(extract.getType().getShape(), write.getVectorType().getShape()))
      inBounds.push_back(size == length);
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    SmallVector<Value> indices(inBounds.size(), zero);
    auto masked = vector::TransferWriteOp::create(rewriter, loc, write.getValueToStore(), slice,
                                                  indices, write.getPermutationMapAttr(),
                                                  rewriter.getBoolArrayAttr(inBounds));
    rewriter.modifyOpInPlace(insert, [&] { insert.getSourceMutable().assign(masked.getResult()); });
    return success();
  }
};

/// A write that covers the slice that it goes to: what the slice was taken from is free to
/// choose, and has to be what the slice is inserted into.
///   %w = vector.transfer_write %v, (tensor.extract_slice %x[%i] [%n]) {in_bounds = [false]}
///   tensor.insert_slice %w into %d[%j] [%n]
///   -> %w = vector.transfer_write %v, (tensor.extract_slice %d[%j] [%n]) ...
/// Merged slices of slices make such pairs, which bufferization would copy.
template <typename InsertOp> struct WriteInPlace : OpRewritePattern<InsertOp> {
  using OpRewritePattern<InsertOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(InsertOp insert, PatternRewriter &rewriter) const override {
    Value source = insert.getSource();
    auto write = source.getDefiningOp<vector::TransferWriteOp>();
    if (!write || !write.hasOutOfBoundsDim() || write.getMask() || !source.hasOneUse() ||
        !write.getPermutationMap().isIdentity() ||
        !llvm::all_of(write.getIndices(), [](Value index) { return isZeroInteger(index); }))
      return rewriter.notifyMatchFailure(insert, "not a write beyond the bounds of a slice");
    auto slice = write.getBase().template getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice.getSource() == insert.getDest())
      return rewriter.notifyMatchFailure(insert, "not a write to a slice of something else");
    for (auto [dim, length] : llvm::enumerate(write.getVectorType().getShape()))
      if (write.isDimInBounds(dim) && slice.getType().getDimSize(dim) != length)
        return rewriter.notifyMatchFailure(insert, "a write of a part of the slice");
    OpBuilder::InsertionGuard guard(rewriter);
    Value target = extractPlace(rewriter, insert, slice.getType());
    auto moved = vector::TransferWriteOp::create(
        rewriter, write.getLoc(), write.getValueToStore(), target, write.getIndices(),
        write.getPermutationMapAttr(), write.getInBounds());
    rewriter.modifyOpInPlace(insert, [&] { insert.getSourceMutable().assign(moved.getResult()); });
    return success();
  }
};

} // namespace

void dl::cpu::populatePartialReadPatterns(RewritePatternSet &patterns) {
  patterns.add<ReadPartialTile>(patterns.getContext());
}

void dl::cpu::populatePartialWritePatterns(RewritePatternSet &patterns) {
  patterns
      .add<WritePartialTile<tensor::InsertSliceOp>, WritePartialTile<tensor::ParallelInsertSliceOp>,
           WriteInPlace<tensor::InsertSliceOp>, WriteInPlace<tensor::ParallelInsertSliceOp>>(
          patterns.getContext());
}
