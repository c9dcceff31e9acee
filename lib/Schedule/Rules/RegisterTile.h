//===-- RegisterTile.h - the part of a reduction in registers ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much of each axis of a reduction is computed at once, in registers.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_REGISTERTILE_H
#define DL_LIB_SCHEDULE_RULES_REGISTERTILE_H

#include "Scheduler.h"

namespace dl::schedule {

/// The tile of the reduction's axes; 1 where an axis is only looped over.
struct RegisterTile {
  std::vector<int64_t> sizes;
  /// The size of the blocks of an axis that tiles leave a rest of, and do not reach beyond, as the
  /// outputs of a group; 0: there are none.
  std::vector<int64_t> blocks = {};
  AxisId vectorAxis = 0;
  /// Axes on which the vector operand does not depend (its loads are reused),
  /// and those on which only it depends.
  std::vector<AxisId> reuseAxes, vectorAxes;
  AxisId unrolledReduction = -1;
  int64_t reductionFactor = 1;
  /// The reduction axis that moves a window along the rows of the tile, innermost: a row that is
  /// loaded meets all of the tile's rows that it is a term of. -1: there is none.
  AxisId windowAxis = -1;
  /// The reduction axes of which tiles leave iterations out, outside of the others.
  std::vector<AxisId> paddedAxes = {};

  /// Vectors of so many lanes along the vector axis, with a group of `reductionFactor` terms, are
  /// steps of this intrinsic; empty: they are vectors of single terms.
  std::string intrinsic;
  int64_t lanes = 1;
  /// The axis of the rows of a step that has several, and how many; -1: a step has one.
  AxisId rowAxis = -1;
  int64_t rows = 1;
  /// The last of these are moved inwards.
  bool shiftsRows = false;

  /// The vector axis has few steps, the last of which is masked, or moved inwards.
  bool masksTail = false, shiftsTail = false;

  /// True where a step multiplies matrices, in tile registers.
  bool isOfTiles() const { return rowAxis != -1; }
  bool isReuse(AxisId axis) const;
  /// True for a reduction axis of which tiles leave iterations out.
  bool isPadded(AxisId axis) const;
  /// True for an axis of the vectors: it moves their operand alone.
  bool isOfVectors(AxisId axis) const;
  /// True for an axis that moves all operands, as that of a batch of products.
  bool isShared(AxisId axis) const { return !isReuse(axis) && !isOfVectors(axis); }
  int64_t getBlock(AxisId axis) const { return blocks.empty() ? 0 : blocks[axis]; }
  /// What is to become of a rest of an axis.
  TailPolicy getTail(AxisId axis) const;
};

/// Chooses the tile of one reduction stage by counting what one reduction step issues
/// (multiply-adds, loads) and the tails that a size leaves; the register file bounds it.
/// Copies of panels are made at loops along the vectors, which then leave no masked step.
RegisterTile chooseRegisterTile(Scheduler &scheduler, int reduction, bool hasPanels = false);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_REGISTERTILE_H
