//===-- TermBlocks.cpp - terms that a cache holds -------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of rows goes through all terms, and with them through all of the vectors' operand: the
// weights of a block of output channels. Where these fill the nearer caches, each tile fetches
// them again from the farther ones. In blocks of terms (the kc of Goto and van de Geijn, "Anatomy
// of High-Performance Matrix Multiplication", 2008) they are fetched once, and the sums of the rows
// move instead, of which there are far fewer bytes.
//
//===----------------------------------------------------------------------===//
#include "TermBlocks.h"

#include <algorithm>
#include <cstdlib>

using namespace dl::schedule;

/// Steps of terms that pay for loading and storing their sums, and of rows for blocks at all.
static constexpr int64_t leastTerms = 32, leastRows = 4;

/// The same of products of tiles, of which each takes many terms.
static constexpr int64_t leastSteps = 8;

namespace {
/// What a tile does of a reduction.
class TermBlockChooser {
public:
  TermBlockChooser(Scheduler &scheduler, int reduction, const RegisterTile &tile)
      : scheduler(scheduler), kernel(scheduler.getKernel()), tile(tile), reduction(reduction),
        axes(scheduler.getAxes(reduction)), accesses(scheduler.getAccesses(reduction)),
        numSpatial(scheduler.getNumSpatial(reduction)) {}

  TermBlock choose(const std::vector<AxisId> &order, bool waitsForRows);

private:
  /// Iterations of the loop over an axis, outside of the tile.
  int64_t countSteps(AxisId axis) const {
    int64_t size = axis < numSpatial                ? tile.sizes[axis]
                   : axis == tile.unrolledReduction ? tile.reductionFactor
                                                    : 1;
    return (axes[axis].extent + size - 1) / size;
  }
  double getVectorBytes() const;
  bool areRowsInside(AxisId row, AxisId terms) const;
  AxisId chooseFirstRow(AxisId terms) const;
  int64_t countRows(AxisId first) const;
  int64_t chooseSize(int64_t steps, double bytes) const;

  Scheduler &scheduler;
  const KernelSchedule &kernel;
  const RegisterTile &tile;
  int reduction;
  std::vector<Axis> axes;
  std::vector<Access> accesses;
  int numSpatial;
};
} // namespace

/// Bytes of the operands that move with the vectors, of all terms of a tile.
double TermBlockChooser::getVectorBytes() const {
  double bytes = 0;
  for (const Access &access : accesses) {
    auto ofOperand = static_cast<double>(kernel.getElementBytes(access.read));
    bool isMoved = false;
    for (AxisId axis = 0; axis < static_cast<AxisId>(axes.size()); ++axis) {
      if (!access.dependsOn(axis))
        continue;
      isMoved |= axis < numSpatial && tile.isOfVectors(axis);
      ofOperand *= static_cast<double>(axis < numSpatial ? tile.sizes[axis] : axes[axis].extent);
    }
    if (isMoved)
      bytes += ofOperand;
  }
  return bytes;
}

/// True if a step of terms moves what rows read farther than one along a row does, so that what all
/// these rows read of it lies side by side, as blocks of channels of an image do. Of rows whose
/// terms lie side by side, as those of a matrix, a block is a piece of each: what fetches ahead
/// stops at its end, and pieces lie in few sets of a cache.
bool TermBlockChooser::areRowsInside(AxisId row, AxisId terms) const {
  return std::all_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    const auto &step = access.strides[terms], &rowStep = access.strides[row];
    return !access.dependsOn(row) || (step && rowStep && std::abs(*step) > std::abs(*rowStep));
  });
}

/// The first axis of the rows whose sums, of a tile's vectors, stay in the nearer caches while a
/// block of terms is added to them. Threads share what is outside.
AxisId TermBlockChooser::chooseFirstRow(AxisId terms) const {
  double bytes = static_cast<double>(kernel[reduction].resultBytes.front());
  // Extents that are assumed may be many.
  double outside = 1;
  for (AxisId axis = 0; axis < numSpatial; ++axis) {
    outside *= static_cast<double>(countSteps(axis));
    bytes *= tile.isReuse(axis) ? 1 : static_cast<double>(tile.sizes[axis]);
  }
  bool isShared = scheduler.getOptions().parallel;
  AxisId first = numSpatial;
  for (AxisId axis = numSpatial; axis-- > 0;) {
    if (!tile.isReuse(axis))
      continue;
    bytes *= static_cast<double>(axes[axis].extent);
    outside /= static_cast<double>(countSteps(axis));
    if (axes[axis].isDynamic || (countSteps(axis) > 1 && !areRowsInside(axis, terms)) ||
        bytes > static_cast<double>(kernel.target->getNearBytes()) / 2 ||
        (isShared && countSteps(axis) > 1 && !scheduler.areShared(static_cast<int64_t>(outside))))
      break;
    first = axis;
  }
  return first;
}

int64_t TermBlockChooser::countRows(AxisId first) const {
  int64_t rows = 1;
  for (AxisId axis = first; axis < numSpatial; ++axis)
    rows *= tile.isReuse(axis) ? countSteps(axis) : 1;
  return rows;
}

/// So many of the steps, of so many bytes each, that the first cache holds them beside what rows
/// read. Without a rest, which is loops of its own, where a block need not be far smaller for that.
int64_t TermBlockChooser::chooseSize(int64_t steps, double bytes) const {
  double room = static_cast<double>(kernel.target->caches.front().bytes) * 5 / 8;
  auto most = std::max<int64_t>(1, static_cast<int64_t>(room / std::max(bytes, 1.0)));
  for (int64_t size = most; size > most / 4; --size)
    if (steps % size == 0)
      return size;
  return most;
}

/// Each of the taps that tiles leave out at borders has a loop of its own over the other terms,
/// which is to have some iterations.
static int64_t lengthen(int64_t size, int64_t steps) {
  constexpr int64_t least = 8;
  if (size >= least)
    return size;
  for (int64_t longer = least; longer < 2 * least; ++longer)
    if (steps % longer == 0)
      return longer;
  return least;
}

TermBlock TermBlockChooser::choose(const std::vector<AxisId> &order, bool waitsForRows) {
  bool isMoved = tile.masksTail || tile.shiftsTail || tile.shiftsRows;
  if (kernel.target->caches.empty() || kernel[reduction].isOrdered || isMoved ||
      scheduler.getVolume(reduction) == 0)
    return {};
  auto outermost =
      std::find_if(order.begin(), order.end(), [&](AxisId axis) { return countSteps(axis) > 1; });
  double bytes = getVectorBytes();
  // Products of tiles take operands as fast as the second cache hands them over; those of vectors
  // wait for it where operands are far more than the first cache holds, or as many where those of
  // rows come from it too.
  int64_t first = kernel.target->caches.front().bytes;
  int64_t room = tile.isOfTiles() ? first
                 : waitsForRows   ? first - 1
                                  : std::min(kernel.target->getNearBytes() / 4, first * 4);
  if (outermost == order.end() || bytes <= static_cast<double>(room))
    return {};
  TermBlock block;
  block.firstRow = chooseFirstRow(*outermost);
  if (countRows(block.firstRow) < (tile.isOfTiles() ? 2 : leastRows))
    return {};
  int64_t steps = countSteps(*outermost);
  // Rows inside are of known extents, terms may not be.
  bool isDynamic =
      std::any_of(outermost, order.end(), [&](AxisId axis) { return axes[axis].isDynamic; });
  if (isDynamic)
    return {};
  int64_t size = chooseSize(steps, bytes / static_cast<double>(steps));
  if (!tile.paddedAxes.empty())
    size = lengthen(size, steps);
  int64_t terms = size;
  for (auto axis = outermost + 1; axis < order.end(); ++axis)
    terms *= axes[*axis].extent;
  if (size >= steps || terms < (tile.isOfTiles() ? leastSteps : leastTerms))
    return {};
  std::vector<int64_t> sizes = {0};
  if (scheduler.getOptions().isWide)
    sizes.insert(sizes.end(), {1, std::max<int64_t>(1, size / 2), std::min(2 * size, steps - 1)});
  block.size = scheduler.choose(reduction, axes[*outermost], "terms", sizes, size);
  if (block.size > 0)
    block.share = static_cast<double>(block.size) / static_cast<double>(steps);
  return block;
}

TermBlock dl::schedule::chooseTermBlock(Scheduler &scheduler, int reduction,
                                        const RegisterTile &tile, const std::vector<AxisId> &order,
                                        bool waitsForRows) {
  return TermBlockChooser(scheduler, reduction, tile).choose(order, waitsForRows);
}

void dl::schedule::blockTerms(Scheduler &scheduler, int stage, const TermBlock &block,
                              const std::vector<Axis> &rowLoops, std::vector<Axis> &reductions) {
  auto outermost = std::find_if(reductions.begin(), reductions.end(),
                                [](const Axis &axis) { return axis.extent > 1; });
  std::vector<Axis> order;
  if (block.size == 1) {
    order.push_back(*outermost);
    reductions.erase(outermost);
  } else {
    auto [blocks, terms] = scheduler.split(stage, *outermost, block.size);
    order.push_back(blocks);
    *outermost = terms;
  }
  order.insert(order.end(), rowLoops.begin(), rowLoops.end());
  order.insert(order.end(), reductions.begin(), reductions.end());
  reductions = std::move(order);
}
