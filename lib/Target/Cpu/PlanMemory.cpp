//===-- PlanMemory.cpp - one arena for a model ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: @main with allocations of static sizes or of products of sizes that its inputs
// have. Out: each is a view of an arena argument, at an offset chosen from liveness by
// ArenaPlan, and where sizes are known only at run time a function computes the size of
// the arena.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/ArenaPlan.h"
#include "dl/Target/Cpu/Passes.h"
#include "dl/Target/Cpu/Sizes.h"
#include "dl/Target/Cpu/Weights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
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
    if (failed(groupBuffers(main, allocs)))
      return signalPassFailure();
    for (Group &group : groups)
      group.plan.assignOffsets();
    if (failed(rewrite(main)))
      return signalPassFailure();
    report(main);
  }

private:
  /// Buffers whose sizes are numbers times the same values, which run time knows:
  /// offsets and the size of their region are such multiples, too. One group has no
  /// values, and its sizes are known now.
  struct Group {
    SmallVector<Value> values;
    SmallVector<memref::AllocOp> allocs;
    ArenaPlan plan{bufferAlignment};
  };
  SmallVector<Group> groups;

  Group &getGroup(SmallVector<Value> values) {
    // Sizes of one argument's dim are one value, wherever they are taken.
    for (Value &value : values)
      for (Value other : known)
        if (auto dim = value.getDefiningOp<memref::DimOp>())
          if (auto otherDim = other.getDefiningOp<memref::DimOp>();
              otherDim && dim.getSource() == otherDim.getSource() &&
              dim.getConstantIndex() == otherDim.getConstantIndex())
            value = other;
    for (Value value : values)
      known.insert(value);
    llvm::sort(values,
               [&](Value a, Value b) { return llvm::find(known, a) < llvm::find(known, b); });
    for (Group &group : groups)
      if (group.values == values)
        return group;
    groups.emplace_back().values = values;
    return groups.back();
  }

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

  /// Adds one buffer to the plan of its group for each allocation, alive from the first
  /// to the last operation that touches it. One that a round of a loop makes lives in
  /// the round.
  LogicalResult groupBuffers(func::FuncOp main, ArrayRef<memref::AllocOp> allocs) {
    groups.clear();
    known.clear();
    groups.emplace_back();
    llvm::DenseMap<Operation *, Span> spans = getSpans(main);
    BufferViewFlowAnalysis views(main);
    for (memref::AllocOp alloc : allocs) {
      FailureOr<ValueProduct> size = getByteProduct(alloc.getType(), alloc.getDynamicSizes());
      if (failed(size) || !alloc.getType().getLayout().isIdentity())
        return alloc.emitOpError("expected a buffer of whole bytes and of a size that can be "
                                 "planned in @main, got ")
               << alloc.getType();
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
      // A buffer that nothing uses lives nowhere; its place does not matter.
      Group &group = getGroup(size->values);
      group.plan.addBuffer(size->factor, std::min(first, last), last);
      group.allocs.push_back(alloc);
    }
    return success();
  }

  /// Regions of the groups one after the other. Where a group's size is known only
  /// at run time, so are the places of what follows.
  LogicalResult rewrite(func::FuncOp main) {
    OpBuilder builder(main.getContext());
    bool isDynamic = groups.size() > 1;
    int64_t fixed = std::max(groups.front().plan.getPeak(), bufferAlignment);
    auto bytes = MemRefType::get({isDynamic ? ShapedType::kDynamic : fixed}, builder.getI8Type());
    auto marks =
        builder.getDictionaryAttr(builder.getNamedAttr(arenaAttrName, builder.getUnitAttr()));
    bool afterWeights = main.getNumArguments() && main.getArgAttr(0, weightsAttrName);
    (void)main.insertArgument(afterWeights, bytes, marks, main.getLoc());
    Value arena = main.getArgument(afterWeights);
    main.walk([](memref::DeallocOp dealloc) { dealloc.erase(); });

    Location loc = main.getLoc();
    // Sizes and offsets stand before this mark.
    builder.setInsertionPointToStart(&main.getBody().front());
    auto mark = arith::ConstantIndexOp::create(builder, loc, 0);
    Operation *anchor = mark;
    Value base;
    SmallVector<Value> offsets;
    for (Group &group : groups) {
      if (failed(hoistSizes(group.values, anchor)))
        return failure();
      builder.setInsertionPoint(anchor);
      Value size;
      for (Value value : group.values)
        size = size ? builder.createOrFold<arith::MulIOp>(loc, size, value) : value;
      auto scale = [&](int64_t factor) -> Value {
        Value number = arith::ConstantIndexOp::create(builder, loc, factor);
        return size ? builder.createOrFold<arith::MulIOp>(loc, size, number) : number;
      };
      for (auto [index, op] : llvm::enumerate(group.allocs)) {
        memref::AllocOp alloc = op;
        if (!isDynamic)
          builder.setInsertionPoint(alloc);
        Value offset = scale(group.plan.getOffset(index));
        if (base)
          offset = builder.createOrFold<arith::AddIOp>(loc, base, offset);
        builder.setInsertionPoint(alloc);
        Value view = memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(), arena, offset,
                                            alloc.getDynamicSizes());
        alloc.replaceAllUsesWith(view);
        alloc.erase();
        builder.setInsertionPoint(anchor);
      }
      if (!isDynamic)
        break;
      Value end = scale(base ? group.plan.getPeak() : fixed);
      base = base ? builder.createOrFold<arith::AddIOp>(loc, base, end) : end;
    }
    anchor->erase();
    getOperation()->setAttr(arenaSizeAttrName, builder.getI64IntegerAttr(isDynamic ? 0 : fixed));
    if (!isDynamic && SymbolTableInfo::get(main).symbols.empty())
      return success();
    builder.setInsertionPointToStart(&main.getBody().front());
    if (!base)
      base = arith::ConstantIndexOp::create(builder, loc, fixed);
    return createSizesFunction(main, base);
  }

  llvm::SetVector<Value> known;

  void report(func::FuncOp main) {
    const ArenaPlan &plan = groups.front().plan;
    peak = plan.getPeak();
    total = plan.getTotal();
    lowerBound = plan.getLowerBound();
    auto options = remark::RemarkOpts::name("ArenaPlan").category("dl-plan-memory");
    remark::analysis(main.getLoc(), options)
        << remark::metric("Buffers", plan.size()) << remark::metric("PeakBytes", plan.getPeak())
        << remark::metric("TotalBytes", plan.getTotal())
        << remark::metric("LowerBoundBytes", plan.getLowerBound());
    // In bytes for each unit of the group's sizes.
    for (const Group &group : ArrayRef(groups).drop_front())
      remark::analysis(main.getLoc(),
                       remark::RemarkOpts::name("ArenaGroup").category("dl-plan-memory"))
          << remark::metric("Sizes", static_cast<int64_t>(group.values.size()))
          << remark::metric("Buffers", group.plan.size())
          << remark::metric("PeakBytes", group.plan.getPeak())
          << remark::metric("LowerBoundBytes", group.plan.getLowerBound());
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
