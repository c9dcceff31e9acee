//===-- DropBarriers.cpp - threads meet once behind a loop ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of a parallel region is a barrier: a loop right before it needs none.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/OpenMP/OpenMPDialect.h"

namespace dl::cpu {
#define GEN_PASS_DEF_DROPBARRIERSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct DropBarriersPass : public dl::cpu::impl::DropBarriersPassBase<DropBarriersPass> {
  using DropBarriersPassBase::DropBarriersPassBase;

  void runOnOperation() override {
    getOperation().walk([](omp::WsloopOp loop) {
      if (isa<omp::ParallelOp>(loop->getParentOp()) &&
          isa_and_nonnull<omp::TerminatorOp>(loop->getNextNode()))
        loop.setNowait(true);
    });
  }
};
} // namespace
