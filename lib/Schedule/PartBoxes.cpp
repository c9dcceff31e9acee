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
#include "dl/Schedule/Primitives/Bind.h"

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

/// The consumer outside of `ancestor`, and in `axis` where it is computed there; -1 if there
/// is none. Malformed trees may attach to an earlier stage or to themselves.
static int getOuter(const KernelSchedule &kernel, int ancestor, AxisId &axis) {
  int outer = kernel.getAttachStage(ancestor);
  axis = kernel[ancestor].tree.getAttachAxis();
  return outer > ancestor && !checkLeaf(kernel, outer, axis) ? outer : -1;
}

/// Whether the box of `stage` is another one for each thread of those that are at work at
/// `axis` of `consumer`.
static bool movesWithThreads(const KernelSchedule &kernel, int stage, int consumer, AxisId axis) {
  for (int ancestor = consumer; ancestor != -1; ancestor = getOuter(kernel, ancestor, axis)) {
    const IterationTree &tree = kernel[ancestor].tree;
    for (int position = 0, e = tree.getPosition(axis); position <= e; ++position) {
      AxisId leaf = tree.getLeaves()[position];
      if (isThread(tree[leaf].annotation))
        for (const std::vector<int64_t> &row : getMovement(kernel, stage, ancestor))
          for (AxisId root : tree.getRootsOf(leaf))
            if (row[root] != 0)
              return true;
    }
  }
  return false;
}

namespace {
/// What the box of a stage moves with: the loops around, or a stage whose own box moves
/// otherwise. One that is read under a condition is computed for what of its box is inside
/// of it, a box that is pushed inwards; one in memory of a block for all threads together.
struct Mover {
  int stage = -1;
  bool isPushed = false;
};
} // namespace

static Mover getMover(const KernelSchedule &kernel, int stage, int consumer, AxisId axis) {
  if (stage == consumer)
    return {};
  std::vector<int> readers = kernel.getReaders(stage);
  for (int reader : readers)
    if (kernel.readsUnderCondition(reader, stage))
      return {stage, true};
  if (kernel.isSharedByBlock(stage) && movesWithThreads(kernel, stage, consumer, axis))
    return {stage, false};
  for (int reader : readers)
    if (reader == consumer || getAxisAround(kernel, reader, consumer) != -1)
      return getMover(kernel, reader, consumer, axis);
  return {};
}

/// The stage around, at which a condition moves the part that a thread needs; -1 if none is.
static int getPushedAround(const KernelSchedule &kernel, int consumer) {
  AxisId axis;
  for (int around = consumer, outer; (outer = getOuter(kernel, around, axis)) != -1; around = outer)
    for (int reader : kernel.getReaders(around))
      if (kernel.readsUnderCondition(reader, around) &&
          movesWithThreads(kernel, around, outer, axis))
        return around;
  return -1;
}

static std::string describeRead(const KernelSchedule &kernel, int reader, int stage) {
  return describe(kernel, reader) + " reads " + describe(kernel, stage);
}

/// All readers need one box, and what threads need together is one.
static std::optional<Refusal> checkMovers(const KernelSchedule &kernel, int stage, int consumer,
                                          AxisId axis) {
  auto describePlace = [&] { return " at " + describe(kernel, consumer, axis); };
  const IterationTree &tree = kernel[stage].tree;
  if (int around = getPushedAround(kernel, consumer); around != -1 && kernel.isSharedByBlock(stage))
    return Refusal{
        "what the threads need together of " + describe(kernel, stage) + describePlace() +
            " is no box: a condition moves the part of " + describe(kernel, around),
        "use set_scope to " + kernel.target->getScopeName(Sharing::Thread) + ", or compute_root",
        around, -1, Aspect::Storage};
  std::optional<Mover> first;
  for (int reader : kernel.getReaders(stage)) {
    bool isGuarded = kernel.readsUnderCondition(reader, stage);
    for (AxisId root : tree.getRoots())
      if (isGuarded && tree[root].kind == AxisKind::Spatial && tree[root].extent == dynamicExtent)
        return Refusal{describeRead(kernel, reader, stage) + " under a condition, and axis " +
                           tree[root].name +
                           " of it has an extent that is known only at run time, so the part "
                           "needed" +
                           describePlace() + " may be longer than it",
                       "use compute_root; a stage between the two that holds this read can be "
                       "computed there",
                       reader};
    Mover mover = getMover(kernel, reader, consumer, axis);
    if (first && first->stage != mover.stage) {
      if (mover.stage == -1)
        std::swap(*first, mover);
      return Refusal{describeRead(kernel, reader, stage) + describePlace() +
                         ", where another stage reads a part of it that follows " +
                         describe(kernel, mover.stage) +
                         (mover.isPushed ? ", which is moved inwards where a condition cuts it"
                                         : ", which all threads compute together"),
                     "use compute_inline or compute_root", reader};
    }
    first = mover;
    if (kernel.isSharedByBlock(stage) && (isGuarded || mover.isPushed))
      return Refusal{describeRead(kernel, reader, stage) +
                         (isGuarded ? " under a condition" : " for a part that a condition moves") +
                         ", so what the threads need together" + describePlace() + " is no box",
                     "use set_scope to " + kernel.target->getScopeName(Sharing::Thread) +
                         ", or compute_root",
                     reader, -1, Aspect::Storage};
  }
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkBoxes(const KernelSchedule &kernel, int stage,
                                                int consumer, AxisId axis) {
  for (int reader : kernel.getReaders(stage))
    for (const StageRead &access : kernel.getAccesses(reader, stage)) {
      for (size_t d = 0; d < access.indices.size(); ++d) {
        if (access.indices[d].kind == IndexKind::Affine)
          continue;
        const char *why = access.indices[d].kind == IndexKind::Gathered
                              ? " that depends on data"
                              : " that takes floordiv or mod";
        return Refusal{describeRead(kernel, reader, stage) + " at an index" + why + " (dimension " +
                           std::to_string(d) + "), so the part needed at " +
                           describe(kernel, consumer, axis) + " has no fixed size",
                       "use compute_inline or compute_root", reader};
      }
    }
  if (auto refusal = checkMovers(kernel, stage, consumer, axis))
    return refusal;
  if (auto refusal = checkExtents(kernel, stage, consumer, axis))
    return refusal;
  // The consumer's own ranges move with the loops that it is computed in.
  for (int ancestor = consumer; ancestor != -1; ancestor = getOuter(kernel, ancestor, axis))
    if (auto refusal = checkMovement(kernel, stage, ancestor, axis))
      return refusal;
  return std::nullopt;
}
