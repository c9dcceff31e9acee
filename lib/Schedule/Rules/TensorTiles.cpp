//===-- TensorTiles.cpp - tiles of a unit that multiplies -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TensorTiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace dl::schedule;

static int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Sizes that cut an extent into equal parts, the last one a little shorter.
static std::vector<int64_t> getCuts(int64_t extent) {
  std::vector<int64_t> cuts;
  for (int64_t parts = 1; parts <= extent; ++parts)
    if (int64_t size = divideUp(extent, parts); cuts.empty() || cuts.back() != size)
      cuts.push_back(size);
  return cuts;
}

TensorTiles::Sizes TensorTiles::getStep(const TensorTile &tile) const {
  const IterationTree &tree = kernel[stage].tree;
  Sizes sizes(tree.getRoots().size(), 1);
  int64_t reductions = 0;
  for (AxisId root : tree.getRoots())
    if (tree[root].kind == AxisKind::Reduction && root != axes.term)
      sizes[root] = reductions++ < tile.outerSums ? 1 : tree[root].extent;
  if (axes.sum != -1 && tile.outerSums == 0)
    sizes[axes.sum] = tile.stepTerms;
  sizes[axes.lane] = unit.outputs;
  sizes[axes.term] = unit.inputs;
  auto set = [&](AxisId axis, int64_t size) {
    if (axis != -1)
      sizes[axis] = size;
  };
  set(axes.channel, tile.stepChannels);
  set(axes.row, tile.rows);
  set(axes.column, tile.columns);
  return sizes;
}

TensorTiles::Sizes TensorTiles::getTile(const TensorTile &tile, bool ofAll) const {
  const IterationTree &tree = kernel[stage].tree;
  Sizes sizes = getStep(tile);
  for (AxisId root : tree.getRoots())
    if (tree[root].kind == AxisKind::Reduction)
      sizes[root] = tree[root].extent;
  auto set = [&](AxisId axis, int64_t size, int64_t number) {
    if (axis != -1)
      sizes[axis] =
          std::min(getExtent(axis), size * (ofAll && tile.shared == number ? tile.contexts : 1));
  };
  set(axes.channel, tile.channels, 0);
  set(axes.row, tile.rows, 1);
  set(axes.column, tile.columns, 2);
  return sizes;
}

/// How far an index goes in a box.
static int64_t getSpan(const IndexExpression &index, const std::vector<int64_t> &sizes) {
  int64_t span = 1;
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    span += std::abs(index.coefficients[axis]) * (sizes[axis] - 1);
  return span;
}

int64_t TensorTiles::countElements(const TensorRead &read, const Sizes &sizes) const {
  int64_t count = 1, numbers = 1;
  for (const IndexExpression &index : read.read.indices)
    count *= getSpan(index, sizes);
  bool hasLanes =
      std::any_of(read.read.indices.begin(), read.read.indices.end(),
                  [&](const IndexExpression &index) { return index.coefficients[axes.lane] != 0; });
  numbers = unit.inputs * (hasLanes ? unit.outputs : 1);
  return count / numbers;
}

/// How many elements of a box are read along a dimension, and how far they are apart.
static std::pair<int64_t, int64_t> getUsed(const IndexExpression &index, const IterationTree &tree,
                                           const std::vector<int64_t> &sizes) {
  int64_t step = 0;
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    if (tree[AxisId(axis)].extent > 1)
      step = std::gcd(step, index.coefficients[axis]);
  step = std::max<int64_t>(step, 1);
  return {(getSpan(index, sizes) + step - 1) / step, step};
}

TensorTiles::Transfers TensorTiles::getTransfers(const TensorRead &read, const Sizes &sizes,
                                                 int64_t elementBytes) const {
  const IterationTree &tree = kernel[stage].tree;
  Transfers transfers;
  transfers.bytes = double(elementBytes);
  // Two dimensions are one transfer; those that are read whole are one with the next.
  size_t dims = read.read.indices.size();
  bool hasLanes =
      std::any_of(read.read.indices.begin(), read.read.indices.end(),
                  [&](const IndexExpression &index) { return index.coefficients[axes.lane] != 0; });
  size_t lanes = hasLanes ? 2 : 1;
  int number = 0;
  bool isJoined = false;
  for (size_t dim = dims; dim-- > 0;) {
    auto [count, step] = getUsed(read.read.indices[dim], tree, sizes);
    // A row is brought whole.
    if (dim + lanes + 1 >= dims) {
      count = getSpan(read.read.indices[dim], sizes);
      step = 1;
    }
    count = std::min(count, read.source[dim]);
    transfers.bytes *= double(count);
    if (dim + lanes >= dims || count == 1)
      continue;
    number += isJoined ? 0 : 1;
    if (number > 2)
      transfers.count *= count;
    isJoined = step == 1 && count == read.shape[dim] && read.shape[dim] == read.source[dim];
  }
  transfers.cycles = transfers.bytes / unit.bytesPerCycle;
  transfers.cycles += double(transfers.count) * (unit.issue + unit.memoryLatency);
  return transfers;
}

bool TensorTiles::fits(const TensorTile &tile) const {
  Sizes step = getStep(tile), one = getTile(tile, false), all = getTile(tile, true);
  int64_t sums = tile.contexts;
  for (AxisId axis : {axes.channel, axes.row, axes.column})
    sums *= axis == -1 ? 1 : one[axis];
  auto count = [&](const TensorRead &read, bool isKept) {
    return isKept ? countElements(read, all) : tile.contexts * countElements(read, step);
  };
  return sums <= unit.sumElements && count(inputs, tile.keepsInputs) <= unit.inputElements &&
         count(weights, tile.keepsWeights) <= unit.weightElements;
}

namespace {
/// The three units over time: what waits for what, and when each is free again.
class Timeline {
public:
  Timeline(const TensorUnit &unit, int64_t contexts)
      : unit(unit), filled(contexts), used(contexts), stored(contexts) {}

  /// A context's buffers are filled once what is in them is used; those of all contexts once all
  /// of them have used it.
  void load(int64_t context, double bytes, double cycles, bool ofAll) {
    double begin = loadFree;
    for (int64_t c = 0; c < int64_t(used.size()); ++c)
      if (ofAll || c == context)
        begin = std::max(begin, used[c]);
    double end = begin + cycles;
    // One port serves both.
    end += std::max(0.0, std::min(end, storeFree) - std::max(begin, storeBegin));
    loadFree = end;
    for (int64_t c = 0; c < int64_t(used.size()); ++c)
      if (ofAll || c == context)
        filled[c] = end;
    total += bytes;
  }
  void compute(int64_t context, double cycles, bool isFirst) {
    double begin = std::max(computeFree, filled[context]);
    if (isFirst)
      begin = std::max(begin, stored[context]);
    used[context] = computeFree = begin + unit.issue + unit.latency + cycles;
  }
  void store(int64_t context, double bytes) {
    storeBegin = std::max(storeFree, used[context]);
    stored[context] = storeFree = storeBegin + unit.issue + bytes / unit.bytesPerCycle;
    total += bytes;
  }
  double getEnd() const { return std::max({storeFree, computeFree, total / unit.bytesPerCycle}); }

private:
  const TensorUnit &unit;
  std::vector<double> filled, used, stored;
  double loadFree = 0, computeFree = 0, storeBegin = 0, storeFree = 0, total = 0;
};
} // namespace

TensorTiles::Costs TensorTiles::getCosts(const TensorTile &tile) const {
  const IterationTree &tree = kernel[stage].tree;
  Sizes step = getStep(tile), one = getTile(tile, false), all = getTile(tile, true);
  Costs costs;
  double stepCycles = unit.interval, filled = 1;
  for (AxisId root : tree.getRoots()) {
    bool isUnits = root == axes.lane || root == axes.term;
    bool isTiled = root == axes.channel || root == axes.row || root == axes.column;
    if (!isUnits)
      stepCycles *= double(step[root]);
    if (tree[root].kind == AxisKind::Reduction)
      costs.sumSteps *= isUnits ? 1 : divideUp(tree[root].extent, step[root]);
    else if (!isUnits && !isTiled)
      costs.others *= tree[root].extent;
  }
  if (axes.channel != -1)
    costs.substeps = divideUp(tile.channels, tile.stepChannels);
  int64_t counts[3];
  for (int number = 0; number < 3; ++number) {
    AxisId axis = std::array{axes.channel, axes.row, axes.column}[size_t(number)];
    counts[number] = axis == -1 ? 1 : divideUp(getExtent(axis), all[axis]);
    if (axis != -1)
      filled *= double(getExtent(axis)) / double(counts[number] * all[axis]);
  }
  if (axes.channel != -1)
    stepCycles *= double(tile.channels) / double(costs.substeps * tile.stepChannels);
  costs.stepCycles = stepCycles * filled;
  costs.inputs = getTransfers(inputs, tile.keepsInputs ? all : step, unit.inputBytes);
  costs.weights = getTransfers(weights, tile.keepsWeights ? all : step, unit.weightBytes);
  costs.resultBytes = double(unit.outputs * unit.resultBytes) * filled;
  for (AxisId axis : {axes.channel, axes.row, axes.column})
    costs.resultBytes *= axis == -1 ? 1 : double(one[axis]);
  int64_t pixels = counts[1] * counts[2];
  costs.outer = costs.others * (tile.keepsInputs ? pixels : counts[0]);
  costs.inner = tile.keepsInputs ? counts[0] : pixels;
  return costs;
}

double TensorTiles::getBound(const TensorTile &tile, const Costs &costs) const {
  double tiles = double(costs.outer * costs.inner * tile.contexts), steps = double(costs.sumSteps);
  double substeps = steps * double(costs.substeps);
  double bytes = tiles * costs.resultBytes;
  bytes += costs.inputs.bytes * (tile.keepsInputs ? double(costs.outer) : tiles * steps);
  bytes += costs.weights.bytes * (tile.keepsWeights ? double(costs.outer) : tiles * substeps);
  return std::max(bytes / unit.bytesPerCycle,
                  tiles * substeps * (costs.stepCycles + unit.issue + unit.latency));
}

double TensorTiles::getCycles(const TensorTile &tile, const Costs &costs) const {
  Timeline time(unit, tile.contexts);
  int64_t last = costs.sumSteps * costs.substeps - 1;
  for (int64_t i = 0; i < costs.outer; ++i) {
    if (tile.keepsInputs)
      time.load(0, costs.inputs.bytes, costs.inputs.cycles, true);
    if (tile.keepsWeights)
      time.load(0, costs.weights.bytes, costs.weights.cycles, true);
    for (int64_t j = 0; j < costs.inner; ++j)
      for (int64_t s = 0; s <= last; ++s)
        for (int64_t c = 0; c < tile.contexts; ++c) {
          if (!tile.keepsInputs && s % costs.substeps == 0)
            time.load(c, costs.inputs.bytes, costs.inputs.cycles, false);
          if (!tile.keepsWeights)
            time.load(c, costs.weights.bytes, costs.weights.cycles, false);
          time.compute(c, costs.stepCycles, s < costs.substeps);
          if (s == last)
            time.store(c, costs.resultBytes);
        }
  }
  return time.getEnd();
}

void TensorTiles::add(TensorTile tile, std::vector<TensorTile> &tiles) {
  Costs costs = getCosts(tile);
  // Those that cannot come near the best are not looked at closely.
  if (getBound(tile, costs) > limits.isFar * best)
    return;
  tile.cycles = getCycles(tile, costs);
  best = std::min(best, tile.cycles);
  tiles.push_back(tile);
}

void TensorTiles::addSteps(TensorTile tile, std::vector<TensorTile> &tiles) {
  const IterationTree &tree = kernel[stage].tree;
  int64_t reductions = 0;
  for (AxisId root : tree.getRoots())
    reductions += tree[root].kind == AxisKind::Reduction && root != axes.term;
  // Long steps have few transfers, shorter ones begin sooner.
  for (int64_t stepChannels : getCuts(tile.channels)) {
    tile.stepChannels = stepChannels;
    tile.outerSums = 0;
    int lengths = 0;
    for (int64_t terms : getCuts(getExtent(axes.sum))) {
      tile.stepTerms = terms;
      if (lengths == limits.lengths || !fits(tile))
        continue;
      ++lengths;
      add(tile, tiles);
    }
    tile.stepTerms = 1;
    // What does not fit otherwise: one term of the leading axes at a time.
    for (tile.outerSums = 1; tile.outerSums <= reductions && lengths == 0; ++tile.outerSums)
      if (fits(tile)) {
        ++lengths;
        add(tile, tiles);
      }
  }
}

void TensorTiles::addChannels(TensorTile tile, std::vector<TensorTile> &tiles) {
  for (int64_t channels : getCuts(getExtent(axes.channel))) {
    tile.channels = channels;
    if (tile.contexts > 1) {
      // Contexts are as long as each other.
      AxisId axis = std::array{axes.channel, axes.row, axes.column}[size_t(tile.shared)];
      int64_t size = std::array{tile.channels, tile.rows, tile.columns}[size_t(tile.shared)];
      if (axis == -1 || getExtent(axis) % size != 0 || getExtent(axis) / size < tile.contexts)
        continue;
    }
    if (tile.channels * tile.rows * tile.columns * tile.contexts > unit.sumElements)
      continue;
    // Each order of tiles keeps one of the two, where it fits.
    for (int kept = 0; kept < 3; ++kept) {
      tile.keepsWeights = kept == 1;
      tile.keepsInputs = kept == 2;
      addSteps(tile, tiles);
    }
  }
}

std::vector<TensorTile> TensorTiles::enumerate(int64_t contexts, TileLimits given) {
  limits = given;
  best = std::numeric_limits<double>::max();
  std::vector<TensorTile> tiles;
  int64_t width = getExtent(axes.column);
  std::vector<int64_t> widths = {width};
  // Parts of rows have borders of their own, which are read twice.
  for (int64_t parts : {2, 3, 4, 8, 16})
    if (width / parts >= limits.leastWidth || (width > unit.sumElements / 2 && parts <= width))
      widths.push_back(divideUp(width, parts));
  for (int64_t rows : getCuts(getExtent(axes.row)))
    for (int64_t columns : widths) {
      TensorTile tile;
      tile.rows = rows;
      tile.columns = columns;
      if (rows * columns > unit.sumElements)
        continue;
      for (tile.contexts = 2; tile.contexts <= contexts; ++tile.contexts)
        for (tile.shared = 0; tile.shared < 3; ++tile.shared)
          addChannels(tile, tiles);
      tile.contexts = 1;
      tile.shared = 0;
      addChannels(tile, tiles);
    }
  std::stable_sort(tiles.begin(), tiles.end(),
                   [](const TensorTile &a, const TensorTile &b) { return a.cycles < b.cycles; });
  return tiles;
}
