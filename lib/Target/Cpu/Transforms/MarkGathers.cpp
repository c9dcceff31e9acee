//===-- MarkGathers.cpp - loops that LLVM may make vectors of -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-mark-gathers. Input: kernels of loops on memrefs. Output: the same, with marks on
// loops that fetch elements from here and there. LLVM makes vectors of these alone.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "LoopAnnotation.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dl::cpu {
#define GEN_PASS_DEF_MARKGATHERSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// True if a loop moves an index by more than steps of its own: by data, quotients or remainders.
static bool jumps(Value index, scf::ForOp loop) {
  Operation *op = index.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return false;
  bool isSum = isa<arith::AddIOp, arith::SubIOp>(op);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    isSum = true;
    apply.getAffineMap().getResult(0).walk([&](AffineExpr expr) {
      isSum &= !llvm::is_contained(
          {AffineExprKind::Mod, AffineExprKind::FloorDiv, AffineExprKind::CeilDiv}, expr.getKind());
    });
  }
  return !isSum ||
         llvm::any_of(op->getOperands(), [&](Value operand) { return jumps(operand, loop); });
}

/// Tells that LLVM may make vectors of a loop; of those without the mark it does not.
static Attribute makeMark(MLIRContext *context) {
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/BoolAttr::get(context, false), /*predicateEnable=*/{},
      /*scalableEnable=*/{}, /*width=*/{}, /*followupVectorized=*/{}, /*followupEpilogue=*/{},
      /*followupAll=*/{});
  return dl::cpu::makeLoopAnnotation(context, vectorize, /*unroll=*/{});
}

namespace {
struct MarkGathers : dl::cpu::impl::MarkGathersPassBase<MarkGathers> {
  void runOnOperation() override {
    Attribute mark = makeMark(&getContext());
    getOperation().walk([&](memref::LoadOp load) {
      // All loops around: LLVM unrolls short ones before. What a condition guards does not count.
      for (Operation *op = load->getParentOp(); op && !isa<scf::IfOp>(op); op = op->getParentOp())
        if (auto loop = dyn_cast<scf::ForOp>(op))
          if (llvm::any_of(load.getIndices(), [&](Value index) { return jumps(index, loop); }))
            loop->setAttr(dl::cpu::loopAnnotationName, mark);
    });
  }
};
} // namespace
