//===-- LoopGenerator.cpp - loops of a kernel from its trees --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the stages of a kernel, makes the loops of those at root in program
// order, and the slices and index values that the rest of the generator uses.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
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

AffineExpr LoopGenerator::getExtentExpr(Value extent) {
  AffineExpr &expr = extents[extent];
  if (!expr)
    expr = addLoopVariable(extent, unknownExtent);
  return expr;
}

AxisRange LoopGenerator::getWholeRange(te::ComputeOp stage, unsigned axis) {
  OpFoldResult extent = stage.getMixedExtent(axis);
  return {constant(0), stage.getExtents()[axis], dyn_cast<Value>(extent)};
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
    slice.sizes.push_back(range.isDynamic() ? OpFoldResult(range.extent)
                                            : OpFoldResult(builder.getIndexAttr(range.size)));
    slice.strides.push_back(builder.getIndexAttr(1));
  }
  return slice;
}

TileValue LoopGenerator::extractTile(const TileValue &tile, ArrayRef<AxisRange> box, Location loc) {
  TileValue part;
  SmallVector<int64_t> shape;
  for (const AxisRange &range : box) {
    part.base.push_back(range.offset);
    part.kept.push_back(range.size != 1);
    if (range.size != 1)
      shape.push_back(range.size);
  }
  auto type = cast<RankedTensorType>(tile.tensor.getType());
  if (type.getShape() == ArrayRef<int64_t>(shape)) {
    part.tensor = tile.tensor;
    return part;
  }
  Slice slice = getSlice(tile, box);
  part.tensor = tensor::ExtractSliceOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), tile.tensor, slice.offsets,
      slice.sizes, slice.strides);
  return part;
}

Value LoopGenerator::insertTile(Value part, const TileValue &tile, ArrayRef<AxisRange> box,
                                Location loc) {
  if (part.getType() == tile.tensor.getType())
    return part;
  Slice slice = getSlice(tile, box);
  return tensor::InsertSliceOp::create(builder, loc, part, tile.tensor, slice.offsets, slice.sizes,
                                       slice.strides);
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
    for (unsigned axis = 0; wholeStages && axis < compute.getNumAxes(); ++axis)
      if (ShapedType::isDynamic(compute.getExtents()[axis]))
        return compute.emitOpError(
                   "requires static extents to become one linalg operation, but axis ")
               << compute.getAxisName(axis) << " is dynamic";
    for (AxisId leaf : stage->tree.getLeaves()) {
      const AxisNode &node = stage->tree[leaf];
      // The accumulators of an intrinsic are vectors too.
      if (node.annotation == Annotation::Tensorize)
        stage->vectorized = true;
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
    auto firstReduction = llvm::find_if(
        stage->looped, [&](AxisId leaf) { return stage->tree[leaf].kind == AxisKind::Reduction; });
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

/// The sizes of the result's dynamic dimensions.
static SmallVector<Value> getDynamicSizes(te::ComputeOp stage) {
  SmallVector<Value> sizes;
  for (unsigned axis = 0; axis < stage.getNumSpatial(); ++axis)
    if (auto size = dyn_cast<Value>(stage.getMixedExtent(axis)))
      sizes.push_back(size);
  return sizes;
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
                                            type.getElementType(), getDynamicSizes(stage->op));
    Ranges box;
    for (unsigned axis = 0; axis < type.getRank(); ++axis)
      box.push_back(getWholeRange(stage->op, axis));
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
    axes.push_back(getWholeRange(stage.op, axis));
  return nest(stage, axes, 0, target, false);
}
