//===-- MarkLongLoops.h - loops that are too long to unroll -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a loop of at most ten iterations LLVM's unrolling asks what each instruction costs in each of
// them and what would be left of it, twice, to end with leaving the loop as it is where it is as
// long as a register tile: a third of the optimizer's time of a convolution.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_EMIT_MARKLONGLOOPS_H
#define DL_LIB_TARGET_CPU_EMIT_MARKLONGLOOPS_H

#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace dl::cpu {

/// Marks innermost loops as not to be unrolled of which LLVM would unroll none for their length.
struct MarkLongLoopsPass : llvm::PassInfoMixin<MarkLongLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &analyses, llvm::LPMUpdater &);
};

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_EMIT_MARKLONGLOOPS_H
