//===-- RequiredBoxes.cpp - what readers need of a stage ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a stage that is computed inside of another one: the hull of what its readers
// need there. It follows from the index expressions; its size is static, its place moves
// with the loops. Conditions move it inwards, threads share one.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "dl/Schedule/Primitives/Bind.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

FailureOr<LoopGenerator::Ranges>
LoopGenerator::getRequiredBox(StagePlan &producer, ArrayRef<std::pair<StagePlan *, Ranges>> readers,
                              bool isAsked) {
  Ranges hull;
  bool isGuarded = false;
  auto refuse = [&](te::ReadOp read, StringRef why) {
    auto diagnostic = producer.op.emitOpError("cannot be computed at an axis of its reader: ");
    diagnostic << why << "; compute it at root or inline it";
    diagnostic.attachNote(read.getLoc()) << "this read";
    return failure();
  };
  for (auto &[reader, ranges] : readers) {
    for (te::ReadOp read : reader->op.getReads()) {
      if (read.getSource().getDefiningOp() != producer.op)
        continue;
      if (read.getPredicate()) {
        isGuarded = true;
        if (plainKernel.isSharedByBlock(producer.number))
          return refuse(read, "the read is guarded, so what threads need together is no box");
        if (llvm::is_contained(producer.op.getExtents().take_front(producer.op.getNumSpatial()),
                               ShapedType::kDynamic))
          return refuse(read, "the read is guarded, and an extent is known only at run time");
      }
      // Tile variables for the axes, on top of the loop variables.
      BoundedExprs local = exprs;
      SmallVector<AffineExpr> replacements;
      SmallVector<unsigned> unknown;
      for (auto [dim, operand] : llvm::enumerate(read.getIndexOperands())) {
        auto axis = dyn_cast<BlockArgument>(operand);
        if (!axis || axis.getOwner() != &reader->op.getBody().front()) {
          // In a condition it may stand.
          if (read.getMap().isFunctionOfDim(dim))
            return refuse(read, "the read is data dependent");
          replacements.push_back(constant(0));
          continue;
        }
        const AxisRange &range = ranges[axis.getArgNumber()];
        if (range.isDynamic()) {
          unknown.push_back(local.size());
          replacements.push_back(local.addVariable(unknownExtent));
          continue;
        }
        if (range.isMasked())
          return refuse(read, "the last step of the reader is masked");
        replacements.push_back(range.offset + local.addVariable(range.size));
      }
      Ranges box;
      for (AffineExpr index : read.getMap().getResults()) {
        AffineExpr place = index.replaceDims(replacements);
        if (llvm::any_of(unknown, [&](unsigned dim) { return place.isFunctionOfDim(dim); })) {
          if (isAsked)
            return refuse(read, "the reader needs as many elements as are known only at run time");
          box.push_back({constant(0), ShapedType::kDynamic});
          continue;
        }
        LinearSum sum = local.flatten(place);
        // Loop variables move the box, tile variables make its size.
        LinearSum offset, spread;
        for (auto [atom, coefficient] : sum.terms) {
          bool moves = true;
          for (unsigned i = exprs.size(); i < local.size(); ++i)
            moves &= !atom.isFunctionOfDim(i);
          (moves ? offset : spread).add(atom, coefficient);
        }
        auto [low, high] = local.getBounds(spread);
        offset.constant = sum.constant + low;
        box.push_back({exprs.toExpr(offset), high - low + 1});
      }
      if (hull.empty()) {
        hull = box;
        continue;
      }
      for (auto [range, other] : llvm::zip_equal(hull, box)) {
        if (range.isDynamic() || other.isDynamic()) {
          range.size = ShapedType::kDynamic;
          continue;
        }
        LinearSum difference = exprs.flatten(other.offset - range.offset);
        if (!difference.terms.empty())
          return refuse(read, "its reads are not at a constant distance");
        int64_t low = std::min<int64_t>(0, difference.constant);
        int64_t high = std::max(range.size, difference.constant + other.size);
        range = {exprs.simplify(range.offset + low), high - low};
      }
    }
  }
  if (hull.empty() && producer.op.getTensorType().getRank() > 0) {
    producer.op.emitOpError("is computed at an axis below which nothing reads it");
    return failure();
  }
  if (plainKernel.isSharedByBlock(producer.number))
    return getSharedBox(producer, hull);
  if (isGuarded)
    for (auto [range, extent] : llvm::zip(hull, producer.op.getExtents()))
      pushInside(range, extent, producer.op.getLoc());
  return hull;
}

/// Moves a range that may reach beyond [0, extent) inwards. It has each value of the range
/// that is inside still, and is no longer than that is:
///   -1 + [0, 4) of 8 => [0, 4);  6 + [0, 4) of 8 => 4 + [0, 4);  [0, 4) of 2 => [0, 2)
/// A guard excludes the others, so no reader asks for them.
void LoopGenerator::pushInside(AxisRange &range, int64_t extent, Location loc) {
  if (range.isDynamic() || ShapedType::isDynamic(extent))
    return;
  range.size = std::min(range.size, extent);
  int64_t last = extent - range.size;
  auto [low, high] = exprs.getBounds(range.offset);
  if (low >= 0 && high <= last)
    return;
  if (high <= 0 || low >= last) {
    range.offset = constant(high <= 0 ? 0 : last);
    return;
  }
  Value offset = materializeValue(range.offset);
  AffineExpr own = builder.getAffineDimExpr(0);
  auto limit = [&](bool isLow, int64_t value) {
    AffineMap map = AffineMap::get(1, 0, {own, constant(value)}, builder.getContext());
    offset = isLow ? affine::AffineMaxOp::create(builder, loc, map, offset).getResult()
                   : affine::AffineMinOp::create(builder, loc, map, offset).getResult();
  };
  if (low < 0)
    limit(/*isLow=*/true, 0);
  if (high > last)
    limit(/*isLow=*/false, last);
  AffineExpr from = range.offset;
  range.offset = addLoopVariable(offset, last + 1);
  pushedFrom[cast<AffineDimExpr>(range.offset).getPosition()] = from;
}

bool LoopGenerator::isThreadVariable(AffineExpr atom) {
  auto dim = dyn_cast<AffineDimExpr>(atom);
  auto iv = dim ? dyn_cast<BlockArgument>(variables[dim.getPosition()]) : BlockArgument();
  auto axis =
      iv ? iv.getOwner()->getParentOp()->getAttrOfType<ArrayAttr>(loopAxisAttrName) : ArrayAttr();
  if (!axis || !isa<StringAttr>(axis[0]))
    return false;
  for (const auto &stage : stages)
    if (stage->name == cast<StringAttr>(axis[0]).getValue())
      if (AxisId leaf = stage->tree.lookup(cast<StringAttr>(axis[1]).getValue().str()); leaf != -1)
        return isThread(stage->tree[leaf].annotation);
  return false;
}

/// Whether a variable, or the place of a part that was pushed inside, is a thread's own.
bool LoopGenerator::movesWithThreads(unsigned variable) {
  if (isThreadVariable(builder.getAffineDimExpr(variable)))
    return true;
  AffineExpr from = pushedFrom.lookup(variable);
  for (unsigned i = 0; from && i < variable; ++i)
    if (from.isFunctionOfDim(i) && movesWithThreads(i))
      return true;
  return false;
}

/// The hull of what all threads need: a thread's variable no longer moves the box, and
/// its values make it longer.
///   32 * b + 4 * t + [0, 4), t in 0..8  =>  32 * b + [0, 32)
FailureOr<LoopGenerator::Ranges> LoopGenerator::getSharedBox(StagePlan &producer, Ranges box) {
  for (AxisRange &range : box) {
    LinearSum sum = exprs.flatten(range.offset), offset;
    offset.constant = sum.constant;
    for (auto [atom, coefficient] : sum.terms) {
      if (isThreadVariable(atom)) {
        int64_t last = exprs.getExtent(cast<AffineDimExpr>(atom).getPosition()) - 1;
        offset.constant += std::min<int64_t>(coefficient, 0) * last;
        range.size += std::abs(coefficient) * last;
        continue;
      }
      for (unsigned i = 0; i < exprs.size(); ++i)
        if (atom.isFunctionOfDim(i) && movesWithThreads(i)) {
          producer.op.emitOpError("is in memory of a block, but what the threads need of it is no "
                                  "box: bind axes that were not fused");
          return failure();
        }
      offset.add(atom, coefficient);
    }
    range.offset = exprs.toExpr(offset);
  }
  return box;
}
