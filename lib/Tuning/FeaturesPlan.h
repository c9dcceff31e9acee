//===-- FeaturesPlan.h - a walk over the loops of a kernel ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Features: how often the code of each stage runs, what it computes, and which of its
// tiles does most. Input: a legal kernel and its plan, which have to outlive the summary.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_FEATURESPLAN_H
#define DL_LIB_TUNING_FEATURESPLAN_H

#include "dl/Schedule/Estimate.h"

#include <array>

namespace dl::tuning {

/// The kinds of schedule::Work, in its order.
constexpr const char *workKinds[] = {"sums",      "products",  "extrema", "roundings",
                                     "quotients", "functions", "integers"};
using WorkCounts = std::array<double, std::size(workKinds)>;

/// Adds so many times the operations of a formula.
void addWork(WorkCounts &counts, const schedule::Work &work, double times);

/// What stands around a place of the plan. Scopes are numbered, and know the one around them.
struct PlanScope {
  enum Kind : uint8_t {
    /// A loop of more than one iteration.
    Loop,
    /// The box of a stage in a buffer of its own, for what follows in its block too.
    Part,
    /// Accumulators are set before what is inside, and stored behind it.
    Init
  };
  Kind kind;
  /// The scope right around, or -1.
  int around = -1;
  const schedule::PlanNode *node = nullptr;
  /// Of a loop: which of the node's leaves it is over, and its iterations.
  size_t number = 0;
  double count = 1;
};

/// The code of one stage that is not inlined.
struct StageSummary {
  /// What the stage and those inlined into it read, none twice.
  std::vector<schedule::StageRead> reads;
  /// A read of an inlined stage: the stage, the operations of its formula, the root axes that move
  /// it, and how often it is evaluated.
  struct Inlined {
    int stage;
    double operations;
    InlineVector<char, 8> isMoved;
    double evaluations = 0;
  };
  std::vector<Inlined> inlined;
  /// Operations of one evaluation of its own formula and combination.
  double operations = 0;

  /// How often the formula is evaluated, for a reduction once for each term; the same with what is
  /// masked; and how often a tile runs.
  double evaluations = 0, unmasked = 0, tileRuns = 0;
  /// Evaluations in the largest tile, and in all tiles of its size together.
  double largestTile = 0, inLargest = 0;
  /// Operations of the formula with those of inlined stages, and of the combination.
  WorkCounts formula = {}, combination = {};
  /// Operations of any kind, where an evaluation without one, which copies, counts for one; and
  /// those of them in parallel loops.
  double weight = 0, parallelWeight = 0;

  /// The tile with most evaluations, those, its runs, and the scope that it is in; null where no
  /// code runs.
  const schedule::PlanNode *tile = nullptr;
  double tileEvaluations = 0, runsOfTile = 0;
  int scope = -1;

  double getOperations() const;
};

struct PlanSummary {
  PlanSummary(const schedule::KernelSchedule &kernel, const schedule::LoopPlan &plan,
              const schedule::EstimateOptions &options);

  /// Extents known only at run time are assumed.
  double getSize(const schedule::PlanRange &range) const {
    return static_cast<double>(range.isDynamic() ? options.assumedExtent : range.size);
  }
  int64_t getExtent(int stage, schedule::AxisId root) const {
    int64_t extent = kernel[stage].tree[root].extent;
    return extent == schedule::dynamicExtent ? options.assumedExtent : extent;
  }
  /// Iterations of all root axes, with those of reductions or without.
  double getVolume(int stage, bool withReductions) const;

  const schedule::KernelSchedule &kernel;
  const schedule::LoopPlan &plan;
  const schedule::EstimateOptions &options;

  /// By variable of the plan: its value in the first iterations, and what moved it inwards, or
  /// null.
  std::vector<int64_t> values;
  std::vector<const schedule::PlanNode *> clamps;
  std::vector<PlanScope> scopes;
  /// By stage: what is known of its code; how often it is evaluated where it is inlined; elements
  /// of its largest part.
  std::vector<StageSummary> stages;
  std::vector<double> inlinedEvaluations, partElements;
  /// The stage with most operations, or -1.
  int heaviest = -1;

  /// Loops and tiles that code is made of.
  double numLoops = 0, numTiles = 0;
  /// Of all stages: their weight, that in parallel loops, and that times the share of threads that
  /// have an iteration.
  double weight = 0, parallelWeight = 0, busyWeight = 0;
  /// Iterations of the parallel loop that does most.
  double parallelIterations = 0;

private:
  /// What is known of a stage before the walk, and what follows from it.
  void begin(int stage);
  void finish(int stage);
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_FEATURESPLAN_H
