//===-- TileOperands.cpp - what a register tile reads ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of one tile's linalg.generic. In: the axes' ranges and the tensors that
// hold what is read. Out: slices of exactly what is read, strided where one axis moves
// them by more than one, so that most maps are projected permutations, which
// vectorize. Where the last values of a masked range have no element, the slice is
// shorter and stands behind zeros in the shape of the others.
//
//===----------------------------------------------------------------------===//
#include "TileEmitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

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
  // Guards are asked for the values that are due only.
  dueExprs = axisExprs;
  for (unsigned axis : tileAxes) {
    const AxisRange &range = axes[axis];
    if (!range.isMasked())
      continue;
    maskedAxes.push_back(axis);
    dueCounts[axis] = loops.getNumDue(range);
    auto count = dyn_cast<AffineConstantExpr>(loops.exprs.simplify(range.end - range.first));
    dueExprs[axis] = range.first + tile.addVariable(count ? count.getValue() : unknownExtent);
  }
}

void TileEmitter::planReads() {
  for (Value element : stage.op.getYield().getValues())
    for (Value origin : getOrigins(element))
      if (!loops.times.contains(origin))
        if (Operation *op = origin.getDefiningOp())
          needed.insert(op);
  for (te::ReadOp read : stage.op.getReads())
    if (needed.contains(read))
      planRead(read, plans[read]);
}

bool TileEmitter::isAffine(te::ReadOp read) const {
  te::AxisScope scope = *te::getAxisScope(read);
  return llvm::all_of(read.getIndexOperands(), [&](Value operand) {
    return scope.getAxis(operand) || loops.times.contains(operand);
  });
}

AffineExpr TileEmitter::substitute(te::ReadOp read, AffineExpr expr, ArrayRef<AffineExpr> values) {
  SmallVector<AffineExpr> replacements;
  te::AxisScope scope = *te::getAxisScope(read);
  for (Value operand : read.getIndexOperands()) {
    std::optional<unsigned> axis = scope.getAxis(operand);
    replacements.push_back(axis ? values[*axis] : loops.times.lookup(operand));
  }
  return expr.replaceDims(replacements);
}

TileValue TileEmitter::getSource(te::ReadOp read) {
  auto found = loops.tiles.find(read.getSource());
  if (found != loops.tiles.end())
    return found->second;
  return loops.getWhole(read.getSource());
}

void TileEmitter::planRead(te::ReadOp read, ReadPlan &plan) {
  assert((!loops.stageOf.contains(read.getSource()) || loops.tiles.contains(read.getSource())) &&
         "a plan computes what it reads");
  if (!isAffine(read))
    return;
  auto outcome = outcomes.find(read);
  if (outcome != outcomes.end()) {
    if (!outcome->second) {
      plan.kind = ReadPlan::Never;
      return;
    }
  } else if (read.getPredicate()) {
    for (auto [constraint, isEquality] : llvm::zip_equal(read.getPredicate()->getConstraints(),
                                                         read.getPredicate()->getEqFlags())) {
      AffineExpr sum = tile.simplify(substitute(read, constraint, dueExprs));
      auto [low, high] = tile.getBounds(sum);
      if (high < 0 || (isEquality && low > 0)) {
        plan.kind = ReadPlan::Never;
        return;
      }
      if (isEquality ? low != 0 || high != 0 : low < 0)
        plan.open.push_back({sum, isEquality});
    }
    if (!plan.open.empty())
      return;
  }
  // A single element is read where it is used.
  if (tileAxes.empty()) {
    plan.kind = ReadPlan::Plain;
    return;
  }
  if (addOperand(read, getSource(read))) {
    plan.kind = ReadPlan::Operand;
    plan.operand = inputs.size() - 1;
  }
}

te::ReadOp TileEmitter::findSharedGuard() {
  auto isShared = [&](const std::pair<AffineExpr, bool> &constraint) {
    return llvm::all_of(tile.flatten(constraint.first).terms,
                        [&](const auto &term) { return isFixed(term.atom); });
  };
  for (te::ReadOp read : stage.op.getReads()) {
    auto plan = plans.find(read);
    if (plan != plans.end() && plan->second.kind == ReadPlan::Body && !plan->second.open.empty() &&
        llvm::all_of(plan->second.open, isShared))
      return read;
  }
  return {};
}

int64_t TileEmitter::getDigitExtent(const LoopAtom &digit) const {
  if (!digit.sum || digit.sum->constant != 0 || digit.sum->terms.size() != 1)
    return 0;
  const auto &[atom, coefficient] = digit.sum->terms[0];
  if (coefficient != 1 || !isTileVariable(atom))
    return 0;
  int64_t extent = tile.getExtent(atom.variable);
  if (extent % digit.divisor != 0)
    return 0;
  return digit.isRemainder ? digit.divisor : extent / digit.divisor;
}

bool TileEmitter::addOperand(te::ReadOp read, const TileValue &source) {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  SmallVector<AffineExpr> map;
  // What is there, and the operand's shape.
  SmallVector<OpFoldResult> presentSizes;
  SmallVector<int64_t> present, shape;
  auto sourceShape = cast<RankedTensorType>(source.tensor.getType()).getShape();
  llvm::SmallDenseSet<unsigned> &clipped = clippedAxes[read];
  clipped.clear();
  for (auto [index, base, kept] :
       llvm::zip_equal(read.getMap().getResults(), source.base, source.kept)) {
    if (!kept)
      continue;
    LoopExpr sum = tile.flatten(substitute(read, index, axisExprs) - base);
    LoopExpr offset, spread;
    offset.constant = sum.constant;
    for (const auto &[atom, coefficient] : sum.terms)
      (isFixed(atom) ? offset : spread).add(atom, coefficient);
    int64_t size = 1, stride = 1;
    bool isDigit = takesDigits && spread.terms.size() == 1 && spread.terms[0].coefficient == 1 &&
                   getDigitExtent(spread.terms[0].atom) > 0;
    if (!isDigit)
      for (const auto &[atom, coefficient] : spread.terms)
        if (!isTileVariable(atom))
          return false;
    if (isDigit) {
      size = getDigitExtent(spread.terms[0].atom);
      shape.push_back(size);
    } else if (spread.terms.size() == 1 && spread.terms[0].coefficient > 0) {
      unsigned variable = spread.terms[0].atom.variable;
      size = tile.getExtent(variable);
      stride = spread.terms[0].coefficient;
      map.push_back(dim(variable - numLoopVariables));
      shape.push_back(size);
    } else if (!spread.terms.empty()) {
      auto [low, high] = tile.getBounds(spread);
      size = high - low + 1;
      offset.constant += low;
      AffineExpr expr = builder.getAffineConstantExpr(-low);
      for (const auto &[atom, coefficient] : spread.terms)
        expr = expr + dim(atom.variable - numLoopVariables) * coefficient;
      map.push_back(expr);
      shape.push_back(size);
    }
    // Values beyond those that are due may have no element.
    int64_t extent = sourceShape[sizes.size()];
    auto [first, last] = loops.exprs.getBounds(offset);
    last += stride * (size - 1);
    OpFoldResult numPresent = builder.getIndexAttr(size);
    // Under its condition a read is inside.
    bool isInside = outcomes.lookup(read) && llvm::none_of(spread.terms, [&](const auto &term) {
                      return axes[tileAxes[term.atom.variable - numLoopVariables]].isMasked();
                    });
    if (!isInside && (ShapedType::isDynamic(extent) || first < 0 || last >= extent)) {
      std::optional<OpFoldResult> clippedSize = clip(spread, size, stride, clipped);
      if (!clippedSize)
        return false;
      numPresent = *clippedSize;
    }
    if (!spread.terms.empty()) {
      presentSizes.push_back(numPresent);
      present.push_back(isa<Attribute>(numPresent) ? *getConstantIntValue(numPresent)
                                                   : ShapedType::kDynamic);
    }
    offsets.push_back(loops.materialize(loops.exprs.toExpr(offset)));
    sizes.push_back(numPresent);
    strides.push_back(builder.getIndexAttr(stride));
  }
  auto type = RankedTensorType::get(present, read.getSourceType().getElementType());
  Value value = source.tensor;
  if (!type.hasStaticShape() || type.getShape() != sourceShape)
    value =
        tensor::ExtractSliceOp::create(builder, loc, type, source.tensor, offsets, sizes, strides);
  if (present != shape)
    value = loops.pad(value, presentSizes, shape, loc);
  inputs.push_back(value);
  inputMaps.push_back(map);
  return true;
}

/// How many of `size` elements along one dimension are there, where steps of the tile's axes
/// move it by `spread`: as many as the values that are due need. Nullopt where those
/// are not the first ones. Adds to `clipped` the axis beyond whose due values nothing is.
std::optional<OpFoldResult> TileEmitter::clip(const LoopExpr &spread, int64_t size, int64_t stride,
                                              llvm::SmallDenseSet<unsigned> &clipped) {
  AffineExpr present = builder.getAffineConstantExpr(size);
  SmallVector<OpFoldResult> counts;
  for (const auto &[atom, coefficient] : spread.terms) {
    unsigned axis = tileAxes[atom.variable - numLoopVariables];
    if (!axes[axis].isMasked())
      continue;
    if (coefficient < 0)
      return std::nullopt;
    // size - c * (n - due): with a stride of c the elements between are not counted.
    AffineExpr missing = axes[axis].size - dim(counts.size());
    present = present - missing * (coefficient / stride);
    counts.push_back(dueCounts.lookup(axis));
    if (spread.terms.size() == 1)
      clipped.insert(axis);
  }
  if (counts.empty())
    return builder.getIndexAttr(size);
  return affine::makeComposedFoldedAffineApply(builder, loc, present, counts);
}
