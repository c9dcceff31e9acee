//===-- LoadIntrinsics.cpp - the instructions that a CPU has --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-load-intrinsics. Output: the module with the stock intrinsics that the CPU has, if
// it has kernels that sum up products of narrow numbers.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Target/Cpu/Machine.h"
#include "dl/Target/Cpu/NamedMachine.h"
#include "dl/Target/Cpu/Records.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace dl::cpu {
#define GEN_PASS_DEF_LOADINTRINSICSPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl;

/// True for sums of products whose factors are made wider first, which instructions do at once.
static bool widensFactors(te::ComputeOp compute) {
  if (compute.getCombiner() != te::Combiner::Add)
    return false;
  Operation *product = compute.getYield().getValues().front().getDefiningOp();
  return isa_and_nonnull<arith::MulIOp, arith::MulFOp>(product) &&
         llvm::all_of(product->getOperands(), [](Value factor) {
           return isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(
               factor.getDefiningOp());
         });
}

namespace {
struct LoadIntrinsics : dl::cpu::impl::LoadIntrinsicsPassBase<LoadIntrinsics> {
  using LoadIntrinsicsPassBase::LoadIntrinsicsPassBase;

  void runOnOperation() override {
    bool isNeeded = false;
    getOperation()->walk([&](te::ComputeOp compute) { isNeeded |= widensFactors(compute); });
    if (!isNeeded)
      return;
    if (llvm::Error error = load()) {
      emitError(getOperation().getLoc(), llvm::toString(std::move(error)));
      signalPassFailure();
    }
  }

  llvm::Error load() {
    auto named = cpu::findMachine(&getContext(), name, target);
    if (!named)
      return named.takeError();
    auto machine = cpu::createTargetMachine(named->cpu, 2, named->triple);
    if (!machine)
      return machine.takeError();
    std::string file = cpu::findStockIntrinsics((*machine)->getTargetTriple());
    if (file.empty())
      return llvm::Error::success();
    auto library = cpu::readRecordFile(file, &getContext());
    if (!library)
      return library.takeError();
    SymbolTable symbols(getOperation());
    for (auto intrinsic : llvm::make_early_inc_range((*library)->getOps<schedule::IntrinsicOp>())) {
      std::optional<StringRef> features = intrinsic.getFeatures();
      bool has = !features || (*machine)->getMCSubtargetInfo()->checkFeatures(features->str());
      // What the module has of this name comes first.
      if (!has || symbols.lookup(intrinsic.getSymName()))
        continue;
      intrinsic->remove();
      symbols.insert(intrinsic);
    }
    return llvm::Error::success();
  }
};
} // namespace
