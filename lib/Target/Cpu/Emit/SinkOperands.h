//===-- SinkOperands.h - values made where they are used --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile reads all its operands before it computes. Where instructions take operands from
// memory, reads become part of them; elsewhere each would hold a register from the start.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_EMIT_SINKOPERANDS_H
#define DL_LIB_TARGET_CPU_EMIT_SINKOPERANDS_H

#include "llvm/IR/PassManager.h"

namespace dl::cpu {

/// Moves loads, addresses and parts of vectors down to their first use in the block, loads
/// not past what may write to memory.
struct SinkOperandsPass : llvm::PassInfoMixin<SinkOperandsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_EMIT_SINKOPERANDS_H
