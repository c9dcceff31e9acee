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

std::optional<Refusal> Bind::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  if (index == Annotation::None)
    return Refusal{describe(kernel, stage, axis) + " can be bound to no index of this name",
                   "use blockIdx.x, .y or .z, threadIdx.x, .y or .z, or vthread"};
  if (tree[axis].annotation != Annotation::None)
    return Refusal{describe(kernel, stage, axis) + " has the annotation " +
                       getAnnotationName(tree[axis].annotation),
                   "bind an axis without one", -1, axis};
  KernelSchedule changed = kernel;
  apply(changed);
  if (auto refusal = checkBindings(changed, stage))
    return refusal;
  // A stage that is computed ahead at the axis needs steps one after the other.
  for (int attached : changed.getAttached(stage, axis))
    if (auto refusal = checkPlacement(changed, attached))
      return refusal;
  return checkOrder(changed, stage, changed[stage].tree.getLeaves());
}

void Bind::apply(KernelSchedule &kernel) const { kernel[stage].tree.annotate(axis, index); }

/// The axis itself: spatial, of known extent, in whole steps.
static std::optional<Refusal> checkAxis(const KernelSchedule &kernel, int stage, AxisId axis) {
  const IterationTree &tree = kernel[stage].tree;
  const char *name = getAnnotationName(tree[axis].annotation);
  if (tree[axis].kind == AxisKind::Reduction)
    return Refusal{describe(kernel, stage, axis) + " is a reduction axis and cannot be bound to " +
                       name + ": all its iterations write the same elements",
                   "bind a spatial axis, or use rfactor and bind the new one"};
  for (const std::vector<int64_t> &extents : getPlaceExtents(kernel, stage))
    for (const AxisPart &part : tree.getParts(axis)) {
      int64_t range = extents[part.root];
      if (range == dynamicExtent)
        return Refusal{describe(kernel, stage, axis) +
                           " has an extent known only at run time and "
                           "cannot be bound to " +
                           name,
                       "split it by a constant and bind the inner part"};
      // Ranges in which it is met: the root's, and steps of parts around it.
      bool isWhole = range % part.stride == 0;
      for (size_t i = 1; i < part.ranges.size(); ++i)
        isWhole &= part.ranges[i] % part.stride == 0;
      if (!isWhole)
        return Refusal{describe(kernel, stage, axis) + " has an incomplete last step, which no " +
                           std::string(name) + " would run",
                       "split by a divisor of the extent"};
    }
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
                     "bind one of them to another index"};
  // Memory of a block is filled by its threads together.
  if (kernel[stage].tree.getStorage().scope == "shared")
    return std::nullopt;
  // Malformed trees may attach to an earlier stage or to themselves.
  for (int inner = stage, outer = kernel.getAttachStage(stage); outer > inner;
       inner = outer, outer = kernel.getAttachStage(outer)) {
    const IterationTree &tree = kernel[outer].tree;
    int last = tree.getPosition(kernel[inner].tree.getAttachAxis());
    for (int position = 0; position <= last; ++position) {
      AxisId around = tree.getLeaves()[position];
      if (tree[around].annotation == index)
        return Refusal{describe(kernel, stage, axis) + " is bound to " + getAnnotationName(index) +
                           " inside " + describe(kernel, outer, around) +
                           ", which is bound to it too",
                       "use set_scope shared on " + describe(kernel, stage) +
                           " before, and the threads compute it together",
                       outer, around};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkBindings(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  int64_t threads = 1;
  std::vector<int64_t> extents;
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
        return Refusal{describe(kernel, stage, axis) + ", bound to " + getAnnotationName(index) +
                           ", would stand inside axis " + outer.name +
                           ", which is not bound to a "
                           "block",
                       "block axes come first: reorder, or bind axis " + outer.name +
                           " to a block first"};
      if (outer.kind == AxisKind::Reduction || outer.annotation == Annotation::Parallel)
        return Refusal{describe(kernel, stage, axis) + ", bound to " + getAnnotationName(index) +
                           ", would stand inside axis " + outer.name + ", which is " +
                           (outer.kind == AxisKind::Reduction ? "a reduction axis" : "parallel"),
                       "put the bound axes outside"};
    }
    if (!isThread(index))
      continue;
    if (extents.empty())
      extents = getFootprint(kernel, stage).extents;
    threads *= tree.getExtent(axis, extents);
    if (threads > maxThreads)
      return Refusal{"the bound axes of " + describe(kernel, stage) + " make " +
                         std::to_string(threads) + " threads with axis " + tree[axis].name +
                         " of extent " + std::to_string(tree.getExtent(axis, extents)) +
                         ", a block has at most " + std::to_string(maxThreads),
                     "split and bind a smaller part"};
  }
  return std::nullopt;
}
