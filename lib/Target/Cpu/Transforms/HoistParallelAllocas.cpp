//===-- HoistParallelAllocas.cpp - one buffer for each thread ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: omp.parallel with alloca scopes around iterations. Out: static allocas at
// the entry of the parallel region, no scopes.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace dl::cpu {
#define GEN_PASS_DEF_HOISTPARALLELALLOCASPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct HoistParallelAllocasPass
    : public dl::cpu::impl::HoistParallelAllocasPassBase<HoistParallelAllocasPass> {
  using HoistParallelAllocasPassBase::HoistParallelAllocasPassBase;

  void runOnOperation() override {
    SmallVector<memref::AllocaScopeOp> scopes;
    getOperation().walk([&](memref::AllocaScopeOp scope) { scopes.push_back(scope); });
    IRRewriter rewriter(&getContext());
    for (memref::AllocaScopeOp scope : scopes) {
      auto parallel = scope->getParentOfType<omp::ParallelOp>();
      if (!parallel || scope->getNumResults() || !scope.getBodyRegion().hasOneBlock())
        continue;
      Block *entry = &parallel.getRegion().front();
      for (auto alloca : llvm::to_vector(scope.getBodyRegion().front().getOps<memref::AllocaOp>()))
        if (alloca.getType().hasStaticShape())
          alloca->moveBefore(entry, entry->begin());
      Operation *terminator = scope.getBodyRegion().front().getTerminator();
      rewriter.eraseOp(terminator);
      rewriter.inlineBlockBefore(&scope.getBodyRegion().front(), scope);
      rewriter.eraseOp(scope);
    }
  }
};
} // namespace
