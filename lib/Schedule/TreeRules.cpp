//===-- TreeRules.cpp - the rules on whole trees ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees may come from text, without the primitives that would have refused them. Here
// each rule of a primitive is asked of the tree that it would have left.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/DoubleBuffer.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/LoopPartition.h"
#include "dl/Schedule/Primitives/SetScope.h"
#include "dl/Schedule/Primitives/Specialize.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/StorageAlign.h"
#include "dl/Schedule/Primitives/Tensorize.h"

using namespace dl::schedule;

/// What made an axis, and what it is marked as.
static std::optional<Refusal> checkAxis(const KernelSchedule &kernel, int stage, AxisId axis) {
  const IterationTree &tree = kernel[stage].tree;
  const AxisNode &node = tree[axis];
  if (node.annotation == Annotation::Parallel && node.kind == AxisKind::Reduction)
    return Refusal{describe(kernel, stage, axis) + " is a reduction axis and cannot be parallel",
                   "make a spatial axis parallel"};
  if (!node.cuts.empty())
    if (auto refusal = checkCuts(kernel, stage, axis, node.cuts))
      return refusal;
  if (node.relation == Relation::Fused)
    return checkFused(kernel, stage, node.parents[0], node.parents[1]);
  if (node.relation != Relation::SplitOuter)
    return std::nullopt;
  if (node.tail == TailPolicy::Shift)
    return checkShift(kernel, stage, node.parents[0], node.extent);
  if (node.tail == TailPolicy::Mask)
    return checkSpace(kernel, stage,
                      describe(kernel, stage, node.parents[0]) + " cannot be split by " +
                          std::to_string(node.extent));
  return std::nullopt;
}

/// The tile of an intrinsic: the innermost leaves, neighbours along their roots.
static std::optional<Refusal> checkTile(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  AxisId tensorized = -1;
  for (AxisId leaf : tree.getLeaves()) {
    if (tree[leaf].annotation == Annotation::Tensorize) {
      tensorized = leaf;
      if (tree.derivesFromFused(leaf) || tree.getParts(leaf).front().stride != 1)
        return Refusal{describe(kernel, stage, leaf) + " does not run over neighbours of its root",
                       "tensorize innermost parts of axes that were not fused"};
    } else if (tensorized != -1) {
      return Refusal{describe(kernel, stage, leaf) + " is not tensorized, but stands inside axis " +
                         tree[tensorized].name + ", which is",
                     "an intrinsic computes the axis and all inside it: tensorize both, or "
                     "reorder first"};
    }
  }
  if (tree.getIntrinsic().empty() != (tensorized == -1))
    return Refusal{tensorized == -1 ? describe(kernel, stage) +
                                          " has no tensorized axis that "
                                          "intrinsic @" +
                                          tree.getIntrinsic() + " would compute"
                                    : describe(kernel, stage, tensorized) +
                                          " is tensorized, but no intrinsic is named",
                   "use tensorize, which does both"};
  return checkWholeTiles(kernel, stage);
}

/// How the values are kept.
static std::optional<Refusal> checkStorage(const KernelSchedule &kernel, int stage) {
  const Storage &storage = kernel[stage].tree.getStorage();
  if (!storage.scope.empty())
    if (auto refusal = checkScope(kernel, stage, storage.scope))
      return refusal;
  for (const Storage::Alignment &alignment : storage.alignments)
    if (auto refusal = checkAlignment(kernel, stage, alignment))
      return refusal;
  if (storage.alignments.size() > 1)
    return Refusal{"the buffer of " + describe(kernel, stage) + " is aligned " +
                       std::to_string(storage.alignments.size()) + " times",
                   "align once"};
  return storage.isDouble ? checkTwoBuffers(kernel, stage) : std::nullopt;
}

static std::optional<Refusal> checkTree(const KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  for (AxisId axis = 0; axis < tree.size(); ++axis)
    if (auto refusal = checkAxis(kernel, stage, axis))
      return refusal;
  if (auto refusal = checkVersions(kernel, stage))
    return refusal;
  if (auto refusal = checkStorage(kernel, stage))
    return refusal;
  if (tree.getInitAxis() != -1 && !tree.hasReduction())
    return Refusal{describe(kernel, stage) + " has no reduction axis, so there is no init to place",
                   "use it on a stage that reduces"};
  if (auto refusal = checkOrder(kernel, stage, tree.getLeaves()))
    return refusal;
  return checkRegisterTile(kernel, stage);
}

std::optional<Refusal> dl::schedule::checkKernel(const KernelSchedule &kernel, int *illegal) {
  auto report = [&](int stage, std::optional<Refusal> refusal) {
    if (refusal && illegal)
      *illegal = stage;
    if (refusal && refusal->stage == -1)
      refusal->stage = stage;
    return refusal;
  };
  for (int stage = 0; stage < kernel.size(); ++stage)
    if (auto refusal = report(stage, checkTree(kernel, stage)))
      return refusal;
  // Consumers before producers: the rules of a stage rely on its readers' places.
  for (int stage = kernel.size() - 1; stage >= 0; --stage)
    if (auto refusal = report(stage, checkPlacement(kernel, stage)))
      return refusal;
  // A tile is as long as its place makes it.
  for (int stage = 0; stage < kernel.size(); ++stage)
    if (auto refusal = report(stage, checkTile(kernel, stage)))
      return refusal;
  return std::nullopt;
}
