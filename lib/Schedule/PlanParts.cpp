//===-- PlanParts.cpp - what a step needs of other stages -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compute_at means: at an axis of its consumer, a stage is computed for the hull of
// what the readers below need there. It follows from the indices of reads; its size is
// constant, its place moves with the loops. Conditions move it inwards, threads share one.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include <algorithm>

using namespace dl::schedule;

bool PlanBuilder::addReadBox(int producer, const PlanRanges &ranges, const StageRead &read,
                             bool isAsked, bool isFirst, PlanRanges &hull) {
  for (size_t d = 0; d < read.indices.size(); ++d) {
    const IndexExpression &index = read.indices[d];
    if (index.kind != IndexKind::Affine)
      return refuse(producer, "cannot be computed at an axis of its reader: the read is data "
                              "dependent, or takes floordiv or mod");
    PlanRange box{index.constant, 1};
    for (size_t axis = 0; axis < ranges.size() && box.size != dynamicExtent; ++axis) {
      int64_t factor = index.coefficients[axis];
      if (factor == 0)
        continue;
      if (ranges[axis].isMasked)
        return refuse(producer, "cannot be computed at an axis of its reader: the last step of "
                                "the reader is masked");
      if (ranges[axis].isDynamic()) {
        if (isAsked)
          return refuse(producer, "cannot be computed at an axis of its reader: the reader needs "
                                  "as many elements as are known only at run time");
        box = {0, dynamicExtent};
        continue;
      }
      // Loop variables move the box, the values of the range make its size.
      int64_t spread = factor * (ranges[axis].size - 1);
      box.offset.add(ranges[axis].offset, factor);
      box.offset.constant += std::min<int64_t>(spread, 0);
      box.size += std::abs(spread);
    }
    if (isFirst) {
      hull.push_back(box);
      continue;
    }
    PlanRange &range = hull[d];
    if (range.isDynamic() || box.isDynamic()) {
      range.size = dynamicExtent;
      continue;
    }
    LoopExpr difference = box.offset - range.offset;
    if (!difference.isConstant())
      return refuse(producer, "cannot be computed at an axis of its reader: its reads are not at a "
                              "constant distance");
    int64_t low = std::min<int64_t>(0, difference.constant);
    int64_t high = std::max(range.size, difference.constant + box.size);
    range = {range.offset + low, high - low};
  }
  return true;
}

bool PlanBuilder::getRequiredBox(int producer, const Boxes &readers, bool isAsked, PlanBlock &block,
                                 PlanRanges &box) {
  bool isGuarded = false, isRead = false;
  for (const auto &[reader, ranges] : readers)
    for (const StageRead &read : kernel.getAccesses(reader, producer)) {
      isGuarded |= read.isGuarded;
      if (!addReadBox(producer, ranges, read, isAsked, !isRead, box))
        return false;
      isRead = true;
    }
  if (!isRead)
    return refuse(producer, "is computed at an axis below which nothing reads it");
  if (kernel.isSharedByBlock(producer))
    return shareBox(producer, box);
  if (isGuarded)
    for (size_t root = 0; root < box.size(); ++root)
      pushInside(box[root], producer, static_cast<AxisId>(root), block);
  return true;
}

/// Moves a range that may reach beyond [0, extent) inwards. It has each value of the range
/// that is inside still, and is no longer than that is:
///   -1 + [0, 4) of 8 => [0, 4);  6 + [0, 4) of 8 => 4 + [0, 4);  [0, 4) of 2 => [0, 2)
/// A condition excludes the others, so no reader asks for them.
void PlanBuilder::pushInside(PlanRange &range, int producer, AxisId root, PlanBlock &block) {
  int64_t extent = kernel[producer].tree[root].extent;
  if (extent == dynamicExtent)
    return;
  // Of what nobody knows how many there are, all that is inside may be asked for.
  if (range.isDynamic()) {
    range = {0, extent};
    return;
  }
  range.size = std::min(range.size, extent);
  int64_t last = extent - range.size;
  auto [low, high] = plan.variables.getBounds(range.offset);
  if (low >= 0 && high <= last)
    return;
  if (high <= 0 || low >= last) {
    range.offset = high <= 0 ? 0 : last;
    return;
  }
  PlanNode node{PlanKind::Clamp, producer};
  node.place = range.offset;
  bool moves = false;
  for (int variable = 0; variable < plan.variables.size(); ++variable)
    moves |= plan.about[variable].movesWithThreads && range.offset.dependsOn(variable);
  node.variables = {addVariable(last + 1, {PlanVariable::Clamped, producer, root, false, moves})};
  range.offset = plan.variables.get(node.variables[0]);
  block.push_back(std::move(node));
}

/// The hull of what all threads need: a thread's variable no longer moves the box, and
/// its values make it longer.
///   32 * b + 4 * t + [0, 4), t in 0..8  =>  32 * b + [0, 32)
bool PlanBuilder::shareBox(int producer, PlanRanges &box) {
  for (PlanRange &range : box) {
    LoopExpr offset = range.offset.constant;
    for (const auto &[atom, coefficient] : range.offset.terms) {
      if (atom.variable != -1 && plan.about[atom.variable].isThread) {
        int64_t last = plan.variables.getExtent(atom.variable) - 1;
        offset.constant += std::min<int64_t>(coefficient, 0) * last;
        range.size += std::abs(coefficient) * last;
        continue;
      }
      for (int variable = 0; variable < plan.variables.size(); ++variable)
        if (plan.about[variable].movesWithThreads && atom.dependsOn(variable))
          return refuse(producer, "is in memory of a block, but what the threads need of it is no "
                                  "box: bind axes that were not fused");
      offset.add(atom, coefficient);
    }
    range.offset = offset;
  }
  return true;
}

bool PlanBuilder::getAttachedBoxes(int stage, AxisId leaf, const PlanRanges &axes, PlanBlock &block,
                                   Boxes &boxes) {
  std::vector<int> asked = kernel.getAttached(stage, leaf);
  if (asked.empty())
    return true;
  // From the last reader to the first producer. Stages at outer axes, and what is inside
  // of them, have their values already.
  const IterationTree &tree = kernel[stage].tree;
  std::vector<char> isBelow(kernel.size(), 0), isWanted(kernel.size(), 0);
  for (int other = stage - 1; other >= 0; --other) {
    int around = kernel.getAttachStage(other);
    bool isHere = around == stage &&
                  tree.getPosition(kernel[other].tree.getAttachAxis()) >= tree.getPosition(leaf);
    isBelow[other] = isHere || (around != -1 && around < stage && isBelow[around]);
  }
  // What reads none of the boxes that are asked for may need parts of unknown size here.
  for (int other = 0; other < stage; ++other) {
    bool isAsked = std::find(asked.begin(), asked.end(), other) != asked.end();
    isWanted[other] = isBelow[other] && isAsked;
    for (int read = 0; read < other && isBelow[other]; ++read)
      if (isWanted[read] && kernel.reads(other, read))
        isWanted[other] = true;
  }
  Boxes readers{{stage, axes}};
  for (int producer = stage - 1; producer >= 0; --producer) {
    if (!isWanted[producer])
      continue;
    // Others are passed through: they may need a part of unknown size along a dimension
    // that does not matter.
    bool isAsked = std::find(asked.begin(), asked.end(), producer) != asked.end();
    PlanRanges box;
    if (!getRequiredBox(producer, readers, isAsked, block, box))
      return false;
    if (isAsked)
      boxes.push_back({producer, box});
    readers.push_back({producer, addReductions(producer, std::move(box))});
  }
  std::reverse(boxes.begin(), boxes.end());
  return true;
}

bool PlanBuilder::addPart(int producer, const PlanRanges &box, PlanBlock &block) {
  PlanNode part{PlanKind::Part, producer};
  part.ranges = box;
  if (!addStage(producer, addReductions(producer, box), part.blocks.emplace_back()))
    return false;
  block.push_back(std::move(part));
  return true;
}

bool PlanBuilder::addAttached(int stage, AxisId leaf, const PlanRanges &axes, int except,
                              PlanBlock &block) {
  Boxes boxes;
  if (!getAttachedBoxes(stage, leaf, axes, block, boxes))
    return false;
  for (const auto &[producer, box] : boxes)
    if (producer != except && !addPart(producer, box, block))
      return false;
  return true;
}
