//===-- PartialStores.cpp - stores of parts of vectors --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: transfers of rank one to memrefs whose end may lie outside. Out: stores of powers of two,
// or a branch.
//
//   vector.transfer_write %v, %m[%c0] {in_bounds = [false]} : vector<8xf32>, memref<6xf32>
//   -> vector.store %v[0..4), %m[0]; vector.store %v[4..6), %m[4]
//
//===----------------------------------------------------------------------===//
#include "PartialStores.h"

#include "dl/Dialect/Schedule/IR/TargetSpec.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

/// Stores the first `count` elements, the largest power of two first.
static void storePieces(OpBuilder &builder, vector::TransferWriteOp write, int64_t count) {
  Location loc = write.getLoc();
  SmallVector<Value> indices(write.getIndices());
  Value first = indices.back();
  for (int64_t done = 0, size; done < count; done += size) {
    size = llvm::bit_floor<uint64_t>(count - done);
    Value piece = vector::ExtractStridedSliceOp::create(builder, loc, write.getValueToStore(),
                                                        {done}, {size}, {1});
    indices.back() = getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(builder, loc, builder.getAffineDimExpr(0) + done,
                                              {first}));
    vector::StoreOp::create(builder, loc, piece, write.getBase(), indices);
  }
}

namespace {
struct StorePart : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp write,
                                PatternRewriter &rewriter) const override {
    auto buffer = dyn_cast<MemRefType>(write.getBase().getType());
    VectorType type = write.getVectorType();
    if (!buffer || type.getRank() != 1 || type.isScalable() || write.getMask() ||
        !write.hasOutOfBoundsDim() || !write.getPermutationMap().isMinorIdentity() ||
        !buffer.isLastDimUnitStride())
      return rewriter.notifyMatchFailure(write, "not a row of which a part has a place");
    if (!dl::schedule::getTarget(write)->vector.loadsParts)
      return rewriter.notifyMatchFailure(write, "masks are as fast, or there are none");
    Location loc = write.getLoc();
    int64_t size = type.getNumElements();
    OpFoldResult extent =
        memref::getMixedSize(rewriter, loc, write.getBase(), buffer.getRank() - 1);
    AffineExpr d0 = rewriter.getAffineDimExpr(0), d1 = rewriter.getAffineDimExpr(1);
    OpFoldResult places = affine::makeComposedFoldedAffineApply(
        rewriter, loc, d0 - d1, {extent, write.getIndices().back()});
    if (std::optional<int64_t> count = getConstantIntValue(places)) {
      storePieces(rewriter, write, std::clamp<int64_t>(*count, 0, size));
      rewriter.eraseOp(write);
      return success();
    }
    Value count = getValueOrCreateConstantIndexOp(rewriter, loc, places);
    Value all = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sge, count,
                                      arith::ConstantIndexOp::create(rewriter, loc, size));
    scf::IfOp::create(
        rewriter, loc, all,
        [&](OpBuilder &builder, Location loc) {
          vector::StoreOp::create(builder, loc, write.getValueToStore(), write.getBase(),
                                  write.getIndices());
          scf::YieldOp::create(builder, loc);
        },
        [&](OpBuilder &builder, Location loc) {
          Value mask =
              vector::CreateMaskOp::create(builder, loc, type.clone(builder.getI1Type()), count);
          vector::MaskedStoreOp::create(builder, loc, write.getBase(), write.getIndices(), mask,
                                        write.getValueToStore());
          scf::YieldOp::create(builder, loc);
        });
    rewriter.eraseOp(write);
    return success();
  }
};
} // namespace

void dl::cpu::populatePartialStorePatterns(RewritePatternSet &patterns) {
  patterns.add<StorePart>(patterns.getContext());
}
