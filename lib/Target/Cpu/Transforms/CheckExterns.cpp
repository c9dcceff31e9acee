//===-- CheckExterns.cpp - modules call what is known --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refuses declared functions and data that a module does not define and no given library
// does. The te dialect's own calls are te.extern, which dl-lower-externs checks.
//
//===----------------------------------------------------------------------===//
#include "LibrarySymbols.h"

#include "dl/Codegen/ModelInfo.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace dl::cpu {
#define GEN_PASS_DEF_CHECKEXTERNSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// What the compiler itself refers to, so that its own output can be read again: libm's
/// functions, by their names for double, what memory needs, and the hooks of the run time.
static constexpr llvm::StringLiteral ownNames[] = {
    "acos",          "acosh", "asin",     "asinh",  "atan",    "atan2", "atanh",
    "cbrt",          "ceil",  "copysign", "cos",    "cosh",    "erf",   "erfc",
    "exp",           "exp2",  "expm1",    "fabs",   "floor",   "fma",   "fmod",
    "log",           "log10", "log1p",    "log2",   "pow",     "rint",  "round",
    "roundeven",     "sin",   "sinh",     "sqrt",   "tan",     "tanh",  "trunc",
    "aligned_alloc", "free",  "malloc",   "memcpy", "memmove", "memset"};

static bool isOwnName(StringRef name) {
  if (name == dl::codegen::kernelBeginName || name == dl::codegen::kernelEndName)
    return true;
  // Vector variants of libm's functions, by the vector ABI; LLVM's own checks are on
  // intrinsics that are declared as functions.
  if (name.starts_with("_ZGV") || name.starts_with("llvm."))
    return true;
  return llvm::is_contained(ownNames, name) ||
         (name.consume_back("f") && llvm::is_contained(ownNames, name));
}

namespace {
/// A symbol that something else must define, and whether it is code.
struct Extern {
  StringRef name;
  bool isFunction;
};

struct CheckExternsPass : public dl::cpu::impl::CheckExternsPassBase<CheckExternsPass> {
  using CheckExternsPassBase::CheckExternsPassBase;

  void runOnOperation() override {
    dl::cpu::LibrarySymbols symbols;
    for (const std::string &library : libraries)
      if (failed(symbols.add(library, getOperation().getLoc())))
        return signalPassFailure();
    WalkResult result = getOperation().walk([&](Operation *op) {
      std::optional<Extern> needed = getExtern(op);
      if (!needed || isOwnName(needed->name) ||
          (needed->isFunction ? symbols.functions : symbols.data).contains(needed->name))
        return WalkResult::advance();
      InFlightDiagnostic diagnostic = op->emitOpError("must not refer to @") << needed->name;
      if (libraries.empty())
        diagnostic << ", which the module does not define: name the library that has it by the "
                      "option 'extern-libraries'";
      else
        diagnostic << ": neither the module nor one of the " << libraries.size()
                   << " libraries given by 'extern-libraries' defines it";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  static std::optional<Extern> getExtern(Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      return function.isExternal() && !isa<FunctionOpInterface>(op->getParentOp())
                 ? std::optional(Extern{function.getName(), true})
                 : std::nullopt;
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      return global.isExternal() ? std::optional(Extern{global.getSymName(), false}) : std::nullopt;
    auto global = dyn_cast<LLVM::GlobalOp>(op);
    bool isDefined = !global || global.getValueOrNull() || global.getInitializerBlock();
    return isDefined ? std::nullopt : std::optional(Extern{global.getSymName(), false});
  }
};
} // namespace
