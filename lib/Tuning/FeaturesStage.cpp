//===-- FeaturesStage.cpp - features of one stage -------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Features: what the stage with most operations computes, how its axes are annotated
// and tiled, its buffers, and how many operations it does for a byte.
//
//===----------------------------------------------------------------------===//
#include "FeaturesStage.h"

#include <algorithm>
#include <numeric>

using namespace dl::schedule;
using namespace dl::tuning;

bool dl::tuning::hasAnnotation(const IterationTree &tree, Annotation annotation) {
  const std::vector<AxisId> &leaves = tree.getLeaves();
  return std::any_of(leaves.begin(), leaves.end(),
                     [&](AxisId leaf) { return tree[leaf].annotation == annotation; });
}

namespace {

/// Where annotated axes are among those of their kind.
enum Position : uint8_t {
  Nowhere,
  InnerSpatial,
  MiddleSpatial,
  OuterSpatial,
  InnerReduction,
  OuterReduction,
  Mixed
};
constexpr const char *positions[] = {"nowhere",        "inner spatial",   "middle spatial",
                                     "outer spatial",  "inner reduction", "outer reduction",
                                     "mixed positions"};

/// What becomes of steps that are incomplete.
constexpr const char *tailKinds[] = {"none", "peeled", "guarded", "shifted", "masked", "mixed"};
constexpr size_t noTail = 0, firstTail = 1, mixedTails = 5;

/// The stage, and what follows from its tree where it is computed.
class StageView {
public:
  const PlanSummary &plan;
  const StageSchedule &stage;
  const StageSummary &summary;
  const TileAccesses &accesses;
  /// Of the root axes, by their ids, and of the leaves in order.
  std::vector<int64_t> rootExtents, leafExtents;

  StageView(const PlanSummary &plan, const StageSchedule &stage, const StageSummary &summary,
            const TileAccesses &accesses)
      : plan(plan), stage(stage), summary(summary), accesses(accesses) {
    const IterationTree &tree = stage.tree;
    for (AxisId root : tree.getRoots()) {
      int64_t extent = tree[root].extent;
      if (accesses.part && root < static_cast<AxisId>(accesses.part->ranges.size()))
        extent = accesses.part->ranges[root].size;
      rootExtents.push_back(extent == dynamicExtent ? plan.options.assumedExtent : extent);
    }
    for (AxisId leaf : tree.getLeaves())
      leafExtents.push_back(tree.getExtent(leaf, rootExtents));
  }

  size_t size() const { return leafExtents.size(); }
  AxisId getLeaf(size_t position) const { return stage.tree.getLeaves()[position]; }
  const AxisNode &operator[](size_t position) const { return stage.tree[getLeaf(position)]; }
  /// Axes of one iteration are none.
  bool isAnnotated(size_t position, Annotation annotation) const {
    return leafExtents[position] > 1 && (*this)[position].annotation == annotation;
  }
  /// The innermost leaf of more than one iteration that is annotated so, or however; -1 if there
  /// is none.
  AxisId getInnermost(std::optional<Annotation> annotation = std::nullopt) const {
    for (size_t position = size(); position-- > 0;)
      if (annotation ? isAnnotated(position, *annotation) : leafExtents[position] > 1)
        return getLeaf(position);
    return -1;
  }
  /// The axis along which vectors lie.
  AxisId getVectorAxis() const {
    AxisId axis = getInnermost(Annotation::Vectorize);
    return axis != -1 ? axis : getInnermost(Annotation::Tensorize);
  }

  Position getPosition(Annotation annotation) const;

private:
  /// Axes of one kind, and which of them are annotated.
  struct Among {
    size_t all = 0, annotated = 0;
    bool isFirst = false, isLast = false;
  };
  Among find(AxisKind kind, Annotation annotation) const {
    Among among;
    for (size_t position = 0; position < size(); ++position) {
      if ((*this)[position].kind != kind || leafExtents[position] <= 1)
        continue;
      bool isHere = isAnnotated(position, annotation);
      among.isFirst |= isHere && among.all == 0;
      among.isLast = isHere;
      among.annotated += isHere ? 1 : 0;
      ++among.all;
    }
    return among;
  }
};

/// What axes of one annotation are together.
struct Annotated {
  double axes = 0, product = 1, innermost = missingFeature;

  void add(double extent) {
    ++axes;
    product *= extent;
    innermost = extent;
  }
};
} // namespace

Position StageView::getPosition(Annotation annotation) const {
  Among spatial = find(AxisKind::Spatial, annotation);
  Among reductions = find(AxisKind::Reduction, annotation);
  if (spatial.annotated > 0 && reductions.annotated > 0)
    return Mixed;
  if (reductions.annotated > 0)
    return reductions.isLast ? InnerReduction : OuterReduction;
  if (spatial.annotated == 0)
    return Nowhere;
  if (spatial.isFirst && spatial.isLast)
    return spatial.all == 1 ? InnerSpatial : Mixed;
  return spatial.isLast ? InnerSpatial : spatial.isFirst ? OuterSpatial : MiddleSpatial;
}

static void writeArithmetic(FeatureWriter &writer, const StageView &view, bool isKnown) {
  writer.beginGroup("arithmetic", isKnown);
  writer.addCount("evaluations", view.summary.evaluations);
  for (size_t kind = 0; kind < std::size(workKinds); ++kind)
    writer.addCount({"formula", workKinds[kind]}, view.summary.formula[kind]);
  for (size_t kind = 0; kind < std::size(workKinds); ++kind)
    writer.addCount({"combination", workKinds[kind]}, view.summary.combination[kind]);
  writer.addCount("bytes of an element", static_cast<double>(view.stage.getElementBytes()));
  writer.addCount("bytes of the widest number", static_cast<double>(view.stage.computeBytes));
}

static void writeAnnotation(FeatureWriter &writer, const char *name, const Annotated &annotated,
                            Position position) {
  writer.addCount({name, "axes"}, annotated.axes);
  writer.addCount({name, "product"}, annotated.product);
  writer.addCount({name, "innermost extent"}, annotated.innermost);
  writer.addAlternatives(name, positions, position);
}

static void writeAnnotations(FeatureWriter &writer, const StageView &view, bool isKnown) {
  writer.beginGroup("annotations", isKnown);
  const std::pair<const char *, Annotation> marks[] = {{"vectorized", Annotation::Vectorize},
                                                       {"unrolled", Annotation::Unroll}};
  for (auto [name, annotation] : marks) {
    Annotated annotated;
    for (size_t position = 0; position < view.size(); ++position)
      if (view.isAnnotated(position, annotation))
        annotated.add(static_cast<double>(view.leafExtents[position]));
    writeAnnotation(writer, name, annotated, view.getPosition(annotation));
  }
  // A stage that is computed inside of another one runs in the threads of that.
  Annotated parallel;
  for (const TileAccesses::Loop &loop : view.accesses.loops)
    if (loop.isParallel)
      parallel.add(loop.count);
  Position position = view.getPosition(Annotation::Parallel);
  if (position == Nowhere && parallel.axes > 0)
    position = OuterSpatial;
  writeAnnotation(writer, "parallel", parallel, position);
  writer.add("is tensorized", hasAnnotation(view.stage.tree, Annotation::Tensorize) ? 1 : 0);
}

static void writeRegisterTile(FeatureWriter &writer, const StageView &view, bool isKnown) {
  writer.beginGroup("register tile", isKnown);
  const Target &target = *view.plan.kernel.target;
  const auto &sizes = view.accesses.sizes;
  size_t numSpatial = view.stage.tree.getNumSpatial();
  double spatial = 1, terms = 1;
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    (axis < numSpatial ? spatial : terms) *= sizes[axis];
  // Vectors of results are rows of them, as dl-vectorize lays them.
  double lanes = 1, vectors = spatial;
  if (view.getVectorAxis() != -1) {
    int64_t bytes = std::max<int64_t>(view.stage.computeBytes, 1);
    lanes = static_cast<double>(std::max<int64_t>(target.vector.bytes / bytes, 1));
    for (size_t axis = numSpatial; axis-- > 0;)
      if (sizes[axis] > 1) {
        vectors = vectors / sizes[axis] * std::ceil(sizes[axis] / lanes);
        break;
      }
  }
  double accumulators = view.accesses.init ? 1 : missingFeature;
  if (view.accesses.init)
    for (const PlanRange &range : view.accesses.init->ranges)
      accumulators *= view.plan.getSize(range);
  writer.addCount("results", spatial);
  writer.addCount("terms", terms);
  writer.addCount("accumulators", accumulators);
  writer.addCount("elements of a vector", lanes);
  writer.addCount("vectors of results", vectors);
  writer.add("vectors of results over registers",
             vectors / static_cast<double>(target.vector.count));
}

/// An index into `tailKinds`.
static size_t getTailKind(const StageView &view) {
  size_t kind = noTail;
  for (size_t position = 0; position < view.size(); ++position)
    for (const AxisPart &part : view.stage.tree.getParts(view.getLeaf(position))) {
      bool isIncomplete = false;
      for (size_t i = 0; i < part.ranges.size(); ++i) {
        bool isDynamic = part.ranges[i] == dynamicExtent;
        int64_t range = i == 0 && !isDynamic ? view.rootExtents[part.root] : part.ranges[i];
        // Of a range shorter than a step nothing is left over, unless the step is masked.
        bool isLong = range > part.stride || part.tail == TailPolicy::Mask;
        isIncomplete |= isDynamic ? part.stride > 1 : isLong && range % part.stride != 0;
      }
      if (!isIncomplete)
        continue;
      size_t own = firstTail + static_cast<size_t>(part.tail);
      kind = kind == noTail || kind == own ? own : mixedTails;
    }
  return kind;
}

static void writeTails(FeatureWriter &writer, const StageView &view, double whole, bool isKnown) {
  writer.beginGroup("tails", isKnown);
  const StageSummary &summary = view.summary;
  writer.addAlternatives("steps left over", tailKinds, getTailKind(view));
  writer.add("share in smaller tiles", 1 - summary.inLargest / summary.evaluations);
  writer.add("share that is masked", 1 - summary.evaluations / summary.unmasked);
  writer.addCount("recomputation", summary.evaluations / whole);
}

static void writeLoops(FeatureWriter &writer, const StageView &view, bool isKnown) {
  writer.beginGroup("loops", isKnown);
  const TileAccesses &accesses = view.accesses;
  const Target &target = *view.plan.kernel.target;
  size_t depth = accesses.loops.size();
  auto getCount = [&](size_t loop) { return loop < depth ? accesses.loops[loop].count : NAN; };
  writer.addCount("depth", static_cast<double>(depth));
  for (size_t i = 0; i < 3; ++i)
    writer.addCount({"extent from inside", i}, getCount(depth - 1 - i));
  for (size_t i = 0; i < 3; ++i)
    writer.addCount({"extent from outside", i}, getCount(i));
  writer.add("innermost is a reduction",
             depth > 0 ? accesses.loops[depth - 1].isReduction : missingFeature);
  writer.addCount("runs of tiles", view.summary.tileRuns);
  writer.add("is a part", accesses.part ? 1 : 0);
  double all = accesses.getIterations(depth);
  double inside = accesses.getIterations(depth - accesses.loopsOutsideInit);
  writer.addCount("iterations inside of init", accesses.init ? inside : missingFeature);
  writer.addCount("iterations outside of init", accesses.init ? all / inside : missingFeature);
  for (size_t cache = 0; cache < featureCaches; ++cache)
    writer.addCount(
        {"loops outside of what fits level", cache},
        getFittingDepth(accesses.touched, getCacheBytes(target, cache), target.lineBytes));
}

static void writeBuffer(FeatureWriter &writer, const StageView &view, size_t number) {
  static const BufferAccess none = {};
  const TileAccesses &accesses = view.accesses;
  bool isKnown = number < accesses.accesses.size();
  const BufferAccess &access = isKnown ? accesses.accesses[accesses.order[number]] : none;
  writer.beginGroup({"buffer", number}, isKnown);
  const std::pair<const char *, double> amounts[] = {{"bytes", access.bytes},
                                                     {"unique bytes", access.uniqueBytes},
                                                     {"lines", access.lines},
                                                     {"unique lines", access.uniqueLines}};
  constexpr const char *uses[] = {"read", "written", "both"};
  constexpr const char *reuses[] = {"loop", "serial", "none"};
  writer.addAlternatives("is", uses, access.isRead && access.isWritten ? 2 : access.isWritten);
  writer.add("is a part", access.isPart ? 1 : 0);
  for (auto [name, value] : amounts)
    writer.addCount(name, value);
  bool isReused = access.reuse.kind != ReuseKind::None;
  writer.addAlternatives("reuse", reuses, static_cast<size_t>(access.reuse.kind));
  writer.addCount("reuse distance in iterations",
                  isReused ? access.reuse.iterations : missingFeature);
  writer.addCount("reuse distance in bytes", isReused ? access.reuse.bytes : missingFeature);
  writer.addCount("reuse count", access.reuse.count);
  for (auto [name, value] : amounts)
    writer.addCount({"by reuse count", name}, value / access.reuse.count);
  auto addStride = [&](const char *name, AxisId leaf) {
    if (leaf == -1)
      return writer.addCount(name, missingFeature);
    const AxisPart &part = view.stage.tree.getParts(leaf).back();
    writer.addCount(name, access.getStride(part.root) * static_cast<double>(part.stride));
  };
  addStride("stride of the innermost axis", isKnown ? view.getInnermost() : -1);
  addStride("stride of the vector axis", isKnown ? view.getVectorAxis() : -1);
  size_t depth = accesses.loops.size();
  auto addFootprint = [&](const char *name, size_t level) {
    writer.addCount({"footprint", name}, isKnown ? access.touched[level].bytes : missingFeature);
  };
  addFootprint("of a tile", 0);
  addFootprint("of the inner half of the loops", depth / 2);
  addFootprint("of all loops", depth);
  const Target &target = *view.plan.kernel.target;
  for (size_t cache = 0; cache < featureCaches; ++cache)
    writer.addCount(
        {"loops outside of what fits level", cache},
        getFittingDepth(access.touched, getCacheBytes(target, cache), target.lineBytes));
}

/// Operations for a byte that is touched, by the operations of more and more loops: each sample has
/// so many times more than the one before it.
static void writeIntensity(FeatureWriter &writer, const StageView &view, bool isKnown) {
  writer.beginGroup("intensity", isKnown);
  const TileAccesses &accesses = view.accesses;
  double ofTile = std::accumulate(accesses.sizes.begin(), accesses.sizes.end(), 1.0,
                                  [](double all, double size) { return all * size; }) *
                  view.summary.getOperations() / view.summary.evaluations;
  auto getIntensity = [&](size_t level) {
    return std::log2(ofTile * accesses.getIterations(level) / accesses.touched[level].bytes + 1);
  };
  size_t depth = accesses.loops.size(), level = 0;
  double all = std::log2(accesses.getIterations(depth)), from = 0, to = 0;
  double before = missingFeature, behind = isKnown ? getIntensity(0) : missingFeature;
  for (size_t sample = 0; sample < featureSamples; ++sample) {
    double place = all * static_cast<double>(sample) / static_cast<double>(featureSamples - 1);
    while (place > to && level < depth) {
      from = std::exchange(to, std::log2(accesses.getIterations(++level)));
      before = std::exchange(behind, getIntensity(level));
    }
    double share = to > from ? std::min((place - from) / (to - from), 1.0) : 1;
    writer.addLogarithm({"sample", sample},
                        share < 1 ? before + share * (behind - before) : behind);
  }
}

void dl::tuning::writeHeaviestStage(FeatureWriter &writer, const PlanSummary &plan) {
  static const StageSchedule noStage;
  static const StageSummary noSummary;
  bool isKnown = plan.heaviest != -1;
  int number = plan.heaviest;
  const TileAccesses accesses = isKnown ? TileAccesses(plan, number) : TileAccesses();
  StageView view(plan, isKnown ? plan.kernel[number] : noStage,
                 isKnown ? plan.stages[number] : noSummary, accesses);
  writeArithmetic(writer, view, isKnown);
  writeAnnotations(writer, view, isKnown);
  writeRegisterTile(writer, view, isKnown);
  writeTails(writer, view, isKnown ? plan.getVolume(number, true) : 1, isKnown);
  writeLoops(writer, view, isKnown);
  for (size_t buffer = 0; buffer < featureBuffers; ++buffer)
    writeBuffer(writer, view, buffer);
  writeIntensity(writer, view, isKnown);
}

std::vector<Source> dl::tuning::findBuffers(const PlanSummary &plan) {
  std::vector<Source> buffers;
  if (plan.heaviest == -1)
    return buffers;
  const TileAccesses accesses(plan, plan.heaviest);
  for (size_t number : accesses.order) {
    int buffer = accesses.accesses[number].buffer, stages = plan.kernel.size();
    if (buffers.size() < featureBuffers)
      buffers.push_back(buffer < stages ? Source{buffer, -1} : Source{-1, buffer - stages});
  }
  return buffers;
}
