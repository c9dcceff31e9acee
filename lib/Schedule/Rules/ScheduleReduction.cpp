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
#include "Borders.h"
#include "Panels.h"
#include "SharedRows.h"
#include "TensorizedTile.h"
#include "TiledLoops.h"

#include <algorithm>
#include <optional>

using namespace dl::schedule;

/// The axis of the tile along which an operand is to be in blocks: that of its vectors, or of the
/// rows that its elements are broadcast to; -1 for an operand of other axes.
static AxisId findBlockedAxis(const Access &access, const RegisterTile &tile) {
  if (access.dependsOn(tile.vectorAxis))
    return tile.sizes[tile.vectorAxis] > 1 ? tile.vectorAxis : -1;
  AxisId found = -1;
  for (AxisId axis : tile.reuseAxes)
    if (tile.sizes[axis] > 1 && access.dependsOn(axis))
      found = found == -1 ? axis : -2;
  return std::max(found, -1);
}

/// The size of the blocks of an operand along an axis of the tile. Other stages that read it may
/// have other tiles of rows: where there are such, or a rest of them, all rows are one block.
static int64_t getBlock(const Scheduler &scheduler, int reduction, const Access &access,
                        const RegisterTile &tile, AxisId axis) {
  int64_t width = tile.sizes[axis], extent = scheduler.getExtent(reduction, axis);
  // A step that begins earlier is in two blocks.
  if (axis == tile.vectorAxis)
    return tile.shiftsTail ? extent : width;
  const KernelSchedule &kernel = scheduler.getKernel();
  for (int other = 0; other < kernel.size(); ++other)
    for (const StageRead &read : kernel[other].reads)
      if (other != reduction && read.operand == access.read.operand)
        return extent;
  // Tiles that leave a rest in each block of the axis begin anywhere in smaller ones.
  if (int64_t block = tile.getBlock(axis))
    return block;
  return extent % width == 0 ? width : extent;
}

/// Asks callers for operands in blocks of the tile.
static void packOperands(Scheduler &scheduler, int reduction, const RegisterTile &tile) {
  for (const Access &access : scheduler.getAccesses(reduction)) {
    int operand = access.read.operand;
    if (operand == -1 || scheduler.getKernel().getLayout(operand) != OperandLayout::Free ||
        !access.isAffine() || access.read.isGuarded)
      continue;
    AxisId axis = findBlockedAxis(access, tile);
    int64_t width = axis == -1 ? 1 : getBlock(scheduler, reduction, access, tile, axis);
    if (width == 1 ||
        (access.isContiguousIn(axis) && scheduler.getExtent(reduction, axis) <= width))
      continue;
    int blocked = findPlainDim(access.read, axis);
    if (blocked == -1)
      continue;
    std::vector<int64_t> shape = scheduler.getKernel().operands[operand];
    std::vector<TransformLayout::Digit> digits{
        {blocked, width, (shape[blocked] + width - 1) / width}};
    // What is read in steps lies outside, so that the rest is read as it lies.
    auto isInSteps = [&](int dim) {
      const std::vector<int64_t> &steps = access.read.indices[dim].coefficients;
      return std::any_of(steps.begin(), steps.end(), [](int64_t step) { return step > 1; });
    };
    for (bool inSteps : {true, false})
      for (int dim = 0; dim < static_cast<int>(shape.size()); ++dim)
        if (dim != blocked && isInSteps(dim) == inSteps)
          digits.push_back({dim, 1, shape[dim]});
    digits.push_back({blocked, 1, width});
    if (scheduler.chooseWhether(reduction, "blocks of operand " + std::to_string(operand), true))
      scheduler.transformLayout(reduction, {-1, operand}, std::move(digits));
  }
}

/// The innermost loops of a reader that its reduction is not computed in. What masked steps store
/// is loaded by others again: a single row at once would be waited for.
static int64_t countMasked(const RegisterTile &tile) {
  if (!tile.masksTail)
    return 0;
  bool hasRows = std::any_of(tile.reuseAxes.begin(), tile.reuseAxes.end(),
                             [&](AxisId axis) { return tile.sizes[axis] > 1; });
  return hasRows ? 1 : 2;
}

/// The root itself, or the largest reduction that it alone reads element by element; -1 if there
/// is none.
static int findReduction(const Scheduler &scheduler, int root) {
  const KernelSchedule &kernel = scheduler.getKernel();
  // Elements at indices that are data make no register tile, unless these name whole rows.
  auto isKnown = [&](int stage, const IndexExpression &index) {
    int last = scheduler.getNumSpatial(stage) - 1;
    return index.kind != IndexKind::Gathered ||
           (!index.dataAxes.empty() && last >= 0 && !index.dataAxes[last]);
  };
  auto isAffine = [&](int stage) {
    std::vector<Access> accesses = scheduler.getAccesses(stage);
    return std::all_of(accesses.begin(), accesses.end(), [&](const Access &access) {
      const auto &indices = access.read.indices;
      return access.isAffine() ||
             (!access.read.isGuarded &&
              std::all_of(indices.begin(), indices.end(),
                          [&](const IndexExpression &index) { return isKnown(stage, index); }));
    });
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

/// A copy of operands that a reduction alone reads, such as its padded input.
static bool isCopyFor(const KernelSchedule &kernel, int producer, int reduction) {
  const StageSchedule &stage = kernel[producer];
  return !stage.isInlined() && !stage.isResult && !stage.tree.hasReduction() &&
         kernel.getReaders(producer) == std::vector<int>{reduction} &&
         std::all_of(stage.reads.begin(), stage.reads.end(),
                     [](const StageRead &read) { return read.stage == -1; });
}

/// How many of the outermost loops of a root, over axes or parts of them, each need elements of a
/// producer of their own.
static size_t countLoopsApart(const Scheduler &scheduler, int producer, int reduction, int root,
                              const std::vector<Axis> &outer) {
  const KernelSchedule &kernel = scheduler.getKernel();
  size_t depth = 0;
  for (const Axis &axis : outer) {
    const dl::SharedVector<StageRead> &reads = kernel[reduction].reads;
    auto roots = kernel[root].tree.getRootsOf(axis.id);
    bool isApart = std::all_of(reads.begin(), reads.end(), [&](const StageRead &read) {
      return read.stage != producer || std::all_of(roots.begin(), roots.end(), [&](AxisId of) {
               return findPlainDim(read, of) != -1;
             });
    });
    if (!isApart)
      break;
    ++depth;
  }
  return depth;
}

/// What is loaded right after smaller pieces of it were stored waits until these are in the
/// cache: a part of so many bytes is stored for long enough.
constexpr int64_t leastPart = 2048;

/// Splits the loop whose iterations would each need too few of so many bytes, so that those of
/// its outer part need enough.
static void splitForPart(Scheduler &scheduler, int root, std::vector<Axis> &outer, size_t depth,
                         int64_t bytes) {
  int64_t each = std::max<int64_t>(1, bytes / outer[depth].extent);
  auto [high, low] = scheduler.split(root, outer[depth], (leastPart + each - 1) / each);
  outer[depth] = high;
  outer.insert(outer.begin() + static_cast<std::ptrdiff_t>(depth) + 1, low);
}

/// Makes such copies, where the loops go through them part by part, part by part too, if one of
/// them stays in the nearer caches. Those of the loops that `mayCut` may be split for that.
/// Returns how many loops may run in parallel then.
static size_t computeInside(Scheduler &scheduler, int reduction, int root, std::vector<Axis> &outer,
                            size_t mayCut, bool hasPanels) {
  size_t most = outer.size();
  const KernelSchedule &kernel = scheduler.getKernel();
  int64_t near = kernel.target->getNearBytes() / 2;
  for (int producer = 0; producer < reduction; ++producer) {
    if (scheduler.isDone(producer) || !isCopyFor(kernel, producer, reduction))
      continue;
    bool isPanel = hasPanels && producer + 1 == reduction;
    size_t depth = 0;
    size_t loops = countLoopsApart(scheduler, producer, reduction, root, outer);
    int64_t bytes = scheduler.getVolume(producer) * kernel[producer].resultBytes.front();
    int64_t parts = 1;
    bool isDynamic = false;
    auto enter = [&] {
      parts *= outer[depth].extent;
      bytes /= outer[depth].extent;
      isDynamic |= outer[depth++].isDynamic;
    };
    while (depth < loops && bytes / outer[depth].extent >= leastPart)
      enter();
    bool splits = depth < std::min(loops, mayCut) && !isPanel && !isDynamic &&
                  !outer[depth].isDynamic && bytes >= 4 * leastPart;
    bool isWhole = depth > 0 && bytes <= near &&
                   (scheduler.getOptions().parallel ? scheduler.areShared(parts) : parts >= 2);
    if (!(splits || isWhole) || !scheduler.chooseWhether(producer, "part by part", true))
      continue;
    if (splits) {
      splitForPart(scheduler, root, outer, depth, bytes);
      most = outer.size();
      enter();
    }
    schedulePointwise(scheduler, producer, /*isInside=*/true);
    if (scheduler.computeAt(producer, root, outer[depth - 1]))
      most = std::min(most, depth);
  }
  return most;
}

bool dl::schedule::scheduleReduction(Scheduler &scheduler, int root) {
  int reduction = findReduction(scheduler, root);
  if (reduction == -1)
    return false;
  if (scheduler.getOptions().vectorize && reducesRows(scheduler, reduction) &&
      scheduler.chooseWhether(reduction, "in rows", true))
    return scheduleRowSums(scheduler, reduction, root);
  if (scheduler.getNumSpatial(reduction) == 0)
    return false;
  RegisterTile tile;
  bool hasPanels = false;
  if (std::optional<RegisterTile> tensorized = tensorizeReduction(scheduler, reduction)) {
    tile = std::move(*tensorized);
  } else {
    hasPanels = scheduler.getOptions().vectorize && copyPanels(scheduler, reduction);
    reduction += hasPanels;
    root += hasPanels;
    tile = chooseRegisterTile(scheduler, reduction, hasPanels);
    if (scheduler.getOptions().vectorize)
      packOperands(scheduler, reduction, tile);
  }
  takeBordersApart(scheduler, reduction, root, tile);
  LoopOrder loops;
  loops.isVectorOuter =
      scheduler.chooseWhether(reduction, "vectors' loops outside",
                              hasPanels || !finishesRows(scheduler, reduction, root, tile));
  if (loops.isVectorOuter) {
    RowBlocks far = findFarRows(scheduler, reduction, tile);
    loops.terms = chooseTermBlock(scheduler, reduction, tile,
                                  orderReductions(scheduler, reduction, tile), far.areReadOnce);
    if (far.rowBytes > 0 && (loops.terms.size == 0 || far.areReadOnce) &&
        scheduler.chooseWhether(reduction, "rows in blocks", true))
      loops.rows = far;
    if (loops.terms.size == 0 && loops.rows.rowBytes == 0)
      loops.sharedRows = chooseSharedRows(scheduler, reduction, tile);
  }
  // What is computed inside of its reader follows that one's loops.
  LoopOrder own = loops;
  if (reduction != root)
    own.rows = {}, own.sharedRows = {};
  TiledAxes axes = tileAxes(scheduler, reduction, tile, own, /*unrolls=*/true);
  scheduler.markDone(reduction);
  if (reduction == root) {
    size_t parallel = computeInside(scheduler, reduction, root, axes.outer,
                                    /*mayCut=*/axes.outer.size(), hasPanels);
    axes.outer.resize(parallel);
    scheduler.parallelize(reduction, axes.outer);
    return true;
  }
  scheduler.markDone(root);
  tile.unrolledReduction = -1;
  tile.intrinsic.clear();
  // A long formula on the whole tile would need more registers than there are, as would one on what
  // several registers of tiles hold. Behind blocks of terms the reader is a nest of its own, which
  // waits for memory.
  bool unrolls = scheduler.chooseWhether(root, "unrolled tile",
                                         !scheduler.isExpensive(root) && loops.terms.size == 0 &&
                                             !tile.isOfTiles());
  TiledAxes ofRoot = tileAxes(scheduler, root, tile, loops, unrolls);
  std::vector<Axis> outer = std::move(ofRoot.outer);
  bool isInside = false;
  if (!outer.empty()) {
    std::vector<int64_t> levels;
    for (size_t level = 0; level <= outer.size(); ++level)
      levels.push_back(static_cast<int64_t>(level));
    // Inside of so many loops of the reader; of none, at root.
    int64_t level = loops.terms.size > 0 ? static_cast<int64_t>(ofRoot.numOutside)
                                         : levels.back() - countMasked(tile);
    level = scheduler.choose(reduction, "loops around", levels, std::max<int64_t>(0, level));
    isInside = level > 0 && scheduler.computeAt(reduction, root, outer[level - 1]);
    // Parallel loops run as one: each of its iterations would compute the reduction.
    if (isInside) {
      outer.resize(static_cast<size_t>(level));
      outer.resize(computeInside(scheduler, reduction, root, outer, /*mayCut=*/0, hasPanels));
    }
  }
  if (!isInside)
    scheduler.parallelize(reduction, axes.outer);
  scheduler.parallelize(root, outer);
  return true;
}
