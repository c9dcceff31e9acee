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
// group of the other operand again, as those of floats have.
//
//===----------------------------------------------------------------------===//
#include "TensorizedTile.h"

#include <algorithm>
#include <limits>

using namespace dl::schedule;

namespace {
/// An intrinsic for a reduction: lanes along a spatial axis, groups of terms along a reduction
/// axis. Operand `lanes` has an element for each term of each lane, `row` one for each term.
struct Candidate {
  const MatchingIntrinsic *intrinsic;
  AxisId lane, term;
  int64_t numLanes, numTerms;
  const Access *lanes, *row;
  /// Registers for what is made of a vector of lanes, and of the terms of a row.
  int64_t laneRegisters, rowRegisters;
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
  bool isWhole(AxisId axis, int64_t size) const {
    return !axes[axis].isDynamic && axes[axis].extent % size == 0;
  }
  int64_t chooseRows(const Candidate &chosen, AxisId axis, int64_t vectors) const;
  int64_t chooseVectors(const Candidate &chosen, int64_t all, AxisId rowAxis) const;
  void packLanes(const Candidate &chosen, int64_t width);

  Scheduler &scheduler;
  int reduction;
  const StageSchedule &stage;
  std::vector<Axis> axes;
  std::vector<Access> accesses;
  int numSpatial;
};
} // namespace

std::optional<Candidate>
IntrinsicChooser::find(const MatchingIntrinsic &intrinsic,
                       const std::vector<IntrinsicOperand> &operands) const {
  const TileSteps ofRow = {{0, 1}}, ofLanes = {{1, 0}, {0, 1}};
  const Access *row = nullptr, *lanes = nullptr;
  int64_t laneRegisters = 1, rowRegisters = 1;
  for (const IntrinsicOperand &operand : operands) {
    const Access &access = accesses[operand.read];
    if (access.read.isGuarded || !access.isAffine())
      return std::nullopt;
    if (operand.steps == ofRow) {
      row = &access;
      rowRegisters = operand.registers;
    } else if (operand.steps == ofLanes) {
      lanes = &access;
      laneRegisters = operand.registers;
    }
  }
  const KernelSchedule &kernel = scheduler.getKernel();
  if (!row || !lanes || lanes->read.operand == -1 ||
      kernel.getLayout(lanes->read.operand) != OperandLayout::Free)
    return std::nullopt;
  const std::vector<AxisNode> &nodes = intrinsic.shape.axes;
  Candidate made{&intrinsic,    -1,          -1, nodes[0].extent, nodes[1].extent, lanes, row,
                 laneRegisters, rowRegisters};
  for (AxisId axis = 0; axis < numSpatial; ++axis)
    if (isWhole(axis, made.numLanes) && !row->dependsOn(axis) &&
        findPlainDim(lanes->read, axis) != -1)
      made.lane = axis;
  for (auto axis = static_cast<AxisId>(numSpatial); axis < static_cast<AxisId>(axes.size()); ++axis)
    if (isWhole(axis, made.numTerms) && row->isContiguousIn(axis) &&
        findPlainDim(lanes->read, axis) != -1)
      made.term = axis;
  return made.lane != -1 && made.term != -1 ? std::optional(made) : std::nullopt;
}

std::optional<Candidate> IntrinsicChooser::find(const MatchingIntrinsic &intrinsic) const {
  const std::vector<AxisNode> &nodes = intrinsic.shape.axes;
  if (nodes.size() != 2 || nodes[0].kind != AxisKind::Spatial ||
      nodes[1].kind != AxisKind::Reduction)
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
  digits.push_back({term, chosen.numTerms, shape[term] / chosen.numTerms});
  digits.push_back({lane, 1, width});
  digits.push_back({term, 1, chosen.numTerms});
  scheduler.transformLayout(reduction, operand, std::move(digits));
}

std::optional<RegisterTile> IntrinsicChooser::run() {
  std::optional<Candidate> chosen;
  for (const MatchingIntrinsic &intrinsic : stage.intrinsics)
    if (std::optional<Candidate> found = find(intrinsic);
        found && (!chosen || found->numLanes > chosen->numLanes))
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
  AxisId rowAxis = -1;
  for (AxisId axis = 0; axis < numSpatial; ++axis)
    if (!chosen->lanes->dependsOn(axis)) {
      tile.reuseAxes.push_back(axis);
      if (axes[axis].extent > 1 && !axes[axis].isDynamic)
        rowAxis = axis;
    }
  int64_t vectors = chooseVectors(*chosen, axes[chosen->lane].extent / chosen->numLanes, rowAxis);
  tile.sizes[chosen->lane] = vectors * chosen->numLanes;
  // Blocks of lanes beside each other, where each has one vector.
  for (AxisId axis = 0; axis < numSpatial && vectors == 1; ++axis)
    if (axis != chosen->lane && !axes[axis].isDynamic && chosen->lanes->dependsOn(axis) &&
        !chosen->row->dependsOn(axis)) {
      vectors = chooseVectors(*chosen, axes[axis].extent, rowAxis);
      tile.sizes[axis] = vectors;
      tile.vectorAxes.push_back(axis);
    }
  if (rowAxis != -1)
    tile.sizes[rowAxis] = chooseRows(*chosen, rowAxis, vectors);
  packLanes(*chosen, tile.sizes[chosen->lane]);
  return tile;
}

std::optional<RegisterTile> dl::schedule::tensorizeReduction(Scheduler &scheduler, int reduction) {
  if (!scheduler.getOptions().vectorize || scheduler.getKernel()[reduction].isOrdered)
    return std::nullopt;
  return IntrinsicChooser(scheduler, reduction).run();
}
