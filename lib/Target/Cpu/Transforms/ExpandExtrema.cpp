//===-- ExpandExtrema.cpp - maxima and minima as instructions ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: arith.maximumf and arith.minimumf. Out: LLVM's intrinsics, such that what waits for the
// operand that is accumulated is one instruction.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace dl::cpu {
#define GEN_PASS_DEF_EXPANDEXTREMAPASS
#include "dl/Target/Cpu/Transforms/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

/// True for a value that comes from the iteration or the term before.
template <typename... OpTys> static bool isAccumulated(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || isa<OpTys...>(op);
}

/// A machine whose maximum hands on the second operand where one is NaN looks for a NaN in the
/// first one apart: the second one is the one to wait for.
template <typename OpTy, typename Intrinsic> static void expand(OpTy op) {
  Value sofar = op.getLhs(), term = op.getRhs();
  if (!isAccumulated<OpTy, Intrinsic>(sofar))
    std::swap(sofar, term);
  bool isUnordered = arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::nsz);
  // Vectors of several dims are taken apart later.
  if ((!isUnordered && !isAccumulated<OpTy, Intrinsic>(sofar)) ||
      !LLVM::isCompatibleType(op.getType()))
    return;
  OpBuilder builder(op);
  auto flags = LLVM::FastmathFlags::nsz;
  if (arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::nnan))
    flags = flags | LLVM::FastmathFlags::nnan;
  op.replaceAllUsesWith(
      Intrinsic::create(builder, op.getLoc(), op.getType(), term, sofar, flags).getResult());
  op.erase();
}

namespace {
struct ExpandExtremaPass : public dl::cpu::impl::ExpandExtremaPassBase<ExpandExtremaPass> {
  using ExpandExtremaPassBase::ExpandExtremaPassBase;

  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto maximum = dyn_cast<arith::MaximumFOp>(op))
        expand<arith::MaximumFOp, LLVM::MaximumOp>(maximum);
      else if (auto minimum = dyn_cast<arith::MinimumFOp>(op))
        expand<arith::MinimumFOp, LLVM::MinimumOp>(minimum);
    });
  }
};
} // namespace
