//===-- LoopCheck.cpp - compare loops with the trees they came from -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads loops, their bounds and their axis names back from the IR, so that a
// fault of the generator cannot hide behind its own bookkeeping.
//
//===----------------------------------------------------------------------===//
#include "LoopCheck.h"

#include "LoopGenerator.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

std::vector<ExpectedLoops> dl::schedule::getExpectedLoops(func::FuncOp kernel) {
  std::vector<ExpectedLoops> expected;
  for (auto compute : kernel.getBody().front().getOps<te::ComputeOp>()) {
    int64_t volume = 1;
    for (int64_t extent : compute.getExtents())
      volume *= extent;
    expected.push_back({compute.getStage().str(), compute.getLoc(), getTree(compute), volume});
  }
  return expected;
}

namespace {
/// A loop of one axis around a tile.
struct OwnLoop {
  Operation *op;
  StringRef axis;
  std::optional<int64_t> count;
};
} // namespace

/// The loops of `stage` around an operation, outermost first.
static SmallVector<OwnLoop> getLoopsOf(Operation *op, StringRef stage) {
  SmallVector<OwnLoop> loops;
  auto nameOf = [&](Attribute attribute) -> StringRef {
    auto pair = cast<ArrayAttr>(attribute);
    return cast<StringAttr>(pair[0]).getValue() == stage ? cast<StringAttr>(pair[1]).getValue()
                                                         : StringRef();
  };
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp()) {
    auto axes = parent->getAttrOfType<ArrayAttr>(loopAxisAttrName);
    if (!axes)
      continue;
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      StringRef name = nameOf(axes);
      if (name.empty())
        continue;
      std::optional<int64_t> count;
      if (auto trips = loop.getStaticTripCount())
        count = trips->getSExtValue();
      loops.push_back({parent, name, count});
    } else if (auto loop = dyn_cast<scf::ForallOp>(parent)) {
      auto bounds = loop.getMixedUpperBound();
      for (int i = axes.size() - 1; i >= 0; --i)
        if (StringRef name = nameOf(axes[i]); !name.empty())
          loops.push_back({parent, name, getConstantIntValue(bounds[i])});
    }
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

LogicalResult dl::schedule::checkLoops(func::FuncOp kernel, ArrayRef<ExpectedLoops> expected) {
  for (const ExpectedLoops &stage : expected) {
    if (stage.tree.getPlacement() == Placement::Inline)
      continue;
    int64_t covered = 0;
    bool guarded = false;
    auto fault = [&](Operation *tile) {
      auto diagnostic = emitError(stage.loc) << "the loops made for stage \"" << stage.stage
                                             << "\" differ from its schedule: ";
      diagnostic.attachNote(tile->getLoc()) << "at this tile";
      return diagnostic;
    };
    auto result = kernel.walk([&](Operation *tile) -> WalkResult {
      auto name = tile->getAttrOfType<StringAttr>(tileStageAttrName);
      if (!name || name.getValue() != stage.stage)
        return WalkResult::advance();
      int64_t volume = 1;
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(tile))
        for (int64_t extent : linalgOp.getStaticLoopRanges())
          volume *= extent;
      int previous = -1;
      for (const OwnLoop &loop : getLoopsOf(tile, stage.stage)) {
        AxisId axis = stage.tree.lookup(loop.axis.str());
        if (axis < 0 || stage.tree.isRegister(axis))
          return fault(tile) << "a loop over " << loop.axis << ", which is no looped axis";
        int position = stage.tree.getPosition(axis);
        if (position <= previous)
          return fault(tile) << "the loop over " << loop.axis << " is out of order";
        previous = position;
        bool parallel = stage.tree[axis].annotation == Annotation::Parallel;
        if (parallel != isa<scf::ForallOp>(loop.op))
          return fault(tile) << "the loop over " << loop.axis << " is " << (parallel ? "not " : "")
                             << "parallel";
        if (!loop.count)
          return fault(tile) << "the loop over " << loop.axis << " has no constant trip count";
        volume *= *loop.count;
      }
      guarded |= static_cast<bool>(tile->getParentOfType<scf::IfOp>());
      covered += volume;
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    // A guarded tail shares its loop with the whole steps: no plain sum there.
    if (stage.tree.getPlacement() == Placement::Root && !guarded && covered != stage.volume)
      return emitError(stage.loc) << "the loops made for stage \"" << stage.stage << "\" cover "
                                  << covered << " points of an iteration space of " << stage.volume;
  }
  return success();
}
