//===-- AttachedStages.cpp - stages computed inside others ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compute_at means: at an axis of its consumer, a stage is computed for the part that
// the readers below need there, before them or a step ahead.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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

FailureOr<SmallVector<std::pair<StagePlan *, LoopGenerator::Ranges>>>
LoopGenerator::getAttachedBoxes(StagePlan &stage, AxisId leaf, const Ranges &axes) {
  SmallVector<std::pair<StagePlan *, Ranges>> boxes;
  auto found = stage.attached.find(leaf);
  if (found == stage.attached.end())
    return boxes;
  // From the last reader to the first producer. Stages at outer axes, and what is inside
  // them, have their values already.
  SmallVector<StagePlan *> below;
  for (auto &[axis, children] : stage.attached)
    if (stage.tree.getPosition(axis) >= stage.tree.getPosition(leaf))
      for (StagePlan *child : children) {
        below.push_back(child);
        collectBelow(child, below);
      }
  llvm::sort(below, [](StagePlan *a, StagePlan *b) { return a->op->isBeforeInBlock(b->op); });
  // What reads none of the boxes that are asked for may need parts of unknown size here.
  llvm::DenseSet<Operation *> wanted;
  for (StagePlan *other : below)
    if (llvm::is_contained(found->second, other) ||
        llvm::any_of(other->op.getReads(), [&](te::ReadOp read) {
          return wanted.contains(read.getSource().getDefiningOp());
        }))
      wanted.insert(other->op);
  SmallVector<std::pair<StagePlan *, Ranges>> readers{{&stage, axes}};
  for (StagePlan *producer : llvm::reverse(below)) {
    if (!wanted.contains(producer->op))
      continue;
    // Others are passed through: they may need a part of unknown size along a dimension
    // that does not matter.
    bool isAsked = llvm::is_contained(found->second, producer);
    FailureOr<Ranges> box = getRequiredBox(*producer, readers, isAsked);
    if (failed(box))
      return failure();
    if (isAsked)
      boxes.push_back({producer, *box});
    Ranges all(*box);
    for (unsigned axis = producer->op.getNumSpatial(); axis < producer->op.getNumAxes(); ++axis)
      all.push_back(getWholeRange(producer->op, axis));
    readers.push_back({producer, all});
  }
  std::reverse(boxes.begin(), boxes.end());
  return boxes;
}

/// The place of a box in the value, its tensors to be filled in.
static TileTargets getPlace(ArrayRef<AxisRange> box) {
  TileTargets tile;
  for (const AxisRange &range : box) {
    tile.base.push_back(range.offset);
    tile.kept.push_back(range.size > 1);
  }
  return tile;
}

FailureOr<TileTargets> LoopGenerator::generateBox(StagePlan &producer, const Ranges &box) {
  TileTargets tile = getPlace(box);
  SmallVector<int64_t> shape;
  for (const AxisRange &range : box)
    if (range.size > 1)
      shape.push_back(range.size);
  for (unsigned number = 0; number < producer.op->getNumResults(); ++number)
    tile.tensors.push_back(createBuffer(producer, number, shape));
  // Tiles of stages attached inside the producer are private to it.
  auto saved = tiles;
  Written results = generateStage(producer, box, tile);
  if (failed(results))
    return failure();
  tiles = std::move(saved);
  tile.tensors = *results;
  return tile;
}

LogicalResult LoopGenerator::generateAttached(StagePlan &stage, AxisId leaf, const Ranges &axes,
                                              StagePlan *except) {
  auto boxes = getAttachedBoxes(stage, leaf, axes);
  if (failed(boxes))
    return failure();
  for (auto &[producer, box] : *boxes) {
    if (producer == except)
      continue;
    FailureOr<TileTargets> tile = generateBox(*producer, box);
    if (failed(tile))
      return failure();
    for (auto [number, result] : llvm::enumerate(producer->op->getResults()))
      tiles[result] = (*tile)[number];
  }
  return success();
}

FailureOr<LoopGenerator::Ranges> LoopGenerator::getAttachedBox(StagePlan &stage, AxisId leaf,
                                                               const Ranges &axes,
                                                               StagePlan &producer) {
  auto boxes = getAttachedBoxes(stage, leaf, axes);
  if (failed(boxes))
    return failure();
  for (auto &[attached, box] : *boxes)
    if (attached == &producer)
      return box;
  llvm_unreachable("the producer is attached at this leaf");
}

LoopGenerator::Written LoopGenerator::nestPipelined(StagePlan &stage, const Ranges &axes,
                                                    unsigned position, ArrayRef<Part> parts,
                                                    const Segment &segment, TileTargets target,
                                                    bool accumulating, StagePlan &producer) {
  Location loc = stage.op.getLoc();
  AxisId leaf = stage.looped[position];
  auto getRanges = [&](AffineExpr step) { return enter(axes, parts, segment, step); };
  auto getBox = [&](AffineExpr step) {
    return getAttachedBox(stage, leaf, getRanges(step), producer);
  };
  FailureOr<Ranges> first = getBox(constant(0));
  if (failed(first))
    return failure();
  // Both buffers as one, and where one of them is in it.
  SmallVector<int64_t> shape{2};
  for (const AxisRange &range : *first)
    if (range.size > 1)
      shape.push_back(range.size);
  auto type = RankedTensorType::get(ArrayRef<int64_t>(shape).drop_front(),
                                    producer.op.getTensorType().getElementType());
  auto getSlot = [&](AffineExpr step) {
    Slice slot;
    for (int64_t size : shape) {
      slot.offsets.push_back(builder.getIndexAttr(0));
      slot.sizes.push_back(builder.getIndexAttr(size));
      slot.strides.push_back(builder.getIndexAttr(1));
    }
    slot.offsets[0] = materialize(step % 2);
    slot.sizes[0] = builder.getIndexAttr(1);
    return slot;
  };
  auto compute = [&](AffineExpr step, Value both) -> FailureOr<Value> {
    FailureOr<Ranges> box = getBox(step);
    if (failed(box))
      return failure();
    Slice slot = getSlot(step);
    TileTargets tile = getPlace(*box);
    tile.tensors.push_back(tensor::ExtractSliceOp::create(builder, loc, type, both, slot.offsets,
                                                          slot.sizes, slot.strides));
    auto saved = tiles;
    Written result = generateStage(producer, *box, tile);
    if (failed(result))
      return failure();
    tiles = std::move(saved);
    return tensor::InsertSliceOp::create(builder, loc, result->front(), both, slot.offsets,
                                         slot.sizes, slot.strides)
        .getResult();
  };
  auto use = [&](AffineExpr step, Value both, TileTargets into) -> Written {
    FailureOr<Ranges> box = getBox(step);
    if (failed(box))
      return failure();
    auto saved = tiles;
    TileTargets place = getPlace(*box);
    Slice slot = getSlot(step);
    place.tensors.push_back(tensor::ExtractSliceOp::create(builder, loc, type, both, slot.offsets,
                                                           slot.sizes, slot.strides));
    tiles[producer.op.getResult()] = place[0];
    Ranges ranges = getRanges(step);
    if (failed(generateAttached(stage, leaf, ranges, &producer)))
      return failure();
    Written result = nest(stage, ranges, position + 1, into, accumulating);
    tiles = std::move(saved);
    return result;
  };
  FailureOr<Value> both = compute(constant(0), createBuffer(producer, 0, shape));
  if (failed(both))
    return failure();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value bound = arith::ConstantIndexOp::create(builder, loc, segment.count - 1);
  SmallVector<Value> carried(target.tensors);
  carried.push_back(*both);
  auto loop = scf::ForOp::create(builder, loc, zero, bound, one, carried);
  labelLoop(loop, stage, leaf);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    AffineExpr step = addLoopVariable(loop.getInductionVar(), segment.count - 1);
    Value buffers = loop.getRegionIterArgs().back();
    Written result = use(step, buffers, target.with(loop.getRegionIterArgs().drop_back()));
    if (failed(result))
      return failure();
    FailureOr<Value> next = compute(step + 1, buffers);
    if (failed(next))
      return failure();
    result->push_back(*next);
    scf::YieldOp::create(builder, loc, *result);
  }
  target.tensors = loop.getResults().drop_back();
  return use(constant(segment.count - 1), loop.getResults().back(), target);
}
