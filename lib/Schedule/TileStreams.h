//===-- TileStreams.h - what tiles touch in memory --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Estimate: the loops around the present place, how indices move with them, and
// from these the streams of a tile.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_TILESTREAMS_H
#define DL_LIB_SCHEDULE_TILESTREAMS_H

#include "EstimateTile.h"
#include "Traffic.h"

#include "dl/Schedule/LoopPlan.h"

namespace dl::schedule {

class TileStreams {
public:
  TileStreams(const KernelSchedule &kernel, const LoopPlan &plan, int64_t assumedExtent);

  /// The value of a count, extents known only at run time assumed.
  int64_t evaluate(const LoopExpr &count) const { return count.evaluate(values); }
  /// A loop begins around what follows.
  void enter(int variable, double count);
  /// The innermost loop ends, of which `body` is what one iteration touches.
  void leave(Traffic &body);
  /// A variable is a place that was moved inwards: it moves as that did.
  void setPlace(int variable, const LoopExpr &place) { places[variable] = getPlace(place); }
  /// A stage is computed in a part of its own from here on.
  void setPart(const PlanNode &part, std::vector<int64_t> sizes);
  size_t getNumLoops() const { return loops.size(); }
  /// Iterations in a row that have the same part of a stage, of the loops from `firstLoop` on.
  double countSame(int stage, size_t firstLoop) const;
  /// What a tile of these sizes reads and writes. Tells the block what is the same in iterations in
  /// a row of the loops from `first` to the one before `last`.
  void add(const PlanNode &tile, const TileModel &model, TileModel::Block &block, size_t first,
           size_t last, Traffic &traffic);

private:
  /// Where an index is in the first iteration of the loops around, and by how much one
  /// iteration of each moves it, on average: quotients stay for some, remainders turn back.
  struct Place {
    int64_t first = 0;
    InlineVector<double, 8> steps;
  };
  /// The box of a stage in a buffer of its own.
  struct Part {
    std::vector<Place> offsets;
    std::vector<int64_t> sizes;
    /// Loops around it, in each iteration of which it is computed anew.
    size_t numLoops = 0;
  };

  Place getPlace(const LoopExpr &sum);
  void addVariable(Place &place, int variable, int64_t factor) const;
  /// How far the values of a digit lie apart in the loop at `depth`, alone.
  int64_t getSpread(const LoopAtom &digit, size_t depth);
  int64_t getGrowth(double step, size_t depth) const;
  /// Iterations in a row of the loops from `first` to the one before `last` that do not move a
  /// read.
  double countSame(const TileRead &read, const Stream &stream, size_t first, size_t last) const;
  /// A stream of one element at the first place of each dimension.
  Stream start(int buffer, int64_t elementBytes, const std::vector<int64_t> &shape) const;
  void setRange(Stream &stream, size_t d, const Place &place, int64_t size) const;
  Stream makeStream(const TileRead &read, const std::vector<Place> &axes,
                    const std::vector<int64_t> &sizes) const;
  void setLinear(Stream &stream, size_t d, const IndexExpression &index,
                 const std::vector<Place> &axes, const std::vector<int64_t> &sizes) const;
  void setDigits(Stream &stream, size_t d, const IndexExpression &index,
                 const std::vector<Place> &axes, const std::vector<int64_t> &sizes) const;
  void makeRelative(Stream &stream, int stage) const;

  const KernelSchedule &kernel;
  /// The loops around: their variables and counts, the outermost first.
  std::vector<std::pair<int, double>> loops;
  /// By variable: its place among these or -1, what it was moved from, and a value.
  std::vector<int> depthOf;
  std::vector<Place> places;
  std::vector<int64_t> values;
  /// By stage; empty for those at root.
  std::vector<Part> parts;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_TILESTREAMS_H
