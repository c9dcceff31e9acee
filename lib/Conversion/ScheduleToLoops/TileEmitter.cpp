//===-- TileEmitter.cpp - one register tile as a linalg operation ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost part of a nest: all axes of the stage at small static ranges.
// Emits one linalg.generic over the axes with more than one value, on the operands that
// TileOperands.cpp makes. Reads that stay guarded or depend on data become
// tensor.extract in the body. A tile of one element is scalar code between
// tensor.extract and tensor.insert.
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

Value TileEmitter::emitDue(OpBuilder &body, ArrayRef<unsigned> masked) {
  Value due;
  for (unsigned axis : masked) {
    Value count = getValueOrCreateConstantIndexOp(body, loc, dueCounts.lookup(axis));
    Value one = arith::CmpIOp::create(body, loc, arith::CmpIPredicate::ult,
                                      indices[positionOf[axis]], count);
    due = due ? arith::AndIOp::create(body, loc, due, one).getResult() : one;
  }
  return due;
}

Value TileEmitter::emitHolds(OpBuilder &at, Value holds, Value value, bool isEquality) {
  Value zero = arith::ConstantIndexOp::create(at, loc, 0);
  auto predicate = isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
  Value one = arith::CmpIOp::create(at, loc, predicate, value, zero);
  return holds ? arith::AndIOp::create(at, loc, holds, one).getResult() : one;
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
      return bodyValue(at, substitute(read, expr, axisExprs));
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
  bool isGuarded =
      read.getPredicate() && plans.at(read).kind != ReadPlan::Plain && !outcomes.lookup(read);
  // Lanes that are not due have no element either.
  Value holds = emitDue(body, maskedAxes);
  if (!isGuarded && !holds)
    return extract(body);

  Value otherwise;
  if (isGuarded) {
    IntegerSet guard = *read.getPredicate();
    for (auto [constraint, isEquality] :
         llvm::zip_equal(guard.getConstraints(), guard.getEqFlags()))
      holds = emitHolds(body, holds, apply(body, constraint), isEquality);
    otherwise = mapping.lookupOrDefault(read.getOtherwise());
  } else {
    Type type = read.getSourceType().getElementType();
    otherwise = arith::ConstantOp::create(body, loc, body.getZeroAttr(type));
  }
  auto branch = scf::IfOp::create(
      body, loc, holds,
      [&](OpBuilder &at, Location) { scf::YieldOp::create(at, loc, extract(at)); },
      [&](OpBuilder &at, Location) { scf::YieldOp::create(at, loc, otherwise); });
  return branch.getResult(0);
}

Value TileEmitter::emitRead(OpBuilder &body, te::ReadOp read, ValueRange arguments,
                            IRMapping &mapping) {
  const ReadPlan &plan = plans.at(read);
  if (plan.kind == ReadPlan::Operand)
    return arguments[plan.operand];
  if (plan.kind == ReadPlan::Never)
    return mapping.lookupOrDefault(read.getOtherwise());
  return emitBodyRead(body, read, mapping);
}

SmallVector<Value> TileEmitter::emitBody(OpBuilder &body, ValueRange arguments) {
  IRMapping mapping;
  indices.clear();
  for (unsigned position = 0; position < tileAxes.size(); ++position)
    indices.push_back(linalg::IndexOp::create(body, loc, position));
  for (BlockArgument axis : stage.op.getAxes())
    if (llvm::any_of(axis.getUsers(), [&](Operation *user) {
          auto plan = plans.find(user);
          return isNeeded(user) && (plan == plans.end() || !isAffine(cast<te::ReadOp>(user)));
        }))
      mapping.map(axis, axisValue(body, axis.getArgNumber()));
  for (Operation &op : stage.op.getBody().front().without_terminator()) {
    if (!isNeeded(&op))
      continue;
    auto read = dyn_cast<te::ReadOp>(op);
    if (!read) {
      body.clone(op, mapping);
      continue;
    }
    mapping.map(read.getResult(), emitRead(body, read, arguments, mapping));
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
    bool copies =
        yielded &&
        generic.getMatchingIndexingMap(&generic->getOpOperand(yielded.getArgNumber())).isIdentity();
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
    if (range.size != extent || range.isMasked())
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

/// True if a term is a product of two elements that are both zero where `axis` is not due.
bool TileEmitter::isZeroBeyond(unsigned axis) {
  Value term = stage.op.getYield().getValues().front();
  Operation *product = term.getDefiningOp();
  return stage.op.getCombiner() == te::Combiner::Add &&
         isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product) &&
         llvm::all_of(product->getOperands(), [&](Value factor) {
           while (factor.getDefiningOp<CastOpInterface>())
             factor = factor.getDefiningOp()->getOperand(0);
           auto read = factor.getDefiningOp<te::ReadOp>();
           return read && plans.at(read).kind == ReadPlan::Operand &&
                  clippedAxes.lookup(read).contains(axis);
         });
}

/// Terms that are not due become the identity.
void TileEmitter::maskTerms(OpBuilder &body, MutableArrayRef<Value> terms) {
  SmallVector<unsigned> masked;
  for (unsigned axis : maskedAxes)
    if (stage.op.isReduction(axis) && !isZeroBeyond(axis))
      masked.push_back(axis);
  Value due = emitDue(body, masked);
  if (!due)
    return;
  for (auto [number, term] : llvm::enumerate(terms)) {
    Value identity = arith::ConstantOp::create(body, loc, stage.op.getIdentityOf(number));
    term = arith::SelectOp::create(body, loc, due, term, identity);
  }
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

TileEmitter::Written TileEmitter::emitByGuard(TileTargets target, te::ReadOp read) {
  Value holds;
  for (auto [constraint, isEquality] : plans.at(read).open) {
    Value value = getValueOrCreateConstantIndexOp(builder, loc, loops.materialize(constraint));
    holds = emitHolds(builder, holds, value, isEquality);
  }
  auto branch = scf::IfOp::create(builder, loc, TypeRange(ValueRange(target.tensors)), holds,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard saved(builder);
  for (bool outcome : {true, false}) {
    builder.setInsertionPointToStart(outcome ? branch.thenBlock() : branch.elseBlock());
    TileEmitter known(loops, stage, axes);
    known.outcomes = outcomes;
    known.outcomes[read] = outcome;
    Written written = known.emit(target);
    if (failed(written))
      return failure();
    scf::YieldOp::create(builder, loc, *written);
  }
  return SmallVector<Value>(branch.getResults());
}

TileEmitter::Written TileEmitter::emit(TileTargets target) {
  prepare();
  if (!stage.tree.getIntrinsic().empty())
    return emitIntrinsic(target);
  planReads();
  if (tileAxes.empty())
    return emitScalar(target);
  // What a kernel returns is followed to its destination through loops, not through branches.
  bool isInLoop = isa<LoopLikeOpInterface, scf::IfOp>(builder.getInsertionBlock()->getParentOp());
  if (te::ReadOp read = isInLoop ? findSharedGuard() : te::ReadOp())
    return emitByGuard(target, read);

  // The output tile: unit dimensions dropped.
  auto box = axes.take_front(stage.op.getNumSpatial());
  TileTargets outputs = loops.openTiles(target, box, stage.op.hasReduction(), loc);
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
        maskTerms(body, values);
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
  // What is no term is selected by a join that is not known.
  isOrderedTile |=
      stage.op.getCombiner() == te::Combiner::Custom &&
      llvm::any_of(maskedAxes, [&](unsigned axis) { return stage.op.isReduction(axis); });
  if (stage.vectorized && !isOrderedTile && !replacesAccumulator(generic))
    generic->setAttr(vectorizeAttrName, builder.getUnitAttr());
  return loops.insertTiles(generic.getResults(), target, box, loc);
}

SmallVector<Value> TileEmitter::emitElements() {
  prepare();
  planReads();
  return emitBody(builder, {});
}

SmallVector<Value> LoopGenerator::emitElements(StagePlan &stage, const Ranges &axes) {
  return TileEmitter(*this, stage, axes).emitElements();
}
