//===-- LoopSegments.cpp - the ways to run one leaf -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a leaf of a tree is run at the present ranges: in whole steps and what remains,
// and where an axis is cut because a guard changes or a vector would not be of a
// power of two.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "../IR/GuardCuts.h"
#include "dl/Schedule/Primitives/Bind.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

SmallVector<LoopGenerator::Part> LoopGenerator::getParts(const StagePlan &stage,
                                                         AxisId leaf) const {
  SmallVector<Part> parts;
  for (const AxisPart &part : stage.tree.getParts(leaf))
    parts.push_back(
        {static_cast<unsigned>(part.root), part.stride, part.tail, stage.tree.masksTail(part)});
  return parts;
}

int64_t LoopGenerator::getMaskedStep(const StagePlan &stage, unsigned root) const {
  for (AxisId leaf : stage.looped)
    for (const Part &part : getParts(stage, leaf))
      if (part.root == root && part.masksTail)
        return part.stride;
  return 0;
}

SmallVector<LoopGenerator::Piece> LoopGenerator::getPieces(const StagePlan &stage, const Part &part,
                                                           const AxisRange &range) {
  if (range.isDynamic())
    return getDynamicPieces(stage, part, range);
  SmallVector<Piece> pieces;
  int64_t size = range.size;
  // The last step is as long as the others. A single value needs no vector.
  if (part.masksTail && size % part.stride != 0 && size > 1) {
    pieces.push_back({constant(0), part.stride, size / part.stride + 1, {}, constant(size)});
    return pieces;
  }
  if (size >= part.stride)
    pieces.push_back({constant(0), part.stride, size / part.stride});
  // The last step starts early.
  if (part.tail == TailPolicy::Shift && size > part.stride && size % part.stride != 0) {
    pieces.push_back({constant(size - part.stride), part.stride, 1});
    return pieces;
  }
  // What remains of a vectorized axis is cut into powers of two, since vectors
  // of other lengths make poor code.
  bool powers = stage.vectorRoots.contains(part.root) && getMaskedStep(stage, part.root) == 0;
  for (int64_t offset = size / part.stride * part.stride; offset < size;) {
    int64_t rest = size - offset;
    int64_t piece = powers ? static_cast<int64_t>(llvm::bit_floor<uint64_t>(rest)) : rest;
    pieces.push_back({constant(offset), piece, 1});
    offset += piece;
  }
  return pieces;
}

/// An extent n, known at run time, in steps of s: n floordiv s whole ones, then what
/// remains in steps of decreasing powers of two, or one by one where no vector gains.
///   s = 8, n = 13:  8, 4, 1 (vectorized)   8, 1, 1, 1, 1, 1
/// Where a step of m is masked, in steps of m, of which the last may be too long:
///   m = 8, n = 13:  8, 8   s = 16, m = 4, n = 30:  16 (in 4s), 4, 4, 4, 4
SmallVector<LoopGenerator::Piece>
LoopGenerator::getDynamicPieces(const StagePlan &stage, const Part &part, const AxisRange &range) {
  AffineExpr extent = getExtentExpr(range.extent);
  AffineExpr whole = extent.floorDiv(part.stride), rest = extent % part.stride;
  SmallVector<Piece> pieces;
  int64_t masked = getMaskedStep(stage, part.root);
  if (part.masksTail) {
    pieces.push_back({constant(0), masked, ShapedType::kDynamic,
                      (extent + (masked - 1)).floorDiv(masked), extent});
    return pieces;
  }
  pieces.push_back({constant(0), part.stride, ShapedType::kDynamic, whole});
  if (part.stride == 1)
    return pieces;
  AffineExpr end = whole * part.stride;
  if (masked != 0 && masked <= part.stride) {
    AffineExpr last = rest.floorDiv(masked) * masked;
    if (masked < part.stride)
      pieces.push_back({end, masked, ShapedType::kDynamic, rest.floorDiv(masked)});
    // One step if anything is left.
    pieces.push_back({end + last, masked, ShapedType::kDynamic,
                      (rest % masked + (masked - 1)).floorDiv(masked), extent});
    return pieces;
  }
  if (!stage.vectorRoots.contains(part.root)) {
    pieces.push_back({end, 1, ShapedType::kDynamic, rest});
    return pieces;
  }
  for (int64_t size = llvm::bit_floor<uint64_t>(part.stride - 1); size > 0; size /= 2) {
    // Each step runs at most once: the bit of its size in the rest.
    AffineExpr before = rest.floorDiv(2 * size) * (2 * size);
    pieces.push_back(
        {end + before, size, ShapedType::kDynamic, (rest % (2 * size)).floorDiv(size)});
  }
  return pieces;
}

void LoopGenerator::Segment::append(const Piece &piece) {
  // Only the outermost part of a leaf may be dynamic.
  if (piece.dynamicCount) {
    dynamicCount = piece.dynamicCount * count;
    count = ShapedType::kDynamic;
  } else if (dynamicCount) {
    dynamicCount = dynamicCount * piece.count;
  } else {
    count *= piece.count;
  }
  pieces.push_back(piece);
}

OpFoldResult LoopGenerator::getCount(const Segment &segment) {
  return segment.dynamicCount ? materialize(segment.dynamicCount)
                              : OpFoldResult(builder.getIndexAttr(segment.count));
}

SmallVector<LoopGenerator::Segment>
LoopGenerator::getSegments(const StagePlan &stage, ArrayRef<Part> parts, const Ranges &axes) {
  if (parts.empty())
    return {{1, {}}};
  // Inner parts of the same root run over one piece of the outer part.
  SmallVector<Segment> segments;
  for (const Piece &piece : getPieces(stage, parts.front(), axes[parts.front().root])) {
    Ranges inner(axes);
    inner[parts.front().root].size = piece.size;
    for (const Segment &rest : getSegments(stage, parts.drop_front(), inner)) {
      Segment &segment = segments.emplace_back(Segment{1, {}});
      segment.append(piece);
      for (const Piece &other : rest.pieces)
        segment.append(other);
    }
  }
  return segments;
}

LoopGenerator::Ranges LoopGenerator::enter(const Ranges &axes, ArrayRef<Part> parts,
                                           const Segment &segment, AffineExpr step) const {
  // The place in each part, from the innermost, which changes fastest.
  SmallVector<AffineExpr> indices(parts.size());
  AffineExpr rest = step;
  for (int i = parts.size() - 1; i >= 0; --i) {
    indices[i] = i == 0 ? rest : rest % segment.pieces[i].count;
    rest = rest.floorDiv(segment.pieces[i].count);
  }
  Ranges inner(axes);
  for (auto [part, piece, index] : llvm::zip_equal(parts, segment.pieces, indices)) {
    AxisRange &range = inner[part.root];
    AxisRange outer = range;
    range = {exprs.simplify(range.offset + index * piece.size + piece.offset), piece.size};
    if (piece.end) {
      range.first = outer.offset;
      range.end = outer.offset + piece.end;
    } else {
      range.first = outer.first;
      range.end = outer.end;
    }
  }
  return inner;
}

SmallVector<int64_t> LoopGenerator::getCuts(StagePlan &stage, unsigned root, unsigned position,
                                            const Ranges &axes, bool accumulating) const {
  if (axes[root].isMasked())
    return {};
  bool isEntered = llvm::any_of(ArrayRef(stage.looped).take_front(position), [&](AxisId leaf) {
    return llvm::is_contained(stage.tree.getRootsOf(leaf), static_cast<AxisId>(root));
  });
  // Terms of a reduction are cut once the accumulator is set.
  bool isOpen = !stage.op.isReduction(root) || accumulating;
  SmallVector<int64_t> cuts;
  if (!isEntered && isOpen)
    cuts = getChosenCuts(stage, root, axes);
  if (cuts.empty())
    cuts = getGuardCuts(stage, root, axes);
  bool settled = llvm::none_of(ArrayRef(stage.looped).drop_front(position), [&](AxisId leaf) {
    return llvm::is_contained(stage.tree.getRootsOf(leaf), static_cast<AxisId>(root));
  });
  int64_t size = axes[root].size;
  if (axes[root].isDynamic() || !cuts.empty() || !settled || !stage.vectorRoots.contains(root) ||
      llvm::has_single_bit<uint64_t>(size))
    return cuts;
  // Ends relative to the offset, which may be no constant.
  for (int64_t end = 0; end < size;)
    cuts.push_back(end += llvm::bit_floor<uint64_t>(size - end));
  return cuts;
}

SmallVector<int64_t> LoopGenerator::getChosenCuts(StagePlan &stage, unsigned root,
                                                  const Ranges &axes) const {
  auto offset = dyn_cast<AffineConstantExpr>(exprs.simplify(axes[root].offset));
  if (!offset || axes[root].isDynamic())
    return {};
  SmallVector<int64_t> cuts;
  for (int64_t cut : stage.tree[root].cuts)
    if (cut > offset.getValue() && cut < offset.getValue() + axes[root].size)
      cuts.push_back(cut - offset.getValue());
  if (!cuts.empty())
    cuts.push_back(axes[root].size);
  return cuts;
}

SmallVector<int64_t> LoopGenerator::getGuardCuts(StagePlan &stage, unsigned root,
                                                 const Ranges &axes) const {
  auto offset = dyn_cast<AffineConstantExpr>(exprs.simplify(axes[root].offset));
  if (!offset || stage.op.isReduction(root) || axes[root].isDynamic() ||
      isRootBound(stage.tree, root))
    return {};
  int64_t first = offset.getValue(), end = first + axes[root].size;
  SmallVector<int64_t> cuts;
  for (te::ReadOp read : stage.op.getReads())
    for (auto [axis, cut] : schedule::getGuardCuts(read, stage.op))
      if (axis == root && cut > first && cut < end)
        cuts.push_back(cut - first);
  if (cuts.empty())
    return cuts;
  cuts.push_back(end - first);
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}
