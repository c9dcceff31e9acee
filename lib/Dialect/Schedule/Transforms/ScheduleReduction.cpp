//===-- ScheduleReduction.cpp - the rule for tiled reductions -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matmul, convolution, pooling. The reduction keeps a tile of its result in
// registers: one axis in vector lanes, others unrolled, so that every loaded
// vector and every broadcast scalar is used several times. The tile is chosen by
// counting what one reduction step issues (multiply-adds, loads) and the tails
// that a size leaves; the register file bounds it. An elementwise consumer gets
// the same tile and takes the reduction into its innermost loop.
//
//===----------------------------------------------------------------------===//
#include "DefaultRules.h"

#include "dl/Dialect/Te/IR/Te.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {
/// The tile of the reduction's axes; 1 where an axis is only looped over.
struct RegisterTile {
  SmallVector<int64_t> sizes;
  unsigned vectorAxis = 0;
  /// Axes on which the vector operand does not depend (its loads are reused),
  /// and those on which only it depends.
  SmallVector<unsigned> reuseAxes, vectorAxes;
  std::optional<unsigned> unrolledReduction;
  int64_t reductionFactor = 1;
};

/// Chooses the tile of one reduction stage.
class TileChooser {
public:
  TileChooser(DefaultScheduler &scheduler, te::ComputeOp reduction)
      : scheduler(scheduler), reduction(reduction), accesses(scheduler.getAccesses(reduction)) {}

  RegisterTile choose();

private:
  int64_t extent(unsigned axis) { return getAssumed(reduction.getExtents()[axis]); }
  /// True if a step along the axis moves each read by a constant number of elements.
  bool isLinear(unsigned axis) const {
    return llvm::all_of(accesses,
                        [&](const Access &access) { return access.strides[axis].has_value(); });
  }
  void classify(RegisterTile &tile);
  void chooseVectors(RegisterTile &tile, int64_t lanes);
  void chooseReuse(RegisterTile &tile, int64_t vectors);
  void chooseReduction(RegisterTile &tile, int64_t vectors);
  static double getCost(int64_t reuse, int64_t vectors);

  DefaultScheduler &scheduler;
  te::ComputeOp reduction;
  SmallVector<Access> accesses;
};
} // namespace

/// Issue slots of one reduction step of a tile: two multiply-adds and two loads
/// a cycle, and a chain of at least four cycles through each accumulator.
double TileChooser::getCost(int64_t reuse, int64_t vectors) {
  double arithmetic = 0.5 * reuse * vectors, loads = 0.5 * (reuse + vectors);
  return std::max({arithmetic, loads, 4.0}) + 0.25;
}

void TileChooser::classify(RegisterTile &tile) {
  unsigned vector = tile.vectorAxis;
  for (unsigned axis = 0; axis < reduction.getNumSpatial(); ++axis) {
    if (axis == vector || extent(axis) == 1 || !isLinear(axis))
      continue;
    bool inVector = false, inScalar = false;
    for (const Access &access : accesses)
      (access.dependsOn(vector) ? inVector : inScalar) |= access.dependsOn(axis);
    if (!inVector)
      tile.reuseAxes.push_back(axis);
    else if (!inScalar)
      tile.vectorAxes.push_back(axis);
  }
}

void TileChooser::chooseVectors(RegisterTile &tile, int64_t lanes) {
  unsigned axis = tile.vectorAxis;
  int64_t size = std::min(extent(axis), lanes);
  int64_t reuse = 1;
  for (unsigned other : tile.reuseAxes)
    reuse *= extent(other);
  // Without rows that reuse a vector, independent vectors hide the latency.
  int64_t vectors = reuse >= 4 ? 2 : 8;
  if (accesses.size() < 2)
    vectors = 1;
  while (size < lanes * vectors && size * 2 <= extent(axis))
    size *= 2;
  tile.sizes[axis] = size;
  int64_t have = std::max<int64_t>(1, size / lanes);
  if (have >= vectors)
    return;
  for (unsigned other : llvm::reverse(tile.vectorAxes)) {
    int64_t count = std::min(extent(other), vectors / have);
    tile.sizes[other] = count;
    return;
  }
}

void TileChooser::chooseReuse(RegisterTile &tile, int64_t vectors) {
  // Alive at once are the accumulators, the vectors of one reduction iteration, its
  // broadcasts and what is loaded ahead for the next ones: an eighth of the registers for
  // the latter two. LLVM needs no stack for 13 rows of 2 vectors in 32 registers or 6 in
  // 16; for 14 in 32 it does.
  int64_t registers = scheduler.getRegisters().count;
  int64_t passing = std::max<int64_t>(1, registers / 8);
  int64_t most = std::max<int64_t>(1, (registers - vectors - passing) / vectors);
  int64_t rows = 1;
  for (unsigned axis : llvm::reverse(tile.reuseAxes)) {
    int64_t room = most / rows;
    if (room < 2)
      return;
    int64_t best = 1;
    double bestCost = std::numeric_limits<double>::max();
    for (int64_t size = 1; size <= std::min(room, extent(axis)); ++size) {
      int64_t whole = extent(axis) / size, rest = extent(axis) % size;
      double cost = whole * getCost(rows * size, vectors);
      // A tail costs its time and a second copy of the code.
      if (rest > 0)
        cost = (cost + getCost(rows * rest, vectors)) * 1.03;
      if (cost <= bestCost) {
        bestCost = cost;
        best = size;
      }
    }
    tile.sizes[axis] = best;
    rows *= best;
    // A second axis only where the first is used up.
    if (best < extent(axis))
      return;
  }
}

void TileChooser::chooseReduction(RegisterTile &tile, int64_t vectors) {
  // A reduction axis that shares an index expression with a tile axis would make
  // that operand's slice overlap itself.
  auto shares = [&](unsigned axis) {
    for (const Access &access : accesses) {
      for (AffineExpr index : access.read.getMap().getResults()) {
        bool uses = false, tiled = false;
        for (auto [i, operand] : llvm::enumerate(access.read.getIndexOperands())) {
          auto argument = dyn_cast<BlockArgument>(operand);
          if (!argument || !index.isFunctionOfDim(i))
            continue;
          uses |= argument.getArgNumber() == axis;
          tiled |= argument.getArgNumber() < tile.sizes.size() &&
                   tile.sizes[argument.getArgNumber()] > 1;
        }
        if (uses && tiled)
          return true;
      }
    }
    return false;
  };
  auto contiguous = [&](unsigned axis) {
    return llvm::any_of(accesses, [&](const Access &access) {
      return !access.dependsOn(tile.vectorAxis) && access.isContiguousIn(axis);
    });
  };
  // Slices do not run backwards.
  auto goesBack = [&](unsigned axis) {
    return llvm::any_of(accesses, [&](const Access &access) {
      return !access.strides[axis] || *access.strides[axis] < 0;
    });
  };
  std::optional<unsigned> chosen;
  // Terms in order stay so.
  if (reduction.isOrdered())
    return;
  for (unsigned axis = reduction.getNumSpatial(); axis < reduction.getNumAxes(); ++axis) {
    if (extent(axis) == 1 || shares(axis) || goesBack(axis))
      continue;
    if (!chosen || contiguous(axis) || !contiguous(*chosen))
      chosen = axis;
  }
  if (!chosen)
    return;
  int64_t size = extent(*chosen), factor = size <= 7 ? size : 4, rows = 1;
  for (unsigned axis : tile.reuseAxes)
    rows *= tile.sizes[axis];
  // The vectors of all steps are loaded ahead: where rows use them again, they are to
  // fit beside the accumulators.
  if (rows > 1 && vectors > 2)
    factor = std::min(factor, std::max<int64_t>(1, 8 / vectors));
  if (factor == 1)
    return;
  tile.unrolledReduction = chosen;
  tile.reductionFactor = factor;
}

RegisterTile TileChooser::choose() {
  RegisterTile tile;
  tile.sizes.assign(reduction.getNumSpatial(), 1);
  int64_t lanes = scheduler.getLanes(reduction.getTensorType().getElementType());
  for (unsigned axis = 0; axis < reduction.getNumSpatial(); ++axis)
    if (extent(axis) > 1 && isLinear(axis))
      tile.vectorAxis = axis;
  // Without an axis that moves the reads in steps there is nothing to tile.
  if (!isLinear(tile.vectorAxis))
    return tile;
  classify(tile);
  chooseVectors(tile, lanes);
  int64_t vectors = std::max<int64_t>(1, tile.sizes[tile.vectorAxis] / lanes);
  for (unsigned axis : tile.vectorAxes)
    vectors *= tile.sizes[axis];
  if (accesses.size() >= 2)
    chooseReuse(tile, vectors);
  // Only a product of two operands becomes multiply-adds; others gain nothing
  // from an unrolled reduction. Nor does a product lane by lane (depthwise
  // convolution), which broadcasts nothing: a step of it is elementwise.
  bool isLaneByLane = llvm::all_of(
      accesses, [&](const Access &access) { return access.dependsOn(tile.vectorAxis); });
  if (accesses.size() >= 2 && !isLaneByLane)
    chooseReduction(tile, vectors);
  return tile;
}

/// Asks callers for the vector operand in blocks of the vector tile.
static void packVectorOperand(DefaultScheduler &scheduler, StageHandle stage,
                              const RegisterTile &tile) {
  te::ComputeOp reduction = stage.op;
  int64_t width = tile.sizes[tile.vectorAxis];
  if (width == 1)
    return;
  for (const Access &access : scheduler.getAccesses(reduction)) {
    auto operand = dyn_cast<BlockArgument>(access.read.getSource());
    if (!operand || scheduler.isPacked(operand) || !access.read.isAffine() ||
        access.read.getPredicate() || !access.dependsOn(tile.vectorAxis))
      continue;
    if (!scheduler.getKernel().getArgAttr(operand.getArgNumber(),
                                          te::TeDialect::getLayoutFreeAttrName()))
      continue;
    bool contiguous = access.isContiguousIn(tile.vectorAxis);
    if (contiguous && getAssumed(reduction.getExtents()[tile.vectorAxis]) <= width)
      continue;
    // The dimension that is indexed by the vector axis alone.
    std::optional<unsigned> blocked;
    bool plain = true;
    for (auto [i, index] : llvm::enumerate(access.read.getMap().getResults())) {
      bool uses = false;
      for (auto [j, value] : llvm::enumerate(access.read.getIndexOperands()))
        uses |= index.isFunctionOfDim(j) &&
                cast<BlockArgument>(value).getArgNumber() == tile.vectorAxis;
      if (!uses)
        continue;
      plain &= isa<AffineDimExpr>(index) && !blocked;
      blocked = i;
    }
    if (!plain || !blocked)
      continue;
    unsigned rank = access.read.getSourceType().getRank();
    MLIRContext *context = reduction.getContext();
    SmallVector<AffineExpr> packed{getAffineDimExpr(*blocked, context).floorDiv(width)};
    for (unsigned i = 0; i < rank; ++i)
      if (i != *blocked)
        packed.push_back(getAffineDimExpr(i, context));
    packed.push_back(getAffineDimExpr(*blocked, context) % width);
    scheduler.markPacked(operand);
    scheduler.getWriter().transformLayout(stage, operand.getArgNumber(),
                                          AffineMap::get(rank, 0, packed, context));
  }
}

namespace {
/// The axes of a stage after the tile's splits.
struct TiledAxes {
  SmallVector<Axis> outer, reductions, inner;
};
} // namespace

/// Splits the spatial axes by the tile and orders: looped axes (those of the
/// vector operand first, so that what they load is reused), reduction axes, then
/// the register tile with the vector axis last. With `rowByRow` only the vector
/// axis stays in registers and the rest of the tile is looped over.
static TiledAxes tileAxes(DefaultScheduler &scheduler, StageHandle stage, const RegisterTile &tile,
                          bool vectorize, bool rowByRow = false) {
  SequenceWriter &writer = scheduler.getWriter();
  SmallVector<Axis> axes = writer.getAxes(stage);
  unsigned numSpatial = stage.op.getNumSpatial();
  SmallVector<std::optional<Axis>> outer(numSpatial), inner(numSpatial);
  for (unsigned axis = 0; axis < numSpatial; ++axis) {
    if (tile.sizes[axis] == 1)
      outer[axis] = axes[axis];
    else if (tile.sizes[axis] == axes[axis].extent)
      inner[axis] = axes[axis];
    else
      std::tie(outer[axis], inner[axis]) = writer.split(stage, axes[axis], tile.sizes[axis]);
  }
  TiledAxes result;
  auto isReuse = [&](unsigned axis) { return llvm::is_contained(tile.reuseAxes, axis); };
  for (bool reuse : {false, true})
    for (unsigned axis = 0; axis < numSpatial; ++axis)
      if (outer[axis] && isReuse(axis) == reuse)
        result.outer.push_back(*outer[axis]);
  for (unsigned axis = numSpatial; axis < axes.size(); ++axis) {
    if (axis != tile.unrolledReduction) {
      result.reductions.push_back(axes[axis]);
      continue;
    }
    if (tile.reductionFactor == axes[axis].extent) {
      result.inner.push_back(axes[axis]);
      continue;
    }
    auto [high, low] = writer.split(stage, axes[axis], tile.reductionFactor);
    result.reductions.push_back(high);
    result.inner.push_back(low);
  }
  for (bool reuse : {true, false})
    for (unsigned axis = 0; axis < numSpatial; ++axis)
      if (inner[axis] && axis != tile.vectorAxis && isReuse(axis) == reuse)
        result.inner.push_back(*inner[axis]);
  if (inner[tile.vectorAxis])
    result.inner.push_back(*inner[tile.vectorAxis]);

  SmallVector<Axis> order(result.outer);
  order.append(result.reductions);
  order.append(result.inner);
  writer.reorder(stage, order);
  if (!vectorize)
    return result;
  for (auto [i, axis] : llvm::enumerate(llvm::reverse(result.inner))) {
    if (i == 0 && inner[tile.vectorAxis])
      writer.vectorize(stage, axis);
    else if (!rowByRow)
      writer.unroll(stage, axis);
  }
  return result;
}

bool dl::schedule::scheduleReduction(DefaultScheduler &scheduler, te::ComputeOp root) {
  // The reduction is the root itself or the largest one read by it alone.
  te::ComputeOp reduction;
  int64_t largest = 0;
  auto getVolume = [](te::ComputeOp stage) {
    int64_t volume = 1;
    for (int64_t extent : stage.getExtents())
      volume *= getAssumed(extent);
    return volume;
  };
  // Elements at indices that are data make no register tile.
  auto isAffine = [](te::ComputeOp stage) {
    return llvm::all_of(stage.getReads(), [](te::ReadOp read) { return read.isAffine(); });
  };
  if (root.hasReduction() && isAffine(root))
    reduction = root;
  for (te::ComputeOp stage : scheduler.getStages()) {
    if (root.hasReduction() || !stage.hasReduction() || !isAffine(stage) ||
        scheduler.isDone(stage) || scheduler.isResult(stage))
      continue;
    auto readers = scheduler.getReaders(stage);
    if (readers.size() != 1 || readers[0] != root ||
        stage.getNumSpatial() != root.getNumSpatial() || !scheduler.isReadPointwise(stage, root))
      continue;
    if (getVolume(stage) > largest) {
      largest = getVolume(stage);
      reduction = stage;
    }
  }
  if (!reduction || reduction.getNumSpatial() == 0)
    return false;

  RegisterTile tile = TileChooser(scheduler, reduction).choose();
  StageHandle inner = scheduler.getHandle(reduction);
  bool vectorize = scheduler.getOptions().vectorize;
  if (vectorize)
    packVectorOperand(scheduler, inner, tile);
  TiledAxes innerAxes = tileAxes(scheduler, inner, tile, vectorize);
  scheduler.markDone(reduction);
  if (reduction == root) {
    markParallel(scheduler, inner, innerAxes.outer);
    return true;
  }
  StageHandle outer = scheduler.getHandle(root);
  scheduler.markDone(root);
  RegisterTile consumerTile = tile;
  consumerTile.unrolledReduction.reset();
  // A long formula on the whole tile would need more registers than there are.
  TiledAxes outerAxes =
      tileAxes(scheduler, outer, consumerTile, vectorize, scheduler.isExpensive(root));
  if (!outerAxes.outer.empty())
    scheduler.getWriter().computeAt(inner, outer, outerAxes.outer.back());
  markParallel(scheduler, outer, outerAxes.outer);
  return true;
}
