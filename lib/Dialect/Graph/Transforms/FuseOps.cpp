//===-- FuseOps.cpp - group operators into kernels --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-fuse-ops: groups operators that become one kernel into graph.fused.
//
//===----------------------------------------------------------------------===//
#include "FusionGroups.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace dl::graph {
#define GEN_PASS_DEF_FUSEOPSPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// True for a splat constant that every member takes as a scalar: it is cheaper to
/// repeat than to pass.
static bool isScalarOf(Value value, ArrayRef<Operation *> members) {
  SplatElementsAttr splat;
  if (!matchPattern(value, m_Constant(&splat)))
    return false;
  for (Operation *member : members)
    for (OpOperand &operand : member->getOpOperands()) {
      if (operand.get() != value)
        continue;
      auto op = dyn_cast<TensorExpressionOpInterface>(member);
      if (!op || !op.acceptsScalarConstant(operand.getOperandNumber()))
        return false;
    }
  return true;
}

/// Moves the members into a graph.fused where the last of them stood: their
/// operands are made before it, and nobody else reads the earlier members.
static void outline(const FusionGroup &group) {
  Operation *last = group.members.back();
  OpBuilder builder(last);
  llvm::SetVector<Value> inputs, scalars;
  SmallVector<Location> locations;
  for (Operation *member : group.members) {
    locations.push_back(member->getLoc());
    for (Value operand : member->getOperands()) {
      if (llvm::is_contained(group.members, operand.getDefiningOp()))
        continue;
      (isScalarOf(operand, group.members) ? scalars : inputs).insert(operand);
    }
  }
  auto fused = FusedOp::create(builder, FusedLoc::get(last->getContext(), locations),
                               last->getResultTypes(), inputs.getArrayRef(),
                               builder.getStringAttr(group.root->getName().getStringRef()));
  Block &body = fused.getBody().emplaceBlock();
  builder.setInsertionPointToStart(&body);
  IRMapping inside;
  for (Value input : inputs)
    inside.map(input, body.addArgument(input.getType(), input.getLoc()));
  for (Value scalar : scalars)
    builder.clone(*scalar.getDefiningOp(), inside);
  last->replaceAllUsesWith(fused->getResults());
  for (Operation *member : group.members) {
    member->moveBefore(&body, body.end());
    for (OpOperand &operand : member->getOpOperands())
      operand.set(inside.lookupOrDefault(operand.get()));
  }
  builder.setInsertionPointToEnd(&body);
  YieldOp::create(builder, last->getLoc(), last->getResults());
}

namespace {
struct FuseOps : dl::graph::impl::FuseOpsPassBase<FuseOps> {
  using FuseOpsPassBase::FuseOpsPassBase;

  /// Of the largest operand that another operator made, where its size is known: what is written
  /// and read because the operator does not join that one.
  static int64_t getOperandBytes(Operation *op) {
    int64_t bytes = 0;
    for (Value operand : op->getOperands()) {
      auto type = cast<RankedTensorType>(operand.getType());
      Operation *maker = operand.getDefiningOp();
      if (maker && !maker->hasTrait<OpTrait::ConstantLike>() && type.hasStaticShape())
        bytes = std::max<int64_t>(bytes, type.getNumElements() *
                                             std::max(1u, type.getElementTypeBitWidth() / 8));
    }
    return bytes;
  }

  void runOnOperation() override {
    if (maxOps == 0) {
      getOperation().emitError("expected option 'max-ops' to be at least 1, got 0");
      return signalPassFailure();
    }
    // Blocks of branches and loops, too, but not those of groups.
    SmallVector<Block *> blocks;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<FusedOp>(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
      return WalkResult::advance();
    });
    for (Block *block : blocks) {
      FusionGrouping grouping(*block, maxOps);
      SmallVector<FusionGroup> groups = grouping.run();
      StringRef function = getOperation().getName();
      grouping.forEachRefusal([&](Operation *op, StringRef reason) {
        remark::missed(
            op->getLoc(),
            remark::RemarkOpts::name("NotFused").category("graph-fuse-ops").function(function))
            << remark::reason("{0}: {1}", op->getName().getStringRef().str(), reason.str())
            << remark::metric("Bytes", getOperandBytes(op));
      });
      for (const FusionGroup &group : groups) {
        numGrouped += group.members.size();
        ++numGroups;
        outline(group);
      }
    }
  }
};
} // namespace
