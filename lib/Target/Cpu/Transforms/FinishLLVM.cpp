//===-- FinishLLVM.cpp - linkage of kernels ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: llvm functions. Out: those with a body other than @main are internal,
// stay functions of their own, and their pointers alias nothing, also in what
// threads run. Attributes of other dialects are gone.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "dl/Dialect/Dl/IR/Level.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"

namespace dl::cpu {
#define GEN_PASS_DEF_FINISHLLVMPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
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

/// The argument that an access is at an offset from, if there is one.
BlockArgument getBase(Value pointer) {
  while (auto element = pointer.getDefiningOp<LLVM::GEPOp>())
    pointer = element.getBase();
  return dyn_cast<BlockArgument>(pointer);
}

/// What threads run becomes a function of its own, which gets the pointers through
/// memory: there each access says itself that others' pointers do not overlap its own.
void noteScopes(LLVM::LLVMFuncOp func) {
  MLIRContext *context = func.getContext();
  llvm::MapVector<Value, Attribute> scopes;
  SmallVector<std::pair<LLVM::AliasAnalysisOpInterface, Value>> accesses;
  func.walk([&](LLVM::AliasAnalysisOpInterface access) {
    if (access->getParentOp() == func || access.getAccessedOperands().size() != 1)
      return;
    BlockArgument base = getBase(access.getAccessedOperands().front());
    if (!base || base.getOwner() != &func.getBody().front())
      return;
    accesses.push_back({access, base});
    scopes.insert({base, nullptr});
  });
  if (scopes.size() < 2)
    return;
  auto domain = LLVM::AliasScopeDomainAttr::get(context, func.getSymNameAttr());
  for (auto &[base, scope] : scopes)
    scope = LLVM::AliasScopeAttr::get(domain);
  for (auto [access, base] : accesses) {
    SmallVector<Attribute> others;
    for (auto [other, scope] : scopes)
      if (other != base)
        others.push_back(scope);
    access.setAliasScopes(ArrayAttr::get(context, scopes[base]));
    access.setNoAliasScopes(ArrayAttr::get(context, others));
  }
}

struct FinishLLVMPass : public dl::cpu::impl::FinishLLVMPassBase<FinishLLVMPass> {
  using FinishLLVMPassBase::FinishLLVMPassBase;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      bool isKernel = func->hasAttr(dl::te::TeDialect::getKernelAttrName());
      dropForeignAttributes(func);
      if (func.isExternal() || func.getSymName() == "main")
        continue;
      if (isKernel)
        func->setAttr(dl::DlDialect::getKernelAttrName(), UnitAttr::get(&getContext()));
      // The kernel that a module is there for is called from another one.
      if (getOperation().getSymName() == func.getSymName())
        func.setVisibility_(LLVM::Visibility::Hidden);
      else
        func.setLinkage(LLVM::Linkage::Internal);
      func.setNoInline(true);
      for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
        if (isa<LLVM::LLVMPointerType>(type))
          func.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                          UnitAttr::get(&getContext()));
      noteScopes(func);
    }
    dl::setLevel(getOperation(), dl::Level::LLVMDialect);
  }
};
} // namespace
