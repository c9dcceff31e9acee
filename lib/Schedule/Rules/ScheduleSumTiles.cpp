//===-- ScheduleSumTiles.cpp - elementwise work in the memory of sums -----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule of machines with a unit that multiplies for kernels without products: all of a tile is
// in the memory of sums, and tiles take turns on virtual threads.
//
//===----------------------------------------------------------------------===//
#include "Scheduler.h"

#include <algorithm>
#include <array>

using namespace dl::schedule;

namespace {
class SumTiles {
public:
  explicit SumTiles(Scheduler &scheduler)
      : scheduler(scheduler), kernel(scheduler.getKernel()), unit(*kernel.target->tensorUnit) {}
  void run();

private:
  using Sizes = std::array<int64_t, 3>;
  struct Tile {
    Sizes sizes;
    /// Virtual threads, and which of the axes they share.
    int64_t contexts;
    int shared;
  };
  bool isCopy(int stage) const;
  bool inlineElementwise();
  bool bringOperands();
  int64_t countElements(const Sizes &sizes) const;
  std::vector<Tile> enumerate(int64_t contexts) const;
  static std::optional<Tile> findLargest(const std::vector<Tile> &tiles);
  Tile decide(std::vector<Tile> tiles);
  void apply(const Tile &tile);

  Scheduler &scheduler;
  const KernelSchedule &kernel;
  const TensorUnit &unit;
  int result = -1;
  /// The axes that are tiled: the three before the lanes, or fewer.
  std::vector<AxisId> axes;
};
} // namespace

/// True for a stage that takes elements of an operand as they are.
bool SumTiles::isCopy(int stage) const {
  const StageSchedule &copy = kernel[stage];
  return copy.reads.size() == 1 && copy.reads[0].operand != -1 && !copy.tree.hasReduction() &&
         copy.formula.getTotal() == 0 &&
         copy.resultBytes.front() == kernel.getElementBytes(copy.reads[0]);
}

/// Elementwise stages become part of others that are for the same unit; those that the result reads
/// stay, since it is for another one.
bool SumTiles::inlineElementwise() {
  for (int stage = 0; stage < result; ++stage) {
    if (isCopy(stage) || kernel[stage].tree.hasReduction())
      continue;
    std::vector<int> readers = kernel.getReaders(stage);
    bool isKept = std::any_of(readers.begin(), readers.end(), [&](int reader) {
      return reader == result || kernel[reader].tree.hasReduction();
    });
    if (!isKept && !scheduler.computeInline(stage))
      return false;
  }
  return true;
}

/// What stages read of operands comes by copies. Those of the result are scales, which its unit
/// brings itself.
bool SumTiles::bringOperands() {
  for (int stage = 0; stage < result; ++stage) {
    if (isCopy(stage))
      continue;
    for (bool isMore = true; isMore;) {
      isMore = false;
      for (const StageRead &read : kernel[stage].reads) {
        if (read.operand == -1)
          continue;
        if (read.isGuarded || scheduler.cacheRead(stage, Source{-1, read.operand}) == -1)
          return false;
        ++stage;
        ++result;
        isMore = true;
        break;
      }
    }
  }
  return true;
}

/// What a tile takes of the memory of sums, all stages together.
int64_t SumTiles::countElements(const Sizes &sizes) const {
  std::vector<std::vector<int64_t>> boxes(size_t(kernel.size()));
  const IterationTree &tree = kernel[result].tree;
  boxes[size_t(result)].assign(tree.getRoots().size(), 1);
  boxes[size_t(result)].back() = unit.outputs;
  for (size_t i = 0; i < axes.size(); ++i)
    boxes[size_t(result)][size_t(axes[i])] = std::min(sizes[i], tree[axes[i]].extent);
  int64_t total = 0;
  for (int stage = kernel.size() - 1; stage >= 0; --stage) {
    std::vector<int64_t> &box = boxes[size_t(stage)];
    if (box.empty())
      continue;
    const IterationTree &own = kernel[stage].tree;
    for (AxisId root : own.getRoots())
      if (own[root].kind == AxisKind::Reduction)
        box.push_back(own[root].extent);
    for (const StageRead &read : kernel[stage].reads) {
      if (read.stage == -1)
        continue;
      std::vector<int64_t> &needed = boxes[size_t(read.stage)];
      needed.resize(read.indices.size(), 1);
      for (size_t dim = 0; dim < read.indices.size(); ++dim) {
        int64_t span = 1;
        for (size_t axis = 0; axis < box.size(); ++axis)
          span += std::abs(read.indices[dim].coefficients[axis]) * (box[axis] - 1);
        needed[dim] = std::max(needed[dim], span);
      }
    }
    if (stage == result || kernel[stage].isInlined())
      continue;
    int64_t elements = 1;
    for (int dim = 0; dim < own.getNumSpatial(); ++dim)
      elements *= box[size_t(dim)];
    total += elements / unit.outputs;
  }
  // An operand of an operation may need a place of its own.
  return 2 * total;
}

/// All tiles that fit so often, with each axis that contexts can share.
std::vector<SumTiles::Tile> SumTiles::enumerate(int64_t contexts) const {
  const IterationTree &tree = kernel[result].tree;
  auto getCuts = [&](size_t i) {
    std::vector<int64_t> cuts;
    int64_t extent = i < axes.size() ? tree[axes[i]].extent : 1;
    for (int64_t parts = 1; parts <= extent; ++parts)
      if (int64_t size = (extent + parts - 1) / parts; cuts.empty() || cuts.back() != size)
        cuts.push_back(size);
    return cuts;
  };
  std::vector<Tile> tiles;
  for (int64_t outer : getCuts(0))
    for (int64_t middle : getCuts(1))
      for (int64_t inner : getCuts(2)) {
        Sizes sizes = {outer, middle, inner};
        // Rows are whole before there are several, and planes.
        bool isWhole = true;
        for (size_t i = 0; i + 1 < axes.size(); ++i)
          for (size_t j = i + 1; j < axes.size(); ++j)
            isWhole &= sizes[i] == 1 || sizes[j] == tree[axes[j]].extent;
        if (!isWhole || countElements(sizes) * contexts > unit.sumElements)
          continue;
        if (contexts == 1)
          tiles.push_back({sizes, contexts, 0});
        for (size_t i = axes.size(); contexts > 1 && i-- > 0;)
          if (int64_t extent = tree[axes[i]].extent;
              extent % sizes[i] == 0 && extent / sizes[i] >= contexts)
            tiles.push_back({sizes, contexts, int(i)});
      }
  return tiles;
}

/// The first tile with most elements.
std::optional<SumTiles::Tile> SumTiles::findLargest(const std::vector<Tile> &tiles) {
  auto count = [](const Tile &tile) { return tile.sizes[0] * tile.sizes[1] * tile.sizes[2]; };
  auto largest = std::max_element(tiles.begin(), tiles.end(), [&](const Tile &a, const Tile &b) {
    return count(a) < count(b);
  });
  return largest == tiles.end() ? std::nullopt : std::optional(*largest);
}

/// Each number of a tile is a choice among those that the ones before leave; the first is the
/// default's.
SumTiles::Tile SumTiles::decide(std::vector<Tile> tiles) {
  auto choose = [&](const char *what, auto get) {
    std::vector<int64_t> candidates;
    for (const Tile &tile : tiles)
      candidates.push_back(int64_t(get(tile)));
    int64_t chosen = scheduler.choose(result, what, candidates, candidates.front());
    tiles.erase(std::remove_if(tiles.begin(), tiles.end(),
                               [&](const Tile &tile) { return int64_t(get(tile)) != chosen; }),
                tiles.end());
  };
  choose("contexts", [](const Tile &tile) { return tile.contexts; });
  choose("shared axis", [](const Tile &tile) { return tile.shared; });
  choose("tile blocks", [](const Tile &tile) { return tile.sizes[0]; });
  choose("tile rows", [](const Tile &tile) { return tile.sizes[1]; });
  choose("tile columns", [](const Tile &tile) { return tile.sizes[2]; });
  return tiles.front();
}

void SumTiles::apply(const Tile &tile) {
  const auto &[sizes, contexts, shared] = tile;
  std::vector<Axis> own = scheduler.getAxes(result), order, around, inner, threads;
  for (const Axis &axis : own)
    if (std::find(axes.begin(), axes.end(), axis.id) == axes.end() && axis.id != own.back().id)
      order.push_back(axis);
  for (size_t i = 0; i < axes.size(); ++i) {
    bool isShared = contexts > 1 && int(i) == shared;
    auto [outer, rest] =
        scheduler.cut(result, own[size_t(axes[i])], isShared ? sizes[i] * contexts : sizes[i]);
    around.push_back(outer);
    if (isShared) {
      auto [thread, part] = scheduler.cut(result, rest, sizes[i]);
      threads.push_back(thread);
      rest = part;
    }
    inner.push_back(rest);
  }
  Axis lane = own.back();
  if (around.empty() && order.empty()) {
    auto [outer, rest] = scheduler.cut(result, lane, unit.outputs);
    order.push_back(outer);
    lane = rest;
  }
  for (const auto &part : {around, threads})
    order.insert(order.end(), part.begin(), part.end());
  Axis tileLoop = order.back();
  order.insert(order.end(), inner.begin(), inner.end());
  order.push_back(lane);
  scheduler.reorder(result, order);
  for (const Axis &thread : threads)
    scheduler.bind(result, thread, Annotation::VThread);
  for (int stage = result - 1; stage >= 0; --stage)
    if (!kernel[stage].isInlined()) {
      scheduler.computeAt(stage, result, tileLoop);
      scheduler.setScope(stage, unit.sumScope);
    }
}

void SumTiles::run() {
  result = kernel.size() - 1;
  if (result < 0 || !kernel[result].isResult)
    return;
  const IterationTree &tree = kernel[result].tree;
  for (int stage = 0; stage < kernel.size(); ++stage)
    for (AxisId root : kernel[stage].tree.getRoots())
      if (kernel[stage].tree[root].extent == dynamicExtent)
        return;
  int lane = tree.getNumSpatial() - 1;
  if (lane < 0 || tree[lane].extent != unit.outputs)
    return;
  bool readsStage = std::any_of(kernel[result].reads.begin(), kernel[result].reads.end(),
                                [](const StageRead &read) { return read.stage != -1; });
  if (tree.hasReduction() || !readsStage) {
    if (scheduler.cacheWrite(result) == -1)
      return;
    ++result;
  }
  if (!bringOperands() || !inlineElementwise())
    return;
  for (AxisId axis = std::max(0, lane - 3); axis < lane; ++axis)
    if (kernel[result].tree[axis].extent > 1)
      axes.push_back(axis);
  RuleOptions options = scheduler.getOptions();
  std::vector<Tile> tiles;
  std::optional<Tile> largest;
  for (int64_t contexts = options.contexts; contexts >= 1 && !largest; --contexts)
    largest = findLargest(tiles = enumerate(contexts));
  if (!largest)
    return;
  tiles = {*largest};
  for (int64_t contexts = 1; options.isWide && contexts <= 2 * options.contexts; ++contexts)
    for (const Tile &tile : enumerate(contexts))
      tiles.push_back(tile);
  apply(decide(std::move(tiles)));
}

void dl::schedule::scheduleSumTiles(Scheduler &scheduler) { SumTiles(scheduler).run(); }
