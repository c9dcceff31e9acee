//===-- Body.cpp - what a linalg body computes -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What te has to know of a linalg operation: its axes, its combiner, its terms.
//
//===----------------------------------------------------------------------===//
#include "Body.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

using namespace mlir;
using namespace dl;

static std::optional<te::Combiner> getCombiner(Operation *op) {
  bool isBool = op->getNumResults() == 1 && op->getResult(0).getType().isInteger(1);
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    return te::Combiner::Add;
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    return te::Combiner::Mul;
  if (isa<arith::MaximumFOp>(op) || (!isBool && isa<arith::MaxSIOp>(op)) ||
      (isBool && isa<arith::MaxUIOp, arith::OrIOp>(op)))
    return te::Combiner::Max;
  if (isa<arith::MinimumFOp>(op) || (!isBool && isa<arith::MinSIOp>(op)) ||
      (isBool && isa<arith::MinUIOp, arith::AndIOp>(op)))
    return te::Combiner::Min;
  return std::nullopt;
}

/// The position of a block argument among the results, if it stands for one.
static std::optional<unsigned> getOutputNumber(linalg::LinalgOp op, BlockArgument argument) {
  unsigned inputs = op.getNumDpsInputs();
  if (argument.getArgNumber() < inputs)
    return std::nullopt;
  return argument.getArgNumber() - inputs;
}

BodySlice dl::getBodySlice(Block *body, Value value) {
  BodySlice slice;
  llvm::SmallPtrSet<Operation *, 16> needed;
  auto need = [&](Value operand) {
    if (auto argument = dyn_cast<BlockArgument>(operand)) {
      if (argument.getOwner() == body)
        slice.arguments.insert(argument);
    } else if (operand.getDefiningOp()->getBlock() == body) {
      needed.insert(operand.getDefiningOp());
    }
  };
  need(value);
  for (Operation &op : llvm::reverse(*body)) {
    if (!needed.contains(&op))
      continue;
    slice.ops.push_back(&op);
    llvm::for_each(op.getOperands(), need);
  }
  std::reverse(slice.ops.begin(), slice.ops.end());
  return slice;
}

std::optional<Reduction> dl::matchReduction(linalg::LinalgOp op, unsigned result) {
  Operation *combine = op.getBlock()->getTerminator()->getOperand(result).getDefiningOp();
  BlockArgument sofar = op.getBlock()->getArgument(op.getNumDpsInputs() + result);
  std::optional<te::Combiner> combiner = combine ? getCombiner(combine) : std::nullopt;
  if (!combiner)
    return std::nullopt;
  bool isFirst = combine->getOperand(0) == sofar;
  Value term = combine->getOperand(isFirst ? 1 : 0);
  if (combine->getOperand(isFirst ? 0 : 1) != sofar)
    return std::nullopt;
  for (BlockArgument argument : getBodySlice(op.getBlock(), term).arguments)
    if (getOutputNumber(op, argument))
      return std::nullopt;
  return Reduction{*combiner, term};
}

std::optional<LoopAxes> dl::getAxes(linalg::LinalgOp op, unsigned result) {
  Builder builder(op.getContext());
  LoopAxes axes;
  axes.loops.resize(op.getNumLoops());
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(result));
  for (AffineExpr expr : map.getResults()) {
    unsigned number = axes.spatial.size();
    int64_t extent = 1;
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      AffineExpr &loop = axes.loops[dim.getPosition()];
      if (loop || linalg::isReductionIterator(kinds[dim.getPosition()]))
        return std::nullopt;
      loop = builder.getAffineDimExpr(number);
      extent = extents[dim.getPosition()];
    } else if (expr != builder.getAffineConstantExpr(0)) {
      return std::nullopt;
    }
    axes.spatial.push_back({"i" + std::to_string(number), builder.getIndexAttr(extent)});
  }
  for (auto [loop, extent, kind] : llvm::zip_equal(axes.loops, extents, kinds)) {
    if (linalg::isReductionIterator(kind)) {
      unsigned number = axes.reduction.size();
      loop = builder.getAffineDimExpr(axes.spatial.size() + number);
      axes.reduction.push_back({"r" + std::to_string(number), builder.getIndexAttr(extent)});
    } else if (!loop) {
      // A loop that no result dim follows writes each element once only if it is short.
      if (extent != 1)
        return std::nullopt;
      loop = builder.getAffineConstantExpr(0);
    }
  }
  return axes;
}

Value dl::getPointValue(linalg::LinalgOp op, unsigned result) {
  if (op.getNumReductionLoops() != 0)
    return matchReduction(op, result)->term;
  return op.getBlock()->getTerminator()->getOperand(result);
}
