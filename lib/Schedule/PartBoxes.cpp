//===-- PartBoxes.cpp - the parts that stages need of others ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stage attached at an axis gets a box of its elements: of one static size, at a place
// that moves with the loops outside in one way for all its readers.
//
//===----------------------------------------------------------------------===//
#include "PartBoxes.h"

#include "PartExtents.h"

#include "dl/Schedule/Legality.h"

#include <algorithm>

using namespace dl::schedule;

AxisId dl::schedule::getAxisAround(const KernelSchedule &kernel, int stage, int ancestor) {
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

/// The stage whose box moves as no loop does, with which the box of `stage` moves: one that
/// is read under a condition is computed for what of its box is inside of it, a box that is
/// pushed inwards where it reaches beyond. -1 if all move with the loops of `ancestor`.
static int getPushed(const KernelSchedule &kernel, int stage, int ancestor) {
  if (stage == ancestor)
    return -1;
  std::vector<int> readers = kernel.getReaders(stage);
  for (int reader : readers)
    for (const StageRead &access : kernel.getAccesses(reader, stage))
      if (access.isGuarded)
        return stage;
  for (int reader : readers)
    if (reader == ancestor || getAxisAround(kernel, reader, ancestor) != -1)
      return getPushed(kernel, reader, ancestor);
  return -1;
}

/// What is read under a condition, or by a stage that is, has one box for all its readers.
static std::optional<Refusal> checkConditions(const KernelSchedule &kernel, int stage, int consumer,
                                              AxisId axis) {
  std::string at = " at " + describe(kernel, consumer, axis);
  std::optional<int> pushed;
  for (int reader : kernel.getReaders(stage)) {
    std::string read = describe(kernel, reader) + " reads " + describe(kernel, stage);
    bool isGuarded = false;
    for (const StageRead &access : kernel.getAccesses(reader, stage))
      isGuarded |= access.isGuarded;
    for (AxisId root : kernel[stage].tree.getRoots())
      if (isGuarded && kernel[stage].tree[root].kind == AxisKind::Spatial &&
          kernel[stage].tree[root].extent == dynamicExtent)
        return Refusal{read + " under a condition, and axis " + kernel[stage].tree[root].name +
                           " of it has an extent that is known only at run time, so the part "
                           "needed" +
                           at + " may be longer than it",
                       "use compute_root; a stage between the two that holds this read can be "
                       "computed there",
                       reader};
    int with = getPushed(kernel, reader, consumer);
    if (pushed && *pushed != with)
      return Refusal{read + " for a part that is moved to be inside of " +
                         describe(kernel, std::max(*pushed, with)) +
                         ", and other stages read another part of it" + at,
                     "use compute_inline or compute_root", reader};
    pushed = with;
    if (kernel[stage].tree.getStorage().scope == "shared" && (isGuarded || with != -1))
      return Refusal{read +
                         (isGuarded ? " under a condition" : " for a part that a condition moves") +
                         ", so what the threads need together" + at + " is no box",
                     "use set_scope to local, or compute_root", reader, -1, Aspect::Storage};
  }
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkBoxes(const KernelSchedule &kernel, int stage,
                                                int consumer, AxisId axis) {
  for (int reader : kernel.getReaders(stage))
    for (const StageRead &access : kernel.getAccesses(reader, stage)) {
      std::string read = describe(kernel, reader) + " reads " + describe(kernel, stage);
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
  if (auto refusal = checkConditions(kernel, stage, consumer, axis))
    return refusal;
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
