//===-- Placement.cpp - rules on where stages are computed -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that look across stages. A stage attached at axis x of a consumer gets
// the box of its elements that its readers need during one step of x. So all
// readers must run inside that step, and the box must have one static size that
// moves with the loops outside.
//
//===----------------------------------------------------------------------===//
#include "PartBoxes.h"

#include "dl/Schedule/Legality.h"

#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/Tensorize.h"

#include <algorithm>

using namespace dl::schedule;

static std::optional<Refusal> checkAttachAxis(const KernelSchedule &kernel, int stage, int consumer,
                                              AxisId axis) {
  if (auto refusal = checkLeaf(kernel, consumer, axis)) {
    refusal->stage = consumer;
    return refusal;
  }
  const IterationTree &tree = kernel[consumer].tree;
  if (tree.isRegister(axis))
    return Refusal{describe(kernel, consumer, axis) +
                       " is part of the register tile and makes no "
                       "loop to compute " +
                       describe(kernel, stage) + " in",
                   "use an axis outside the register tile", consumer, axis};
  for (AxisId leaf : kernel[stage].tree.getLeaves())
    if (kernel[stage].tree[leaf].annotation == Annotation::Parallel)
      return Refusal{describe(kernel, stage, leaf) + " is parallel, and a stage inside the loops "
                                                     "of another cannot start threads",
                     "make an axis of the outermost consumer parallel instead", -1, leaf};
  return std::nullopt;
}

/// Every reader runs inside the step of the attach axis.
static std::optional<Refusal> checkReaders(const KernelSchedule &kernel, int stage, int consumer,
                                           AxisId axis) {
  const IterationTree &tree = kernel[consumer].tree;
  std::vector<int> readers = kernel.getReaders(stage);
  bool isRead = false;
  for (int reader : readers) {
    if (reader == consumer) {
      isRead = true;
      continue;
    }
    AxisId around = getAxisAround(kernel, reader, consumer);
    if (around != -1 && tree.getPosition(around) >= tree.getPosition(axis)) {
      isRead = true;
      continue;
    }
    std::string place = around == -1 ? "outside " + describe(kernel, consumer)
                                     : "outside it, at axis " + tree[around].name;
    return Refusal{describe(kernel, stage) + " cannot be computed at " +
                       describe(kernel, consumer, axis) + ": " + describe(kernel, reader) +
                       " reads it too, " + place,
                   "use compute_root on " + describe(kernel, stage) + ", or compute " +
                       describe(kernel, reader) + " at or inside that axis first",
                   reader, -1, Aspect::Placement};
  }
  if (!isRead)
    return Refusal{describe(kernel, consumer) + " does not read " + describe(kernel, stage),
                   "compute a stage at one that reads it", consumer};
  return std::nullopt;
}

/// A stage with two buffers is computed at a sequential loop of several steps, alone of
/// the stages that depend on each other there.
static std::optional<Refusal> checkDouble(const KernelSchedule &kernel, int stage, int consumer,
                                          AxisId axis) {
  if (!kernel[stage].tree.getStorage().isDouble)
    return std::nullopt;
  const IterationTree &tree = kernel[consumer].tree;
  std::string cannot = describe(kernel, stage) + " cannot be computed ahead at " +
                       describe(kernel, consumer, axis) + ": ";
  int64_t extent = tree.getExtent(axis);
  bool isShared = tree[axis].annotation == Annotation::Parallel || isBound(tree[axis].annotation);
  if (extent == dynamicExtent || extent < 2 || isShared)
    return Refusal{cannot + (extent == dynamicExtent ? "its length is known only at run time"
                             : extent < 2            ? "it has one step"
                                                     : "it is parallel, so no step is the next"),
                   "compute it at a sequential loop of constant length", consumer, axis};
  for (int other : kernel.getAttached(consumer, axis)) {
    if (other == stage)
      continue;
    if (kernel[other].tree.getStorage().isDouble)
      return Refusal{cannot + describe(kernel, other) + " is computed ahead there",
                     "use double_buffer on one stage of a loop", other, -1, Aspect::Storage};
    std::vector<int> readers = kernel.getReaders(other);
    for (int reader : readers)
      if (reader == stage || getAxisAround(kernel, reader, stage) != -1)
        return Refusal{cannot + "it reads " + describe(kernel, other) +
                           ", which is computed there for the present step only",
                       "compute " + describe(kernel, other) + " at an outer axis or inline it",
                       other, -1, Aspect::Placement};
  }
  return std::nullopt;
}

/// The rules of a stage that is substituted into what reads it.
static std::optional<Refusal> checkInlined(const KernelSchedule &kernel, int stage) {
  const StageSchedule &schedule = kernel[stage];
  if (schedule.tree.hasReduction())
    return Refusal{describe(kernel, stage) + " reduces over axis " +
                       schedule.tree[schedule.tree.getRoots().back()].name +
                       " and cannot be inlined",
                   "use compute_at on it"};
  for (int reader = stage + 1; reader < kernel.size(); ++reader)
    for (const StageRead &read : kernel[reader].reads)
      if (read.stage == stage && read.isGuarded)
        return Refusal{describe(kernel, reader) + " reads " + describe(kernel, stage) +
                           " under a condition, which the reads of an inlined stage would lack",
                       "use compute_root", reader};
  for (int reader = stage + 1; reader < kernel.size(); ++reader)
    for (const StageRead &read : kernel[reader].reads)
      if (read.stage == stage)
        if (auto refusal = checkWholeTiles(kernel, reader)) {
          refusal->stage = reader;
          return refusal;
        }
  for (int reader : kernel.getReaders(stage))
    if (auto refusal = checkMasks(kernel, reader, kernel[reader].tree.getLeaves()))
      return refusal;
  std::vector<int> attached = kernel.getAttached(stage);
  if (!attached.empty())
    return Refusal{describe(kernel, attached[0]) + " is computed at " + describe(kernel, stage) +
                       ", which cannot be inlined",
                   "use compute_root or compute_inline on " + describe(kernel, attached[0]) +
                       " first",
                   attached[0], -1, Aspect::Placement};
  return std::nullopt;
}

/// The rules of a stage that is computed in the loops of another.
static std::optional<Refusal> checkAttached(const KernelSchedule &kernel, int stage) {
  const StageSchedule &schedule = kernel[stage];
  if (int reader = kernel.getUpdateReader(stage); reader != -1)
    return Refusal{describe(kernel, stage) + " is read by the inlined " + describe(kernel, reader) +
                       ", which is " + kernel[reader].taker + ", and is stored whole",
                   "use compute_root on it or on " + describe(kernel, reader), reader};
  int consumer = kernel.getAttachStage(stage);
  if (consumer == -1)
    return Refusal{describe(kernel, stage) + " is computed at stage \"" +
                       schedule.tree.getAttachStage() + "\", which the kernel does not have",
                   "use compute_root on it"};
  if (consumer <= stage)
    return Refusal{describe(kernel, stage) + " cannot be computed at " +
                       describe(kernel, consumer) + ", which does not come after it",
                   "compute a stage at one that reads it", consumer == stage ? -1 : consumer};
  if (kernel[consumer].scope != schedule.scope)
    return Refusal{describe(kernel, stage) + " cannot be computed at " +
                       describe(kernel, consumer) + ", since only one of them is a step of a scan",
                   "use compute_root, or compute it at a stage beside it", consumer};
  AxisId axis = schedule.tree.getAttachAxis();
  if (auto refusal = checkAttachAxis(kernel, stage, consumer, axis))
    return refusal;
  if (auto refusal = checkReaders(kernel, stage, consumer, axis))
    return refusal;
  if (auto refusal = checkDouble(kernel, stage, consumer, axis))
    return refusal;
  if (auto refusal = checkBoxes(kernel, stage, consumer, axis))
    return refusal;
  if (auto refusal = checkWholeTiles(kernel, stage))
    return refusal;
  if (auto refusal = checkMasks(kernel, consumer, kernel[consumer].tree.getLeaves()))
    return refusal;
  return checkBindings(kernel, stage);
}

std::optional<Refusal> dl::schedule::checkPlacement(const KernelSchedule &kernel, int stage) {
  const StageSchedule &schedule = kernel[stage];
  const std::string &outliving = kernel.target->scopes.front().name;
  if (const std::string &scope = schedule.tree.getStorage().scope;
      !scope.empty() && scope != outliving && schedule.tree.getPlacement() != Placement::At)
    return Refusal{describe(kernel, stage) + " is kept in " + scope +
                       " memory, which does not outlive a loop, and would not be computed inside "
                       "one",
                   "use set_scope to " + outliving + " first", -1, -1, Aspect::Storage};
  if (schedule.tree.getPlacement() == Placement::Root) {
    if (auto refusal = checkInit(kernel, stage, schedule.tree.getLeaves()))
      return refusal;
    return checkBindings(kernel, stage);
  }
  for (AxisId root : schedule.tree.getRoots())
    if (const AxisNode &node = schedule.tree[root]; !node.cuts.empty() || !node.versions.empty())
      return Refusal{describe(kernel, stage, root) + " is " +
                         (node.cuts.empty() ? "specialized" : "partitioned") +
                         ", which stages inside the loops of another cannot be",
                     "compute it at root, or without that step", -1, root};
  bool isInline = schedule.isInlined();
  if (schedule.isResult && !(isInline && schedule.isInUpdates))
    return Refusal{describe(kernel, stage) + " is " +
                       (schedule.taker.empty() ? "a result of the kernel" : schedule.taker) +
                       " and is stored whole",
                   isInline ? "use compute_inline on stages that only formulas read"
                            : "use compute_at on the stages it reads instead"};
  return isInline ? checkInlined(kernel, stage) : checkAttached(kernel, stage);
}

std::optional<Refusal> dl::schedule::checkPlacements(const KernelSchedule &kernel, int first) {
  if (auto refusal = checkPlacement(kernel, first))
    return refusal;
  // Consumers before producers: the rules of a stage rely on its readers' places.
  for (int stage = kernel.size() - 1; stage >= 0; --stage)
    if (stage != first)
      if (auto refusal = checkPlacement(kernel, stage)) {
        if (refusal->stage == -1)
          refusal->stage = stage;
        return refusal;
      }
  return std::nullopt;
}
