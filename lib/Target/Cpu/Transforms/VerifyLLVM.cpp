//===-- VerifyLLVM.cpp - contract of the llvm dialect's level -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-verify-llvm. Input: a module that is said to be at the level of the llvm dialect.
// Output: the same module, or diagnostics where it breaks a rule (V1) or (V2).
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace dl::cpu {
#define GEN_PASS_DEF_VERIFYLLVMPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct VerifyLLVM : dl::cpu::impl::VerifyLLVMPassBase<VerifyLLVM> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (getOperation().walk([](Operation *op) { return verify(op); }).wasInterrupted())
      signalPassFailure();
  }

  static WalkResult verify(Operation *op) {
    if (isa<func::FuncOp>(op))
      return op->emitOpError("(V1) must not be at the level of the llvm dialect, whose functions "
                             "are llvm.func; run dl-cpu-to-llvm-pipeline");
    for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
      if (!LLVM::isCompatibleType(value.getType()))
        return op->emitOpError("(V2) must not be at the level of the llvm dialect, which has no ")
               << value.getType() << "; run dl-cpu-to-llvm-pipeline";
    return WalkResult::advance();
  }
};
} // namespace
