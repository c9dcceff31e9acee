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
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

std::vector<ExpectedLoops> dl::schedule::getExpectedLoops(func::FuncOp kernel) {
  std::vector<ExpectedLoops> expected;
  for (auto compute : kernel.getBody().front().getOps<te::ComputeOp>()) {
    ExpectedLoops &loops = expected.emplace_back(
        ExpectedLoops{compute.getStage().str(), compute.getLoc(), getTree(compute), {}});
    for (unsigned axis = 0; axis < compute.getNumAxes(); ++axis)
      loops.extents.push_back(compute.getMixedExtent(axis));
  }
  return expected;
}

namespace {
/// A loop of one axis around a tile.
struct OwnLoop {
  Operation *op;
  StringRef axis;
  OpFoldResult count;
};

/// Values for the extents that are known only at run time.
using Sample = llvm::DenseMap<Value, int64_t>;
} // namespace

/// A bound under given extents; nullopt if it depends on something else.
static std::optional<int64_t> evaluate(OpFoldResult bound, const Sample &sample) {
  if (std::optional<int64_t> constant = getConstantIntValue(bound))
    return constant;
  auto value = dyn_cast<Value>(bound);
  if (auto known = sample.find(value); known != sample.end())
    return known->second;
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return std::nullopt;
  Builder builder(apply.getContext());
  SmallVector<Attribute> operands, results;
  for (Value operand : apply.getOperands()) {
    std::optional<int64_t> known = evaluate(operand, sample);
    if (!known)
      return std::nullopt;
    operands.push_back(builder.getIndexAttr(*known));
  }
  if (failed(apply.getAffineMap().constantFold(operands, results)))
    return std::nullopt;
  return cast<IntegerAttr>(results[0]).getInt();
}

/// Short and long values for all dynamic extents; one empty sample without such.
static SmallVector<Sample> getSamples(ArrayRef<ExpectedLoops> expected) {
  llvm::SetVector<Value> unknown;
  for (const ExpectedLoops &stage : expected)
    for (OpFoldResult extent : stage.extents)
      if (auto value = dyn_cast<Value>(extent))
        unknown.insert(value);
  if (unknown.empty())
    return SmallVector<Sample>(1);
  SmallVector<Sample> samples;
  for (int64_t length : {1, 6, 47, 128}) {
    Sample &sample = samples.emplace_back();
    for (auto [i, value] : llvm::enumerate(unknown))
      sample[value] = length + static_cast<int64_t>(i) * (length - 1);
  }
  return samples;
}

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
      // Loops count from zero by one.
      bool counts = getConstantIntValue(loop.getLowerBound()) == 0 &&
                    getConstantIntValue(loop.getStep()) == 1;
      loops.push_back({parent, name, counts ? loop.getUpperBound() : loop.getInductionVar()});
    } else if (auto loop = dyn_cast<scf::ForallOp>(parent)) {
      auto bounds = loop.getMixedUpperBound();
      for (int i = axes.size() - 1; i >= 0; --i)
        if (StringRef name = nameOf(axes[i]); !name.empty())
          loops.push_back({parent, name, bounds[i]});
    }
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

LogicalResult dl::schedule::checkLoops(func::FuncOp kernel, ArrayRef<ExpectedLoops> expected) {
  SmallVector<Sample> samples = getSamples(expected);
  for (const ExpectedLoops &stage : expected) {
    if (stage.tree.getPlacement() == Placement::Inline)
      continue;
    SmallVector<int64_t> covered(samples.size(), 0);
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
      SmallVector<int64_t> volumes(samples.size(), 1);
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(tile))
        for (int64_t extent : linalgOp.getStaticLoopRanges())
          for (int64_t &volume : volumes)
            volume *= extent;
      if (auto extents = tile->getAttrOfType<DenseI64ArrayAttr>(intrinsicTileAttrName))
        for (int64_t extent : extents.asArrayRef())
          for (int64_t &volume : volumes)
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
        for (auto [sample, volume] : llvm::zip_equal(samples, volumes)) {
          std::optional<int64_t> count = evaluate(loop.count, sample);
          if (!count)
            return fault(tile) << "the loop over " << loop.axis
                               << " has a trip count that does not follow from the extents";
          volume *= *count;
        }
      }
      guarded |= static_cast<bool>(tile->getParentOfType<scf::IfOp>());
      for (auto [sum, volume] : llvm::zip_equal(covered, volumes))
        sum += volume;
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    // A guarded tail shares its loop with the whole steps: no plain sum there.
    if (stage.tree.getPlacement() != Placement::Root || guarded)
      continue;
    for (auto [sample, sum] : llvm::zip_equal(samples, covered)) {
      int64_t volume = 1;
      for (OpFoldResult extent : stage.extents)
        volume *= *evaluate(extent, sample);
      if (sum != volume)
        return emitError(stage.loc) << "the loops made for stage \"" << stage.stage << "\" cover "
                                    << sum << " points of an iteration space of " << volume;
    }
  }
  return success();
}
