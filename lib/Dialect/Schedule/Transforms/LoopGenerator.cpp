//===-- LoopGenerator.cpp - loops of a kernel from its trees --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop nest of a stage, recursively over its looped leaves. The recursion
// carries the range of every root axis; where a leaf's stride does not divide
// its range the nest below is made twice, for whole steps and for the tail.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

AffineExpr LoopGenerator::constant(int64_t value) {
  return getAffineConstantExpr(value, kernel.getContext());
}

AffineExpr LoopGenerator::addLoopVariable(Value iv, int64_t extent) {
  variables.push_back(iv);
  return exprs.addVariable(extent);
}

OpFoldResult LoopGenerator::materialize(AffineExpr expr) {
  expr = exprs.simplify(expr);
  if (auto value = dyn_cast<AffineConstantExpr>(expr))
    return builder.getIndexAttr(value.getValue());
  // Keep only the variables that occur.
  SmallVector<AffineExpr> replacements(exprs.size(), constant(0));
  SmallVector<Value> operands;
  for (unsigned i = 0; i < exprs.size(); ++i) {
    if (!expr.isFunctionOfDim(i))
      continue;
    replacements[i] = builder.getAffineDimExpr(operands.size());
    operands.push_back(variables[i]);
  }
  auto map = AffineMap::get(operands.size(), 0, expr.replaceDims(replacements));
  if (map.getResult(0) == builder.getAffineDimExpr(0))
    return operands[0];
  return affine::AffineApplyOp::create(builder, kernel.getLoc(), map, operands).getResult();
}

Value LoopGenerator::materializeValue(AffineExpr expr) {
  return getValueOrCreateConstantIndexOp(builder, kernel.getLoc(), materialize(expr));
}

TileValue LoopGenerator::getWhole(Value tensor) {
  unsigned rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return {tensor, SmallVector<AffineExpr>(rank, constant(0)), SmallVector<bool>(rank, true)};
}

LoopGenerator::Slice LoopGenerator::getSlice(const TileValue &tile, ArrayRef<AxisRange> box) {
  Slice slice;
  for (auto [range, base, kept] : llvm::zip_equal(box, tile.base, tile.kept)) {
    if (!kept)
      continue;
    slice.offsets.push_back(materialize(range.offset - base));
    slice.sizes.push_back(builder.getIndexAttr(range.size));
    slice.strides.push_back(builder.getIndexAttr(1));
  }
  return slice;
}

TileValue LoopGenerator::extractTile(const TileValue &tile, ArrayRef<AxisRange> box,
                                     Location loc) {
  TileValue part;
  SmallVector<int64_t> shape;
  for (const AxisRange &range : box) {
    part.base.push_back(range.offset);
    part.kept.push_back(range.size > 1);
    if (range.size > 1)
      shape.push_back(range.size);
  }
  auto type = cast<RankedTensorType>(tile.tensor.getType());
  if (type.getShape() == ArrayRef<int64_t>(shape)) {
    part.tensor = tile.tensor;
    return part;
  }
  Slice slice = getSlice(tile, box);
  part.tensor = tensor::ExtractSliceOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), tile.tensor,
      slice.offsets, slice.sizes, slice.strides);
  return part;
}

Value LoopGenerator::insertTile(Value part, const TileValue &tile, ArrayRef<AxisRange> box,
                                Location loc) {
  if (part.getType() == tile.tensor.getType())
    return part;
  Slice slice = getSlice(tile, box);
  return tensor::InsertSliceOp::create(builder, loc, part, tile.tensor, slice.offsets,
                                       slice.sizes, slice.strides);
}

ArrayAttr LoopGenerator::getAxisAttr(const StagePlan &stage, AxisId leaf) {
  return builder.getStrArrayAttr({stage.name, stage.tree[leaf].name});
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

LogicalResult LoopGenerator::collectStages() {
  llvm::StringMap<StagePlan *> byName;
  for (auto compute : kernel.getBody().front().getOps<te::ComputeOp>()) {
    auto stage = std::make_unique<StagePlan>();
    stage->op = compute;
    stage->tree = wholeStages ? getDefaultTree(compute) : getTree(compute);
    stage->name = compute.getStage().str();
    for (unsigned axis = 0; axis < compute.getNumAxes(); ++axis)
      if (ShapedType::isDynamic(compute.getExtents()[axis]))
        return compute.emitOpError("requires static extents to be made into loops, but axis ")
               << compute.getAxisName(axis) << " is dynamic";
    for (AxisId leaf : stage->tree.getLeaves()) {
      const AxisNode &node = stage->tree[leaf];
      if (node.annotation == Annotation::Vectorize) {
        stage->vectorized = true;
        for (AxisId root : stage->tree.getRootsOf(leaf))
          stage->vectorRoots.insert(root);
      }
      if (wholeStages || stage->tree.isRegister(leaf))
        continue;
      if (node.annotation == Annotation::Parallel)
        stage->numParallel = stage->looped.size() + 1;
      stage->looped.push_back(leaf);
    }
    auto firstReduction = llvm::find_if(stage->looped, [&](AxisId leaf) {
      return stage->tree[leaf].kind == AxisKind::Reduction;
    });
    stage->firstReduction = firstReduction - stage->looped.begin();
    stageOf[compute.getResult()] = stage.get();
    byName[stage->name] = stage.get();
    stages.push_back(std::move(stage));
  }
  for (auto &stage : stages) {
    if (stage->tree.getPlacement() != Placement::At)
      continue;
    StagePlan *consumer = byName.lookup(stage->tree.getAttachStage());
    if (!consumer)
      return stage->op.emitOpError("is computed at unknown stage \"")
             << stage->tree.getAttachStage() << "\"";
    consumer->attached[stage->tree.getAttachAxis()].push_back(stage.get());
  }
  return success();
}

LogicalResult LoopGenerator::run() {
  if (failed(collectStages()))
    return failure();
  auto returnOp = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
  unsigned firstDestination = kernel.getNumArguments() - te::getNumDestinations(kernel);
  for (auto &stage : stages) {
    if (stage->tree.getPlacement() != Placement::Root)
      continue;
    builder.setInsertionPoint(stage->op);
    Value destination;
    for (auto [index, operand] : llvm::enumerate(returnOp.getOperands()))
      if (operand == stage->op.getResult() && !destination)
        destination = kernel.getArgument(firstDestination + index);
    auto type = stage->op.getTensorType();
    if (!destination)
      destination = tensor::EmptyOp::create(builder, stage->op.getLoc(), type.getShape(),
                                            type.getElementType());
    Ranges box;
    for (int64_t extent : type.getShape())
      box.push_back({constant(0), extent});
    if (llvm::is_contained(type.getShape(), 0)) {
      tiles[stage->op.getResult()] = getWhole(destination);
      continue;
    }
    FailureOr<Value> result = generateStage(*stage, box, getWhole(destination));
    if (failed(result))
      return failure();
    tiles[stage->op.getResult()] = getWhole(*result);
  }

  for (OpOperand &operand : returnOp->getOpOperands())
    if (stageOf.contains(operand.get()))
      operand.set(tiles.at(operand.get()).tensor);
  for (auto &stage : llvm::reverse(stages)) {
    assert(stage->op->use_empty() && "a stage without loops is still read");
    stage->op->erase();
  }
  return success();
}

FailureOr<Value> LoopGenerator::generateStage(StagePlan &stage, ArrayRef<AxisRange> box,
                                              TileValue target) {
  Ranges axes(box);
  for (unsigned axis = stage.op.getNumSpatial(); axis < stage.op.getNumAxes(); ++axis)
    axes.push_back({constant(0), stage.op.getExtents()[axis]});
  return nest(stage, axes, 0, target, false);
}

//===----------------------------------------------------------------------===//
// Parts and segments of a leaf
//===----------------------------------------------------------------------===//

SmallVector<LoopGenerator::Part> LoopGenerator::getParts(const StagePlan &stage, AxisId leaf,
                                                         const Ranges &axes) const {
  const AxisNode &node = stage.tree[leaf];
  if (node.relation == Relation::Fused) {
    auto parts = getParts(stage, node.parents[0], axes);
    llvm::append_range(parts, getParts(stage, node.parents[1], axes));
    return parts;
  }
  auto [root, stride] = stage.tree.getRootAndStride(leaf);
  int64_t size = axes[root].size;
  Part part{static_cast<unsigned>(root), {}};
  if (size >= stride)
    part.pieces.push_back({0, stride, size / stride});
  // What remains of a vectorized axis is cut into powers of two, since vectors
  // of other lengths make poor code.
  bool powers = stage.vectorRoots.contains(root);
  for (int64_t offset = size / stride * stride; offset < size;) {
    int64_t rest = size - offset;
    int64_t piece = powers ? static_cast<int64_t>(llvm::bit_floor<uint64_t>(rest)) : rest;
    part.pieces.push_back({offset, piece, 1});
    offset += piece;
  }
  return {part};
}

SmallVector<LoopGenerator::Segment> LoopGenerator::getSegments(ArrayRef<Part> parts) const {
  SmallVector<Segment> segments{{1, {}}};
  for (const Part &part : parts) {
    SmallVector<Segment> product;
    for (const Segment &segment : segments)
      for (const Piece &piece : part.pieces) {
        product.push_back(segment);
        product.back().count *= piece.count;
        product.back().pieces.push_back(piece);
      }
    segments = std::move(product);
  }
  return segments;
}

LoopGenerator::Ranges LoopGenerator::enter(const Ranges &axes, ArrayRef<Part> parts,
                                           const Segment &segment, AffineExpr step) const {
  Ranges inner(axes);
  AffineExpr rest = step;
  for (int i = parts.size() - 1; i >= 0; --i) {
    const Piece &piece = segment.pieces[i];
    AffineExpr index = i == 0 ? rest : rest % piece.count;
    rest = rest.floorDiv(piece.count);
    AxisRange &range = inner[parts[i].root];
    range = {exprs.simplify(range.offset + index * piece.size + piece.offset), piece.size};
  }
  return inner;
}

SmallVector<int64_t> LoopGenerator::getCuts(StagePlan &stage, unsigned root, unsigned position,
                                            const Ranges &axes) const {
  SmallVector<int64_t> cuts = getGuardCuts(stage, root, axes);
  bool settled = llvm::none_of(ArrayRef(stage.looped).drop_front(position), [&](AxisId leaf) {
    return llvm::is_contained(stage.tree.getRootsOf(leaf), static_cast<AxisId>(root));
  });
  int64_t size = axes[root].size;
  if (!cuts.empty() || !settled || !stage.vectorRoots.contains(root) ||
      llvm::has_single_bit<uint64_t>(size))
    return cuts;
  // Ends relative to the offset, which may be no constant.
  for (int64_t end = 0; end < size;)
    cuts.push_back(end += llvm::bit_floor<uint64_t>(size - end));
  return cuts;
}

SmallVector<int64_t> LoopGenerator::getGuardCuts(StagePlan &stage, unsigned root,
                                                 const Ranges &axes) const {
  auto offset = dyn_cast<AffineConstantExpr>(exprs.simplify(axes[root].offset));
  if (!offset || stage.op.isReduction(root))
    return {};
  int64_t first = offset.getValue(), end = first + axes[root].size;
  SmallVector<int64_t> cuts;
  for (te::ReadOp read : stage.op.getReads()) {
    if (!read.getPredicate())
      continue;
    for (AffineExpr constraint : read.getPredicate()->getConstraints()) {
      // Only constraints of the form axis + c >= 0 or c - axis >= 0.
      BoundedExprs local(builder.getContext());
      bool isAxis = true;
      for (Value operand : read.getIndexOperands()) {
        local.addVariable(std::numeric_limits<int32_t>::max());
        isAxis &= isa<BlockArgument>(operand);
      }
      LinearSum sum = local.flatten(constraint);
      if (!isAxis || sum.terms.size() != 1)
        continue;
      auto dim = dyn_cast<AffineDimExpr>(sum.terms[0].first);
      if (!dim || std::abs(sum.terms[0].second) != 1)
        continue;
      auto axis = cast<BlockArgument>(read.getIndexOperands()[dim.getPosition()]);
      if (axis.getOwner() != &stage.op.getBody().front() || axis.getArgNumber() != root)
        continue;
      int64_t cut = sum.terms[0].second == 1 ? -sum.constant : sum.constant + 1;
      if (cut > first && cut < end)
        cuts.push_back(cut - first);
    }
  }
  if (cuts.empty())
    return cuts;
  cuts.push_back(end - first);
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

FailureOr<Value> LoopGenerator::nest(StagePlan &stage, Ranges axes, unsigned position,
                                     TileValue target, bool accumulating) {
  // Guards of one axis are decided by cutting the axis where they change
  // (Halide's loop partitioning), so that the interior runs without tests.
  SmallVector<unsigned> roots;
  // The parallel axes are entered together, so they are cut together.
  unsigned next = position == 0 ? std::max(stage.numParallel, 1u) : position + 1;
  for (unsigned i = position; i < std::min<unsigned>(next, stage.looped.size()); ++i)
    for (const Part &part : getParts(stage, stage.looped[i], axes))
      roots.push_back(part.root);
  if (position == stage.looped.size() || position == stage.firstReduction) {
    unsigned numSettled = accumulating ? stage.op.getNumAxes() : stage.op.getNumSpatial();
    for (unsigned axis = 0; axis < numSettled; ++axis)
      if (axes[axis].size > 1)
        roots.push_back(axis);
  }
  for (unsigned root : roots) {
    SmallVector<int64_t> cuts = getCuts(stage, root, position, axes);
    if (cuts.empty())
      continue;
    int64_t begin = 0;
    for (int64_t end : cuts) {
      Ranges piece(axes);
      piece[root] = {exprs.simplify(axes[root].offset + begin), end - begin};
      FailureOr<Value> result = nest(stage, piece, position, target, accumulating);
      if (failed(result))
        return failure();
      target.tensor = *result;
      begin = end;
    }
    return target.tensor;
  }

  if (position == 0 && stage.numParallel > 0 && !accumulating)
    return nestParallel(stage, axes, target);
  if (stage.op.hasReduction() && !accumulating && position == stage.firstReduction)
    return nestReduction(stage, axes, position, target);
  if (position == stage.looped.size())
    return emitTile(stage, axes, target);
  return nestLoop(stage, axes, position, target, accumulating);
}

FailureOr<Value> LoopGenerator::nestReduction(StagePlan &stage, const Ranges &axes,
                                              unsigned position, TileValue target) {
  Location loc = stage.op.getLoc();
  auto box = ArrayRef<AxisRange>(axes).take_front(stage.op.getNumSpatial());
  Type elementType = stage.op.getTensorType().getElementType();
  Value identity = arith::ConstantOp::create(
      builder, loc, te::getIdentity(stage.op.getCombiner(), elementType));
  TileValue accumulator = extractTile(target, box, loc);
  auto fill = linalg::FillOp::create(builder, loc, identity, accumulator.tensor);
  fill->setAttr(tileStageAttrName, builder.getStringAttr(stage.name + ".init"));
  if (stage.vectorized)
    fill->setAttr(vectorizeAttrName, builder.getUnitAttr());
  accumulator.tensor = fill.getResult(0);
  FailureOr<Value> result = nest(stage, axes, position, accumulator, true);
  if (failed(result))
    return failure();
  return insertTile(*result, target, box, loc);
}

FailureOr<Value> LoopGenerator::nestParallel(StagePlan &stage, const Ranges &axes,
                                             TileValue target) {
  Location loc = stage.op.getLoc();
  // The leading parallel axes form one scf.forall; tails get one of their own.
  SmallVector<SmallVector<Part>> parts;
  SmallVector<SmallVector<Segment>> segments;
  for (AxisId leaf : ArrayRef(stage.looped).take_front(stage.numParallel)) {
    parts.push_back(getParts(stage, leaf, axes));
    segments.push_back(getSegments(parts.back()));
  }
  SmallVector<unsigned> choice(parts.size(), 0);
  while (true) {
    SmallVector<OpFoldResult> counts;
    for (auto [i, pick] : llvm::enumerate(choice))
      counts.push_back(builder.getIndexAttr(segments[i][pick].count));
    auto loop = scf::ForallOp::create(builder, loc, counts, ValueRange{target.tensor},
                                      std::nullopt);
    SmallVector<Attribute> names;
    for (AxisId leaf : ArrayRef(stage.looped).take_front(stage.numParallel))
      names.push_back(getAxisAttr(stage, leaf));
    loop->setAttr(loopAxisAttrName, builder.getArrayAttr(names));
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(loop.getBody());
      Ranges inner(axes);
      for (auto [i, pick] : llvm::enumerate(choice)) {
        const Segment &segment = segments[i][pick];
        AffineExpr step = addLoopVariable(loop.getInductionVar(i), segment.count);
        inner = enter(inner, parts[i], segment, step);
      }
      TileValue shared{loop.getRegionIterArgs()[0], target.base, target.kept};
      auto box = ArrayRef<AxisRange>(inner).take_front(stage.op.getNumSpatial());
      TileValue tile = extractTile(shared, box, loc);
      Slice slice = getSlice(shared, box);
      auto saved = tiles;
      for (AxisId leaf : ArrayRef(stage.looped).take_front(stage.numParallel))
        if (failed(generateAttached(stage, leaf, inner)))
          return failure();
      FailureOr<Value> result = nest(stage, inner, stage.numParallel, tile, false);
      if (failed(result))
        return failure();
      tiles = std::move(saved);
      builder.setInsertionPointToStart(loop.getTerminator().getBody());
      tensor::ParallelInsertSliceOp::create(builder, loc, *result, shared.tensor, slice.offsets,
                                            slice.sizes, slice.strides);
    }
    target.tensor = loop.getResult(0);
    // The next combination of whole and tail segments.
    int axis = choice.size() - 1;
    while (axis >= 0 && ++choice[axis] == segments[axis].size())
      choice[axis--] = 0;
    if (axis < 0)
      return target.tensor;
  }
}

FailureOr<Value> LoopGenerator::nestLoop(StagePlan &stage, const Ranges &axes, unsigned position,
                                         TileValue target, bool accumulating) {
  Location loc = stage.op.getLoc();
  AxisId leaf = stage.looped[position];
  SmallVector<Part> parts = getParts(stage, leaf, axes);
  SmallVector<Segment> segments = getSegments(parts);

  // A guarded tail stays in the loop: the last iteration takes the other branch.
  bool guarded = stage.tree[leaf].tail == TailPolicy::Guard && parts.size() == 1 &&
                 segments.size() == 2;
  if (guarded) {
    int64_t whole = segments[0].count;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value bound = arith::ConstantIndexOp::create(builder, loc, whole + 1);
    auto loop = scf::ForOp::create(builder, loc, zero, bound, one, ValueRange{target.tensor});
    loop->setAttr(loopAxisAttrName, getAxisAttr(stage, leaf));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value limit = arith::ConstantIndexOp::create(builder, loc, whole);
    Value isWholeStep = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                              loop.getInductionVar(), limit);
    TileValue carried{loop.getRegionIterArg(0), target.base, target.kept};
    auto branch = scf::IfOp::create(builder, loc, TypeRange{target.tensor.getType()}, isWholeStep,
                                    /*addThenBlock=*/true, /*addElseBlock=*/true);
    for (auto [index, segment] : llvm::enumerate(segments)) {
      builder.setInsertionPointToStart(index == 0 ? branch.thenBlock() : branch.elseBlock());
      AffineExpr step = index == 0 ? addLoopVariable(loop.getInductionVar(), whole) : constant(0);
      FailureOr<Value> result =
          nestBody(stage, enter(axes, parts, segment, step), position, carried, accumulating);
      if (failed(result))
        return failure();
      scf::YieldOp::create(builder, loc, *result);
    }
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, loc, branch.getResults());
    return loop.getResult(0);
  }

  for (const Segment &segment : segments) {
    if (segment.count == 1) {
      FailureOr<Value> result = nestBody(stage, enter(axes, parts, segment, constant(0)),
                                         position, target, accumulating);
      if (failed(result))
        return failure();
      target.tensor = *result;
      continue;
    }
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value bound = arith::ConstantIndexOp::create(builder, loc, segment.count);
    auto loop = scf::ForOp::create(builder, loc, zero, bound, one, ValueRange{target.tensor});
    loop->setAttr(loopAxisAttrName, getAxisAttr(stage, leaf));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    AffineExpr step = addLoopVariable(loop.getInductionVar(), segment.count);
    FailureOr<Value> result =
        nestBody(stage, enter(axes, parts, segment, step), position,
                 TileValue{loop.getRegionIterArg(0), target.base, target.kept}, accumulating);
    if (failed(result))
      return failure();
    scf::YieldOp::create(builder, loc, *result);
    target.tensor = loop.getResult(0);
  }
  return target.tensor;
}

FailureOr<Value> LoopGenerator::nestBody(StagePlan &stage, const Ranges &axes, unsigned position,
                                         TileValue target, bool accumulating) {
  // Tiles made here are gone after this body: a tail makes its own.
  auto saved = tiles;
  if (failed(generateAttached(stage, stage.looped[position], axes)))
    return failure();
  FailureOr<Value> result = nest(stage, axes, position + 1, target, accumulating);
  tiles = std::move(saved);
  return result;
}

//===----------------------------------------------------------------------===//
// Attached stages
//===----------------------------------------------------------------------===//

/// All stages attached below `stage`, at whatever axis, directly or in a chain.
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
  SmallVector<StagePlan *> below;
  collectBelow(&stage, below);
  llvm::sort(below, [](StagePlan *a, StagePlan *b) { return a->op->isBeforeInBlock(b->op); });
  SmallVector<std::pair<StagePlan *, Ranges>> readers{{&stage, axes}};
  llvm::DenseMap<StagePlan *, Ranges> boxes;
  for (StagePlan *producer : llvm::reverse(below)) {
    bool here = llvm::is_contained(found->second, producer);
    // A stage that was made at an outer axis already has its tile.
    if (!here && tiles.contains(producer->op.getResult()))
      continue;
    FailureOr<Ranges> box = getRequiredBox(*producer, readers);
    if (failed(box))
      return failure();
    if (here)
      boxes[producer] = *box;
    Ranges all(*box);
    for (unsigned axis = producer->op.getNumSpatial(); axis < producer->op.getNumAxes(); ++axis)
      all.push_back({constant(0), producer->op.getExtents()[axis]});
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
    tile.tensor =
        tensor::EmptyOp::create(builder, producer->op.getLoc(), shape,
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
