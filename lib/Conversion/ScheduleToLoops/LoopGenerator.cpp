//===-- LoopGenerator.cpp - loops of a kernel from its trees --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the stages of a kernel, makes the loops of those at root in program
// order, and the index values that the rest of the generator uses.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
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

ArrayAttr LoopGenerator::getAxisAttr(const StagePlan &stage, AxisId leaf) {
  return builder.getStrArrayAttr({stage.name, stage.tree[leaf].name});
}

void LoopGenerator::labelLoop(Operation *loop, const StagePlan &stage, AxisId leaf) {
  loop->setAttr(loopAxisAttrName, getAxisAttr(stage, leaf));
  SmallVector<NamedAttribute> notes;
  for (const auto &[key, value] : stage.tree[leaf].notes)
    notes.push_back(builder.getNamedAttr(key, builder.getStringAttr(value)));
  if (!notes.empty())
    loop->setAttr(loopNotesAttrName, builder.getDictionaryAttr(notes));
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

void LoopGenerator::collectStages() {
  for (auto [number, compute] : llvm::enumerate(getStages(kernel))) {
    const IterationTree &tree = planned.kernel[number].tree;
    auto stage = std::make_unique<StagePlan>(compute, number, tree);
    stage->name = compute.getStage().str();
    // The accumulators of an intrinsic are vectors too.
    for (AxisId leaf : tree.getLeaves())
      stage->vectorized |= tree[leaf].annotation == Annotation::Tensorize ||
                           tree[leaf].annotation == Annotation::Vectorize;
    // Sizes that bound a read are as fixed as the variables of loops around the stage.
    for (te::ReadOp read : compute.getReads())
      for (Value operand : read.getIndexOperands())
        if (operand.getParentBlock() == &kernel.getBody().front())
          times.try_emplace(operand, getExtentExpr(operand));
    for (Value result : compute->getResults())
      stageOf[result] = stage.get();
    stages.push_back(std::move(stage));
  }
}

/// The sizes of the result's dynamic dimensions.
static SmallVector<Value> getDynamicSizes(te::ComputeOp stage) {
  SmallVector<Value> sizes;
  for (unsigned axis = 0; axis < stage.getNumSpatial(); ++axis)
    if (auto size = dyn_cast<Value>(stage.getMixedExtent(axis)))
      sizes.push_back(size);
  return sizes;
}

Value LoopGenerator::findDestination(OpResult result, ValueRange dynamicSizes) {
  if (Value place = places.lookup(result))
    return place;
  auto returnOp = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
  unsigned firstDestination = kernel.getNumArguments() - te::getNumDestinations(kernel);
  for (auto [index, operand] : llvm::enumerate(returnOp.getOperands()))
    if (operand == result)
      return kernel.getArgument(firstDestination + index);
  auto type = cast<RankedTensorType>(result.getType());
  // The old value may still be read: the next one is made aside, never in its place.
  if (nextStates.contains(result))
    return bufferization::AllocTensorOp::create(builder, result.getOwner()->getLoc(), type,
                                                dynamicSizes);
  return {};
}

Value LoopGenerator::getDestination(OpResult result, ValueRange dynamicSizes) {
  if (Value destination = findDestination(result, dynamicSizes))
    return destination;
  auto type = cast<RankedTensorType>(result.getType());
  return tensor::EmptyOp::create(builder, result.getOwner()->getLoc(), type.getShape(),
                                 type.getElementType(), dynamicSizes);
}

TileTargets LoopGenerator::getDestinations(StagePlan &stage) {
  TileTargets targets;
  SmallVector<Value> sizes = getDynamicSizes(stage.op);
  for (auto [number, result] : llvm::enumerate(stage.op->getResults())) {
    Value destination = findDestination(result, sizes);
    targets.tensors.push_back(
        destination ? destination
                    : createBuffer(stage, number, stage.op.getTensorType().getShape(), sizes));
  }
  TileValue whole = getWhole(targets.tensors.front());
  targets.base = whole.base;
  targets.kept = whole.kept;
  return targets;
}

Value LoopGenerator::getTensor(Value value) {
  auto tile = tiles.find(value);
  return tile == tiles.end() ? value : tile->second.tensor;
}

LogicalResult LoopGenerator::generateRoot(StagePlan &stage) {
  builder.setInsertionPoint(stage.op);
  Written results = emitBlock(plan.stages[stage.number], getDestinations(stage));
  if (failed(results))
    return failure();
  for (auto [result, tensor] : llvm::zip_equal(stage.op->getResults(), *results))
    tiles[result] = getWhole(tensor);
  return success();
}

LogicalResult LoopGenerator::run() {
  SmallVector<te::ScanOp> scans;
  kernel.walk([&](te::ScanOp scan) { scans.push_back(scan); });
  for (te::ScanOp scan : scans)
    if (failed(lowerScan(scan)))
      return failure();
  collectStages();
  kernel.walk([&](te::ScatterOp scatter) { placeBase(scatter); });

  SmallVector<Operation *> ops;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<te::StageOpInterface>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto scatter = dyn_cast<te::ScatterOp>(op))
      generateScatter(scatter);
    else if (auto call = dyn_cast<te::ExternOp>(op))
      generateExtern(call);
    else if (StagePlan *stage = stageOf.lookup(op->getResult(0));
             stage->tree.getPlacement() == Placement::Root && failed(generateRoot(*stage)))
      return failure();
  }

  for (auto &stage : llvm::reverse(stages)) {
    for (Value result : stage->op->getResults())
      if (auto tile = tiles.find(result); tile != tiles.end())
        result.replaceAllUsesWith(tile->second.tensor);
    assert(stage->op->use_empty() && "a stage without loops is still read");
    stage->op->erase();
  }
  return success();
}

Value LoopGenerator::createBuffer(StagePlan &stage, unsigned number, ArrayRef<int64_t> shape,
                                  ValueRange dynamicSizes) {
  Location loc = stage.op.getLoc();
  Type elementType = stage.op.getTensorType(number).getElementType();
  const Storage &storage = stage.tree.getStorage();
  auto create = [&](ArrayRef<int64_t> sizes) {
    auto buffer = tensor::EmptyOp::create(builder, loc, sizes, elementType, dynamicSizes);
    if (!storage.scope.empty())
      buffer->setAttr(scopeAttrName, builder.getStringAttr(storage.scope));
    return buffer;
  };
  bool isEmpty = llvm::is_contained(shape, 0);
  if (storage.alignments.empty() || shape.size() < 2 || ShapedType::isDynamic(shape.back()) ||
      isEmpty)
    return create(shape);
  // Longer rows, of which the stage uses the beginning.
  const Storage::Alignment &alignment = storage.alignments.front();
  SmallVector<int64_t> padded(shape);
  int64_t missing = (alignment.offset - shape.back()) % alignment.factor;
  padded.back() += missing < 0 ? missing + alignment.factor : missing;
  if (ArrayRef<int64_t>(padded) == shape)
    return create(shape);
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0)), sizes,
      strides(shape.size(), builder.getIndexAttr(1));
  unsigned numDynamic = 0;
  for (int64_t size : shape)
    sizes.push_back(ShapedType::isDynamic(size) ? OpFoldResult(dynamicSizes[numDynamic++])
                                                : OpFoldResult(builder.getIndexAttr(size)));
  return tensor::ExtractSliceOp::create(builder, loc, RankedTensorType::get(shape, elementType),
                                        create(padded), offsets, sizes, strides);
}
