//===-- FinishLLVM.cpp - linkage of kernels ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: llvm functions. Out: those with a body other than @main are internal,
// stay functions of their own, and their pointers alias nothing.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace dl::cpu {
#define GEN_PASS_DEF_FINISHLLVMPASS
#include "dl/Target/Cpu/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct FinishLLVMPass : public dl::cpu::impl::FinishLLVMPassBase<FinishLLVMPass> {
  using FinishLLVMPassBase::FinishLLVMPassBase;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (func.isExternal() || func.getSymName() == "main")
        continue;
      func.setLinkage(LLVM::Linkage::Internal);
      func.setNoInline(true);
      for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
        if (isa<LLVM::LLVMPointerType>(type))
          func.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                          UnitAttr::get(&getContext()));
    }
  }
};
} // namespace
