//===-- InlineRead.cpp - a stage in place of its read --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements InlineRead.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/Transforms/InlineRead.h"

#include "dl/Dialect/Te/IR/Interval.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dl;

/// Whether the guard of a read holds, as a value; null where it always does.
static Value makeCondition(OpBuilder &builder, te::ReadOp read) {
  Location loc = read.getLoc();
  te::AxisScope scope = *te::getAxisScope(read);
  IntegerSet guard = *read.getPredicate();
  SmallVector<OpFoldResult> operands = getAsOpFoldResult(read.getIndexOperands());
  Value condition;
  for (auto [expr, isEquality] : llvm::zip_equal(guard.getConstraints(), guard.getEqFlags())) {
    std::optional<te::Interval> range = te::getInterval(expr, read.getIndexOperands(), scope);
    if (!isEquality && range && range->low >= 0)
      continue;
    Value value = getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(
            builder, loc, AffineMap::get(guard.getNumDims(), 0, expr), operands));
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    auto predicate = isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value holds = arith::CmpIOp::create(builder, loc, predicate, value, zero);
    condition = condition ? arith::AndIOp::create(builder, loc, condition, holds) : holds;
  }
  return condition;
}

void dl::te::inlineRead(te::ComputeOp producer, te::ReadOp read) {
  OpBuilder builder(read);
  IRMapping mapping;
  AffineMap map = read.getMap();
  SmallVector<Value> outer(read.getIndexOperands());
  // An axis as a value, for uses other than in the index of a read.
  auto axisValue = [&](BlockArgument axis) -> Value {
    if (Value known = mapping.lookupOrNull(axis))
      return known;
    AffineExpr expr = map.getResult(axis.getArgNumber());
    Value value;
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      value = outer[dim.getPosition()];
    else
      value = affine::AffineApplyOp::create(builder, read.getLoc(),
                                            AffineMap::get(map.getNumDims(), 0, expr), outer);
    mapping.map(axis, value);
    return value;
  };

  for (Operation &op : producer.getBody().front().without_terminator()) {
    auto inner = dyn_cast<te::ReadOp>(op);
    if (!inner) {
      for (Value operand : op.getOperands())
        if (auto axis = dyn_cast<BlockArgument>(operand);
            axis && axis.getOwner() == &producer.getBody().front())
          axisValue(axis);
      builder.clone(op, mapping);
      continue;
    }
    // Compose: the inner read's operands are axes of the producer, given by the
    // outer map, or values computed in its body.
    SmallVector<Value> operands(outer);
    SmallVector<AffineExpr> replacements;
    for (Value operand : inner.getIndexOperands()) {
      auto axis = dyn_cast<BlockArgument>(operand);
      if (axis && axis.getOwner() == &producer.getBody().front()) {
        replacements.push_back(map.getResult(axis.getArgNumber()));
        continue;
      }
      replacements.push_back(builder.getAffineDimExpr(operands.size()));
      operands.push_back(mapping.lookupOrDefault(operand));
    }
    SmallVector<AffineExpr> indices, constraints;
    for (AffineExpr index : inner.getMap().getResults())
      indices.push_back(index.replaceDims(replacements));
    auto addConstraints = [&](IntegerSet set, ArrayRef<AffineExpr> dims) {
      for (auto [constraint, isEquality] :
           llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
        AffineExpr expr = dims.empty() ? constraint : constraint.replaceDims(dims);
        constraints.push_back(expr);
        if (isEquality)
          constraints.push_back(-expr);
      }
    };
    Value otherwise;
    if (auto guard = read.getPredicate())
      addConstraints(*guard, {});
    if (auto predicate = inner.getPredicate()) {
      addConstraints(*predicate, replacements);
      otherwise = mapping.lookupOrDefault(inner.getOtherwise());
    } else if (!constraints.empty()) {
      Type type = inner.getSourceType().getElementType();
      otherwise = arith::ConstantOp::create(builder, inner.getLoc(), builder.getZeroAttr(type));
    }
    Value value =
        constraints.empty()
            ? te::ReadOp::create(builder, inner.getLoc(), inner.getSource(), indices, operands)
                  .getResult()
            : te::ReadOp::create(builder, inner.getLoc(), inner.getSource(), indices, operands,
                                 constraints, otherwise)
                  .getResult();
    mapping.map(inner.getResult(), value);
  }
  unsigned number = cast<OpResult>(read.getSource()).getResultNumber();
  Value result = producer.getYield().getValues()[number];
  if (auto axis = dyn_cast<BlockArgument>(result))
    axisValue(axis);
  Value value = mapping.lookupOrDefault(result);
  if (read.getPredicate())
    if (Value condition = makeCondition(builder, read))
      value =
          arith::SelectOp::create(builder, read.getLoc(), condition, value, read.getOtherwise());
  read.getResult().replaceAllUsesWith(value);
  read.erase();
}
