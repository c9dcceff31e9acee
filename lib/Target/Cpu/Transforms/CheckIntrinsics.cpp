//===-- CheckIntrinsics.cpp - what LLVM can make code of -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refuses what would end LLVM or do more than compute: assembly text, which the packaged
// LLVM is not asked to parse, and intrinsics of other targets or with effects of their own.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ModRef.h"
#include "llvm/TargetParser/Triple.h"

namespace dl::cpu {
#define GEN_PASS_DEF_CHECKINTRINSICSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using dl::cpu::getTriple;

namespace {
struct CheckIntrinsicsPass : public dl::cpu::impl::CheckIntrinsicsPassBase<CheckIntrinsicsPass> {
  using CheckIntrinsicsPassBase::CheckIntrinsicsPassBase;

  void runOnOperation() override {
    llvm::Triple triple = getTriple(getOperation());
    StringRef target = llvm::Triple::getArchTypePrefix(triple.getArch());
    WalkResult result = getOperation().walk([&](Operation *op) {
      if (isa<LLVM::InlineAsmOp>(op)) {
        op->emitOpError("must not hold assembly text, which is not compiled; use vector "
                        "operations or llvm.call_intrinsic");
        return WalkResult::interrupt();
      }
      if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
          function && function.isExternal() && function.getSymName().starts_with("llvm."))
        return check(op, function.getSymName(), target);
      auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
      return call ? check(op, call.getIntrin(), target) : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  static WalkResult check(Operation *op, StringRef name, StringRef target) {
    llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
    auto fail = [&](const Twine &reason) {
      op->emitOpError("must not call the intrinsic '") << name << "': " << reason;
      return WalkResult::interrupt();
    };
    if (id == llvm::Intrinsic::not_intrinsic)
      return fail("LLVM has none of this name");
    if (llvm::Intrinsic::isTargetIntrinsic(id) && !name.starts_with(("llvm." + target + ".").str()))
      return fail("it is one of another target than '" + target + "'");
    llvm::LLVMContext context;
    llvm::MemoryEffects effects = llvm::Intrinsic::getFnAttributes(context, id).getMemoryEffects();
    if (!effects.onlyAccessesArgPointees())
      return fail("it has effects beyond its operands");
    return WalkResult::advance();
  }
};
} // namespace
