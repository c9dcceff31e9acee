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
  /// It happens under a condition that is tested for each element.
  bool isConditional = false;
  /// By root axis: whether the condition depends on it.
  std::vector<char> isInCondition;
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
  /// Cycles of a tile of these sizes, one for each root axis, if its data are in the first
  /// cache; or of smaller ones together, `copies` of them along the vectorized axis.
  double getCycles(const std::vector<int64_t> &sizes, Accumulators accumulators,
                   int64_t copies = 1) const;
  /// Instructions of a tile.
  double getInstructions(const std::vector<int64_t> &sizes) const;
  /// Cycles that storing the accumulators of such sizes takes.
  double getStoreCycles(const std::vector<int64_t> &sizes) const;
  /// Operations on numbers for one element, or one term of one.
  double getOperations() const;

  const std::vector<TileRead> &getReads() const { return reads; }
  bool isVectorized() const { return vectors.root != -1; }
  /// The root of the vectorized axis, or -1.
  AxisId getVectorRoot() const { return vectors.root; }
  int64_t getElementBytes() const { return elementBytes; }
  /// Of the stage; unknown extents are assumed.
  const std::vector<int64_t> &getShape() const { return shape; }

private:
  /// What a tile executes.
  struct Counts {
    double vectors = 0, results = 0;
    /// Operations on numbers of each vector that are no quotients and functions.
    double simple = 0;
    double loads = 0, stores = 0, other = 0;

    double getAll() const { return vectors * simple + loads + stores + other; }
  };
  /// The root axis that vectors lie along, or -1, and the elements of a register.
  struct Vectors {
    AxisId root = -1;
    double lanes = 1;
  };
  Counts count(const std::vector<int64_t> &sizes, Accumulators accumulators, int64_t copies) const;
  /// Adds what accumulators take, of which `stored` are loaded and stored again, and of the lanes
  /// of each `joined` become one.
  void countReduction(Counts &made, double stored, double joined) const;

  const Target &target;
  Work work;
  int64_t elementBytes;
  std::vector<int64_t> shape;
  size_t numSpatial = 0;
  bool isReduction = false;
  Vectors vectors;
  std::vector<TileRead> reads;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_ESTIMATETILE_H
