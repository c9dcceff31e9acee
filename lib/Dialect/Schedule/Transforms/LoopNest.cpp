//===-- LoopNest.cpp - the loop nest of a stage ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The recursion over the looped leaves of a stage. It carries the range of every
// root axis; where a leaf's stride does not divide its range, the nest below is made
// once for whole steps and once for each piece of the rest.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

LoopGenerator::Written LoopGenerator::nest(StagePlan &stage, Ranges axes, unsigned position,
                                           TileTargets target, bool accumulating) {
  // Guards of one axis are decided by cutting the axis where they change
  // (Halide's loop partitioning), so that the interior runs without tests.
  SmallVector<unsigned> roots;
  // The parallel axes are entered together, so they are cut together.
  unsigned next = position == 0 ? std::max(stage.numParallel, 1u) : position + 1;
  for (unsigned i = position; i < std::min<unsigned>(next, stage.looped.size()); ++i)
    for (const Part &part : getParts(stage, stage.looped[i]))
      roots.push_back(part.root);
  if (position == stage.looped.size() || position == stage.initPosition) {
    unsigned numSettled = accumulating ? stage.op.getNumAxes() : stage.op.getNumSpatial();
    for (unsigned axis = 0; axis < numSettled; ++axis)
      if (axes[axis].size > 1)
        roots.push_back(axis);
  }
  for (unsigned root : roots) {
    // The pieces of one reduction axis would run all of another one each.
    if (stage.op.isOrdered() && stage.op.isReduction(root))
      continue;
    SmallVector<int64_t> cuts = getCuts(stage, root, position, axes, accumulating);
    if (cuts.empty())
      continue;
    int64_t begin = 0;
    for (int64_t end : cuts) {
      Ranges piece(axes);
      piece[root] = {exprs.simplify(axes[root].offset + begin), end - begin};
      Written result = nest(stage, piece, position, target, accumulating);
      if (failed(result))
        return failure();
      target.tensors = *result;
      begin = end;
    }
    return target.tensors;
  }

  if (position == 0 && stage.numParallel > 0 && !accumulating)
    return nestParallel(stage, axes, target);
  if (stage.op.hasReduction() && !accumulating && position == stage.initPosition)
    return nestReduction(stage, axes, position, target);
  if (position == stage.looped.size())
    return emitTile(stage, axes, target);
  return nestLoop(stage, axes, position, target, accumulating);
}

LoopGenerator::Written LoopGenerator::nestReduction(StagePlan &stage, const Ranges &axes,
                                                    unsigned position, TileTargets target) {
  Location loc = stage.op.getLoc();
  auto box = ArrayRef<AxisRange>(axes).take_front(stage.op.getNumSpatial());
  for (auto [axis, range] : llvm::enumerate(box))
    if (range.isDynamic())
      return stage.op.emitOpError("requires axis ")
             << stage.op.getAxisName(axis)
             << ", whose extent is known only at run time, outside of the reduction axes, so that "
                "the accumulator has a constant size; reorder the axes";
  TileTargets accumulators = openTiles(target, box, /*read=*/false, loc);
  for (auto [number, tensor] : llvm::enumerate(accumulators.tensors)) {
    Value identity = arith::ConstantOp::create(builder, loc, stage.op.getIdentityOf(number));
    auto fill = linalg::FillOp::create(builder, loc, identity, tensor);
    // One of them tells where they are.
    if (number == 0)
      fill->setAttr(tileStageAttrName, builder.getStringAttr(stage.name + ".init"));
    if (stage.vectorized)
      fill->setAttr(vectorizeAttrName, builder.getUnitAttr());
    tensor = fill.getResult(0);
  }
  Written result = nest(stage, axes, position, accumulators, true);
  if (failed(result))
    return failure();
  return insertTiles(*result, target, box, loc);
}

LoopGenerator::Written LoopGenerator::nestParallel(StagePlan &stage, const Ranges &axes,
                                                   TileTargets target) {
  Location loc = stage.op.getLoc();
  // The leading parallel axes form one scf.forall; tails get one of their own.
  auto leaves = ArrayRef(stage.looped).take_front(stage.numParallel);
  SmallVector<SmallVector<Part>> partsOf;
  SmallVector<Part> allParts;
  SmallVector<Attribute> names;
  for (AxisId leaf : leaves) {
    partsOf.push_back(getParts(stage, leaf));
    llvm::append_range(allParts, partsOf.back());
    names.push_back(getAxisAttr(stage, leaf));
  }
  for (const Segment &all : getSegments(stage, allParts, axes)) {
    SmallVector<Segment> segments;
    SmallVector<OpFoldResult> counts;
    ArrayRef<Piece> pieces = all.pieces;
    for (ArrayRef<Part> parts : partsOf) {
      Segment &segment = segments.emplace_back(Segment{1, {}});
      for (const Piece &piece : pieces.take_front(parts.size()))
        segment.append(piece);
      pieces = pieces.drop_front(parts.size());
      counts.push_back(getCount(segment));
    }
    auto loop = scf::ForallOp::create(builder, loc, counts, target.tensors, std::nullopt);
    loop->setAttr(loopAxisAttrName, builder.getArrayAttr(names));
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(loop.getBody());
      // What is computed at one of the axes is computed for a whole step of it.
      Ranges inner(axes);
      SmallVector<Ranges> rangesAt;
      for (auto [i, segment] : llvm::enumerate(segments)) {
        AffineExpr step = addLoopVariable(loop.getInductionVar(i), getLimit(segment));
        inner = enter(inner, partsOf[i], segment, step);
        rangesAt.push_back(inner);
      }
      TileTargets shared = target.with(loop.getRegionIterArgs());
      auto box = ArrayRef<AxisRange>(inner).take_front(stage.op.getNumSpatial());
      TileTargets tile = extractTiles(shared, box, loc);
      Slice slice = getSlice(shared[0], box);
      auto saved = tiles;
      for (auto [leaf, ranges] : llvm::zip_equal(leaves, rangesAt))
        if (failed(generateAttached(stage, leaf, ranges)))
          return failure();
      Written result = nest(stage, inner, stage.numParallel, tile, false);
      if (failed(result))
        return failure();
      tiles = std::move(saved);
      builder.setInsertionPointToStart(loop.getTerminator().getBody());
      for (auto [part, whole] : llvm::zip_equal(*result, shared.tensors))
        tensor::ParallelInsertSliceOp::create(builder, loc, part, whole, slice.offsets, slice.sizes,
                                              slice.strides);
    }
    target.tensors = loop.getResults();
  }
  return target.tensors;
}

/// The stage with two buffers that is computed at a leaf, if there is one.
static StagePlan *getDouble(const StagePlan &stage, AxisId leaf) {
  auto found = stage.attached.find(leaf);
  if (found != stage.attached.end())
    for (StagePlan *producer : found->second)
      if (producer->tree.getStorage().isDouble)
        return producer;
  return nullptr;
}

LoopGenerator::Written LoopGenerator::nestLoop(StagePlan &stage, const Ranges &axes,
                                               unsigned position, TileTargets target,
                                               bool accumulating) {
  Location loc = stage.op.getLoc();
  AxisId leaf = stage.looped[position];
  SmallVector<Part> parts = getParts(stage, leaf);
  SmallVector<Segment> segments = getSegments(stage, parts, axes);

  // A guarded tail stays in the loop: the last iteration takes the other branch.
  const AxisRange &range = axes[parts.front().root];
  if (parts.size() == 1 && !range.isDynamic() &&
      stage.rules.getRun(leaf, parts.front(), range.size).tail == TailPolicy::Guard) {
    int64_t whole = segments[0].count;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value bound = arith::ConstantIndexOp::create(builder, loc, whole + 1);
    auto loop = scf::ForOp::create(builder, loc, zero, bound, one, target.tensors);
    labelLoop(loop, stage, leaf);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value limit = arith::ConstantIndexOp::create(builder, loc, whole);
    Value isWholeStep = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                              loop.getInductionVar(), limit);
    TileTargets carried = target.with(loop.getRegionIterArgs());
    auto branch =
        scf::IfOp::create(builder, loc, TypeRange(ValueRange(target.tensors)), isWholeStep,
                          /*addThenBlock=*/true, /*addElseBlock=*/true);
    for (auto [index, segment] : llvm::enumerate(segments)) {
      builder.setInsertionPointToStart(index == 0 ? branch.thenBlock() : branch.elseBlock());
      AffineExpr step = index == 0 ? addLoopVariable(loop.getInductionVar(), whole) : constant(0);
      Written result =
          nestBody(stage, enter(axes, parts, segment, step), position, carried, accumulating);
      if (failed(result))
        return failure();
      scf::YieldOp::create(builder, loc, *result);
    }
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, loc, branch.getResults());
    return SmallVector<Value>(loop.getResults());
  }

  for (const Segment &segment : segments) {
    if (segment.count == 1) {
      Written result =
          nestBody(stage, enter(axes, parts, segment, constant(0)), position, target, accumulating);
      if (failed(result))
        return failure();
      target.tensors = *result;
      continue;
    }
    if (StagePlan *producer = getDouble(stage, leaf); producer && !segment.dynamicCount) {
      Written result =
          nestPipelined(stage, axes, position, parts, segment, target, accumulating, *producer);
      if (failed(result))
        return failure();
      target.tensors = *result;
      continue;
    }
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value bound = getValueOrCreateConstantIndexOp(builder, loc, getCount(segment));
    auto loop = scf::ForOp::create(builder, loc, zero, bound, one, target.tensors);
    labelLoop(loop, stage, leaf);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    AffineExpr step = addLoopVariable(loop.getInductionVar(), getLimit(segment));
    Written result = nestBody(stage, enter(axes, parts, segment, step), position,
                              target.with(loop.getRegionIterArgs()), accumulating);
    if (failed(result))
      return failure();
    scf::YieldOp::create(builder, loc, *result);
    target.tensors = loop.getResults();
  }
  return target.tensors;
}

LoopGenerator::Written LoopGenerator::nestBody(StagePlan &stage, const Ranges &axes,
                                               unsigned position, TileTargets target,
                                               bool accumulating) {
  // Tiles made here are gone after this body: a tail makes its own.
  auto saved = tiles;
  if (failed(generateAttached(stage, stage.looped[position], axes)))
    return failure();
  Written result = nest(stage, axes, position + 1, target, accumulating);
  tiles = std::move(saved);
  return result;
}
