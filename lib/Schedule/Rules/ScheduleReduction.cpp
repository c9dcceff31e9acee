//===-- ScheduleReduction.cpp - the rule for tiled reductions -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matmul, convolution, pooling. The reduction keeps a tile of its result in
// registers. An elementwise consumer gets the same tile and takes the reduction
// into its innermost loop.
//
//===----------------------------------------------------------------------===//
#include "RegisterTile.h"

#include <algorithm>

using namespace dl::schedule;

/// The dimension of a read that the axis alone moves, element by element; -1 if there is none.
static int findPlainDim(const StageRead &read, AxisId axis) {
  int found = -1;
  for (size_t dim = 0; dim < read.indices.size(); ++dim) {
    const IndexExpression &index = read.indices[dim];
    if (index.coefficients[axis] == 0)
      continue;
    auto numUsed = std::count_if(index.coefficients.begin(), index.coefficients.end(),
                                 [](int64_t coefficient) { return coefficient != 0; });
    if (found != -1 || index.kind != IndexKind::Affine || index.constant != 0 || numUsed != 1 ||
        index.coefficients[axis] != 1)
      return -1;
    found = static_cast<int>(dim);
  }
  return found;
}

/// Asks callers for the vector operand in blocks of the vector tile.
static void packVectorOperand(Scheduler &scheduler, int reduction, const RegisterTile &tile) {
  int64_t width = tile.sizes[tile.vectorAxis];
  if (width == 1)
    return;
  for (const Access &access : scheduler.getAccesses(reduction)) {
    int operand = access.read.operand;
    if (operand == -1 || scheduler.getKernel().getLayout(operand) != OperandLayout::Free ||
        !access.isAffine() || access.read.isGuarded || !access.dependsOn(tile.vectorAxis))
      continue;
    if (access.isContiguousIn(tile.vectorAxis) &&
        scheduler.getExtent(reduction, tile.vectorAxis) <= width)
      continue;
    int blocked = findPlainDim(access.read, tile.vectorAxis);
    if (blocked == -1)
      continue;
    std::vector<int64_t> shape = scheduler.getKernel().operands[operand];
    std::vector<TransformLayout::Digit> digits{
        {blocked, width, (shape[blocked] + width - 1) / width}};
    for (int dim = 0; dim < static_cast<int>(shape.size()); ++dim)
      if (dim != blocked)
        digits.push_back({dim, 1, shape[dim]});
    digits.push_back({blocked, 1, width});
    if (scheduler.chooseWhether(reduction, "blocks of operand " + std::to_string(operand), true))
      scheduler.transformLayout(reduction, operand, std::move(digits));
  }
}

namespace {
/// The axes of a stage after the tile's splits.
struct TiledAxes {
  std::vector<Axis> outer, reductions, inner;
};
} // namespace

/// Splits the axes by the tile.
static TiledAxes splitAxes(Scheduler &scheduler, int stage, const RegisterTile &tile,
                           bool isVectorOuter) {
  std::vector<Axis> axes = scheduler.getAxes(stage);
  int numSpatial = scheduler.getNumSpatial(stage);
  std::vector<std::optional<Axis>> outer(numSpatial), inner(numSpatial);
  for (AxisId axis = 0; axis < numSpatial; ++axis) {
    if (tile.sizes[axis] == 1)
      outer[axis] = axes[axis];
    else if (tile.sizes[axis] == axes[axis].extent)
      inner[axis] = axes[axis];
    else
      std::tie(outer[axis], inner[axis]) = scheduler.split(stage, axes[axis], tile.sizes[axis]);
  }
  TiledAxes result;
  for (bool isReuse : {!isVectorOuter, isVectorOuter})
    for (AxisId axis = 0; axis < numSpatial; ++axis)
      if (outer[axis] && tile.isReuse(axis) == isReuse)
        result.outer.push_back(*outer[axis]);
  for (auto axis = static_cast<AxisId>(numSpatial); axis < static_cast<AxisId>(axes.size());
       ++axis) {
    if (axis != tile.unrolledReduction) {
      result.reductions.push_back(axes[axis]);
      continue;
    }
    if (tile.reductionFactor == axes[axis].extent) {
      result.inner.push_back(axes[axis]);
      continue;
    }
    auto [high, low] = scheduler.split(stage, axes[axis], tile.reductionFactor);
    result.reductions.push_back(high);
    result.inner.push_back(low);
  }
  for (bool isReuse : {true, false})
    for (AxisId axis = 0; axis < numSpatial; ++axis)
      if (inner[axis] && axis != tile.vectorAxis && tile.isReuse(axis) == isReuse)
        result.inner.push_back(*inner[axis]);
  if (inner[tile.vectorAxis])
    result.inner.push_back(*inner[tile.vectorAxis]);
  return result;
}

/// Splits by the tile and orders: looped axes (those of the vector operand first, so that what
/// they load is reused), reduction axes, then the register tile with the vector axis last. Without
/// `unrolls` only that axis stays in registers and the rest of the tile is looped over.
static TiledAxes tileAxes(Scheduler &scheduler, int stage, const RegisterTile &tile,
                          bool isVectorOuter, bool unrolls) {
  TiledAxes result = splitAxes(scheduler, stage, tile, isVectorOuter);
  std::vector<Axis> order = result.outer;
  order.insert(order.end(), result.reductions.begin(), result.reductions.end());
  order.insert(order.end(), result.inner.begin(), result.inner.end());
  scheduler.reorder(stage, order);
  if (!scheduler.getOptions().vectorize)
    return result;
  bool hasVector = tile.sizes[tile.vectorAxis] > 1;
  for (size_t i = result.inner.size(); i-- > 0;) {
    if (hasVector && i + 1 == result.inner.size())
      scheduler.vectorize(stage, result.inner[i]);
    else if (unrolls)
      scheduler.unroll(stage, result.inner[i]);
  }
  return result;
}

/// The root itself, or the largest reduction that it alone reads element by element; -1 if there
/// is none.
static int findReduction(const Scheduler &scheduler, int root) {
  const KernelSchedule &kernel = scheduler.getKernel();
  // Elements at indices that are data make no register tile.
  auto isAffine = [&](int stage) {
    std::vector<Access> accesses = scheduler.getAccesses(stage);
    return std::all_of(accesses.begin(), accesses.end(),
                       [](const Access &access) { return access.isAffine(); });
  };
  if (kernel[root].tree.hasReduction())
    return isAffine(root) ? root : -1;
  int reduction = -1;
  for (int stage = 0; stage < root; ++stage) {
    if (!kernel[stage].tree.hasReduction() || scheduler.isDone(stage) || kernel[stage].isResult ||
        kernel.getReaders(stage) != std::vector<int>{root} ||
        scheduler.getNumSpatial(stage) != scheduler.getNumSpatial(root) ||
        !scheduler.isReadPointwise(stage, root) || !isAffine(stage))
      continue;
    int64_t most = reduction == -1 ? 0 : scheduler.getVolume(reduction);
    if (scheduler.getVolume(stage) > most)
      reduction = stage;
  }
  return reduction;
}

bool dl::schedule::scheduleReduction(Scheduler &scheduler, int root) {
  int reduction = findReduction(scheduler, root);
  if (reduction == -1 || scheduler.getNumSpatial(reduction) == 0)
    return false;
  RegisterTile tile = chooseRegisterTile(scheduler, reduction);
  if (scheduler.getOptions().vectorize)
    packVectorOperand(scheduler, reduction, tile);
  bool isVectorOuter = scheduler.chooseWhether(reduction, "vectors' loops outside", true);
  TiledAxes axes = tileAxes(scheduler, reduction, tile, isVectorOuter, /*unrolls=*/true);
  scheduler.markDone(reduction);
  if (reduction == root) {
    scheduler.parallelize(reduction, axes.outer);
    return true;
  }
  scheduler.markDone(root);
  tile.unrolledReduction = -1;
  // A long formula on the whole tile would need more registers than there are.
  bool unrolls = scheduler.chooseWhether(root, "unrolled tile", !scheduler.isExpensive(root));
  std::vector<Axis> outer = tileAxes(scheduler, root, tile, isVectorOuter, unrolls).outer;
  if (!outer.empty()) {
    std::vector<int64_t> levels;
    for (size_t level = 0; level <= outer.size(); ++level)
      levels.push_back(static_cast<int64_t>(level));
    // Inside of so many loops of the reader; of none, at root.
    int64_t level = scheduler.choose(reduction, "loops around", levels, levels.back());
    if (level > 0)
      scheduler.computeAt(reduction, root, outer[level - 1]);
  }
  scheduler.parallelize(root, outer);
  return true;
}
