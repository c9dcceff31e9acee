//===-- InsertBarriers.cpp - where the threads of a block wait ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass dl-insert-barriers. Input: memrefs and scalar loops, bound ones marked.
// Output: the same with gpu.barrier.
//
//===----------------------------------------------------------------------===//
#include "BoundLoops.h"
#include "Regions.h"

#include "dl/Target/Gpu/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;
using namespace dl;
using dl::gpu_target::Access;

namespace {
/// Works on one nest.
class BarrierInserter {
public:
  explicit BarrierInserter(Operation *nest) : nest(nest), sizes(gpu_target::getBlockSizes(nest)) {}

  LogicalResult run() {
    if (sizes == std::array<int64_t, 3>{1, 1, 1})
      return success();
    SmallVector<Access> pending;
    return visit(nest, pending, /*isDivergent=*/false);
  }

private:
  bool isSameThread(const Access &a, const Access &b) const;
  bool conflicts(const Access &a, const Access &b) const;
  bool anyConflict(ArrayRef<Access> before, ArrayRef<Access> after) const {
    return llvm::any_of(before, [&](const Access &a) {
      return llvm::any_of(after, [&](const Access &b) { return conflicts(a, b); });
    });
  }
  bool divides(Operation *op) const;

  LogicalResult visitBlock(Block &block, SmallVector<Access> &pending, bool isDivergent) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(visit(&op, pending, isDivergent)))
        return failure();
    return success();
  }
  LogicalResult visit(Operation *op, SmallVector<Access> &pending, bool isDivergent);

  Operation *nest;
  std::array<int64_t, 3> sizes;
};
} // namespace

/// Adds accesses that are not there yet.
static void merge(SmallVector<Access> &accesses, ArrayRef<Access> more) {
  for (const Access &access : more)
    if (llvm::none_of(accesses, [&](const Access &known) {
          return known.op == access.op && known.view == access.view &&
                 known.isWrite == access.isWrite && known.left == access.left;
        }))
      accesses.push_back(access);
}

/// A loop goes on to its next step.
static void leave(SmallVector<Access> &accesses, Operation *loop) {
  for (Access &access : accesses)
    if (!llvm::is_contained(access.left, loop))
      access.left.push_back(loop);
}

/// What an operation touches, in all steps of the loops in it.
static FailureOr<SmallVector<Access>> getAllAccesses(Operation *op) {
  FailureOr<SmallVector<Access>> accesses = gpu_target::getAccesses(op);
  if (succeeded(accesses))
    for (Access &access : *accesses)
      for (Operation *around = access.op; around != op;) {
        around = around->getParentOp();
        access.left.push_back(around);
      }
  return accesses;
}

/// True if the first thread along a dimension is the only one that needs what it reads:
/// all comes to writes that it does alone.
static bool isForFirst(Operation *op, unsigned dimension, Operation *nest) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    if (auto store = dyn_cast<memref::StoreOp>(user)) {
      Value buffer = gpu_target::getBuffer(store.getMemRef());
      return !gpu_target::getThreadLoops(store, buffer)[dimension] &&
             !gpu_target::isPrivateMemory(buffer, nest);
    }
    return isPure(user) && user->getNumRegions() == 0 && !user->hasTrait<OpTrait::IsTerminator>() &&
           isForFirst(user, dimension, nest);
  });
}

/// Only one thread may meet what both accesses touch.
bool BarrierInserter::isSameThread(const Access &a, const Access &b) const {
  for (unsigned d = 0; d < 3; ++d) {
    if (sizes[d] == 1)
      continue;
    if (a.loops[d] && b.loops[d]) {
      // In memory of all blocks, each iteration of a bound loop has its own elements.
      bool isShared = gpu_target::isWorkgroupMemory(a.buffer);
      if ((isShared || a.loops[d] != b.loops[d]) &&
          !gpu_target::areOfOneThread(a, b, static_cast<mlir::gpu::Dimension>(d)))
        return false;
      continue;
    }
    // Outside of the loops of an index the first thread writes, and all read.
    if (a.loops[d] || b.loops[d] || (!a.isWrite && !isForFirst(a.op, d, nest)) ||
        (!b.isWrite && !isForFirst(b.op, d, nest)))
      return false;
  }
  return true;
}

/// Threads may meet the same element in both accesses, and one writes it.
bool BarrierInserter::conflicts(const Access &a, const Access &b) const {
  if (a.op == b.op || a.buffer != b.buffer || (!a.isWrite && !b.isWrite) ||
      gpu_target::isPrivateMemory(a.buffer, nest))
    return false;
  return !isSameThread(a, b) && !gpu_target::areDisjoint(a, b, nest);
}

/// Only some threads may come by what is in an operation, or some more often.
bool BarrierInserter::divides(Operation *op) const {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (std::optional<gpu_target::Binding> binding = gpu_target::getBinding(op); loop && binding)
    return !binding->isBlock &&
           gpu_target::getCount(loop) != sizes[static_cast<unsigned>(binding->dimension)];
  // Other loops run, and tests turn out, for all threads as they do for one of them.
  SmallVector<Value> deciding;
  if (loop)
    deciding = {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
  else if (auto test = dyn_cast<scf::IfOp>(op))
    deciding = {test.getCondition()};
  else
    return true;
  return !llvm::all_of(deciding, [&](Value value) { return gpu_target::isUniform(value, nest); });
}

LogicalResult BarrierInserter::visit(Operation *op, SmallVector<Access> &pending,
                                     bool isDivergent) {
  if (isa<mlir::gpu::BarrierOp>(op)) {
    pending.clear();
    return success();
  }
  FailureOr<SmallVector<Access>> accesses = getAllAccesses(op);
  if (failed(accesses))
    return gpu_target::emitError(op)
           << "must say what memory it reads and writes to be run by threads";
  if (accesses->empty())
    return success();
  if (anyConflict(*accesses, *accesses)) {
    isDivergent |= divides(op);
    auto loop = dyn_cast<scf::ForOp>(op);
    SmallVector<Access> before = pending;
    // A loop that threads run goes round: what its end leaves meets its beginning.
    if (loop) {
      for (int round = 0, e = gpu_target::getBinding(op) ? 1 : 2; round < e; ++round) {
        leave(pending, op);
        if (failed(visitBlock(*loop.getBody(), pending, isDivergent)))
          return failure();
      }
      // What stands before a loop that may make no round meets what stands after it.
      if (std::optional<APInt> trips = loop.getStaticTripCount(); !trips || trips->isZero())
        merge(pending, before);
      return success();
    }
    for (Region &region : op->getRegions()) {
      SmallVector<Access> inner = before;
      for (Block &block : region)
        if (failed(visitBlock(block, inner, isDivergent)))
          return failure();
      merge(pending, inner);
    }
    return success();
  }
  if (anyConflict(pending, *accesses)) {
    if (isDivergent)
      return gpu_target::emitError(op)
             << "requires a barrier in a place that only some threads come by; bind axes of equal "
                "extent, or compute what is shared outside";
    OpBuilder builder(op);
    mlir::gpu::BarrierOp::create(builder, op->getLoc());
    pending.clear();
  }
  merge(pending, *accesses);
  return success();
}

namespace {
struct InsertBarriers : dl::gpu_target::impl::InsertBarriersPassBase<InsertBarriers> {
  void runOnOperation() override {
    if (getOperation().isDeclaration())
      return;
    for (Operation *nest : gpu_target::getNests(getOperation().getBody().front()))
      if (failed(BarrierInserter(nest).run()))
        return signalPassFailure();
  }
};
} // namespace
