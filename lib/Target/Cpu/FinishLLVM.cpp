//===-- FinishLLVM.cpp - linkage of kernels ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: llvm functions. Out: those with a body other than @main are internal,
// stay functions of their own, and their pointers alias nothing. Attributes of
// other dialects are gone.
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

/// Attributes of earlier levels mean nothing to LLVM IR.
void dropForeignAttributes(LLVM::LLVMFuncOp func) {
  for (NamedAttribute attribute : llvm::to_vector(func->getDiscardableAttrs()))
    if (!isa_and_nonnull<LLVM::LLVMDialect>(attribute.getNameDialect()))
      func->removeDiscardableAttr(attribute.getName());
  for (unsigned index = 0; index < func.getNumArguments(); ++index)
    for (NamedAttribute attribute :
         llvm::to_vector(mlir::function_interface_impl::getArgAttrs(func, index)))
      if (!isa_and_nonnull<LLVM::LLVMDialect>(attribute.getNameDialect()))
        func.removeArgAttr(index, attribute.getName());
}

struct FinishLLVMPass : public dl::cpu::impl::FinishLLVMPassBase<FinishLLVMPass> {
  using FinishLLVMPassBase::FinishLLVMPassBase;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      dropForeignAttributes(func);
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
