//===-- HoistScratch.cpp - kernels allocate nothing -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: bufferized kernels with static allocations anywhere in their bodies. Out:
// small ones are allocas, bigger ones slices of a scratch argument that each
// caller allocates.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Target/Cpu/Passes.h"
#include "dl/Target/Cpu/Weights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

namespace dl::cpu {
#define GEN_PASS_DEF_HOISTSCRATCHPASS
#include "dl/Target/Cpu/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;
using namespace dl::cpu;

namespace {

/// libomp's number of the calling thread in its team.
constexpr llvm::StringLiteral threadNumber = "omp_get_thread_num";

/// The outermost parallel loop around an operation, if any.
Operation *getParallelLoop(Operation *op) {
  Operation *loop = nullptr;
  for (Operation *parent = op->getParentOp(); parent && !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    if (isa<scf::ForallOp, scf::ParallelOp>(parent))
      loop = parent;
  return loop;
}

/// Allocations of one kernel that go to its scratch argument.
struct ScratchUse {
  memref::AllocOp alloc;
  Operation *parallelLoop;
  int64_t offset = 0;
};

struct HoistScratchPass : public dl::cpu::impl::HoistScratchPassBase<HoistScratchPass> {
  using HoistScratchPassBase::HoistScratchPassBase;

  void runOnOperation() override {
    llvm::SmallDenseMap<StringAttr, int64_t> scratchSizes;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (!dl::te::isKernel(func) || func.isExternal())
        continue;
      FailureOr<int64_t> size = runOnKernel(func);
      if (failed(size))
        return signalPassFailure();
      if (*size)
        scratchSizes[func.getSymNameAttr()] = *size;
    }
    SmallVector<func::CallOp> calls;
    getOperation().walk([&](func::CallOp call) {
      if (scratchSizes.count(call.getCalleeAttr().getAttr()))
        calls.push_back(call);
    });
    for (func::CallOp call : calls) {
      OpBuilder builder(call);
      auto type =
          MemRefType::get({scratchSizes[call.getCalleeAttr().getAttr()]}, builder.getI8Type());
      Value scratch = memref::AllocOp::create(builder, call.getLoc(), type);
      call->insertOperands(call.getNumOperands(), scratch);
    }
  }

private:
  /// Rewrites the allocations of a kernel; returns the size of its new scratch
  /// argument, 0 where it needs none.
  FailureOr<int64_t> runOnKernel(func::FuncOp func) {
    SmallVector<ScratchUse> uses;
    int64_t frame = 0, shared = 0, slice = 0;
    WalkResult result = func.walk([&](memref::AllocOp alloc) {
      int64_t size = getByteSize(alloc.getType());
      if (size < 0 || !alloc.getType().getLayout().isIdentity()) {
        alloc.emitOpError("expected a buffer of static shape and whole bytes in kernel @")
            << func.getSymName() << ", got " << alloc.getType()
            << "; a kernel's scratch is planned at compile time: peel or pad the tail of its "
               "loops, and use i8 for flags";
        return WalkResult::interrupt();
      }
      size = llvm::alignTo(size, bufferAlignment);
      // One thread runs parallel loops as plain ones.
      Operation *loop = maxThreads > 1 ? getParallelLoop(alloc) : nullptr;
      if (size <= maxStackBytes && frame + size <= maxFrameBytes) {
        frame += size;
        moveToStack(alloc, loop ? &loop->getRegion(0).front() : &func.getBody().front());
        return WalkResult::advance();
      }
      int64_t &end = loop ? slice : shared;
      uses.push_back({alloc, loop, end});
      end += size;
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    if (uses.empty())
      return int64_t(0);
    int64_t size = shared + slice * maxThreads;
    moveToArgument(func, uses, size, shared, slice);
    return size;
  }

  void moveToStack(memref::AllocOp alloc, Block *entry) {
    OpBuilder builder = OpBuilder::atBlockBegin(entry);
    Value alloca = memref::AllocaOp::create(builder, alloc.getLoc(), alloc.getType(),
                                            builder.getI64IntegerAttr(bufferAlignment));
    alloc.replaceAllUsesWith(alloca);
    alloc.erase();
  }

  void moveToArgument(func::FuncOp func, ArrayRef<ScratchUse> uses, int64_t size, int64_t shared,
                      int64_t slice) {
    OpBuilder builder(func.getContext());
    auto type = MemRefType::get({size}, builder.getI8Type());
    auto marks =
        builder.getDictionaryAttr(builder.getNamedAttr(scratchAttrName, builder.getUnitAttr()));
    (void)func.insertArgument(func.getNumArguments(), type, marks, func.getLoc());
    Value scratch = func.getArguments().back();
    for (const ScratchUse &use : uses) {
      memref::AllocOp alloc = use.alloc;
      Location loc = alloc.getLoc();
      Operation *loop = use.parallelLoop;
      builder.setInsertionPointToStart(loop ? &loop->getRegion(0).front()
                                            : &func.getBody().front());
      int64_t base = loop ? shared + use.offset : use.offset;
      Value offset = arith::ConstantIndexOp::create(builder, loc, base);
      if (loop) {
        Value thread = createThreadNumber(builder, loc);
        Value stride = arith::ConstantIndexOp::create(builder, loc, slice);
        Value start = arith::MulIOp::create(builder, loc, thread, stride);
        offset = arith::AddIOp::create(builder, loc, start, offset);
      }
      Value view =
          memref::ViewOp::create(builder, loc, alloc.getType(), scratch, offset, ValueRange());
      alloc.replaceAllUsesWith(view);
      alloc.erase();
    }
  }

  Value createThreadNumber(OpBuilder &builder, Location loc) {
    Type i32 = builder.getI32Type();
    if (!getOperation().lookupSymbol(threadNumber)) {
      OpBuilder atModule = OpBuilder::atBlockBegin(getOperation().getBody());
      func::FuncOp::create(atModule, getOperation().getLoc(), threadNumber,
                           atModule.getFunctionType({}, i32))
          .setPrivate();
    }
    auto call = func::CallOp::create(builder, loc, threadNumber, i32, ValueRange());
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), call.getResult(0));
  }
};

} // namespace
