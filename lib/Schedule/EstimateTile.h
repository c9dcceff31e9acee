//===-- EstimateTile.h - instructions of the innermost code -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Estimate: what a stage reads, and what a tile of it takes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_ESTIMATETILE_H
#define DL_LIB_SCHEDULE_ESTIMATETILE_H

#include "dl/Schedule/KernelSchedule.h"

namespace dl::schedule {

/// A read of a stage from what is stored, and how it moves with the stage's root axes.
struct TileRead {
  StageRead read;
  int64_t elementBytes;
  /// Of the source; unknown extents are assumed.
  std::vector<int64_t> shape;
  /// By root axis: whether the place depends on it, and by how many elements a step of it
  /// moves the place in memory.
  std::vector<char> isMoved;
  std::vector<int64_t> strides;
};

/// What the tiles of one stage take.
class TileModel {
public:
  TileModel(const KernelSchedule &kernel, int stage, int64_t assumedExtent);

  /// How the loops around a tile use its accumulators.
  struct Accumulators {
    /// How many tiles in a row add to them: they are loaded and stored once for all of these.
    double tiles = 1;
    /// Nothing else is computed between the first and the last term.
    bool areWhole = true;
  };
  /// True where a loop over this root axis around one element, with nothing vectorized, becomes
  /// one over vectors by itself: LLVM does so where all it touches is side by side.
  bool isVectorizedByItself(AxisId root) const;
  /// Cycles of one element in such a loop.
  double getLoopCycles(const std::vector<int64_t> &sizes, Accumulators accumulators,
                       AxisId root) const;
  /// Cycles of a tile of these sizes, one for each root axis, if its data are in the first
  /// cache.
  double getCycles(const std::vector<int64_t> &sizes, Accumulators accumulators) const;
  /// Cycles that storing the accumulators of such sizes takes.
  double getStoreCycles(const std::vector<int64_t> &sizes) const;
  /// Operations on numbers for one element, or one term of one.
  double getOperations() const;

  const std::vector<TileRead> &getReads() const { return reads; }
  int64_t getElementBytes() const { return elementBytes; }
  /// Of the stage; unknown extents are assumed.
  const std::vector<int64_t> &getShape() const { return shape; }

private:
  /// Registers that hold what has a place for each value of the axes of which `isUsed`.
  template <typename IsUsed>
  double countVectors(const std::vector<int64_t> &sizes, IsUsed isUsed) const;

  const Target &target;
  Work work;
  int64_t elementBytes;
  std::vector<int64_t> shape;
  size_t numSpatial = 0;
  bool isReduction = false;
  /// The root of the vectorized axis, or -1, and the elements of a register.
  AxisId vectorRoot = -1;
  double lanes = 1, mostLanes = 1;
  std::vector<TileRead> reads;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_ESTIMATETILE_H
