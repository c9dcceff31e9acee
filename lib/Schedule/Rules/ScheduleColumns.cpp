//===-- ScheduleColumns.cpp - the rule for norms over outer axes ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the last stage reads reductions over an axis that is not its innermost one, such as a
// softmax over channels, of more than the nearer caches hold: all stages are computed for a block
// of columns after the other, which stays near between them. Each stage vectorizes along the block.
//
//===----------------------------------------------------------------------===//
#include "RowStages.h"

#include <algorithm>

using namespace dl::schedule;

/// A block of all columns' elements, those of the stages between included, takes up such a part of
/// the nearer caches.
static constexpr int64_t partOfNear = 4;

/// Results of so many times the nearer caches: smaller ones are in the last cache, which is fast
/// enough for whole rows, of which the machine fetches the next one.
static constexpr int64_t leastOfNear = 4;

/// The most vectors of a step along a block.
static constexpr int64_t widest = 8;

/// Those of the producers that are reductions, or that are made of one.
static std::vector<int> findReductions(const KernelSchedule &kernel,
                                       const std::vector<int> &producers) {
  std::vector<int> found;
  // Later ones are first.
  for (auto stage = producers.rbegin(); stage != producers.rend(); ++stage) {
    const dl::SharedVector<StageRead> &reads = kernel[*stage].reads;
    if (kernel[*stage].tree.hasReduction() ||
        std::any_of(reads.begin(), reads.end(),
                    [&](const StageRead &read) { return isAmong(found, read.stage); }))
      found.push_back(*stage);
  }
  return found;
}

/// For each axis of the root whether a reduction among the producers, or what is made of one, is
/// the same along it.
static std::vector<bool> findReduced(const Scheduler &scheduler, int root,
                                     const std::vector<int> &producers) {
  const KernelSchedule &kernel = scheduler.getKernel();
  int numSpatial = scheduler.getNumSpatial(root);
  std::vector<bool> isReduced(size_t(numSpatial), false);
  std::vector<int> reductions = findReductions(kernel, producers);
  for (const StageRead &read : kernel.getAllReads(root)) {
    if (!isAmong(reductions, read.stage))
      continue;
    for (AxisId axis = 0; axis < numSpatial; ++axis)
      if (std::all_of(read.indices.begin(), read.indices.end(),
                      [&](const IndexExpression &index) { return index.coefficients[axis] == 0; }))
        isReduced[size_t(axis)] = true;
  }
  return isReduced;
}

namespace {
/// How the axes of the root are gone through.
struct Columns {
  /// Those of blocks, those that are reduced, and those inside of a block.
  std::vector<Axis> outer, reduced, inner;
  /// How many columns of the last outer axis are in a block, at most; 0: one.
  int64_t width = 0;
};
} // namespace

/// Nothing where no reduction is over outer axes, or all stays near, or too few columns do, or too
/// few lie side by side for vectors.
static std::optional<Columns> findColumns(const Scheduler &scheduler, int root,
                                          const std::vector<int> &producers) {
  std::vector<bool> isReduced = findReduced(scheduler, root, producers);
  std::vector<Axis> axes = scheduler.getAxes(root);
  if (std::find(isReduced.begin(), isReduced.end(), true) == isReduced.end() || isReduced.back())
    return std::nullopt;
  const Target &target = *scheduler.getKernel().target;
  int64_t lanes = scheduler.getLanes(root);
  int64_t near = target.getNearBytes() / target.vector.bytes * lanes;
  Columns columns;
  int64_t length = 1, all = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    all *= axes[i].extent;
    length *= isReduced[i] ? axes[i].extent : 1;
    if (axes[i].isDynamic)
      return std::nullopt;
    if (isReduced[i])
      columns.reduced.push_back(axes[i]);
  }
  int64_t most = near / partOfNear / length;
  if (all <= leastOfNear * near || most < widest * lanes || axes.back().extent < 2 * lanes)
    return std::nullopt;
  // Columns that lie side by side are a block, whole axes of them while they fit.
  size_t first = axes.size();
  for (; first > 0 && !isReduced[first - 1] && axes[first - 1].extent <= most; --first)
    most /= axes[first - 1].extent;
  for (size_t i = 0; i < axes.size(); ++i)
    if (!isReduced[i])
      (i < first ? columns.outer : columns.inner).push_back(axes[i]);
  bool isSplit = first > 0 && !isReduced[first - 1] && most > 1;
  columns.width = isSplit ? most : 0;
  return columns;
}

/// Splits the innermost of the outer axes where a block has more than one of its columns.
static void splitBlock(Scheduler &scheduler, int root, Columns &columns) {
  if (columns.width == 0)
    return;
  Axis &last = columns.outer.back();
  int64_t blocks = (last.extent + columns.width - 1) / columns.width, width = columns.width;
  if (columns.inner.empty()) {
    // Of whole steps, as wide as they may be.
    int64_t lanes = widest * scheduler.getLanes(root);
    int64_t even = ((last.extent + blocks - 1) / blocks + lanes - 1) / lanes * lanes;
    width = std::min(even, width / lanes * lanes);
  } else {
    width = (last.extent + blocks - 1) / blocks;
  }
  if (width >= last.extent)
    return;
  auto [high, low] = scheduler.cut(root, last, width);
  last = high;
  columns.inner.insert(columns.inner.begin(), low);
}

/// A reduction along a block: sums of several vectors at once are kept in registers.
static void scheduleColumnReduction(Scheduler &scheduler, int stage) {
  std::vector<Axis> spatial, terms;
  for (const Axis &axis : scheduler.getAxes(stage))
    (axis.isReduction ? terms : spatial).push_back(axis);
  Axis last = spatial.back();
  spatial.pop_back();
  int64_t width = scheduler.getLanes(stage) *
                  scheduler.choose(stage, last, "vectors", {1, 2, 4, widest}, widest);
  std::vector<Axis> order = spatial;
  if (last.extent > width) {
    auto [high, low] = scheduler.split(stage, last, width);
    order.push_back(high);
    last = low;
  }
  order.insert(order.end(), terms.begin(), terms.end());
  order.push_back(last);
  scheduler.reorder(stage, order);
  scheduler.vectorize(stage, last);
}

/// True if all producers may be computed for each column.
static bool areLegal(const Scheduler &scheduler, int root, const std::vector<int> &producers,
                     const Columns &columns) {
  KernelSchedule kernel = scheduler.getKernel();
  std::vector<AxisId> order;
  for (const std::vector<Axis> *axes : {&columns.outer, &columns.inner, &columns.reduced})
    for (const Axis &axis : *axes)
      order.push_back(axis.id);
  Reorder reorder(root, order);
  if (reorder.check(kernel))
    return false;
  reorder.apply(kernel);
  AxisId last = order[columns.outer.size() + columns.inner.size() - 1];
  return std::all_of(producers.begin(), producers.end(), [&](int producer) {
    ComputeAt step(producer, root, last);
    if (step.check(kernel))
      return false;
    step.apply(kernel);
    return true;
  });
}

bool dl::schedule::scheduleColumns(Scheduler &scheduler, int root) {
  int numSpatial = scheduler.getNumSpatial(root);
  if (scheduler.getNumAxes(root) != numSpatial || numSpatial < 2 ||
      !scheduler.getOptions().vectorize)
    return false;
  std::vector<int> producers = getProducers(scheduler, root);
  std::optional<Columns> columns = findColumns(scheduler, root, producers);
  if (!columns || columns->outer.empty())
    return false;
  auto isAlongColumns = [&](int stage) {
    int spatial = scheduler.getNumSpatial(stage);
    return spatial > 0 && isReadInRows(scheduler, stage, AxisId(spatial - 1));
  };
  if (!isAlongColumns(root) || !std::all_of(producers.begin(), producers.end(), isAlongColumns) ||
      !areLegal(scheduler, root, producers, *columns) ||
      !scheduler.chooseWhether(root, "column by column", true))
    return false;

  scheduler.markDone(root);
  splitBlock(scheduler, root, *columns);
  std::vector<Axis> order = columns->outer;
  order.insert(order.end(), columns->reduced.begin(), columns->reduced.end());
  order.insert(order.end(), columns->inner.begin(), columns->inner.end());
  scheduler.reorder(root, order);
  vectorizeAxis(scheduler, root, order.back());
  for (int producer : producers) {
    scheduler.markDone(producer);
    if (scheduler.getKernel()[producer].tree.hasReduction())
      scheduleColumnReduction(scheduler, producer);
    else
      vectorizeInner(scheduler, producer);
    scheduler.computeAt(producer, root, columns->outer.back());
  }
  scheduler.parallelize(root, columns->outer);
  return true;
}
