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
#include "PartExtents.h"

#include "dl/Schedule/Legality.h"

#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/Tensorize.h"

#include <algorithm>

using namespace dl::schedule;

/// The axis of `ancestor` inside which `stage` runs: the attach axis at the top
/// of its chain of consumers. -1 if the chain does not lead there.
static AxisId getAxisAround(const KernelSchedule &kernel, int stage, int ancestor) {
  while (stage != -1) {
    int consumer = kernel.getAttachStage(stage);
    // Malformed trees may attach to an earlier stage or to themselves.
    if (consumer <= stage)
      return -1;
    if (consumer == ancestor)
      return kernel[stage].tree.getAttachAxis();
    stage = consumer;
  }
  return -1;
}

using Movement = std::vector<std::vector<int64_t>>;

/// Movement of the box of `access`: for each of its dimensions the step for one
/// iteration of each root of the ancestor, when the reader's own axes move so.
static Movement moveAccess(const StageRead &access, const Movement &reader, size_t numRoots) {
  Movement result;
  for (const IndexExpression &index : access.indices) {
    std::vector<int64_t> row(numRoots, 0);
    for (size_t axis = 0; axis < reader.size(); ++axis)
      for (size_t root = 0; root < numRoots; ++root)
        row[root] += index.coefficients[axis] * reader[axis][root];
    result.push_back(std::move(row));
  }
  return result;
}

/// How the box of a stage moves with the roots of an ancestor in its chain of
/// consumers. All its readers agree where its placement is legal, so the first
/// one tells.
static Movement getMovement(const KernelSchedule &kernel, int stage, int ancestor) {
  size_t numRoots = kernel[ancestor].tree.getRoots().size();
  if (stage == ancestor) {
    Movement identity(numRoots, std::vector<int64_t>(numRoots, 0));
    for (size_t root = 0; root < numRoots; ++root)
      identity[root][root] = 1;
    return identity;
  }
  for (int reader : kernel.getReaders(stage))
    if (reader == ancestor || getAxisAround(kernel, reader, ancestor) != -1)
      return moveAccess(kernel.getAccesses(reader, stage).front(),
                        getMovement(kernel, reader, ancestor), numRoots);
  return {};
}

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

/// The readers of `stage` all move its box in one way with the loops of `ancestor`
/// up to `axis`.
static std::optional<Refusal> checkMovement(const KernelSchedule &kernel, int stage, int ancestor,
                                            AxisId axis) {
  const IterationTree &tree = kernel[ancestor].tree;
  std::vector<AxisId> moving;
  for (int position = 0, e = tree.getPosition(axis); position <= e; ++position)
    for (AxisId root : tree.getRootsOf(tree.getLeaves()[position]))
      if (std::find(moving.begin(), moving.end(), root) == moving.end())
        moving.push_back(root);

  std::optional<Movement> first;
  for (int reader : kernel.getReaders(stage)) {
    Movement readerMovement = getMovement(kernel, reader, ancestor);
    for (const StageRead &access : kernel.getAccesses(reader, stage)) {
      Movement movement = moveAccess(access, readerMovement, tree.getRoots().size());
      if (!first) {
        first = movement;
        continue;
      }
      for (size_t d = 0; d < movement.size(); ++d)
        for (AxisId root : moving)
          if (movement[d][root] != (*first)[d][root])
            return Refusal{describe(kernel, stage) + " is read at indices that move by " +
                               std::to_string((*first)[d][root]) + " and by " +
                               std::to_string(movement[d][root]) + " (dimension " +
                               std::to_string(d) + ") with axis " + tree[root].name + " of " +
                               describe(kernel, ancestor) +
                               ", so the part needed has no fixed size",
                           "use compute_inline or compute_root", reader};
    }
  }
  return std::nullopt;
}

/// Every read has indices whose box is of one size and moves in one way.
static std::optional<Refusal> checkBoxes(const KernelSchedule &kernel, int stage, int consumer,
                                         AxisId axis) {
  for (int reader : kernel.getReaders(stage))
    for (const StageRead &access : kernel.getAccesses(reader, stage)) {
      std::string read = describe(kernel, reader) + " reads " + describe(kernel, stage);
      if (access.isGuarded)
        return Refusal{read + " under a condition, so the part needed at " +
                           describe(kernel, consumer, axis) + " has no fixed size",
                       "use compute_root; a stage between the two that holds this read can be "
                       "computed there",
                       reader};
      for (size_t d = 0; d < access.indices.size(); ++d) {
        if (access.indices[d].kind == IndexKind::Affine)
          continue;
        const char *why = access.indices[d].kind == IndexKind::Gathered
                              ? " that depends on data"
                              : " that takes floordiv or mod";
        return Refusal{read + " at an index" + why + " (dimension " + std::to_string(d) +
                           "), so the part needed at " + describe(kernel, consumer, axis) +
                           " has no fixed size",
                       "use compute_inline or compute_root", reader};
      }
    }
  if (auto refusal = checkExtents(kernel, stage, consumer, axis))
    return refusal;
  // The consumer's own ranges move with the loops that it is computed in.
  for (int ancestor = consumer; ancestor != -1;) {
    if (auto refusal = checkMovement(kernel, stage, ancestor, axis))
      return refusal;
    int outer = kernel.getAttachStage(ancestor);
    axis = kernel[ancestor].tree.getAttachAxis();
    // Malformed trees may attach to an earlier stage or to themselves.
    ancestor = outer > ancestor && !checkLeaf(kernel, outer, axis) ? outer : -1;
  }
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

std::optional<Refusal> dl::schedule::checkPlacement(const KernelSchedule &kernel, int stage) {
  const StageSchedule &schedule = kernel[stage];
  if (const std::string &scope = schedule.tree.getStorage().scope;
      !scope.empty() && scope != "global" && schedule.tree.getPlacement() != Placement::At)
    return Refusal{describe(kernel, stage) + " is kept in " + scope +
                       " memory, which does not outlive a loop, and would not be computed inside "
                       "one",
                   "use set_scope to global first", -1, -1, Aspect::Storage};
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
  if (isInline) {
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
  if (int reader = kernel.getUpdateReader(stage); reader != -1)
    return Refusal{describe(kernel, stage) + " is read by the inlined " +
                       describe(kernel, reader) + ", which is " + kernel[reader].taker +
                       ", and is stored whole",
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

/// Rules that primitives keep by construction, for trees read from text.
static std::optional<Refusal> checkTree(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  for (AxisId axis = 0; axis < tree.size(); ++axis) {
    if (tree[axis].annotation == Annotation::Parallel && tree[axis].kind == AxisKind::Reduction)
      return Refusal{describe(kernel, stage, axis) + " is a reduction axis and cannot be parallel",
                     "make a spatial axis parallel"};
  }
  if (auto refusal = checkOrder(kernel, stage, tree.getLeaves()))
    return refusal;
  return checkRegisterTile(kernel, stage);
}

std::optional<Refusal> dl::schedule::checkKernel(const KernelSchedule &kernel) {
  for (int stage = 0; stage < kernel.size(); ++stage)
    if (auto refusal = checkTree(kernel, stage)) {
      refusal->stage = stage;
      return refusal;
    }
  for (int stage = kernel.size() - 1; stage >= 0; --stage)
    if (auto refusal = checkPlacement(kernel, stage)) {
      if (refusal->stage == -1)
        refusal->stage = stage;
      return refusal;
    }
  return std::nullopt;
}
