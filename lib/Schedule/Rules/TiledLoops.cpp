//===-- TiledLoops.cpp - the loops of a tiled reduction -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TiledLoops.h"

#include "LoopBlocks.h"
#include "SharedRows.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

using namespace dl::schedule;

std::vector<AxisId> dl::schedule::orderReductions(const Scheduler &scheduler, int stage,
                                                  const RegisterTile &tile) {
  int numSpatial = scheduler.getNumSpatial(stage);
  std::vector<AxisId> order(scheduler.getAxes(stage).size() - numSpatial);
  std::iota(order.begin(), order.end(), numSpatial);
  std::vector<Access> accesses = scheduler.getAccesses(stage);
  auto moves = [&](const Access &access) { return access.dependsOn(tile.vectorAxis); };
  if (scheduler.getKernel()[stage].isOrdered ||
      std::count_if(accesses.begin(), accesses.end(), moves) != 1)
    return order;
  const Access &vectors = *std::find_if(accesses.begin(), accesses.end(), moves);
  auto isKnown = [&](AxisId axis) { return vectors.strides[axis] && *vectors.strides[axis] > 0; };
  if (std::all_of(order.begin(), order.end(), isKnown))
    std::sort(order.begin(), order.end(), [&](AxisId axis, AxisId other) {
      return std::pair(-*vectors.strides[axis], axis) < std::pair(-*vectors.strides[other], other);
    });
  if (auto window = std::find(order.begin(), order.end(), tile.windowAxis); window != order.end())
    std::rotate(window, window + 1, order.end());
  return order;
}

/// Calls of an intrinsic one after the other, without a loop.
static constexpr int64_t mostCalls = 64;

/// Splits the axes by the tile.
static TiledAxes splitAxes(Scheduler &scheduler, int stage, const RegisterTile &tile,
                           const LoopOrder &order) {
  std::vector<Axis> axes = scheduler.getAxes(stage);
  int numSpatial = scheduler.getNumSpatial(stage);
  std::vector<std::optional<Axis>> outer(numSpatial), inner(numSpatial);
  TiledAxes result;
  for (AxisId axis = 0; axis < numSpatial; ++axis) {
    if (int64_t block = tile.getBlock(axis)) {
      auto [high, low] = scheduler.split(stage, axes[axis], block);
      result.outer.push_back(high);
      axes[axis] = low;
    }
    if (tile.sizes[axis] == 1)
      outer[axis] = axes[axis];
    else if (tile.sizes[axis] == axes[axis].extent)
      inner[axis] = axes[axis];
    else
      std::tie(outer[axis], inner[axis]) =
          scheduler.split(stage, axes[axis], tile.sizes[axis], tile.getTail(axis));
  }
  shareRows(scheduler, stage, order.sharedRows, outer, result.outer);
  auto isInnermost = [&](AxisId axis) { return tile.masksTail && axis == tile.vectorAxis; };
  std::vector<Axis> vectorLoops, rowLoops, inside;
  for (AxisId axis = 0; axis < numSpatial; ++axis)
    if (outer[axis] && !isInnermost(axis)) {
      bool isOutside = order.isVectorOuter && order.rows.rowBytes > 0 && tile.isShared(axis);
      (isOutside                                          ? result.outer
       : tile.isReuse(axis) && order.terms.isInside(axis) ? inside
       : tile.isReuse(axis)                               ? rowLoops
                                                          : vectorLoops)
          .push_back(*outer[axis]);
    }
  if (order.isVectorOuter)
    blockRows(scheduler, stage, order.rows, order.terms.share, vectorLoops,
              order.terms.size > 0 ? inside : rowLoops, result.outer);
  for (const auto *loops : order.isVectorOuter ? std::array{&vectorLoops, &rowLoops}
                                               : std::array{&rowLoops, &vectorLoops})
    result.outer.insert(result.outer.end(), loops->begin(), loops->end());
  result.numOutside = result.outer.size();
  std::vector<Axis> padded;
  for (AxisId axis : orderReductions(scheduler, stage, tile)) {
    if (tile.isPadded(axis)) {
      padded.push_back(axes[axis]);
      continue;
    }
    if (axis != tile.unrolledReduction) {
      result.reductions.push_back(axes[axis]);
      continue;
    }
    if (tile.reductionFactor == axes[axis].extent) {
      result.inner.push_back(axes[axis]);
      continue;
    }
    auto [high, low] = scheduler.split(stage, axes[axis], tile.reductionFactor);
    result.reductions.push_back(high);
    result.inner.push_back(low);
  }
  if (result.reductions.empty() || order.terms.size == 0) {
    result.outer.insert(result.outer.end(), inside.begin(), inside.end());
    blockLoops(scheduler, stage, result.outer, result.reductions);
    result.reductions.insert(result.reductions.begin(), padded.begin(), padded.end());
  } else {
    inside.insert(inside.end(), padded.begin(), padded.end());
    blockTerms(scheduler, stage, order.terms, inside, result.reductions);
  }
  // Nothing is computed inside of steps that are masked.
  if (isInnermost(tile.vectorAxis) && outer[tile.vectorAxis])
    result.outer.push_back(*outer[tile.vectorAxis]);
  for (bool isReuse : {true, false})
    for (AxisId axis = 0; axis < numSpatial; ++axis)
      if (inner[axis] && axis != tile.vectorAxis && tile.isReuse(axis) == isReuse)
        result.inner.push_back(*inner[axis]);
  if (inner[tile.vectorAxis])
    result.inner.push_back(*inner[tile.vectorAxis]);
  return result;
}

/// Splits an axis of a tensorized tile and appends the part of a step to those of the others.
static void splitForStep(Scheduler &scheduler, int stage, AxisId root, int64_t size,
                         std::vector<Axis> &inner, std::vector<Axis> &ofStep) {
  const IterationTree &tree = scheduler.getKernel()[stage].tree;
  auto found = std::find_if(inner.begin(), inner.end(), [&](const Axis &axis) {
    return tree.getRootsOf(axis.id).front() == root;
  });
  if (found->extent == size) {
    ofStep.push_back(*found);
    inner.erase(found);
    return;
  }
  auto [high, low] = scheduler.split(stage, *found, size);
  *found = high;
  ofStep.push_back(low);
}

/// The innermost axes of a tensorized tile: rows and lanes of one step, and its group of terms,
/// which was the first. Returns how many they are.
static size_t splitForIntrinsic(Scheduler &scheduler, int stage, const RegisterTile &tile,
                                std::vector<Axis> &inner) {
  std::vector<Axis> ofStep;
  Axis terms = inner.front();
  inner.erase(inner.begin());
  if (tile.isOfTiles())
    splitForStep(scheduler, stage, tile.rowAxis, tile.rows, inner, ofStep);
  splitForStep(scheduler, stage, tile.vectorAxis, tile.lanes, inner, ofStep);
  ofStep.push_back(terms);
  inner.insert(inner.end(), ofStep.begin(), ofStep.end());
  return ofStep.size();
}

TiledAxes dl::schedule::tileAxes(Scheduler &scheduler, int stage, const RegisterTile &tile,
                                 const LoopOrder &loops, bool unrolls) {
  TiledAxes result = splitAxes(scheduler, stage, tile, loops);
  size_t numOfStep = 0;
  if (!tile.intrinsic.empty())
    numOfStep = splitForIntrinsic(scheduler, stage, tile, result.inner);
  std::vector<Axis> order = result.outer;
  order.insert(order.end(), result.reductions.begin(), result.reductions.end());
  order.insert(order.end(), result.inner.begin(), result.inner.end());
  scheduler.reorder(stage, order);
  if (!scheduler.getOptions().vectorize)
    return result;
  if (!tile.intrinsic.empty()) {
    size_t step = result.inner.size() - numOfStep;
    scheduler.tensorize(stage, result.inner[step], tile.intrinsic);
    int64_t calls = 1;
    for (size_t i = step; i-- > 0;) {
      calls *= result.inner[i].extent;
      scheduler.unroll(stage, result.inner[i]);
    }
    // Few groups of terms are over as soon as the loop over them is left. Loops carry tiles.
    if (!tile.isOfTiles() && !result.reductions.empty() && !result.reductions.back().isDynamic &&
        calls * result.reductions.back().extent <= mostCalls)
      scheduler.unroll(stage, result.reductions.back());
    return result;
  }
  bool hasVector = tile.sizes[tile.vectorAxis] > 1;
  for (size_t i = result.inner.size(); i-- > 0;) {
    if (hasVector && i + 1 == result.inner.size())
      scheduler.vectorize(stage, result.inner[i]);
    else if (unrolls)
      scheduler.unroll(stage, result.inner[i]);
  }
  return result;
}
