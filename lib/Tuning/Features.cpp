//===-- Features.cpp - a schedule as numbers for a cost model -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The groups of the kernel, its machine and all stages but the heaviest one, and the order of all
// groups. One walk over the plan and the tile of each stage that does most are what is looked at.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Features.h"

#include "FeaturesStage.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace dl::schedule;
using namespace dl::tuning;

/// Seconds are written as a count of nanoseconds.
static constexpr double nanoseconds = 1e9;
/// What a peak counts operations on.
static constexpr double floatBytes = 4;

static void writeEstimate(FeatureWriter &writer, const Estimate &estimate) {
  writer.beginGroup("estimate");
  writer.addCount("nanoseconds", estimate.seconds * nanoseconds);
  writer.addCount("nanoseconds of instructions", estimate.computeSeconds * nanoseconds);
  writer.addCount("instructions", estimate.instructions);
  writer.addCount("operations", estimate.operations);
  for (size_t level = 0; level < featureCaches; ++level) {
    bool isKnown = level < estimate.levels.size();
    writer.addCount({"bytes into level", level},
                    isKnown ? estimate.levels[level].bytes : missingFeature);
    writer.addCount({"nanoseconds of level", level},
                    isKnown ? estimate.levels[level].seconds * nanoseconds : missingFeature);
  }
}

/// Elements that are computed for each one that there is, of all stages together.
static double getRecomputation(const PlanSummary &plan) {
  double computed = 0, whole = 0;
  for (int stage = 0; stage < plan.kernel.size(); ++stage) {
    double volume = plan.getVolume(stage, true), elements = plan.getVolume(stage, false);
    double evaluations = plan.stages[stage].evaluations + plan.inlinedEvaluations[stage];
    if (evaluations <= 0 || volume <= 0)
      continue;
    computed += evaluations * elements / volume;
    whole += elements;
  }
  return computed / whole;
}

static void writeKernel(FeatureWriter &writer, const PlanSummary &plan) {
  writer.beginGroup("kernel");
  double looped = 0, inlined = 0, tileRuns = 0, stored = 0, storedBytes = 0, parts = 0,
         partBytes = 0;
  for (int number = 0; number < plan.kernel.size(); ++number) {
    const StageSchedule &stage = plan.kernel[number];
    (stage.isInlined() ? inlined : looped) += 1;
    tileRuns += plan.stages[number].tileRuns;
    auto bytes = static_cast<double>(stage.getElementBytes());
    if (stage.tree.getPlacement() == Placement::At) {
      ++parts;
      partBytes += plan.partElements[number] * bytes * (stage.tree.getStorage().isDouble ? 2 : 1);
    } else if (!stage.isInlined() && !stage.isResult) {
      ++stored;
      storedBytes += plan.getVolume(number, false) * bytes;
    }
  }
  writer.addCount("stages with loops", looped);
  writer.addCount("inlined stages", inlined);
  writer.addCount("loops", plan.numLoops);
  writer.addCount("tiles", plan.numTiles);
  writer.addCount("runs of tiles", tileRuns);
  writer.addCount("parallel iterations", plan.parallelIterations);
  auto threads = static_cast<double>(std::max<int64_t>(plan.options.threads, 1));
  double serial = plan.weight - plan.parallelWeight;
  writer.add("share in parallel loops", plan.parallelWeight / plan.weight);
  writer.add("share of busy threads", (plan.busyWeight + serial / threads) / plan.weight);
  writer.addCount("stored stages", stored);
  writer.addCount("bytes of stored stages", storedBytes);
  writer.addCount("parts", parts);
  writer.addCount("bytes of parts", partBytes);
  writer.addCount("recomputation", getRecomputation(plan));
}

static void writeTarget(FeatureWriter &writer, const PlanSummary &plan) {
  writer.beginGroup("target");
  const Target &target = *plan.kernel.target;
  const Core &core = target.core;
  auto vectorBytes = static_cast<double>(target.vector.bytes);
  writer.addCount("threads", static_cast<double>(plan.options.threads));
  writer.addCount("bytes of a vector", vectorBytes);
  writer.addCount("vector registers", static_cast<double>(target.vector.count));
  writer.add("has masks", target.vector.hasMasks ? 1 : 0);
  // A multiply-add is two operations.
  writer.addCount("peak operations of a cycle",
                  core.operations * vectorBytes / floatBytes * (target.vector.fuses ? 2 : 1));
  writer.addCount("loads of a cycle", core.loads);
  writer.addCount("stores of a cycle", core.stores);
  writer.addCount("bytes of a line", static_cast<double>(target.lineBytes));
  for (size_t cache = 0; cache < featureCaches; ++cache)
    writer.addCount({"bytes of level", cache}, getCacheBytes(target, cache));
  for (size_t cache = 0; cache < featureCaches; ++cache)
    writer.addCount({"bytes of a cycle into level", cache}, cache < target.caches.size()
                                                                ? target.caches[cache].bytesPerCycle
                                                                : missingFeature);
}

namespace {
/// What all stages but the heaviest one are together.
struct OtherStages {
  double stages = 0, evaluations = 0, tileRuns = 0;
  WorkCounts work = {};
  double operations = 0, bytes = 0, lines = 0, uniqueBytes = 0, uniqueLines = 0;
  /// Operations, with one for each copy: of all, and of stages of a kind.
  double weight = 0, vectorized = 0, unrolled = 0, parallel = 0, inSmallerTiles = 0;

  void add(const PlanSummary &plan, int number) {
    const StageSummary &stage = plan.stages[number];
    const IterationTree &tree = plan.kernel[number].tree;
    ++stages;
    evaluations += stage.evaluations;
    tileRuns += stage.tileRuns;
    for (size_t kind = 0; kind < work.size(); ++kind)
      work[kind] += stage.formula[kind] + stage.combination[kind];
    operations += stage.getOperations();
    for (const BufferAccess &access : TileAccesses(plan, number).accesses) {
      bytes += access.bytes;
      lines += access.lines;
      uniqueBytes += access.uniqueBytes;
      uniqueLines += access.uniqueLines;
    }
    weight += stage.weight;
    parallel += stage.parallelWeight;
    if (hasAnnotation(tree, Annotation::Vectorize) || hasAnnotation(tree, Annotation::Tensorize))
      vectorized += stage.weight;
    if (hasAnnotation(tree, Annotation::Unroll))
      unrolled += stage.weight;
    inSmallerTiles += stage.weight * (1 - stage.inLargest / stage.evaluations);
  }
};
} // namespace

static void writeOtherStages(FeatureWriter &writer, const PlanSummary &plan) {
  OtherStages others;
  for (int stage = 0; stage < plan.kernel.size(); ++stage)
    if (stage != plan.heaviest && plan.stages[stage].tile)
      others.add(plan, stage);
  writer.beginGroup("other stages");
  writer.addCount("stages", others.stages);
  writer.addCount("evaluations", others.evaluations);
  writer.addCount("runs of tiles", others.tileRuns);
  for (size_t kind = 0; kind < std::size(workKinds); ++kind)
    writer.addCount(workKinds[kind], others.work[kind]);
  writer.addCount("bytes", others.bytes);
  writer.addCount("unique bytes", others.uniqueBytes);
  writer.addCount("lines", others.lines);
  writer.addCount("unique lines", others.uniqueLines);
  writer.addCount("intensity", others.operations / others.uniqueBytes);
  writer.add("share of all operations", others.weight / plan.weight);
  writer.add("share that is vectorized", others.vectorized / others.weight);
  writer.add("share that is unrolled", others.unrolled / others.weight);
  writer.add("share in parallel loops", others.parallel / others.weight);
  writer.add("share in smaller tiles", others.inSmallerTiles / others.weight);
}

static void writeAll(FeatureWriter &writer, const PlanSummary &plan, const Estimate &estimate) {
  writeEstimate(writer, estimate);
  writeKernel(writer, plan);
  writeTarget(writer, plan);
  writeHeaviestStage(writer, plan);
  writeOtherStages(writer, plan);
}

const std::vector<FeatureName> &dl::tuning::getFeatureNames() {
  static const std::vector<FeatureName> names = [] {
    std::vector<FeatureName> made;
    FeatureWriter writer(made);
    const KernelSchedule kernel;
    const LoopPlan plan;
    const EstimateOptions options;
    writeAll(writer, PlanSummary(kernel, plan, options), {});
    return made;
  }();
  return names;
}

FeatureVector dl::tuning::extractFeatures(const KernelSchedule &kernel, const LoopPlan &plan,
                                          const Estimate &estimate,
                                          const EstimateOptions &options) {
  FeatureVector features(getFeatureNames().size());
  FeatureWriter writer(features.data());
  writeAll(writer, PlanSummary(kernel, plan, options), estimate);
  return features;
}

std::vector<Source> dl::tuning::getFeatureBuffers(const KernelSchedule &kernel,
                                                  const LoopPlan &plan,
                                                  const EstimateOptions &options) {
  return findBuffers(PlanSummary(kernel, plan, options));
}
