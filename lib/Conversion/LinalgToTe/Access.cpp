//===-- Access.cpp - where an element comes from -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a read of a tensor through operations that only move elements.
//
//===----------------------------------------------------------------------===//
#include "Access.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;

/// The read of an operand that a linalg operation copies to its result, if copying
/// is all that it does.
static std::optional<Access> lookThroughLinalg(linalg::LinalgOp op, ArrayRef<AffineExpr> indices) {
  if (op->getNumResults() != 1 || op.getNumReductionLoops() != 0)
    return std::nullopt;
  // The indices of the result give those of the loops.
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> loops(op.getNumLoops());
  AffineMap resultMap = op.getIndexingMapsArray().back();
  for (auto [result, index] : llvm::zip_equal(resultMap.getResults(), indices)) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim || loops[dim.getPosition()])
      return std::nullopt;
    loops[dim.getPosition()] = index;
  }
  for (auto [loop, extent] : llvm::zip_equal(loops, op.getStaticLoopRanges())) {
    if (!loop && extent != 1)
      return std::nullopt;
    if (!loop)
      loop = getAffineConstantExpr(0, context);
  }
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (!argument || argument.getOwner() != op.getBlock()) {
    // A constant is a fill.
    if (matchPattern(yielded, m_Constant()))
      return Access{yielded, {}};
    return std::nullopt;
  }
  OpOperand *operand = op.getMatchingOpOperand(argument);
  if (!op.isDpsInput(operand))
    return std::nullopt;
  Access access{operand->get(), {}};
  if (access.isScalar())
    return access;
  for (AffineExpr result : op.getMatchingIndexingMap(operand).getResults())
    access.indices.push_back(result.replaceDims(loops));
  return access;
}

static std::optional<Access> lookThroughSlice(tensor::ExtractSliceOp op,
                                              ArrayRef<AffineExpr> indices) {
  Access access{op.getSource(), {}};
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned next = 0;
  for (auto [dim, offset, stride] : llvm::enumerate(op.getMixedOffsets(), op.getMixedStrides())) {
    std::optional<int64_t> first = getConstantIntValue(offset), step = getConstantIntValue(stride);
    if (!first || !step)
      return std::nullopt;
    AffineExpr index = getAffineConstantExpr(*first, op.getContext());
    if (!dropped[dim])
      index = index + indices[next++] * *step;
    access.indices.push_back(index);
  }
  return access;
}

/// A reshape between `split` and `joined` dims of the groups, where each group has
/// at most one dim of another extent than 1. `indices` are of the joined side if
/// `toSplit`, else of the split one.
static std::optional<SmallVector<AffineExpr>>
moveThroughUnitDims(ArrayRef<ReassociationIndices> groups, ArrayRef<int64_t> split,
                    ArrayRef<AffineExpr> indices, bool toSplit, MLIRContext *context) {
  AffineExpr zero = getAffineConstantExpr(0, context);
  SmallVector<AffineExpr> moved(toSplit ? split.size() : groups.size(), zero);
  for (auto [number, group] : llvm::enumerate(groups)) {
    std::optional<int64_t> carrier;
    for (int64_t dim : group) {
      if (split[dim] == 1)
        continue;
      if (carrier)
        return std::nullopt;
      carrier = dim;
    }
    if (!carrier)
      continue;
    if (toSplit)
      moved[*carrier] = indices[number];
    else
      moved[number] = indices[*carrier];
  }
  return moved;
}

static std::optional<Access> lookThroughOnce(Value value, ArrayRef<AffineExpr> indices) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return lookThroughLinalg(linalgOp, indices);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return lookThroughSlice(slice, indices);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    auto moved =
        moveThroughUnitDims(expand.getReassociationIndices(), expand.getResultType().getShape(),
                            indices, /*toSplit=*/false, op->getContext());
    if (moved)
      return Access{expand.getSrc(), *moved};
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    auto moved =
        moveThroughUnitDims(collapse.getReassociationIndices(), collapse.getSrcType().getShape(),
                            indices, /*toSplit=*/true, op->getContext());
    if (moved)
      return Access{collapse.getSrc(), *moved};
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return Access{cast.getSource(), SmallVector<AffineExpr>(indices)};
  return std::nullopt;
}

Access dl::lookThrough(Value value, ArrayRef<AffineExpr> indices) {
  Access access{value, SmallVector<AffineExpr>(indices)};
  while (!access.isScalar()) {
    std::optional<Access> further = lookThroughOnce(access.source, access.indices);
    if (!further)
      break;
    access = std::move(*further);
  }
  return access;
}

Access dl::lookThrough(Value value) {
  SmallVector<AffineExpr> indices;
  for (int64_t i = 0, rank = cast<RankedTensorType>(value.getType()).getRank(); i < rank; ++i)
    indices.push_back(getAffineDimExpr(i, value.getContext()));
  return lookThrough(value, indices);
}

bool dl::isView(Operation *op) {
  return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op);
}

Value dl::getViewedValue(Value value) {
  while (isView(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}
