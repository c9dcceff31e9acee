//===-- RowBlocks.cpp - rows that go through a cache in blocks ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step along the vectors of a tile goes through all rows. Rows that do not fit the nearer
// caches beside the vectors' operand, and that nothing fetches ahead, are gone through in blocks by
// all vectors.
//
//===----------------------------------------------------------------------===//
#include "RowBlocks.h"

#include <algorithm>
#include <cstdlib>

using namespace dl::schedule;

/// True if terms of each row lie side by side in several lines: what fetches ahead finds them.
/// Blocks of channels of an image lie as far apart as the image is big.
static bool isFetchedAhead(const Scheduler &scheduler, int reduction, const Access &access) {
  const KernelSchedule &kernel = scheduler.getKernel();
  int64_t bytes = kernel.getElementBytes(access.read);
  for (auto axis = static_cast<AxisId>(scheduler.getNumSpatial(reduction));
       axis < static_cast<AxisId>(access.strides.size()); ++axis)
    if (access.isContiguousIn(axis) &&
        scheduler.getExtent(reduction, axis) * bytes >= 4 * kernel.target->lineBytes)
      return true;
  return false;
}

/// Bytes of what a reduction reads in one step of the axes that move all of it: of what vectors
/// move, or of what they do not and nothing fetches ahead.
static int64_t getOperandBytes(const Scheduler &scheduler, int reduction, const RegisterTile &tile,
                               bool ofVectors) {
  const KernelSchedule &kernel = scheduler.getKernel();
  double bytes = 0;
  for (const Access &access : scheduler.getAccesses(reduction)) {
    double ofOperand = scheduler.countElements(access.read) *
                       static_cast<double>(kernel.getElementBytes(access.read));
    bool isMoved = false;
    for (AxisId axis = 0; axis < scheduler.getNumSpatial(reduction); ++axis)
      if (access.dependsOn(axis)) {
        isMoved |= tile.isOfVectors(axis);
        ofOperand /=
            tile.isShared(axis) ? static_cast<double>(scheduler.getExtent(reduction, axis)) : 1;
      }
    bool waits = ofVectors || tile.isOfTiles() || !isFetchedAhead(scheduler, reduction, access);
    if (isMoved == ofVectors && waits)
      bytes += ofOperand;
  }
  // Extents that are assumed may be many.
  return static_cast<int64_t>(std::min(bytes, 1e15));
}

/// How many times less must be fetched for blocks of rows to be worth their loops.
static constexpr double blockGain = 2;

/// True if terms of neighbouring rows overlap, as those of windows do.
static bool takesWindows(const Scheduler &scheduler, int reduction, const RegisterTile &tile) {
  AxisId numSpatial = scheduler.getNumSpatial(reduction);
  auto overlaps = [&](const Access &access, AxisId row, AxisId term) {
    if (!access.dependsOn(row) || !access.dependsOn(term))
      return false;
    const auto &rowStep = access.strides[row], &termStep = access.strides[term];
    if (!rowStep || !termStep)
      return true;
    int64_t ofRow = std::abs(*rowStep), ofTerm = std::abs(*termStep);
    return ofTerm < ofRow * scheduler.getExtent(reduction, row) &&
           ofTerm * scheduler.getExtent(reduction, term) > ofRow;
  };
  for (const Access &access : scheduler.getAccesses(reduction))
    for (AxisId row = 0; row < numSpatial; ++row)
      for (auto term = numSpatial; term < static_cast<AxisId>(access.strides.size()); ++term)
        if (tile.isReuse(row) && scheduler.getExtent(reduction, term) > 1 &&
            overlaps(access, row, term))
          return true;
  return false;
}

RowBlocks dl::schedule::findFarRows(const Scheduler &scheduler, int reduction,
                                    const RegisterTile &tile) {
  RowBlocks blocks{getOperandBytes(scheduler, reduction, tile, /*ofVectors=*/false),
                   getOperandBytes(scheduler, reduction, tile, /*ofVectors=*/true)};
  // The vectors' operand goes through the same cache, and pages that share its sets are many
  // before it is full. Products of tiles take operands as fast as it hands them over, to what is
  // stored as well.
  int64_t near = scheduler.getKernel().target->getNearBytes();
  if (blocks.rowBytes <= (tile.isOfTiles() ? near / 2 : near / 8 * 5))
    return {};
  blocks.areReadOnce = !tile.isOfTiles() && !takesWindows(scheduler, reduction, tile);
  return blocks;
}

/// From so many rows of a tile on the second cache hands over vectors as fast as they are used.
static constexpr int64_t leastRows = 4;

bool dl::schedule::finishesRows(const Scheduler &scheduler, int reduction, int root,
                                const RegisterTile &tile) {
  const KernelSchedule &kernel = scheduler.getKernel();
  int64_t near = kernel.target->getNearBytes(), rows = 1;
  AxisId last = scheduler.getNumSpatial(root) - 1;
  for (AxisId axis : tile.reuseAxes)
    rows *= tile.sizes[axis];
  if (tile.vectorAxis != last || rows < leastRows ||
      tile.sizes[last] >= scheduler.getExtent(reduction, last))
    return false;
  double bytes = static_cast<double>(kernel[root].getElementBytes());
  for (AxisId axis = 0; axis <= last; ++axis)
    bytes *= tile.isShared(axis) ? 1 : static_cast<double>(scheduler.getExtent(root, axis));
  // Products of tiles take long enough for half of that cache to be read again.
  int64_t share = tile.isOfTiles() ? 2 : 4;
  return bytes > static_cast<double>(near) &&
         getOperandBytes(scheduler, reduction, tile, /*ofVectors=*/true) <= near / share;
}

/// Bytes of a block, `left` of all rows; 0: blocks gain too little. Elements that are read once
/// wait for the second cache, so that the first one is best to hold most of them; fewer and larger
/// blocks fetch the vectors' operand less often, unless the second cache holds it anyway.
static int64_t chooseRoom(const Target &target, const RowBlocks &blocks, double steps,
                          int64_t left) {
  auto bytes = static_cast<double>(blocks.rowBytes);
  int64_t near = target.getNearBytes();
  auto gains = [&](int64_t room) {
    double numBlocks = static_cast<double>(left) / static_cast<double>(room);
    bool isNear = blocks.areReadOnce && blocks.vectorBytes <= near / 2;
    double again = isNear ? 0 : numBlocks * static_cast<double>(blocks.vectorBytes);
    return steps * bytes >= blockGain * (bytes + again);
  };
  int64_t room = near / 4;
  if (blocks.rowBytes == 0 || room == 0 || !gains(room))
    return 0;
  int64_t small = std::min(room, target.caches.front().bytes * 3 / 2);
  return blocks.areReadOnce && small > 0 && gains(small) ? small : room;
}

void dl::schedule::blockRows(Scheduler &scheduler, int stage, const RowBlocks &blocks, double share,
                             const std::vector<Axis> &vectorLoops, std::vector<Axis> &rowLoops,
                             std::vector<Axis> &outer) {
  double steps = 1;
  for (const Axis &axis : vectorLoops)
    steps *= static_cast<double>(axis.extent);
  auto left = static_cast<int64_t>(static_cast<double>(blocks.rowBytes) * share);
  int64_t room = chooseRoom(*scheduler.getKernel().target, blocks, steps, left);
  if (room == 0)
    return;
  while (!rowLoops.empty() && left > room && !rowLoops.front().isDynamic) {
    Axis axis = rowLoops.front();
    int64_t each = std::max<int64_t>(1, left / axis.extent), fit = room / each;
    if (fit <= 1) {
      rowLoops.erase(rowLoops.begin());
      outer.push_back(axis);
      left = each;
      continue;
    }
    // As even as can be, and without a rest if a block need not be much smaller for that.
    int64_t least = fit / 2, numBlocks = (axis.extent + fit - 1) / fit;
    fit = (axis.extent + numBlocks - 1) / numBlocks;
    for (int64_t size = fit; size > least; --size)
      if (axis.extent % size == 0) {
        fit = size;
        break;
      }
    auto [high, low] = scheduler.split(stage, axis, fit);
    rowLoops.front() = low;
    outer.push_back(high);
    return;
  }
}
