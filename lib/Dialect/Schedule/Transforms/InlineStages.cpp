//===-- InlineStages.cpp - substitute stages into their readers -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// compute_inline on te: each read of the stage becomes the stage's formula at
// the read's indices. Input: a kernel whose trees say which stages are inlined.
// Output: the same kernel without them.
//
//===----------------------------------------------------------------------===//
#include "InlineStages.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// Rewrites one read of `producer` by its formula.
///   te.read %P[f(x)]   ->   the body of P with its axes replaced by f(x)
static void inlineRead(te::ComputeOp producer, te::ReadOp read) {
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
    if (auto predicate = inner.getPredicate()) {
      addConstraints(*predicate, replacements);
      otherwise = mapping.lookupOrDefault(inner.getOtherwise());
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
  Value result = producer.getYield().getValue();
  if (auto axis = dyn_cast<BlockArgument>(result))
    axisValue(axis);
  read.getResult().replaceAllUsesWith(mapping.lookupOrDefault(result));
  read.erase();
}

LogicalResult dl::schedule::inlineStages(func::FuncOp kernel) {
  for (auto compute :
       llvm::make_early_inc_range(kernel.getBody().front().getOps<te::ComputeOp>())) {
    if (getTree(compute).getPlacement() != Placement::Inline)
      continue;
    if (compute.hasReduction())
      return compute.emitOpError("cannot be inlined: it reduces");
    SmallVector<Operation *> users(compute.getResult().getUsers());
    for (Operation *user : users) {
      auto read = dyn_cast<te::ReadOp>(user);
      if (!read)
        return compute.emitOpError("cannot be inlined: it is a result of the kernel");
      if (read.getPredicate()) {
        auto diagnostic = compute.emitOpError("cannot be inlined into a guarded read, since its "
                                              "own reads would go without the guard; compute it "
                                              "at root");
        diagnostic.attachNote(read.getLoc()) << "this read";
        return failure();
      }
    }
    for (Operation *user : users)
      inlineRead(compute, cast<te::ReadOp>(user));
    compute.erase();
  }
  return success();
}
