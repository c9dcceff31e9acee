//===-- ExpandBFloats.cpp - bf16 by integers ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-expand-bfloats: rounds to bf16 and widens it by shifts of integers, where the CPU has
// no instructions for it and LLVM would call a library, or its instructions would not be exact.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dl::cpu {
#define GEN_PASS_DEF_EXPANDBFLOATSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct ExpandBFloatsPass : public dl::cpu::impl::ExpandBFloatsPassBase<ExpandBFloatsPass> {
  using ExpandBFloatsPassBase::ExpandBFloatsPassBase;

  void runOnOperation() override {
    if (flush && dl::schedule::getTarget(getOperation())->vector.multipliesBFloats)
      return;
    SmallVector<Operation *> casts;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        casts.push_back(op);
    });
    if (casts.empty())
      return;
    RewritePatternSet patterns(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    (void)applyOpPatternsGreedily(casts, std::move(patterns));
  }
};
} // namespace
