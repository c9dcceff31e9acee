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
  /// What is computed at once, by root axis: the sizes of a tile, and how many such tiles stand
  /// beside each other where LLVM unrolls loops around it; none: one.
  struct Block {
    std::vector<int64_t> sizes;
    std::vector<int64_t> copies = {};

    int64_t getCopies(size_t axis) const { return copies.empty() ? 1 : copies[axis]; }
  };
  /// What it takes if its data are in the first cache.
  struct Cost {
    double cycles = 0, instructions = 0;
    /// Terms that are added one behind the other to the same accumulators.
    double terms = 0;
  };
  Cost getCost(const Block &block, Accumulators accumulators) const;
  /// Cycles of what is added up in one chain of terms, one waiting for the other.
  double getCycles(const Cost &chain) const;
  /// Instructions of a tile.
  double getInstructions(const Block &block) const;
  /// Cycles that storing the accumulators of such sizes takes.
  double getStoreCycles(const std::vector<int64_t> &sizes) const;
  /// Operations on numbers for one element, or one term of one.
  double getOperations() const;

  const std::vector<TileRead> &getReads() const { return reads; }
  int64_t getElementBytes() const { return elementBytes; }
  /// Of the stage; unknown extents are assumed.
  const std::vector<int64_t> &getShape() const { return shape; }

private:
  /// What a block executes.
  struct Counts {
    double vectors = 0, results = 0;
    /// Operations on numbers of each vector that are no quotients and functions.
    double simple = 0;
    double loads = 0, stores = 0, other = 0;
    /// Accumulators that are stored and loaded again, in two lines of a cache each.
    double crossings = 0;

    double getAll() const { return vectors * simple + loads + stores + other; }
  };
  /// True if several axes move a tile along one dimension of a read, which is no slice that
  /// dl-vectorize makes vectors of.
  bool hasWindow(const Block &block) const;
  /// The axis that vectors of a tile lie along, or -1: dims of one element are dropped.
  AxisId getVectorAxis(const Block &block) const;
  Counts count(const Block &block, Accumulators accumulators) const;
  /// Adds what accumulators take, of which `stored` are loaded and stored again.
  void countReduction(Counts &made, const Block &block, double stored) const;
  /// Registers that hold what has a place for each value of the axes of which `isUsed`.
  template <typename IsUsed> double countVectors(const Block &block, IsUsed isUsed) const;
  /// Vectors along a reduction that are joined to one term each, for each result.
  double countRows(const Block &block) const;
  bool isReducedAlong(AxisId axis) const { return axis >= static_cast<AxisId>(numSpatial); }

  const Target &target;
  Work work;
  int64_t elementBytes;
  bool isResult;
  std::vector<int64_t> shape;
  size_t numSpatial = 0;
  bool isReduction = false;
  /// The root of the vectorized axis, or -1, and the elements of a register.
  AxisId root = -1;
  double lanes = 1;
  /// Some read is under a condition: elements are computed one by one.
  bool isGuarded = false;
  std::vector<TileRead> reads;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_ESTIMATETILE_H
