//===-- ScheduleTensorUnit.cpp - kernels of a unit that multiplies --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule of machines with decoupled access and execute: tiles of the result in the memory of
// sums, steps of the reduction in those of inputs and weights, and two virtual threads that take
// turns, so that one is loaded while the other is computed (Chen et al., OSDI 2018, section 4.4).
//
//===----------------------------------------------------------------------===//
#include "TensorTiles.h"

#include <algorithm>
#include <tuple>

using namespace dl::schedule;

namespace {
class TensorRule {
public:
  explicit TensorRule(Scheduler &scheduler)
      : scheduler(scheduler), kernel(scheduler.getKernel()), unit(*kernel.target->tensorUnit) {}
  void run();

private:
  const IterationTree &getTree(int stage) const { return kernel[stage].tree; }
  bool findAxes();
  bool findLanes(const std::vector<IntrinsicOperand> &operands);
  bool moves(int read, AxisId axis) const;
  bool isCopy(int stage) const;
  TensorRead getRead(int number) const;
  int bring(int number);
  std::shared_ptr<const std::vector<TensorTile>> findTiles() const;
  TensorTile decide(std::vector<TensorTile> tiles);
  void tileResult(const TensorTile &tile);
  void tileReduction(const TensorTile &tile);

  Scheduler &scheduler;
  const KernelSchedule &kernel;
  const TensorUnit &unit;
  /// The stage of sums, the one that reads it, and what is brought for it.
  int sums = -1, result = -1, inputs = -1, weights = -1;
  TensorAxes axes;
  int inputRead = -1, weightRead = -1;
  /// Axes of the result around tiles, by what they are made of: where parts are computed.
  Axis channelLoop, pixelLoop, tileLoop, roundLoop;
};
} // namespace

bool TensorRule::moves(int read, AxisId axis) const {
  const auto &indices = kernel[sums].reads[read].indices;
  return std::any_of(indices.begin(), indices.end(),
                     [&](const IndexExpression &index) { return index.coefficients[axis] != 0; });
}

/// True if an axis alone moves a dimension, element by element.
static bool isPlain(const IndexExpression &index, AxisId axis) {
  auto moved = std::count_if(index.coefficients.begin(), index.coefficients.end(),
                             [](int64_t coefficient) { return coefficient != 0; });
  return index.kind == IndexKind::Affine && index.constant == 0 && moved == 1 &&
         index.coefficients[axis] == 1;
}

/// The axes of a step: the unit's elements are the last dimensions of what is read and written.
bool TensorRule::findLanes(const std::vector<IntrinsicOperand> &operands) {
  const StageSchedule &stage = kernel[sums];
  inputRead = operands[0].read;
  weightRead = operands[1].read;
  const auto &input = stage.reads[inputRead].indices, &weight = stage.reads[weightRead].indices;
  axes.lane = stage.tree.getNumSpatial() - 1;
  if (axes.lane < 0 || stage.tree[axes.lane].extent != unit.outputs || input.empty() ||
      weight.size() < 2)
    return false;
  for (AxisId term : stage.tree.getRoots())
    if (stage.tree[term].kind == AxisKind::Reduction && stage.tree[term].extent == unit.inputs &&
        isPlain(input.back(), term) && isPlain(weight.back(), term) &&
        isPlain(weight[weight.size() - 2], axes.lane) && !moves(inputRead, axes.lane)) {
      axes.term = term;
      return true;
    }
  return false;
}

bool TensorRule::findAxes() {
  const MatchingIntrinsic *intrinsic = kernel[sums].lookupIntrinsic(unit.intrinsic);
  if (std::none_of(intrinsic->ways.begin(), intrinsic->ways.end(),
                   [&](const auto &operands) { return findLanes(operands); }))
    return false;
  const IterationTree &tree = getTree(sums);
  for (AxisId root : tree.getRoots()) {
    if (tree[root].extent == dynamicExtent)
      return false;
    if (root == axes.lane || root == axes.term || tree[root].extent == 1)
      continue;
    bool movesInput = moves(inputRead, root), movesWeight = moves(weightRead, root);
    if (tree[root].kind == AxisKind::Reduction) {
      axes.sum = axes.sum == -1 && movesInput && movesWeight ? root : axes.sum;
    } else if (movesWeight && !movesInput) {
      axes.channel = root;
    } else if (movesInput && !movesWeight) {
      axes.row = axes.column;
      axes.column = root;
    }
  }
  // Only leading terms are looped over.
  for (AxisId root : tree.getRoots())
    if (axes.sum != -1 && root < axes.sum && tree[root].kind == AxisKind::Reduction &&
        tree[root].extent > 1)
      axes.sum = -1;
  return true;
}

/// True for a stage that takes elements of an operand as they are.
bool TensorRule::isCopy(int stage) const {
  const StageSchedule &copy = kernel[stage];
  return copy.reads.size() == 1 && copy.reads[0].operand != -1 && !copy.tree.hasReduction() &&
         copy.formula.getTotal() == 0 &&
         copy.resultBytes.front() == kernel.getElementBytes(copy.reads[0]);
}

TensorRead TensorRule::getRead(int number) const {
  TensorRead read{kernel[sums].reads[number], {}, {}};
  read.shape = read.source = kernel.getShape(read.read);
  if (read.read.stage != -1) {
    std::vector<int64_t> source = kernel.getShape(kernel[read.read.stage].reads[0]);
    if (source.size() == read.shape.size())
      read.source = source;
  }
  return read;
}

/// The stage that brings what a read reads; -1 if there can be none.
int TensorRule::bring(int number) {
  const StageRead read = kernel[sums].reads[number];
  if (read.isGuarded)
    return -1;
  if (read.stage != -1)
    return isCopy(read.stage) ? read.stage : -1;
  int copy = scheduler.cacheRead(sums, Source{-1, read.operand});
  if (copy == -1)
    return -1;
  for (int *stage : {&sums, &result, &inputs, &weights})
    *stage += *stage >= copy ? 1 : 0;
  return copy;
}

/// All tiles that are looked at, the default's first.
std::shared_ptr<const std::vector<TensorTile>> TensorRule::findTiles() const {
  RuleOptions options = scheduler.getOptions();
  if (options.memory && options.memory->tensorTiles)
    return options.memory->tensorTiles;
  TensorTiles search(kernel, sums, axes, getRead(inputRead), getRead(weightRead));
  std::vector<TensorTile> tiles = search.enumerate(options.contexts);
  if (options.isWide && !tiles.empty()) {
    // The timeline knows nothing of bursts and queues: what it takes for slower may be faster.
    constexpr TileLimits wide{/*isFar=*/1.5, /*lengths=*/4, /*leastWidth=*/7};
    std::vector<TensorTile> more = search.enumerate(2 * options.contexts, wide);
    double least = more.front().cycles;
    tiles.resize(1);
    std::copy_if(more.begin(), more.end(), std::back_inserter(tiles),
                 [&](const TensorTile &tile) { return tile.cycles <= wide.isFar * least; });
  }
  auto found = std::make_shared<const std::vector<TensorTile>>(std::move(tiles));
  if (options.memory)
    options.memory->tensorTiles = found;
  return found;
}

/// Each number of a tile is a choice among those that the ones before leave.
TensorTile TensorRule::decide(std::vector<TensorTile> tiles) {
  auto choose = [&](const char *what, auto get) {
    std::vector<int64_t> candidates;
    for (const TensorTile &tile : tiles)
      candidates.push_back(int64_t(get(tile)));
    int64_t chosen = scheduler.choose(sums, what, candidates, candidates.front());
    std::vector<TensorTile> left;
    std::copy_if(tiles.begin(), tiles.end(), std::back_inserter(left),
                 [&](const TensorTile &tile) { return int64_t(get(tile)) == chosen; });
    if (!left.empty())
      tiles = std::move(left);
  };
  choose("contexts", [](const TensorTile &tile) { return tile.contexts; });
  choose("shared axis", [](const TensorTile &tile) { return tile.shared; });
  choose("tile channels", [](const TensorTile &tile) { return tile.channels; });
  choose("tile rows", [](const TensorTile &tile) { return tile.rows; });
  choose("tile columns", [](const TensorTile &tile) { return tile.columns; });
  choose("kept", [](const TensorTile &tile) {
    return tile.keepsWeights ? 1 : tile.keepsInputs ? 2 : 0;
  });
  choose("step channels", [](const TensorTile &tile) { return tile.stepChannels; });
  choose("step terms", [](const TensorTile &tile) { return tile.stepTerms; });
  choose("outer sums", [](const TensorTile &tile) { return tile.outerSums; });
  return tiles.front();
}

/// The loops of the result: rounds, tiles, virtual threads, and what one store writes.
void TensorRule::tileResult(const TensorTile &tile) {
  std::vector<Axis> others, around, inner, threads;
  std::vector<Axis> own = scheduler.getAxes(result);
  auto isTiled = [&](AxisId axis) {
    return axis == axes.channel || axis == axes.row || axis == axes.column;
  };
  for (const Axis &axis : own)
    if (!isTiled(axis.id) && axis.id != axes.lane)
      others.push_back(axis);
  auto cut = [&](AxisId axis, int64_t size, int64_t number) -> Axis {
    if (axis == -1)
      return {};
    bool isShared = tile.contexts > 1 && tile.shared == number;
    auto [outer, rest] =
        scheduler.cut(result, own[size_t(axis)], isShared ? size * tile.contexts : size);
    if (isShared) {
      auto [thread, part] = scheduler.cut(result, rest, size);
      threads.push_back(thread);
      rest = part;
    }
    inner.push_back(rest);
    return outer;
  };
  channelLoop = cut(axes.channel, tile.channels, 0);
  Axis rowLoop = cut(axes.row, tile.rows, 1), columnLoop = cut(axes.column, tile.columns, 2);
  pixelLoop = columnLoop.id != -1 ? columnLoop : rowLoop;
  if (tile.keepsInputs)
    around = {rowLoop, columnLoop, channelLoop};
  else
    around = {channelLoop, rowLoop, columnLoop};
  around.erase(
      std::remove_if(around.begin(), around.end(), [](const Axis &axis) { return axis.id == -1; }),
      around.end());
  Axis lane = own[size_t(axes.lane)];
  if (around.empty() && others.empty()) {
    auto [outer, rest] = scheduler.cut(result, lane, unit.outputs);
    others.push_back(outer);
    lane = rest;
  }
  roundLoop = others.empty() ? around.front() : others.back();
  std::vector<Axis> order = others;
  for (const auto &part : {around, threads})
    order.insert(order.end(), part.begin(), part.end());
  tileLoop = order.back();
  order.insert(order.end(), inner.begin(), inner.end());
  order.push_back(lane);
  scheduler.reorder(result, order);
  for (const Axis &thread : threads)
    scheduler.bind(result, thread, Annotation::VThread);
}

/// The loops of the sums inside of a tile: steps, each of which brings inputs, and parts of steps,
/// each of which brings weights.
void TensorRule::tileReduction(const TensorTile &tile) {
  scheduler.computeAt(sums, result, tileLoop);
  std::vector<Axis> own = scheduler.getAxes(sums), order, steps, inner;
  Axis parts, channels;
  int64_t reductions = 0;
  for (const Axis &axis : own) {
    if (axis.id == axes.lane || axis.id == axes.term)
      continue;
    if (axis.isReduction && axis.id == axes.sum && tile.outerSums == 0) {
      auto [outer, terms] = scheduler.cut(sums, axis, tile.stepTerms);
      steps.push_back(outer);
      inner.push_back(terms);
    } else if (axis.isReduction) {
      (reductions < tile.outerSums ? steps : inner).push_back(axis);
    } else if (axis.id == axes.channel) {
      std::tie(parts, channels) = scheduler.cut(sums, axis, tile.stepChannels);
    } else if (axis.id == axes.row || axis.id == axes.column) {
      inner.insert(inner.begin() + (inner.empty() || inner.front().isReduction ? 0 : 1), axis);
    } else {
      order.push_back(axis);
    }
    reductions += axis.isReduction ? 1 : 0;
  }
  order.insert(order.end(), steps.begin(), steps.end());
  if (parts.id != -1)
    order.push_back(parts);
  order.insert(order.end(), inner.begin(), inner.end());
  if (channels.id != -1)
    order.push_back(channels);
  order.push_back(own[size_t(axes.lane)]);
  order.push_back(own[size_t(axes.term)]);
  scheduler.reorder(sums, order);

  auto place = [&](int stage, const std::string &scope, bool isKept, const Axis &round,
                   const Axis &step) {
    if (isKept)
      scheduler.computeAt(stage, result, round.id == -1 ? roundLoop : round);
    else if (step.id == -1)
      scheduler.computeAt(stage, result, tileLoop);
    else
      scheduler.computeAt(stage, sums, step);
    scheduler.setScope(stage, scope);
  };
  Axis step = steps.empty() ? Axis() : steps.back();
  place(inputs, unit.inputScope, tile.keepsInputs, pixelLoop, step);
  place(weights, unit.weightScope, tile.keepsWeights, channelLoop, parts.id == -1 ? step : parts);
  scheduler.setScope(sums, unit.sumScope);
  scheduler.tensorize(sums, own[size_t(axes.lane)], unit.intrinsic);
}

void TensorRule::run() {
  result = kernel.size() - 1;
  for (int stage = 0; stage < kernel.size(); ++stage)
    if (kernel[stage].lookupIntrinsic(unit.intrinsic))
      sums = stage;
  if (sums == -1)
    return scheduleSumTiles(scheduler);
  if (!kernel[result].isResult || !findAxes())
    return;
  if (sums == result) {
    if (scheduler.cacheWrite(sums) == -1)
      return;
    ++result;
  }
  if (!scheduler.isReadPointwise(sums, result) ||
      getTree(result).getRoots().size() != size_t(getTree(sums).getNumSpatial()))
    return;
  for (int read : {inputRead, weightRead})
    if (kernel[sums].reads[read].stage != -1 && !isCopy(kernel[sums].reads[read].stage))
      return;
  std::shared_ptr<const std::vector<TensorTile>> tiles = findTiles();
  if (tiles->empty())
    return;
  TensorTile tile = decide(*tiles);
  inputs = bring(inputRead);
  weights = bring(weightRead);
  if (inputs == -1 || weights == -1)
    return;
  tileResult(tile);
  tileReduction(tile);
}

void dl::schedule::scheduleTensorUnit(Scheduler &scheduler) { TensorRule(scheduler).run(); }
