//===-- VerifyScheduled.cpp - the contract of the scheduled level ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-verify-scheduled. Input: any module. Output: the same module, or
// diagnostics where it breaks a rule (L1) to (L4) of the scheduled level.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/InstructionDialectInterface.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace dl::schedule {
#define GEN_PASS_DEF_VERIFYSCHEDULEDPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// The tensor that a value was written into, step by step: the destination of an
/// insertion or of a linalg operation, the initial value of a loop, what both branches of a
/// condition write into. Not beyond `region`, unless that is null.
static Value getWritten(Value value, Region *region = nullptr) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (region && !region->isAncestor(op->getParentRegion()))
      return value;
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      auto getBefore = [&](Region &side) {
        Operation *yield = side.front().getTerminator();
        return getWritten(yield->getOperand(result.getResultNumber()), &side);
      };
      Value before = getBefore(branch.getThenRegion());
      if (before != getBefore(branch.getElseRegion()))
        return value;
      value = before;
    } else if (auto call = dyn_cast<te::ExternOp>(op)) {
      value = call.getDestinations()[result.getResultNumber()];
    } else if (auto loop = dyn_cast<scf::ForallOp>(op)) {
      value = loop.getOutputs()[result.getResultNumber()];
    } else if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
      OpOperand *initial = loop.getTiedLoopInit(result);
      if (!initial)
        return value;
      value = initial->get();
    } else if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
      value = destination.getDpsInitOperand(result.getResultNumber())->get();
    } else {
      return value;
    }
  }
  return value;
}

namespace {
struct VerifyScheduled : dl::schedule::impl::VerifyScheduledPassBase<VerifyScheduled> {
  void runOnOperation() override {
    bool valid = true;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (te::isKernel(function))
        valid &= succeeded(verifyKernel(function));
    if (!valid)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult verifyKernel(func::FuncOp kernel) {
    if (kernel->hasAttr(ScheduleDialect::getSequenceAttrName()))
      return kernel.emitOpError("(L1) must have no schedule left to apply, but names one in ")
             << ScheduleDialect::getSequenceAttrName() << "; run schedule-apply";
    auto walk = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { return verifyOp(op); });
    if (walk.wasInterrupted())
      return failure();
    if (kernel.isDeclaration())
      return success();
    auto returnOp = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
    unsigned first = kernel.getNumArguments() - te::getNumDestinations(kernel);
    for (auto [i, value] : llvm::enumerate(returnOp.getOperands()))
      if (getWritten(value) != kernel.getArgument(first + i))
        return returnOp.emitOpError("(L4) must return result ")
               << i << " as what was written into destination argument " << first + i
               << ", so that it needs no copy";
    return success();
  }

  WalkResult verifyOp(Operation *op) {
    // A call that knows where its results go, a copy into a given place, and a place that
    // is nothing else's.
    if (auto call = dyn_cast<te::ExternOp>(op); call && !call.getDestinations().empty())
      return WalkResult::advance();
    if (isa<bufferization::AllocTensorOp, bufferization::MaterializeInDestinationOp>(op))
      return WalkResult::advance();
    if (isa_and_nonnull<te::TeDialect>(op->getDialect()))
      return op->emitOpError("(L2) must not be at the scheduled level; run schedule-apply");
    // What intrinsics became: instructions on vectors.
    if (isa<LLVM::CallIntrinsicOp>(op) ||
        (op->getDialect() && isa<InstructionDialectInterface>(op->getDialect())))
      return WalkResult::advance();
    if (!isa_and_nonnull<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                         linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                         tensor::TensorDialect, ub::UBDialect, vector::VectorDialect>(
            op->getDialect()))
      return op->emitOpError("(L2) must not be in a kernel of the scheduled level, which holds "
                             "loops, linalg and vector operations on tensors");
    if (auto tile = dyn_cast<linalg::LinalgOp>(op))
      for (int64_t extent : tile.getStaticLoopRanges())
        if (ShapedType::isDynamic(extent))
          return op->emitOpError("(L3) must be over constant ranges");
    return WalkResult::advance();
  }
};
} // namespace
