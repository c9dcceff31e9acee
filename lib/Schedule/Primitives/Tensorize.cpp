//===-- Tensorize.cpp - compute axes by an intrinsic -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive tensorize.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Tensorize.h"

#include "dl/Schedule/Footprint.h"
#include "dl/Schedule/Legality.h"
#include "dl/Schedule/LoopRuns.h"

using namespace dl::schedule;

std::vector<AxisId> Tensorize::getTile(const KernelSchedule &kernel) const {
  const IterationTree &tree = kernel[stage].tree;
  auto first = tree.getLeaves().begin() + tree.getPosition(axis);
  return {first, tree.getLeaves().end()};
}

std::vector<int> dl::schedule::matchTile(const IterationTree &tree, const std::vector<AxisId> &tile,
                                         const IntrinsicShape &intrinsic) {
  std::vector<int> numbers;
  for (AxisKind kind : {AxisKind::Spatial, AxisKind::Reduction}) {
    size_t inTile = 0, inIntrinsic = 0;
    for (AxisId leaf : tile)
      inTile += tree[leaf].kind == kind;
    for (const AxisNode &node : intrinsic.axes)
      inIntrinsic += node.kind == kind;
    if (inTile != inIntrinsic)
      return {};
  }
  int next[2] = {0, 0};
  for (AxisId leaf : tile) {
    int number = next[static_cast<int>(tree[leaf].kind)]++;
    for (int i = 0; i < static_cast<int>(intrinsic.axes.size()); ++i)
      if (intrinsic.axes[i].kind == tree[leaf].kind && number-- == 0)
        numbers.push_back(i);
  }
  return numbers;
}

/// `j.i (spatial), k.i (reduction)`.
static std::string listAxes(const std::vector<AxisNode> &axes) {
  std::string text;
  for (const AxisNode &node : axes)
    text += (text.empty() ? "" : ", ") + node.name +
            (node.kind == AxisKind::Spatial ? " (spatial)" : " (reduction)");
  return text;
}

std::optional<Refusal> Tensorize::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  std::vector<AxisId> tile = getTile(kernel);
  std::vector<AxisNode> nodes;
  for (AxisId leaf : tile) {
    if (auto refusal = checkPlainLeaf(kernel, stage, leaf, "tensorized", "tensorize")) {
      if (tree[leaf].annotation != Annotation::None)
        refusal->hint = "leave the axes of the tile plain: the intrinsic computes all of them";
      return refusal;
    }
    nodes.push_back(tree[leaf]);
  }
  std::vector<int> numbers = matchTile(tree, tile, intrinsic);
  if (numbers.empty())
    return Refusal{"from " + describe(kernel, stage, axis) + " on there are the axes " +
                       listAxes(nodes) + ", but intrinsic @" + intrinsic.name + " computes over " +
                       listAxes(intrinsic.axes),
                   "split and reorder so that the tile has the intrinsic's axes"};
  for (size_t i = 0; i < tile.size(); ++i) {
    const AxisNode &wanted = intrinsic.axes[numbers[i]];
    int64_t extent = tree.getExtent(tile[i]);
    if (extent != wanted.extent)
      return Refusal{
          describe(kernel, stage, tile[i]) + " has extent " +
              (extent == dynamicExtent ? "known only at run time" : std::to_string(extent)) +
              ", but axis " + wanted.name + " of intrinsic @" + intrinsic.name + " has " +
              std::to_string(wanted.extent),
          "split by " + std::to_string(wanted.extent) + " and tensorize the inner part"};
    if (tree.derivesFromFused(tile[i]) || tree.getParts(tile[i]).front().stride != 1)
      return Refusal{describe(kernel, stage, tile[i]) + " does not run over neighbours of its root",
                     "tensorize innermost parts of axes that were not fused"};
  }
  KernelSchedule changed = kernel;
  apply(changed);
  if (auto refusal = checkWholeTiles(changed, stage))
    return refusal;
  return checkOrder(changed, stage, changed[stage].tree.getLeaves());
}

void Tensorize::apply(KernelSchedule &kernel) const {
  IterationTree &tree = kernel[stage].tree;
  for (AxisId leaf : getTile(kernel))
    tree.annotate(leaf, Annotation::Tensorize);
  tree.setIntrinsic(intrinsic.name);
}

std::optional<Refusal> dl::schedule::checkWholeTiles(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  if (tree.getIntrinsic().empty())
    return std::nullopt;
  for (const StageRead &read : kernel[stage].reads)
    if (read.stage != -1 && kernel[read.stage].isInlined())
      return Refusal{describe(kernel, read.stage) + " is inlined into " + describe(kernel, stage) +
                         ", whose formula is that of an intrinsic",
                     "use compute_at or compute_root on " + describe(kernel, read.stage),
                     read.stage};
  // Conditions of a stage inside of another may cut it where that has a constant place.
  for (int around = kernel.getAttachStage(stage); around > stage;) {
    int outer = kernel.getAttachStage(around);
    if (outer <= around)
      break;
    for (auto [axis, value] : kernel.getGuardCuts(around))
      return Refusal{describe(kernel, around, axis) + " is cut at " + std::to_string(value) +
                         ", where a condition changes, so what it needs of " +
                         describe(kernel, stage) + " may be no whole tile",
                     "compute " + describe(kernel, stage) + " or " + describe(kernel, around) +
                         " at root",
                     around};
    around = outer;
  }
  std::vector<std::vector<int64_t>> places = getPlaceExtents(kernel, stage);
  for (AxisId leaf : tree.getLeaves()) {
    if (tree[leaf].annotation != Annotation::Tensorize)
      continue;
    AxisId root = tree.getRootsOf(leaf).front();
    int64_t extent = tree.getExtent(leaf);
    // The ranges in which the root is met: at each place of the stage, between its cuts,
    // and in steps of its own outer parts.
    std::vector<int64_t> ranges;
    if (tree.getPlacement() == Placement::Root)
      ranges = getRangeLengths(kernel, stage, root, tree[root].extent);
    for (const std::vector<int64_t> &extents : places)
      ranges.push_back(extents[root]);
    for (AxisId part = tree[leaf].parents[0]; part != -1; part = tree[part].parents[0])
      if (tree[part].relation == Relation::SplitInner)
        ranges.push_back(tree[part].extent);
    for (int64_t range : ranges)
      if (range == dynamicExtent || range % extent != 0)
        return Refusal{describe(kernel, stage, leaf) + " takes tiles of " + std::to_string(extent) +
                           ", but axis " + tree[root].name + " has a range of " +
                           (range == dynamicExtent ? "unknown extent" : std::to_string(range)) +
                           (tree.getPlacement() == Placement::At ? " where it is computed" : ""),
                       "an intrinsic takes whole tiles: pad the axis, or split by a divisor"};
  }
  return std::nullopt;
}
