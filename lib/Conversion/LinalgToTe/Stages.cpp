//===-- Stages.cpp - te.compute from linalg -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the te.compute that makes one result of a linalg operation or of an operation that moves
// elements.
//
//===----------------------------------------------------------------------===//
#include "Stages.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace dl;

TypedAttr dl::getSplat(const Access &access) {
  if (access.isScalar()) {
    TypedAttr constant;
    return matchPattern(access.source, m_Constant(&constant)) ? constant : TypedAttr();
  }
  SplatElementsAttr splat;
  return matchPattern(access.source, m_Constant(&splat)) ? splat.getSplatValue<TypedAttr>()
                                                         : TypedAttr();
}

TypedAttr StageRead::getScalar() const {
  return isWhole || asTensor ? TypedAttr() : getSplat(access);
}

/// The read of an operand at the loops of the operation.
static Access getOperandAccess(linalg::LinalgOp op, OpOperand *operand,
                               ArrayRef<AffineExpr> loops) {
  Access access{operand->get(), {}};
  if (access.isScalar())
    return access;
  for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults())
    access.indices.push_back(expr.replaceDims(loops));
  return lookThrough(access.source, access.indices);
}

/// The initial value of a reduction, if it is not the combiner's identity. What an
/// uninitialised tensor holds does not matter.
static std::optional<Access> getInitialValue(linalg::LinalgOp op, unsigned result,
                                             const Reduction &reduction,
                                             ArrayRef<AffineExpr> loops) {
  OpOperand *init = op.getDpsInitOperand(result);
  Access access = getOperandAccess(op, init, loops);
  if (access.source.getDefiningOp<tensor::EmptyOp>())
    return std::nullopt;
  TypedAttr splat = getSplat(access);
  if (splat && splat == te::getIdentity(reduction.combiner, splat.getType()))
    return std::nullopt;
  return access;
}

SmallVector<StageRead> dl::getStageReads(OpResult result) {
  SmallVector<StageRead> reads;
  if (isGuarded(result))
    return getGuardedReads(result);
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  Access moved = lookThrough(result);
  if (!op || moved.source != result) {
    reads.push_back({moved, false});
    return reads;
  }
  unsigned number = result.getResultNumber();
  LoopAxes axes = *getAxes(op, number);
  BodySlice slice = getBodySlice(op.getBlock(), getPointValue(op, number));
  for (BlockArgument argument : slice.arguments)
    reads.push_back({getOperandAccess(op, op.getMatchingOpOperand(argument), axes.loops), false});
  for (Operation *inner : slice.ops)
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
      reads.push_back({Access{extract.getTensor(), {}}, true});
  if (op.getNumReductionLoops() != 0)
    if (auto initial = getInitialValue(op, number, *matchReduction(op, number), axes.loops))
      reads.push_back({*initial, false});
  return reads;
}

std::string dl::getStageWord(OpResult result) {
  if (isGuarded(result))
    return result.getOwner()->getName().stripDialect().str();
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  if (!op || lookThrough(result).source != result)
    return "copy";
  if (!isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(result.getOwner()))
    return op->getName().stripDialect().str();
  if (op.getNumReductionLoops() != 0)
    return "reduce_" +
           te::stringifyCombiner(matchReduction(op, result.getResultNumber())->combiner).str();
  Operation *last =
      op.getBlock()->getTerminator()->getOperand(result.getResultNumber()).getDefiningOp();
  std::string word = last ? last->getName().stripDialect().str() : "copy";
  llvm::replace(word, '.', '_');
  return word;
}

//===----------------------------------------------------------------------===//
// Check
//===----------------------------------------------------------------------===//

/// A scalar operation that may stand in a stage, once its operands are there.
static bool isScalarOp(Operation *op) {
  if (isa<linalg::IndexOp, tensor::ExtractOp>(op))
    return true;
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

/// What the body reads from outside is constant: the caller holds no other scalars.
static LogicalResult checkBody(linalg::LinalgOp op, unsigned result) {
  BodySlice slice = getBodySlice(op.getBlock(), getPointValue(op, result));
  for (Operation *inner : slice.ops)
    if (!isScalarOp(inner))
      return inner->emitOpError("must be arithmetic on scalars to become part of a te stage");
  return success();
}

LogicalResult dl::checkStage(OpResult result) {
  Operation *owner = result.getOwner();
  if (isGuarded(result))
    return checkGuardedStage(result);
  if (isa<tensor::ExtractSliceOp>(owner) && lookThrough(result).source == result)
    return owner->emitOpError("requires constant offsets and strides to become te");
  auto op = dyn_cast<linalg::LinalgOp>(owner);
  if (!op)
    return success();
  if (llvm::is_contained(op.getStaticLoopRanges(), 0))
    return op->emitOpError("requires loops of at least one iteration to become te; leave out "
                           "tensors without elements");
  unsigned number = result.getResultNumber();
  if (!getAxes(op, number))
    return op->emitOpError("expected the indexing map of result ")
           << number << " to be a permutation of the parallel loops, got "
           << AffineMapAttr::get(op.getMatchingIndexingMap(op.getDpsInitOperand(number)))
           << ": te stages write each element once";
  if (op.getNumReductionLoops() != 0 && !matchReduction(op, number))
    return op->emitOpError("expected result ")
           << number
           << " to be reduced by one of add, mul, minimum, maximum (integers: signed; i1: or, and) "
              "of what it was and a term without it; te has no other combiners";
  return checkBody(op, number);
}

//===----------------------------------------------------------------------===//
// Build
//===----------------------------------------------------------------------===//

Value dl::emitRead(OpBuilder &builder, Location loc, const Access &access, ValueRange positions,
                   llvm::function_ref<Value(Value)> getInput) {
  if (TypedAttr splat = getSplat(access))
    return arith::ConstantOp::create(builder, loc, splat);
  return te::ReadOp::create(builder, loc, getInput(access.source), access.indices, positions);
}

/// Emits the body of a linalg operation for one point.
static Value emitBody(OpBuilder &builder, linalg::LinalgOp op, Value value, const LoopAxes &axes,
                      ValueRange positions, llvm::function_ref<Value(Value)> getInput) {
  IRMapping mapping;
  BodySlice slice = getBodySlice(op.getBlock(), value);
  auto addOutside = [&](Value operand) {
    if (mapping.contains(operand) || isa<BlockArgument>(operand) ||
        isa<ShapedType>(operand.getType()))
      return;
    mapping.map(operand, builder.clone(*operand.getDefiningOp())->getResult(0));
  };
  for (BlockArgument argument : slice.arguments) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    mapping.map(argument, emitRead(builder, op.getLoc(), getOperandAccess(op, operand, axes.loops),
                                   positions, getInput));
  }
  for (Operation *inner : slice.ops) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      AffineExpr loop = axes.loops[index.getDim()];
      auto dim = dyn_cast<AffineDimExpr>(loop);
      mapping.map(index.getResult(),
                  dim ? positions[dim.getPosition()]
                      : Value(arith::ConstantIndexOp::create(builder, inner->getLoc(), 0)));
      continue;
    }
    llvm::for_each(inner->getOperands(), addOutside);
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      SmallVector<Value> indices;
      SmallVector<AffineExpr> exprs;
      for (Value index : extract.getIndices()) {
        IntegerAttr constant;
        if (matchPattern(index, m_Constant(&constant))) {
          exprs.push_back(builder.getAffineConstantExpr(constant.getInt()));
          continue;
        }
        exprs.push_back(builder.getAffineDimExpr(indices.size()));
        indices.push_back(mapping.lookup(index));
      }
      mapping.map(extract.getResult(),
                  te::ReadOp::create(builder, inner->getLoc(), getInput(extract.getTensor()), exprs,
                                     indices));
      continue;
    }
    builder.clone(*inner, mapping);
  }
  addOutside(value);
  return mapping.lookup(value);
}

/// A stage without reductions that reads one element.
static Value buildMove(OpBuilder &builder, Location loc, RankedTensorType type,
                       const Access &access, StringRef name,
                       llvm::function_ref<Value(Value)> getInput) {
  SmallVector<te::AxisSpec> axes;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    axes.push_back({"i" + std::to_string(dim), builder.getIndexAttr(extent)});
  return te::ComputeOp::create(builder, loc, type, name, axes, {}, te::Combiner::None,
                               [&](OpBuilder &body, Location bodyLoc, ValueRange positions) {
                                 return emitRead(body, bodyLoc, access, positions, getInput);
                               });
}

Value dl::buildCopyStage(OpBuilder &builder, Location loc, Value value, StringRef name,
                         llvm::function_ref<Value(Value)> getInput) {
  return buildMove(builder, loc, cast<RankedTensorType>(value.getType()), lookThrough(value), name,
                   getInput);
}

/// Joins a reduced tensor with the value that the reduction began at.
static Value buildJoin(OpBuilder &builder, Location loc, te::ComputeOp reduced,
                       const Access &initial, te::Combiner combiner, ArrayRef<te::AxisSpec> axes,
                       StringRef name, llvm::function_ref<Value(Value)> getInput) {
  SmallVector<AffineExpr> own;
  for (unsigned i = 0; i < axes.size(); ++i)
    own.push_back(builder.getAffineDimExpr(i));
  return te::ComputeOp::create(
      builder, loc, reduced.getTensorType(), name, axes, {}, te::Combiner::None,
      [&](OpBuilder &body, Location bodyLoc, ValueRange positions) -> Value {
        Value terms = te::ReadOp::create(body, bodyLoc, reduced.getResult(), own, positions);
        Value start = emitRead(body, bodyLoc, initial, positions, getInput);
        return te::combine(body, bodyLoc, combiner, start, terms);
      });
}

Value dl::buildStage(OpBuilder &builder, OpResult result, StringRef name,
                     llvm::function_ref<Value(Value)> getInput) {
  Location loc = result.getLoc();
  if (isGuarded(result))
    return buildGuardedStage(builder, result, name, getInput);
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  if (!op || lookThrough(result).source != result)
    return buildCopyStage(builder, loc, result, name, getInput);

  unsigned number = result.getResultNumber();
  auto type = cast<RankedTensorType>(result.getType());
  LoopAxes axes = *getAxes(op, number);
  te::Combiner combiner = te::Combiner::None;
  std::optional<Access> initial;
  if (!axes.reduction.empty()) {
    Reduction reduction = *matchReduction(op, number);
    combiner = reduction.combiner;
    initial = getInitialValue(op, number, reduction, axes.loops);
  }
  std::string stage = initial ? (name + ".terms").str() : name.str();
  auto compute = te::ComputeOp::create(
      builder, loc, type, stage, axes.spatial, axes.reduction, combiner,
      [&](OpBuilder &body, Location, ValueRange positions) {
        return emitBody(body, op, getPointValue(op, number), axes, positions, getInput);
      });
  if (!initial)
    return compute;
  return buildJoin(builder, loc, compute, *initial, combiner, axes.spatial, name, getInput);
}
