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

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

SmallVector<LoopGenerator::Part> LoopGenerator::getParts(const StagePlan &stage, AxisId leaf,
                                                         const Ranges &axes) const {
  const AxisNode &node = stage.tree[leaf];
  if (node.relation == Relation::Fused) {
    auto parts = getParts(stage, node.parents[0], axes);
    llvm::append_range(parts, getParts(stage, node.parents[1], axes));
    return parts;
  }
  auto [root, stride] = stage.tree.getRootAndStride(leaf);
  int64_t size = axes[root].size;
  Part part{static_cast<unsigned>(root), {}};
  if (size >= stride)
    part.pieces.push_back({0, stride, size / stride});
  // What remains of a vectorized axis is cut into powers of two, since vectors
  // of other lengths make poor code.
  bool powers = stage.vectorRoots.contains(root);
  for (int64_t offset = size / stride * stride; offset < size;) {
    int64_t rest = size - offset;
    int64_t piece = powers ? static_cast<int64_t>(llvm::bit_floor<uint64_t>(rest)) : rest;
    part.pieces.push_back({offset, piece, 1});
    offset += piece;
  }
  return {part};
}

SmallVector<LoopGenerator::Segment> LoopGenerator::getSegments(ArrayRef<Part> parts) const {
  SmallVector<Segment> segments{{1, {}}};
  for (const Part &part : parts) {
    SmallVector<Segment> product;
    for (const Segment &segment : segments)
      for (const Piece &piece : part.pieces) {
        product.push_back(segment);
        product.back().count *= piece.count;
        product.back().pieces.push_back(piece);
      }
    segments = std::move(product);
  }
  return segments;
}

LoopGenerator::Ranges LoopGenerator::enter(const Ranges &axes, ArrayRef<Part> parts,
                                           const Segment &segment, AffineExpr step) const {
  Ranges inner(axes);
  AffineExpr rest = step;
  for (int i = parts.size() - 1; i >= 0; --i) {
    const Piece &piece = segment.pieces[i];
    AffineExpr index = i == 0 ? rest : rest % piece.count;
    rest = rest.floorDiv(piece.count);
    AxisRange &range = inner[parts[i].root];
    range = {exprs.simplify(range.offset + index * piece.size + piece.offset), piece.size};
  }
  return inner;
}

SmallVector<int64_t> LoopGenerator::getCuts(StagePlan &stage, unsigned root, unsigned position,
                                            const Ranges &axes) const {
  SmallVector<int64_t> cuts = getGuardCuts(stage, root, axes);
  bool settled = llvm::none_of(ArrayRef(stage.looped).drop_front(position), [&](AxisId leaf) {
    return llvm::is_contained(stage.tree.getRootsOf(leaf), static_cast<AxisId>(root));
  });
  int64_t size = axes[root].size;
  if (!cuts.empty() || !settled || !stage.vectorRoots.contains(root) ||
      llvm::has_single_bit<uint64_t>(size))
    return cuts;
  // Ends relative to the offset, which may be no constant.
  for (int64_t end = 0; end < size;)
    cuts.push_back(end += llvm::bit_floor<uint64_t>(size - end));
  return cuts;
}

SmallVector<int64_t> LoopGenerator::getGuardCuts(StagePlan &stage, unsigned root,
                                                 const Ranges &axes) const {
  auto offset = dyn_cast<AffineConstantExpr>(exprs.simplify(axes[root].offset));
  if (!offset || stage.op.isReduction(root))
    return {};
  int64_t first = offset.getValue(), end = first + axes[root].size;
  SmallVector<int64_t> cuts;
  for (te::ReadOp read : stage.op.getReads()) {
    if (!read.getPredicate())
      continue;
    for (AffineExpr constraint : read.getPredicate()->getConstraints()) {
      // Only constraints of the form axis + c >= 0 or c - axis >= 0.
      BoundedExprs local(builder.getContext());
      bool isAxis = true;
      for (Value operand : read.getIndexOperands()) {
        local.addVariable(std::numeric_limits<int32_t>::max());
        isAxis &= isa<BlockArgument>(operand);
      }
      LinearSum sum = local.flatten(constraint);
      if (!isAxis || sum.terms.size() != 1)
        continue;
      auto dim = dyn_cast<AffineDimExpr>(sum.terms[0].first);
      if (!dim || std::abs(sum.terms[0].second) != 1)
        continue;
      auto axis = cast<BlockArgument>(read.getIndexOperands()[dim.getPosition()]);
      if (axis.getOwner() != &stage.op.getBody().front() || axis.getArgNumber() != root)
        continue;
      int64_t cut = sum.terms[0].second == 1 ? -sum.constant : sum.constant + 1;
      if (cut > first && cut < end)
        cuts.push_back(cut - first);
    }
  }
  if (cuts.empty())
    return cuts;
  cuts.push_back(end - first);
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}
