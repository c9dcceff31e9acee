//===-- Tensorize.cpp - compute axes by an intrinsic -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive tensorize.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Tensorize.h"

#include "dl/Schedule/Footprint.h"
#include "dl/Schedule/Legality.h"
#include "dl/Schedule/LoopRuns.h"

#include <algorithm>

using namespace dl::schedule;

void dl::schedule::joinDigits(TileSteps &steps) {
  for (size_t dim = 1; dim < steps.size(); ++dim) {
    TileStep &high = steps[dim - 1], &low = steps[dim];
    if (high.steps != low.steps || low.modulus < 2 || high.divisor != low.divisor * low.modulus)
      continue;
    high.divisor = low.divisor;
    high.modulus *= low.modulus;
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(dim--));
  }
}

std::vector<AxisId> Tensorize::getTile(const KernelSchedule &kernel) const {
  const IterationTree &tree = kernel[stage].tree;
  auto first = tree.getLeaves().begin() + tree.getPosition(axis);
  return {first, tree.getLeaves().end()};
}

std::vector<int> dl::schedule::matchTile(const IterationTree &tree, const std::vector<AxisId> &tile,
                                         const IntrinsicShape &intrinsic) {
  std::vector<int> numbers;
  for (AxisKind kind : {AxisKind::Spatial, AxisKind::Reduction}) {
    size_t inTile = 0, inIntrinsic = 0;
    for (AxisId leaf : tile)
      inTile += tree[leaf].kind == kind;
    for (const AxisNode &node : intrinsic.axes)
      inIntrinsic += node.kind == kind;
    if (inTile != inIntrinsic)
      return {};
  }
  int next[2] = {0, 0};
  for (AxisId leaf : tile) {
    int number = next[static_cast<int>(tree[leaf].kind)]++;
    for (int i = 0; i < static_cast<int>(intrinsic.axes.size()); ++i)
      if (intrinsic.axes[i].kind == tree[leaf].kind && number-- == 0)
        numbers.push_back(i);
  }
  return numbers;
}

/// `j.i (spatial), k.i (reduction)`.
std::vector<int> dl::schedule::getAxisNumbers(const IterationTree &tree,
                                              const IntrinsicShape &intrinsic) {
  std::vector<AxisId> tile;
  for (AxisId leaf : tree.getLeaves())
    if (tree[leaf].annotation == Annotation::Tensorize)
      tile.push_back(leaf);
  std::vector<int> result(tree.getRoots().size(), -1);
  std::vector<int> numbers = matchTile(tree, tile, intrinsic);
  for (size_t i = 0; i < numbers.size(); ++i)
    result[tree.getRootsOf(tile[i]).front()] = numbers[i];
  return result;
}

static std::string listAxes(const std::vector<AxisNode> &axes) {
  std::string text;
  for (const AxisNode &node : axes)
    text += (text.empty() ? "" : ", ") + node.name +
            (node.kind == AxisKind::Spatial ? " (spatial)" : " (reduction)");
  return text;
}

std::optional<Refusal> Tensorize::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  const MatchingIntrinsic *matching = kernel[stage].lookupIntrinsic(intrinsic);
  if (!matching)
    return Refusal{"there is no intrinsic @" + intrinsic + " of the formula of " +
                       describe(kernel, stage),
                   "use an intrinsic of this formula"};
  const IntrinsicShape &shape = matching->shape;
  const IterationTree &tree = kernel[stage].tree;
  std::vector<AxisId> tile = getTile(kernel);
  std::vector<AxisNode> nodes;
  for (AxisId leaf : tile) {
    if (auto refusal = checkPlainLeaf(kernel, stage, leaf, "tensorized", "tensorize")) {
      if (tree[leaf].annotation != Annotation::None)
        refusal->hint = "leave the axes of the tile plain: the intrinsic computes all of them";
      return refusal;
    }
    nodes.push_back(tree[leaf]);
  }
  std::vector<int> numbers = matchTile(tree, tile, shape);
  if (numbers.empty())
    return Refusal{"from " + describe(kernel, stage, axis) + " on there are the axes " +
                       listAxes(nodes) + ", but intrinsic @" + intrinsic + " computes over " +
                       listAxes(shape.axes),
                   "split and reorder so that the tile has the intrinsic's axes"};
  for (size_t i = 0; i < tile.size(); ++i) {
    const AxisNode &wanted = shape.axes[numbers[i]];
    int64_t extent = tree.getExtent(tile[i]), multiple = shape.getMultiple(numbers[i]);
    if (!shape.allows(numbers[i], extent)) {
      std::string most = std::to_string(wanted.extent);
      std::string sizes = multiple == 0 ? most
                          : multiple == 1
                              ? "2 to " + most
                              : "multiples of " + std::to_string(multiple) + " up to " + most;
      return Refusal{
          describe(kernel, stage, tile[i]) + " has extent " +
              (extent == dynamicExtent ? "known only at run time" : std::to_string(extent)) +
              ", but axis " + wanted.name + " of intrinsic @" + intrinsic + " has " + sizes,
          "split by " + (multiple == 0 ? most : "at most " + most) +
              " and tensorize the inner part"};
    }
    if (tree.derivesFromFused(tile[i]) || tree.getParts(tile[i]).front().stride != 1)
      return Refusal{describe(kernel, stage, tile[i]) + " does not run over neighbours of its root",
                     "tensorize innermost parts of axes that were not fused"};
  }
  KernelSchedule changed = kernel;
  apply(changed);
  if (auto refusal = checkWholeTiles(changed, stage))
    return refusal;
  if (auto refusal = checkOrder(changed, stage, changed[stage].tree.getLeaves()))
    return refusal;
  auto operands =
      matchOperands(changed, stage, *matching, getAxisNumbers(changed[stage].tree, shape));
  if (auto *refusal = std::get_if<Refusal>(&operands))
    return *refusal;
  return std::nullopt;
}

void Tensorize::apply(KernelSchedule &kernel) const {
  IterationTree &tree = kernel[stage].tree;
  for (AxisId leaf : getTile(kernel))
    tree.annotate(leaf, Annotation::Tensorize);
  tree.setIntrinsic(intrinsic);
}

int64_t dl::schedule::getTileExtent(const IterationTree &tree, AxisId root) {
  for (AxisId leaf : tree.getLeaves())
    if (tree[leaf].annotation == Annotation::Tensorize && tree.getRootsOf(leaf).front() == root)
      return tree.getExtent(leaf);
  return 1;
}

/// The terms of a sum that change with one of these variables.
static LoopExpr getInside(const LoopExpr &sum, const std::vector<int> &variables) {
  LoopExpr result;
  for (const auto &[atom, coefficient] : sum.terms)
    if (std::any_of(variables.begin(), variables.end(),
                    [&atom = atom](int variable) { return atom.dependsOn(variable); }))
      result.add(atom, coefficient);
  return result;
}

/// The dimensions of what is read that move with the tile, each with its steps. Nothing
/// where an index does not move by constant steps or as a digit of the tile's axes.
static std::optional<TileSteps> getTileSteps(const StageRead &read, const IterationTree &tree,
                                             const IntrinsicShape &intrinsic,
                                             const std::vector<int> &numbers) {
  // A root of the tile is a place outside plus a step inside.
  LoopVariables variables;
  std::vector<LoopExpr> places;
  std::vector<int> inside;
  for (AxisId root : tree.getRoots()) {
    int64_t size = getTileExtent(tree, root), extent = tree[root].extent;
    int outer = variables.add(extent == dynamicExtent ? unknownExtent
                                                      : std::max<int64_t>(extent / size, 1));
    inside.push_back(variables.add(size));
    places.push_back(variables.get(outer) * size + variables.get(inside.back()));
  }
  TileSteps result;
  for (const IndexExpression &index : read.indices) {
    if (index.kind == IndexKind::Gathered)
      return std::nullopt;
    TileStep dim;
    LoopExpr sum = getInside(variables.replace(index.getSum(), places), inside);
    if (sum.terms.size() == 1 && sum.terms[0].atom.sum) {
      const auto &[digit, coefficient] = sum.terms[0];
      if (coefficient != 1 || digit.sum->constant != 0)
        return std::nullopt;
      (digit.isRemainder ? dim.modulus : dim.divisor) = digit.divisor;
      sum = LoopExpr(*digit.sum);
    }
    dim.steps.assign(intrinsic.axes.size(), 0);
    for (const auto &[atom, coefficient] : sum.terms) {
      auto root = std::find(inside.begin(), inside.end(), atom.variable);
      if (atom.sum || root == inside.end())
        return std::nullopt;
      dim.steps[numbers[root - inside.begin()]] += coefficient;
    }
    if (sum.terms.empty())
      continue;
    // A slice has every so many-th element, where a tile may have any number of them.
    if (sum.terms.size() == 1 && dim.divisor == 1 && dim.modulus == 0)
      for (size_t axis = 0; axis < dim.steps.size(); ++axis)
        if (dim.steps[axis] > 1 && intrinsic.getMultiple(axis) == 1)
          dim.steps[axis] = 1;
    result.push_back(std::move(dim));
  }
  return result;
}

static std::string describeSteps(const TileSteps &dims, const IntrinsicShape &intrinsic) {
  std::string text;
  for (const TileStep &dim : dims) {
    std::string sum;
    for (size_t axis = 0; axis < dim.steps.size(); ++axis)
      if (dim.steps[axis] != 0)
        sum += (sum.empty() ? "" : " + ") +
               (dim.steps[axis] == 1 ? "" : std::to_string(dim.steps[axis]) + "*") +
               intrinsic.axes[axis].name;
    if (dim.divisor > 1)
      sum += " floordiv " + std::to_string(dim.divisor);
    if (dim.modulus > 0)
      sum += " mod " + std::to_string(dim.modulus);
    text += (text.empty() ? "" : ", ") + sum;
  }
  return "[" + text + "]";
}

/// A read is accessed in a tile as the intrinsic takes its operand of this number.
static std::optional<Refusal> checkOperand(const KernelSchedule &kernel, int stage,
                                           const IntrinsicShape &intrinsic, int number,
                                           const IntrinsicOperand &operand,
                                           const std::vector<int> &numbers) {
  const StageRead &read = kernel[stage].reads[operand.read];
  std::string source = read.stage != -1     ? describe(kernel, read.stage)
                       : read.operand != -1 ? "operand " + std::to_string(read.operand)
                                            : "a value";
  std::string of = describe(kernel, stage) + " reads " + source;
  std::string name = "intrinsic @" + intrinsic.name;
  if (read.isGuarded)
    return Refusal{of + " under a condition, which " + name + " does not have",
                   "read a padded copy, a stage of its own, in place of it"};
  std::optional<TileSteps> steps = getTileSteps(read, kernel[stage].tree, intrinsic, numbers);
  if (!steps)
    return Refusal{of + " at an index that does not move by constant steps in the tile",
                   "use cache_read or transform_layout on what is read"};
  bool hasDigits = !operand.withDigits.empty() && *steps == operand.withDigits;
  if (*steps == operand.steps || hasDigits)
    return std::nullopt;
  return Refusal{of + " at " + describeSteps(*steps, intrinsic) + " in the tile, but " + name +
                     " accesses operand " + std::to_string(number) + " at " +
                     describeSteps(operand.steps, intrinsic),
                 "use transform_layout, or cache_read with the intrinsic's layout"};
}

std::variant<std::vector<int>, Refusal>
dl::schedule::matchOperands(const KernelSchedule &kernel, int stage,
                            const MatchingIntrinsic &intrinsic, const std::vector<int> &numbers) {
  const IterationTree &tree = kernel[stage].tree;
  const std::vector<AxisNode> &axes = intrinsic.shape.axes;
  // The tile of the result has its dimensions in the order of the intrinsic's.
  int last = -1;
  for (AxisId root = 0; root < tree.getNumSpatial(); ++root) {
    if (numbers[root] == -1)
      continue;
    if (numbers[root] < last)
      return Refusal{describe(kernel, stage) + " has axis " + tree[root].name +
                         " after others of the tile, but intrinsic @" + intrinsic.shape.name +
                         " writes its axis " + axes[numbers[root]].name + " before theirs",
                     "reorder the axes of the tile"};
    last = numbers[root];
  }
  // Reasons of the first way are those of the formula as it is written.
  std::optional<Refusal> first;
  for (const std::vector<IntrinsicOperand> &operands : intrinsic.ways) {
    std::optional<Refusal> refusal;
    std::vector<int> reads;
    for (const IntrinsicOperand &operand : operands) {
      if (!refusal)
        refusal = checkOperand(kernel, stage, intrinsic.shape, static_cast<int>(reads.size()),
                               operand, numbers);
      reads.push_back(operand.read);
    }
    if (!refusal)
      return reads;
    if (!first)
      first = refusal;
  }
  return *first;
}

std::optional<Refusal> dl::schedule::checkWholeTiles(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  const MatchingIntrinsic *matching = kernel[stage].lookupIntrinsic(tree.getIntrinsic());
  if (tree.getIntrinsic().empty())
    return std::nullopt;
  // What is left behind whole tiles is one that is shorter, where tiles may be.
  std::vector<int> numbers(tree.getRoots().size(), -1);
  if (matching)
    numbers = getAxisNumbers(tree, matching->shape);
  auto isTile = [&](AxisId root, int64_t rest) {
    return rest == 0 || (numbers[root] != -1 && matching->shape.getMultiple(numbers[root]) > 0 &&
                         matching->shape.allows(numbers[root], rest));
  };
  for (const StageRead &read : kernel[stage].reads)
    if (read.stage != -1 && kernel[read.stage].isInlined())
      return Refusal{describe(kernel, read.stage) + " is inlined into " + describe(kernel, stage) +
                         ", whose formula is that of an intrinsic",
                     "use compute_at or compute_root on " + describe(kernel, read.stage),
                     read.stage};
  // Conditions of a stage inside of another may cut it where that has a constant place.
  for (int around = kernel.getAttachStage(stage); around > stage;) {
    int outer = kernel.getAttachStage(around);
    if (outer <= around)
      break;
    for (auto [axis, value] : kernel.getGuardCuts(around))
      return Refusal{describe(kernel, around, axis) + " is cut at " + std::to_string(value) +
                         ", where a condition changes, so what it needs of " +
                         describe(kernel, stage) + " may be no whole tile",
                     "compute " + describe(kernel, stage) + " or " + describe(kernel, around) +
                         " at root",
                     around};
    around = outer;
  }
  std::vector<std::vector<int64_t>> places = getPlaceExtents(kernel, stage);
  for (AxisId leaf : tree.getLeaves()) {
    if (tree[leaf].annotation != Annotation::Tensorize)
      continue;
    AxisId root = tree.getRootsOf(leaf).front();
    int64_t extent = tree.getExtent(leaf);
    // The ranges in which the root is met: at each place of the stage, between its cuts,
    // and in steps of its own outer parts.
    std::vector<int64_t> ranges;
    if (tree.getPlacement() == Placement::Root)
      ranges = getRangeLengths(kernel, stage, root, tree[root].extent);
    for (const std::vector<int64_t> &extents : places)
      ranges.push_back(extents[root]);
    for (AxisId part = tree[leaf].parents[0]; part != -1; part = tree[part].parents[0])
      if (tree[part].relation == Relation::SplitInner)
        ranges.push_back(tree[part].extent);
    for (int64_t range : ranges)
      if (range == dynamicExtent || !isTile(root, range % extent))
        return Refusal{describe(kernel, stage, leaf) + " takes tiles of " + std::to_string(extent) +
                           ", but axis " + tree[root].name + " has a range of " +
                           (range == dynamicExtent ? "unknown extent" : std::to_string(range)) +
                           (tree.getPlacement() == Placement::At ? " where it is computed" : ""),
                       "an intrinsic takes whole tiles: pad the axis, or split by a divisor"};
  }
  return std::nullopt;
}
