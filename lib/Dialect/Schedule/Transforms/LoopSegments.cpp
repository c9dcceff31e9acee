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

#include "dl/Schedule/Primitives/Bind.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

SmallVector<LoopGenerator::Part> LoopGenerator::getParts(const StagePlan &stage,
                                                         AxisId leaf) const {
  SmallVector<Part> parts;
  for (AxisPart &part : stage.tree.getParts(leaf))
    parts.push_back({std::move(part), leaf});
  return parts;
}

SmallVector<LoopGenerator::Piece> LoopGenerator::getPieces(const StagePlan &stage, const Part &part,
                                                           const AxisRange &range) {
  if (range.isDynamic())
    return getDynamicPieces(stage.rules.getRun(part.leaf, part, dynamicExtent),
                            getExtentExpr(range.extent));
  int64_t size = range.size;
  PartRun run = stage.rules.getRun(part.leaf, part, size);
  SmallVector<Piece> pieces;
  if (run.whole > 0)
    pieces.push_back(
        {constant(0), run.stride, run.whole, {}, run.isMasked() ? constant(size) : AffineExpr()});
  if (run.isShifted())
    pieces.push_back({constant(size - run.stride), run.stride, 1});
  int64_t offset = run.whole * run.stride;
  for (int64_t length : run.rest) {
    pieces.push_back({constant(offset), length, 1});
    offset += length;
  }
  return pieces;
}

/// An extent n, known at run time, in steps of s: n floordiv s whole ones, then what
/// remains in steps of decreasing powers of two, or one by one where no vector gains.
///   s = 8, n = 13:  8, 4, 1 (vectorized)   8, 1, 1, 1, 1, 1
/// Where a step of m is masked, in steps of m, of which the last may be too long:
///   m = 8, n = 13:  8, 8   s = 16, m = 4, n = 30:  16 (in 4s), 4, 4, 4, 4
SmallVector<LoopGenerator::Piece> LoopGenerator::getDynamicPieces(const PartRun &run,
                                                                  AffineExpr extent) {
  SmallVector<Piece> pieces;
  if (run.isMasked() && run.rest.empty()) {
    pieces.push_back({constant(0), run.stride, ShapedType::kDynamic,
                      (extent + (run.stride - 1)).floorDiv(run.stride), extent});
    return pieces;
  }
  AffineExpr whole = extent.floorDiv(run.stride), rest = extent % run.stride;
  AffineExpr end = whole * run.stride;
  pieces.push_back({constant(0), run.stride, ShapedType::kDynamic, whole});
  if (run.isMasked()) {
    int64_t masked = run.rest.front();
    AffineExpr last = rest.floorDiv(masked) * masked;
    if (masked < run.stride)
      pieces.push_back({end, masked, ShapedType::kDynamic, rest.floorDiv(masked)});
    // One step if anything is left.
    pieces.push_back({end + last, masked, ShapedType::kDynamic,
                      (rest % masked + (masked - 1)).floorDiv(masked), extent});
    return pieces;
  }
  if (run.rest.size() == 1) {
    pieces.push_back({end, run.rest.front(), ShapedType::kDynamic, rest});
    return pieces;
  }
  for (int64_t size : run.rest) {
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
  if (axes[root].isDynamic() || !cuts.empty() || !settled)
    return cuts;
  // Ends relative to the offset, which may be no constant.
  std::vector<int64_t> tiles = stage.rules.getTiles(root, axes[root].size);
  if (int64_t end = 0; tiles.size() > 1)
    for (int64_t length : tiles)
      cuts.push_back(end += length);
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
  for (auto [axis, cut] : plainKernel.getGuardCuts(stage.number))
    if (axis == static_cast<AxisId>(root) && cut > first && cut < end)
      cuts.push_back(cut - first);
  if (cuts.empty())
    return cuts;
  cuts.push_back(end - first);
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}
