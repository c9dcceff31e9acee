//===-- PlanMemory.cpp - one arena for a model ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: @main with static allocations. Out: each is a view of an arena argument,
// at an offset chosen from liveness by ArenaPlan.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/ArenaPlan.h"
#include "dl/Target/Cpu/Passes.h"
#include "dl/Target/Cpu/Weights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

namespace dl::cpu {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "dl/Target/Cpu/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl::cpu;

namespace {

struct PlanMemoryPass : public dl::cpu::impl::PlanMemoryPassBase<PlanMemoryPass> {
  using PlanMemoryPassBase::PlanMemoryPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main || !main.getBody().hasOneBlock()) {
      emitError(getOperation().getLoc(),
                "expected a function @main with one block; its buffers are planned "
                "in the order of its operations");
      return signalPassFailure();
    }
    SmallVector<memref::AllocOp> allocs;
    main.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    ArenaPlan plan(bufferAlignment);
    if (failed(computeLifetimes(main, allocs, plan)))
      return signalPassFailure();
    plan.assignOffsets();
    rewrite(main, allocs, plan);
    report(main, plan);
  }

private:
  /// Adds one buffer to the plan for each allocation, alive from the first to
  /// the last operation of @main's block that touches it.
  LogicalResult computeLifetimes(func::FuncOp main, ArrayRef<memref::AllocOp> allocs,
                                 ArenaPlan &plan) {
    Block &body = main.getBody().front();
    llvm::DenseMap<Operation *, int64_t> position;
    for (auto [index, op] : llvm::enumerate(body))
      position[&op] = index;
    BufferViewFlowAnalysis views(main);
    for (memref::AllocOp alloc : allocs) {
      int64_t size = getByteSize(alloc.getType());
      if (size < 0 || !alloc.getType().getLayout().isIdentity())
        return alloc.emitOpError("expected a buffer of static shape and whole bytes in @main, got ")
               << alloc.getType() << "; the arena is planned at compile time";
      int64_t first = INT64_MAX, last = -1;
      // An allocation inside a loop is alive during the whole loop.
      Operation *own = body.findAncestorOpInBlock(*alloc);
      if (own != alloc)
        first = last = position[own];
      for (Value view : views.resolve(alloc))
        for (Operation *user : view.getUsers()) {
          if (isa<func::ReturnOp>(user) && user->getParentOp() == main)
            return alloc.emitOpError("expected @main to return none of its own buffers; write the "
                                     "result into a destination argument");
          if (isa<memref::DeallocOp>(user))
            continue;
          int64_t at = position[body.findAncestorOpInBlock(*user)];
          first = std::min(first, at);
          last = std::max(last, at);
        }
      // A buffer that nothing uses lives nowhere; its place does not matter.
      plan.addBuffer(size, std::min(first, last), last);
    }
    return success();
  }

  void rewrite(func::FuncOp main, ArrayRef<memref::AllocOp> allocs, const ArenaPlan &plan) {
    OpBuilder builder(main.getContext());
    auto bytes = MemRefType::get({std::max(plan.getPeak(), bufferAlignment)}, builder.getI8Type());
    auto marks =
        builder.getDictionaryAttr(builder.getNamedAttr(arenaAttrName, builder.getUnitAttr()));
    bool afterWeights = main.getNumArguments() && main.getArgAttr(0, weightsAttrName);
    (void)main.insertArgument(afterWeights, bytes, marks, main.getLoc());
    Value arena = main.getArgument(afterWeights);
    main.walk([](memref::DeallocOp dealloc) { dealloc.erase(); });
    for (auto [index, op] : llvm::enumerate(allocs)) {
      memref::AllocOp alloc = op;
      builder.setInsertionPoint(alloc);
      Location loc = alloc.getLoc();
      Value offset = arith::ConstantIndexOp::create(builder, loc, plan.getOffset(index));
      Value view =
          memref::ViewOp::create(builder, loc, alloc.getType(), arena, offset, ValueRange());
      alloc.replaceAllUsesWith(view);
      alloc.erase();
    }
    getOperation()->setAttr(arenaSizeAttrName, builder.getI64IntegerAttr(bytes.getDimSize(0)));
  }

  void report(func::FuncOp main, const ArenaPlan &plan) {
    peak = plan.getPeak();
    total = plan.getTotal();
    lowerBound = plan.getLowerBound();
    auto options = remark::RemarkOpts::name("ArenaPlan").category("dl-plan-memory");
    remark::analysis(main.getLoc(), options)
        << remark::metric("Buffers", plan.size()) << remark::metric("PeakBytes", plan.getPeak())
        << remark::metric("TotalBytes", plan.getTotal())
        << remark::metric("LowerBoundBytes", plan.getLowerBound());
    main.walk([](memref::CopyOp copy) {
      remark::missed(copy.getLoc(),
                     remark::RemarkOpts::name("CopyInMain").category("dl-plan-memory"))
          << remark::reason("a value could not be made in its destination: {0} bytes are copied on "
                            "every run",
                            getByteSize(cast<ShapedType>(copy.getSource().getType())));
    });
  }
};

} // namespace
