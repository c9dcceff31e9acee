//===-- ExpandAddresses.cpp - address arithmetic that can be seen ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: views of memrefs, and indices taken apart or put together. Out: offsets and strides
// as affine.apply, quotients and sums.
//
//===----------------------------------------------------------------------===//
#include "PatternGroups.h"

#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"

namespace dl::cpu {
#define GEN_PASS_DEF_EXPANDADDRESSESPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
/// Several dims of one group whose sizes only a run knows, of which upstream's pattern takes one:
///
///   memref.expand_shape %x [[0, 1, 2]] output_shape [14, %h, %w]
///   -> memref.reinterpret_cast %base to sizes: [14, %h, %w], strides: [%h * %w, %w, 1]
struct ExpandDynamicGroups : OpRewritePattern<memref::ExpandShapeOp> {
  explicit ExpandDynamicGroups(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    MemRefType type = op.getResultType();
    if (llvm::none_of(op.getReassociationIndices(), [&](const ReassociationIndices &group) {
          return llvm::count_if(group, [&](int64_t dim) { return type.isDynamicDim(dim); }) > 1;
        }))
      return rewriter.notifyMatchFailure(op, "at most one dim of each group is dynamic");
    SmallVector<int64_t> known;
    int64_t offset;
    if (failed(type.getStridesAndOffset(known, offset)))
      return rewriter.notifyMatchFailure(op, "strides are not known");
    Location loc = op.getLoc();
    auto metadata = memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(), strides(sizes.size());
    AffineExpr a, b;
    bindSymbols(op.getContext(), a, b);
    for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
      OpFoldResult stride = metadata.getConstifiedMixedStrides()[i];
      for (int64_t dim : llvm::reverse(group)) {
        strides[dim] =
            ShapedType::isDynamic(known[dim]) ? stride : rewriter.getIndexAttr(known[dim]);
        stride = affine::makeComposedFoldedAffineApply(rewriter, loc, a * b, {stride, sizes[dim]});
      }
    }
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, type, metadata.getBaseBuffer(), metadata.getConstifiedMixedOffset(), sizes, strides);
    return success();
  }
};

struct ExpandAddressesPass : public dl::cpu::impl::ExpandAddressesPassBase<ExpandAddressesPass> {
  using ExpandAddressesPassBase::ExpandAddressesPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    groups.add(context, [](RewritePatternSet &patterns) {
      patterns.add<ExpandDynamicGroups>(patterns.getContext());
      memref::populateExpandStridedMetadataPatterns(patterns);
    });
    groups.add(context, affine::populateAffineExpandIndexOpsPatterns);
    return success();
  }

  void runOnOperation() override { (void)groups.applyAll(getOperation(), /*mostRounds=*/10); }

private:
  dl::cpu::PatternGroups groups;
};
} // namespace
