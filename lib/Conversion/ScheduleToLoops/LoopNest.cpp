//===-- LoopNest.cpp - the loops of a plan in IR --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each kind of node of a LoopPlan. Nodes take the tensors that their
// stage writes and give those after the writes.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value LoopGenerator::getExtent(int variable) {
  const PlanVariable &about = plan.about[variable];
  return cast<Value>(stages[about.stage]->op.getMixedExtent(about.axis));
}

AffineExpr LoopGenerator::toAffine(const LoopExpr &place) {
  AffineExpr expr = constant(place.constant);
  for (const auto &[atom, coefficient] : place.terms) {
    AffineExpr value;
    if (!atom.sum) {
      bool isExtent = plan.about[atom.variable].kind == PlanVariable::Extent;
      value =
          isExtent ? getExtentExpr(getExtent(atom.variable)) : planVariables.lookup(atom.variable);
    } else {
      AffineExpr sum = toAffine(*atom.sum);
      value = atom.isRemainder ? sum % atom.divisor : sum.floorDiv(atom.divisor);
    }
    expr = expr + value * coefficient;
  }
  return exprs.simplify(expr);
}

LoopGenerator::Ranges LoopGenerator::toAxisRanges(const PlanRanges &ranges) {
  Ranges result;
  for (const PlanRange &range : ranges) {
    AxisRange &axis = result.emplace_back();
    axis.offset = toAffine(range.offset);
    axis.size = range.isDynamic() ? ShapedType::kDynamic : range.size;
    if (range.isDynamic())
      axis.extent = getExtent(range.extent);
    if (range.isMasked) {
      axis.first = toAffine(range.first);
      axis.end = toAffine(range.end);
    }
  }
  return result;
}

void LoopGenerator::bindVariable(int variable, Value value) {
  planVariables[variable] = addLoopVariable(value, plan.variables.getExtent(variable));
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

/// The sizes of a box, without its dimensions of one element.
static SmallVector<int64_t> getShape(const PlanRanges &box) {
  SmallVector<int64_t> shape;
  for (const PlanRange &range : box)
    if (range.size > 1)
      shape.push_back(range.size);
  return shape;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LoopGenerator::Written LoopGenerator::emitBlock(const PlanBlock &block, TileTargets target) {
  for (const PlanNode &node : block) {
    Written written = emitNode(node, target);
    if (failed(written))
      return failure();
    target.tensors = *written;
  }
  return target.tensors;
}

LoopGenerator::Written LoopGenerator::emitBody(const PlanBlock &block, TileTargets target) {
  // Tiles made here are gone after this body: a tail makes its own.
  auto saved = tiles;
  Written written = emitBlock(block, std::move(target));
  tiles = std::move(saved);
  return written;
}

LoopGenerator::Written LoopGenerator::emitNode(const PlanNode &node, const TileTargets &target) {
  StagePlan &stage = *stages[node.stage];
  switch (node.kind) {
  case PlanKind::Loop:
    return emitLoop(stage, node, target);
  case PlanKind::Parallel:
    return emitParallel(stage, node, target);
  case PlanKind::Guard:
    return emitGuard(stage, node, target);
  case PlanKind::Version:
    return emitVersion(stage, node, target);
  case PlanKind::Init:
    return emitInit(stage, node, target);
  case PlanKind::Pipeline:
    return emitPipeline(stage, node, target);
  case PlanKind::Tile:
    return emitTile(stage, toAxisRanges(node.ranges), target);
  case PlanKind::Part:
    if (failed(node.hasSlot ? emitPartInSlot(stage, node) : emitPart(stage, node)))
      return failure();
    return target.tensors;
  case PlanKind::Clamp:
    emitClamp(node);
    return target.tensors;
  }
  llvm_unreachable("kinds are covered");
}

scf::ForOp LoopGenerator::createFor(StagePlan &stage, AxisId leaf, OpFoldResult count,
                                    ValueRange carried, Value first) {
  Location loc = stage.op.getLoc();
  if (!first)
    first = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value bound = getValueOrCreateConstantIndexOp(builder, loc, count);
  auto loop = scf::ForOp::create(builder, loc, first, bound, one, carried);
  labelLoop(loop, stage, leaf);
  return loop;
}

Value LoopGenerator::emitLimit(StagePlan &stage, const InlineVector<LoopExpr, 1> &places,
                               OpFoldResult known, bool isGreatest) {
  Location loc = stage.op.getLoc();
  SmallVector<AffineExpr> exprs;
  SmallVector<Value> values;
  auto add = [&](Value value) {
    exprs.push_back(builder.getAffineDimExpr(values.size()));
    values.push_back(value);
  };
  if (std::optional<int64_t> constant = getConstantIntValue(known))
    exprs.push_back(builder.getAffineConstantExpr(*constant));
  else
    add(cast<Value>(known));
  for (const LoopExpr &place : places)
    add(materializeValue(toAffine(place)));
  AffineMap map = AffineMap::get(values.size(), 0, exprs, builder.getContext());
  return isGreatest ? affine::AffineMaxOp::create(builder, loc, map, values).getResult()
                    : affine::AffineMinOp::create(builder, loc, map, values).getResult();
}

LoopGenerator::Written LoopGenerator::emitLoop(StagePlan &stage, const PlanNode &node,
                                               const TileTargets &target) {
  if (node.variables.empty())
    return emitBody(node.blocks[0], target);
  OpFoldResult count = materialize(toAffine(node.counts[0]));
  Value first;
  if (!node.firsts.empty())
    first = emitLimit(stage, node.firsts, builder.getIndexAttr(0), /*isGreatest=*/true);
  if (!node.ends.empty())
    count = emitLimit(stage, node.ends, count, /*isGreatest=*/false);
  scf::ForOp loop = createFor(stage, node.leaves[0], count, target.tensors, first);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  bindVariable(node.variables[0], loop.getInductionVar());
  Written written = emitBody(node.blocks[0], target.with(loop.getRegionIterArgs()));
  if (failed(written))
    return failure();
  scf::YieldOp::create(builder, loop.getLoc(), *written);
  return SmallVector<Value>(loop.getResults());
}

LoopGenerator::Written LoopGenerator::emitGuard(StagePlan &stage, const PlanNode &node,
                                                const TileTargets &target) {
  Location loc = stage.op.getLoc();
  int64_t count = node.counts[0].constant;
  scf::ForOp loop = createFor(stage, node.leaves[0], builder.getIndexAttr(count), target.tensors);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value limit = arith::ConstantIndexOp::create(builder, loc, count - 1);
  Value isWholeStep =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, loop.getInductionVar(), limit);
  TileTargets carried = target.with(loop.getRegionIterArgs());
  auto branch = scf::IfOp::create(builder, loc, TypeRange(ValueRange(target.tensors)), isWholeStep,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [index, block] : llvm::enumerate(node.blocks)) {
    builder.setInsertionPointToStart(index == 0 ? branch.thenBlock() : branch.elseBlock());
    if (index == 0)
      bindVariable(node.variables[0], loop.getInductionVar());
    Written written = emitBody(block, carried);
    if (failed(written))
      return failure();
    scf::YieldOp::create(builder, loc, *written);
  }
  builder.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(builder, loc, branch.getResults());
  return SmallVector<Value>(loop.getResults());
}

LoopGenerator::Written LoopGenerator::emitVersion(StagePlan &stage, const PlanNode &node,
                                                  TileTargets target) {
  // Loops of one step or none, through which the destination is passed on in place:
  //   for (extent == version): nest of this extent; for (extent != version): the others
  Location loc = stage.op.getLoc();
  AxisId root = node.leaves[0];
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value wanted = arith::ConstantIndexOp::create(builder, loc, node.counts[0].constant);
  Value extent = cast<Value>(stage.op.getMixedExtent(root));
  Value isVersion = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, extent, wanted);
  for (auto [index, block] : llvm::enumerate(node.blocks)) {
    bool isOne = index == 0;
    Value count =
        arith::SelectOp::create(builder, loc, isVersion, isOne ? one : zero, isOne ? zero : one);
    auto loop = scf::ForOp::create(builder, loc, zero, count, one, target.tensors);
    loop->setAttr(loopVersionAttrName, getAxisAttr(stage, root));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Written written = emitBody(block, target.with(loop.getRegionIterArgs()));
    if (failed(written))
      return failure();
    scf::YieldOp::create(builder, loc, *written);
    target.tensors = loop.getResults();
  }
  return target.tensors;
}

LoopGenerator::Written LoopGenerator::emitInit(StagePlan &stage, const PlanNode &node,
                                               const TileTargets &target) {
  Location loc = stage.op.getLoc();
  Ranges box = toAxisRanges(node.ranges);
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
  Written written = emitBlock(node.blocks[0], accumulators);
  if (failed(written))
    return failure();
  return insertTiles(*written, target, box, loc);
}

LoopGenerator::Written LoopGenerator::emitParallel(StagePlan &stage, const PlanNode &node,
                                                   const TileTargets &target) {
  Location loc = stage.op.getLoc();
  SmallVector<OpFoldResult> counts;
  SmallVector<Attribute> names;
  for (auto [leaf, count] : llvm::zip_equal(node.leaves, node.counts)) {
    counts.push_back(materialize(toAffine(count)));
    names.push_back(getAxisAttr(stage, leaf));
  }
  auto loop = scf::ForallOp::create(builder, loc, counts, target.tensors, std::nullopt);
  loop->setAttr(loopAxisAttrName, builder.getArrayAttr(names));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  for (auto [variable, value] : llvm::zip_equal(node.variables, loop.getInductionVars()))
    bindVariable(variable, value);
  TileTargets shared = target.with(loop.getRegionIterArgs());
  Ranges box = toAxisRanges(node.ranges);
  TileTargets tile = extractTiles(shared, box, loc);
  Slice slice = getSlice(shared[0], box);
  Written written = emitBody(node.blocks[0], tile);
  if (failed(written))
    return failure();
  builder.setInsertionPointToStart(loop.getTerminator().getBody());
  for (auto [part, whole] : llvm::zip_equal(*written, shared.tensors))
    tensor::ParallelInsertSliceOp::create(builder, loc, part, whole, slice.offsets, slice.sizes,
                                          slice.strides);
  return SmallVector<Value>(loop.getResults());
}

//===----------------------------------------------------------------------===//
// Parts of other stages
//===----------------------------------------------------------------------===//

void LoopGenerator::emitClamp(const PlanNode &node) {
  Location loc = stages[node.stage]->op.getLoc();
  int variable = node.variables[0];
  int64_t last = plan.variables.getExtent(variable) - 1;
  auto [low, high] = plan.variables.getBounds(node.place);
  Value place = materializeValue(toAffine(node.place));
  AffineExpr own = builder.getAffineDimExpr(0);
  auto limit = [&](bool isLow, int64_t value) {
    AffineMap map = AffineMap::get(1, 0, {own, constant(value)}, builder.getContext());
    place = isLow ? affine::AffineMaxOp::create(builder, loc, map, place).getResult()
                  : affine::AffineMinOp::create(builder, loc, map, place).getResult();
  };
  if (low < 0)
    limit(/*isLow=*/true, 0);
  if (high > last)
    limit(/*isLow=*/false, last);
  bindVariable(variable, place);
}

LogicalResult LoopGenerator::emitPart(StagePlan &producer, const PlanNode &node) {
  TileTargets tile = getPlace(toAxisRanges(node.ranges));
  SmallVector<int64_t> shape = getShape(node.ranges);
  for (unsigned number = 0; number < producer.op->getNumResults(); ++number)
    tile.tensors.push_back(createBuffer(producer, number, shape));
  // Tiles of stages attached inside the producer are private to it.
  Written written = emitBody(node.blocks[0], tile);
  if (failed(written))
    return failure();
  for (auto [number, result] : llvm::enumerate(producer.op->getResults()))
    tiles[result] = tile.with(*written)[number];
  return success();
}

/// A part in one of two buffers, which are one tensor: made there, or there already.
LogicalResult LoopGenerator::emitPartInSlot(StagePlan &producer, const PlanNode &node) {
  Location loc = producer.op.getLoc();
  Value both = doubleBuffers.lookup(node.stage);
  auto type = cast<RankedTensorType>(both.getType());
  Slice slot;
  for (int64_t size : type.getShape()) {
    slot.offsets.push_back(builder.getIndexAttr(0));
    slot.sizes.push_back(builder.getIndexAttr(size));
    slot.strides.push_back(builder.getIndexAttr(1));
  }
  slot.offsets[0] = materialize(toAffine(node.place));
  slot.sizes[0] = builder.getIndexAttr(1);
  TileTargets tile = getPlace(toAxisRanges(node.ranges));
  auto partType = RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
  tile.tensors.push_back(tensor::ExtractSliceOp::create(builder, loc, partType, both, slot.offsets,
                                                        slot.sizes, slot.strides));
  if (node.blocks.empty()) {
    tiles[producer.op.getResult()] = tile[0];
    return success();
  }
  Written written = emitBody(node.blocks[0], tile);
  if (failed(written))
    return failure();
  doubleBuffers[node.stage] = tensor::InsertSliceOp::create(builder, loc, written->front(), both,
                                                            slot.offsets, slot.sizes, slot.strides);
  return success();
}

///   b[0] = P(0); for i in 0..n-1: (use b[i mod 2]; b[(i + 1) mod 2] = P(i + 1)); use b
LoopGenerator::Written LoopGenerator::emitPipeline(StagePlan &stage, const PlanNode &node,
                                                   TileTargets target) {
  int producer = node.producer;
  auto isMade = [&](const PlanNode &part) {
    return part.kind == PlanKind::Part && part.stage == producer;
  };
  SmallVector<int64_t> shape = getShape(llvm::find_if(node.blocks[0], isMade)->ranges);
  shape.insert(shape.begin(), 2);
  doubleBuffers[producer] = createBuffer(*stages[producer], 0, shape);
  if (failed(emitBody(node.blocks[0], target)))
    return failure();
  SmallVector<Value> carried(target.tensors);
  carried.push_back(doubleBuffers[producer]);
  scf::ForOp loop =
      createFor(stage, node.leaves[0], builder.getIndexAttr(node.counts[0].constant), carried);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    bindVariable(node.variables[0], loop.getInductionVar());
    doubleBuffers[producer] = loop.getRegionIterArgs().back();
    Written written = emitBody(node.blocks[1], target.with(loop.getRegionIterArgs().drop_back()));
    if (failed(written) || failed(emitBody(node.blocks[2], target)))
      return failure();
    written->push_back(doubleBuffers[producer]);
    scf::YieldOp::create(builder, loop.getLoc(), *written);
  }
  target.tensors = loop.getResults().drop_back();
  doubleBuffers[producer] = loop.getResults().back();
  return emitBody(node.blocks[3], target);
}
