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
#include <initializer_list>
#include <optional>
#include <unordered_map>
#include <utility>

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
/// Instructions of a loop that LLVM unrolls as a whole, and the iterations after which the end of a
/// loop is still foreseen by the core.
constexpr double mostUnrolled = 300, mostForeseen = 32;
/// Instructions of an iteration that count up, compare and jump.
constexpr double loopInstructions = 2;

class EstimateWalk {
public:
  using Cost = TileModel::Cost;

  EstimateWalk(const KernelSchedule &kernel, const LoopPlan &plan, const EstimateOptions &options)
      : kernel(kernel), plan(plan), options(options), target(*kernel.target),
        streams(kernel, plan, options.assumedExtent), models(kernel.size()) {
    for (int stage = 0; stage < kernel.size(); ++stage)
      if (!kernel[stage].isInlined())
        models[stage].emplace(kernel, stage, options.assumedExtent);
  }

  Estimate run() {
    Traffic traffic(target);
    Cost whole;
    for (const PlanBlock &block : plan.stages)
      whole = join(whole, walk(block, traffic, {}));
    if (options.isRepeated)
      traffic.keepLastRun();
    Estimate result;
    result.operations = operations;
    result.instructions = whole.instructions;
    result.computeSeconds = whole.cycles / target.core.hertz;
    double moving = 0, stored = storing / target.core.hertz / shared;
    for (size_t cache = 0; cache < target.caches.size(); ++cache) {
      const Cache &known = target.caches[cache];
      double bytes = traffic.getFetched(cache);
      double seconds = traffic.getCycles(cache) / target.core.hertz / shared;
      result.levels.push_back({known.name, bytes, seconds});
      moving += seconds;
      stored += traffic.getStoredCycles(cache) / target.core.hertz / shared;
    }
    // Fetches run beside instructions, but one store waits for the lines of those before it.
    result.seconds = std::max({result.computeSeconds, moving, stored});
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
    /// Loops right around are unrolled with all that is in them: by root axis of the stage, and
    /// together, how often the code stands there.
    bool isUnrolled = false;
    /// The outermost of these among all loops.
    size_t firstUnrolled = 0;
    std::vector<int64_t> copiesAlong = {};
    double copies = 1;
    /// How often the parts of a reader stand there that the code is for.
    double copiesOfReader = 1;
    /// The outermost loop that code can be moved out of.
    size_t firstLoop = 0;
  };

  double evaluate(const LoopExpr &count) const {
    return static_cast<double>(std::max<int64_t>(streams.evaluate(count), 0));
  }

  int64_t getSize(const PlanRange &range) const {
    return range.isDynamic() ? options.assumedExtent : range.size;
  }

  Cost walk(const PlanBlock &block, Traffic &traffic, const Around &around) {
    Cost cost;
    for (const PlanNode &node : block)
      cost = join(cost, walk(node, traffic, around));
    return cost;
  }

  /// One after the other.
  static Cost join(const Cost &first, const Cost &second) {
    return {first.cycles + second.cycles, first.instructions + second.instructions,
            first.terms + second.terms};
  }

  /// What follows on it waits for no term of it.
  Cost settle(int stage, const Cost &cost) const {
    return {models[stage]->getCycles(cost), cost.instructions, 0};
  }

  Cost walk(const PlanNode &node, Traffic &traffic, const Around &around) {
    switch (node.kind) {
    case PlanKind::Loop:
      return walkLoop(node, evaluate(node.counts[0]), {0}, traffic, around);
    case PlanKind::Guard:
      return join(walkLoop(node, evaluate(node.counts[0]) - 1, {0}, traffic, around),
                  walk(node.blocks[1], traffic, around));
    case PlanKind::Pipeline:
      return join(join(walk(node.blocks[0], traffic, around),
                       walkLoop(node, evaluate(node.counts[0]), {1, 2}, traffic, around)),
                  walk(node.blocks[3], traffic, around));
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
      return {};
    case PlanKind::Tile:
      return walkTile(node, traffic, around);
    }
    return {};
  }

  /// Some blocks of a loop over one variable, or over none if it has a single iteration.
  Cost walkLoop(const PlanNode &node, double count, std::initializer_list<int> blocks,
                Traffic &traffic, Around around) {
    if (count <= 0)
      return {};
    enterLoop(node, count, around);
    Traffic body(target);
    Cost step;
    bool isLoop = !node.variables.empty();
    if (isLoop)
      streams.enter(node.variables[0], count);
    for (int block : blocks)
      step = join(step, walk(node.blocks[block], body, around));
    if (isLoop)
      streams.leave(body);
    traffic.add(std::move(body));
    if (!isLoop || around.isUnrolled)
      return step;
    // Loops over other axes are over other accumulators. Inside of where these are set they take
    // turns, outside one is done when the next one begins.
    bool isReduction = kernel[node.stage].tree[node.leaves[0]].kind == AxisKind::Reduction;
    if (!isReduction && !around.accumulators)
      step = settle(node.stage, step);
    double control = loopInstructions / getUnrolled(node, count);
    step.instructions += control;
    step.cycles += control / target.core.instructions;
    return {count * step.cycles + (count > mostForeseen ? target.core.leaveLoop : 0),
            count * step.instructions, isReduction ? count * step.terms : step.terms};
  }

  /// How many iterations of a loop LLVM makes one of.
  double getUnrolled(const PlanNode &node, double count) {
    double size = 0;
    for (const PlanBlock &block : node.blocks)
      size += getInstructions(block);
    return std::clamp(std::floor(mostUnrolled / std::max(size, 1.0)), 1.0, count);
  }

  void enterLoop(const PlanNode &node, double count, Around &around) {
    const IterationTree &tree = kernel[node.stage].tree;
    around.runs *= count;
    if (!around.isUnrolled && node.kind == PlanKind::Loop &&
        getInstructions(node) <= mostUnrolled) {
      around.isUnrolled = true;
      around.firstUnrolled = streams.getNumLoops();
      around.copiesAlong.assign(tree.getRoots().size(), 1);
    }
    if (around.isUnrolled) {
      around.copiesAlong[tree.getParts(node.leaves[0]).back().root] *= static_cast<int64_t>(count);
      around.copies *= count;
      return;
    }
    bool isReduction = tree[node.leaves[0]].kind == AxisKind::Reduction;
    around.reductions = isReduction ? around.reductions * count : 1;
  }

  double getInstructions(const PlanBlock &block) {
    double sum = 0;
    for (const PlanNode &node : block)
      sum += getInstructions(node);
    return sum;
  }

  /// Instructions of all iterations together; more than any loop that is unrolled has where there
  /// is a loop of another kind.
  double getInstructions(const PlanNode &node) {
    switch (node.kind) {
    case PlanKind::Loop:
    case PlanKind::Init:
    case PlanKind::Part: {
      if (auto known = instructions.find(&node); known != instructions.end())
        return known->second;
      double count = node.kind == PlanKind::Loop ? evaluate(node.counts[0]) : 1;
      double inside = node.blocks.empty() ? 0 : getInstructions(node.blocks[0]);
      return instructions[&node] = count * inside;
    }
    case PlanKind::Clamp:
      return 0;
    case PlanKind::Tile: {
      auto [known, isNew] = instructions.try_emplace(&node, 0);
      if (isNew)
        known->second = models[node.stage]->getCodeSize(makeBlock(node));
      return known->second;
    }
    default:
      return 2 * mostUnrolled;
    }
  }

  Cost walkParallel(const PlanNode &node, Traffic &traffic, Around around) {
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
    around.firstLoop = streams.getNumLoops();
    Traffic body(target);
    Cost step = settle(node.stage, walk(node.blocks[0], body, around));
    for (size_t i = 0; i < node.counts.size(); ++i)
      streams.leave(body);
    traffic.add(std::move(body));
    auto threads = static_cast<double>(options.threads);
    shared = std::max(shared, std::min(threads, iterations));
    double steps = std::ceil(iterations / threads);
    return {(step.cycles + loopInstructions / target.core.instructions) * steps +
                target.core.leaveLoop,
            step.instructions * steps};
  }

  Cost walkInit(const PlanNode &node, Traffic &traffic, Around around) {
    around.accumulators = &node.ranges;
    Cost cost = settle(node.stage, walk(node.blocks[0], traffic, around));
    if (!around.isUnrolled)
      cost.cycles += models[node.stage]->getStoreCycles(getSizes(node.ranges));
    return cost;
  }

  Cost walkPart(const PlanNode &node, Traffic &traffic, Around around) {
    streams.setPart(node, getSizes(node.ranges));
    if (node.blocks.empty())
      return {};
    around.accumulators = nullptr;
    around.reductions = 1;
    if (around.isUnrolled) {
      around.copiesOfReader *= std::exchange(around.copies, 1);
      around.copiesAlong.assign(kernel[node.stage].tree.getRoots().size(), 1);
    }
    Cost cost = settle(node.stage, walk(node.blocks[0], traffic, around));
    // A part in registers that is the same in all iterations of a loop is computed before it.
    if (getInstructions(node) > mostUnrolled || getNumElements(node) > 1)
      return cost;
    double same = streams.countSame(node.stage, around.firstLoop);
    return {cost.cycles / same, cost.instructions / same};
  }

  double getNumElements(const PlanNode &node) const {
    double elements = 1;
    for (const PlanRange &range : node.ranges)
      elements *= static_cast<double>(getSize(range));
    return elements;
  }

  Cost walkTile(const PlanNode &node, Traffic &traffic, const Around &around) {
    const TileModel &model = *models[node.stage];
    TileModel::Block block = makeBlock(node);
    double elements = 1;
    for (int64_t size : block.sizes)
      elements *= static_cast<double>(size);
    operations += around.runs * elements * model.getOperations();
    size_t numLoops = around.isUnrolled ? around.firstUnrolled : streams.getNumLoops();
    streams.add(node, model, block, around.firstLoop, numLoops, traffic);
    std::vector<int64_t> sizes = block.sizes;
    if (around.isUnrolled) {
      block.copies = around.copiesAlong;
      for (size_t axis = 0; axis < sizes.size(); ++axis)
        sizes[axis] *= block.copies[axis];
    }
    Cost cost = model.getCost(block, getAccumulators(sizes, around));
    storing += cost.stores * around.runs / around.copies;
    return {cost.cycles * around.copiesOfReader, cost.instructions * around.copiesOfReader,
            cost.terms};
  }

  TileModel::Block makeBlock(const PlanNode &tile) const {
    return models[tile.stage]->makeBlock(getSizes(tile.ranges), tile.ranges, plan.variables);
  }

  TileModel::Accumulators getAccumulators(const std::vector<int64_t> &sizes,
                                          const Around &around) const {
    TileModel::Accumulators accumulators;
    accumulators.tiles = around.reductions;
    // Loops over other accumulators inside of the reduction's let go of them.
    for (size_t axis = 0; around.accumulators && axis < around.accumulators->size(); ++axis)
      accumulators.areWhole &= getSize((*around.accumulators)[axis]) == sizes[axis];
    return accumulators;
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
  /// Cycles of all stores.
  double storing = 0;
  /// Of loops and what is in them, tiles too.
  std::unordered_map<const PlanNode *, double> instructions;
};
} // namespace

Estimate dl::schedule::estimate(const KernelSchedule &kernel, const LoopPlan &plan,
                                const EstimateOptions &options) {
  return EstimateWalk(kernel, plan, options).run();
}
