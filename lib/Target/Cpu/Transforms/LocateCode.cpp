//===-- LocateCode.cpp - lines for all code ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives each operation of the llvm dialect a line of the loops' text, so that LLVM has a
// location for all of a function with debug info. Nodes keep their names.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOCATECODEPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// The first line that a location tells; null where it tells none.
static FileLineColLoc findLine(Location loc) {
  if (auto line = dyn_cast<FileLineColLoc>(loc))
    return line;
  if (auto name = dyn_cast<NameLoc>(loc))
    return findLine(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return findLine(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (FileLineColLoc line = findLine(part))
        return line;
  return {};
}

/// A location as LLVM can have it: the line alone, since LLVM merges the parts of fused ones
/// and none with a line is none.
static Location getLocated(Location loc, FileLineColLoc otherwise) {
  FileLineColLoc line = findLine(loc);
  return line ? line : otherwise;
}

namespace {
struct LocateCodePass : public dl::cpu::impl::LocateCodePassBase<LocateCodePass> {
  using LocateCodePassBase::LocateCodePassBase;

  void runOnOperation() override {
    FileLineColLoc top = FileLineColLoc::get(&getContext(), file, 1, 1);
    SymbolTable symbols(getOperation());
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      auto line = cast<FileLineColLoc>(getLocated(function.getLoc(), top));
      function->setLoc(line);
      function.walk([&](Operation *op) {
        FileLineColLoc own = line;
        // Where a caller tells no line, that of the kernel says what happens there.
        if (auto call = dyn_cast<LLVM::CallOp>(op); call && call.getCallee())
          if (auto callee = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
              callee && !callee.isExternal())
            own = cast<FileLineColLoc>(getLocated(callee.getLoc(), line));
        if (op != function)
          op->setLoc(getLocated(op->getLoc(), own));
      });
    }
  }
};
} // namespace
