//===-- HoistScratch.cpp - kernels allocate nothing -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: bufferized kernels with static allocations anywhere in their bodies, and dynamic
// ones outside of parallel loops. Out: small ones are allocas, bigger ones slices of a
// scratch argument that each caller allocates, and dynamic ones arguments of their own.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"
#include "dl/Codegen/Sizes.h"
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/Support/MathExtras.h"

namespace dl::codegen {
#define GEN_PASS_DEF_HOISTSCRATCHPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;

/// True for several vectors that the steps of a loop hand on. LLVM keeps a stack object of known
/// size in registers, and takes it apart into its elements where vectors of it overlap, as do those
/// of a list that is moved on by one.
static bool isLongState(memref::AllocOp alloc, int64_t size) {
  constexpr int64_t fewVectors = 256;
  return size > fewVectors && llvm::any_of(alloc->getUsers(), [](Operation *user) {
           return isa<memref::CopyOp>(user) && user->getParentOfType<scf::ForOp>();
         });
}

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

/// The size of a buffer in a dim; that of a view follows from what it is a view of.
Value getSize(OpBuilder &builder, Location loc, Value buffer, int64_t dim) {
  if (auto expand = buffer.getDefiningOp<memref::ExpandShapeOp>())
    return getValueOrCreateConstantIndexOp(builder, loc, expand.getMixedOutputShape()[dim]);
  auto collapse = buffer.getDefiningOp<memref::CollapseShapeOp>();
  if (!collapse)
    return builder.createOrFold<memref::DimOp>(loc, buffer, dim);
  Value product;
  SmallVector<ReassociationIndices> parts = collapse.getReassociationIndices();
  for (int64_t part : parts[dim]) {
    Value size = getSize(builder, loc, collapse.getSrc(), part);
    product = product ? builder.createOrFold<arith::MulIOp>(loc, product, size) : size;
  }
  return product;
}

/// Bytes of a buffer at most, whatever its sizes are; nothing where that is not known.
std::optional<int64_t> getBoundedBytes(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.getLayout().isIdentity() || !type.getElementType().isIntOrFloat())
    return std::nullopt;
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  unsigned open = 0;
  for (int64_t extent : type.getShape()) {
    if (ShapedType::isDynamic(extent)) {
      FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
          presburger::BoundType::UB, alloc.getDynamicSizes()[open++], /*stopCondition=*/nullptr,
          /*closedUB=*/true);
      if (failed(bound) || *bound < 0)
        return std::nullopt;
      extent = *bound;
    }
    if (llvm::MulOverflow(bytes, extent, bytes))
      return std::nullopt;
  }
  return bytes;
}

/// Allocations of one kernel that go to its scratch argument.
struct ScratchUse {
  memref::AllocOp alloc;
  Operation *parallelLoop;
  int64_t offset = 0;
};

struct HoistScratchPass : public dl::codegen::impl::HoistScratchPassBase<HoistScratchPass> {
  using HoistScratchPassBase::HoistScratchPassBase;

  void runOnOperation() override {
    for (auto func : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (!dl::te::isKernel(func))
        continue;
      fixBoundedBuffers(func);
      if (failed(passDynamicBuffers(func)))
        return signalPassFailure();
    }
    llvm::SmallDenseMap<StringAttr, int64_t> scratchSizes;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (!dl::te::isKernel(func))
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
  /// Buffers of parts that may be incomplete, as the last step of a masked loop is, are parts of
  /// buffers of the whole size:
  ///   memref.alloc(%n) : memref<?x8xf32>, where %n is at most 7
  /// becomes
  ///   memref.view (memref.alloc() : memref<224xi8>)[0][%n] : memref<?x8xf32>
  void fixBoundedBuffers(func::FuncOp func) {
    SmallVector<memref::AllocOp> allocs;
    func.walk([&](memref::AllocOp alloc) {
      if (!alloc.getType().hasStaticShape() && alloc->getParentOp() != func)
        allocs.push_back(alloc);
    });
    for (memref::AllocOp alloc : allocs) {
      std::optional<int64_t> bytes = getBoundedBytes(alloc);
      if (!bytes)
        continue;
      OpBuilder builder(alloc);
      Location loc = alloc.getLoc();
      Value whole =
          memref::AllocOp::create(builder, loc, MemRefType::get({*bytes}, builder.getI8Type()));
      Value start = arith::ConstantIndexOp::create(builder, loc, 0);
      Value part = memref::ViewOp::create(builder, loc, alloc.getType(), whole, start,
                                          alloc.getDynamicSizes());
      alloc.replaceAllUsesWith(part);
      alloc.erase();
    }
  }

  /// Dynamic allocations of a kernel become arguments; each caller allocates them, of
  /// sizes that it computes from what it passes.
  LogicalResult passDynamicBuffers(func::FuncOp func) {
    SmallVector<memref::AllocOp> allocs;
    func.walk([&](memref::AllocOp alloc) {
      if (!alloc.getType().hasStaticShape())
        allocs.push_back(alloc);
    });
    if (allocs.empty())
      return success();
    SmallVector<func::CallOp> calls;
    getOperation().walk([&](func::CallOp call) {
      if (call.getCallee() == func.getSymName())
        calls.push_back(call);
    });
    for (memref::AllocOp alloc : allocs) {
      if (maxThreads > 1 && getParallelLoop(alloc))
        return alloc.emitOpError("expected a buffer of static shape inside a parallel loop of "
                                 "kernel @")
               << func.getSymName() << ", got " << alloc.getType()
               << "; compute the stage at root, or split the axis of unknown extent";
      for (func::CallOp call : calls) {
        OpBuilder builder(call);
        SmallVector<Value> sizes;
        for (Value size : alloc.getDynamicSizes()) {
          FailureOr<Value> outside = computeOutside(builder, size, call);
          if (failed(outside))
            return failure();
          sizes.push_back(*outside);
        }
        Value buffer = memref::AllocOp::create(builder, call.getLoc(), alloc.getType(), sizes);
        call->insertOperands(call.getNumOperands(), buffer);
      }
      auto marks = DictionaryAttr::get(
          func.getContext(),
          NamedAttribute(StringAttr::get(func.getContext(), dl::DlDialect::getScratchAttrName()),
                         UnitAttr::get(func.getContext())));
      (void)func.insertArgument(func.getNumArguments(), alloc.getType(), marks, alloc.getLoc());
      alloc.replaceAllUsesWith(func.getArguments().back());
      alloc.erase();
    }
    return success();
  }

  /// A size of a kernel, computed by a caller from the operands of its call.
  FailureOr<Value> computeOutside(OpBuilder &builder, Value size, func::CallOp call) {
    auto own = dyn_cast<BlockArgument>(size);
    if (own && isa<func::FuncOp>(own.getOwner()->getParentOp()))
      return call.getOperand(own.getArgNumber());
    if (own)
      return own.getOwner()->getParentOp()->emitOpError(
          "expected a kernel's buffers to have one size in all steps of a loop");
    Operation *op = size.getDefiningOp();
    if (auto dim = dyn_cast<memref::DimOp>(op)) {
      auto argument = dyn_cast<BlockArgument>(dim.getSource());
      std::optional<unsigned> position = getDim(dim);
      if (argument && position)
        return getSize(builder, call.getLoc(), call.getOperand(argument.getArgNumber()), *position);
    } else if (isMemoryEffectFree(op) && op->getNumRegions() == 0) {
      IRMapping mapping;
      for (Value operand : op->getOperands()) {
        FailureOr<Value> outside = computeOutside(builder, operand, call);
        if (failed(outside))
          return failure();
        mapping.map(operand, *outside);
      }
      return builder.clone(*op, mapping)->getResult(cast<OpResult>(size).getResultNumber());
    }
    return op->emitOpError("expected the sizes of a kernel's buffers to follow from those of its "
                           "operands");
  }

  /// Rewrites the allocations of a kernel; returns the size of its new scratch
  /// argument, 0 where it needs none.
  FailureOr<int64_t> runOnKernel(func::FuncOp func) {
    SmallVector<ScratchUse> uses;
    int64_t frame = 0, shared = 0, slice = 0;
    WalkResult result = func.walk([&](memref::AllocOp alloc) {
      MemRefType type = alloc.getType();
      int64_t size = getByteSize(type);
      if (!type.hasStaticShape() || !type.getLayout().isIdentity()) {
        alloc.emitOpError("expected a buffer of static shape in kernel @")
            << func.getSymName() << ", got " << type
            << "; a kernel's scratch is planned at compile time: peel or pad the tail of its loops";
        return WalkResult::interrupt();
      }
      if (size < 0) {
        alloc.emitOpError("expected elements of whole bytes in a buffer of kernel @")
            << func.getSymName() << ", got " << type << "; let the stage yield "
            << (type.getElementType().isIndex() ? "i64" : "i8")
            << " and its readers convert that back, or compute it inline";
        return WalkResult::interrupt();
      }
      size = llvm::alignTo(size, bufferAlignment);
      // One thread runs parallel loops as plain ones.
      Operation *loop = maxThreads > 1 ? getParallelLoop(alloc) : nullptr;
      if (size <= maxStackBytes && frame + size <= maxFrameBytes && !isLongState(alloc, size)) {
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
    auto marks = builder.getDictionaryAttr(
        builder.getNamedAttr(dl::DlDialect::getScratchAttrName(), builder.getUnitAttr()));
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
