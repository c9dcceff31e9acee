//===-- CheckCode.cpp - what LLVM can make code of ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refuses what would end LLVM or do more than compute: assembly text, which the packaged
// LLVM is not asked to parse, intrinsics of other targets or with effects of their own, and
// values of too many elements.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ModRef.h"
#include "llvm/TargetParser/Triple.h"

namespace dl::cpu {
#define GEN_PASS_DEF_CHECKCODEPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using dl::cpu::getTriple;

/// The most elements that a value may have: code of so many takes LLVM a second.
static constexpr uint64_t maxElements = 1 << 14;

/// The elements of all vectors, arrays and structs of `type`, as far as they are counted:
/// more than `maxElements` end the search.
static uint64_t countElements(Type type) {
  // What is empty counts as well, so that a search sees no more types than it counts.
  uint64_t count = 1;
  auto multiply = [&](int64_t factor) {
    count = llvm::SaturatingMultiply<uint64_t>(count, std::max<int64_t>(factor, 1));
  };
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
    count = countElements(array.getElementType());
    multiply(array.getNumElements());
  } else if (auto vector = dyn_cast<VectorType>(type)) {
    llvm::for_each(vector.getShape(), multiply);
  } else if (auto structure = dyn_cast<LLVM::LLVMStructType>(type)) {
    for (Type member : structure.getBody())
      if (count <= maxElements)
        count = llvm::SaturatingAdd(count, countElements(member));
  }
  return count;
}

namespace {
struct CheckCodePass : public dl::cpu::impl::CheckCodePassBase<CheckCodePass> {
  using CheckCodePassBase::CheckCodePassBase;

  void runOnOperation() override {
    llvm::Triple triple = getTriple(getOperation());
    StringRef target = llvm::Triple::getArchTypePrefix(triple.getArch());
    WalkResult result = getOperation().walk([&](Operation *op) {
      if (failed(checkSizes(op)))
        return WalkResult::interrupt();
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
  /// An initializer of a global is data, whatever its size.
  static LogicalResult checkSizes(Operation *op) {
    if (op->getParentOfType<LLVM::GlobalOp>())
      return success();
    SmallVector<Type> types(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    for (Type type : types)
      if (countElements(type) > maxElements)
        return op->emitOpError("must not have a value of more than ")
               << maxElements << " elements, which LLVM takes apart one by one: " << type
               << "; use a loop";
    return success();
  }

  /// True for intrinsics on values that are tiles: they do what their operands say, though LLVM,
  /// which gives them registers late, says nothing of their effects.
  static bool isOfTiles(StringRef name) {
    return name.consume_front("llvm.x86.t") && name.ends_with(".internal");
  }

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
    if (isOfTiles(name))
      return WalkResult::advance();
    llvm::LLVMContext context;
    llvm::MemoryEffects effects = llvm::Intrinsic::getFnAttributes(context, id).getMemoryEffects();
    if (!effects.onlyAccessesArgPointees())
      return fail("it has effects beyond its operands");
    return WalkResult::advance();
  }
};
} // namespace
