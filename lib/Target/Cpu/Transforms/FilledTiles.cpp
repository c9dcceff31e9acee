//===-- FilledTiles.cpp - accumulators that were filled --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %f = vector.transfer_write %zeros, %t[0, 0] : vector<28x32xf32>, tensor<28x32xf32>
//   %r = vector.transfer_read %f[14, 16] : tensor<28x32xf32>, vector<14x16xf32>
//   -> %r is zeros, through writes beside it as well; and where four writes of 14x16 follow, the
//      first one goes
//
//===----------------------------------------------------------------------===//
#include "FilledTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Utils/VectorUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace {
/// The elements of each dimension that a transfer accesses: all vectors lie along the last ones.
struct Box {
  SmallVector<int64_t> begins, sizes;
};

std::optional<Box> getBox(VectorTransferOpInterface transfer) {
  if (transfer.getMask() || transfer.hasOutOfBoundsDim() ||
      !transfer.getPermutationMap().isMinorIdentity())
    return std::nullopt;
  Box box;
  ArrayRef<int64_t> shape = transfer.getVectorType().getShape();
  size_t outer = transfer.getIndices().size() - shape.size();
  for (auto [dim, index] : llvm::enumerate(transfer.getIndices())) {
    std::optional<int64_t> begin = getConstantIntValue(index);
    if (!begin)
      return std::nullopt;
    box.begins.push_back(*begin);
    box.sizes.push_back(dim < outer ? 1 : shape[dim - outer]);
  }
  return box;
}

bool covers(const Box &box, const Box &part) {
  for (auto [begin, size, partBegin, partSize] :
       llvm::zip_equal(box.begins, box.sizes, part.begins, part.sizes))
    if (partBegin < begin || partBegin + partSize > begin + size)
      return false;
  return true;
}

struct FoldSplatRead : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp read,
                                PatternRewriter &rewriter) const override {
    auto transfer = cast<VectorTransferOpInterface>(read.getOperation());
    std::optional<Box> part = getBox(transfer);
    if (!part || !isa<RankedTensorType>(read.getBase().getType()))
      return failure();
    auto write = read.getBase().getDefiningOp<vector::TransferWriteOp>();
    while (write && vector::isDisjointTransferSet(
                        cast<VectorTransferOpInterface>(write.getOperation()), transfer))
      write = write.getBase().getDefiningOp<vector::TransferWriteOp>();
    SplatElementsAttr splat;
    if (!write || !matchPattern(write.getVector(), m_Constant(&splat)))
      return failure();
    std::optional<Box> box = getBox(cast<VectorTransferOpInterface>(write.getOperation()));
    if (!box || !covers(*box, *part))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        read, DenseElementsAttr::get(read.getVectorType(), splat.getSplatValue<Attribute>()));
    return success();
  }
};

int64_t getVolume(const Box &box) { return llvm::product_of(box.sizes); }

bool isDisjoint(const Box &box, const Box &other) {
  for (auto [begin, size, otherBegin, otherSize] :
       llvm::zip_equal(box.begins, box.sizes, other.begins, other.sizes))
    if (begin + size <= otherBegin || otherBegin + otherSize <= begin)
      return true;
  return false;
}

struct DropFill : OpRewritePattern<vector::TransferWriteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferWriteOp write,
                                PatternRewriter &rewriter) const override {
    if (write->getNumResults() == 0 || !matchPattern(write.getVector(), m_Constant()))
      return failure();
    std::optional<Box> box = getBox(cast<VectorTransferOpInterface>(write.getOperation()));
    if (!box)
      return failure();
    int64_t left = getVolume(*box);
    SmallVector<Box> written;
    for (vector::TransferWriteOp next = write; left > 0;) {
      next = next.getResult().hasOneUse()
                 ? dyn_cast<vector::TransferWriteOp>(*next.getResult().user_begin())
                 : vector::TransferWriteOp();
      if (!next)
        return failure();
      std::optional<Box> part = getBox(cast<VectorTransferOpInterface>(next.getOperation()));
      if (!part)
        return failure();
      bool isNew =
          llvm::all_of(written, [&](const Box &other) { return isDisjoint(*part, other); });
      if (!covers(*box, *part) || !isNew)
        continue;
      left -= getVolume(*part);
      written.push_back(std::move(*part));
    }
    rewriter.replaceOp(write, write.getBase());
    return success();
  }
};
} // namespace

void dl::cpu::populateFilledTilePatterns(RewritePatternSet &patterns) {
  patterns.add<FoldSplatRead, DropFill>(patterns.getContext());
}
