//===-- LoopRuns.cpp - the steps in which axes are run -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The roots of a stage are run independently of each other: the ranges of one go
// through its parts from the outermost leaf to the innermost.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/LoopRuns.h"

#include "dl/Schedule/Footprint.h"
#include "dl/Schedule/Primitives/Bind.h"

#include <algorithm>
#include <utility>

using namespace dl::schedule;

/// A length as powers of two, the largest first.
static std::vector<int64_t> getPowers(int64_t length) {
  std::vector<int64_t> powers;
  for (int bit = 62; bit >= 0; --bit)
    if (int64_t power = int64_t(1) << bit; length & power)
      powers.push_back(power);
  return powers;
}

int64_t PartRun::getCount() const {
  if (whole == dynamicExtent)
    return dynamicExtent;
  // A loop with a test has an iteration for each branch.
  int64_t last = tail == TailPolicy::Guard ? rest.size() : !rest.empty();
  return whole + isShifted() + last;
}

std::vector<std::pair<int64_t, int64_t>> PartRun::getSteps() const {
  std::vector<std::pair<int64_t, int64_t>> steps;
  if (whole != 0)
    steps.push_back({stride, whole == dynamicExtent ? 1 : whole});
  if (isShifted())
    steps.push_back({stride, 1});
  for (int64_t length : rest)
    steps.push_back({length, 1});
  return steps;
}

std::vector<std::pair<int64_t, int64_t>> PartRun::getSteps(int64_t extent) const {
  if (range != dynamicExtent)
    return getSteps();
  std::vector<std::pair<int64_t, int64_t>> steps;
  int64_t left = extent;
  auto take = [&](int64_t length, bool isLast) {
    int64_t count = left / length;
    count += isLast && isMasked() && left % length != 0;
    if (count != 0)
      steps.push_back({length, count});
    left -= count * length;
  };
  take(stride, rest.empty());
  for (int64_t length : rest)
    take(length, length == rest.back());
  return steps;
}

std::vector<int64_t> dl::schedule::getCuts(const KernelSchedule &kernel, int stage, AxisId root) {
  const IterationTree &tree = kernel[stage].tree;
  const AxisNode &node = tree[root];
  std::vector<int64_t> ends = node.cuts;
  if (node.kind == AxisKind::Spatial) {
    if (tree.getPlacement() == Placement::Root && node.extent != dynamicExtent &&
        !isRootBound(tree, root))
      for (auto [axis, value] : kernel.getGuardCuts(stage))
        if (axis == root && value > 0 && value < node.extent)
          ends.push_back(value);
  } else if (kernel[stage].isOrdered) {
    // The pieces of one reduction axis would run all of another one each.
    return {};
  }
  if (ends.empty())
    return {};
  ends.push_back(node.extent);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

std::vector<int64_t> dl::schedule::getRangeLengths(const KernelSchedule &kernel, int stage,
                                                   AxisId root, int64_t range) {
  std::vector<int64_t> lengths;
  int64_t begin = 0;
  for (int64_t end : getCuts(kernel, stage, root))
    lengths.push_back(end - std::exchange(begin, end));
  return lengths.empty() ? std::vector<int64_t>{range} : lengths;
}

bool PartRun::operator==(const PartRun &other) const {
  return range == other.range && stride == other.stride && whole == other.whole &&
         tail == other.tail && rest == other.rest;
}

RunRules::RunRules(const IterationTree &tree) : tree(tree) {
  const std::vector<AxisId> &leaves = tree.getLeaves();
  initPosition = static_cast<int>(leaves.size());
  for (int position = static_cast<int>(leaves.size()) - 1; position >= 0; --position) {
    AxisId leaf = leaves[position];
    bool isRegister = tree.isRegister(leaf);
    if (!isRegister && innermostLoop == -1)
      innermostLoop = leaf;
    if (isRegister || leaf == tree.getInitAxis() || tree[leaf].kind == AxisKind::Reduction)
      initPosition = position;
    for (const AxisPart &part : tree.getParts(leaf)) {
      if (tree[leaf].annotation == Annotation::Vectorize)
        vectorRoots.insert(part.root);
      if (part.stride > 1 && tree[leaf].kind == AxisKind::Spatial)
        shortestSteps.try_emplace(part.root, part.stride);
      if (!isRegister && tree.masksTail(part))
        maskedSteps[part.root] = part.stride;
    }
  }
}

std::vector<int64_t> RunRules::getTiles(AxisId root, int64_t range) const {
  if (range < 1 || !vectorRoots.count(root))
    return {range};
  return getPowers(range);
}

PartRun RunRules::getRun(AxisId leaf, const AxisPart &part, int64_t range) const {
  PartRun run{range, part.stride, 0, TailPolicy::Peel, {}};
  bool isLoop = !tree.isRegister(leaf), isVector = vectorRoots.count(part.root);
  bool isMasked = isLoop && tree.masksTail(part);
  auto masked = maskedSteps.find(part.root);
  if (range == dynamicExtent) {
    run.whole = dynamicExtent;
    if (isMasked) {
      run.tail = TailPolicy::Mask;
      run.stride = masked->second;
    } else if (masked != maskedSteps.end() && masked->second <= part.stride && part.stride > 1) {
      run.tail = TailPolicy::Mask;
      run.rest = {masked->second};
    } else if (part.stride > 1) {
      // What remains runs in all smaller powers of two where rows of a tile share what is loaded
      // for them, else one by one.
      constexpr int64_t mostRows = 16;
      auto shortest = shortestSteps.find(part.root);
      bool isTile = shortest != shortestSteps.end() && shortest->second == part.stride &&
                    part.stride <= mostRows;
      for (int bit = isVector || isTile ? 62 : 0; bit >= 0; --bit)
        if (int64_t power = int64_t(1) << bit; power < part.stride)
          run.rest.push_back(power);
    }
    return run;
  }
  run.whole = range / part.stride;
  int64_t remainder = range % part.stride;
  if (remainder == 0)
    return run;
  if (isMasked && range > 1) {
    run.tail = TailPolicy::Mask;
    if (!isVector || leaf != innermostLoop) {
      ++run.whole;
      return run;
    }
    // A second copy of a single tile is short, needs no masks in the loop before it, and may be
    // narrower.
    run.rest = {std::min(roundUpToPower(remainder), part.stride)};
    return run;
  }
  if (isLoop && part.tail == TailPolicy::Shift && run.whole > 0) {
    run.tail = TailPolicy::Shift;
    return run;
  }
  run.rest = {remainder};
  if (isLoop && isVector && masked == maskedSteps.end())
    run.rest = getPowers(remainder);
  // A test in the loop tells two lengths of steps apart; parallel loops have none.
  if (isLoop && part.tail == TailPolicy::Guard && (run.whole > 0) + run.rest.size() == 2 &&
      tree[leaf].annotation != Annotation::Parallel && tree.getParts(leaf).size() == 1)
    run.tail = TailPolicy::Guard;
  return run;
}

int64_t LeafPart::getCount() const {
  // No range is met where something around is empty.
  int64_t count = 0;
  for (size_t i = 0, e = std::min(std::max<size_t>(cuts.size(), 1), runs.size()); i < e; ++i) {
    if (runs[i].getCount() == dynamicExtent)
      return dynamicExtent;
    count += runs[i].getCount();
  }
  return count;
}

namespace {
using Ranges = std::vector<std::pair<int64_t, bool>>;

/// Follows the ranges of one root through the leaves of its stage.
class RootWalk {
public:
  RootWalk(const IterationTree &tree, const RunRules &rules, AxisId root)
      : tree(tree), rules(rules), root(root) {}

  /// `ranges`: the extents that the root has where the stage is computed, none of them
  /// masked, or one after the other those that it is cut into up to `cuts`.
  void run(Ranges ranges, std::vector<int64_t> cuts, std::vector<std::vector<LeafPart>> &leaves) {
    bool isSettled = false;
    for (size_t position = 0; position < tree.getLeaves().size(); ++position) {
      AxisId leaf = tree.getLeaves()[position];
      const std::vector<AxisPart> &parts = tree.getParts(leaf);
      for (size_t number = 0; number < parts.size(); ++number) {
        if (parts[number].root != root)
          continue;
        LeafPart &result = leaves[position][number];
        result.root = root;
        result.cuts = std::exchange(cuts, {});
        if (tree.isRegister(leaf) && !std::exchange(isSettled, true))
          for (auto [range, isMasked] : ranges)
            if (std::vector<int64_t> tiles = rules.getTiles(root, range);
                !isMasked && tiles.size() > 1)
              result.tiles[range] = tiles;
        ranges = enter(result, leaf, parts[number], ranges);
      }
    }
  }

private:
  /// Runs a part over the ranges. Returns those inside of it, the longest first.
  Ranges enter(LeafPart &result, AxisId leaf, const AxisPart &part, const Ranges &ranges) {
    Ranges inner;
    for (auto [range, isMasked] : ranges) {
      PartRun run = rules.getRun(leaf, part, range);
      for (auto [step, count] : run.getSteps())
        inner.push_back({step, isMasked || run.isMasked()});
      bool isNew = std::find(result.runs.begin(), result.runs.end(), run) == result.runs.end();
      if (isNew || !result.cuts.empty())
        result.runs.push_back(std::move(run));
    }
    std::sort(inner.rbegin(), inner.rend());
    inner.erase(std::unique(inner.begin(), inner.end()), inner.end());
    return inner;
  }

  const IterationTree &tree;
  const RunRules &rules;
  AxisId root;
};
} // namespace

std::vector<std::vector<LeafPart>> dl::schedule::getLeafParts(const KernelSchedule &kernel,
                                                              int stage) {
  const IterationTree &tree = kernel[stage].tree;
  std::vector<std::vector<LeafPart>> leaves;
  for (AxisId leaf : tree.getLeaves())
    leaves.emplace_back(tree.getParts(leaf).size());
  RunRules rules(tree);
  std::vector<std::vector<int64_t>> places = getPlaceExtents(kernel, stage);
  for (AxisId root : tree.getRoots()) {
    const AxisNode &node = tree[root];
    RootWalk walk(tree, rules, root);
    Ranges ranges;
    if (std::vector<int64_t> cuts = getCuts(kernel, stage, root); !cuts.empty()) {
      for (int64_t length : getRangeLengths(kernel, stage, root, node.extent))
        ranges.push_back({length, false});
      walk.run(ranges, cuts, leaves);
      continue;
    }
    // An unknown extent, then those that have loops of their own.
    std::set<int64_t> met(node.versions.begin(), node.versions.end());
    for (const std::vector<int64_t> &extents : places)
      if (extents[root] == dynamicExtent)
        ranges = {{dynamicExtent, false}};
      else
        met.insert(extents[root]);
    for (auto extent = met.rbegin(); extent != met.rend(); ++extent)
      ranges.push_back({*extent, false});
    walk.run(ranges, {}, leaves);
  }
  return leaves;
}

bool dl::schedule::isPipelined(const std::vector<LeafPart> &parts) {
  return std::any_of(parts.begin(), parts.end(), [](const LeafPart &part) {
    return std::any_of(part.runs.begin(), part.runs.end(), [](const PartRun &run) {
      std::vector<std::pair<int64_t, int64_t>> steps = run.getSteps();
      return run.tail != TailPolicy::Guard && !steps.empty() && steps.front().second > 1;
    });
  });
}
