//===-- PlanMemory.cpp - one arena for a model ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: @main with allocations of static sizes or of products of sizes that its inputs
// have. Out: each is a view of an arena argument, at an offset chosen from liveness, and
// where sizes are known only at run time a function computes the size of the arena.
//
//===----------------------------------------------------------------------===//
#include "DynamicArena.h"

#include "dl/Codegen/Passes.h"
#include "dl/Codegen/Sizes.h"
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Dl/IR/Dl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

namespace dl::codegen {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;

namespace {

struct PlanMemoryPass : public dl::codegen::impl::PlanMemoryPassBase<PlanMemoryPass> {
  using PlanMemoryPassBase::PlanMemoryPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main || !main.getBody().hasOneBlock()) {
      emitError(getOperation().getLoc(),
                "expected a function @main with one block; its buffers are planned "
                "in the order of its operations");
      return signalPassFailure();
    }
    allocs.clear();
    main.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    DynamicArena arena;
    if (failed(collectBuffers(main, arena)))
      return signalPassFailure();
    bool isStatic = arena.isStatic();
    if (isStatic) {
      rewriteStatic(main, arena.getPlan(/*extent=*/1));
      if (!SymbolTableInfo::get(main).symbols.empty() && failed(createStaticSizes(main)))
        return signalPassFailure();
    } else if (failed(rewriteDynamic(main, arena))) {
      return signalPassFailure();
    }
    report(main, arena);
  }

private:
  SmallVector<memref::AllocOp> allocs;
  /// Offsets of buffers that are together smaller do not overflow.
  static constexpr int64_t mostBytes = int64_t(1) << 60;

  /// Positions in the order of the text: of an operation, and of the last one in it.
  using Span = std::pair<int64_t, int64_t>;

  static llvm::DenseMap<Operation *, Span> getSpans(func::FuncOp main) {
    llvm::DenseMap<Operation *, Span> spans;
    int64_t next = 0;
    main.walk<WalkOrder::PreOrder>([&](Operation *op) { spans[op].first = next++; });
    // Nested operations come first here.
    main.walk<WalkOrder::PostOrder>([&](Operation *op) {
      int64_t last = spans[op].first;
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Operation &inner : block)
            last = std::max(last, spans[&inner].second);
      spans[op].second = last;
    });
    return spans;
  }

  /// What a use of an allocation adds to its lifetime: the operation in the
  /// allocation's block that holds the use, so whole loops; and where the use is
  /// beyond that block, because a branch passes it on, all of what is around it.
  static Span getLifetime(Operation *alloc, Operation *user,
                          const llvm::DenseMap<Operation *, Span> &spans) {
    Span lifetime = {INT64_MAX, -1};
    auto add = [&](Operation *op) {
      Span span = spans.lookup(op);
      lifetime = {std::min(lifetime.first, span.first), std::max(lifetime.second, span.second)};
    };
    Block *block = alloc->getBlock();
    Operation *holder = block->findAncestorOpInBlock(*user);
    while (!holder) {
      Operation *around = block->getParentOp();
      add(around);
      block = around->getBlock();
      holder = block->findAncestorOpInBlock(*user);
    }
    add(holder);
    return lifetime;
  }

  /// Sizes of one argument's dim are one value, wherever they are taken.
  static Value unify(Value value, llvm::SetVector<Value> &known) {
    auto dim = value.getDefiningOp<memref::DimOp>();
    for (Value other : known)
      if (auto otherDim = other.getDefiningOp<memref::DimOp>();
          dim && otherDim && dim.getSource() == otherDim.getSource() &&
          dim.getConstantIndex() == otherDim.getConstantIndex())
        return other;
    known.insert(value);
    return value;
  }

  /// Adds one buffer for each allocation, alive from the first to the last operation
  /// that touches it. One that a round of a loop makes lives in the round.
  LogicalResult collectBuffers(func::FuncOp main, DynamicArena &arena) {
    llvm::SetVector<Value> known;
    llvm::DenseMap<Operation *, Span> spans = getSpans(main);
    BufferViewFlowAnalysis views(main);
    int64_t all = 0;
    for (memref::AllocOp alloc : allocs) {
      FailureOr<ValueProduct> size = getByteProduct(alloc.getType(), alloc.getDynamicSizes());
      if (failed(size) || !alloc.getType().getLayout().isIdentity())
        return alloc.emitOpError("expected a buffer of whole bytes and of a size that can be "
                                 "planned in @main, got ")
               << alloc.getType();
      if (llvm::AddOverflow(all, size->factor, all) || all >= mostBytes)
        return alloc.emitOpError("expected buffers of less than 2^60 bytes together in @main, got "
                                 "one more of ")
               << alloc.getType() << "; use smaller extents";
      int64_t first = INT64_MAX, last = -1;
      for (Value view : views.resolve(alloc))
        for (Operation *user : view.getUsers()) {
          if (isa<func::ReturnOp>(user) && user->getParentOp() == main)
            return alloc.emitOpError("expected @main to return none of its own buffers; write the "
                                     "result into a destination argument");
          if (isa<memref::DeallocOp>(user))
            continue;
          // What a region passes on is alive in all of its operation.
          if (user->hasTrait<OpTrait::IsTerminator>()) {
            user = user->getParentOp();
            if (isa<LoopLikeOpInterface>(user) && user->isProperAncestor(alloc))
              return alloc.emitOpError("must not be carried to the next round of its loop, which "
                                       "has no other buffer; allocate it before the loop");
          }
          Span lifetime = getLifetime(alloc, user, spans);
          first = std::min(first, lifetime.first);
          last = std::max(last, lifetime.second);
        }
      for (Value &value : size->values)
        value = unify(value, known);
      llvm::sort(size->values,
                 [&](Value a, Value b) { return llvm::find(known, a) < llvm::find(known, b); });
      // A buffer that nothing uses lives nowhere; its place does not matter.
      arena.addBuffer(std::move(*size), std::min(first, last), last);
    }
    return success();
  }

  /// The new argument of so many bytes.
  Value addArena(func::FuncOp main, int64_t size) {
    Builder builder(main.getContext());
    auto marks = builder.getDictionaryAttr(
        builder.getNamedAttr(dl::DlDialect::getArenaAttrName(), builder.getUnitAttr()));
    bool afterWeights =
        main.getNumArguments() && main.getArgAttr(0, dl::DlDialect::getWeightsAttrName());
    (void)main.insertArgument(afterWeights, MemRefType::get({size}, builder.getI8Type()), marks,
                              main.getLoc());
    main.walk([](memref::DeallocOp dealloc) { dealloc.erase(); });
    int64_t known = ShapedType::isDynamic(size) ? 0 : size;
    getOperation()->setAttr(dl::DlDialect::getArenaSizeAttrName(),
                            builder.getI64IntegerAttr(known));
    return main.getArgument(afterWeights);
  }

  static void replace(OpBuilder &builder, memref::AllocOp alloc, Value arena, Value offset) {
    builder.setInsertionPoint(alloc);
    Value view = memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(), arena, offset,
                                        alloc.getDynamicSizes());
    alloc.replaceAllUsesWith(view);
    alloc.erase();
  }

  void rewriteStatic(func::FuncOp main, const ArenaPlan &plan) {
    Value arena = addArena(main, std::max(plan.getPeak(), bufferAlignment));
    OpBuilder builder(main.getContext());
    for (auto [index, alloc] : llvm::enumerate(allocs)) {
      builder.setInsertionPoint(alloc);
      Value offset = arith::ConstantIndexOp::create(builder, main.getLoc(), plan.getOffset(index));
      replace(builder, alloc, arena, offset);
    }
  }

  /// Inputs may decide on other sizes than those of buffers.
  LogicalResult createStaticSizes(func::FuncOp main) {
    OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
    auto size = getOperation()->getAttrOfType<IntegerAttr>(dl::DlDialect::getArenaSizeAttrName());
    return createSizesFunction(
        main, arith::ConstantIndexOp::create(builder, main.getLoc(), size.getInt()));
  }

  LogicalResult rewriteDynamic(func::FuncOp main, const DynamicArena &dynamic) {
    Value arena = addArena(main, ShapedType::kDynamic);
    // Sizes and offsets stand before this mark.
    OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
    auto mark = arith::ConstantIndexOp::create(builder, main.getLoc(), 0);
    for (const ValueProduct &size : dynamic.getSizes())
      if (failed(hoistSizes(size.values, mark)))
        return failure();
    builder.setInsertionPoint(mark);
    Value arenaSize;
    SmallVector<Value> offsets = dynamic.createOffsets(builder, main.getLoc(), arenaSize);
    for (auto [alloc, offset] : llvm::zip_equal(allocs, offsets))
      replace(builder, alloc, arena, offset);
    mark.erase();
    return createSizesFunction(main, arenaSize);
  }

  void report(func::FuncOp main, const DynamicArena &arena) {
    // Of sizes that inputs decide, as if these were so large.
    ArrayRef<int64_t> extents = DynamicArena::getExtents();
    bool isStatic = arena.isStatic();
    for (int64_t extent : isStatic ? extents.take_front() : extents) {
      ArenaPlan plan = arena.getPlan(extent);
      peak = plan.getPeak();
      total = plan.getTotal();
      lowerBound = plan.getLowerBound();
      auto options = remark::RemarkOpts::name("ArenaPlan").category("dl-plan-memory");
      auto message = remark::analysis(main.getLoc(), options);
      if (!isStatic)
        message << remark::metric("Extent", extent);
      message << remark::metric("Buffers", plan.size())
              << remark::metric("PeakBytes", plan.getPeak())
              << remark::metric("TotalBytes", plan.getTotal())
              << remark::metric("LowerBoundBytes", plan.getLowerBound());
    }
    main.walk([](memref::CopyOp copy) {
      int64_t bytes = getByteSize(cast<ShapedType>(copy.getSource().getType()));
      remark::missed(copy.getLoc(),
                     remark::RemarkOpts::name("CopyInMain").category("dl-plan-memory"))
          << remark::reason("a value could not be made in its destination: {0} bytes are copied on "
                            "every run",
                            bytes)
          << remark::metric("Bytes", bytes);
    });
  }
};

} // namespace
