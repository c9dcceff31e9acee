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
#include "dl/Dialect/Schedule/Transforms/Passes.h"
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
    auto named = cpu::findMachine(&getContext(), name, target);
    auto machine = named ? cpu::createTargetMachine(named->cpu, 2, named->triple)
                         : llvm::Expected<std::unique_ptr<llvm::TargetMachine>>(named.takeError());
    if (!machine) {
      emitError(getOperation().getLoc(), llvm::toString(machine.takeError()));
      return signalPassFailure();
    }
    std::string file = cpu::findStockIntrinsics((*machine)->getTargetTriple());
    auto has = [&](schedule::IntrinsicOp intrinsic) {
      std::optional<StringRef> features = intrinsic.getFeatures();
      return !features || (*machine)->getMCSubtargetInfo()->checkFeatures(features->str());
    };
    if (!file.empty() && failed(schedule::loadIntrinsics(getOperation(), file, has)))
      signalPassFailure();
  }
};
} // namespace
