//===-- TileEmitter.cpp - one register tile as a linalg operation ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost part of a nest: all axes of the stage at small static ranges.
// Emits one linalg.generic over the axes with more than one value. An operand is
// sliced to exactly what is read, strided where one axis moves it by more than
// one, so that most maps are projected permutations, which vectorize. Reads that
// stay guarded or depend on data become tensor.extract in the body. A tile of one
// element is scalar code between tensor.extract and tensor.insert.
//
//===----------------------------------------------------------------------===//
#include "TileEmitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

bool TileEmitter::isAffine(te::ReadOp read) const {
  te::AxisScope scope = *te::getAxisScope(read);
  return llvm::all_of(read.getIndexOperands(), [&](Value operand) {
    return scope.getAxis(operand) || loops.times.contains(operand);
  });
}

AffineExpr TileEmitter::substitute(te::ReadOp read, AffineExpr expr) {
  SmallVector<AffineExpr> replacements;
  te::AxisScope scope = *te::getAxisScope(read);
  for (Value operand : read.getIndexOperands()) {
    std::optional<unsigned> axis = scope.getAxis(operand);
    replacements.push_back(axis ? axisExprs[*axis] : loops.times.lookup(operand));
  }
  return expr.replaceDims(replacements);
}

TileValue TileEmitter::getSource(te::ReadOp read) {
  auto found = loops.tiles.find(read.getSource());
  if (found != loops.tiles.end())
    return found->second;
  return loops.getWhole(read.getSource());
}

LogicalResult TileEmitter::planRead(te::ReadOp read, ReadPlan &plan) {
  if (loops.stageOf.contains(read.getSource()) && !loops.tiles.contains(read.getSource())) {
    auto diagnostic = stage.op.emitOpError("reads stage \"")
                      << loops.stageOf.lookup(read.getSource())->name
                      << "\", which is not computed at this place; compute it at root or at an "
                         "axis around this read";
    diagnostic.attachNote(read.getLoc()) << "this read";
    return failure();
  }
  if (!isAffine(read))
    return success();
  if (read.getPredicate()) {
    bool always = true;
    for (auto [constraint, isEquality] : llvm::zip_equal(read.getPredicate()->getConstraints(),
                                                         read.getPredicate()->getEqFlags())) {
      auto [low, high] = tile.getBounds(substitute(read, constraint));
      if (high < 0 || (isEquality && low > 0)) {
        plan.kind = ReadPlan::Never;
        return success();
      }
      always &= isEquality ? low == 0 && high == 0 : low >= 0;
    }
    if (!always)
      return success();
  }
  // A single element is read where it is used.
  if (tileAxes.empty()) {
    plan.kind = ReadPlan::Plain;
    return success();
  }
  if (addOperand(read, getSource(read))) {
    plan.kind = ReadPlan::Operand;
    plan.operand = inputs.size() - 1;
  }
  return success();
}

bool TileEmitter::addOperand(te::ReadOp read, const TileValue &source) {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  SmallVector<AffineExpr> map;
  SmallVector<int64_t> shape;
  for (auto [index, base, kept] :
       llvm::zip_equal(read.getMap().getResults(), source.base, source.kept)) {
    if (!kept)
      continue;
    LinearSum sum = tile.flatten(substitute(read, index) - base);
    LinearSum offset, spread;
    offset.constant = sum.constant;
    for (auto [atom, coefficient] : sum.terms)
      (isFixed(atom) ? offset : spread).add(atom, coefficient);
    for (auto [atom, coefficient] : spread.terms)
      if (!isTileVariable(atom))
        return false;
    int64_t size = 1, stride = 1;
    if (spread.terms.size() == 1 && spread.terms[0].second > 0) {
      auto variable = cast<AffineDimExpr>(spread.terms[0].first);
      size = tile.getExtent(variable.getPosition());
      stride = spread.terms[0].second;
      map.push_back(dim(variable.getPosition() - numLoopVariables));
      shape.push_back(size);
    } else if (!spread.terms.empty()) {
      auto [low, high] = tile.getBounds(spread);
      size = high - low + 1;
      offset.constant += low;
      AffineExpr expr = builder.getAffineConstantExpr(-low);
      for (auto [atom, coefficient] : spread.terms)
        expr = expr + dim(cast<AffineDimExpr>(atom).getPosition() - numLoopVariables) * coefficient;
      map.push_back(expr);
      shape.push_back(size);
    }
    offsets.push_back(loops.materialize(loops.exprs.toExpr(offset)));
    sizes.push_back(builder.getIndexAttr(size));
    strides.push_back(builder.getIndexAttr(stride));
  }
  auto type = RankedTensorType::get(shape, read.getSourceType().getElementType());
  auto sourceShape = cast<RankedTensorType>(source.tensor.getType()).getShape();
  Value value = source.tensor;
  if (ArrayRef<int64_t>(shape) != sourceShape)
    value =
        tensor::ExtractSliceOp::create(builder, loc, type, source.tensor, offsets, sizes, strides);
  inputs.push_back(value);
  inputMaps.push_back(map);
  return true;
}

Value TileEmitter::bodyValue(OpBuilder &body, AffineExpr expr) {
  expr = tile.simplify(expr);
  if (auto value = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(body, loc, value.getValue());
  SmallVector<AffineExpr> replacements(tile.size(), body.getAffineConstantExpr(0));
  SmallVector<Value> operands;
  for (unsigned i = 0; i < tile.size(); ++i) {
    if (!expr.isFunctionOfDim(i))
      continue;
    replacements[i] = body.getAffineDimExpr(operands.size());
    operands.push_back(i < numLoopVariables ? loops.variables[i] : indices[i - numLoopVariables]);
  }
  auto map = AffineMap::get(operands.size(), 0, expr.replaceDims(replacements));
  return affine::AffineApplyOp::create(body, loc, map, operands);
}

Value TileEmitter::axisValue(OpBuilder &body, unsigned axis) {
  return bodyValue(body, axisExprs[axis]);
}

Value TileEmitter::emitBodyRead(OpBuilder &body, te::ReadOp read, IRMapping &mapping) {
  // Index values of the read: axes as affine expressions, others as values.
  TileValue source = getSource(read);
  auto apply = [&](OpBuilder &at, AffineExpr expr) -> Value {
    if (isAffine(read))
      return bodyValue(at, substitute(read, expr));
    SmallVector<Value> operands;
    for (Value operand : read.getIndexOperands())
      operands.push_back(mapping.lookupOrDefault(operand));
    auto map = AffineMap::get(operands.size(), 0, expr);
    return affine::AffineApplyOp::create(at, loc, map, operands);
  };
  auto extract = [&](OpBuilder &at) -> Value {
    SmallVector<Value> indices;
    for (auto [index, base, kept] :
         llvm::zip_equal(read.getMap().getResults(), source.base, source.kept)) {
      if (!kept)
        continue;
      Value value = apply(at, index);
      if (base != loops.constant(0))
        value = arith::SubIOp::create(at, loc, value, bodyValue(at, base));
      indices.push_back(value);
    }
    return tensor::ExtractOp::create(at, loc, source.tensor, indices);
  };
  if (!read.getPredicate() || plans.at(read).kind == ReadPlan::Plain)
    return extract(body);

  Value holds, zero = arith::ConstantIndexOp::create(body, loc, 0);
  for (auto [constraint, isEquality] :
       llvm::zip_equal(read.getPredicate()->getConstraints(), read.getPredicate()->getEqFlags())) {
    auto predicate = isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value one = arith::CmpIOp::create(body, loc, predicate, apply(body, constraint), zero);
    holds = holds ? arith::AndIOp::create(body, loc, holds, one).getResult() : one;
  }
  Value otherwise = mapping.lookupOrDefault(read.getOtherwise());
  auto branch = scf::IfOp::create(
      body, loc, holds,
      [&](OpBuilder &at, Location) { scf::YieldOp::create(at, loc, extract(at)); },
      [&](OpBuilder &at, Location) { scf::YieldOp::create(at, loc, otherwise); });
  return branch.getResult(0);
}

SmallVector<Value> TileEmitter::emitBody(OpBuilder &body, ValueRange arguments) {
  IRMapping mapping;
  indices.clear();
  for (unsigned position = 0; position < tileAxes.size(); ++position)
    indices.push_back(linalg::IndexOp::create(body, loc, position));
  for (BlockArgument axis : stage.op.getAxes())
    if (llvm::any_of(axis.getUsers(), [&](Operation *user) {
          auto plan = plans.find(user);
          return plan == plans.end() || !isAffine(cast<te::ReadOp>(user));
        }))
      mapping.map(axis, axisValue(body, axis.getArgNumber()));
  for (Operation &op : stage.op.getBody().front().without_terminator()) {
    auto read = dyn_cast<te::ReadOp>(op);
    if (!read) {
      body.clone(op, mapping);
      continue;
    }
    const ReadPlan &plan = plans.at(&op);
    Value value;
    if (plan.kind == ReadPlan::Operand)
      value = arguments[plan.operand];
    else if (plan.kind == ReadPlan::Never)
      value = mapping.lookupOrDefault(read.getOtherwise());
    else
      value = emitBodyRead(body, read, mapping);
    mapping.map(read.getResult(), value);
  }
  SmallVector<Value> elements;
  for (Value element : stage.op.getYield().getValues())
    elements.push_back(mapping.lookupOrDefault(element));
  return elements;
}

/// Lets the sum with a product be one instruction. Tiles that reduce become contractions,
/// which are; others are elementwise.
static void allowMultiplyAdd(Value sum) {
  auto add = sum.getDefiningOp<arith::AddFOp>();
  auto product = add ? add.getRhs().getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  if (!product)
    return;
  add.setFastmath(arith::FastMathFlags::contract);
  product.setFastmath(arith::FastMathFlags::contract);
}

SmallVector<Value> TileEmitter::emitScalar(const TileTargets &target) {
  auto box = axes.take_front(stage.op.getNumSpatial());
  SmallVector<Value> position;
  for (OpFoldResult offset : loops.getSlice(target[0], box).offsets)
    position.push_back(getValueOrCreateConstantIndexOp(builder, loc, offset));
  SmallVector<Value> values = emitBody(builder, {});
  if (stage.op.hasReduction()) {
    SmallVector<Value> accumulated;
    for (Value tensor : target.tensors)
      accumulated.push_back(tensor::ExtractOp::create(builder, loc, tensor, position));
    values = stage.op.buildJoin(builder, loc, accumulated, values);
    if (values.size() == 1)
      allowMultiplyAdd(values.front());
  }
  SmallVector<Value> results;
  for (auto [value, tensor] : llvm::zip_equal(values, target.tensors)) {
    results.push_back(tensor::InsertOp::create(builder, loc, value, tensor, position));
    // One of them tells where the tile is.
    if (results.size() == 1)
      results.front().getDefiningOp()->setAttr(tileStageAttrName,
                                               builder.getStringAttr(stage.name));
  }
  return results;
}

/// The operands that a tile hands on as they are once its body is folded, of each result
/// the block argument or null.
static SmallVector<BlockArgument> foldToCopies(linalg::GenericOp generic) {
  MLIRContext *context = generic.getContext();
  RewritePatternSet patterns(context);
  for (StringRef name : {"arith", "math"})
    for (RegisteredOperationName op : context->getRegisteredOperations())
      if (op.getDialectNamespace() == name)
        op.getCanonicalizationPatterns(patterns, context);
  SmallVector<Operation *> body;
  for (Operation &op : generic.getBody()->without_terminator())
    body.push_back(&op);
  (void)applyOpPatternsGreedily(body, std::move(patterns));
  return llvm::map_to_vector(generic.getBody()->getTerminator()->getOperands(), [&](Value value) {
    auto yielded = dyn_cast<BlockArgument>(value);
    bool copies = yielded && generic
                                 .getMatchingIndexingMap(
                                     &generic->getOpOperand(yielded.getArgNumber()))
                                 .isIdentity();
    return copies ? yielded : BlockArgument();
  });
}

/// True for a tile that is a whole result of the kernel and only copies an operand, now
/// or once its body is folded. Canonicalization would replace it by the operand, and
/// the destination would go unwritten.
bool TileEmitter::copiesWholeResult(linalg::GenericOp generic) {
  if (stage.op.hasReduction() ||
      !llvm::is_contained(stage.op->getUsers(), stage.op->getBlock()->getTerminator()))
    return false;
  for (auto [range, extent] : llvm::zip_equal(axes, stage.op.getExtents()))
    if (range.size != extent)
      return false;
  return llvm::any_of(foldToCopies(generic), [](BlockArgument copied) { return !!copied; });
}

/// True for a tile that joins by taking a term as it is: "the one before". As vectors,
/// the term's tile would be handed on instead of being written to the accumulator.
bool TileEmitter::replacesAccumulator(linalg::GenericOp generic) {
  return stage.op.getCombiner() == te::Combiner::Custom &&
         llvm::any_of(foldToCopies(generic), [&](BlockArgument copied) {
           return copied && copied.getArgNumber() < generic.getNumDpsInputs();
         });
}

/// The same tile as two, which cannot be folded.
TileEmitter::Written TileEmitter::emitInTwo(TileTargets target) {
  unsigned axis = tileAxes.front();
  int64_t size = axes[axis].size, half = llvm::bit_floor<uint64_t>(size - 1);
  for (auto [begin, end] : {std::pair<int64_t, int64_t>(0, half), {half, size}}) {
    SmallVector<AxisRange> piece(axes);
    piece[axis] = {loops.exprs.simplify(axes[axis].offset + begin), end - begin};
    Written result = TileEmitter(loops, stage, piece).emit(target);
    if (failed(result))
      return failure();
    target.tensors = *result;
  }
  return target.tensors;
}

void TileEmitter::prepare() {
  for (const AxisRange &range : axes) {
    positionOf.push_back(range.size > 1 ? tileAxes.size() : -1);
    AffineExpr expr = range.offset;
    if (range.size > 1) {
      expr = expr + tile.addVariable(range.size);
      tileAxes.push_back(positionOf.size() - 1);
    }
    axisExprs.push_back(expr);
  }
}

LogicalResult TileEmitter::planReads() {
  for (te::ReadOp read : stage.op.getReads())
    if (failed(planRead(read, plans[read])))
      return failure();
  return success();
}

TileEmitter::Written TileEmitter::emit(TileTargets target) {
  prepare();
  if (!stage.tree.getIntrinsic().empty())
    return emitIntrinsic(target);
  if (failed(planReads()))
    return failure();
  if (tileAxes.empty())
    return emitScalar(target);

  // The output tile: unit dimensions dropped.
  auto box = axes.take_front(stage.op.getNumSpatial());
  TileTargets outputs = loops.extractTiles(target, box, loc);
  auto type = cast<RankedTensorType>(outputs.tensors.front().getType());
  SmallVector<AffineExpr> outputMap;
  for (unsigned axis = 0; axis < box.size(); ++axis)
    if (positionOf[axis] >= 0)
      outputMap.push_back(dim(positionOf[axis]));

  // linalg takes loop extents from operands: an axis that no operand shows by
  // itself gets one that is only there for its shape.
  unsigned numTileAxes = tileAxes.size();
  for (unsigned position = 0; position < numTileAxes; ++position) {
    auto shows = [&](ArrayRef<AffineExpr> map) { return llvm::is_contained(map, dim(position)); };
    if (shows(outputMap) || llvm::any_of(inputMaps, shows))
      continue;
    inputs.push_back(tensor::EmptyOp::create(
        builder, loc, ArrayRef<int64_t>{axes[tileAxes[position]].size}, type.getElementType()));
    inputMaps.push_back({dim(position)});
  }

  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> map : inputMaps)
    maps.push_back(AffineMap::get(numTileAxes, 0, map, builder.getContext()));
  maps.append(outputs.tensors.size(),
              AffineMap::get(numTileAxes, 0, outputMap, builder.getContext()));
  SmallVector<utils::IteratorType> iterators;
  for (unsigned axis : tileAxes)
    iterators.push_back(stage.op.isReduction(axis) ? utils::IteratorType::reduction
                                                   : utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, TypeRange(ValueRange(outputs.tensors)), inputs, outputs.tensors, maps,
      iterators, [&](OpBuilder &body, Location, ValueRange arguments) {
        SmallVector<Value> values = emitBody(body, arguments);
        if (stage.op.hasReduction())
          values = stage.op.buildJoin(body, loc, arguments.take_back(values.size()), values);
        if (stage.op.hasReduction() && values.size() == 1 &&
            !llvm::is_contained(iterators, utils::IteratorType::reduction))
          allowMultiplyAdd(values.front());
        linalg::YieldOp::create(body, loc, values);
      });
  for (Value index : indices)
    if (index.use_empty())
      index.getDefiningOp()->erase();
  if (copiesWholeResult(generic)) {
    generic.erase();
    return emitInTwo(target);
  }
  generic->setAttr(tileStageAttrName, builder.getStringAttr(stage.name));
  // A vector would join terms in another order.
  bool isOrderedTile =
      stage.op.isOrdered() && llvm::is_contained(iterators, utils::IteratorType::reduction);
  if (stage.vectorized && !isOrderedTile && !replacesAccumulator(generic))
    generic->setAttr(vectorizeAttrName, builder.getUnitAttr());
  return loops.insertTiles(generic.getResults(), target, box, loc);
}

LoopGenerator::Written LoopGenerator::emitTile(StagePlan &stage, const Ranges &axes,
                                               const TileTargets &target) {
  return TileEmitter(*this, stage, axes).emit(target);
}

TileEmitter::Written TileEmitter::emitElements() {
  prepare();
  if (failed(planReads()))
    return failure();
  return emitBody(builder, {});
}

LoopGenerator::Written LoopGenerator::emitElements(StagePlan &stage, const Ranges &axes) {
  return TileEmitter(*this, stage, axes).emitElements();
}
