//===-- RFactor.cpp - partial results along a reduction axis ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive rfactor.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/RFactor.h"

#include "dl/Schedule/Legality.h"

#include <algorithm>
#include <map>

using namespace dl::schedule;

std::optional<Refusal> RFactor::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkPlainLeaf(kernel, stage, axis, "factored", "rfactor"))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  std::string cannot = describe(kernel, stage, axis) + " cannot be factored: ";
  if (tree[axis].kind != AxisKind::Reduction)
    return Refusal{cannot + "it is no reduction axis", "name a reduction axis or a part of one"};
  if (kernel[stage].isOrdered)
    return Refusal{cannot + "the combiner of " + describe(kernel, stage) +
                       " is not commutative, and partial results join terms in another grouping",
                   "state that the combiner is 'commutative', if it is"};
  if (tree.derivesFromFused(axis))
    return Refusal{cannot + "it is made of several axes", "use rfactor before fuse"};
  AxisId root = tree.getRootsOf(axis).front();
  if (tree[root].extent == dynamicExtent)
    return Refusal{cannot + "the extent of axis " + tree[root].name + " is known only at run time",
                   "parallelize or tile a spatial axis instead"};
  // Splits of the axis, and nothing else.
  IterationTree expected = tree.getPlain();
  for (AxisId node = expected.size(); node < tree.size(); node += 2) {
    const AxisNode &made = tree[node];
    if (made.relation != Relation::SplitOuter || tree.getRootsOf(node).front() != root)
      break;
    expected.split(made.parents[0], made.extent, made.tail);
  }
  if (auto refusal = checkUntouched(kernel, stage, expected, cannot,
                                    "use rfactor after splits of the axis and before all other "
                                    "steps"))
    return refusal;
  Plan plan = getPlan(kernel);
  if (plan.hasTail() && !kernel[stage].isTotal)
    return Refusal{cannot + "the splits of axis " + tree[root].name +
                       " leave iterations over, and the formula divides integers by a value that "
                       "may be zero there",
                   "split by factors that divide the extent " + std::to_string(tree[root].extent)};
  // Reads that are guarded now may have been what placements rely on.
  KernelSchedule changed = kernel;
  std::optional<Refusal> refusal = checkPlacements(changed, apply(changed));
  if (refusal && refusal->stage >= stage)
    refusal->stage = refusal->stage == stage ? -1 : refusal->stage - 1;
  if (refusal)
    refusal->axis = -1;
  return refusal;
}

RFactor::Plan RFactor::getPlan(const KernelSchedule &kernel) const {
  const IterationTree &tree = kernel[stage].tree;
  Plan plan{tree.getRootsOf(axis).front(), {}, {}};
  std::vector<std::string> taken;
  for (AxisId root : tree.getRoots())
    if (root != plan.root)
      taken.push_back(tree[root].name);
  // The parts of what is cut on its own: the axis, and the inside of each split.
  std::map<AxisId, std::vector<size_t>> ranges;
  for (AxisId leaf : tree.getLeaves()) {
    if (tree.getRootsOf(leaf).front() != plan.root)
      continue;
    AxisPart part = tree.getParts(leaf).front();
    std::string name = tree[leaf].name;
    std::replace(name.begin(), name.end(), '.', '_');
    while (std::find(taken.begin(), taken.end(), name) != taken.end())
      name += "_";
    taken.push_back(name);
    for (AxisId node = leaf; node != -1; node = tree[node].parents[0])
      if (tree[node].relation != Relation::SplitOuter)
        ranges[node].push_back(plan.parts.size());
    plan.parts.push_back({name, part.extent, part.stride, leaf == axis});
  }
  for (auto &[node, parts] : ranges) {
    int64_t product = 1, unit = INT64_MAX;
    for (size_t part : parts) {
      product *= plan.parts[part].extent;
      unit = std::min(unit, plan.parts[part].stride);
    }
    if (product != tree[node].extent)
      plan.limits.push_back({parts, unit * (tree[node].extent - 1)});
  }
  return plan;
}

/// What the stage itself is then, which combines the partial results: its tree and its read.
static std::pair<IterationTree, StageRead>
combineParts(const IterationTree &old, int stage, const std::vector<RFactor::Plan::Part> &parts) {
  IterationTree tree;
  StageRead read;
  read.stage = stage;
  std::vector<AxisId> spatial;
  for (AxisId root : old.getRoots())
    if (old[root].kind == AxisKind::Spatial)
      spatial.push_back(tree.addRoot(old[root].name, old[root].extent, AxisKind::Spatial));
  AxisId factored = -1;
  for (const RFactor::Plan::Part &part : parts)
    if (part.isFactored)
      factored = tree.addRoot(part.name, part.extent, AxisKind::Reduction);
  spatial.insert(spatial.begin(), factored);
  for (AxisId axis : spatial) {
    IndexExpression index;
    index.coefficients.assign(tree.size(), 0);
    index.coefficients[axis] = 1;
    read.indices.push_back(index);
  }
  return {tree, read};
}

int RFactor::apply(KernelSchedule &kernel) const {
  Plan plan = getPlan(kernel);
  const IterationTree old = kernel[stage].tree;
  StageSchedule partial;
  partial.isTotal = kernel[stage].isTotal;
  partial.resultBytes = kernel[stage].resultBytes;
  partial.computeBytes = kernel[stage].computeBytes;
  partial.formula = kernel[stage].formula;
  partial.intrinsics = kernel[stage].intrinsics;
  partial.scope = kernel[stage].scope;
  partial.name = kernel.makeStageName(kernel[stage].name + ".rf");
  // The factored part, the spatial axes, then what remains to be reduced. For each
  // old root the new one with its stride.
  std::vector<std::vector<std::pair<AxisId, int64_t>>> map(old.getRoots().size());
  auto add = [&](AxisId root, const std::string &name, int64_t extent, AxisKind kind,
                 int64_t stride) {
    map[root].push_back({partial.tree.addRoot(name, extent, kind), stride});
  };
  std::vector<AxisId> axisOf(plan.parts.size());
  for (size_t part = 0; part < plan.parts.size(); ++part)
    if (const Plan::Part &factored = plan.parts[part]; factored.isFactored) {
      add(plan.root, factored.name, factored.extent, AxisKind::Spatial, factored.stride);
      axisOf[part] = map[plan.root].back().first;
    }
  for (AxisId root : old.getRoots()) {
    if (root != plan.root) {
      add(root, old[root].name, old[root].extent, old[root].kind, 1);
      continue;
    }
    for (size_t part = 0; part < plan.parts.size(); ++part)
      if (const Plan::Part &rest = plan.parts[part]; !rest.isFactored) {
        add(root, rest.name, rest.extent, AxisKind::Reduction, rest.stride);
        axisOf[part] = map[root].back().first;
      }
  }
  if (partial.tree.hasReduction())
    partial.combination = kernel[stage].combination;
  size_t numAxes = partial.tree.size();
  LoopVariables axes = getAxisVariables(partial.tree);
  std::vector<LoopExpr> values(map.size());
  for (size_t root = 0; root < map.size(); ++root)
    for (auto [axis, stride] : map[root])
      values[root].add(axes.get(axis), stride);
  auto move = [&](IndexExpression &index) {
    index.replaceDigits(values, axes);
    std::vector<int64_t> coefficients(numAxes, 0);
    for (size_t root = 0; root < map.size(); ++root)
      for (auto [axis, stride] : map[root])
        coefficients[axis] +=
            index.coefficients[root] * (index.kind == IndexKind::Affine ? stride : 1);
    index.coefficients = std::move(coefficients);
  };
  for (StageRead read : kernel[stage].reads) {
    bool isLimited = false;
    for (const IndexExpression &index : read.indices)
      isLimited |= plan.hasTail() && index.coefficients[plan.root] != 0;
    for (IndexExpression &index : read.indices.write())
      move(index);
    for (Constraint &constraint : read.constraints.write())
      move(constraint.form);
    for (const Plan::Limit &limit : plan.limits) {
      if (!isLimited)
        break;
      IndexExpression left{IndexKind::Affine, std::vector<int64_t>(numAxes, 0), limit.last};
      for (size_t part : limit.parts)
        left.coefficients[axisOf[part]] -= plan.parts[part].stride;
      read.constraints.push_back({left, false});
    }
    read.isGuarded |= isLimited;
    partial.reads.push_back(std::move(read));
  }
  auto [tree, read] = combineParts(old, stage, plan.parts);
  kernel.insertStage(stage, std::move(partial));
  StageSchedule &rest = kernel[stage + 1];
  rest.tree = tree;
  rest.isTotal = true;
  rest.formula = {};
  rest.reads = {read};
  rest.intrinsics = {};
  return stage;
}
