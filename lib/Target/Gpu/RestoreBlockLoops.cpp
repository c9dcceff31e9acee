//===-- RestoreBlockLoops.cpp - what one block does, in one loop ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
//===----------------------------------------------------------------------===//
//
// The pass dl-restore-block-loops. Input: memrefs and scalar loops, bound ones marked,
// those of one round perhaps folded. Output: memory of a block only inside of loops.
//
//===----------------------------------------------------------------------===//
#include "BoundLoops.h"

#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Target/Gpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_RESTOREBLOCKLOOPSPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;
using namespace dl;

/// An index of blocks that no loop in the operations is bound to.
static std::optional<StringRef> getFreeIndex(ArrayRef<Operation *> ops) {
  static constexpr std::array<StringRef, 3> indices = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};
  std::array<bool, 3> isTaken = {};
  for (Operation *op : ops)
    op->walk([&](scf::ForOp loop) {
      if (auto binding = gpu_target::getBinding(loop); binding && binding->isBlock)
        isTaken[static_cast<unsigned>(binding->dimension)] = true;
    });
  for (auto [taken, index] : llvm::zip_equal(isTaken, indices))
    if (!taken)
      return index;
  return std::nullopt;
}

/// Puts what stands from `first` to the last user of its result, and of results of what
/// stands between, into a loop of one block.
static LogicalResult restoreLoop(Operation *first) {
  SmallVector<Operation *> ops;
  Block *block = first->getBlock();
  Operation *last = first;
  for (Operation *op = first, *next; op && !last->isBeforeInBlock(op); op = next) {
    next = op->getNextNode();
    // What only computes indices, and buffers of the device, serve what stands behind too.
    bool isBuffer = isa<memref::AllocOp>(op) && !gpu_target::isWorkgroupMemory(op->getResult(0));
    bool isReady = llvm::none_of(ops, [&](Operation *other) {
      return llvm::any_of(other->getUsers(), [&](Operation *user) { return op->isAncestor(user); });
    });
    if ((isBuffer || isPure(op)) && isReady) {
      op->moveBefore(first);
      continue;
    }
    ops.push_back(op);
    for (Operation *user : op->getUsers())
      if (Operation *inBlock = block->findAncestorOpInBlock(*user); last->isBeforeInBlock(inBlock))
        last = inBlock;
    if (last->hasTrait<OpTrait::IsTerminator>())
      return gpu_target::emitError(op) << "gives what the kernel returns, but stands in a block";
  }
  std::optional<StringRef> index = getFreeIndex(ops);
  if (!index)
    return gpu_target::emitError(first)
           << "allocates memory of a block outside of the loops of all block indices";
  OpBuilder builder(first);
  Location loc = first->getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(builder, loc, zero, one, one);
  loop->setAttr(schedule::bindAttrName, builder.getStringAttr(*index));
  for (Operation *op : ops)
    op->moveBefore(loop.getBody()->getTerminator());
  return success();
}

namespace {
struct RestoreBlockLoops : dl::gpu_target::impl::RestoreBlockLoopsPassBase<RestoreBlockLoops> {
  void runOnOperation() override {
    if (getOperation().isDeclaration())
      return;
    SmallVector<Operation *> firsts;
    for (Operation &op : getOperation().getBody().front().without_terminator())
      if (isa<memref::AllocOp>(op) ? gpu_target::isWorkgroupMemory(op.getResult(0))
                                   : !isPure(&op) && !op.use_empty())
        firsts.push_back(&op);
    for (Operation *first : firsts)
      // Another one's loop may have taken it in.
      if (first->getParentOp() == getOperation() && failed(restoreLoop(first)))
        return signalPassFailure();
  }
};
} // namespace
