//===-- SplitKernels.cpp - a module for each kernel -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: kernels and @main in one module. Out: nested modules, one for each kernel, @main's last.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace dl::codegen {
#define GEN_PASS_DEF_SPLITKERNELSPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;

namespace {
/// A kernel with what it refers to: other kernels, and what is copied.
struct Kernel {
  FunctionOpInterface function;
  llvm::SetVector<Operation *> referred;
};

struct SplitKernelsPass : public dl::codegen::impl::SplitKernelsPassBase<SplitKernelsPass> {
  using SplitKernelsPassBase::SplitKernelsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    SmallVector<Kernel> kernels;
    llvm::SmallPtrSet<Operation *, 16> moved;
    for (auto function : module.getOps<FunctionOpInterface>()) {
      Kernel kernel = {function, {}};
      if (!isKernel(function) || !findReferred(function, symbols, kernel.referred))
        continue;
      moved.insert(function);
      kernels.push_back(std::move(kernel));
    }
    // What stays with @main is for nobody else.
    auto refersToRest = [&](const Kernel &kernel) {
      return llvm::any_of(kernel.referred,
                          [&](Operation *op) { return isKernel(op) && !moved.contains(op); });
    };
    for (Kernel *kernel; (kernel = llvm::find_if(kernels, refersToRest)) != kernels.end();) {
      moved.erase(kernel->function);
      kernels.erase(kernel);
    }
    SmallVector<ModuleOp> parts;
    for (Kernel &kernel : kernels) {
      auto name = SymbolTable::getSymbolName(kernel.function).getValue();
      ModuleOp part = makePart(kernel.function.getLoc(), name, isOfKernels);
      OpBuilder builder = OpBuilder::atBlockEnd(part.getBody());
      for (Operation *op : kernel.referred)
        isKernel(op) ? declare(builder, op) : (void)builder.clone(*op);
      parts.push_back(part);
    }
    ModuleOp rest = makePart(module.getLoc(), "main", isOfMain);
    OpBuilder builder = OpBuilder::atBlockEnd(rest.getBody());
    for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
      if (moved.contains(&op))
        declare(builder, &op);
      else
        op.moveBefore(rest.getBody(), rest.getBody()->end());
    }
    for (auto [kernel, part] : llvm::zip_equal(kernels, parts)) {
      kernel.function->moveBefore(part.getBody(), part.getBody()->end());
      if (auto code = dyn_cast<LLVM::LLVMFuncOp>(*kernel.function)) {
        code.setLinkage(LLVM::Linkage::External);
        code.setVisibility_(LLVM::Visibility::Hidden);
      }
      module.push_back(part);
    }
    module.push_back(rest);
  }

private:
  static bool isKernel(Operation *op) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    return function && !function.isExternal() &&
           (op->hasAttr(dl::te::TeDialect::getKernelAttrName()) ||
            op->hasAttr(dl::DlDialect::getKernelAttrName()));
  }

  /// What can be in several modules.
  static bool canBeCopied(Operation *op) {
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      return global.getConstant();
    if (auto global = dyn_cast<LLVM::GlobalOp>(op))
      return global.getConstant() && (global.getLinkage() == LLVM::Linkage::Private ||
                                      global.getLinkage() == LLVM::Linkage::Internal);
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || function.isExternal())
      return function != nullptr;
    auto code = dyn_cast<LLVM::LLVMFuncOp>(op);
    return code ? code.getLinkage() == LLVM::Linkage::Internal
                : cast<SymbolOpInterface>(op).isPrivate();
  }

  /// Finds what a function refers to, and what that does in turn; false where something can
  /// neither be declared nor be copied.
  static bool findReferred(Operation *function, SymbolTable &symbols,
                           llvm::SetVector<Operation *> &referred) {
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(function);
    if (!uses)
      return false;
    for (const SymbolTable::SymbolUse &use : *uses) {
      Operation *symbol = symbols.lookup(use.getSymbolRef().getRootReference());
      if (!symbol || symbol == function || referred.contains(symbol))
        continue;
      if (!isKernel(symbol) && !canBeCopied(symbol))
        return false;
      if (!isKernel(symbol) && !findReferred(symbol, symbols, referred))
        return false;
      referred.insert(symbol);
    }
    return true;
  }

  /// A function of another module.
  static void declare(OpBuilder &builder, Operation *op) {
    auto declared = cast<FunctionOpInterface>(builder.insert(op->cloneWithoutRegions()));
    // What they say stands at functions with bodies.
    declared->removeAttr(dl::te::TeDialect::getKernelAttrName());
    declared->removeAttr(dl::te::TeDialect::getPartsAttrName());
    declared->removeAttr(dl::te::TeDialect::getPartAttrName());
    declared->removeAttr(dl::DlDialect::getKernelAttrName());
    declared.removeArgAttrsAttr();
    declared.removeResAttrsAttr();
    if (auto code = dyn_cast<LLVM::LLVMFuncOp>(*declared))
      code.setLinkage(LLVM::Linkage::External);
  }

  /// What tells of the whole model would make the same kernel of two models differ.
  static bool isOfKernels(StringAttr name) {
    return !isa_and_nonnull<dl::DlDialect>(name.getReferencedDialect()) ||
           name == dl::DlDialect::getLevelAttrName() ||
           name == dl::DlDialect::getTargetFeaturesAttrName();
  }
  static bool isOfMain(StringAttr name) { return name != dl::DlDialect::getWeightsAttrName(); }

  ModuleOp makePart(Location loc, StringRef name, bool (*takes)(StringAttr)) {
    ModuleOp part = ModuleOp::create(loc, name);
    for (NamedAttribute attribute : getOperation()->getDiscardableAttrs())
      if (takes(attribute.getName()))
        part->setAttr(attribute.getName(), attribute.getValue());
    return part;
  }
};
} // namespace
