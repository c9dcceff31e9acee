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
/// What a tile loads; or an inlined stage, which it computes where it would be read.
struct TileRead {
  StageRead read;
  bool isComputed = false;
  /// Of an inlined stage: its formula.
  Work work = {};
  int64_t elementBytes;
  /// Of the source; unknown extents are assumed.
  std::vector<int64_t> shape;
  /// By root axis: whether the place depends on it, and by how many elements a step of it
  /// moves the place in memory.
  std::vector<char> isMoved;
  std::vector<int64_t> strides;
  /// It happens under a condition that is tested for each element.
  bool isConditional = false;
  /// Of each part of that condition, by root axis: whether it depends on it.
  std::vector<std::vector<char>> conditions;
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
    /// The axis that vectors lie along, or -1: dims of one element are dropped.
    AxisId along = -1;
    std::vector<int64_t> copies = {};
    /// By read: iterations of the loops right around that need the same elements, which are loaded
    /// before these loops; none: one.
    std::vector<double> repeats = {};
    /// The same by root axis: iterations of the loops right around that do not move it.
    std::vector<double> axisRepeats = {};

    int64_t getCopies(size_t axis) const { return copies.empty() ? 1 : copies[axis]; }
    double getRepeats(size_t read) const { return repeats.empty() ? 1 : repeats[read]; }
  };
  /// What it takes if its data are in the first cache.
  struct Cost {
    double cycles = 0, instructions = 0;
    /// Terms that are added one behind the other to the same accumulators.
    double terms = 0;
  };
  /// A tile of these sizes.
  Block makeBlock(std::vector<int64_t> sizes) const;
  Cost getCost(const Block &block, Accumulators accumulators) const;
  /// Cycles of what is added up in one chain of terms, one waiting for the other.
  double getCycles(const Cost &chain) const;
  /// Instructions of a tile, as LLVM counts them before it unrolls loops.
  double getCodeSize(const Block &block) const;
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
    /// Operations on vectors of numbers.
    double simple = 0, quotients = 0, functions = 0;
    double loads = 0, stores = 0, other = 0;
    /// Loads that are operands of the operations that use them.
    double folded = 0;
    /// Elements that are put into vectors one by one, or taken out.
    double moved = 0;
    /// Accumulators that are stored and loaded again, in two lines of a cache each.
    double crossings = 0;

    double getAll() const;
  };
  /// True if several axes move a tile along one dimension of a read, which is no slice that
  /// dl-vectorize makes vectors of.
  bool hasWindow(const std::vector<int64_t> &sizes) const;
  AxisId getVectorAxis(const std::vector<int64_t> &sizes) const;
  /// Elements of one vector.
  double getElements(const Block &block) const;
  Counts count(const Block &block, Accumulators accumulators) const;
  /// Instructions that put an element which lies apart from others into a vector, or take it out.
  double getMoves(const Block &block) const;
  /// Adds operations on `vectors` vectors; returns how many of them LLVM makes one of.
  static double countWork(Counts &made, const Work &work, double vectors);
  /// Adds what the formulas take.
  void countOperations(Counts &made, const Block &block) const;
  /// Registers that are left beside results and operands; negative if these have too few.
  double countFree(const Counts &made) const;
  /// Adds what testing the condition of `loads` vectors takes; true if not all is tested before the
  /// loops right around.
  bool countConditions(Counts &made, const Block &block, const TileRead &read, double loads) const;
  /// Adds what loading the operands takes.
  void countReads(Counts &made, const Block &block) const;
  /// Adds what accumulators take, of which `stored` are loaded and stored again.
  void countReduction(Counts &made, const Block &block, Accumulators accumulators,
                      double stored) const;
  /// Registers that a read is loaded into, elements that lie apart taken for one.
  double countLoads(const Block &block, const TileRead &read) const;
  /// Registers that hold what has a place for each value of the axes of which `isUsed`.
  template <typename IsUsed> double countVectors(const Block &block, IsUsed isUsed) const;
  /// Vectors along a reduction that are joined to one term each, for each result.
  double countRows(const Block &block) const;
  bool isReducedAlong(AxisId axis) const { return axis >= static_cast<AxisId>(numSpatial); }

  const Target &target;
  /// Of one evaluation with the inlined stages, and of the stage alone.
  Work work, formula;
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
