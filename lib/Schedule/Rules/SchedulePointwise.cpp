//===-- SchedulePointwise.cpp - the rule for elementwise stages -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule that takes what no other takes: copies, padding, elementwise stages.
// The innermost axis is vectorized, the outermost ones are parallel.
//
//===----------------------------------------------------------------------===//
#include "LoopBlocks.h"
#include "SharedRows.h"

#include <algorithm>
#include <numeric>
#include <optional>

using namespace dl::schedule;

/// Rows that a tile which is turned over has: a vector's elements are as many rows of what is
/// read, and so many registers are left for what turns them.
constexpr int64_t turnedRows = 8, leastTurnedRows = 4, mostTurnedRows = 16;

/// The axis along which what is read lies in memory, where `last` goes across its rows: a tile of
/// both is loaded as rows of the one, turned over in registers and stored as rows of the other.
/// -1 where nothing is read so. `block`: steps are such only inside of blocks of that size; 0:
/// all are.
static int findTurnedAxis(const Scheduler &scheduler, int root, int last, int64_t &block) {
  for (const Access &access : scheduler.getAllAccesses(root)) {
    if (access.read.isGuarded || !access.strides[last] || *access.strides[last] <= 1)
      continue;
    for (int axis = 0; axis < last; ++axis) {
      const auto &inBlocks = access.inBlocks[axis];
      block = inBlocks && !access.strides[axis] ? inBlocks->size : 0;
      if (access.isContiguousIn(axis) ||
          (block % leastTurnedRows == 0 && block != 0 && inBlocks->stride == 1))
        return axis;
    }
  }
  return -1;
}

/// Elements of a line of memory, where rows may be as many.
static int64_t getTurnedLine(const Scheduler &scheduler, int root) {
  const KernelSchedule &kernel = scheduler.getKernel();
  return std::min(mostTurnedRows, kernel.target->lineBytes / kernel[root].resultBytes.front());
}

/// As many rows as a line of what is read has elements where they have no rest, so that each line
/// is read once; else fewer, whose rests are short.
static int64_t chooseTurnedRows(Scheduler &scheduler, int root, const Axis &axis, int64_t block) {
  std::vector<int64_t> candidates;
  int64_t preferred = leastTurnedRows, line = getTurnedLine(scheduler, root);
  int64_t whole = block == 0 && !axis.isDynamic ? axis.extent : block;
  for (int64_t rows = leastTurnedRows; rows <= mostTurnedRows; rows *= 2)
    if (block % rows == 0) {
      candidates.push_back(rows);
      if (rows <= turnedRows || (rows <= line && whole != 0 && whole % rows == 0))
        preferred = rows;
    }
  return scheduler.choose(root, axis, "rows", candidates, preferred);
}

/// Steps along the last axis after which the next rows follow: these find the other parts of the
/// lines that are read, one for each element of the axis, in a quarter of the first cache. 1: no
/// line has other parts, or all steps are few.
static int64_t chooseTurnedSteps(Scheduler &scheduler, int root, const Axis &steps, int64_t rows) {
  const Target &target = *scheduler.getKernel().target;
  int64_t near = target.caches.empty() ? 0 : target.caches.front().bytes / 4;
  int64_t most = near / target.lineBytes / scheduler.getLanes(root);
  if (most == 0 || steps.isDynamic || steps.extent <= most ||
      rows >= getTurnedLine(scheduler, root))
    return 1;
  int64_t size = std::max<int64_t>(1, most / 2);
  for (int64_t divisor = size; divisor <= most; ++divisor)
    if (steps.extent % divisor == 0)
      size = divisor;
  return scheduler.choose(root, steps, "steps", {1, size}, size);
}

/// `turned` and the last spatial axis make a tile.
static void scheduleTurned(Scheduler &scheduler, int root, const std::vector<Axis> &axes,
                           int turned, int64_t block, bool isInside) {
  int last = scheduler.getNumSpatial(root) - 1;
  std::vector<Axis> outer, tile;
  int64_t rows = 1;
  for (int number = 0; number <= last; ++number) {
    Axis axis = axes[number];
    int64_t size = number == last ? scheduler.getLanes(root) : 1;
    if (number == turned)
      size = rows = chooseTurnedRows(scheduler, root, axis, block);
    if (size == 1) {
      outer.push_back(axis);
      continue;
    }
    if (axis.extent > size) {
      auto [high, low] = scheduler.split(root, axis, size);
      outer.push_back(high);
      axis = low;
    }
    tile.push_back(axis);
  }
  std::vector<Axis> terms;
  if (!isInside) {
    if (axes[last].extent > tile.back().extent && axes[turned].extent > rows)
      if (int64_t size = chooseTurnedSteps(scheduler, root, outer.back(), rows); size > 1) {
        auto [high, low] = scheduler.split(root, outer.back(), size);
        outer.back() = high;
        std::rotate(outer.begin() + turned, outer.begin() + turned + 1, outer.end());
        outer.push_back(low);
      }
    blockLoops(scheduler, root, outer, terms);
  }
  std::vector<Axis> order = outer;
  order.insert(order.end(), tile.begin(), tile.end());
  scheduler.reorder(root, order);
  scheduler.vectorize(root, tile[1]);
  scheduler.unroll(root, tile[0]);
  if (!isInside)
    scheduler.parallelize(root, outer);
}

/// Vectors of rows that are computed together: those of long formulas wait for themselves.
static int64_t countTogether(const Scheduler &scheduler, int root) {
  const KernelSchedule &kernel = scheduler.getKernel();
  int64_t functions = kernel[root].formula.functions;
  for (int inlined : kernel.getInlined(root))
    functions += kernel[inlined].formula.functions;
  constexpr int64_t few = 4;
  return functions > 1 && scheduler.getRegisters().count >= 8 * few ? 2 * few : few;
}

/// Splits off rows of one step each that are computed together; nothing where one row has vectors
/// enough, or its formula is short.
static std::optional<Axis> splitRows(Scheduler &scheduler, int root, std::vector<Axis> &outer,
                                     int64_t elements) {
  if (outer.empty() || outer.back().isDynamic || !scheduler.isExpensive(root))
    return std::nullopt;
  int64_t together = countTogether(scheduler, root);
  int64_t ofRow = std::max<int64_t>(1, elements / scheduler.getLanes(root)), rows = 1;
  while (rows * ofRow < together && rows * 4 <= outer.back().extent)
    rows *= 2;
  if (rows > 1)
    rows = scheduler.choose(root, outer.back(), "rows", {1, 2, 4, 8}, rows);
  if (rows == 1)
    return std::nullopt;
  auto [high, low] = scheduler.split(root, outer.back(), rows);
  outer.back() = high;
  return low;
}

void dl::schedule::schedulePointwise(Scheduler &scheduler, int root, bool isInside) {
  scheduler.markDone(root);
  std::vector<Axis> axes = scheduler.getAxes(root);
  int numSpatial = scheduler.getNumSpatial(root);
  if (numSpatial == 0)
    return;
  std::vector<Axis> outer(axes.begin(), axes.begin() + numSpatial - 1);
  Axis last = axes[numSpatial - 1];
  // Whether a condition on sizes that only a run knows holds is asked of each element.
  std::vector<Access> accesses = scheduler.getAccesses(root);
  bool asksSizes = std::any_of(accesses.begin(), accesses.end(), [](const Access &access) {
    return access.read.isGuarded && !access.isAffine();
  });
  bool hasReduction = static_cast<int>(axes.size()) > numSpatial;
  int64_t repeats = scheduler.getRepeats(root, numSpatial - 1);
  if (hasReduction || !scheduler.getOptions().vectorize || asksSizes || repeats == 0) {
    outer.push_back(last);
    if (!isInside)
      scheduler.parallelize(root, outer);
    return;
  }
  int64_t block = 0;
  if (int turned = findTurnedAxis(scheduler, root, numSpatial - 1, block); turned != -1) {
    scheduleTurned(scheduler, root, axes, turned, block, isInside);
    return;
  }
  // Four vectors at a time hide the latency of long bodies.
  int64_t width =
      scheduler.getLanes(root) * scheduler.choose(root, last, "vectors", {1, 2, 8, 16}, 4);
  width = std::lcm(width, repeats);
  // A row of 7 elements is three steps, of 4, 2 and 1, and one masked step of 8.
  int64_t masked = chooseMaskedStep(scheduler, root, last, width);
  // A short formula waits for its loads and stores, where a mask behind whole steps gains nothing.
  // Elements that are repeated are shuffled, which no mask stops.
  if ((last.extent > width && !scheduler.isExpensive(root)) || repeats > 1)
    masked = 0;
  bool isOneStep = last.extent <= masked;
  std::optional<Axis> rows;
  if (last.extent <= width && !last.isDynamic)
    rows = splitRows(scheduler, root, outer, std::max(last.extent, masked));
  if (last.extent > width || masked != 0) {
    auto [high, low] = scheduler.split(root, last, masked != 0 ? masked : width,
                                       masked != 0 ? TailPolicy::Mask : TailPolicy::Peel);
    outer.push_back(high);
    last = low;
  }
  std::vector<Axis> terms;
  if (rows) {
    std::vector<Axis> order = outer;
    order.push_back(*rows);
    order.push_back(last);
    scheduler.reorder(root, order);
  } else if (!isOneStep && !isInside) {
    followSharedRows(scheduler, root, outer);
    blockLoops(scheduler, root, outer, terms);
    std::vector<Axis> order = outer;
    order.push_back(last);
    const std::vector<AxisId> &leaves = scheduler.getKernel()[root].tree.getLeaves();
    if (!std::equal(order.begin(), order.end(), leaves.begin(), leaves.end(),
                    [](const Axis &axis, AxisId leaf) { return axis.id == leaf; }))
      scheduler.reorder(root, order);
  }
  scheduler.vectorize(root, last);
  if (rows)
    scheduler.unroll(root, *rows);
  if (!isInside)
    scheduler.parallelize(root, outer);
}
