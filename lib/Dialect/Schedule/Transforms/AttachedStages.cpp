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

#include "dl/Schedule/Primitives/Bind.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
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

FailureOr<LoopGenerator::Ranges>
LoopGenerator::getRequiredBox(StagePlan &producer, ArrayRef<std::pair<StagePlan *, Ranges>> readers,
                              bool isAsked) {
  Ranges hull;
  bool isGuarded = false;
  auto refuse = [&](te::ReadOp read, StringRef why) {
    auto diagnostic = producer.op.emitOpError("cannot be computed at an axis of its reader: ");
    diagnostic << why << "; compute it at root or inline it";
    diagnostic.attachNote(read.getLoc()) << "this read";
    return failure();
  };
  for (auto &[reader, ranges] : readers) {
    for (te::ReadOp read : reader->op.getReads()) {
      if (read.getSource().getDefiningOp() != producer.op)
        continue;
      if (read.getPredicate()) {
        isGuarded = true;
        if (producer.tree.getStorage().scope == "shared")
          return refuse(read, "the read is guarded, so what threads need together is no box");
        if (llvm::is_contained(producer.op.getExtents().take_front(producer.op.getNumSpatial()),
                               ShapedType::kDynamic))
          return refuse(read, "the read is guarded, and an extent is known only at run time");
      }
      // Tile variables for the axes, on top of the loop variables.
      BoundedExprs local = exprs;
      SmallVector<AffineExpr> replacements;
      SmallVector<unsigned> unknown;
      for (auto [dim, operand] : llvm::enumerate(read.getIndexOperands())) {
        auto axis = dyn_cast<BlockArgument>(operand);
        if (!axis || axis.getOwner() != &reader->op.getBody().front()) {
          // In a condition it may stand.
          if (read.getMap().isFunctionOfDim(dim))
            return refuse(read, "the read is data dependent");
          replacements.push_back(constant(0));
          continue;
        }
        const AxisRange &range = ranges[axis.getArgNumber()];
        if (range.isDynamic()) {
          unknown.push_back(local.size());
          replacements.push_back(local.addVariable(unknownExtent));
          continue;
        }
        if (range.isMasked())
          return refuse(read, "the last step of the reader is masked");
        replacements.push_back(range.offset + local.addVariable(range.size));
      }
      Ranges box;
      for (AffineExpr index : read.getMap().getResults()) {
        AffineExpr place = index.replaceDims(replacements);
        if (llvm::any_of(unknown, [&](unsigned dim) { return place.isFunctionOfDim(dim); })) {
          if (isAsked)
            return refuse(read, "the reader needs as many elements as are known only at run time");
          box.push_back({constant(0), ShapedType::kDynamic});
          continue;
        }
        LinearSum sum = local.flatten(place);
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
        if (range.isDynamic() || other.isDynamic()) {
          range.size = ShapedType::kDynamic;
          continue;
        }
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
  if (producer.tree.getStorage().scope == "shared")
    return getSharedBox(producer, hull);
  if (isGuarded)
    for (auto [range, extent] : llvm::zip(hull, producer.op.getExtents()))
      pushInside(range, extent, producer.op.getLoc());
  return hull;
}

/// Moves a range that may reach beyond [0, extent) inwards. It has each value of the range
/// that is inside still, and is no longer than that is:
///   -1 + [0, 4) of 8 => [0, 4);  6 + [0, 4) of 8 => 4 + [0, 4);  [0, 4) of 2 => [0, 2)
/// A guard excludes the others, so no reader asks for them.
void LoopGenerator::pushInside(AxisRange &range, int64_t extent, Location loc) {
  if (range.isDynamic() || ShapedType::isDynamic(extent))
    return;
  range.size = std::min(range.size, extent);
  int64_t last = extent - range.size;
  auto [low, high] = exprs.getBounds(range.offset);
  if (low >= 0 && high <= last)
    return;
  if (high <= 0 || low >= last) {
    range.offset = constant(high <= 0 ? 0 : last);
    return;
  }
  Value offset = materializeValue(range.offset);
  AffineExpr own = builder.getAffineDimExpr(0);
  auto limit = [&](bool isLow, int64_t value) {
    AffineMap map = AffineMap::get(1, 0, {own, constant(value)}, builder.getContext());
    offset = isLow ? affine::AffineMaxOp::create(builder, loc, map, offset).getResult()
                   : affine::AffineMinOp::create(builder, loc, map, offset).getResult();
  };
  if (low < 0)
    limit(/*isLow=*/true, 0);
  if (high > last)
    limit(/*isLow=*/false, last);
  range.offset = addLoopVariable(offset, last + 1);
}

/// True for the place of a part that was pushed inside: the threads' variables are in it.
static bool isPushed(Value variable) {
  return isa_and_nonnull<affine::AffineMaxOp, affine::AffineMinOp>(variable.getDefiningOp());
}

bool LoopGenerator::isThreadVariable(AffineExpr atom) {
  auto dim = dyn_cast<AffineDimExpr>(atom);
  auto iv = dim ? dyn_cast<BlockArgument>(variables[dim.getPosition()]) : BlockArgument();
  auto axis =
      iv ? iv.getOwner()->getParentOp()->getAttrOfType<ArrayAttr>(loopAxisAttrName) : ArrayAttr();
  if (!axis || !isa<StringAttr>(axis[0]))
    return false;
  for (const auto &stage : stages)
    if (stage->name == cast<StringAttr>(axis[0]).getValue())
      if (AxisId leaf = stage->tree.lookup(cast<StringAttr>(axis[1]).getValue().str()); leaf != -1)
        return isThread(stage->tree[leaf].annotation);
  return false;
}

/// The hull of what all threads need: a thread's variable no longer moves the box, and
/// its values make it longer.
///   32 * b + 4 * t + [0, 4), t in 0..8  =>  32 * b + [0, 32)
FailureOr<LoopGenerator::Ranges> LoopGenerator::getSharedBox(StagePlan &producer, Ranges box) {
  for (AxisRange &range : box) {
    LinearSum sum = exprs.flatten(range.offset), offset;
    offset.constant = sum.constant;
    for (auto [atom, coefficient] : sum.terms) {
      if (isThreadVariable(atom)) {
        int64_t last = exprs.getExtent(cast<AffineDimExpr>(atom).getPosition()) - 1;
        offset.constant += std::min<int64_t>(coefficient, 0) * last;
        range.size += std::abs(coefficient) * last;
        continue;
      }
      for (unsigned i = 0; i < exprs.size(); ++i)
        if (atom.isFunctionOfDim(i) &&
            (isThreadVariable(getAffineDimExpr(i, atom.getContext())) || isPushed(variables[i]))) {
          producer.op.emitOpError("is in memory of a block, but what the threads need of it is no "
                                  "box: bind axes that were not fused");
          return failure();
        }
      offset.add(atom, coefficient);
    }
    range.offset = exprs.toExpr(offset);
  }
  return box;
}
