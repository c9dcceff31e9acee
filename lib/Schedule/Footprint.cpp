//===-- Footprint.cpp - what a stage takes at its place -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic over the indices of reads, and a walk over the loops around
// a stage that takes whole steps and tails apart.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Footprint.h"

#include "dl/Schedule/LoopRuns.h"
#include "dl/Schedule/Primitives/Bind.h"

#include <algorithm>

using namespace dl::schedule;

namespace {
/// The values that an axis takes, both ends included, relative to the loops outside.
struct Interval {
  int64_t low = 0;
  int64_t high = 0;

  int64_t getSize() const { return high - low + 1; }
};
using Box = std::vector<Interval>;
} // namespace

static int64_t getRootExtent(const IterationTree &tree, AxisId root) {
  return tree[root].extent == dynamicExtent ? unknownExtent : tree[root].extent;
}

/// The stage in whose loops a stage is computed, or -1. Malformed trees may attach to
/// an earlier stage or to themselves.
static int getAround(const KernelSchedule &kernel, int stage) {
  int consumer = kernel.getAttachStage(stage);
  return consumer > stage ? consumer : -1;
}

static Interval getIndexInterval(const IndexExpression &index, const Box &axes) {
  Interval result{index.constant, index.constant};
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    int64_t factor = index.coefficients[axis];
    result.low += factor * (factor < 0 ? axes[axis].high : axes[axis].low);
    result.high += factor * (factor < 0 ? axes[axis].low : axes[axis].high);
  }
  return result;
}

static bool isShared(const KernelSchedule &kernel, int stage) {
  return kernel.isSharedByBlock(stage);
}

/// The box of `stage` that its readers need in one step of `consumer`, where the
/// consumer's roots take the values `step`, and those of `all` for all threads together.
/// Readers are the consumer, and stages computed inside that step for boxes of their own.
static Box getBox(const KernelSchedule &kernel, int stage, int consumer, const Box &step,
                  const Box &all) {
  Box hull;
  const IterationTree &tree = kernel[stage].tree;
  for (int reader : kernel.getReaders(stage)) {
    Box axes = step;
    if (reader != consumer) {
      // The chain of consumers of a legal reader ends at the consumer.
      int around = reader;
      while (around != -1 && around != consumer)
        around = getAround(kernel, around);
      if (around == -1)
        continue;
      axes = getBox(kernel, reader, consumer, isShared(kernel, reader) ? all : step, all);
      const IterationTree &readerTree = kernel[reader].tree;
      std::vector<AxisId> roots = readerTree.getRoots();
      for (size_t axis = axes.size(); axis < roots.size(); ++axis)
        axes.push_back({0, getRootExtent(readerTree, roots[axis]) - 1});
    }
    for (const StageRead &access : kernel.getAccesses(reader, stage)) {
      if (hull.empty())
        hull.assign(access.indices.size(), Interval{INT64_MAX, INT64_MIN});
      for (size_t d = 0; d < access.indices.size(); ++d) {
        Interval index = access.indices[d].kind == IndexKind::Affine
                             ? getIndexInterval(access.indices[d], axes)
                             : Interval{0, getRootExtent(tree, static_cast<AxisId>(d)) - 1};
        hull[d] = {std::min(hull[d].low, index.low), std::max(hull[d].high, index.high)};
      }
    }
  }
  // What is read under a condition may reach beyond the stage; it is not computed there.
  for (size_t d = 0; d < hull.size(); ++d)
    hull[d].high =
        std::min(hull[d].high, hull[d].low + getRootExtent(tree, static_cast<AxisId>(d)) - 1);
  return hull;
}

/// Extents of a stage's roots when the box of its elements is `box`.
static std::vector<int64_t> getExtents(const IterationTree &tree, const Box &box) {
  std::vector<int64_t> extents;
  for (const Interval &interval : box)
    extents.push_back(interval.getSize());
  for (size_t root = extents.size(); root < tree.getRoots().size(); ++root)
    extents.push_back(getRootExtent(tree, static_cast<AxisId>(root)));
  return extents;
}

static Box makeBox(const std::vector<int64_t> &sizes) {
  Box box;
  for (int64_t size : sizes)
    box.push_back({0, size - 1});
  return box;
}

namespace {
/// Walks the loops from a root stage down to a stage computed inside it.
class PlaceWalk {
public:
  PlaceWalk(const KernelSchedule &kernel, int stage) : kernel(kernel) {
    for (int around = stage; around != -1; around = getAround(kernel, around))
      chain.insert(chain.begin(), around);
    for (int around : chain)
      rules.emplace_back(kernel[around].tree);
    for (AxisId root : kernel[stage].tree.getRoots())
      if (kernel[stage].tree[root].kind == AxisKind::Spatial)
        ++numSpatial;
  }

  /// Whole steps only: extents of the stage's roots at its place.
  std::vector<int64_t> getFirst() {
    wholeSteps = true;
    first.assign(kernel[chain.back()].tree.getRoots().size(), 0);
    run();
    return first;
  }
  std::vector<std::vector<int64_t>> getPlaces() {
    wholeSteps = isCounting = false;
    run();
    return places;
  }
  int64_t getComputed() {
    wholeSteps = false;
    isCounting = true;
    total = 0;
    run();
    return total;
  }

private:
  /// Sizes of a stage's roots inside the loops entered so far. What is in memory of a
  /// block is computed for all its threads: `extra` is how much longer the ranges are
  /// that they need together.
  struct Ranges {
    std::vector<int64_t> sizes, extra;

    std::vector<int64_t> getHull() const {
      std::vector<int64_t> hull = sizes;
      for (size_t root = 0; root < hull.size(); ++root)
        hull[root] += extra[root];
      return hull;
    }
  };

  void run() {
    const IterationTree &tree = kernel[chain[0]].tree;
    Ranges ranges;
    for (AxisId root : tree.getRoots())
      ranges.sizes.push_back(getRootExtent(tree, root));
    ranges.extra.assign(ranges.sizes.size(), 0);
    enterCuts(0, ranges);
  }

  /// For what the root stage takes itself, each range into which its roots are cut.
  void enterCuts(AxisId root, const Ranges &ranges) {
    if (wholeSteps || chain.size() > 1 || root == static_cast<AxisId>(ranges.sizes.size()) ||
        (isCounting && root == numSpatial))
      return enterStage(0, ranges, 1);
    Ranges inner = ranges;
    for (int64_t size : getRangeLengths(kernel, chain[0], root, ranges.sizes[root])) {
      inner.sizes[root] = size;
      enterCuts(root + 1, inner);
    }
  }

  void enterStage(size_t level, const Ranges &ranges, int64_t count) {
    if (level + 1 < chain.size())
      return enterLeaf(level, 0, ranges, count);
    const std::vector<int64_t> &sizes = ranges.sizes;
    if (wholeSteps) {
      first = sizes;
      return;
    }
    if (std::find(places.begin(), places.end(), sizes) == places.end())
      places.push_back(sizes);
    for (int i = 0; i < numSpatial; ++i)
      count *= countRuns(i, 0, 0, sizes[i]);
    total += count;
  }

  void enterLeaf(size_t level, int position, const Ranges &ranges, int64_t count) {
    const IterationTree &tree = kernel[chain[level]].tree;
    int next = chain[level + 1];
    if (position > tree.getPosition(kernel[next].tree.getAttachAxis())) {
      const IterationTree &inner = kernel[next].tree;
      Ranges box;
      Box step = makeBox(ranges.sizes), all = makeBox(ranges.getHull());
      box.sizes = getExtents(inner, getBox(kernel, next, chain[level], step, all));
      box.extra = getExtents(inner, getBox(kernel, next, chain[level], all, all));
      for (size_t root = 0; root < box.sizes.size(); ++root)
        box.extra[root] -= box.sizes[root];
      // Its own loops run over all of that.
      if (isShared(kernel, chain[level + 1])) {
        box.sizes = box.getHull();
        box.extra.assign(box.sizes.size(), 0);
      }
      return enterStage(level + 1, box, count);
    }
    enterRanges(level, position, 0, ranges, count);
  }

  /// The ranges into which the roots from `root` on are cut before a leaf.
  void enterRanges(size_t level, int position, AxisId root, const Ranges &ranges, int64_t count) {
    if (root == static_cast<AxisId>(ranges.sizes.size()))
      return enterLoop(level, position, ranges, count);
    std::vector<int64_t> sizes =
        rules[level].getRanges(kernel, chain[level], root, position, ranges.sizes[root]);
    // The longest one has the whole steps.
    if (wholeSteps)
      sizes = {*std::max_element(sizes.begin(), sizes.end())};
    Ranges inner = ranges;
    for (int64_t size : sizes) {
      inner.sizes[root] = size;
      enterRanges(level, position, root + 1, inner, count);
    }
  }

  void enterLoop(size_t level, int position, const Ranges &ranges, int64_t count) {
    const IterationTree &tree = kernel[chain[level]].tree;
    AxisId leaf = tree.getLeaves()[position];
    bool isTogether = false;
    for (size_t inner = level + 1; inner < chain.size(); ++inner)
      isTogether |= isThread(tree[leaf].annotation) && isShared(kernel, chain[inner]);
    enterParts(level, position, tree.getParts(leaf), 0, isTogether, ranges, count);
  }

  void enterParts(size_t level, int position, const std::vector<AxisPart> &parts, size_t part,
                  bool isTogether, const Ranges &ranges, int64_t count) {
    if (part == parts.size())
      return enterLeaf(level, position + 1, ranges, count);
    AxisId root = parts[part].root;
    AxisId leaf = kernel[chain[level]].tree.getLeaves()[position];
    PartRun run = rules[level].getRun(leaf, parts[part], ranges.sizes[root]);
    for (auto [length, steps] : run.getSteps()) {
      Ranges inner = ranges;
      inner.sizes[root] = length;
      if (isThread(kernel[chain[level]].tree[leaf].annotation))
        inner.extra[root] += length * (steps - 1);
      enterParts(level, position, parts, part + 1, isTogether, inner,
                 wholeSteps || isTogether ? count : count * steps);
      if (wholeSteps)
        return;
    }
  }

  /// The iterations of a root that the stage's own loops run, from a part of a leaf on,
  /// when `range` of them are due: more where a last step starts early.
  int64_t countRuns(AxisId root, size_t position, size_t number, int64_t range) const {
    const IterationTree &tree = kernel[chain.back()].tree;
    if (position == tree.getLeaves().size())
      return range;
    AxisId leaf = tree.getLeaves()[position];
    std::vector<AxisPart> parts = tree.getParts(leaf);
    if (number == parts.size())
      return countRuns(root, position + 1, 0, range);
    if (parts[number].root != root)
      return countRuns(root, position, number + 1, range);
    PartRun run = rules.back().getRun(leaf, parts[number], range);
    // What is masked of a step is not computed.
    if (run.isMasked())
      return range;
    int64_t runs = 0;
    for (auto [length, steps] : run.getSteps())
      runs += steps * countRuns(root, position, number + 1, length);
    return runs;
  }

  const KernelSchedule &kernel;
  /// From the root stage to the stage.
  std::vector<int> chain;
  std::vector<RunRules> rules;
  int numSpatial = 0;
  bool wholeSteps = false, isCounting = false;
  std::vector<int64_t> first;
  std::vector<std::vector<int64_t>> places;
  int64_t total = 0;
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

Footprint dl::schedule::getFootprint(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  Footprint footprint;
  PlaceWalk walk(kernel, stage);
  footprint.extents = walk.getFirst();
  for (AxisId root : tree.getRoots()) {
    int64_t &extent = footprint.extents[root];
    if (extent >= unknownExtent / 2)
      extent = dynamicExtent;
    if (tree[root].kind != AxisKind::Spatial)
      continue;
    bool isKnown = footprint.elements != dynamicExtent && extent != dynamicExtent;
    footprint.elements = isKnown ? footprint.elements * extent : dynamicExtent;
    footprint.whole *= tree[root].extent;
  }
  if (hasDynamicAxis(kernel, stage))
    footprint.whole = footprint.computed = dynamicExtent;
  else
    footprint.computed = walk.getComputed();
  return footprint;
}

std::vector<std::vector<int64_t>> dl::schedule::getPlaceExtents(const KernelSchedule &kernel,
                                                                int stage) {
  PlaceWalk walk(kernel, stage);
  std::vector<std::vector<int64_t>> places;
  if (hasDynamicAxis(kernel, stage))
    places.push_back(walk.getFirst());
  else
    places = walk.getPlaces();
  for (std::vector<int64_t> &extents : places)
    for (int64_t &extent : extents)
      if (extent >= unknownExtent / 2)
        extent = dynamicExtent;
  return places;
}
