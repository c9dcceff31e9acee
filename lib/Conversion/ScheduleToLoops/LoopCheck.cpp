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
#include "dl/Schedule/LoopRuns.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

std::vector<ExpectedLoops> dl::schedule::getExpectedLoops(func::FuncOp kernel) {
  std::vector<ExpectedLoops> expected;
  bool mayBeCut =
      kernel
          .walk([](te::ReadOp read) {
            return read.getPredicate() ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  for (te::ComputeOp compute : te::getComputes(kernel)) {
    ExpectedLoops &loops = expected.emplace_back(
        ExpectedLoops{compute.getStage().str(), compute.getLoc(), getTree(compute), {}, mayBeCut});
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
  // Loops of one step or none: whether an extent is the one of a version.
  if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    auto test = select.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!test || test.getPredicate() != arith::CmpIPredicate::eq)
      return std::nullopt;
    std::optional<int64_t> lhs = evaluate(test.getLhs(), sample);
    std::optional<int64_t> rhs = evaluate(test.getRhs(), sample);
    if (!lhs || !rhs)
      return std::nullopt;
    return evaluate(*lhs == *rhs ? select.getTrueValue() : select.getFalseValue(), sample);
  }
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

/// Short and long values for all dynamic extents, and those with loops of their own;
/// one empty sample without such.
static SmallVector<Sample> getSamples(ArrayRef<ExpectedLoops> expected) {
  llvm::SetVector<Value> unknown;
  SmallVector<std::pair<Value, int64_t>> versions;
  for (const ExpectedLoops &stage : expected)
    for (auto [root, extent] : llvm::enumerate(stage.extents))
      if (auto value = dyn_cast<Value>(extent)) {
        unknown.insert(value);
        for (int64_t version : stage.tree[root].versions)
          versions.push_back({value, version});
      }
  if (unknown.empty())
    return SmallVector<Sample>(1);
  SmallVector<Sample> samples;
  for (int64_t length : {1, 6, 47, 128}) {
    Sample &sample = samples.emplace_back();
    for (auto [i, value] : llvm::enumerate(unknown))
      sample[value] = length + static_cast<int64_t>(i) * (length - 1);
  }
  for (auto [value, version] : versions) {
    Sample sample = samples.front();
    sample[value] = version;
    samples.push_back(sample);
  }
  return samples;
}

/// The loops of `stage` around an operation, outermost first. `isCounted` becomes false
/// where it cannot be told how often a branch runs.
static SmallVector<OwnLoop> getLoopsOf(Operation *op, StringRef stage, bool &isCounted) {
  SmallVector<OwnLoop> loops;
  auto nameOf = [&](Attribute attribute) -> StringRef {
    auto pair = cast<ArrayAttr>(attribute);
    return cast<StringAttr>(pair[0]).getValue() == stage ? cast<StringAttr>(pair[1]).getValue()
                                                         : StringRef();
  };
  // Of the iterations of a loop, those in which a branch of its body runs.
  llvm::DenseMap<Value, int64_t> first, others;
  for (Operation *child = op, *parent = op->getParentOp(); parent;
       child = parent, parent = parent->getParentOp()) {
    if (auto branch = dyn_cast<scf::IfOp>(parent)) {
      auto test = branch.getCondition().getDefiningOp<arith::CmpIOp>();
      std::optional<int64_t> limit = test && test.getPredicate() == arith::CmpIPredicate::ult
                                         ? getConstantIntValue(test.getRhs())
                                         : std::nullopt;
      if (limit)
        (child->getBlock() == branch.thenBlock() ? first : others)[test.getLhs()] = *limit;
      isCounted &= limit.has_value();
      continue;
    }
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
      OpFoldResult count = counts ? loop.getUpperBound() : loop.getInductionVar();
      Builder builder(parent->getContext());
      std::optional<int64_t> bound = getConstantIntValue(count);
      if (auto found = first.find(loop.getInductionVar()); bound && found != first.end())
        count = builder.getIndexAttr(std::min(found->second, *bound));
      if (auto found = others.find(loop.getInductionVar()); bound && found != others.end())
        count = builder.getIndexAttr(std::max<int64_t>(*bound - found->second, 0));
      loops.push_back({parent, name, count});
    } else if (auto loop = dyn_cast<scf::ForallOp>(parent)) {
      auto bounds = loop.getMixedUpperBound();
      // What is not of this pass may have other names.
      if (axes.size() != bounds.size())
        continue;
      for (int i = axes.size() - 1; i >= 0; --i)
        if (StringRef name = nameOf(axes[i]); !name.empty())
          loops.push_back({parent, name, bounds[i]});
    }
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

/// False if the operation is in a version of the loops that these extents do not take.
static bool isTaken(Operation *op, const Sample &sample) {
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(parent);
        loop && loop->hasAttr(loopVersionAttrName) && evaluate(loop.getUpperBound(), sample) == 0)
      return false;
  return true;
}

/// How many iterations of a root its loops run when `extent` of them are due: more than
/// that where a last step starts early or is masked. `range` is that, or dynamicExtent
/// where it was not known when the loops were made.
static int64_t countRuns(const RunRules &rules, ArrayRef<std::pair<AxisId, AxisPart>> parts,
                         int64_t extent, int64_t range) {
  if (parts.empty())
    return extent;
  auto [leaf, part] = parts.front();
  int64_t runs = 0;
  for (auto [length, count] : rules.getRun(leaf, part, range).getSteps(extent))
    runs += count * countRuns(rules, parts.drop_front(), length, length);
  return runs;
}

/// The same of all that a root is cut into, in the `numLoops` first leaves.
static int64_t countRuns(const IterationTree &tree, AxisId root, int64_t extent, int numLoops) {
  SmallVector<std::pair<AxisId, AxisPart>> parts;
  for (AxisId leaf : tree.getLeaves())
    for (const AxisPart &part : tree.getParts(leaf))
      if (part.root == root && !tree.isRegister(leaf) && tree.getPosition(leaf) < numLoops)
        parts.push_back({leaf, part});
  RunRules rules(tree);
  if (tree[root].extent == dynamicExtent && !llvm::is_contained(tree[root].versions, extent))
    return countRuns(rules, parts, extent, dynamicExtent);
  int64_t runs = 0, begin = 0;
  std::vector<int64_t> ends = tree[root].cuts;
  ends.push_back(extent);
  for (int64_t end : ends) {
    runs += countRuns(rules, parts, end - begin, end - begin);
    begin = end;
  }
  return runs;
}

/// True if the last step of some axis may compute elements a second time, or too many.
static bool overlaps(const IterationTree &tree) {
  return llvm::any_of(tree.getLeaves(), [&](AxisId leaf) {
    return llvm::any_of(tree.getParts(leaf), [&](const AxisPart &part) {
      return part.tail == TailPolicy::Shift || tree.masksTail(part);
    });
  });
}

/// Compares the operations named `name`, tiles of the stage or inits of its
/// accumulators, which stand in the first `numLoops` loops, with the tree.
static LogicalResult checkTiles(func::FuncOp kernel, const ExpectedLoops &stage, StringRef name,
                                int numLoops, unsigned numAxes, ArrayRef<Sample> samples) {
  SmallVector<int64_t> covered(samples.size(), 0);
  bool isCounted = true;
  auto fault = [&](Operation *tile) {
    auto diagnostic = emitError(stage.loc) << "the loops made for stage \"" << stage.stage
                                           << "\" differ from its schedule: ";
    diagnostic.attachNote(tile->getLoc()) << "at this tile";
    return diagnostic;
  };
  auto result = kernel.walk([&](Operation *tile) -> WalkResult {
    auto attribute = tile->getAttrOfType<StringAttr>(tileStageAttrName);
    if (!attribute || attribute.getValue() != name)
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
    for (const OwnLoop &loop : getLoopsOf(tile, stage.stage, isCounted)) {
      AxisId axis = stage.tree.lookup(loop.axis.str());
      if (axis < 0 || stage.tree.isRegister(axis))
        return fault(tile) << "a loop over " << loop.axis << ", which is no looped axis";
      int position = stage.tree.getPosition(axis);
      if (position <= previous)
        return fault(tile) << "the loop over " << loop.axis << " is out of order";
      if (position >= numLoops)
        return fault(tile) << "the init is inside of the loop over " << loop.axis;
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
    for (auto [sample, sum, volume] : llvm::zip_equal(samples, covered, volumes))
      if (isTaken(tile, sample))
        sum += volume;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  // Stages in the loops of others have ranges of their own.
  if (stage.tree.getPlacement() != Placement::Root || !isCounted)
    return success();
  for (auto [sample, sum] : llvm::zip_equal(samples, covered)) {
    int64_t volume = 1, least = 1;
    for (auto [root, extent] : llvm::enumerate(ArrayRef(stage.extents).take_front(numAxes))) {
      least *= *evaluate(extent, sample);
      volume *= countRuns(stage.tree, root, *evaluate(extent, sample), numLoops);
    }
    // Where guards cut an axis, steps overlap in each of the pieces.
    if (sum < least || (sum != volume && !(stage.mayBeCut && overlaps(stage.tree))))
      return emitError(stage.loc) << "the loops made for stage \"" << stage.stage << "\" "
                                  << (name == stage.stage ? "cover " : "set ") << sum
                                  << " points of an iteration space of " << volume;
  }
  return success();
}

LogicalResult dl::schedule::checkLoops(func::FuncOp kernel, ArrayRef<ExpectedLoops> expected) {
  SmallVector<Sample> samples = getSamples(expected);
  for (const ExpectedLoops &stage : expected) {
    const IterationTree &tree = stage.tree;
    if (tree.getPlacement() == Placement::Inline)
      continue;
    if (failed(checkTiles(kernel, stage, stage.stage, tree.getLeaves().size(), stage.extents.size(),
                          samples)))
      return failure();
    if (!tree.hasReduction())
      continue;
    int numLoops = 0;
    for (AxisId leaf : tree.getLeaves()) {
      if (leaf == tree.getInitAxis() || tree[leaf].kind == AxisKind::Reduction)
        break;
      ++numLoops;
    }
    unsigned numSpatial = tree.getNumSpatial();
    if (failed(checkTiles(kernel, stage, stage.stage + ".init", numLoops, numSpatial, samples)))
      return failure();
  }
  return success();
}
