//===-- LoopCheck.cpp - compare loops with their plan ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the plan and, side by side, the marked operations in the IR. The plan is proved
// (CheckPlan.h); what the generator made of it is compared here.
//
//===----------------------------------------------------------------------===//
#include "LoopCheck.h"

#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Schedule/TriedExtents.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {
/// Operations of one region that are not matched yet, and the one that they are in.
struct Rest {
  ArrayRef<Operation *> ops;
  Operation *around;
};

class LoopComparison {
public:
  LoopComparison(MLIRContext *context, const PlannedKernel &planned);

  /// The blocks one after the other, and nothing else, are in the region. False after an error.
  bool match(int stage, ArrayRef<PlanBlock> blocks, Region &region);

private:
  // These take from the front what they match.
  bool match(const PlanBlock &block, Rest &rest);
  bool match(const PlanNode &node, Rest &rest);
  bool matchTile(const PlanNode &node, Rest &rest);
  bool matchGuard(const PlanNode &node, Rest &rest);
  bool matchVersion(const PlanNode &node, Rest &rest, bool isOther);
  Operation *takeLoop(const PlanNode &node, Rest &rest);
  Operation *take(const PlanNode &node, Rest &rest);

  // What tells which node an operation is of; null if it is none of the plan's stages.
  Attribute getMark(const PlanNode &node);
  Attribute getMark(Operation *op) const;
  void collect(Region &region, SmallVectorImpl<Operation *> &found) const;
  std::optional<int64_t> evaluate(OpFoldResult bound, ArrayRef<int64_t> values);

  template <typename... Parts> bool fail(int stage, Operation *op, const Parts &...parts) const {
    InFlightDiagnostic diagnostic = emitError(planned.stages[stage].loc)
                                    << "the loops made for stage \"" << planned.kernel[stage].name
                                    << "\" differ from its schedule, a fault of the compiler: ";
    (diagnostic << ... << parts).attachNote(op->getLoc()) << "at this operation";
    return false;
  }

  Builder builder;
  const PlannedKernel &planned;
  /// The variables of extents that are known only at run time, and values to try for all
  /// variables of the plan.
  llvm::DenseMap<Value, int> extents;
  std::vector<std::vector<int64_t>> samples;
};
} // namespace

LoopComparison::LoopComparison(MLIRContext *context, const PlannedKernel &planned)
    : builder(context), planned(planned) {
  const std::vector<PlanVariable> &all = planned.plan.about;
  for (const std::vector<int64_t> &tried : getTriedExtents(planned.kernel, all.size())) {
    std::vector<int64_t> &values = samples.emplace_back(tried);
    for (size_t i = 0; i < all.size(); ++i)
      if (all[i].kind == PlanVariable::Extent) {
        auto extent = cast<Value>(planned.stages[all[i].stage].extents[all[i].axis]);
        values[i] = tried[extents.try_emplace(extent, i).first->second];
      }
  }
}

//===----------------------------------------------------------------------===//
// What is in the IR
//===----------------------------------------------------------------------===//

Attribute LoopComparison::getMark(const PlanNode &node) {
  const StageSchedule &stage = planned.kernel[node.stage];
  if (node.kind == PlanKind::Tile || node.kind == PlanKind::Init)
    return builder.getStringAttr(stage.name + (node.kind == PlanKind::Init ? ".init" : ""));
  SmallVector<Attribute> axes;
  for (AxisId leaf : node.leaves)
    axes.push_back(builder.getStrArrayAttr({stage.name, stage.tree[leaf].name}));
  return node.kind == PlanKind::Parallel ? builder.getArrayAttr(axes) : axes.front();
}

Attribute LoopComparison::getMark(Operation *op) const {
  for (StringRef key : {tileStageAttrName, loopAxisAttrName, loopVersionAttrName})
    if (Attribute mark = op->getDiscardableAttr(key)) {
      // A stage, a stage with an axis, or several of these.
      Attribute first = mark;
      while (auto array = dyn_cast<ArrayAttr>(first))
        first = array[0];
      StringRef name = cast<StringAttr>(first).getValue();
      bool isOurs = planned.kernel.lookup(name.str()) != -1 ||
                    (name.consume_back(".init") && planned.kernel.lookup(name.str()) != -1);
      return isOurs ? mark : Attribute();
    }
  return {};
}

/// The outermost operations of stages. What is around some and has no mark is found in their
/// place, but for loops of stages that have no schedule, as those over the steps of a scan.
void LoopComparison::collect(Region &region, SmallVectorImpl<Operation *> &found) const {
  for (Operation &op : region.getOps()) {
    size_t numFound = found.size();
    if (getMark(&op)) {
      found.push_back(&op);
      continue;
    }
    for (Region &inner : op.getRegions())
      collect(inner, found);
    if (found.size() == numFound || op.hasAttr(loopAxisAttrName))
      continue;
    found.truncate(numFound);
    found.push_back(&op);
  }
}

/// A bound under given extents; nullopt if it depends on something else.
std::optional<int64_t> LoopComparison::evaluate(OpFoldResult bound, ArrayRef<int64_t> values) {
  if (std::optional<int64_t> constant = getConstantIntValue(bound))
    return constant;
  auto value = cast<Value>(bound);
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  AffineMap map = apply ? apply.getAffineMap() : builder.getDimIdentityMap();
  SmallVector<AffineExpr> known;
  for (Value operand : apply ? ValueRange(apply.getOperands()) : ValueRange(value)) {
    auto extent = extents.find(operand);
    if (extent == extents.end())
      return std::nullopt;
    known.push_back(builder.getAffineConstantExpr(values[extent->second]));
  }
  auto count = dyn_cast<AffineConstantExpr>(map.getResult(0).replaceDims(known));
  return count ? std::optional<int64_t>(count.getValue()) : std::nullopt;
}

/// The lengths of a tile's axes, other than one.
static SmallVector<int64_t> getSizes(Operation *op) {
  SmallVector<int64_t> sizes;
  if (auto extents = op->getAttrOfType<DenseI64ArrayAttr>(intrinsicTileAttrName))
    sizes = llvm::to_vector(extents.asArrayRef());
  else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    sizes = linalgOp.getStaticLoopRanges();
  llvm::erase(sizes, 1);
  return sizes;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

Operation *LoopComparison::take(const PlanNode &node, Rest &rest) {
  Operation *op = rest.ops.empty() ? nullptr : rest.ops.front();
  Attribute mark = op ? getMark(op) : Attribute();
  if (mark == getMark(node)) {
    rest.ops = rest.ops.drop_front();
    return op;
  }
  std::string got = op ? op->getName().getStringRef().str() : "nothing more";
  if (mark)
    llvm::raw_string_ostream(got = "") << mark;
  fail(node.stage, op ? op : rest.around, "expected ", getMark(node), " next, got ", got);
  return nullptr;
}

template <typename OpTy> static bool isMadeBy(OpFoldResult bound) {
  auto value = dyn_cast<Value>(bound);
  return value && value.getDefiningOp<OpTy>();
}

/// A loop over all axes of the node, as often as the plan says.
Operation *LoopComparison::takeLoop(const PlanNode &node, Rest &rest) {
  Operation *op = take(node, rest);
  if (!op)
    return nullptr;
  auto check = [&](bool isRight, const auto &...expected) {
    return isRight || fail(node.stage, op, "expected ", getMark(node), " to ", expected...);
  };
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  bool isParallel = node.kind == PlanKind::Parallel;
  if (!check(isParallel ? isa<scf::ForallOp>(op) : isa<scf::ForOp>(op), "be ",
             isParallel ? "parallel" : "sequential"))
    return nullptr;
  SmallVector<OpFoldResult> bounds = *loop.getLoopUpperBounds();
  bool skipsFirst = !node.firsts.empty(), skipsLast = !node.ends.empty();
  bool beginsRight = skipsFirst ? isMadeBy<affine::AffineMaxOp>(loop.getLoopLowerBounds()->front())
                                : llvm::all_of(*loop.getLoopLowerBounds(), isZeroInteger);
  if (!check(bounds.size() == node.counts.size() && beginsRight &&
                 llvm::all_of(*loop.getLoopSteps(), isOneInteger),
             "count from ", skipsFirst ? "the first that is not zero" : "zero", " by one"))
    return nullptr;
  if (skipsLast)
    return check(isMadeBy<affine::AffineMinOp>(bounds.front()),
                 "end where all that follows is zero")
               ? op
               : nullptr;
  for (auto [bound, count] : llvm::zip_equal(bounds, node.counts))
    for (const std::vector<int64_t> &values : samples) {
      int64_t expected = count.evaluate(values);
      std::optional<int64_t> made = evaluate(bound, values);
      if (!check(made.has_value(), "have a trip count that follows from the extents") ||
          !check(*made == expected, "run ", expected, " times, got ", *made))
        return nullptr;
    }
  return op;
}

/// In a loop of n iterations, a branch on whether fewer than n - 1 are behind.
bool LoopComparison::matchGuard(const PlanNode &node, Rest &rest) {
  auto loop = cast_if_present<scf::ForOp>(takeLoop(node, rest));
  if (!loop)
    return false;
  SmallVector<Operation *> found;
  collect(loop.getRegion(), found);
  auto branch = found.size() == 1 ? dyn_cast<scf::IfOp>(found[0]) : scf::IfOp();
  auto test = branch ? branch.getCondition().getDefiningOp<arith::CmpIOp>() : arith::CmpIOp();
  if (!test || test.getPredicate() != arith::CmpIPredicate::ult ||
      test.getLhs() != loop.getInductionVar() ||
      getConstantIntValue(test.getRhs()) != node.counts[0].constant - 1)
    return fail(node.stage, loop, "expected a branch for the last iteration of ", getMark(node));
  return match(node.stage, node.blocks[0], branch.getThenRegion()) &&
         match(node.stage, node.blocks[1], branch.getElseRegion());
}

/// A loop of one step or none: up to select(extent == version, 1, 0), or 0 and 1 for others.
bool LoopComparison::matchVersion(const PlanNode &node, Rest &rest, bool isOther) {
  Operation *op = take(node, rest);
  auto loop = dyn_cast_if_present<scf::ForOp>(op);
  auto select = loop ? loop.getUpperBound().getDefiningOp<arith::SelectOp>() : arith::SelectOp();
  auto test = select ? select.getCondition().getDefiningOp<arith::CmpIOp>() : arith::CmpIOp();
  OpFoldResult extent = planned.stages[node.stage].extents[node.leaves[0]];
  bool isRight = test && test.getPredicate() == arith::CmpIPredicate::eq &&
                 extent == OpFoldResult(test.getLhs()) &&
                 getConstantIntValue(test.getRhs()) == node.counts[0].constant &&
                 getConstantIntValue(select.getTrueValue()) == !isOther &&
                 getConstantIntValue(select.getFalseValue()) == isOther &&
                 isZeroInteger(loop.getLowerBound()) && isOneInteger(loop.getStep());
  if (op && !isRight)
    return fail(node.stage, op, "expected a loop that runs where ", getMark(node),
                isOther ? " is not " : " is ", node.counts[0].constant);
  return op && match(node.stage, node.blocks[isOther], loop.getRegion());
}

/// These sizes, the first one changed to make up the volume.
static SmallVector<int64_t> cut(SmallVector<int64_t> sizes, int64_t volume) {
  if (int64_t slice = llvm::product_of(ArrayRef(sizes).drop_front()))
    sizes[0] = volume / slice;
  llvm::erase(sizes, 1);
  return sizes;
}

/// True for a step of an intrinsic that is no larger than the first one along any axis.
static bool fitsIn(ArrayRef<int64_t> sizes, ArrayRef<int64_t> first) {
  return sizes.size() == first.size() && llvm::all_of(llvm::zip_equal(sizes, first), [](auto pair) {
           return std::get<0>(pair) <= std::get<1>(pair);
         });
}

/// A tile of the planned sizes, or several that follow one another and make it up: those of an
/// intrinsic, whose axes have an order of their own and of which the last may be shorter, or, of
/// what only copies, shorter ones along the first axis.
bool LoopComparison::matchTile(const PlanNode &node, Rest &rest) {
  // Where all elements share the condition of a read, a tile for each outcome.
  auto branch = rest.ops.empty() ? scf::IfOp() : dyn_cast<scf::IfOp>(rest.ops.front());
  if (branch && node.kind == PlanKind::Tile && !branch.getElseRegion().empty()) {
    rest.ops = rest.ops.drop_front();
    return llvm::all_of(branch->getRegions(), [&](Region &region) {
      SmallVector<Operation *> found;
      collect(region, found);
      Rest inner{found, branch};
      return matchTile(node, inner) &&
             (inner.ops.empty() ||
              fail(node.stage, inner.ops.front(), "expected nothing more in this branch"));
    });
  }
  const IterationTree &tree = planned.kernel[node.stage].tree;
  SmallVector<int64_t> sizes, first;
  for (const PlanRange &range : node.ranges)
    if (range.size != 1)
      sizes.push_back(range.size);
  bool isTile = node.kind == PlanKind::Tile, isIntrinsic = isTile && !tree.getIntrinsic().empty();
  bool mayBeCut = isTile && !tree.hasReduction() && !sizes.empty();
  int64_t left = llvm::product_of(sizes);
  do {
    Operation *op = take(node, rest);
    if (!op)
      return false;
    SmallVector<int64_t> made = getSizes(op);
    int64_t volume = llvm::product_of(made);
    if (first.empty())
      first = made;
    bool isRight =
        isIntrinsic ? fitsIn(made, first) : made == (mayBeCut ? cut(sizes, volume) : sizes);
    if (!isRight || volume > left)
      return fail(node.stage, op, "expected ", getMark(node), " of sizes [", sizes, "], got [",
                  made, "]");
    left -= volume;
  } while (left > 0);
  return true;
}

bool LoopComparison::match(int stage, ArrayRef<PlanBlock> blocks, Region &region) {
  SmallVector<Operation *> found;
  collect(region, found);
  Rest rest{found, region.getParentOp()};
  for (const PlanBlock &block : blocks)
    if (!match(block, rest))
      return false;
  return rest.ops.empty() || fail(stage, rest.ops.front(), "expected nothing more in these loops");
}

bool LoopComparison::match(const PlanNode &node, Rest &rest) {
  ArrayRef<PlanBlock> blocks(node.blocks);
  switch (node.kind) {
  case PlanKind::Clamp:
    return true;
  case PlanKind::Part:
    return blocks.empty() || match(blocks[0], rest);
  case PlanKind::Tile:
    return matchTile(node, rest);
  case PlanKind::Init:
    return matchTile(node, rest) && match(blocks[0], rest);
  case PlanKind::Version:
    return matchVersion(node, rest, /*isOther=*/false) && matchVersion(node, rest, true);
  case PlanKind::Guard:
    return matchGuard(node, rest);
  case PlanKind::Loop:
    // A single iteration is no loop.
    if (node.variables.empty())
      return match(blocks[0], rest);
    [[fallthrough]];
  case PlanKind::Parallel: {
    Operation *loop = takeLoop(node, rest);
    return loop && match(node.stage, blocks, loop->getRegion(0));
  }
  case PlanKind::Pipeline: {
    Operation *loop = match(blocks[0], rest) ? takeLoop(node, rest) : nullptr;
    return loop && match(node.stage, blocks.slice(1, 2), loop->getRegion(0)) &&
           match(blocks[3], rest);
  }
  }
  llvm_unreachable("kinds are covered");
}

bool LoopComparison::match(const PlanBlock &block, Rest &rest) {
  return llvm::all_of(block, [&](const PlanNode &node) { return match(node, rest); });
}

LogicalResult dl::schedule::checkLoops(func::FuncOp function, const PlannedKernel &planned) {
  LoopComparison comparison(function.getContext(), planned);
  return success(comparison.match(/*stage=*/0, planned.plan.stages, function.getBody()));
}
