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

#include "EstimateTile.h"
#include "Traffic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
/// By how much a place moves with one iteration of each loop around it, and where it is in
/// the first one.
struct Place {
  int64_t first = 0;
  std::vector<int64_t> steps;
};

class EstimateWalk {
public:
  EstimateWalk(const KernelSchedule &kernel, const LoopPlan &plan, const EstimateOptions &options)
      : kernel(kernel), plan(plan), options(options), target(*kernel.target) {
    depthOf.assign(plan.variables.size(), -1);
    places.resize(plan.variables.size());
    boxes.resize(kernel.size());
    models.reserve(kernel.size());
    for (int stage = 0; stage < kernel.size(); ++stage)
      models.emplace_back(kernel, stage, options.assumedExtent);
    values.assign(plan.variables.size(), 0);
    for (int variable = 0; variable < plan.variables.size(); ++variable)
      if (plan.about[variable].kind == PlanVariable::Extent)
        values[variable] = options.assumedExtent;
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
    return static_cast<double>(
        std::max<int64_t>(count.isConstant() ? count.constant : count.evaluate(values), 0));
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
      return walkLoop(node, {evaluate(node.counts[0])}, {0}, traffic, around);
    case PlanKind::Guard:
      return walkLoop(node, {evaluate(node.counts[0]) - 1}, {0}, traffic, around) +
             walk(node.blocks[1], traffic, around);
    case PlanKind::Pipeline:
      return walk(node.blocks[0], traffic, around) +
             walkLoop(node, {evaluate(node.counts[0])}, {1, 2}, traffic, around) +
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
      places[node.variables[0]] = getPlace(node.place);
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
      enter(node.variables[0], count);
    for (int block : blocks)
      cycles += walk(node.blocks[block], body, around);
    if (isLoop)
      leave(body);
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
                    models[node.stage].isVectorizedByItself(roots[0]);
    return isVector ? roots[0] : -1;
  }

  double walkParallel(const PlanNode &node, Traffic &traffic, Around around) {
    double iterations = 1;
    for (size_t i = 0; i < node.counts.size(); ++i) {
      double count = evaluate(node.counts[i]);
      iterations *= count;
      enter(node.variables[i], count);
    }
    if (iterations <= 0)
      iterations = 1;
    around.runs *= iterations;
    around.reductions = 1;
    around.vectorLoop = -1;
    Traffic body(target);
    double cycles = walk(node.blocks[0], body, around) + 2 / target.core.instructions;
    for (size_t i = 0; i < node.counts.size(); ++i)
      leave(body);
    traffic.add(std::move(body));
    auto threads = static_cast<double>(options.threads);
    shared = std::max(shared, std::min(threads, iterations));
    return cycles * std::ceil(iterations / threads) + target.core.leaveLoop;
  }

  double walkInit(const PlanNode &node, Traffic &traffic, Around around) {
    around.accumulators = &node.ranges;
    return walk(node.blocks[0], traffic, around) +
           models[node.stage].getStoreCycles(getSizes(node.ranges));
  }

  double walkPart(const PlanNode &node, Traffic &traffic, Around around) {
    Box &box = boxes[node.stage];
    box.offsets.clear();
    box.sizes = getSizes(node.ranges);
    for (const PlanRange &range : node.ranges)
      box.offsets.push_back(getPlace(range.offset));
    if (node.blocks.empty())
      return 0;
    around.accumulators = nullptr;
    around.reductions = 1;
    around.vectorLoop = -1;
    return walk(node.blocks[0], traffic, around);
  }

  double walkTile(const PlanNode &node, Traffic &traffic, const Around &around) {
    const TileModel &model = models[node.stage];
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
    addStreams(node, sizes, traffic);
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

  void enter(int variable, double count) {
    depthOf[variable] = static_cast<int>(loops.size());
    loops.push_back({variable, count});
  }

  void leave(Traffic &body) {
    auto [variable, count] = loops.back();
    loops.pop_back();
    depthOf[variable] = -1;
    body.repeat(count, loops.size());
  }

  /// How a sum moves with the loops around the present place.
  Place getPlace(const LoopExpr &sum) {
    Place place{sum.constant, std::vector<int64_t>(loops.size(), 0)};
    for (const auto &[atom, coefficient] : sum.terms) {
      if (!atom.sum) {
        addVariable(place, atom.variable, coefficient);
        continue;
      }
      // A digit moves as its sum does, in the first step.
      LoopExpr digit;
      digit.terms = {{atom, coefficient}};
      int64_t base = digit.evaluate(values);
      place.first += base;
      for (size_t depth = 0; depth < loops.size(); ++depth) {
        int variable = loops[depth].first;
        if (!atom.dependsOn(variable))
          continue;
        values[variable] = 1;
        place.steps[depth] += digit.evaluate(values) - base;
        values[variable] = 0;
      }
    }
    return place;
  }

  void addVariable(Place &place, int variable, int64_t factor) {
    if (int depth = depthOf[variable]; depth != -1) {
      place.steps[depth] += factor;
      return;
    }
    // A place that was moved inwards moves as it did before.
    const Place &known = places[variable];
    place.first += factor * known.first;
    for (size_t depth = 0; depth < std::min(known.steps.size(), place.steps.size()); ++depth)
      place.steps[depth] += factor * known.steps[depth];
  }

  /// What the tile reads and writes.
  void addStreams(const PlanNode &node, const std::vector<int64_t> &sizes, Traffic &traffic) {
    std::vector<Place> axes;
    for (const PlanRange &range : node.ranges)
      axes.push_back(getPlace(range.offset));
    const TileModel &model = models[node.stage];
    for (const TileRead &read : model.getReads())
      traffic.add(makeStream(read, axes, sizes));
    Stream result;
    result.buffer = node.stage;
    result.elementBytes = model.getElementBytes();
    const IterationTree &tree = kernel[node.stage].tree;
    size_t numDims = 0;
    for (AxisId root : tree.getRoots())
      numDims += tree[root].kind == AxisKind::Spatial;
    for (size_t d = 0; d < numDims; ++d) {
      int64_t extent = tree[static_cast<AxisId>(d)].extent;
      result.dims.push_back(
          {axes[d].first, sizes[d], extent == dynamicExtent ? options.assumedExtent : extent});
    }
    result.growth.resize(loops.size() * numDims);
    for (size_t depth = 0; depth < loops.size(); ++depth)
      for (size_t d = 0; d < numDims; ++d)
        result.growth[depth * numDims + d] = getGrowth(axes[d].steps[depth], depth);
    makeRelative(result, node.stage);
    traffic.add(std::move(result));
  }

  int64_t getGrowth(int64_t step, size_t depth) const {
    return static_cast<int64_t>(std::abs(static_cast<double>(step)) * (loops[depth].second - 1));
  }

  Stream makeStream(const TileRead &read, const std::vector<Place> &axes,
                    const std::vector<int64_t> &sizes) {
    Stream stream;
    stream.buffer = read.read.stage != -1 ? read.read.stage : kernel.size() + read.read.operand;
    stream.elementBytes = read.elementBytes;
    size_t numDims = read.read.indices.size();
    stream.growth.assign(loops.size() * numDims, 0);
    for (size_t d = 0; d < numDims; ++d) {
      const IndexExpression &index = read.read.indices[d];
      Stream::Dim &dim = stream.dims.emplace_back(Stream::Dim{0, 1, read.shape[d]});
      if (index.kind == IndexKind::Gathered)
        dim.size = dim.extent;
      else if (index.kind == IndexKind::Affine)
        addLinear(index, axes, sizes, stream, d);
      else
        addDigits(index, axes, sizes, stream, d);
    }
    if (read.read.stage != -1)
      makeRelative(stream, read.read.stage);
    return stream;
  }

  void addLinear(const IndexExpression &index, const std::vector<Place> &axes,
                 const std::vector<int64_t> &sizes, Stream &stream, size_t d) const {
    Stream::Dim &dim = stream.dims[d];
    dim.begin = index.constant;
    size_t numDims = stream.growth.size() / std::max<size_t>(loops.size(), 1);
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      int64_t factor = index.coefficients[axis];
      if (factor == 0)
        continue;
      int64_t spread = factor * (sizes[axis] - 1);
      dim.begin += factor * axes[axis].first + std::min<int64_t>(spread, 0);
      dim.size += std::abs(spread);
    }
    for (size_t depth = 0; depth < loops.size(); ++depth) {
      int64_t step = 0;
      for (size_t axis = 0; axis < axes.size(); ++axis)
        step += index.coefficients[axis] * axes[axis].steps[depth];
      stream.growth[depth * numDims + d] = getGrowth(step, depth);
    }
  }

  /// Quotients and remainders are evaluated where loops begin and end, and between.
  void addDigits(const IndexExpression &index, const std::vector<Place> &axes,
                 const std::vector<int64_t> &sizes, Stream &stream, size_t d) const {
    Stream::Dim &dim = stream.dims[d];
    size_t numDims = stream.growth.size() / std::max<size_t>(loops.size(), 1);
    std::vector<int64_t> point(axes.size());
    auto at = [&](auto getOffset) {
      for (size_t axis = 0; axis < axes.size(); ++axis)
        point[axis] = axes[axis].first + getOffset(axis);
      return index.digits.evaluate(point);
    };
    auto getSpread = [&](int64_t count, auto getStep) {
      int64_t low = 0, high = 0, base = at([](size_t) { return int64_t(0); });
      for (int64_t n : {int64_t(1), count / 2, count - 2, count - 1}) {
        if (n < 1 || n >= count)
          continue;
        int64_t value = at([&](size_t axis) { return getStep(axis, n); }) - base;
        low = std::min(low, value);
        high = std::max(high, value);
      }
      return std::pair(low, high);
    };
    dim.begin = at([](size_t) { return int64_t(0); });
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      auto [low, high] =
          getSpread(sizes[axis], [&](size_t other, int64_t n) { return other == axis ? n : 0; });
      dim.begin += low;
      dim.size += high - low;
    }
    for (size_t depth = 0; depth < loops.size(); ++depth) {
      auto [low, high] =
          getSpread(static_cast<int64_t>(loops[depth].second),
                    [&](size_t axis, int64_t n) { return n * axes[axis].steps[depth]; });
      stream.growth[depth * numDims + d] = high - low;
    }
  }

  /// A part of a stage is in a buffer of its own, which does not move with the loops around.
  void makeRelative(Stream &stream, int stage) const {
    const Box &box = boxes[stage];
    if (box.sizes.empty() || kernel.getAttachStage(stage) == -1)
      return;
    size_t numDims = stream.dims.size();
    for (size_t d = 0; d < numDims; ++d) {
      stream.dims[d].begin -= box.offsets[d].first;
      stream.dims[d].extent = box.sizes[d];
      stream.dims[d].size = std::min(stream.dims[d].size, box.sizes[d]);
      for (size_t depth = 0; depth < box.offsets[d].steps.size(); ++depth)
        stream.growth[depth * numDims + d] = 0;
    }
  }

  struct Box {
    std::vector<Place> offsets;
    std::vector<int64_t> sizes;
  };

  const KernelSchedule &kernel;
  const LoopPlan &plan;
  const EstimateOptions &options;
  const Target &target;
  std::vector<TileModel> models;
  /// The loops around: their variables and counts, the outermost first.
  std::vector<std::pair<int, double>> loops;
  /// By variable: its place among these or -1, what it was moved from, and a value.
  std::vector<int> depthOf;
  std::vector<Place> places;
  std::vector<int64_t> values;
  /// By stage: its part, where it is computed inside of others.
  std::vector<Box> boxes;
  double operations = 0, shared = 1;
};
} // namespace

Estimate dl::schedule::estimate(const KernelSchedule &kernel, const LoopPlan &plan,
                                const EstimateOptions &options) {
  return EstimateWalk(kernel, plan, options).run();
}
