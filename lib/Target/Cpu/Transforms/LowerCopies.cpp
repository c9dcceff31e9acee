//===-- LowerCopies.cpp - copies between buffers to code ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-lower-copies. Input: kernels on memrefs with memref.copy. Output:
// vector reads and writes for copies of a tile, linalg for larger ones.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOWERCOPIESPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct LowerCopies : dl::cpu::impl::LowerCopiesPassBase<LowerCopies> {
  void runOnOperation() override {
    // Copies of more elements would be unrolled to too much code.
    constexpr int64_t largestTile = 512;
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    IRRewriter rewriter(&getContext());
    for (memref::CopyOp copy : copies) {
      auto type = dyn_cast<MemRefType>(copy.getSource().getType());
      // Buffers of no known rank have no loops; the conversion to llvm makes a call of it.
      if (!type || !isa<MemRefType>(copy.getTarget().getType()))
        continue;
      rewriter.setInsertionPoint(copy);
      bool isTile =
          type.hasStaticShape() && type.getRank() > 0 && type.getNumElements() <= largestTile;
      if (isTile && succeeded(linalg::vectorizeCopy(rewriter, copy)))
        continue;
      linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(), copy.getTarget());
      rewriter.eraseOp(copy);
    }
  }
};
} // namespace
