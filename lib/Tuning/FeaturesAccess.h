//===-- FeaturesAccess.h - what a tile touches of each buffer ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Features: the loops around the tile of a stage that does most, how each of them moves
// what the tile touches of each buffer, and what follows of bytes, lines and their reuse. Input:
// the summary of a plan in which the stage has a tile.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_FEATURESACCESS_H
#define DL_LIB_TUNING_FEATURESACCESS_H

#include "FeaturesPlan.h"

namespace dl::tuning {

/// Which elements are touched again.
enum class ReuseKind : uint8_t {
  /// Those of the iteration before, of a loop that does not move them, or by less than their size.
  Loop,
  /// What another read, or the loops that compute a part, touched in the same iteration.
  Serial,
  None
};

struct BufferReuse {
  ReuseKind kind = ReuseKind::None;
  /// Runs of the tile between two touches, and bytes of all buffers that these touch.
  double iterations = 0, bytes = 0;
  /// How often an element is touched.
  double count = 1;
};

/// What is touched in all iterations of some loops.
struct TouchedLevel {
  double bytes, lines;
};
/// The innermost code alone, then with one after the other of the loops around it.
using Touched = InlineVector<TouchedLevel, 12>;

/// Loops around the innermost ones that touch lines of at most so many bytes; one more than there
/// are where a tile touches more. Missing where the bytes are.
double getFittingDepth(const Touched &touched, double bytes, int64_t lineBytes);

/// What tiles touch of one buffer.
struct BufferAccess {
  /// A stage, or the number of stages and the operand.
  int buffer = -1;
  bool isRead = false, isWritten = false;
  double elementBytes = 1;
  /// One dimension: what a tile touches in the first iterations of all loops, what the whole stage
  /// touches, and what there is of it.
  struct Dim {
    int64_t begin, size, extent, wholeBegin, wholeSize;
  };
  InlineVector<Dim, 4> dims;
  /// By loop around, the outermost first, and dimension: by how much all its iterations together
  /// make what is touched longer.
  InlineVector<int64_t, 48> growth;
  /// The most elements that a tile, and the whole stage, can touch: one for each iteration of the
  /// axes that move the place.
  double mostOfTile = 1, mostOfWhole = 1;
  /// How many reads touch it, and the elements that a tile touches, anew for each of them.
  double touches = 1, elementsOfTile = 0;
  /// The buffer is that of a part, which is another one in each iteration of so many loops.
  bool isPart = false;
  size_t partLoops = 0;
  /// Of accumulators in registers: the innermost loops in which they stay there.
  size_t loopsInRegisters = 0;
  /// The first read, or null: the stage's own result.
  const schedule::StageRead *read = nullptr;

  Touched touched;
  /// What all tiles of the stage touch, each touch counted; and without touching anything twice.
  double bytes = 0, lines = 0, uniqueBytes = 0, uniqueLines = 0;
  BufferReuse reuse;

  /// Elements in memory by which an iteration of a root axis moves the place; missing where that
  /// is not known.
  double getStride(schedule::AxisId root) const;
};

/// The tile of a stage that does most.
class TileAccesses {
public:
  TileAccesses() = default;
  TileAccesses(const PlanSummary &plan, int stage);

  /// A loop around it, of this stage or of one that it is computed in.
  struct Loop {
    double count;
    int variable, stage;
    bool isReduction, isParallel;
  };
  /// The outermost first.
  InlineVector<Loop, 12> loops;
  /// Those around the place where accumulators are set; all but for a reduction.
  size_t loopsOutsideInit = 0;
  /// The tile with its sizes by root axis; where its accumulators are set, and the part that it is
  /// in: null where there are none.
  const schedule::PlanNode *tile = nullptr, *init = nullptr, *part = nullptr;
  InlineVector<double, 8> sizes;
  std::vector<BufferAccess> accesses;
  /// Their indices, of those with most lines first.
  InlineVector<size_t, 8> order;
  /// What all accesses touch together.
  Touched touched;

  /// Iterations of so many of the innermost loops together.
  double getIterations(size_t innermost) const;

private:
  /// Where an axis is in the first iterations, and by how much an iteration of each loop moves it.
  struct Place {
    int64_t first = 0;
    InlineVector<double, 12> steps;
  };
  /// The box of a stage in a buffer of its own, and the loops around it.
  struct Box {
    const schedule::PlanNode *node;
    size_t numLoops;
  };

  void findScopes();
  void findPlaces();
  void addSum(Place &place, const schedule::LoopExpr &sum, int64_t factor);
  void addDigit(Place &place, const schedule::LoopAtom &digit, int64_t factor);
  const Box *lookupBox(int stage) const;

  void addRead(const schedule::StageRead &read);
  void addResult();
  /// By how much all iterations of a loop with such a step make what is touched longer.
  int64_t getGrowth(double step, size_t depth) const;
  /// Puts an access to a stage, or an operand where that is -1, at the end. There is room for it.
  BufferAccess &start(int source, int operand, double elementBytes);
  void setLinear(BufferAccess &access, size_t d, const schedule::IndexExpression &index) const;
  void setDigits(BufferAccess &access, size_t d, const schedule::IndexExpression &index) const;
  void setGathered(BufferAccess &access, size_t d, const schedule::IndexExpression &index) const;
  /// Makes the last access part of one of the same buffer that moves alike, if there is one.
  void finish();

  void measure(BufferAccess &access) const;
  BufferReuse getReuse(const BufferAccess &access) const;

  const PlanSummary *plan = nullptr;
  int stage = -1;
  std::vector<Place> places;
  InlineVector<Box, 4> boxes;
  /// The values of all variables in the first iterations.
  std::vector<int64_t> values;
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_FEATURESACCESS_H
