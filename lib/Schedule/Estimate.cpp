//===-- Estimate.cpp - what the loops of a kernel take --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over the plan, from the inside: cycles of instructions, and the traffic of caches.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Estimate.h"

#include "TileStreams.h"

#include <algorithm>
#include <cmath>
#include <optional>

using namespace dl::schedule;

const std::string &Estimate::getBound() const {
  static const std::string compute = "compute";
  const std::string *bound = &compute;
  double longest = computeSeconds;
  for (const LevelEstimate &level : levels)
    if (level.seconds > longest) {
      longest = level.seconds;
      bound = &level.name;
    }
  return *bound;
}

namespace {
class EstimateWalk {
public:
  EstimateWalk(const KernelSchedule &kernel, const LoopPlan &plan, const EstimateOptions &options)
      : kernel(kernel), plan(plan), options(options), target(*kernel.target),
        streams(kernel, plan, options.assumedExtent), models(kernel.size()) {
    for (int stage = 0; stage < kernel.size(); ++stage)
      if (!kernel[stage].isInlined())
        models[stage].emplace(kernel, stage, options.assumedExtent);
  }

  Estimate run() {
    Traffic traffic(target);
    double cycles = 0;
    for (const PlanBlock &block : plan.stages)
      cycles += walk(block, traffic, {});
    if (options.isRepeated)
      traffic.keepLastRun();
    Estimate result;
    result.operations = operations;
    result.computeSeconds = cycles / target.core.hertz;
    double moving = 0;
    for (size_t cache = 0; cache < target.caches.size(); ++cache) {
      const Cache &known = target.caches[cache];
      double bytes = traffic.getFetched(cache);
      double seconds = bytes / known.bytesPerCycle / target.core.hertz / shared;
      result.levels.push_back({known.name, bytes, seconds});
      moving += seconds;
    }
    // Fetches run beside instructions, but not all of the time.
    double longest = std::max(result.computeSeconds, moving);
    result.seconds = longest + (result.computeSeconds + moving - longest) / 2;
    return result;
  }

private:
  /// What a nest is inside of.
  struct Around {
    /// The accumulators that the nest adds to; empty outside of reductions.
    const PlanRanges *accumulators = nullptr;
    /// Iterations of the reduction loops right around: the same accumulators are added to.
    double reductions = 1;
    /// How often the code runs.
    double runs = 1;
    /// The root axis of a loop right around that becomes one over vectors by itself, or -1.
    AxisId vectorLoop = -1;
  };

  double evaluate(const LoopExpr &count) const {
    return static_cast<double>(std::max<int64_t>(streams.evaluate(count), 0));
  }

  int64_t getSize(const PlanRange &range) const {
    return range.isDynamic() ? options.assumedExtent : range.size;
  }

  double walk(const PlanBlock &block, Traffic &traffic, const Around &around) {
    double cycles = 0;
    for (const PlanNode &node : block)
      cycles += walk(node, traffic, around);
    return cycles;
  }

  double walk(const PlanNode &node, Traffic &traffic, const Around &around) {
    switch (node.kind) {
    case PlanKind::Loop:
      return walkLoop(node, evaluate(node.counts[0]), {0}, traffic, around);
    case PlanKind::Guard:
      return walkLoop(node, evaluate(node.counts[0]) - 1, {0}, traffic, around) +
             walk(node.blocks[1], traffic, around);
    case PlanKind::Pipeline:
      return walk(node.blocks[0], traffic, around) +
             walkLoop(node, evaluate(node.counts[0]), {1, 2}, traffic, around) +
             walk(node.blocks[3], traffic, around);
    case PlanKind::Parallel:
      return walkParallel(node, traffic, around);
    case PlanKind::Version:
      // The loops for any extent.
      return walk(node.blocks[1], traffic, around);
    case PlanKind::Init:
      return walkInit(node, traffic, around);
    case PlanKind::Part:
      return walkPart(node, traffic, around);
    case PlanKind::Clamp:
      streams.setPlace(node.variables[0], node.place);
      return 0;
    case PlanKind::Tile:
      return walkTile(node, traffic, around);
    }
    return 0;
  }

  /// Some blocks of a loop over one variable, or over none if it has a single iteration.
  double walkLoop(const PlanNode &node, double count, std::vector<int> blocks, Traffic &traffic,
                  Around around) {
    if (count <= 0)
      return 0;
    bool isReduction = kernel[node.stage].tree[node.leaves[0]].kind == AxisKind::Reduction;
    around.reductions = isReduction ? around.reductions * count : 1;
    around.runs *= count;
    if (around.vectorLoop == -1 && node.kind == PlanKind::Loop)
      around.vectorLoop = getVectorLoop(node, count);
    Traffic body(target);
    double cycles = 0;
    bool isLoop = !node.variables.empty();
    if (isLoop)
      streams.enter(node.variables[0], count);
    for (int block : blocks)
      cycles += walk(node.blocks[block], body, around);
    if (isLoop)
      streams.leave(body);
    traffic.add(std::move(body));
    if (!isLoop)
      return cycles;
    // Counting up, comparing and jumping are two instructions; of vectors several are a step.
    double step = cycles + (around.vectorLoop == -1 ? 2 / target.core.instructions : 0);
    return count * step + target.core.leaveLoop;
  }

  /// The root axis of a loop that LLVM makes one over vectors: what is inside are loops so short
  /// that they are unrolled, around one element.
  AxisId getVectorLoop(const PlanNode &node, double count) const {
    constexpr double mostUnrolled = 32;
    double inside = 1;
    const PlanNode *inner = &node;
    while (inner->kind == PlanKind::Loop && inside <= mostUnrolled) {
      if (inner->blocks[0].size() != 1)
        return -1;
      inner = &inner->blocks[0][0];
      if (inner->kind == PlanKind::Loop)
        inside *= evaluate(inner->counts[0]);
    }
    if (inner->kind != PlanKind::Tile || inner->stage != node.stage)
      return -1;
    std::vector<AxisId> roots = kernel[node.stage].tree.getRootsOf(node.leaves[0]);
    bool isOne = std::all_of(inner->ranges.begin(), inner->ranges.end(),
                             [&](const PlanRange &range) { return getSize(range) == 1; });
    // Short loops are unrolled themselves.
    auto bytes = static_cast<double>(kernel[node.stage].computeBytes);
    bool isVector = roots.size() == 1 && isOne && count * bytes >= double(target.vector.bytes) &&
                    models[node.stage]->isVectorizedByItself(roots[0]);
    return isVector ? roots[0] : -1;
  }

  double walkParallel(const PlanNode &node, Traffic &traffic, Around around) {
    double iterations = 1;
    for (size_t i = 0; i < node.counts.size(); ++i) {
      double count = evaluate(node.counts[i]);
      iterations *= count;
      streams.enter(node.variables[i], count);
    }
    if (iterations <= 0)
      iterations = 1;
    around.runs *= iterations;
    around.reductions = 1;
    around.vectorLoop = -1;
    Traffic body(target);
    double cycles = walk(node.blocks[0], body, around) + 2 / target.core.instructions;
    for (size_t i = 0; i < node.counts.size(); ++i)
      streams.leave(body);
    traffic.add(std::move(body));
    auto threads = static_cast<double>(options.threads);
    shared = std::max(shared, std::min(threads, iterations));
    return cycles * std::ceil(iterations / threads) + target.core.leaveLoop;
  }

  double walkInit(const PlanNode &node, Traffic &traffic, Around around) {
    around.accumulators = &node.ranges;
    return walk(node.blocks[0], traffic, around) +
           models[node.stage]->getStoreCycles(getSizes(node.ranges));
  }

  double walkPart(const PlanNode &node, Traffic &traffic, Around around) {
    streams.setPart(node, getSizes(node.ranges));
    if (node.blocks.empty())
      return 0;
    around.accumulators = nullptr;
    around.reductions = 1;
    around.vectorLoop = -1;
    return walk(node.blocks[0], traffic, around);
  }

  double walkTile(const PlanNode &node, Traffic &traffic, const Around &around) {
    const TileModel &model = *models[node.stage];
    std::vector<int64_t> sizes = getSizes(node.ranges);
    double elements = 1;
    for (int64_t size : sizes)
      elements *= static_cast<double>(size);
    operations += around.runs * elements * model.getOperations();
    TileModel::Accumulators accumulators;
    accumulators.tiles = around.reductions;
    // Loops over other accumulators inside of the reduction's let go of them.
    for (size_t axis = 0; around.accumulators && axis < around.accumulators->size(); ++axis)
      accumulators.areWhole &= getSize((*around.accumulators)[axis]) == sizes[axis];
    streams.add(node, model, sizes, traffic);
    return around.vectorLoop == -1 ? model.getCycles(sizes, accumulators)
                                   : model.getLoopCycles(sizes, accumulators, around.vectorLoop);
  }

  std::vector<int64_t> getSizes(const PlanRanges &ranges) const {
    std::vector<int64_t> sizes;
    sizes.reserve(ranges.size());
    for (const PlanRange &range : ranges)
      sizes.push_back(getSize(range));
    return sizes;
  }

  const KernelSchedule &kernel;
  const LoopPlan &plan;
  const EstimateOptions &options;
  const Target &target;
  TileStreams streams;
  /// By stage; none of those that are inlined.
  std::vector<std::optional<TileModel>> models;
  double operations = 0, shared = 1;
};
} // namespace

Estimate dl::schedule::estimate(const KernelSchedule &kernel, const LoopPlan &plan,
                                const EstimateOptions &options) {
  return EstimateWalk(kernel, plan, options).run();
}
