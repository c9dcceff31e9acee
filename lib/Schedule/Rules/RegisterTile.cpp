//===-- RegisterTile.cpp - the part of a reduction in registers -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One axis goes into vector lanes, others are unrolled, so that every loaded vector
// and every broadcast scalar is used several times.
//
//===----------------------------------------------------------------------===//
#include "PaddedTerms.h"
#include "TileChooser.h"

#include <algorithm>
#include <numeric>

using namespace dl::schedule;

bool RegisterTile::isReuse(AxisId axis) const {
  return std::find(reuseAxes.begin(), reuseAxes.end(), axis) != reuseAxes.end();
}

bool RegisterTile::isPadded(AxisId axis) const {
  return std::find(paddedAxes.begin(), paddedAxes.end(), axis) != paddedAxes.end();
}

bool RegisterTile::isOfVectors(AxisId axis) const {
  return axis == vectorAxis ||
         std::find(vectorAxes.begin(), vectorAxes.end(), axis) != vectorAxes.end();
}

TailPolicy RegisterTile::getTail(AxisId axis) const {
  if (axis == rowAxis && shiftsRows)
    return TailPolicy::Shift;
  if (axis != vectorAxis || (!masksTail && !shiftsTail))
    return TailPolicy::Peel;
  return masksTail ? TailPolicy::Mask : TailPolicy::Shift;
}

/// Takes the strides inside of blocks for those of all steps: a tile is in one of them.
void TileChooser::enterBlocks() {
  blocks.assign(axes.size(), 0);
  for (Access &access : accesses)
    for (AxisId axis = 0; axis < numSpatial; ++axis)
      if (const auto &inBlocks = access.inBlocks[axis]; !access.strides[axis] && inBlocks) {
        access.strides[axis] = inBlocks->stride;
        blocks[axis] = std::gcd(blocks[axis], inBlocks->size);
      }
}

void TileChooser::classify() {
  for (AxisId axis = 0; axis < numSpatial; ++axis) {
    if (axis == tile.vectorAxis || extent(axis) == 1 || !isLinear(axis))
      continue;
    bool inVector = false, inScalar = false;
    for (const Access &access : accesses)
      (access.dependsOn(tile.vectorAxis) ? inVector : inScalar) |= access.dependsOn(axis);
    if (!inVector)
      tile.reuseAxes.push_back(axis);
    else if (!inScalar && blocks[axis] == 0)
      tile.vectorAxes.push_back(axis);
  }
}

void TileChooser::chooseReuse(int64_t vectors) {
  int64_t most = costs.countRows(vectors), rows = 1;
  for (auto axis = tile.reuseAxes.rbegin(); axis != tile.reuseAxes.rend(); ++axis) {
    int64_t room = most / rows;
    if (room < 2)
      return;
    auto [best, cost] = findSize(*axis, rows, room);
    int64_t block = blocks[*axis] != 0 ? blocks[*axis] : extent(*axis);
    int64_t size =
        scheduler.choose(reduction, axes[*axis], "tile", countTo(std::min(room, block)), best);
    tile.sizes[*axis] = size;
    if (block % size != 0 && block < extent(*axis))
      tile.blocks[*axis] = block;
    rows *= size;
    // A second axis only where the first is used up.
    if (size < extent(*axis))
      return;
  }
}

/// A reduction axis that shares an index expression with a tile axis would make
/// that operand's slice overlap itself.
bool TileChooser::sharesIndexWithTile(AxisId axis) const {
  for (const Access &access : accesses)
    for (const IndexExpression &index : access.read.indices)
      for (AxisId other = 0; other < numSpatial; ++other)
        if (index.coefficients[axis] != 0 && index.coefficients[other] != 0 &&
            tile.sizes[other] > 1 && access.dependsOn(other))
          return true;
  return false;
}

bool TileChooser::isContiguous(AxisId axis) const {
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    return !access.dependsOn(tile.vectorAxis) && access.isContiguousIn(axis);
  });
}

AxisId TileChooser::findUnrolledReduction() const {
  AxisId chosen = -1;
  // Slices do not run backwards.
  auto goesBack = [&](AxisId axis) {
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
      return !access.strides[axis] || *access.strides[axis] < 0;
    });
  };
  for (auto axis = static_cast<AxisId>(numSpatial); axis < static_cast<AxisId>(axes.size()); ++axis)
    if (extent(axis) != 1 && !sharesIndexWithTile(axis) && !goesBack(axis) &&
        !tile.isPadded(axis) && (chosen == -1 || isContiguous(axis) || !isContiguous(chosen)))
      chosen = axis;
  return chosen;
}

void TileChooser::chooseReduction(int64_t vectors) {
  // Terms in order stay so.
  AxisId chosen = scheduler.getKernel()[reduction].isOrdered ? -1 : findUnrolledReduction();
  if (chosen == -1)
    return;
  int64_t size = extent(chosen), factor = size <= 7 ? size : 4, rows = 1;
  for (AxisId axis : tile.reuseAxes)
    rows *= tile.sizes[axis];
  // The vectors of all steps are loaded ahead: where rows use them again, they are to
  // fit beside the accumulators. Where they are lines, one of them on the stack costs less than
  // the loop's control.
  if (rows > 1 && vectors > 2)
    factor = std::min(factor, costs.hasLines() ? 4 : std::max<int64_t>(1, 8 / vectors));
  factor = scheduler.choose(reduction, axes[chosen], "tile", countTo(std::min<int64_t>(size, 8)),
                            factor);
  if (factor == 1)
    return;
  tile.unrolledReduction = chosen;
  tile.reductionFactor = factor;
}

RegisterTile TileChooser::choose() {
  tile.sizes.assign(numSpatial, 1);
  tile.blocks.assign(numSpatial, 0);
  int64_t lanes = scheduler.getLanes(reduction);
  for (AxisId axis = 0; axis < numSpatial; ++axis)
    if (extent(axis) > 1 && isLinear(axis) && blocks[axis] == 0)
      tile.vectorAxis = axis;
  // Without an axis that moves the reads in steps there is nothing to tile.
  if (!isLinear(tile.vectorAxis) || blocks[tile.vectorAxis] != 0)
    return tile;
  classify();
  chooseVectors(lanes);
  int64_t vectors = std::max<int64_t>(1, tile.sizes[tile.vectorAxis] / lanes);
  for (AxisId axis : tile.vectorAxes)
    vectors *= tile.sizes[axis];
  int64_t reuse = 1;
  for (AxisId axis : tile.reuseAxes)
    reuse *= extent(axis);
  tile.shiftsTail = !tile.masksTail && isBetterShifted(vectors, reuse);
  if (accesses.size() >= 2)
    chooseReuse(vectors);
  if (tile.windowAxis == -1) {
    tile.paddedAxes = findPaddedTerms(scheduler, reduction, tile.sizes);
    if (!tile.paddedAxes.empty() && !scheduler.chooseWhether(reduction, "padding left out", true))
      tile.paddedAxes.clear();
  }
  // Only a product of two operands becomes multiply-adds; others gain nothing
  // from an unrolled reduction. Nor does a product lane by lane (depthwise
  // convolution), which broadcasts nothing: a step of it is elementwise.
  bool isLaneByLane = std::all_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    return access.dependsOn(tile.vectorAxis);
  });
  if (accesses.size() >= 2 && !isLaneByLane)
    chooseReduction(vectors);
  return tile;
}

RegisterTile dl::schedule::chooseRegisterTile(Scheduler &scheduler, int reduction, bool hasPanels) {
  return TileChooser(scheduler, reduction, hasPanels).choose();
}
