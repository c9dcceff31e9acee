//===-- Bind.cpp - axes to blocks, threads and virtual threads -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive bind.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Bind.h"

#include "dl/Schedule/Footprint.h"
#include "dl/Schedule/Legality.h"

#include <algorithm>
#include <array>

using namespace dl::schedule;

Annotation dl::schedule::getBinding(const std::string &name) {
  for (int value = static_cast<int>(Annotation::BlockX);
       value <= static_cast<int>(Annotation::VThread); ++value)
    if (name == getAnnotationName(static_cast<Annotation>(value)))
      return static_cast<Annotation>(value);
  return Annotation::None;
}

bool dl::schedule::isBlock(Annotation annotation) {
  return annotation == Annotation::BlockX || annotation == Annotation::BlockY ||
         annotation == Annotation::BlockZ;
}

bool dl::schedule::isThread(Annotation annotation) {
  return annotation == Annotation::ThreadX || annotation == Annotation::ThreadY ||
         annotation == Annotation::ThreadZ;
}

bool dl::schedule::isRootBound(const IterationTree &tree, AxisId root) {
  const std::vector<AxisId> &leaves = tree.getLeaves();
  return std::any_of(leaves.begin(), leaves.end(), [&](AxisId leaf) {
    return isBound(tree[leaf].annotation) && tree.isMadeOf(leaf, root);
  });
}

std::optional<Refusal> Bind::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  if (index == Annotation::None)
    return Refusal{describe(kernel, stage, axis) + " can be bound to no index of this name",
                   "use blockIdx.x, .y or .z, threadIdx.x, .y or .z, or vthread"};
  if (auto refusal = checkUnannotated(kernel, stage, axis, index))
    return refusal;
  KernelSchedule changed = kernel;
  apply(changed);
  if (auto refusal = checkBindings(changed, stage))
    return refusal;
  // A stage that is computed ahead at the axis needs steps one after the other, and what
  // threads compute together is a part of its own.
  if (auto refusal = checkPlacements(changed, stage))
    return refusal;
  return checkOrder(changed, stage, changed[stage].tree.getLeaves());
}

void Bind::apply(KernelSchedule &kernel) const { kernel[stage].tree.annotate(axis, index); }

/// Steps of an axis where its stage is computed: of the longest range; dynamicExtent if
/// one is known only at run time.
static int64_t getSteps(const KernelSchedule &kernel, int stage, AxisId axis) {
  int64_t steps = 0;
  for (const std::vector<int64_t> &extents : getPlaceExtents(kernel, stage)) {
    int64_t count = kernel[stage].tree.getExtent(axis, extents);
    if (count == dynamicExtent)
      return dynamicExtent;
    steps = std::max(steps, count);
  }
  return steps;
}

/// The number of an index of a kind: 0 for x, 1 for y, 2 for z.
static int getDimension(Annotation index) {
  Annotation first = isBlock(index) ? Annotation::BlockX : Annotation::ThreadX;
  return static_cast<int>(index) - static_cast<int>(first);
}

/// The axis itself: spatial, of known extent, in whole steps, not more than there are.
static std::optional<Refusal> checkAxis(const KernelSchedule &kernel, int stage, AxisId axis) {
  const IterationTree &tree = kernel[stage].tree;
  Annotation index = tree[axis].annotation;
  const char *name = getAnnotationName(index);
  if (tree[axis].kind == AxisKind::Reduction)
    return Refusal{describe(kernel, stage, axis) + " is a reduction axis and cannot be bound to " +
                       name + ": all its iterations write the same elements",
                   kernel[stage].isOrdered
                       ? "bind a spatial axis"
                       : "bind a spatial axis, or use rfactor and bind the new one"};
  if (kernel[stage].scope != 0 && index != Annotation::VThread)
    return Refusal{describe(kernel, stage, axis) + " cannot be bound to " + name +
                       ": the stage is a step of a scan, and a launch does not wait between steps",
                   "bind axes of stages outside of the scan"};
  for (const std::vector<int64_t> &extents : getPlaceExtents(kernel, stage))
    for (const AxisPart &part : tree.getParts(axis)) {
      int64_t range = extents[part.root];
      if (range == dynamicExtent) {
        std::string made =
            part.root == axis ? "" : ", of which axis " + tree[axis].name + " is made,";
        return Refusal{describe(kernel, stage, part.root) + made +
                           " has an extent known only at run time and cannot be bound to " + name +
                           ": launches have constant sizes",
                       "bind axes of constant extent, or give this dimension of the tensors one"};
      }
      // Ranges in which it is met: the root's, and steps of parts around it.
      for (size_t i = 1; i < part.ranges.size() && range % part.stride == 0; ++i)
        range = part.ranges[i];
      if (range % part.stride != 0)
        return Refusal{describe(kernel, stage, axis) + " has an incomplete last step, which no " +
                           name + " would run: " + std::to_string(part.stride) +
                           " does not divide " + std::to_string(range),
                       "split by a divisor of the extent", -1, axis, Aspect::Maker};
    }
  if (index == Annotation::VThread)
    return std::nullopt;
  int64_t steps = getSteps(kernel, stage, axis);
  const LaunchLimits &launch = kernel.target->launch;
  const std::array<int64_t, 3> &limits = isBlock(index) ? launch.blocks : launch.threads;
  if (int64_t limit = limits[getDimension(index)]; steps > limit)
    return Refusal{describe(kernel, stage, axis) + " has " + std::to_string(steps) + " steps, " +
                       name + " has at most " + std::to_string(limit),
                   std::string("split it and bind a smaller part") +
                       (getDimension(index) == 0 ? "" : ", or another index")};
  return std::nullopt;
}

/// No other axis around the stage has its thread index, unless threads fetch together.
static std::optional<Refusal> checkNesting(const KernelSchedule &kernel, int stage, AxisId axis) {
  Annotation index = kernel[stage].tree[axis].annotation;
  if (index == Annotation::VThread)
    return std::nullopt;
  if (isBlock(index) && kernel[stage].tree.getPlacement() == Placement::At)
    return Refusal{describe(kernel, stage, axis) + " is bound to " + getAnnotationName(index) +
                       " inside the loops of " + describe(kernel, kernel.getAttachStage(stage)) +
                       ", but blocks are started once, outside",
                   "bind an axis of the outermost consumer to blocks", -1, axis};
  for (AxisId other : kernel[stage].tree.getLeaves())
    if (other != axis && kernel[stage].tree[other].annotation == index)
      return Refusal{describe(kernel, stage, axis) + " and axis " + kernel[stage].tree[other].name +
                         " are both bound to " + getAnnotationName(index),
                     "bind one of them to another index", -1, axis};
  // Memory of a block is filled by its threads together.
  if (kernel.isSharedByBlock(stage))
    return std::nullopt;
  std::string useScope = "use set_scope " + kernel.target->getScopeName(Sharing::Block) + " on ";
  int consumer = kernel.getAttachStage(stage);
  // Malformed trees may attach to an earlier stage or to themselves.
  for (int inner = stage, outer = kernel.getAttachStage(stage); outer > inner;
       inner = outer, outer = kernel.getAttachStage(outer)) {
    const IterationTree &tree = kernel[outer].tree;
    int last = tree.getPosition(kernel[inner].tree.getAttachAxis());
    for (int position = 0; position <= last; ++position) {
      AxisId around = tree.getLeaves()[position];
      if (tree[around].annotation == index)
        return Refusal{
            describe(kernel, stage, axis) + " is bound to " + getAnnotationName(index) +
                " inside " + describe(kernel, outer, around) + ", which is bound to it too",
            useScope + describe(kernel, stage) + " before, and the threads compute it together",
            outer, around};
    }
  }
  if (isThread(index) && consumer > stage)
    return Refusal{describe(kernel, stage, axis) + " is bound to " + getAnnotationName(index) +
                       ", but computed at " +
                       describe(kernel, consumer, kernel[stage].tree.getAttachAxis()) +
                       " by each thread for itself",
                   useScope + describe(kernel, stage) +
                       " there, bind after it, and the threads compute it together"};
  return std::nullopt;
}

/// The stage whose loops make the launch that a stage is computed in.
static int getOutermost(const KernelSchedule &kernel, int stage) {
  // Malformed trees may attach to an earlier stage or to themselves.
  for (int outer = kernel.getAttachStage(stage); outer > stage;
       outer = kernel.getAttachStage(stage))
    stage = outer;
  return stage;
}

namespace {
/// An axis and its steps; none if these are 1.
struct BoundAxis {
  int stage = -1;
  AxisId axis = -1;
  int64_t steps = 1;
};
} // namespace

static std::string describe(const KernelSchedule &kernel, const BoundAxis &bound) {
  return describe(kernel, bound.stage, bound.axis) + " (" +
         getAnnotationName(kernel[bound.stage].tree[bound.axis].annotation) + ", " +
         std::to_string(bound.steps) + ")";
}

/// For each thread index the axis that takes most threads, of all stages of a launch.
static std::array<BoundAxis, 3> getThreads(const KernelSchedule &kernel, int outermost) {
  std::array<BoundAxis, 3> threads;
  for (int stage = 0; stage < kernel.size(); ++stage) {
    if (kernel[stage].isInlined() || getOutermost(kernel, stage) != outermost)
      continue;
    const IterationTree &tree = kernel[stage].tree;
    for (AxisId axis : tree.getLeaves()) {
      if (!isThread(tree[axis].annotation))
        continue;
      BoundAxis &most = threads[getDimension(tree[axis].annotation)];
      if (int64_t steps = getSteps(kernel, stage, axis); steps > most.steps)
        most = {stage, axis, steps};
    }
  }
  return threads;
}

/// The threads of a launch, whichever stages take them, are those of one block.
static std::optional<Refusal> checkThreads(const KernelSchedule &kernel, int stage) {
  std::array<BoundAxis, 3> threads = getThreads(kernel, getOutermost(kernel, stage));
  int64_t count = 1;
  std::string axes;
  for (const BoundAxis &bound : threads) {
    count *= bound.steps;
    if (bound.stage != -1)
      axes += (axes.empty() ? "" : ", ") + describe(kernel, bound);
  }
  if (int64_t limit = kernel.target->launch.threadsOfBlock; count > limit) {
    const BoundAxis &most =
        *std::max_element(threads.begin(), threads.end(),
                          [](const BoundAxis &a, const BoundAxis &b) { return a.steps < b.steps; });
    return Refusal{"bound axes make " + std::to_string(count) + " threads, a block has at most " +
                       std::to_string(limit) + ": " + axes,
                   "split and bind smaller parts", most.stage, most.axis};
  }
  // Threads wait for each other around what they compute together.
  for (int inner = 0; inner < kernel.size(); ++inner) {
    if (!kernel.isSharedByBlock(inner))
      continue;
    for (int at = inner, outer = kernel.getAttachStage(at); outer > at;
         at = outer, outer = kernel.getAttachStage(at)) {
      const IterationTree &tree = kernel[outer].tree;
      for (int i = 0, e = tree.getPosition(kernel[at].tree.getAttachAxis()); i <= e; ++i) {
        AxisId around = tree.getLeaves()[i];
        if (getOutermost(kernel, outer) != getOutermost(kernel, stage) ||
            !isThread(tree[around].annotation))
          continue;
        if (tree.derivesFromFused(around))
          return Refusal{describe(kernel, inner) + " is for all threads, but stands inside " +
                             describe(kernel, outer, around) +
                             ", which is fused, and what its threads need together is no box",
                         "bind axes that were not fused", outer, around, Aspect::Maker};
        const BoundAxis &most = threads[getDimension(tree[around].annotation)];
        BoundAxis bound{outer, around, getSteps(kernel, outer, around)};
        if (bound.steps > 1 && bound.steps < most.steps)
          return Refusal{describe(kernel, inner) + " is for all threads, of which there are " +
                             std::to_string(most.steps) + " by " +
                             describe(kernel, most.stage, most.axis) + ", but stands inside " +
                             describe(kernel, bound) + ", where only some come by",
                         "bind axes of equal extent", outer, around};
      }
    }
  }
  return std::nullopt;
}

/// Bytes that a stage takes at its place. 0 where that is not known.
static int64_t getBytes(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  const Storage &storage = tree.getStorage();
  int64_t most = 0;
  for (std::vector<int64_t> shape : getPlaceExtents(kernel, stage)) {
    int64_t bytes = kernel[stage].getElementBytes() * (storage.isDouble ? 2 : 1);
    for (AxisId root : tree.getRoots())
      if (tree[root].kind == AxisKind::Spatial)
        bytes *= shape[root] == dynamicExtent ? 0 : shape[root];
    most = std::max(most, bytes);
  }
  return most;
}

/// How many buffers a stage has, of machines whose virtual threads take turns: one for each of
/// those around it.
static int64_t countContexts(const KernelSchedule &kernel, int stage) {
  int64_t count = 1;
  if (!kernel.target->tensorUnit)
    return count;
  // Malformed trees may attach to an earlier stage or to themselves.
  for (int at = stage, outer = kernel.getAttachStage(at); outer > at;
       at = outer, outer = kernel.getAttachStage(at)) {
    const IterationTree &tree = kernel[outer].tree;
    for (int i = 0, e = tree.getPosition(kernel[at].tree.getAttachAxis()); i <= e; ++i)
      if (AxisId leaf = tree.getLeaves()[i]; tree[leaf].annotation == Annotation::VThread)
        count *= std::max<int64_t>(getSteps(kernel, outer, leaf), 1);
  }
  return count;
}

/// What the stages of a launch keep in a memory fits into it.
static std::optional<Refusal> checkCapacity(const KernelSchedule &kernel, int stage) {
  const MemoryScope *scope = kernel.target->lookupScope(kernel[stage].tree.getStorage().scope);
  if (!scope || scope->bytes == unlimitedBytes)
    return std::nullopt;
  int64_t total = 0;
  std::string stages;
  for (int other = 0; other < kernel.size(); ++other) {
    if (kernel[other].tree.getStorage().scope != scope->name ||
        getOutermost(kernel, other) != getOutermost(kernel, stage))
      continue;
    int64_t bytes = getBytes(kernel, other) * countContexts(kernel, other);
    total += bytes;
    stages +=
        (stages.empty() ? "" : ", ") + describe(kernel, other) + " (" + std::to_string(bytes) + ")";
  }
  std::string whose = scope->sharing == Sharing::Block    ? "a block has"
                      : scope->sharing == Sharing::Thread ? "a thread has"
                                                          : "there are";
  if (total > scope->bytes)
    return Refusal{"stages of scope " + scope->name + " take " + std::to_string(total) +
                       " bytes, " + whose + " at most " + std::to_string(scope->bytes) + ": " +
                       stages,
                   "compute less of them at a time: at an inner axis, or of smaller parts"};
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkBindings(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  bool hasThreads = false, isShared = kernel.isSharedByBlock(stage);
  const std::vector<AxisId> &leaves = tree.getLeaves();
  for (size_t i = 0; i < leaves.size(); ++i) {
    AxisId axis = leaves[i];
    Annotation index = tree[axis].annotation;
    if (!isBound(index))
      continue;
    if (auto refusal = checkAxis(kernel, stage, axis))
      return refusal;
    if (auto refusal = checkNesting(kernel, stage, axis))
      return refusal;
    for (size_t j = 0; j < i; ++j) {
      const AxisNode &outer = tree[leaves[j]];
      if (isBlock(index) && !isBlock(outer.annotation))
        return Refusal{
            describe(kernel, stage, axis) + ", bound to " + getAnnotationName(index) +
                ", would stand inside axis " + outer.name +
                ", which is not bound to a "
                "block",
            "block axes come first: reorder, or bind axis " + outer.name + " to a block first", -1,
            leaves[j], outer.annotation == Annotation::None ? Aspect::Order : Aspect::Axis};
      if (outer.kind == AxisKind::Reduction || outer.annotation == Annotation::Parallel)
        return Refusal{describe(kernel, stage, axis) + ", bound to " + getAnnotationName(index) +
                           ", would stand inside axis " + outer.name + ", which is " +
                           (outer.kind == AxisKind::Reduction ? "a reduction axis" : "parallel"),
                       "put the bound axes outside", -1, leaves[j],
                       outer.annotation == Annotation::None ? Aspect::Order : Aspect::Axis};
    }
    hasThreads |= isThread(index);
  }
  if (hasThreads || isShared)
    if (auto refusal = checkThreads(kernel, stage))
      return refusal;
  return checkCapacity(kernel, stage);
}
