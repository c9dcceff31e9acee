//===-- LowerTiles.cpp - tiles that are no vectors to loops ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-lower-tiles. Input: kernels on memrefs with linalg operations. Output: loops;
// LLVM may make vectors of those that fetch elements from here and there, and of no others.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOWERTILESPASS
#include "dl/Target/Cpu/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// True if a loop moves an index by more than steps of its own: by data, quotients or remainders.
static bool jumps(Value index, scf::ForOp loop) {
  Operation *op = index.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return false;
  auto apply = dyn_cast<affine::AffineApplyOp>(op);
  if (!apply)
    return true;
  bool isSum = true;
  apply.getAffineMap().getResult(0).walk([&](AffineExpr expr) {
    isSum &= !llvm::is_contained(
        {AffineExprKind::Mod, AffineExprKind::FloorDiv, AffineExprKind::CeilDiv}, expr.getKind());
  });
  return !isSum ||
         llvm::any_of(apply.getOperands(), [&](Value operand) { return jumps(operand, loop); });
}

/// True if a loop fetches elements from here and there, whatever holds. Those are no slices that
/// dl-vectorize makes vectors of. LLVM unrolls short loops inside of it first.
static bool isScattered(scf::ForOp loop) {
  return loop
      .walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isa<scf::IfOp>(op))
          return WalkResult::skip();
        auto load = dyn_cast<memref::LoadOp>(op);
        bool isJump = load && llvm::any_of(load.getIndices(),
                                           [&](Value index) { return jumps(index, loop); });
        return isJump ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What keeps LLVM's loop vectorizer from a loop.
static Attribute makeScalarAnnotation(MLIRContext *context) {
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/BoolAttr::get(context, true), /*predicateEnable=*/{},
      /*scalableEnable=*/{}, /*width=*/{}, /*followupVectorized=*/{}, /*followupEpilogue=*/{},
      /*followupAll=*/{});
  return LLVM::LoopAnnotationAttr::get(context, /*disableNonforced=*/{}, vectorize,
                                       /*interleave=*/{}, /*unroll=*/{}, /*unrollAndJam=*/{},
                                       /*licm=*/{}, /*distribute=*/{}, /*pipeline=*/{},
                                       /*peeled=*/{}, /*unswitch=*/{}, /*mustProgress=*/{},
                                       /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
                                       /*parallelAccesses=*/{});
}

namespace {
struct LowerTiles : dl::cpu::impl::LowerTilesPassBase<LowerTiles> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> tiles;
    getOperation().walk([&](linalg::LinalgOp tile) { tiles.push_back(tile); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp tile : tiles) {
      rewriter.setInsertionPoint(tile);
      if (!tile.hasPureBufferSemantics() || failed(linalg::linalgOpToLoops(rewriter, tile))) {
        tile.emitError("expected an operation on buffers that can be written as loops");
        return signalPassFailure();
      }
      rewriter.eraseOp(tile);
    }
    Attribute scalar = makeScalarAnnotation(&getContext());
    getOperation().walk([&](scf::ForOp loop) {
      if (!isScattered(loop))
        loop->setAttr(loopAnnotationName, scalar);
    });
  }

  /// Conversions carry it along; on a branch of the llvm dialect it is a property.
  static constexpr StringLiteral loopAnnotationName = "loop_annotation";
};
} // namespace
