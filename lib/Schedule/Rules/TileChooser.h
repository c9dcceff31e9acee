//===-- TileChooser.h - the choice of a register tile -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to RegisterTile: what the choice of a tile knows of its stage. The vectors are chosen
// in TileVectors.cpp, the rows that use them and the terms of a step in RegisterTile.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_TILECHOOSER_H
#define DL_LIB_SCHEDULE_RULES_TILECHOOSER_H

#include "RegisterTile.h"
#include "TileCost.h"

#include <algorithm>
#include <utility>

namespace dl::schedule {

/// 1, 2, 3 and so on, all that there are.
std::vector<int64_t> countTo(int64_t last);

class TileChooser {
public:
  TileChooser(Scheduler &scheduler, int reduction, bool hasPanels)
      : scheduler(scheduler), reduction(reduction), hasPanels(hasPanels),
        axes(scheduler.getAxes(reduction)), numSpatial(scheduler.getNumSpatial(reduction)),
        accesses(scheduler.getAccesses(reduction)), costs(scheduler, reduction) {
    enterBlocks();
  }

  RegisterTile choose();

private:
  int64_t extent(AxisId axis) const { return axes[axis].extent; }
  /// True if a step along the axis moves each read by a constant number of elements.
  bool isLinear(AxisId axis) const {
    return std::all_of(accesses.begin(), accesses.end(),
                       [&](const Access &access) { return access.strides[axis].has_value(); });
  }
  /// Terms of each sum.
  int64_t countTerms() const;
  void enterBlocks();
  void classify();
  bool isBestInPart(AxisId axis, int64_t lanes) const;
  bool isProduct() const;
  bool isBestOnce(int64_t rows) const;
  void chooseVectors(int64_t lanes);
  int64_t chooseVectorsOfRows(int64_t lanes, int64_t rows);
  int64_t chooseMaskedSize(int64_t lanes, int64_t vectors, int64_t reuse);
  int64_t chooseVectorCount(AxisId axis, int64_t have, int64_t preferred);
  std::pair<int64_t, double> findSize(AxisId axis, int64_t rows, int64_t room) const;
  double getCost(int64_t vectors) const;
  bool movesWindow() const;
  AxisId findWindow() const;
  double getWindowCost(int64_t rows) const;
  int64_t chooseWindowRows() const;
  void chooseReuse(int64_t vectors);
  AxisId findUnrolledReduction() const;
  void chooseReduction(int64_t vectors);
  bool sharesIndexWithTile(AxisId axis) const;
  bool isContiguous(AxisId axis) const;
  std::pair<int64_t, int64_t> findVectorsOfFewRows(int64_t lanes, int64_t reuse);
  int64_t findLengthOfFewRows(int64_t lanes, int64_t reuse, int64_t longest) const;
  bool isBestInBlocks() const;
  bool isBetterShifted(int64_t vectors, int64_t reuse);

  Scheduler &scheduler;
  int reduction;
  bool hasPanels;
  std::vector<Axis> axes;
  int numSpatial;
  /// Inside of blocks, where an axis has such.
  std::vector<Access> accesses;
  /// The size of the blocks of each axis in which a tile is to stay; 0: any tile.
  std::vector<int64_t> blocks;
  TileCost costs;
  RegisterTile tile;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_TILECHOOSER_H
