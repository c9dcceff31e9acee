//===-- AvoidLibraryNames.cpp - functions named as libm's -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renames functions that have the name of a function of the C library. In: any module.
// Out: a kernel named `pow` is `pow_kernel`, and LLVM's calls of libm reach libm.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/CpuTarget.h"
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

namespace dl::cpu {
#define GEN_PASS_DEF_AVOIDLIBRARYNAMESPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {
struct AvoidLibraryNamesPass
    : public dl::cpu::impl::AvoidLibraryNamesPassBase<AvoidLibraryNamesPass> {
  using AvoidLibraryNamesPassBase::AvoidLibraryNamesPassBase;

  void runOnOperation() override {
    llvm::TargetLibraryInfoImpl library{dl::cpu::getTriple(getOperation())};
    SymbolTable symbols(getOperation());
    for (auto func : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      llvm::LibFunc known;
      if (func.isExternal() || !library.getLibFunc(func.getSymName(), known))
        continue;
      std::string name = (func.getSymName() + "_kernel").str();
      for (unsigned number = 0; symbols.lookup(name); ++number)
        name = (func.getSymName() + "_kernel_" + Twine(number)).str();
      if (failed(symbols.rename(func, name)))
        return signalPassFailure();
    }
  }
};
} // namespace
