//===-- LoopPlan.cpp - the loops of a kernel as data ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nest of a stage, from its outermost loop to its tiles.
//
//===----------------------------------------------------------------------===//
#include "PlanBuilder.h"

#include "dl/Schedule/Primitives/Bind.h"

#include <algorithm>

using namespace dl::schedule;

std::optional<Refusal> dl::schedule::buildLoopPlan(const KernelSchedule &kernel, LoopPlan &plan,
                                                   PlanMode mode, int only) {
  plan = {};
  PlanBuilder builder(kernel, plan, mode);
  builder.build(only);
  return builder.refusal;
}

PlanBuilder::PlanBuilder(const KernelSchedule &kernel, LoopPlan &plan, PlanMode mode)
    : kernel(kernel), plan(plan), mode(mode) {
  for (const StageSchedule &stage : kernel.stages) {
    const IterationTree &tree = stage.tree;
    StageInfo &info = infos.emplace_back(tree);
    info.numAxes = tree.getRoots().size();
    info.numSpatial = tree.getNumSpatial();
    info.guardCuts.resize(info.numAxes);
    for (auto [axis, value] : kernel.getGuardCuts(static_cast<int>(infos.size()) - 1))
      if (tree[axis].kind == AxisKind::Spatial && !isRootBound(tree, axis))
        info.guardCuts[axis].push_back(value);
    if (mode == PlanMode::WholeStages)
      continue;
    // Threads of a block meet in all iterations.
    auto isLeafBound = [&](AxisId leaf) { return isBound(tree[leaf].annotation); };
    if (stage.isSum && std::none_of(tree.getLeaves().begin(), tree.getLeaves().end(), isLeafBound))
      info.needs = kernel.getNeeds(static_cast<int>(infos.size()) - 1);
    for (AxisId leaf : tree.getLeaves()) {
      if (tree.isRegister(leaf))
        continue;
      info.looped.push_back(leaf);
      if (tree[leaf].annotation == Annotation::Parallel)
        info.numParallel = info.looped.size();
    }
    while (info.initPosition < info.looped.size() &&
           info.looped[info.initPosition] != tree.getInitAxis() &&
           tree[info.looped[info.initPosition]].kind != AxisKind::Reduction)
      ++info.initPosition;
  }
}

int PlanBuilder::addVariable(int64_t extent, PlanVariable about) {
  plan.about.push_back(about);
  return plan.variables.add(extent);
}

int PlanBuilder::getExtentVariable(int stage, AxisId root) {
  auto [found, isNew] = extents.insert({{stage, root}, -1});
  if (isNew)
    found->second = addVariable(unknownExtent, {PlanVariable::Extent, stage, root});
  return found->second;
}

PlanRange PlanBuilder::getWholeRange(int stage, AxisId root) {
  int64_t extent = kernel[stage].tree[root].extent;
  return {0, extent, extent == dynamicExtent ? getExtentVariable(stage, root) : -1};
}

PlanRanges PlanBuilder::addReductions(int stage, PlanRanges box) {
  for (size_t axis = box.size(); axis < infos[stage].numAxes; ++axis)
    box.push_back(getWholeRange(stage, static_cast<AxisId>(axis)));
  return box;
}

bool PlanBuilder::refuse(int stage, const std::string &why) {
  refusal = Refusal{why, "compute it at root or inline it", stage};
  return false;
}

bool PlanBuilder::countNest(int stage) {
  // No code generator takes so many in useful time.
  constexpr int maxNests = 1 << 16;
  if (++numNests <= maxNests)
    return true;
  refusal = Refusal{"the tails and pieces of its axes, each with those of the others, make more "
                    "than " +
                        std::to_string(maxNests) + " loops",
                    "split by factors that divide the extents, or mask the tails", stage};
  return false;
}

bool PlanBuilder::build(int only) {
  plan.stages.resize(kernel.size());
  for (int stage = 0; stage < kernel.size(); ++stage) {
    const IterationTree &tree = kernel[stage].tree;
    if (only != -1 ? stage != only : tree.getPlacement() != Placement::Root)
      continue;
    PlanRanges axes;
    for (AxisId root : tree.getRoots())
      axes.push_back(getWholeRange(stage, root));
    if (!addStage(stage, axes, plan.stages[stage]))
      return false;
  }
  return true;
}

bool PlanBuilder::addStage(int stage, const PlanRanges &axes, PlanBlock &block) {
  // Of no elements there is not even a tile.
  bool isEmpty =
      std::any_of(axes.begin(), axes.end(), [](const PlanRange &range) { return range.size == 0; });
  return isEmpty || addVersions(stage, axes, 0, 0, block);
}

bool PlanBuilder::addVersions(int stage, PlanRanges axes, AxisId root, size_t version,
                              PlanBlock &block) {
  const IterationTree &tree = kernel[stage].tree;
  if (root == static_cast<AxisId>(axes.size()))
    return addNest(stage, axes, 0, false, block);
  if (!axes[root].isDynamic() || version == tree[root].versions.size())
    return addVersions(stage, axes, root + 1, 0, block);
  PlanNode node{PlanKind::Version, stage, {root}, {axes[root].extent}};
  int64_t extent = tree[root].versions[version];
  node.counts = {extent};
  node.blocks.resize(2);
  PlanRanges one(axes);
  one[root] = {0, extent};
  if (!addVersions(stage, one, root + 1, 0, node.blocks[0]) ||
      !addVersions(stage, axes, root, version + 1, node.blocks[1]))
    return false;
  block.push_back(std::move(node));
  return true;
}

bool PlanBuilder::addNest(int stage, const PlanRanges &axes, size_t position, bool accumulating,
                          PlanBlock &block) {
  if (!countNest(stage))
    return false;
  const StageInfo &info = infos[stage];
  const IterationTree &tree = kernel[stage].tree;
  // Conditions of one axis are decided by cutting the axis where they change (Halide's loop
  // partitioning), so that the interior runs without tests.
  for (AxisId root : getRootsEntered(stage, axes, position, accumulating)) {
    // The pieces of one reduction axis would run all of another one each.
    if (kernel[stage].isOrdered && tree[root].kind == AxisKind::Reduction)
      continue;
    std::vector<int64_t> ends = getPieceEnds(stage, root, position, axes, accumulating);
    if (ends.empty())
      continue;
    int64_t begin = 0;
    for (int64_t end : ends) {
      PlanRanges piece(axes);
      piece[root] = {axes[root].offset + begin, end - begin};
      if (!addNest(stage, piece, position, accumulating, block))
        return false;
      begin = end;
    }
    return true;
  }
  if (position == 0 && info.numParallel > 0 && !accumulating)
    return addParallel(stage, axes, block);
  if (tree.hasReduction() && !accumulating && position == info.initPosition)
    return addInit(stage, axes, position, block);
  if (position == info.looped.size()) {
    PlanNode tile{PlanKind::Tile, stage};
    tile.ranges = axes;
    block.push_back(std::move(tile));
    return true;
  }
  return addLoops(stage, axes, position, accumulating, block);
}

bool PlanBuilder::isSmallPiece(int stage, const PlanRanges &axes) const {
  constexpr double small = 1.0 / 16;
  double share = 1;
  for (size_t root = 0; root < axes.size(); ++root) {
    int64_t extent = kernel[stage].tree[static_cast<AxisId>(root)].extent;
    if (!axes[root].isDynamic() && extent != dynamicExtent && extent > 0)
      share *= static_cast<double>(axes[root].size) / static_cast<double>(extent);
  }
  return share <= small;
}

bool PlanBuilder::addInit(int stage, const PlanRanges &axes, size_t position, PlanBlock &block) {
  PlanNode node{PlanKind::Init, stage};
  node.ranges.assign(axes.begin(), axes.begin() + infos[stage].numSpatial);
  for (size_t axis = 0; axis < node.ranges.size(); ++axis)
    if (node.ranges[axis].isDynamic()) {
      refusal = Refusal{"requires axis " + kernel[stage].tree[static_cast<AxisId>(axis)].name +
                            ", whose extent is known only at run time, outside of the reduction "
                            "axes, so that the accumulator has a constant size",
                        "reorder the axes", stage};
      return false;
    }
  node.blocks.resize(1);
  if (!addNest(stage, axes, position, true, node.blocks[0]))
    return false;
  block.push_back(std::move(node));
  return true;
}

bool PlanBuilder::addParallel(int stage, const PlanRanges &axes, PlanBlock &block) {
  // The leading parallel axes form one loop; tails get one of their own.
  const StageInfo &info = infos[stage];
  std::vector<AxisId> leaves(info.looped.begin(), info.looped.begin() + info.numParallel);
  std::vector<Parts> partsOf;
  Parts allParts;
  for (AxisId leaf : leaves) {
    partsOf.push_back(getParts(stage, leaf));
    allParts.append(partsOf.back().begin(), partsOf.back().end());
  }
  bool isSmall = isSmallPiece(stage, axes);
  for (const Segment &all : getSegments(stage, allParts, 0, axes)) {
    PlanNode node{PlanKind::Parallel, stage, leaves};
    // What is computed at one of the axes is computed for a whole step of it.
    PlanRanges inner(axes);
    std::vector<PlanRanges> rangesAt;
    size_t next = 0;
    for (size_t i = 0; i < leaves.size(); ++i) {
      Segment segment;
      for (size_t part = 0; part < partsOf[i].size(); ++part)
        segment.append(all.pieces[next++]);
      int64_t extent = segment.count == dynamicExtent ? unknownExtent : segment.count;
      node.counts.push_back(segment.getCount());
      node.variables.push_back(addVariable(extent, {PlanVariable::Loop, stage, leaves[i]}));
      inner = enter(inner, partsOf[i], segment, plan.variables.get(node.variables.back()));
      rangesAt.push_back(inner);
    }
    node.ranges.assign(inner.begin(), inner.begin() + info.numSpatial);
    if (!isSmall) {
      PlanBlock &body = node.blocks.emplace_back();
      for (size_t i = 0; i < leaves.size(); ++i)
        if (!addAttached(stage, leaves[i], rangesAt[i], -1, body))
          return false;
      if (!addNest(stage, inner, info.numParallel, false, body))
        return false;
      block.push_back(std::move(node));
      continue;
    }
    // The same iterations as loops, one in the other.
    std::vector<PlanNode> loops;
    for (size_t i = 0; i < leaves.size(); ++i) {
      PlanNode &loop = loops.emplace_back(PlanNode{PlanKind::Loop, stage, {leaves[i]}});
      loop.counts = {node.counts[i]};
      loop.variables = {node.variables[i]};
      if (!addAttached(stage, leaves[i], rangesAt[i], -1, loop.blocks.emplace_back()))
        return false;
    }
    if (!addNest(stage, inner, info.numParallel, false, loops.back().blocks.front()))
      return false;
    for (size_t i = leaves.size(); --i > 0;)
      loops[i - 1].blocks.front().push_back(std::move(loops[i]));
    block.push_back(std::move(loops.front()));
  }
  return true;
}

/// True if an iteration of these loops is long beside what it takes to begin some of a loop that
/// could be unrolled if it had all.
static bool isLong(const PlanBlock &block) {
  constexpr int64_t least = 4;
  return std::any_of(block.begin(), block.end(), [&](const PlanNode &node) {
    return (node.kind == PlanKind::Loop && !node.counts.front().isConstant()) ||
           (node.kind == PlanKind::Loop && node.counts.front().constant >= least) ||
           std::any_of(node.blocks.begin(), node.blocks.end(), isLong);
  });
}

bool PlanBuilder::addLoops(int stage, const PlanRanges &axes, size_t position, bool accumulating,
                           PlanBlock &block) {
  const IterationTree &tree = kernel[stage].tree;
  AxisId leaf = infos[stage].looped[position];
  Parts parts = getParts(stage, leaf);
  std::vector<Segment> segments = getSegments(stage, parts, 0, axes);
  const PlanRange &range = axes[parts.front()->root];
  if (parts.size() == 1 && !range.isDynamic() &&
      infos[stage].rules.getRun(leaf, *parts.front().steps, range.size).tail == TailPolicy::Guard)
    return addGuard(stage, axes, position, accumulating, parts, segments, block);

  int producer = -1;
  for (int attached : kernel.getAttached(stage, leaf))
    if (producer == -1 && kernel[attached].tree.getStorage().isDouble)
      producer = attached;
  bool isThread = schedule::isThread(tree[leaf].annotation);
  for (const Segment &segment : segments) {
    if (producer != -1 && segment.count > 1) {
      if (!addPipeline(stage, axes, position, accumulating, parts, segment, producer, block))
        return false;
      continue;
    }
    PlanNode node{PlanKind::Loop, stage, {leaf}};
    node.counts = {segment.getCount()};
    LoopExpr step;
    if (segment.count != 1) {
      int64_t extent = segment.count == dynamicExtent ? unknownExtent : segment.count;
      node.variables = {addVariable(extent, {PlanVariable::Loop, stage, leaf, isThread, isThread})};
      step = plan.variables.get(node.variables[0]);
    }
    PlanRanges inner = enter(axes, parts, segment, step);
    if (!addBody(stage, inner, position, accumulating, node.blocks.emplace_back()))
      return false;
    if (accumulating && parts.size() == 1 && segment.count > 1 && isLong(node.blocks.front()))
      findZeros(axes, parts.front(), segment.pieces.front(), node);
    block.push_back(std::move(node));
  }
  return true;
}

/// A guarded tail stays in the loop: the last iteration takes the other branch.
bool PlanBuilder::addGuard(int stage, const PlanRanges &axes, size_t position, bool accumulating,
                           const Parts &parts, const std::vector<Segment> &segments,
                           PlanBlock &block) {
  AxisId leaf = infos[stage].looped[position];
  int64_t whole = segments[0].count;
  bool isThread = schedule::isThread(kernel[stage].tree[leaf].annotation);
  PlanNode node{PlanKind::Guard, stage, {leaf}};
  node.counts = {whole + 1};
  node.variables = {addVariable(whole, {PlanVariable::Loop, stage, leaf, isThread, isThread})};
  node.blocks.resize(2);
  LoopExpr first = plan.variables.get(node.variables[0]);
  if (!addBody(stage, enter(axes, parts, segments[0], first), position, accumulating,
               node.blocks[0]) ||
      !addBody(stage, enter(axes, parts, segments[1], 0), position, accumulating, node.blocks[1]))
    return false;
  block.push_back(std::move(node));
  return true;
}

bool PlanBuilder::addBody(int stage, const PlanRanges &axes, size_t position, bool accumulating,
                          PlanBlock &block) {
  return addAttached(stage, infos[stage].looped[position], axes, -1, block) &&
         addNest(stage, axes, position + 1, accumulating, block);
}

bool PlanBuilder::addPipeline(int stage, const PlanRanges &axes, size_t position, bool accumulating,
                              const Parts &parts, const Segment &segment, int producer,
                              PlanBlock &block) {
  AxisId leaf = infos[stage].looped[position];
  PlanNode node{PlanKind::Pipeline, stage, {leaf}};
  node.producer = producer;
  node.counts = {segment.count - 1};
  node.blocks.resize(4);
  // The part for one step in its buffer, and the place of all others that it needs.
  auto addBox = [&](const LoopExpr &step, bool isComputed, PlanBlock &into) {
    Boxes boxes;
    if (!getAttachedBoxes(stage, leaf, enter(axes, parts, segment, step), into, boxes))
      return false;
    auto box = std::find_if(boxes.begin(), boxes.end(),
                            [&](const auto &entry) { return entry.first == producer; });
    PlanNode part{PlanKind::Part, producer};
    part.ranges = box->second;
    part.hasSlot = true;
    part.place = plan.variables.modulo(step, 2);
    if (isComputed &&
        !addStage(producer, addReductions(producer, part.ranges), part.blocks.emplace_back()))
      return false;
    into.push_back(std::move(part));
    return true;
  };
  auto addUse = [&](const LoopExpr &step, PlanBlock &into) {
    PlanRanges ranges = enter(axes, parts, segment, step);
    return addBox(step, false, into) && addAttached(stage, leaf, ranges, producer, into) &&
           addNest(stage, ranges, position + 1, accumulating, into);
  };
  if (!addBox(0, true, node.blocks[0]))
    return false;
  bool isThread = schedule::isThread(kernel[stage].tree[leaf].annotation);
  node.variables = {
      addVariable(segment.count - 1, {PlanVariable::Loop, stage, leaf, isThread, isThread})};
  LoopExpr step = plan.variables.get(node.variables[0]);
  if (!addUse(step, node.blocks[1]) || !addBox(step + 1, true, node.blocks[2]) ||
      !addUse(segment.count - 1, node.blocks[3]))
    return false;
  block.push_back(std::move(node));
  return true;
}
