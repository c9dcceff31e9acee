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
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace dl::gpu_target {
#define GEN_PASS_DEF_RESTOREBLOCKLOOPSPASS
#include "dl/Target/Gpu/Passes.h.inc"
} // namespace dl::gpu_target

using namespace mlir;
using namespace dl;

/// The last operation of the block of `first` that uses one of its buffers, directly or
/// by views, where the buffers of a block among what stands between count too.
static Operation *getLastUser(Operation *first) {
  Operation *last = first;
  SmallVector<Value> buffers(first->getResults());
  for (size_t i = 0; i < buffers.size(); ++i)
    for (Operation *user : buffers[i].getUsers()) {
      if (isa<ViewLikeOpInterface>(user))
        llvm::append_range(buffers, user->getResults());
      Operation *inBlock = first->getBlock()->findAncestorOpInBlock(*user);
      if (!last->isBeforeInBlock(inBlock))
        continue;
      for (Operation *op = last->getNextNode(); op != inBlock; op = op->getNextNode())
        if (isa<memref::AllocOp>(op) && gpu_target::isWorkgroupMemory(op->getResult(0)))
          buffers.push_back(op->getResult(0));
      last = inBlock;
    }
  return last;
}

/// An index of blocks that no loop in the operations is bound to.
static std::optional<StringRef> getFreeIndex(ArrayRef<Operation *> ops) {
  std::array<bool, 3> isTaken = {};
  for (Operation *op : ops)
    op->walk([&](scf::ForOp loop) {
      if (auto binding = gpu_target::getBinding(loop); binding && binding->isBlock)
        isTaken[static_cast<unsigned>(binding->dimension)] = true;
    });
  for (auto [taken, index] :
       llvm::zip_equal(isTaken, ArrayRef<StringRef>{"blockIdx.x", "blockIdx.y", "blockIdx.z"}))
    if (!taken)
      return index;
  return std::nullopt;
}

/// Puts what stands from `first` to the last user of its memory into a loop of one block.
static LogicalResult restoreLoop(Operation *first) {
  Operation *last = getLastUser(first);
  if (last->hasTrait<OpTrait::IsTerminator>())
    return gpu_target::emitError(first) << "allocates memory of a block that the kernel returns";
  // What only computes indices, and buffers of the device, serve what stands behind too.
  SmallVector<Operation *> ops;
  Operation *end = last->getNextNode();
  for (Operation *op = first; op != end;) {
    Operation *next = op->getNextNode();
    bool isBuffer = isa<memref::AllocOp>(op) && !gpu_target::isWorkgroupMemory(op->getResult(0));
    bool isReady = llvm::none_of(op->getOperands(), [&](Value operand) {
      return llvm::is_contained(ops, operand.getDefiningOp());
    });
    if ((isBuffer || isPure(op)) && isReady)
      op->moveBefore(first);
    else
      ops.push_back(op);
    op = next;
  }
  for (Operation *op : ops)
    for (Operation *user : op->getUsers())
      if (last->isBeforeInBlock(last->getBlock()->findAncestorOpInBlock(*user)))
        return gpu_target::emitError(op)
               << "has a result that is used outside of the only block of its launch";
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
    SmallVector<Operation *> buffers;
    for (auto op : getOperation().getOps<memref::AllocOp>())
      if (gpu_target::isWorkgroupMemory(op))
        buffers.push_back(op);
    for (Operation *buffer : buffers)
      // Another one's loop may have taken it in.
      if (buffer->getParentOp() == getOperation() && failed(restoreLoop(buffer)))
        return signalPassFailure();
  }
};
} // namespace
