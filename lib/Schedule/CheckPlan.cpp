//===-- CheckPlan.cpp - a proof that loops compute a kernel -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the inside: what a block covers in one iteration of the loop around it must be a
// box, and the iterations make a longer one of it (CheckBoxes.h). What is computed in a box
// of its own (a part, accumulators, the share of a parallel step) is proved by itself and
// counts as one tile for what is around it.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/TriedExtents.h"

#include "CheckBoxes.h"
#include "CheckPipeline.h"
#include "CheckZeros.h"

#include <algorithm>
#include <map>

using namespace dl::schedule;

namespace {

class PlanChecker {
public:
  PlanChecker(const KernelSchedule &kernel, const LoopPlan &plan)
      : kernel(kernel), plan(plan), variables(plan.variables), attachedReads(kernel.size()) {
    for (int producer = 0; producer < kernel.size(); ++producer)
      if (kernel[producer].tree.getPlacement() == Placement::At)
        for (int reader : kernel.getReaders(producer))
          for (StageRead &read : kernel.getAccesses(reader, producer))
            attachedReads[reader].push_back({producer, std::move(read)});
  }

  /// Checks with these values for the extents that are known only at run time.
  bool check(std::map<int, int64_t> values) {
    extents = std::move(values);
    known.clear();
    for (int variable = 0; variable < variables.size(); ++variable)
      known.push_back(variables.get(variable));
    for (auto [variable, value] : extents)
      known[variable] = value;
    for (int stage = 0; stage < kernel.size(); ++stage) {
      if (kernel[stage].tree.getPlacement() != Placement::Root)
        continue;
      PlanRanges whole;
      addWhole(stage, whole, AxisKind::Spatial);
      addWhole(stage, whole, AxisKind::Reduction);
      if (!checkScope(plan.stages[stage], stage, whole))
        return false;
    }
    return true;
  }

  std::optional<PlanFault> fault;

private:
  /// A box that nodes fill.
  struct Scope {
    int stage;
    /// Accumulators are set, or none are needed.
    bool isAccumulating;
    /// Elements may be computed again: what computes them does not add to them.
    bool mayRepeat;
  };

  /// The outer ones of parallel loops that run together, whose iterations are covered only with
  /// what the next node adds: inner tails are nodes of their own.
  struct OpenLoops {
    const PlanNode *node;
    std::vector<int64_t> counts;
    /// How many of the loops are open.
    size_t level;
    /// What one iteration of these covers, and why that is not enough.
    Boxes boxes;
    BoxFault fault;
  };

  bool fail(int stage, const std::string &reason, AxisId axis = -1) {
    std::string about = axis == -1 ? "" : "axis " + kernel[stage].tree[axis].name + ": ";
    fault = PlanFault{stage, about + reason};
    return false;
  }
  bool holds(int stage, const std::optional<BoxFault> &found) {
    return !found || fail(stage, found->reason, found->axis);
  }

  int64_t getExtent(int stage, AxisId root) const {
    int64_t extent = kernel[stage].tree[root].extent;
    if (extent != dynamicExtent)
      return extent;
    for (auto [variable, value] : extents)
      if (plan.about[variable].stage == stage && plan.about[variable].axis == root)
        return value;
    // No loop asks for it.
    return 1;
  }
  void addWhole(int stage, PlanRanges &ranges, AxisKind kind) const {
    const IterationTree &tree = kernel[stage].tree;
    for (AxisId root : tree.getRoots())
      if (tree[root].kind == kind)
        ranges.push_back({0, getExtent(stage, root)});
  }

  /// The expression with the values of extents.
  LoopExpr substitute(const LoopExpr &expr) const {
    bool isPlain = std::all_of(expr.terms.begin(), expr.terms.end(),
                               [](const LoopExpr::Term &term) { return !term.atom.sum; });
    return isPlain && extents.empty() ? expr : variables.replace(expr, known);
  }
  /// The same with a variable as `value`.
  LoopExpr substitute(const LoopExpr &expr, int variable, const LoopExpr &value) const {
    std::vector<LoopExpr> values = known;
    values[variable] = value;
    return variables.replace(expr, values);
  }
  /// The same with what was moved inwards where it was before.
  LoopExpr unclamp(const LoopExpr &expr) const {
    LoopExpr result = expr;
    for (auto clamp = clamps.rbegin(); clamp != clamps.rend(); ++clamp)
      if (result.dependsOn(clamp->first))
        result = substitute(result, clamp->first, clamp->second);
    return result;
  }

  /// The hull of boxes, which they fill. A single one is its own.
  static std::optional<BoxFault> join(const Scope &scope, const Boxes &boxes, PlanRanges &hull) {
    hull = boxes.front();
    return boxes.size() == 1 ? std::nullopt
                             : fillBox(boxes, hull, /*isHull=*/true, scope.mayRepeat);
  }

  /// The box with the values of extents.
  PlanRanges getBox(int stage, const PlanRanges &ranges) const {
    PlanRanges box = ranges;
    for (size_t axis = 0; axis < box.size(); ++axis) {
      PlanRange &range = box[axis];
      range.offset = substitute(range.offset);
      range.end = substitute(range.end);
      if (range.isDynamic())
        range.size = getExtent(stage, static_cast<AxisId>(axis));
      dropMasked(range, range.size);
    }
    return box;
  }

  /// Nodes fill a box of a stage: that of `base`, in which the reduction axes are whole, for
  /// accumulators that are set or not.
  bool checkScope(const PlanBlock &block, int stage, const PlanRanges &base,
                  bool isAccumulating = false) {
    bool hasReduction = kernel[stage].tree.hasReduction();
    PlanRanges own = getBox(stage, base);
    if (hasReduction && !isAccumulating)
      own.resize(kernel[stage].tree.getNumSpatial());
    Scope scope{stage, isAccumulating || !hasReduction, !(isAccumulating && hasReduction)};
    Boxes boxes;
    return checkBlock(block, scope, boxes) &&
           holds(stage, fillBox(boxes, own, /*isHull=*/false, scope.mayRepeat));
  }

  /// Puts the boxes that a block covers at the end of `boxes`.
  bool checkBlock(const PlanBlock &block, const Scope &scope, Boxes &boxes) {
    size_t numParts = parts.size(), numClamps = clamps.size();
    size_t numOpen = open.size();
    for (const PlanNode &node : block)
      if (!checkNode(node, scope, boxes))
        return false;
    parts.resize(numParts);
    clamps.resize(numClamps);
    return open.size() == numOpen || holds(scope.stage, open.back().fault);
  }

  /// A block that runs for `count` values of a variable.
  bool checkLoop(const PlanBlock &block, int variable, int64_t count, const Scope &scope,
                 Boxes &boxes) {
    Boxes inner;
    if (count <= 0)
      return true;
    if (!checkBlock(block, scope, inner))
      return false;
    if (inner.empty())
      return true;
    PlanRanges all;
    if (!holds(scope.stage, join(scope, inner, all)) ||
        !holds(scope.stage, spanBox(all, variable, count)))
      return false;
    boxes.push_back(std::move(all));
    return true;
  }

  bool checkNode(const PlanNode &node, const Scope &scope, Boxes &boxes) {
    if (node.kind != PlanKind::Part && node.kind != PlanKind::Clamp && node.stage != scope.stage)
      return fail(scope.stage, "has nodes of another stage");
    std::vector<int64_t> counts;
    for (const LoopExpr &count : node.counts) {
      LoopExpr value = substitute(count);
      if (!value.isConstant())
        return fail(scope.stage, "a loop has a count that does not follow from extents");
      counts.push_back(value.constant);
    }
    switch (node.kind) {
    case PlanKind::Loop:
      if (!node.variables.empty())
        return checkLoop(node.blocks[0], node.variables[0], counts[0], scope, boxes);
      return counts[0] == 1 ? checkBlock(node.blocks[0], scope, boxes)
                            : fail(scope.stage, "a loop without a variable repeats");
    case PlanKind::Guard: {
      // Threads that take different branches do not meet.
      numBranches += plan.about[node.variables[0]].isThread;
      bool holds = checkLoop(node.blocks[0], node.variables[0], counts[0] - 1, scope, boxes) &&
                   (counts[0] <= 0 || checkBlock(node.blocks[1], scope, boxes));
      numBranches -= plan.about[node.variables[0]].isThread;
      return holds;
    }
    case PlanKind::Version:
      return checkBlock(node.blocks[getExtent(node.stage, node.leaves[0]) != counts[0]], scope,
                        boxes);
    case PlanKind::Clamp:
      clamps.push_back({node.variables[0], substitute(node.place)});
      return true;
    case PlanKind::Parallel:
      return checkParallel(node, counts, scope, boxes);
    case PlanKind::Init:
      return checkInit(node, scope, boxes);
    case PlanKind::Part:
      return checkPart(node);
    case PlanKind::Pipeline:
      return checkPipeline(node, counts[0], scope, boxes);
    case PlanKind::Tile:
      return checkTile(node, scope, boxes);
    }
    return false;
  }

  /// The ranges of a node, with all of the reduction axes.
  PlanRanges getInner(const PlanNode &node) const {
    PlanRanges inner = node.ranges;
    addWhole(node.stage, inner, AxisKind::Reduction);
    return inner;
  }

  bool checkParallel(const PlanNode &node, const std::vector<int64_t> &counts, const Scope &scope,
                     Boxes &boxes) {
    if (std::any_of(counts.begin(), counts.end(), [](int64_t count) { return count <= 0; }))
      return true;
    if (!checkScope(node.blocks[0], node.stage, getInner(node)))
      return false;
    Boxes all = {getBox(node.stage, node.ranges)};
    for (size_t level = counts.size();; --level) {
      if (!open.empty() && open.back().node->leaves == node.leaves && open.back().level == level &&
          !joinOpen(node, counts, scope, all))
        return false;
      if (level == 0)
        break;
      PlanRanges longer;
      auto fault = join(scope, all, longer);
      if (!fault)
        fault = spanBox(longer, node.variables[level - 1], counts[level - 1]);
      if (fault) {
        open.push_back({&node, counts, level, std::move(all), std::move(*fault)});
        return true;
      }
      all = {std::move(longer)};
    }
    boxes.insert(boxes.end(), all.begin(), all.end());
    return true;
  }

  /// Puts what the open loops cover in one iteration beside what those of `node` do.
  bool joinOpen(const PlanNode &node, const std::vector<int64_t> &counts, const Scope &scope,
                Boxes &boxes) {
    OpenLoops before = std::move(open.back());
    open.pop_back();
    for (size_t i = 0; i < before.level; ++i) {
      if (before.counts[i] != counts[i])
        return holds(scope.stage, before.fault);
      for (PlanRanges &box : before.boxes)
        for (PlanRange &range : box)
          range.offset =
              substitute(range.offset, before.node->variables[i], variables.get(node.variables[i]));
    }
    boxes.insert(boxes.end(), before.boxes.begin(), before.boxes.end());
    return true;
  }

  bool checkInit(const PlanNode &node, const Scope &scope, Boxes &boxes) {
    if (scope.isAccumulating)
      return fail(node.stage, "sets accumulators that it adds to");
    boxes.push_back(getBox(node.stage, node.ranges));
    return checkScope(node.blocks[0], node.stage, getInner(node), /*isAccumulating=*/true);
  }

  bool checkPart(const PlanNode &node) {
    if (kernel.isSharedByBlock(node.stage)) {
      if (numBranches != 0)
        return fail(node.stage, "is computed by all threads together where not all are");
      for (const PlanRange &range : node.ranges)
        for (int variable = 0; variable < variables.size(); ++variable)
          if (plan.about[variable].movesWithThreads && range.offset.dependsOn(variable))
            return fail(node.stage, "is computed by all threads together, for one of them");
    }
    if (!node.blocks.empty() && !checkScope(node.blocks[0], node.stage, getInner(node)))
      return false;
    parts.push_back(&node);
    return true;
  }

  /// What a step uses is what was made for it, in the same buffer, and what is made then is
  /// in the other one.
  bool checkPipeline(const PlanNode &node, int64_t count, const Scope &scope, Boxes &boxes) {
    int variable = node.variables[0];
    std::optional<PipelineParts> parts = findPipelineParts(node);
    if (!parts)
      return fail(node.producer, "is not made before it is used");
    Boxes steps, last, none;
    if (!checkBlock(node.blocks[0], scope, none) || !checkBlock(node.blocks[1], scope, steps) ||
        !checkBlock(node.blocks[2], scope, none) || !checkBlock(node.blocks[3], scope, last))
      return false;
    if (count <= 0 || steps.empty() || last.empty() || !none.empty())
      return fail(node.stage, "has no steps between which a part is made");
    PlanRanges step, end;
    if (!holds(scope.stage, join(scope, steps, step)) ||
        !holds(scope.stage, join(scope, last, end)))
      return false;
    // The last step is made aside: with it, the steps are those of one loop. A variable of one
    // value is in no place.
    if (count == 1) {
      boxes.push_back(step);
    } else {
      for (size_t axis = 0; axis < end.size(); ++axis)
        if (end[axis].size != step[axis].size ||
            end[axis].offset != substitute(step[axis].offset, variable, count))
          return fail(node.stage, "its last step is another one", static_cast<AxisId>(axis));
      end = step;
      if (!holds(scope.stage, spanBox(end, variable, count + 1)))
        return false;
    }
    boxes.push_back(std::move(end));
    // Places that a condition moves, where it does.
    size_t numClamps = clamps.size();
    for (const PlanBlock &block : node.blocks)
      for (const PlanNode &inner : block)
        if (inner.kind == PlanKind::Clamp)
          clamps.push_back({inner.variables[0], substitute(inner.place)});
    const char *reason = findStepFault(*parts, count, [&](int64_t position, int64_t step) {
      return getValues(position, variable, step);
    });
    clamps.resize(numClamps);
    return !reason || fail(node.producer, reason);
  }

  /// The values that variables have when those of loops are at `position` of 2 in their ranges.
  std::vector<int64_t> getValues(int64_t position, int variable, int64_t step) const {
    std::vector<int64_t> values;
    for (int other = 0; other < variables.size(); ++other)
      values.push_back((variables.getExtent(other) - 1) * position / 2);
    for (auto [extent, value] : extents)
      values[extent] = value;
    values[variable] = step;
    for (const auto &[clamp, place] : clamps)
      values[clamp] =
          std::min(std::max<int64_t>(place.evaluate(values), 0), variables.getExtent(clamp) - 1);
    return values;
  }

  bool checkTile(const PlanNode &node, const Scope &scope, Boxes &boxes) {
    if (!scope.isAccumulating)
      return fail(node.stage, "adds to accumulators that were not set");
    boxes.push_back(getBox(node.stage, node.ranges));
    for (const auto &[producer, read] : attachedReads[node.stage])
      if (!checkRead(node, producer, read))
        return false;
    return true;
  }

  /// What a tile reads of a part is in it.
  bool checkRead(const PlanNode &tile, int producer, const StageRead &read) {
    auto part = std::find_if(parts.rbegin(), parts.rend(),
                             [&](const PlanNode *node) { return node->stage == producer; });
    std::string name = "\"" + kernel[producer].name + "\"";
    if (part == parts.rend())
      return fail(tile.stage, "reads " + name + " where no part of it was computed");
    for (size_t d = 0; d < read.indices.size(); ++d) {
      const IndexExpression &index = read.indices[d];
      if (index.kind != IndexKind::Affine)
        return fail(tile.stage, "reads a part of " + name + " at an index that is no sum");
      LoopExpr first = index.constant;
      int64_t length = 1;
      for (size_t axis = 0; axis < tile.ranges.size(); ++axis) {
        // What is masked is not read: all that is due along such an axis is, step after step.
        const PlanRange &range = tile.ranges[axis];
        LoopExpr due = range.isMasked ? substitute(range.end - range.first) : LoopExpr(range.size);
        int64_t factor = index.coefficients[axis];
        int64_t spread = factor * (due.constant - 1);
        if (!due.isConstant() && factor != 0)
          return fail(tile.stage, "what is due of it is not known", static_cast<AxisId>(axis));
        first.add(range.isMasked ? range.first : range.offset, factor);
        first.constant += std::min<int64_t>(spread, 0);
        length += std::abs(spread);
      }
      if (!isInside(substitute(first), length, (*part)->ranges[d],
                    getExtent(producer, static_cast<AxisId>(d))))
        return fail(tile.stage, "reads elements of " + name + " that its part does not have");
    }
    return true;
  }

  /// Whether `length` elements from `first` on, those in [0, extent) of them, which alone
  /// are asked for, are in a range.
  bool isInside(const LoopExpr &first, int64_t length, const PlanRange &range,
                int64_t extent) const {
    LoopExpr offset = substitute(range.offset);
    // A range that was moved inwards has what is inside of where it was.
    for (const LoopExpr &distance : {first - offset, unclamp(first) - unclamp(offset)}) {
      auto [low, high] = variables.getBounds(distance);
      if (low >= 0 && high + length <= range.size)
        return true;
    }
    auto [low, high] = variables.getBounds(first);
    return offset.isConstant() && offset.constant <= std::max<int64_t>(low, 0) &&
           offset.constant + range.size >= std::min(high + length, extent);
  }

  const KernelSchedule &kernel;
  const LoopPlan &plan;
  const LoopVariables &variables;
  std::vector<std::vector<std::pair<int, StageRead>>> attachedReads;
  std::map<int, int64_t> extents;
  /// What each variable is: itself, or the value of an extent.
  std::vector<LoopExpr> known;
  /// Those that the present code can read.
  std::vector<const PlanNode *> parts;
  /// Places that were moved inwards, with where they were.
  std::vector<std::pair<int, LoopExpr>> clamps;
  /// Those in the blocks around come first.
  std::vector<OpenLoops> open;
  /// Branches around that threads may take or not.
  int numBranches = 0;
};

} // namespace

std::optional<PlanFault> dl::schedule::checkPlan(const KernelSchedule &kernel,
                                                 const LoopPlan &plan) {
  if (std::optional<PlanFault> fault = checkZeros(kernel, plan))
    return fault;
  PlanChecker checker(kernel, plan);
  std::vector<int> unknown;
  for (int variable = 0; variable < plan.variables.size(); ++variable)
    if (plan.about[variable].kind == PlanVariable::Extent)
      unknown.push_back(variable);
  std::map<int, int64_t> values;
  // And then those that have loops of their own.
  for (const std::vector<int64_t> &tried : getTriedExtents(kernel, unknown.size())) {
    for (size_t i = 0; i < unknown.size(); ++i)
      values[unknown[i]] = tried[i];
    if (!checker.check(values) || unknown.empty())
      return checker.fault;
  }
  for (int variable : unknown)
    for (int64_t version :
         kernel[plan.about[variable].stage].tree[plan.about[variable].axis].versions) {
      std::map<int, int64_t> one = values;
      one[variable] = version;
      if (!checker.check(one))
        return checker.fault;
    }
  return std::nullopt;
}
