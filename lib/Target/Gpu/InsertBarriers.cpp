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

#include "dl/Target/Gpu/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;
using namespace dl;
using dl::gpu_target::Access;

/// Threads may meet the same element in both accesses, and one writes it.
static bool conflicts(const Access &a, const Access &b, Operation *nest) {
  if (a.op == b.op || a.buffer != b.buffer || (!a.isWrite && !b.isWrite))
    return false;
  if (gpu_target::isWorkgroupMemory(a.buffer))
    return true;
  // What is allocated inside is a thread's own. Elsewhere each iteration of a bound
  // loop has its own elements, so the same loop leads the same thread to them.
  Operation *definition = a.buffer.getDefiningOp();
  bool isPrivate = definition && nest->isProperAncestor(definition);
  return !isPrivate && a.loops != b.loops;
}

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
  LogicalResult visitBlock(Block &block, SmallVector<Access> &pending, bool isDivergent) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(visit(&op, pending, isDivergent)))
        return failure();
    return success();
  }

  LogicalResult visit(Operation *op, SmallVector<Access> &pending, bool isDivergent);
  bool anyConflict(ArrayRef<Access> before, ArrayRef<Access> after) {
    return llvm::any_of(before, [&](const Access &a) {
      return llvm::any_of(after, [&](const Access &b) { return conflicts(a, b, nest); });
    });
  }

  Operation *nest;
  std::array<int64_t, 3> sizes;
};
} // namespace

LogicalResult BarrierInserter::visit(Operation *op, SmallVector<Access> &pending,
                                     bool isDivergent) {
  if (isa<mlir::gpu::BarrierOp>(op)) {
    pending.clear();
    return success();
  }
  FailureOr<SmallVector<Access>> accesses = gpu_target::getAccesses(op);
  if (failed(accesses))
    return op->emitOpError("must say what memory it reads and writes to be run by threads");
  if (accesses->empty())
    return success();
  if (op->getNumRegions() > 0 && anyConflict(*accesses, *accesses)) {
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<gpu_target::Binding> binding = gpu_target::getBinding(op);
    bool isThread = binding && !binding->isBlock;
    if (isThread && gpu_target::getCount(loop) != sizes[static_cast<unsigned>(binding->dimension)])
      isDivergent = true;
    if (!loop)
      isDivergent = true;
    // A loop that threads run goes round: what its end leaves meets its beginning.
    SmallVector<Access> before = pending;
    for (int round = 0, e = loop && !binding ? 2 : 1; round < e; ++round)
      for (Region &region : op->getRegions()) {
        SmallVector<Access> inner = loop ? pending : before;
        for (Block &block : region)
          if (failed(visitBlock(block, inner, isDivergent)))
            return failure();
        if (loop)
          pending = inner;
        else
          llvm::append_range(pending, inner);
      }
    return success();
  }
  if (anyConflict(pending, *accesses)) {
    if (isDivergent)
      return op->emitOpError("requires a barrier in a place that only some threads come by; bind "
                             "axes of equal extent, or compute what is shared outside");
    OpBuilder builder(op);
    mlir::gpu::BarrierOp::create(builder, op->getLoc());
    pending.clear();
  }
  llvm::append_range(pending, *accesses);
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
