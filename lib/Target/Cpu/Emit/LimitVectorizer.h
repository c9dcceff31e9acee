//===-- LimitVectorizer.h - loops that LLVM cannot look at ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's loop vectorizer asks of each value of a loop whether it is the same in all lanes,
// by asking the same of all operands, and keeps no answer: a chain of n steps that use the
// one before twice, as a maximum of n values by compare and select does, takes 2^n
// questions if its first value is the same in all lanes (LLVM 22, vputils::isSingleScalar).
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_EMIT_LIMITVECTORIZER_H
#define DL_LIB_TARGET_CPU_EMIT_LIMITVECTORIZER_H

#include "llvm/IR/PassManager.h"

namespace dl::cpu {

/// Tells the vectorizer to leave loops alone that have no mark `llvm.loop.vectorize.enable`, or in
/// which those questions would be too many. About the others its own costs decide.
struct LimitVectorizerPass : llvm::PassInfoMixin<LimitVectorizerPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_EMIT_LIMITVECTORIZER_H
