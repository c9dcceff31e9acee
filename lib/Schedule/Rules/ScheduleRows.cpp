//===-- ScheduleRows.cpp - the rule for softmax and normalisations --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the last stage reads reductions that are constant along its inner axes,
// all stages are computed row by row: a row stays in the first cache between
// them. Each stage vectorizes its own innermost axis.
//
//===----------------------------------------------------------------------===//
#include "RowStages.h"

#include "dl/Schedule/LoopRuns.h"

#include <algorithm>
#include <bitset>

using namespace dl::schedule;

/// The number of leading axes of `reader` on which those producers depend that
/// it reads at some of its axes only; 0 if there are none, or no reduction.
static int getRowRank(const Scheduler &scheduler, int reader, const std::vector<int> &producers) {
  const KernelSchedule &kernel = scheduler.getKernel();
  int rank = 0, numSpatial = scheduler.getNumSpatial(reader);
  for (const StageRead &read : kernel.getAllReads(reader)) {
    if (read.stage == -1 || !isAmong(producers, read.stage))
      continue;
    int numUsed = 0, last = -1;
    for (AxisId axis = 0; axis < numSpatial; ++axis)
      if (std::any_of(read.indices.begin(), read.indices.end(), [&](const IndexExpression &index) {
            return index.coefficients[axis] != 0;
          })) {
        ++numUsed;
        last = axis;
      }
    if (numUsed < numSpatial)
      rank = std::max(rank, last + 1);
  }
  bool reduces = std::any_of(producers.begin(), producers.end(),
                             [&](int stage) { return kernel[stage].tree.hasReduction(); });
  return reduces ? rank : 0;
}

int64_t dl::schedule::chooseMaskedStep(const Scheduler &scheduler, int stage, const Axis &row,
                                       int64_t widest) {
  int64_t lanes = scheduler.getLanes(stage);
  std::bitset<64> rest(row.extent % lanes);
  if (row.isDynamic || rest.count() < 2 || !scheduler.masksShortRows(stage))
    return 0;
  if (row.extent <= lanes)
    return roundUpToPower(row.extent);
  if (!isReadInRows(scheduler, stage, row.id))
    return 0;
  int64_t pieces = row.extent / lanes + static_cast<int64_t>(rest.count());
  int64_t fewest = pieces, size = 0;
  // Shorter steps wait more for themselves, those of functions most: they are to save one of so
  // many vectors.
  int64_t saved = scheduler.isExpensive(stage) ? 5 : 13;
  for (int64_t step = widest; step >= lanes; step /= 2) {
    if (step >= 2 * row.extent)
      continue;
    int64_t ofRest = std::max<int64_t>(1, roundUpToPower(row.extent % step) / lanes);
    int64_t vectors = row.extent / step * (step / lanes) + ofRest;
    if (size <= lanes ? vectors < fewest : vectors * saved <= fewest * (saved - 1))
      fewest = vectors, size = step;
  }
  return size;
}

void dl::schedule::vectorizeInner(Scheduler &scheduler, int stage) {
  std::vector<Axis> axes = scheduler.getAxes(stage);
  // A number beside the rows has no axes.
  if (!axes.empty())
    vectorizeAxis(scheduler, stage, axes.back());
}

void dl::schedule::vectorizeAxis(Scheduler &scheduler, int stage, Axis last) {
  if (!scheduler.getOptions().vectorize || last.extent == 1)
    return;
  int64_t width =
      scheduler.getLanes(stage) * scheduler.choose(stage, last, "vectors", {1, 2, 8}, 4);
  // A dynamic extent counts as long.
  if (int64_t masked = chooseMaskedStep(scheduler, stage, last, width))
    last = scheduler.split(stage, last, masked, TailPolicy::Mask).second;
  else if (last.extent > width)
    last = scheduler.split(stage, last, width).second;
  scheduler.vectorize(stage, last);
}

/// Those of the producers, later ones first, that may be computed at an axis of
/// the root.
static std::vector<int> takeLegal(const Scheduler &scheduler, int root,
                                  const std::vector<int> &producers, AxisId axis) {
  KernelSchedule kernel = scheduler.getKernel();
  std::vector<int> legal;
  for (int producer : producers) {
    ComputeAt step(producer, root, axis);
    if (step.check(kernel))
      continue;
    step.apply(kernel);
    legal.push_back(producer);
  }
  return legal;
}

/// Rows that are computed together are to take up at most such a part of the first cache: what is
/// kept between stages and what is stored lie beside them, and the next rows are fetched meanwhile.
constexpr int64_t partOfCache = 4;

/// How many rows are computed together, stage by stage: what a row is reduced to is waited for,
/// so that short rows want others to go on with.
static int64_t chooseRows(Scheduler &scheduler, int root, const std::vector<Axis> &axes,
                          int rowRank) {
  const Axis &last = axes[rowRank - 1];
  int64_t length = 1;
  bool isDynamic = last.isDynamic;
  for (size_t axis = rowRank; axis < axes.size(); ++axis) {
    length *= axes[axis].extent;
    isDynamic |= axes[axis].isDynamic;
  }
  const Target &target = *scheduler.getKernel().target;
  int64_t cache = target.caches.empty() ? 32768 : target.caches.front().bytes;
  int64_t together = cache / partOfCache * scheduler.getLanes(root) / target.vector.bytes, most = 1;
  while (most < 8 && most * 2 * length <= together && most * 4 <= last.extent)
    most *= 2;
  if (isDynamic || most == 1)
    return 1;
  return scheduler.choose(root, last, "rows", {1, 2, 4, 8}, most);
}

bool dl::schedule::scheduleRows(Scheduler &scheduler, int root) {
  int numSpatial = scheduler.getNumSpatial(root);
  if (scheduler.getNumAxes(root) != numSpatial || numSpatial < 2)
    return false;
  std::vector<int> producers = getProducers(scheduler, root);
  // Without those that have no place in a row there may be fewer axes.
  int rowRank;
  while (true) {
    rowRank = getRowRank(scheduler, root, producers);
    if (rowRank == 0 || rowRank >= numSpatial)
      return false;
    std::vector<int> legal = takeLegal(scheduler, root, producers, rowRank - 1);
    if (legal.size() == producers.size())
      break;
    producers = std::move(legal);
  }
  if (!scheduler.chooseWhether(root, "row by row", true))
    return false;

  scheduler.markDone(root);
  std::vector<Axis> axes = scheduler.getAxes(root);
  int64_t rows = chooseRows(scheduler, root, axes, rowRank);
  if (rows > 1)
    axes[rowRank - 1] = scheduler.split(root, axes[rowRank - 1], rows).first;
  vectorizeInner(scheduler, root);
  for (int producer : producers) {
    scheduler.markDone(producer);
    // Numbers of a few rows that were stored one by one are waited for by a load of all of them.
    if (scheduler.getNumSpatial(producer) > rowRank || scheduler.getNumAxes(producer) > rowRank ||
        isCostly(scheduler.getKernel()[producer].formula))
      vectorizeInner(scheduler, producer);
    scheduler.computeAt(producer, root, axes[rowRank - 1]);
  }
  axes.resize(rowRank);
  scheduler.parallelize(root, axes);
  return true;
}
