//===-- Footprint.cpp - what a stage takes at its place -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over the plan of the loops around a stage, which has its boxes.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Footprint.h"

#include "dl/Schedule/LoopPlan.h"
#include "dl/Schedule/LoopRuns.h"

#include <algorithm>
#include <cmath>

using namespace dl::schedule;

/// The stage in whose loops a stage is computed, or -1. Malformed trees may attach to
/// an earlier stage or to themselves.
static int getAround(const KernelSchedule &kernel, int stage) {
  int consumer = kernel.getAttachStage(stage);
  return consumer > stage ? consumer : -1;
}

namespace {
/// Finds the boxes of a stage in the loops that it is computed in.
class BoxWalk {
public:
  BoxWalk(const KernelSchedule &kernel, int stage) : kernel(kernel), stage(stage) {
    int outermost = stage;
    isAround.assign(kernel.size(), false);
    for (int around = stage; around != -1; around = getAround(kernel, around)) {
      isAround[around] = true;
      outermost = around;
    }
    // Trees that are not legal have no boxes.
    if (buildLoopPlan(kernel, plan, PlanMode::Loops, outermost))
      return;
    if (outermost == stage)
      computed = countElements(plan.stages[stage]);
    else
      walk(plan.stages[outermost], 1, 1);
  }

  /// Spatial sizes and whole reduction axes of each box that differs from others.
  std::vector<std::vector<int64_t>> boxes;
  /// Elements that all loops compute; masked ones are not.
  double computed = 0;

private:
  static double getCount(const LoopExpr &count) {
    return static_cast<double>(count.isConstant() ? count.constant : unknownExtent);
  }

  /// How often each block of a node runs.
  std::vector<double> getRuns(const PlanNode &node) const {
    switch (node.kind) {
    case PlanKind::Loop:
      return {getCount(node.counts[0])};
    case PlanKind::Parallel: {
      double all = 1;
      for (const LoopExpr &count : node.counts)
        all *= getCount(count);
      return {all};
    }
    case PlanKind::Guard:
      return {getCount(node.counts[0]) - 1, 1};
    case PlanKind::Pipeline:
      return {1, getCount(node.counts[0]), getCount(node.counts[0]), 1};
    default:
      return std::vector<double>(node.blocks.size(), 1);
    }
  }

  double getThreads(const PlanNode &node, double runs) const {
    bool isThreads = !node.variables.empty() && plan.about[node.variables[0]].isThread;
    return isThreads ? runs : 1;
  }

  /// `runs` is how often the block runs, `threads` of these for threads of one block.
  void walk(const PlanBlock &block, double runs, double threads) {
    for (const PlanNode &node : block) {
      if (node.kind == PlanKind::Part) {
        if (!isAround[node.stage] || node.blocks.empty())
          continue;
        // Threads compute it together, once.
        bool isShared = kernel.isSharedByBlock(node.stage);
        double times = isShared ? runs / threads : runs;
        if (node.stage == stage)
          addBox(node, times);
        else
          walk(node.blocks[0], times, isShared ? 1 : threads);
        continue;
      }
      std::vector<double> counts = getRuns(node);
      for (size_t i = 0; i < node.blocks.size(); ++i)
        walk(node.blocks[i], runs * counts[i], threads * getThreads(node, counts[i]));
    }
  }

  void addBox(const PlanNode &node, double times) {
    computed += times * countElements(node.blocks[0]);
    std::vector<int64_t> sizes;
    for (const PlanRange &range : node.ranges)
      sizes.push_back(range.size);
    const IterationTree &tree = kernel[stage].tree;
    for (AxisId root : tree.getRoots())
      if (tree[root].kind == AxisKind::Reduction)
        sizes.push_back(tree[root].extent);
    if (std::find(boxes.begin(), boxes.end(), sizes) == boxes.end())
      boxes.push_back(std::move(sizes));
  }

  /// Elements that a block of the stage's own computes.
  double countElements(const PlanBlock &block) const {
    double elements = 0;
    bool hasReduction = kernel[stage].tree.hasReduction();
    for (const PlanNode &node : block) {
      if (node.kind == PlanKind::Part)
        continue;
      if (node.kind == PlanKind::Init || (node.kind == PlanKind::Tile && !hasReduction)) {
        elements += getVolume(node.ranges);
        continue;
      }
      std::vector<double> counts = getRuns(node);
      for (size_t i = 0; i < node.blocks.size(); ++i)
        elements += counts[i] * countElements(node.blocks[i]);
    }
    return elements;
  }

  static double getVolume(const PlanRanges &ranges) {
    double volume = 1;
    for (const PlanRange &range : ranges) {
      auto size = static_cast<double>(range.isDynamic() ? unknownExtent : range.size);
      // Of a masked step as much as is due of it in the mean of all steps of its loop; one behind
      // it has a place of its own.
      if (range.isMasked) {
        LoopExpr own = range.end - range.offset, all = range.end - range.first;
        if (own.isConstant())
          size = static_cast<double>(own.constant);
        else if (all.isConstant())
          size = static_cast<double>(all.constant) / std::ceil(all.constant / size);
      }
      volume *= size;
    }
    return volume;
  }

  const KernelSchedule &kernel;
  int stage;
  LoopPlan plan;
  /// The stage, and those in whose loops it is computed.
  std::vector<char> isAround;
};
} // namespace

/// True if the stage, or one around it, runs over an axis of unknown extent.
static bool hasDynamicAxis(const KernelSchedule &kernel, int stage) {
  for (int around = stage; around != -1; around = getAround(kernel, around))
    for (AxisId root : kernel[around].tree.getRoots())
      if (kernel[around].tree[root].extent == dynamicExtent)
        return true;
  return false;
}

/// The ranges into which the roots of a stage at root are cut, from `root` on.
static void addCutRanges(const KernelSchedule &kernel, int stage, AxisId root,
                         std::vector<int64_t> &extents, std::vector<std::vector<int64_t>> &places) {
  const IterationTree &tree = kernel[stage].tree;
  if (root == static_cast<AxisId>(tree.getRoots().size())) {
    if (std::find(places.begin(), places.end(), extents) == places.end())
      places.push_back(extents);
    return;
  }
  for (int64_t length : getRangeLengths(kernel, stage, root, tree[root].extent)) {
    extents[root] = length;
    addCutRanges(kernel, stage, root + 1, extents, places);
  }
}

static std::vector<int64_t> getOwnExtents(const IterationTree &tree) {
  std::vector<int64_t> extents;
  for (AxisId root : tree.getRoots())
    extents.push_back(tree[root].extent);
  return extents;
}

/// The longest box along each axis: that of whole steps.
static std::vector<int64_t> getLongest(const BoxWalk &walk, const IterationTree &tree) {
  if (walk.boxes.empty())
    return getOwnExtents(tree);
  std::vector<int64_t> longest = walk.boxes.front();
  for (const std::vector<int64_t> &box : walk.boxes)
    for (size_t root = 0; root < box.size(); ++root)
      longest[root] = std::max(longest[root], box[root]);
  return longest;
}

Footprint dl::schedule::getFootprint(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  BoxWalk walk(kernel, stage);
  Footprint footprint;
  footprint.extents = getLongest(walk, tree);
  for (AxisId root : tree.getRoots()) {
    if (tree[root].kind != AxisKind::Spatial)
      continue;
    int64_t extent = footprint.extents[root];
    bool isKnown = footprint.elements != dynamicExtent && extent != dynamicExtent;
    footprint.elements = isKnown ? footprint.elements * extent : dynamicExtent;
    footprint.whole *= tree[root].extent;
  }
  if (hasDynamicAxis(kernel, stage))
    footprint.whole = footprint.computed = dynamicExtent;
  else
    footprint.computed = std::llround(walk.computed);
  return footprint;
}

std::vector<std::vector<int64_t>> dl::schedule::getPlaceExtents(const KernelSchedule &kernel,
                                                                int stage) {
  const IterationTree &tree = kernel[stage].tree;
  std::vector<std::vector<int64_t>> places;
  std::vector<int64_t> extents = getOwnExtents(tree);
  if (getAround(kernel, stage) == -1) {
    if (hasDynamicAxis(kernel, stage))
      return {extents};
    addCutRanges(kernel, stage, 0, extents, places);
    return places;
  }
  BoxWalk walk(kernel, stage);
  if (walk.boxes.empty())
    return {extents};
  return walk.boxes;
}
