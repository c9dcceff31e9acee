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
#include "RegisterTile.h"

#include <algorithm>
#include <limits>

using namespace dl::schedule;

namespace {
class TileChooser {
public:
  TileChooser(Scheduler &scheduler, int reduction)
      : scheduler(scheduler), reduction(reduction), axes(scheduler.getAxes(reduction)),
        numSpatial(scheduler.getNumSpatial(reduction)), accesses(scheduler.getAccesses(reduction)) {
  }

  RegisterTile choose();

private:
  int64_t extent(AxisId axis) const { return axes[axis].extent; }
  /// True if a step along the axis moves each read by a constant number of elements.
  bool isLinear(AxisId axis) const {
    return std::all_of(accesses.begin(), accesses.end(),
                       [&](const Access &access) { return access.strides[axis].has_value(); });
  }
  void classify();
  void chooseVectors(int64_t lanes);
  void chooseReuse(int64_t vectors);
  AxisId findUnrolledReduction() const;
  void chooseReduction(int64_t vectors);
  bool sharesIndexWithTile(AxisId axis) const;
  bool isContiguous(AxisId axis) const;
  static double getCost(int64_t reuse, int64_t vectors);

  Scheduler &scheduler;
  int reduction;
  std::vector<Axis> axes;
  int numSpatial;
  std::vector<Access> accesses;
  RegisterTile tile;
};
} // namespace

bool RegisterTile::isReuse(AxisId axis) const {
  return std::find(reuseAxes.begin(), reuseAxes.end(), axis) != reuseAxes.end();
}

/// Issue slots of one reduction step of a tile: two multiply-adds and two loads
/// a cycle, and a chain of at least four cycles through each accumulator.
double TileChooser::getCost(int64_t reuse, int64_t vectors) {
  auto rows = static_cast<double>(reuse), columns = static_cast<double>(vectors);
  return std::max({0.5 * rows * columns, 0.5 * (rows + columns), 4.0}) + 0.25;
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
    else if (!inScalar)
      tile.vectorAxes.push_back(axis);
  }
}

/// 1, 2, 3 and so on, all that there are.
static std::vector<int64_t> countTo(int64_t last) {
  std::vector<int64_t> numbers;
  for (int64_t number = 1; number <= last; ++number)
    numbers.push_back(number);
  return numbers;
}

void TileChooser::chooseVectors(int64_t lanes) {
  AxisId axis = tile.vectorAxis;
  int64_t size = std::min(extent(axis), lanes), most = lanes * 8;
  int64_t reuse = 1;
  for (AxisId other : tile.reuseAxes)
    reuse *= extent(other);
  // Without rows that reuse a vector, independent vectors hide the latency.
  int64_t vectors = reuse >= 4 ? 2 : 8;
  if (accesses.size() < 2)
    vectors = 1;
  std::vector<int64_t> candidates;
  for (int64_t candidate = size; candidate <= std::min(extent(axis), most); candidate *= 2)
    candidates.push_back(candidate);
  while (size < lanes * vectors && size * 2 <= extent(axis))
    size *= 2;
  size = scheduler.choose(reduction, axes[axis], "tile", candidates, size);
  tile.sizes[axis] = size;
  int64_t have = std::max<int64_t>(1, size / lanes);
  if (have >= vectors || tile.vectorAxes.empty())
    return;
  AxisId other = tile.vectorAxes.back();
  int64_t count = std::min(extent(other), vectors / have);
  tile.sizes[other] = scheduler.choose(reduction, axes[other], "tile",
                                       countTo(std::min(extent(other), 8 / have)), count);
}

void TileChooser::chooseReuse(int64_t vectors) {
  // Alive at once are the accumulators, the vectors of one reduction iteration, its
  // broadcasts and what is loaded ahead for the next ones: an eighth of the registers for
  // the latter two. LLVM needs no stack for 13 rows of 2 vectors in 32 registers or 6 in
  // 16; for 14 in 32 it does.
  int64_t registers = scheduler.getRegisters().count;
  int64_t passing = std::max<int64_t>(1, registers / 8);
  int64_t most = std::max<int64_t>(1, (registers - vectors - passing) / vectors);
  int64_t rows = 1;
  for (auto axis = tile.reuseAxes.rbegin(); axis != tile.reuseAxes.rend(); ++axis) {
    int64_t room = most / rows;
    if (room < 2)
      return;
    int64_t best = 1;
    double bestCost = std::numeric_limits<double>::max();
    for (int64_t size = 1; size <= std::min(room, extent(*axis)); ++size) {
      int64_t whole = extent(*axis) / size, rest = extent(*axis) % size;
      double cost = static_cast<double>(whole) * getCost(rows * size, vectors);
      // A tail costs its time and a second copy of the code.
      if (rest > 0)
        cost = (cost + getCost(rows * rest, vectors)) * 1.03;
      if (cost <= bestCost) {
        bestCost = cost;
        best = size;
      }
    }
    best = scheduler.choose(reduction, axes[*axis], "tile", countTo(std::min(room, extent(*axis))),
                            best);
    tile.sizes[*axis] = best;
    rows *= best;
    // A second axis only where the first is used up.
    if (best < extent(*axis))
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
            tile.sizes[other] > 1)
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
        (chosen == -1 || isContiguous(axis) || !isContiguous(chosen)))
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
  // fit beside the accumulators.
  if (rows > 1 && vectors > 2)
    factor = std::min(factor, std::max<int64_t>(1, 8 / vectors));
  factor = scheduler.choose(reduction, axes[chosen], "tile", countTo(std::min<int64_t>(size, 8)),
                            factor);
  if (factor == 1)
    return;
  tile.unrolledReduction = chosen;
  tile.reductionFactor = factor;
}

RegisterTile TileChooser::choose() {
  tile.sizes.assign(numSpatial, 1);
  int64_t lanes = scheduler.getLanes(reduction);
  for (AxisId axis = 0; axis < numSpatial; ++axis)
    if (extent(axis) > 1 && isLinear(axis))
      tile.vectorAxis = axis;
  // Without an axis that moves the reads in steps there is nothing to tile.
  if (!isLinear(tile.vectorAxis))
    return tile;
  classify();
  chooseVectors(lanes);
  int64_t vectors = std::max<int64_t>(1, tile.sizes[tile.vectorAxis] / lanes);
  for (AxisId axis : tile.vectorAxes)
    vectors *= tile.sizes[axis];
  if (accesses.size() >= 2)
    chooseReuse(vectors);
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

RegisterTile dl::schedule::chooseRegisterTile(Scheduler &scheduler, int reduction) {
  return TileChooser(scheduler, reduction).choose();
}
