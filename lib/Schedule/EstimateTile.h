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

#include "dl/Schedule/LoopPlan.h"

#include <cmath>

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
    /// By read, what of its condition is open here: it holds for some elements, or places of the
    /// tile, and not for others.
    struct Test {
      /// Of the read's constraints.
      size_t constraint;
      /// How many of the values that it has are refused.
      double numRefused;
    };
    std::vector<std::vector<Test>> tests = {};
    /// By read: no element of the tile is read.
    std::vector<char> isNever = {};

    int64_t getCopies(size_t axis) const { return copies.empty() ? 1 : copies[axis]; }
    double getRepeats(size_t read) const { return repeats.empty() ? 1 : repeats[read]; }
  };
  /// What it takes if its data are in the first cache.
  struct Cost {
    double cycles = 0, instructions = 0;
    /// Terms that are added one behind the other to the same accumulators.
    double terms = 0;
    /// Cycles of the stores alone.
    double stores = 0;
  };
  /// A tile of these sizes at the ranges of a plan.
  Block makeBlock(std::vector<int64_t> sizes, const PlanRanges &ranges,
                  const LoopVariables &variables) const;
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
    /// Steps that put elements of two vectors into one.
    double shuffles = 0;
    double loads = 0, stores = 0, other = 0;
    /// Stores of elements that are not side by side.
    double scattered = 0;
    /// Loads that are operands of the operations that use them.
    double folded = 0;
    /// Elements that are put into vectors one by one, or taken out.
    double moved = 0;
    /// Those of them that are so in registers.
    double inserted = 0;
    /// Accumulators that are stored and loaded again, in two lines of a cache each.
    double crossings = 0;

    double getAll() const;
  };
  /// True if several axes move a tile along one dimension of a read, which is no slice that
  /// dl-vectorize makes vectors of.
  bool hasWindow(const std::vector<int64_t> &sizes) const;
  /// Tells a block what of its reads' conditions is open.
  void findTests(Block &block, const PlanRanges &ranges, const LoopVariables &variables) const;
  /// True if a condition is tested for each element of a block.
  bool isGuarded(const Block &block) const;
  /// The axis that vectors of a tile of sums lie along if nothing keeps it from these, or -1.
  AxisId findVectorAxis(const std::vector<int64_t> &sizes) const;
  /// Elements of one vector.
  double getElements(const Block &block) const;
  Counts count(const Block &block, Accumulators accumulators) const;
  /// Adds what puts `elements` that are loaded one by one into vectors, or takes them out.
  static void countMoves(Counts &made, const Block &block, double elements);
  /// The axis along which the rows lie whose elements vectors have one of each, or -1: rows are
  /// loaded and turned over in registers.
  static AxisId getTurnedAxis(const Block &block, const TileRead &read);
  /// Adds what turns over rows along that axis; returns how many registers they are loaded into.
  double countTurned(Counts &made, const Block &block, const TileRead &read, AxisId turned) const;
  /// True if products and the sums that they are added to are one instruction: in vectors, and in
  /// tiles of one element.
  static bool isFused(const Block &block);
  /// Adds operations on `vectors` vectors; returns how many of them LLVM makes one of.
  double countWork(Counts &made, const Block &block, const Work &work, double vectors) const;
  /// Adds what the formulas take.
  void countOperations(Counts &made, const Block &block) const;
  /// Registers that are left beside results and operands; negative if these have too few.
  double countFree(const Counts &made) const;
  /// Adds what testing the condition of `loads` vectors of a read takes; true if not all is tested
  /// before the loops right around.
  bool countTests(Counts &made, const Block &block, size_t read, double loads) const;
  /// Adds what loading the operands takes.
  void countReads(Counts &made, const Block &block) const;
  /// Adds what accumulators take, of which `stored` are loaded and stored again.
  void countReduction(Counts &made, const Block &block, Accumulators accumulators,
                      double stored) const;
  /// Registers that a read is loaded into, elements that lie apart taken for one.
  double countLoads(const Block &block, const TileRead &read) const;
  /// Registers that hold what has a place for each value of the axes of which `isUsed`.
  template <typename IsUsed> double countVectors(const Block &block, IsUsed isUsed) const {
    double count = 1;
    for (size_t axis = 0; axis < block.sizes.size(); ++axis) {
      if (!isUsed(axis))
        continue;
      auto size =
          std::ceil(static_cast<double>(block.sizes[axis]) / static_cast<double>(groups[axis]));
      count *= static_cast<AxisId>(axis) == block.along ? std::ceil(size / lanes) : size;
      count *= static_cast<double>(block.getCopies(axis));
    }
    return count;
  }
  /// Vectors along a reduction that are joined to one term each, for each result.
  double countRows(const Block &block) const;
  bool isReducedAlong(AxisId axis) const { return axis >= static_cast<AxisId>(numSpatial); }

  /// Instructions that put one element into a vector, or take one out, beside its load or store.
  static constexpr double elementMoves = 0.25;

  const Target &target;
  /// Of one evaluation with the inlined stages, of the stage alone, and what adds a term.
  Work work, formula, combination;
  int64_t elementBytes;
  bool isResult;
  std::vector<int64_t> shape;
  size_t numSpatial = 0;
  bool isReduction = false;
  /// The root of the vectorized axis, or -1, and the elements of a register.
  AxisId root = -1;
  double lanes = 1;
  bool isTensorized = false;
  /// By root axis: terms that one step of an intrinsic adds up.
  std::vector<int64_t> groups;
  std::vector<TileRead> reads;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_ESTIMATETILE_H
