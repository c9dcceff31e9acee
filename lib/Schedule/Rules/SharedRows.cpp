//===-- SharedRows.cpp - rows that threads share --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that share the vectors of a result, as its output channels, each read all rows, half of
// which, of two threads, the other one's cache holds from the kernel before. Threads that share
// rows each read all that is the same for them, such as weights, and a row of a neighbor's. What is
// fewer bytes is read by all.
//
//===----------------------------------------------------------------------===//
#include "SharedRows.h"

#include <algorithm>
#include <utility>

using namespace dl::schedule;

/// The parts that an extent is divided into where `iterations` are there already: the fewest that
/// make enough of them, itself if there are none.
static int64_t getParts(int64_t extent, int64_t iterations) {
  int64_t least = (enoughIterations + iterations - 1) / iterations;
  for (int64_t parts = std::max<int64_t>(least, 1); parts < extent; ++parts)
    if (extent % parts == 0)
      return parts;
  return extent;
}

std::vector<AxisId> dl::schedule::chooseSharedRows(Scheduler &scheduler, int reduction,
                                                   const RegisterTile &tile) {
  const KernelSchedule &kernel = scheduler.getKernel();
  std::vector<AxisId> rows;
  for (AxisId axis : tile.reuseAxes)
    if (scheduler.getExtent(reduction, axis) > 1)
      rows.push_back(axis);
  if (!scheduler.getOptions().parallel || kernel.target->caches.empty() || rows.empty())
    return {};
  double ofRows = 0, ofAll = 0;
  for (const Access &access : scheduler.getAccesses(reduction)) {
    double bytes = scheduler.countElements(access.read) *
                   static_cast<double>(kernel.getElementBytes(access.read));
    bool isOfRows =
        std::any_of(rows.begin(), rows.end(), [&](AxisId axis) { return access.dependsOn(axis); });
    (isOfRows ? ofRows : ofAll) += bytes;
  }
  double channels = 1;
  int64_t steps = 1, parts = 1;
  bool hasVectorLoops = false;
  for (AxisId axis = 0; axis < scheduler.getNumSpatial(reduction); ++axis) {
    int64_t extent = scheduler.getExtent(reduction, axis);
    // A batch of products is shared as such.
    if (tile.isShared(axis) && extent > 1 && axis != tile.vectorAxis)
      return {};
    if (tile.isReuse(axis)) {
      int64_t ofRow = (extent + tile.sizes[axis] - 1) / tile.sizes[axis];
      steps *= ofRow;
      parts *= parts < enoughIterations ? getParts(ofRow, parts) : 1;
      continue;
    }
    channels *= static_cast<double>(extent);
    hasVectorLoops |= extent > tile.sizes[axis];
  }
  // Loops over rows alone are shared as they are. Each share has rows for which what all read stays
  // near.
  if (!hasVectorLoops || steps < 2 * parts)
    return {};
  auto near = static_cast<double>(kernel.target->caches.front().bytes);
  // Neighbors of kernels without weights are products of as many channels.
  double ofNeighbors =
      channels * channels * static_cast<double>(kernel[reduction].resultBytes.front());
  bool isPreferred = ofRows > near && ofRows > std::max(ofAll, ofNeighbors);
  if (!scheduler.chooseWhether(reduction, "shared rows", isPreferred))
    return {};
  scheduler.setSharedRow(reduction, rows.front());
  return rows;
}

void dl::schedule::shareRows(Scheduler &scheduler, int stage, const std::vector<AxisId> &rows,
                             std::vector<std::optional<Axis>> &loops, std::vector<Axis> &outer) {
  int64_t iterations = 1;
  for (AxisId row : rows) {
    std::optional<Axis> &axis = loops[row];
    if (!axis)
      continue;
    if (axis->isDynamic || axis->hasTail || iterations >= enoughIterations)
      return;
    int64_t parts = getParts(axis->extent, iterations);
    iterations *= parts;
    if (parts == axis->extent) {
      outer.push_back(*std::exchange(axis, std::nullopt));
      continue;
    }
    auto [high, low] = scheduler.split(stage, *axis, axis->extent / parts);
    outer.push_back(high);
    axis = low;
  }
}

void dl::schedule::followSharedRows(const Scheduler &scheduler, int copy,
                                    std::vector<Axis> &outer) {
  auto [reader, row] = scheduler.getSharedRow();
  if (reader == -1)
    return;
  for (const StageRead &read : scheduler.getKernel().getAccesses(reader, copy))
    for (size_t d = 0; d < std::min(read.indices.size(), outer.size()); ++d)
      if (read.indices[d].getStep(row).value_or(0) != 0) {
        auto found = outer.begin() + static_cast<std::ptrdiff_t>(d);
        std::rotate(outer.begin(), found, found + 1);
        return;
      }
}
