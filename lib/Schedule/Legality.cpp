//===-- Legality.cpp - rules on the axes of one stage -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that look at one stage: leaves, their order, the register tile.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Bind.h"

#include <algorithm>

using namespace dl::schedule;

std::string dl::schedule::describe(const KernelSchedule &kernel, int stage) {
  return "stage \"" + kernel[stage].name + "\"";
}

std::string dl::schedule::describe(const KernelSchedule &kernel, int stage, AxisId axis) {
  return "axis " + kernel[stage].tree[axis].name + " of " + describe(kernel, stage);
}

std::string dl::schedule::describe(const KernelSchedule &kernel, const Source &source) {
  return source.stage != -1 ? describe(kernel, source.stage)
                            : "operand " + std::to_string(source.operand) + " of the kernel";
}

std::string dl::schedule::describeTaker(const KernelSchedule &kernel, int stage,
                                        const std::string &property) {
  const std::string &taker = kernel[stage].taker;
  return taker.empty() ? "a result of the kernel, whose " + property + " callers rely on"
                       : taker + ", which relies on its " + property;
}

std::optional<Refusal> dl::schedule::checkSource(const KernelSchedule &kernel, int stage,
                                                 const Source &source) {
  int numOperands = static_cast<int>(kernel.operands.size());
  if (source.stage == -1 && (source.operand < 0 || source.operand >= numOperands))
    return Refusal{"the kernel has no operand " + std::to_string(source.operand),
                   numOperands == 0   ? "it has none"
                   : numOperands == 1 ? "its only operand is operand 0"
                                      : "its operands are 0 to " + std::to_string(numOperands - 1)};
  const SharedVector<StageRead> &reads = kernel[stage].reads;
  if (std::none_of(reads.begin(), reads.end(), [&](const StageRead &read) {
        return source.stage != -1 ? read.stage == source.stage : read.operand == source.operand;
      }))
    return Refusal{describe(kernel, stage) + " does not read " + describe(kernel, source),
                   "name what the stage reads", source.stage};
  if (source.stage != -1 && kernel[source.stage].getNumResults() != 1)
    return Refusal{describe(kernel, source) + " has " +
                       std::to_string(kernel[source.stage].getNumResults()) +
                       " results, and only the value of a stage with one can be copied or packed",
                   "copy a result by a stage of the te program", source.stage};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkStatic(const KernelSchedule &kernel,
                                                 const Source &source) {
  bool isStatic = true;
  if (source.stage == -1)
    for (int64_t extent : kernel.operands[source.operand])
      isStatic &= extent != dynamicExtent;
  else
    for (AxisId root : kernel[source.stage].tree.getRoots())
      isStatic &= kernel[source.stage].tree[root].kind == AxisKind::Reduction ||
                  kernel[source.stage].tree[root].extent != dynamicExtent;
  if (!isStatic)
    return Refusal{describe(kernel, source) +
                       " has extents known only at run time, and only values of static shape can "
                       "be packed",
                   "pack a value of constant extents", source.stage};
  return std::nullopt;
}

static std::string getParticiple(Annotation annotation) {
  switch (annotation) {
  case Annotation::Parallel:
    return "parallel";
  case Annotation::Vectorize:
    return "vectorized";
  case Annotation::Unroll:
    return "unrolled";
  case Annotation::Tensorize:
    return "tensorized";
  case Annotation::BlockX:
  case Annotation::BlockY:
  case Annotation::BlockZ:
  case Annotation::ThreadX:
  case Annotation::ThreadY:
  case Annotation::ThreadZ:
  case Annotation::VThread:
    return std::string("bound to ") + getAnnotationName(annotation);
  case Annotation::None:
    break;
  }
  return "plain";
}

std::optional<Refusal> dl::schedule::checkLeaf(const KernelSchedule &kernel, int stage,
                                               AxisId axis) {
  const IterationTree &tree = kernel[stage].tree;
  if (!tree.contains(axis))
    return Refusal{"axis " + std::to_string(axis) + " is not in the tree of " +
                       describe(kernel, stage) + ", which has " + std::to_string(tree.size()) +
                       " axes",
                   "take the axis from the stage again: the step that made it was undone"};
  if (tree[axis].state != AxisState::Live) {
    std::vector<AxisId> children = tree.getChildren(axis);
    bool isSplit = tree[axis].state == AxisState::Split;
    Refusal refusal;
    refusal.reason = describe(kernel, stage, axis) + " was already " +
                     (isSplit ? "split by " + std::to_string(tree[children[0]].extent) : "fused") +
                     " into " + tree[children[0]].name +
                     (isSplit ? " and " + tree[children[1]].name : "");
    refusal.hint = isSplit ? "use its parts" : "use the fused axis";
    refusal.axis = axis;
    return refusal;
  }
  if (kernel[stage].isInlined())
    return Refusal{describe(kernel, stage) + " is inlined into its readers and has no loops",
                   "use compute_root or compute_at on it first", -1, -1, Aspect::Placement};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkUnannotated(const KernelSchedule &kernel, int stage,
                                                      AxisId axis, Annotation annotation) {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  Annotation present = kernel[stage].tree[axis].annotation;
  if (present == Annotation::None)
    return std::nullopt;
  return Refusal{describe(kernel, stage, axis) + " cannot be " + getParticiple(annotation) +
                     ": it is " + getParticiple(present) + " already",
                 "an axis has one annotation: split it before and annotate the parts", -1, axis};
}

std::optional<Refusal> dl::schedule::checkPlainLeaf(const KernelSchedule &kernel, int stage,
                                                    AxisId axis, const std::string &participle,
                                                    const std::string &primitive) {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  auto describeStep = [&] {
    return describe(kernel, stage, axis) + " cannot be " + participle + ": ";
  };
  Annotation annotation = kernel[stage].tree[axis].annotation;
  if (annotation != Annotation::None)
    return Refusal{describeStep() + "it is " + getParticiple(annotation),
                   "use " + primitive + " first and annotate what the axis becomes", -1, axis};
  std::vector<int> attached = kernel.getAttached(stage, axis);
  if (!attached.empty())
    return Refusal{describeStep() + describe(kernel, attached[0]) + " is computed at it",
                   "use " + primitive + " before compute_at, or compute_root on " +
                       describe(kernel, attached[0]) + " first",
                   attached[0], -1, Aspect::Placement};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkUntouched(const KernelSchedule &kernel, int stage,
                                                    const IterationTree &expected,
                                                    const std::string &cannot,
                                                    const std::string &hint) {
  if (!(kernel[stage].tree == expected))
    return Refusal{cannot + describe(kernel, stage) + " has been scheduled already", hint, -1, -1,
                   Aspect::Any};
  std::vector<int> attached = kernel.getAttached(stage);
  if (!attached.empty())
    return Refusal{cannot + describe(kernel, attached[0]) + " is computed at " +
                       describe(kernel, stage),
                   hint + ", or compute_root on " + describe(kernel, attached[0]) + " first",
                   attached[0], -1, Aspect::Placement};
  return std::nullopt;
}

/// Terms that are combined in order stay so.
static std::optional<Refusal> checkTerms(const KernelSchedule &kernel, int stage,
                                         const std::vector<AxisId> &order) {
  const IterationTree &tree = kernel[stage].tree;
  if (!kernel[stage].isOrdered)
    return std::nullopt;
  std::vector<AxisId> expected = tree.getReductionOrder(), reductions;
  for (AxisId axis : order)
    if (tree[axis].kind == AxisKind::Reduction)
      reductions.push_back(axis);
  for (size_t i = 0; i < reductions.size(); ++i)
    if (reductions[i] != expected[i])
      return Refusal{describe(kernel, stage, reductions[i]) + " would stand outside axis " +
                         tree[expected[i]].name +
                         ", but the stage's combiner is not commutative: its terms come in order",
                     "keep the order of the reduction axes, or state that the combiner is "
                     "'commutative'"};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkOrder(const KernelSchedule &kernel, int stage,
                                                const std::vector<AxisId> &order) {
  const IterationTree &tree = kernel[stage].tree;
  // In a new order the annotation of an axis is in the way, else the order is.
  bool isNewOrder = order != tree.getLeaves();
  Aspect aspect = isNewOrder ? Aspect::Axis : Aspect::Order;
  for (size_t i = 1; i < order.size(); ++i) {
    AxisId before = order[i - 1], axis = order[i];
    if (tree[axis].annotation == Annotation::Parallel &&
        tree[before].annotation != Annotation::Parallel) {
      // An axis that cannot be made parallel says the most.
      auto reduction = std::find_if(order.begin(), order.begin() + i, [&](AxisId outer) {
        return tree[outer].kind == AxisKind::Reduction;
      });
      bool isReduced = reduction != order.begin() + i;
      const AxisNode &outer = tree[isReduced ? *reduction : before];
      return Refusal{
          "parallel " + describe(kernel, stage, axis) + " would stand inside axis " + outer.name +
              ", which is " + (isReduced ? "a reduction axis" : getParticiple(outer.annotation)),
          "parallel axes come first: " +
              (isReduced ? "reorder axis " + tree[axis].name + " outside"
                         : "put it outside, or make axis " + outer.name + " parallel first"),
          -1, isNewOrder ? axis : -1, aspect};
    }
    if (tree.isRegister(before) && !tree.isRegister(axis))
      return Refusal{getParticiple(tree[before].annotation) +
                         (" " + describe(kernel, stage, before)) + " would stand outside axis " +
                         tree[axis].name + ", which is " + getParticiple(tree[axis].annotation),
                     "register axes come last: put it inside, or unroll or vectorize axis " +
                         tree[axis].name + " first",
                     -1, isNewOrder ? before : -1, aspect};
  }
  std::vector<std::pair<AxisId, const AxisPart *>> parts;
  for (AxisId axis : order)
    for (const AxisPart &part : tree.getParts(axis))
      parts.push_back({axis, &part});
  for (size_t i = 0; i < parts.size(); ++i)
    for (size_t j = i + 1; j < parts.size(); ++j) {
      auto [a, inner] = parts[i];
      auto [b, outer] = parts[j];
      if (inner->root == outer->root && inner->path < outer->path)
        return Refusal{describe(kernel, stage, a) + " would stand outside axis " + tree[b].name +
                           " of which it is the inner part",
                       "keep axis " + tree[b].name + " outside axis " + tree[a].name +
                           ", or split with another factor",
                       -1, a, Aspect::Maker};
    }
  if (auto refusal = checkTerms(kernel, stage, order))
    return refusal;
  if (auto refusal = checkMasks(kernel, stage, order))
    return refusal;
  return checkInit(kernel, stage, order);
}

/// The part of the result that is accumulated at a time has a size that is known: the
/// axes of unknown extent in `outside` have been entered.
static std::optional<Refusal> checkAccumulator(const KernelSchedule &kernel, int stage,
                                               const std::vector<AxisId> &outside, AxisId inside) {
  const IterationTree &tree = kernel[stage].tree;
  for (AxisId root : tree.getRoots()) {
    if (tree[root].kind == AxisKind::Reduction || tree[root].extent != dynamicExtent)
      continue;
    bool isEntered = std::any_of(outside.begin(), outside.end(),
                                 [&](AxisId axis) { return tree.isMadeOf(axis, root); });
    if (!isEntered)
      return Refusal{describe(kernel, stage, root) +
                         ", whose extent is known only at run time, would stand inside of axis " +
                         tree[inside].name + ", so that the accumulator had no constant size",
                     "put axis " + tree[root].name + " or its outer part outside of axis " +
                         tree[inside].name};
  }
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkInit(const KernelSchedule &kernel, int stage,
                                               const std::vector<AxisId> &order) {
  const IterationTree &tree = kernel[stage].tree;
  AxisId init = tree.getInitAxis();
  bool isInside = false;
  for (size_t position = 0; position < order.size(); ++position) {
    AxisId axis = order[position];
    bool isReduction = tree[axis].kind == AxisKind::Reduction;
    bool isFirst = !isInside && !tree.isRegister(axis) && (isReduction || init == axis);
    if (isFirst && tree.getPlacement() != Placement::At)
      if (auto refusal =
              checkAccumulator(kernel, stage, {order.begin(), order.begin() + position}, axis))
        return refusal;
    if (init == axis && (isInside || tree.isRegister(axis)))
      return Refusal{
          "the init of " + describe(kernel, stage) + " stands before axis " + tree[axis].name +
              (isInside ? ", which would be inside of its reduction loops"
                        : ", which would make no loop"),
          "decompose the reduction at an axis outside of them first", -1, -1, Aspect::Init};
    isInside |= isReduction || init == axis;
    if (!isInside || tree.isRegister(axis))
      continue;
    if (tree[axis].annotation == Annotation::Parallel || isBound(tree[axis].annotation))
      return Refusal{"the init of " + describe(kernel, stage) + " would stand outside of the " +
                         (isBound(tree[axis].annotation) ? "bound" : "parallel") + " axis " +
                         tree[axis].name,
                     "decompose the reduction at an axis inside the parallel ones", -1, -1,
                     init == -1 ? Aspect::Order : Aspect::Init};
    for (const AxisPart &part : tree.getParts(axis))
      if (part.tail == TailPolicy::Shift)
        return Refusal{describe(kernel, stage, axis) +
                           " computes elements of its last step twice and would stand inside " +
                           (isReduction ? "a reduction" : "the init") + " of " +
                           describe(kernel, stage) + ", where they would be added twice",
                       "put it outside, or split with another tail", -1, axis, Aspect::Maker};
  }
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkRegisterTile(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  int64_t total = 1;
  for (AxisId axis : tree.getLeaves()) {
    if (!tree.isRegister(axis) || tree[axis].annotation == Annotation::Tensorize)
      continue;
    int64_t extent = tree.getExtent(axis);
    if (extent == dynamicExtent)
      return Refusal{describe(kernel, stage, axis) +
                         " has an extent known only at run time and "
                         "cannot be " +
                         getParticiple(tree[axis].annotation),
                     "split it by a constant and annotate the inner part"};
    total = extent > maxRegisterTile ? extent : total * extent;
    if (total > maxRegisterTile)
      return Refusal{"the register tile of " + describe(kernel, stage) + " has " +
                         std::to_string(total) + " iterations with axis " + tree[axis].name +
                         " of extent " + std::to_string(extent) + ", at most " +
                         std::to_string(maxRegisterTile) + " are unrolled",
                     "split axis " + tree[axis].name + " and annotate the inner part"};
  }
  return std::nullopt;
}
