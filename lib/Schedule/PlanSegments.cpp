//===-- PlanSegments.cpp - how one leaf covers the present ranges -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole steps, tails and cuts, with their places.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <algorithm>

using namespace dl::schedule;

PlanBuilder::Parts PlanBuilder::getParts(int stage, AxisId leaf) const {
  Parts parts;
  for (const AxisPart &part : kernel[stage].tree.getParts(leaf))
    parts.push_back({&part, leaf});
  return parts;
}

PlanBuilder::Pieces PlanBuilder::getPieces(int stage, const Part &part,
                                           const PlanRange &range) const {
  const RunRules &rules = infos[stage].rules;
  if (range.isDynamic())
    return getDynamicPieces(rules.getRun(part.leaf, *part.steps, dynamicExtent),
                            plan.variables.get(range.extent));
  int64_t size = range.size;
  PartRun run = rules.getRun(part.leaf, *part.steps, size);
  Pieces pieces;
  if (run.whole > 0)
    pieces.push_back({0, run.stride, run.whole, {}, run.isMasked() && run.rest.empty(), size});
  if (run.isShifted())
    pieces.push_back({size - run.stride, run.stride, 1});
  int64_t offset = run.whole * run.stride;
  for (int64_t length : run.rest) {
    // Whole where a power of two is left.
    pieces.push_back({offset, length, 1, {}, offset + length > size, size});
    offset += length;
  }
  return pieces;
}

/// An extent n, known at run time, in steps of s: n floordiv s whole ones, then what
/// remains in steps of decreasing powers of two, or one by one where no vector gains.
///   s = 8, n = 13:  8, 4, 1 (vectorized)   8, 1, 1, 1, 1, 1
/// Where a step of m is masked, in steps of m, of which the last may be too long:
///   m = 8, n = 13:  8, 8   s = 16, m = 4, n = 30:  16 (in 4s), 4, 4, 4, 4
PlanBuilder::Pieces PlanBuilder::getDynamicPieces(const PartRun &run,
                                                  const LoopExpr &extent) const {
  const LoopVariables &variables = plan.variables;
  if (run.isMasked() && run.rest.empty())
    return {{0, run.stride, dynamicExtent, variables.divide(extent + (run.stride - 1), run.stride),
             true, extent}};
  LoopExpr whole = variables.divide(extent, run.stride);
  LoopExpr rest = variables.modulo(extent, run.stride);
  LoopExpr end = whole * run.stride;
  Pieces pieces{{0, run.stride, dynamicExtent, whole}};
  if (run.isMasked()) {
    int64_t masked = run.rest.front();
    LoopExpr steps = variables.divide(rest, masked);
    if (masked < run.stride)
      pieces.push_back({end, masked, dynamicExtent, steps});
    // One step if anything is left.
    LoopExpr left = variables.modulo(rest, masked);
    pieces.push_back({end + steps * masked, masked, dynamicExtent,
                      variables.divide(left + (masked - 1), masked), true, extent});
    return pieces;
  }
  if (run.rest.size() == 1) {
    pieces.push_back({end, run.rest.front(), dynamicExtent, rest});
    return pieces;
  }
  for (int64_t size : run.rest) {
    // Each step runs at most once: the bit of its size in the rest.
    LoopExpr before = variables.divide(rest, 2 * size) * (2 * size);
    pieces.push_back({end + before, size, dynamicExtent,
                      variables.divide(variables.modulo(rest, 2 * size), size)});
  }
  return pieces;
}

void PlanBuilder::Segment::append(const Piece &piece) {
  // Only the outermost part of a leaf may be dynamic.
  if (piece.count == dynamicExtent) {
    dynamicCount = piece.dynamicCount * count;
    count = dynamicExtent;
  } else if (count == dynamicExtent) {
    dynamicCount = dynamicCount * piece.count;
  } else {
    count *= piece.count;
  }
  pieces.push_back(piece);
}

std::vector<PlanBuilder::Segment> PlanBuilder::getSegments(int stage, const Parts &parts,
                                                           size_t first,
                                                           const PlanRanges &axes) const {
  AxisId root = parts[first]->root;
  std::vector<Segment> segments;
  if (first + 1 == parts.size()) {
    for (const Piece &piece : getPieces(stage, parts[first], axes[root]))
      segments.emplace_back().append(piece);
    return segments;
  }
  // Inner parts of the same root run over one piece of the outer part.
  PlanRanges inner(axes);
  for (const Piece &piece : getPieces(stage, parts[first], axes[root])) {
    inner[root].size = piece.size;
    for (const Segment &rest : getSegments(stage, parts, first + 1, inner)) {
      Segment &segment = segments.emplace_back();
      segment.append(piece);
      for (const Piece &other : rest.pieces)
        segment.append(other);
    }
  }
  return segments;
}

PlanRanges PlanBuilder::enter(const PlanRanges &axes, const Parts &parts, const Segment &segment,
                              const LoopExpr &step) const {
  // The place in each part, from the innermost, which changes fastest.
  InlineVector<LoopExpr, 2> indices;
  LoopExpr rest = step;
  for (size_t i = parts.size(); --i > 0;) {
    indices.push_back(plan.variables.modulo(rest, segment.pieces[i].count));
    rest = plan.variables.divide(rest, segment.pieces[i].count);
  }
  indices.push_back(std::move(rest));
  PlanRanges inner(axes);
  for (size_t i = 0; i < parts.size(); ++i) {
    const Piece &piece = segment.pieces[i];
    PlanRange &range = inner[parts[i]->root];
    if (piece.isMasked) {
      range.isMasked = true;
      range.first = range.offset;
      range.end = range.offset + piece.end;
    }
    range.offset.add(indices[parts.size() - 1 - i], piece.size);
    range.offset.add(piece.offset);
    range.size = piece.size;
    range.extent = -1;
  }
  return inner;
}

bool PlanBuilder::dependsOnExtent(const LoopExpr &place) const {
  for (auto [key, variable] : extents)
    if (place.dependsOn(variable))
      return true;
  return false;
}

void PlanBuilder::findZeros(const PlanRanges &axes, const Part &part, const Piece &piece,
                            PlanNode &loop) const {
  AxisId root = part->root;
  for (const auto &[form, isEqual] : infos[loop.stage].needs) {
    int64_t coefficient = form.coefficients[root];
    if (form.kind != IndexKind::Affine || isEqual || coefficient == 0)
      continue;
    // The most that the form is in iteration i, which must not be negative: most + step * i.
    int64_t step = coefficient * piece.size;
    LoopExpr most = form.constant;
    bool isKnown = true;
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      int64_t factor = form.coefficients[axis];
      if (factor == 0)
        continue;
      bool isOwn = static_cast<AxisId>(axis) == root;
      isKnown &= (isOwn || !axes[axis].isDynamic()) && !dependsOnExtent(axes[axis].offset);
      most.add(axes[axis].offset, factor);
      if (factor > 0)
        most.constant += factor * ((isOwn ? piece.size : axes[axis].size) - 1);
    }
    if (!isKnown)
      continue;
    most.add(piece.offset, coefficient);
    if (step > 0) {
      LoopExpr first = plan.variables.divide(most * -1 + (step - 1), step);
      if (plan.variables.getBounds(first).second > 0)
        loop.firsts.push_back(std::move(first));
    } else {
      LoopExpr end = plan.variables.divide(most, -step) + 1;
      if (plan.variables.getBounds(end).first < loop.counts[0].constant)
        loop.ends.push_back(std::move(end));
    }
  }
}

bool PlanBuilder::isLooped(int stage, AxisId root, size_t begin, size_t end) const {
  for (size_t i = begin; i < end; ++i)
    for (const AxisPart &part : kernel[stage].tree.getParts(infos[stage].looped[i]))
      if (part.root == root)
        return true;
  return false;
}

std::vector<int64_t> PlanBuilder::getEndsInside(const PlanRange &range,
                                                const std::vector<int64_t> &values) const {
  if (!range.offset.isConstant() || range.isDynamic())
    return {};
  std::vector<int64_t> ends;
  for (int64_t value : values)
    if (int64_t end = value - range.offset.constant; end > 0 && end < range.size)
      ends.push_back(end);
  if (ends.empty())
    return ends;
  ends.push_back(range.size);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

std::vector<int64_t> PlanBuilder::getPieceEnds(int stage, AxisId root, size_t position,
                                               const PlanRanges &axes, bool accumulating) const {
  const PlanRange &range = axes[root];
  const StageInfo &info = infos[stage];
  const IterationTree &tree = kernel[stage].tree;
  bool isReduction = tree[root].kind == AxisKind::Reduction;
  if (range.isMasked)
    return {};
  // Terms of a reduction are cut once the accumulator is set.
  std::vector<int64_t> ends;
  if (!isLooped(stage, root, 0, position) && (!isReduction || accumulating))
    ends = getEndsInside(range, tree[root].cuts);
  if (ends.empty())
    ends = getEndsInside(range, info.guardCuts[root]);
  bool isSettled = !isLooped(stage, root, position, info.looped.size());
  // A power of two is one tile.
  bool isPower = (range.size & (range.size - 1)) == 0;
  if (range.isDynamic() || !ends.empty() || !isSettled || isPower)
    return ends;
  // Ends relative to the offset, which may be no constant.
  std::vector<int64_t> tiles = info.rules.getTiles(root, range.size);
  if (int64_t end = 0; tiles.size() > 1)
    for (int64_t length : tiles)
      ends.push_back(end += length);
  return ends;
}

dl::InlineVector<AxisId, 8> PlanBuilder::getRootsEntered(int stage, const PlanRanges &axes,
                                                         size_t position, bool accumulating) const {
  const StageInfo &info = infos[stage];
  InlineVector<AxisId, 8> roots;
  // The parallel axes are entered together, so they are cut together.
  size_t next = position == 0 ? std::max<size_t>(info.numParallel, 1) : position + 1;
  for (size_t i = position; i < std::min(next, info.looped.size()); ++i)
    for (const AxisPart &part : kernel[stage].tree.getParts(info.looped[i]))
      roots.push_back(part.root);
  if (position == info.looped.size() || position == info.initPosition) {
    size_t numSettled = accumulating ? info.numAxes : info.numSpatial;
    for (size_t axis = 0; axis < numSettled; ++axis)
      if (axes[axis].size > 1)
        roots.push_back(static_cast<AxisId>(axis));
  }
  return roots;
}
