//===-- ScheduleRows.cpp - the rule for softmax and normalisations --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the last stage reads reductions that are constant along its inner axes,
// all stages are computed row by row: a row stays in the first cache between
// them. Each stage vectorizes its own innermost axis.
//
//===----------------------------------------------------------------------===//
#include "DefaultRules.h"

#include "dl/Schedule/Primitives/ComputeAt.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// The number of leading axes of `reader` on which those producers depend that
/// it reads at some of its axes only; 0 if there are none, or no reduction.
static unsigned getRowRank(te::ComputeOp reader, ArrayRef<te::ComputeOp> producers) {
  unsigned rank = 0;
  for (te::ReadOp read : reader.getReads()) {
    auto source = read.getSource().getDefiningOp<te::ComputeOp>();
    if (!source || !llvm::is_contained(producers, source))
      continue;
    llvm::SmallBitVector used(reader.getNumSpatial());
    for (AffineExpr index : read.getMap().getResults())
      for (auto [i, operand] : llvm::enumerate(read.getIndexOperands()))
        if (index.isFunctionOfDim(i))
          used.set(cast<BlockArgument>(operand).getArgNumber());
    if (!used.all())
      rank = std::max<unsigned>(rank, used.find_last() + 1);
  }
  bool reduces = llvm::any_of(producers, [](te::ComputeOp stage) { return stage.hasReduction(); });
  return reduces ? rank : 0;
}

/// Vectorizes the innermost axis of a stage that is computed in a row.
static void vectorizeInner(DefaultScheduler &scheduler, StageHandle stage) {
  if (!scheduler.getOptions().vectorize)
    return;
  SequenceWriter &writer = scheduler.getWriter();
  SmallVector<Axis> axes = writer.getAxes(stage);
  int64_t width = 4 * scheduler.getLanes(stage.op.getTensorType().getElementType());
  Axis last = axes.back();
  if (last.extent == 1)
    return;
  // A dynamic extent counts as long.
  if (last.extent > width)
    last = writer.split(stage, last, width).second;
  writer.vectorize(stage, last);
}

/// Those of the producers, later ones first, that may be computed at an axis of
/// the root.
static SmallVector<te::ComputeOp> takeLegal(DefaultScheduler &scheduler, te::ComputeOp root,
                                            ArrayRef<te::ComputeOp> producers, AxisId axis) {
  KernelSchedule placements = scheduler.getPlacements();
  SmallVector<te::ComputeOp> legal;
  for (te::ComputeOp producer : producers) {
    ComputeAt step(placements.lookup(producer.getStage().str()),
                   placements.lookup(root.getStage().str()), axis);
    if (step.check(placements))
      continue;
    step.apply(placements);
    legal.push_back(producer);
  }
  return legal;
}

bool dl::schedule::scheduleRows(DefaultScheduler &scheduler, te::ComputeOp root) {
  if (root.hasReduction() || root.getNumSpatial() < 2)
    return false;
  // Producers whose every reader is the root or taken along with it.
  SmallVector<te::ComputeOp> producers;
  for (te::ComputeOp stage : llvm::reverse(scheduler.getStages())) {
    if (stage->getBlock() != root->getBlock() || !stage->isBeforeInBlock(root) ||
        scheduler.isDone(stage) || scheduler.isResult(stage))
      continue;
    auto readers = scheduler.getReaders(stage);
    bool guarded =
        llvm::any_of(stage.getReads(), [](te::ReadOp read) { return bool(read.getPredicate()); });
    bool inside = !readers.empty() && llvm::all_of(readers, [&](te::ComputeOp reader) {
      return reader == root || llvm::is_contained(producers, reader);
    });
    bool affine = llvm::all_of(stage->getUsers(), [](Operation *user) {
      auto read = cast<te::ReadOp>(user);
      return read.isAffine() && !read.getPredicate();
    });
    if (inside && affine && !guarded)
      producers.push_back(stage);
  }
  // Without those that have no place in a row there may be fewer axes.
  unsigned rowRank;
  while (true) {
    rowRank = getRowRank(root, producers);
    if (rowRank == 0 || rowRank >= root.getNumSpatial())
      return false;
    auto legal = takeLegal(scheduler, root, producers, static_cast<AxisId>(rowRank - 1));
    if (legal.size() == producers.size())
      break;
    producers = std::move(legal);
  }

  SequenceWriter &writer = scheduler.getWriter();
  StageHandle stage = scheduler.getHandle(root);
  scheduler.markDone(root);
  SmallVector<Axis> axes = writer.getAxes(stage);
  vectorizeInner(scheduler, stage);
  for (te::ComputeOp producer : producers) {
    StageHandle handle = scheduler.getHandle(producer);
    scheduler.markDone(producer);
    vectorizeInner(scheduler, handle);
    writer.computeAt(handle, stage, axes[rowRank - 1]);
  }
  markParallel(scheduler, stage, ArrayRef<Axis>(axes).take_front(rowRank));
  return true;
}
