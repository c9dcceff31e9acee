//===-- FeaturesPlan.cpp - a walk over the loops of a kernel --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Features: one pass over the nodes of a plan, which counts what runs.
//
//===----------------------------------------------------------------------===//
#include "FeaturesPlan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

using namespace dl::schedule;
using namespace dl::tuning;

void dl::tuning::addWork(WorkCounts &counts, const Work &work, double times) {
  const int64_t kinds[] = {work.sums,      work.products,  work.extrema, work.roundings,
                           work.quotients, work.functions, work.integers};
  static_assert(std::size(kinds) == std::size(workKinds));
  for (size_t kind = 0; kind < counts.size(); ++kind)
    counts[kind] += times * static_cast<double>(kinds[kind]);
}

double StageSummary::getOperations() const {
  return std::accumulate(formula.begin(), formula.end(), 0.0) +
         std::accumulate(combination.begin(), combination.end(), 0.0);
}

double PlanSummary::getVolume(int stage, bool withReductions) const {
  double volume = 1;
  const IterationTree &tree = kernel[stage].tree;
  for (AxisId root : tree.getRoots())
    if (withReductions || tree[root].kind == AxisKind::Spatial)
      volume *= static_cast<double>(getExtent(stage, root));
  return volume;
}

static double countOperations(const StageSchedule &stage) {
  return static_cast<double>(stage.formula.getTotal() + stage.combination.getTotal());
}

void PlanSummary::begin(int number) {
  if (kernel[number].isInlined())
    return;
  StageSummary &stage = stages[number];
  stage.operations = countOperations(kernel[number]);
  stage.reads = kernel.getAllReads(number);
  size_t numAxes = kernel[number].tree.getRoots().size();
  for (const StageRead &read : stage.reads) {
    if (read.stage == -1 || !kernel[read.stage].isInlined())
      continue;
    StageSummary::Inlined &inlined = stage.inlined.emplace_back();
    inlined.stage = read.stage;
    inlined.operations = countOperations(kernel[read.stage]);
    inlined.isMoved.assign(numAxes, 0);
    for (const IndexExpression &index : read.indices)
      for (size_t axis = 0; axis < numAxes; ++axis)
        inlined.isMoved[axis] |= index.coefficients[axis] != 0;
  }
}

void PlanSummary::finish(int number) {
  StageSummary &stage = stages[number];
  addWork(stage.formula, kernel[number].formula, stage.evaluations);
  addWork(stage.combination, kernel[number].combination, stage.evaluations);
  for (const StageSummary::Inlined &inlined : stage.inlined) {
    inlinedEvaluations[inlined.stage] += inlined.evaluations;
    addWork(stage.formula, kernel[inlined.stage].formula, inlined.evaluations);
    addWork(stage.formula, kernel[inlined.stage].combination, inlined.evaluations);
  }
  if (stage.tile && (heaviest == -1 || stage.weight > stages[heaviest].weight))
    heaviest = number;
}

namespace {
class PlanWalk {
public:
  explicit PlanWalk(PlanSummary &summary)
      : summary(summary),
        threads(static_cast<double>(std::max<int64_t>(summary.options.threads, 1))) {}

  void walk(const PlanBlock &block, int scope, double runs) {
    for (const PlanNode &node : block) {
      if (node.kind != PlanKind::Part) {
        walk(node, scope, runs);
        continue;
      }
      // What follows in the block reads the part.
      scope = addScope(PlanScope::Part, scope, node);
      addPart(node);
      if (!node.blocks.empty())
        walk(node.blocks[0], scope, runs);
    }
  }

private:
  double evaluate(const LoopExpr &count) const {
    return static_cast<double>(count.isConstant() ? count.constant
                                                  : count.evaluate(summary.values));
  }

  int addScope(PlanScope::Kind kind, int around, const PlanNode &node, size_t number = 0,
               double count = 1) {
    summary.scopes.push_back({kind, around, &node, number, count});
    return static_cast<int>(summary.scopes.size()) - 1;
  }

  /// The scope of a loop; that around where it has one iteration.
  int addLoop(int around, const PlanNode &node, size_t number, double count) {
    if (count <= 1 || node.variables.empty())
      return around;
    ++summary.numLoops;
    return addScope(PlanScope::Loop, around, node, number, count);
  }

  void walk(const PlanNode &node, int scope, double runs) {
    switch (node.kind) {
    case PlanKind::Loop:
      return walkLoop(node, 0, 1, evaluate(node.counts[0]), scope, runs);
    case PlanKind::Guard:
      walkLoop(node, 0, 1, evaluate(node.counts[0]) - 1, scope, runs);
      return walk(node.blocks[1], scope, runs);
    case PlanKind::Pipeline:
      walk(node.blocks[0], scope, runs);
      walkLoop(node, 1, 3, evaluate(node.counts[0]), scope, runs);
      return walk(node.blocks[3], scope, runs);
    case PlanKind::Parallel:
      return walkParallel(node, scope, runs);
    case PlanKind::Version: {
      // The loops that run where the extent is what it is assumed to be.
      auto assumed = static_cast<double>(summary.options.assumedExtent);
      return walk(node.blocks[assumed == evaluate(node.counts[0]) ? 0 : 1], scope, runs);
    }
    case PlanKind::Init:
      return walk(node.blocks[0], addScope(PlanScope::Init, scope, node), runs);
    case PlanKind::Clamp:
      summary.clamps[node.variables[0]] = &node;
      return;
    case PlanKind::Tile:
      return addTile(node, scope, runs);
    case PlanKind::Part:
      return;
    }
  }

  /// The blocks from `first` to the one before `last`.
  void walkLoop(const PlanNode &node, size_t first, size_t last, double count, int scope,
                double runs) {
    if (count <= 0)
      return;
    scope = addLoop(scope, node, 0, count);
    for (size_t block = first; block < last; ++block)
      walk(node.blocks[block], scope, runs * count);
  }

  void walkParallel(const PlanNode &node, int scope, double runs) {
    double iterations = 1;
    for (size_t number = 0; number < node.counts.size(); ++number) {
      double count = evaluate(node.counts[number]);
      iterations *= std::max(count, 0.0);
      scope = addLoop(scope, node, number, count);
    }
    if (iterations <= 0)
      return;
    bool isInner = std::exchange(isParallel, true);
    double before = summary.weight;
    walk(node.blocks[0], scope, runs * iterations);
    if (isInner)
      return;
    isParallel = false;
    double weight = summary.weight - before;
    summary.parallelWeight += weight;
    summary.busyWeight += weight * iterations / (std::ceil(iterations / threads) * threads);
    if (weight > mostParallel) {
      mostParallel = weight;
      summary.parallelIterations = iterations;
    }
  }

  void addPart(const PlanNode &node) {
    double elements = 1;
    for (const PlanRange &range : node.ranges)
      elements *= summary.getSize(range);
    summary.partElements[node.stage] = std::max(summary.partElements[node.stage], elements);
  }

  /// Of a masked step as much as is due of it in the mean of all steps.
  double getDue(const PlanRange &range) const {
    double size = summary.getSize(range);
    if (!range.isMasked)
      return size;
    // From where the loop begins, or from where it left off for a step behind it.
    double due = range.end.terms.isCopyOf(range.offset.terms)
                     ? static_cast<double>(range.end.constant - range.offset.constant)
                     : evaluate(range.end) - evaluate(range.offset);
    return due > 0 ? due / std::ceil(due / size) : size;
  }

  void addTile(const PlanNode &node, int scope, double runs) {
    StageSummary &stage = summary.stages[node.stage];
    double elements = 1, due = 1;
    for (const PlanRange &range : node.ranges) {
      elements *= summary.getSize(range);
      due *= getDue(range);
    }
    ++summary.numTiles;
    stage.tileRuns += runs;
    stage.unmasked += runs * elements;
    double evaluations = runs * due;
    stage.evaluations += evaluations;
    if (elements > stage.largestTile) {
      stage.largestTile = elements;
      stage.inLargest = 0;
    }
    if (elements == stage.largestTile)
      stage.inLargest += evaluations;
    if (evaluations > stage.tileEvaluations) {
      stage.tileEvaluations = evaluations;
      stage.runsOfTile = runs;
      stage.tile = &node;
      stage.scope = scope;
    }
    // A tile computes once what is the same along an axis.
    double operations = stage.operations * evaluations;
    for (StageSummary::Inlined &inlined : stage.inlined) {
      double times = runs;
      for (size_t axis = 0; axis < node.ranges.size(); ++axis)
        if (inlined.isMoved[axis])
          times *= getDue(node.ranges[axis]);
      inlined.evaluations += times;
      operations += inlined.operations * times;
    }
    double weight = std::max(operations, evaluations);
    stage.weight += weight;
    stage.parallelWeight += isParallel ? weight : 0;
    summary.weight += weight;
  }

  PlanSummary &summary;
  double threads;
  bool isParallel = false;
  double mostParallel = 0;
};
} // namespace

PlanSummary::PlanSummary(const KernelSchedule &kernel, const LoopPlan &plan,
                         const EstimateOptions &options)
    : kernel(kernel), plan(plan), options(options), values(plan.variables.size(), 0),
      clamps(plan.variables.size(), nullptr), stages(kernel.size()),
      inlinedEvaluations(kernel.size(), 0), partElements(kernel.size(), 0) {
  for (int variable = 0; variable < plan.variables.size(); ++variable)
    if (plan.about[variable].kind == PlanVariable::Extent)
      values[variable] = options.assumedExtent;
  scopes.reserve(2 * values.size());
  for (int stage = 0; stage < kernel.size(); ++stage)
    begin(stage);
  PlanWalk walk(*this);
  for (const PlanBlock &block : plan.stages)
    walk.walk(block, -1, 1);
  for (int stage = 0; stage < kernel.size(); ++stage)
    finish(stage);
}
