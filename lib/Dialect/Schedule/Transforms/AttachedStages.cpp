//===-- AttachedStages.cpp - stages computed inside others ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compute_at means: at an axis of its consumer, a stage is computed for the hull
// of what the readers below need there. The hull follows from the index expressions;
// its size is static, its place moves with the loops.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// All stages attached to `stage` or in a chain below it.
static void collectBelow(StagePlan *stage, SmallVectorImpl<StagePlan *> &below) {
  for (auto &[leaf, children] : stage->attached)
    for (StagePlan *child : children) {
      below.push_back(child);
      collectBelow(child, below);
    }
}

LogicalResult LoopGenerator::generateAttached(StagePlan &stage, AxisId leaf, const Ranges &axes) {
  auto found = stage.attached.find(leaf);
  if (found == stage.attached.end())
    return success();
  // Boxes from the last reader to the first producer, then code in program order.
  // Stages at outer axes, and what is inside them, have their values already.
  SmallVector<StagePlan *> below;
  for (auto &[axis, children] : stage.attached)
    if (stage.tree.getPosition(axis) >= stage.tree.getPosition(leaf))
      for (StagePlan *child : children) {
        below.push_back(child);
        collectBelow(child, below);
      }
  llvm::sort(below, [](StagePlan *a, StagePlan *b) { return a->op->isBeforeInBlock(b->op); });
  SmallVector<std::pair<StagePlan *, Ranges>> readers{{&stage, axes}};
  llvm::DenseMap<StagePlan *, Ranges> boxes;
  for (StagePlan *producer : llvm::reverse(below)) {
    FailureOr<Ranges> box = getRequiredBox(*producer, readers);
    if (failed(box))
      return failure();
    if (llvm::is_contained(found->second, producer))
      boxes[producer] = *box;
    Ranges all(*box);
    for (unsigned axis = producer->op.getNumSpatial(); axis < producer->op.getNumAxes(); ++axis)
      all.push_back(getWholeRange(producer->op, axis));
    readers.push_back({producer, all});
  }
  for (StagePlan *producer : below) {
    auto box = boxes.find(producer);
    if (box == boxes.end())
      continue;
    SmallVector<int64_t> shape;
    TileValue tile;
    for (const AxisRange &range : box->second) {
      tile.base.push_back(range.offset);
      tile.kept.push_back(range.size > 1);
      if (range.size > 1)
        shape.push_back(range.size);
    }
    tile.tensor = tensor::EmptyOp::create(builder, producer->op.getLoc(), shape,
                                          producer->op.getTensorType().getElementType());
    // Tiles of stages attached inside the producer are private to it.
    auto saved = tiles;
    FailureOr<Value> result = generateStage(*producer, box->second, tile);
    if (failed(result))
      return failure();
    tiles = std::move(saved);
    tile.tensor = *result;
    tiles[producer->op.getResult()] = tile;
  }
  return success();
}

FailureOr<LoopGenerator::Ranges>
LoopGenerator::getRequiredBox(StagePlan &producer,
                              ArrayRef<std::pair<StagePlan *, Ranges>> readers) {
  Ranges hull;
  auto refuse = [&](te::ReadOp read, StringRef why) {
    auto diagnostic = producer.op.emitOpError("cannot be computed at an axis of its reader: ");
    diagnostic << why << "; compute it at root or inline it";
    diagnostic.attachNote(read.getLoc()) << "this read";
    return failure();
  };
  for (auto &[reader, ranges] : readers) {
    for (te::ReadOp read : reader->op.getReads()) {
      if (read.getSource() != producer.op.getResult())
        continue;
      if (!read.isAffine() || read.getPredicate())
        return refuse(read, "the read is guarded or data dependent");
      // Tile variables for the axes, on top of the loop variables.
      BoundedExprs local = exprs;
      SmallVector<AffineExpr> replacements;
      for (Value operand : read.getIndexOperands()) {
        const AxisRange &range = ranges[cast<BlockArgument>(operand).getArgNumber()];
        if (range.isDynamic())
          return refuse(read, "the reader needs as many elements as are known only at run time");
        replacements.push_back(range.offset + local.addVariable(range.size));
      }
      Ranges box;
      for (AffineExpr index : read.getMap().getResults()) {
        LinearSum sum = local.flatten(index.replaceDims(replacements));
        // Loop variables move the box, tile variables make its size.
        LinearSum offset, spread;
        for (auto [atom, coefficient] : sum.terms) {
          bool moves = true;
          for (unsigned i = exprs.size(); i < local.size(); ++i)
            moves &= !atom.isFunctionOfDim(i);
          (moves ? offset : spread).add(atom, coefficient);
        }
        auto [low, high] = local.getBounds(spread);
        offset.constant = sum.constant + low;
        box.push_back({exprs.toExpr(offset), high - low + 1});
      }
      if (hull.empty()) {
        hull = box;
        continue;
      }
      for (auto [range, other] : llvm::zip_equal(hull, box)) {
        LinearSum difference = exprs.flatten(other.offset - range.offset);
        if (!difference.terms.empty())
          return refuse(read, "its reads are not at a constant distance");
        int64_t low = std::min<int64_t>(0, difference.constant);
        int64_t high = std::max(range.size, difference.constant + other.size);
        range = {exprs.simplify(range.offset + low), high - low};
      }
    }
  }
  if (hull.empty() && producer.op.getTensorType().getRank() > 0) {
    producer.op.emitOpError("is computed at an axis below which nothing reads it");
    return failure();
  }
  return hull;
}
