//===-- TensorizedTile.cpp - register tiles of intrinsics -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of narrow numbers whose sums are wide: an instruction adds up a group of terms for each
// lane, one operand of which is the same for all lanes. A tile has rows of results that use each
// group of the other operand again, as those of floats have. Instructions for matrices have rows
// themselves; of those, a tile has as many as there are registers for.
//
//===----------------------------------------------------------------------===//
#include "TensorizedTile.h"

#include <algorithm>
#include <limits>

using namespace dl::schedule;

namespace {
/// An intrinsic for a reduction: lanes along a spatial axis, groups of terms along a reduction
/// axis, and rows along a spatial axis where a step has several. Operand `lanes` has an element for
/// each term of each lane, `row` one for each term of each row.
struct Candidate {
  const MatchingIntrinsic *intrinsic = nullptr;
  AxisId lane = -1, term = -1;
  /// Axes of the rows, the one of a step last.
  std::vector<AxisId> rows = {};
  int64_t numLanes = 1, numTerms = 1, numRows = 1;
  /// Terms that lie beside each other for each lane.
  int64_t group = 1;
  const Access *lanes = nullptr, *row = nullptr;
  /// Registers for what is made of a vector of lanes, and of the terms of a row.
  int64_t laneRegisters = 1, rowRegisters = 1;

  bool isOfTiles() const { return numRows > 1; }
  int64_t getProducts() const { return numLanes * numTerms * numRows; }
};

class IntrinsicChooser {
public:
  IntrinsicChooser(Scheduler &scheduler, int reduction)
      : scheduler(scheduler), reduction(reduction), stage(scheduler.getKernel()[reduction]),
        axes(scheduler.getAxes(reduction)), accesses(scheduler.getAccesses(reduction)),
        numSpatial(scheduler.getNumSpatial(reduction)) {}

  std::optional<RegisterTile> run();

private:
  std::optional<Candidate> find(const MatchingIntrinsic &intrinsic) const;
  std::optional<Candidate> find(const MatchingIntrinsic &intrinsic,
                                const std::vector<IntrinsicOperand> &operands) const;
  int64_t findTerms(const IntrinsicShape &shape, size_t number, AxisId axis) const;
  bool isWhole(AxisId axis, int64_t size) const {
    return !axes[axis].isDynamic && axes[axis].extent % size == 0;
  }
  int64_t chooseRows(const Candidate &chosen, AxisId axis, int64_t vectors) const;
  int64_t chooseVectors(const Candidate &chosen, int64_t all, AxisId rowAxis) const;
  void fillRegisters(const Candidate &chosen, RegisterTile &tile) const;
  void fillTiles(const Candidate &chosen, RegisterTile &tile) const;
  void packLanes(const Candidate &chosen, int64_t width);

  Scheduler &scheduler;
  int reduction;
  const StageSchedule &stage;
  std::vector<Axis> axes;
  std::vector<Access> accesses;
  int numSpatial;
};
} // namespace

/// The terms of a step along an axis: as many as it takes of whole steps; 0 if there are none.
int64_t IntrinsicChooser::findTerms(const IntrinsicShape &shape, size_t number, AxisId axis) const {
  if (axes[axis].isDynamic)
    return 0;
  for (int64_t size = shape.axes[number].extent; size > 1; --size)
    if (axes[axis].extent % size == 0 && shape.allows(number, size))
      return size;
  return 0;
}

/// A product takes a register for each factor and its sum.
static constexpr int64_t leastTiles = 3;

/// How the operands move: those of a row with its terms, those of lanes with these and the terms.
/// Where a step has rows, axis 0 of the intrinsic is theirs.
std::optional<Candidate>
IntrinsicChooser::find(const MatchingIntrinsic &intrinsic,
                       const std::vector<IntrinsicOperand> &operands) const {
  const IntrinsicShape &shape = intrinsic.shape;
  size_t lane = shape.axes.size() - 2, term = lane + 1;
  Candidate made{&intrinsic};
  made.numLanes = shape.axes[lane].extent;
  for (const IntrinsicOperand &operand : operands) {
    const Access &access = accesses[operand.read];
    if (access.read.isGuarded || !access.isAffine())
      return std::nullopt;
    auto moves = [&](size_t axis) {
      return std::any_of(operand.steps.begin(), operand.steps.end(),
                         [&](const TileStep &dim) { return dim.steps[axis] != 0; });
    };
    if (!moves(term) || operand.steps.back().steps[term] != 1)
      return std::nullopt;
    const TileStep &last = operand.steps.back();
    if (!moves(lane) && (lane == 0 || moves(0))) {
      made.row = &access;
      made.rowRegisters = operand.registers;
    } else if (lane == 0 || !moves(0)) {
      made.lanes = &access;
      made.laneRegisters = operand.registers;
      made.group = last.modulus > 0 ? last.modulus : shape.axes[term].extent;
    }
  }
  const KernelSchedule &kernel = scheduler.getKernel();
  if (!made.row || !made.lanes || made.lanes->read.operand == -1 ||
      kernel.getLayout(made.lanes->read.operand) != OperandLayout::Free)
    return std::nullopt;
  for (AxisId axis = 0; axis < numSpatial; ++axis)
    if (isWhole(axis, made.numLanes) && !made.row->dependsOn(axis) &&
        findPlainDim(made.lanes->read, axis) != -1)
      made.lane = axis;
  for (auto axis = static_cast<AxisId>(numSpatial); axis < static_cast<AxisId>(axes.size()); ++axis)
    if (int64_t terms = findTerms(shape, term, axis);
        terms > 0 && made.row->isContiguousIn(axis) && findPlainDim(made.lanes->read, axis) != -1) {
      made.term = axis;
      made.numTerms = terms;
    }
  if (made.lane == -1 || made.term == -1)
    return std::nullopt;
  if (lane == 0)
    return made;
  // A group alone leaves the packed operand no dim of groups, along which rows of its tile lie.
  if (axes[made.term].extent <= made.group)
    return std::nullopt;
  // Sums are written with the rows outside of the lanes.
  for (AxisId axis = 0; axis < made.lane; ++axis)
    if (!axes[axis].isDynamic && axes[axis].extent > 1 && !made.lanes->dependsOn(axis) &&
        made.row->strides[axis] && *made.row->strides[axis] > 0)
      made.rows.push_back(axis);
  if (made.rows.empty())
    return std::nullopt;
  made.numRows = std::min(shape.axes[0].extent, axes[made.rows.back()].extent);
  return made;
}

std::optional<Candidate> IntrinsicChooser::find(const MatchingIntrinsic &intrinsic) const {
  const std::vector<AxisNode> &nodes = intrinsic.shape.axes;
  auto isOf = [&](std::initializer_list<AxisKind> kinds) {
    return std::equal(nodes.begin(), nodes.end(), kinds.begin(), kinds.end(),
                      [](const AxisNode &node, AxisKind kind) { return node.kind == kind; });
  };
  bool hasRows = isOf({AxisKind::Spatial, AxisKind::Spatial, AxisKind::Reduction});
  if (!hasRows && !isOf({AxisKind::Spatial, AxisKind::Reduction}))
    return std::nullopt;
  // Tiles of as many rows as suit an extent, of which registers are known.
  if (hasRows &&
      (intrinsic.shape.getMultiple(0) != 1 || scheduler.getRegisters().numTiles < leastTiles))
    return std::nullopt;
  for (const std::vector<IntrinsicOperand> &operands : intrinsic.ways)
    if (std::optional<Candidate> found = find(intrinsic, operands))
      return found;
  return std::nullopt;
}

/// Rows of results: as many as registers hold beside the operands of each vector, those of a row
/// and a product that is not yet added, so that few are left over.
int64_t IntrinsicChooser::chooseRows(const Candidate &chosen, AxisId axis, int64_t vectors) const {
  int64_t free = scheduler.getRegisters().count - vectors * chosen.laneRegisters;
  int64_t most = (free - chosen.rowRegisters - 1) / vectors;
  int64_t extent = axis == -1 ? 1 : axes[axis].extent, best = 1, fewest = extent + 1;
  for (int64_t rows = 1; rows <= std::min(most, extent); ++rows) {
    int64_t steps = (extent + rows - 1) / rows;
    if (steps < fewest) {
      fewest = steps;
      best = rows;
    }
  }
  return best;
}

/// Vectors beside each other: at most four, of which so many have that none is left over, that
/// load fewest operands with the rows that registers hold then; the fewest such vectors, whose
/// operands may have to be widened.
int64_t IntrinsicChooser::chooseVectors(const Candidate &chosen, int64_t all,
                                        AxisId rowAxis) const {
  int64_t best = 1;
  double fewest = std::numeric_limits<double>::max();
  for (int64_t vectors = 1; vectors <= std::min<int64_t>(all, 4); ++vectors) {
    if (all % vectors != 0)
      continue;
    int64_t rows = chooseRows(chosen, rowAxis, vectors);
    double loads = static_cast<double>(vectors + rows) / static_cast<double>(vectors * rows);
    if (loads < fewest) {
      fewest = loads;
      best = vectors;
    }
  }
  return best;
}

/// A tile of vectors: each row has several.
void IntrinsicChooser::fillRegisters(const Candidate &chosen, RegisterTile &tile) const {
  AxisId rowAxis = -1;
  for (AxisId axis : tile.reuseAxes)
    if (axes[axis].extent > 1 && !axes[axis].isDynamic)
      rowAxis = axis;
  int64_t vectors = chooseVectors(chosen, axes[chosen.lane].extent / chosen.numLanes, rowAxis);
  tile.sizes[chosen.lane] = vectors * chosen.numLanes;
  // Blocks of lanes beside each other, where each has one vector.
  for (AxisId axis = 0; axis < numSpatial && vectors == 1; ++axis)
    if (axis != chosen.lane && !axes[axis].isDynamic && chosen.lanes->dependsOn(axis) &&
        !chosen.row->dependsOn(axis)) {
      vectors = chooseVectors(chosen, axes[axis].extent, rowAxis);
      tile.sizes[axis] = vectors;
      tile.vectorAxes.push_back(axis);
    }
  if (rowAxis != -1)
    tile.sizes[rowAxis] = chooseRows(chosen, rowAxis, vectors);
}

/// A product of tiles takes as long as one of so many rows at least (measured on Sapphire Rapids'
/// successors: 8 of 16 rows take six tenths of the time).
static constexpr int64_t leastRows = 10;

/// What products of tiles take along an axis, in rows: all have so many, `steps` of them beside
/// each other. Where they do not divide the extent, the last ones begin earlier.
static int64_t countRows(int64_t extent, int64_t rows, int64_t steps) {
  int64_t least = std::max(rows, leastRows);
  return extent % rows == 0 ? extent / rows * least
                            : (extent + rows * steps - 1) / (rows * steps) * steps * least;
}

/// A tile of tiles: as many beside each other as have registers, with a register for each of
/// their operands, that load few of these and whose rows leave little time unused. All have as many
/// rows: a register of tiles has one shape.
void IntrinsicChooser::fillTiles(const Candidate &chosen, RegisterTile &tile) const {
  int64_t registers = scheduler.getRegisters().numTiles;
  AxisId rowAxis = chosen.rows.back(), outerRows = -1, outerLanes = -1;
  if (chosen.rows.size() > 1)
    outerRows = chosen.rows[chosen.rows.size() - 2];
  int64_t all = axes[chosen.lane].extent / chosen.numLanes;
  // Blocks of lanes beside each other, where each has one vector.
  for (AxisId axis = 0; axis < numSpatial && all == 1; ++axis)
    if (axis != chosen.lane && !axes[axis].isDynamic && chosen.lanes->dependsOn(axis) &&
        !chosen.row->dependsOn(axis))
      outerLanes = axis;
  int64_t extent = axes[rowAxis].extent, most = chosen.intrinsic->shape.axes[0].extent;
  if (outerLanes != -1)
    all = axes[outerLanes].extent;
  double least = std::numeric_limits<double>::max();
  for (int64_t vectors = 1; vectors <= std::min(all, registers); ++vectors)
    for (int64_t steps = 1; vectors * steps + vectors + steps <= registers; ++steps)
      for (int64_t rows = std::min(most, extent); rows > 1; --rows) {
        // Steps of another axis where one covers this one.
        bool isOuter = rows == extent && steps > 1;
        int64_t beside = isOuter ? 1 : steps;
        // A single row is no tile.
        if (all % vectors != 0 || rows * beside > extent || extent % rows == 1 ||
            (isOuter && (outerRows == -1 || axes[outerRows].extent < steps)))
          continue;
        int64_t count = countRows(extent, rows, beside);
        auto products = static_cast<double>(vectors * steps);
        double loads = static_cast<double>(vectors + steps) / products;
        double time = static_cast<double>(count) * (1 + loads / 4);
        if (time >= least)
          continue;
        least = time;
        std::fill(tile.sizes.begin(), tile.sizes.end(), 1);
        tile.rows = rows;
        tile.shiftsRows = extent % rows != 0;
        tile.sizes[rowAxis] = isOuter ? rows : rows * steps;
        if (isOuter)
          tile.sizes[outerRows] = steps;
        tile.sizes[chosen.lane] = chosen.numLanes * (outerLanes == -1 ? vectors : 1);
        if (outerLanes != -1)
          tile.sizes[outerLanes] = vectors;
      }
  tile.rowAxis = rowAxis;
  if (outerLanes != -1 && tile.sizes[outerLanes] > 1)
    tile.vectorAxes.push_back(outerLanes);
}

/// Blocks of `width` lanes outside, groups of terms inside: what a step takes lies in a row.
void IntrinsicChooser::packLanes(const Candidate &chosen, int64_t width) {
  const StageRead &lanes = chosen.lanes->read;
  int operand = lanes.operand;
  const std::vector<int64_t> shape = scheduler.getKernel().operands[operand];
  int lane = findPlainDim(lanes, chosen.lane), term = findPlainDim(lanes, chosen.term);
  std::vector<TransformLayout::Digit> digits{{lane, width, (shape[lane] + width - 1) / width}};
  for (int dim = 0; dim < static_cast<int>(shape.size()); ++dim)
    if (dim != lane && dim != term)
      digits.push_back({dim, 1, shape[dim]});
  digits.push_back({term, chosen.group, shape[term] / chosen.group});
  digits.push_back({lane, 1, width});
  digits.push_back({term, 1, chosen.group});
  scheduler.transformLayout(reduction, {-1, operand}, std::move(digits));
}

std::optional<RegisterTile> IntrinsicChooser::run() {
  std::optional<Candidate> chosen;
  for (const MatchingIntrinsic &intrinsic : stage.intrinsics)
    if (std::optional<Candidate> found = find(intrinsic);
        found && (!chosen || found->getProducts() > chosen->getProducts()))
      chosen = found;
  if (!chosen || !scheduler.chooseWhether(reduction, "tensorized", true))
    return std::nullopt;
  RegisterTile tile;
  tile.sizes.assign(numSpatial, 1);
  tile.vectorAxis = chosen->lane;
  tile.unrolledReduction = chosen->term;
  tile.reductionFactor = chosen->numTerms;
  tile.intrinsic = chosen->intrinsic->shape.name;
  tile.lanes = chosen->numLanes;
  for (AxisId axis = 0; axis < numSpatial; ++axis)
    if (!chosen->lanes->dependsOn(axis))
      tile.reuseAxes.push_back(axis);
  if (chosen->isOfTiles())
    fillTiles(*chosen, tile);
  else
    fillRegisters(*chosen, tile);
  packLanes(*chosen, tile.sizes[chosen->lane]);
  return tile;
}

std::optional<RegisterTile> dl::schedule::tensorizeReduction(Scheduler &scheduler, int reduction) {
  if (!scheduler.getOptions().vectorize || scheduler.getKernel()[reduction].isOrdered)
    return std::nullopt;
  return IntrinsicChooser(scheduler, reduction).run();
}
