//===-- IntrinsicMatch.cpp - is a stage what an intrinsic computes -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks both formulas from what they yield to what they read. Operands of
// commutative operations may be swapped.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/IntrinsicMatch.h"

#include "dl/Dialect/Schedule/IR/BoundedExprs.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

IntrinsicShape dl::schedule::getShape(IntrinsicOp intrinsic) {
  IntrinsicShape shape{intrinsic.getSymName().str(), {}};
  IterationTree tree = getDefaultTree(intrinsic.getCompute());
  for (AxisId axis : tree.getLeaves())
    shape.axes.push_back(tree[axis]);
  return shape;
}

SmallVector<int> dl::schedule::getAxisNumbers(const IterationTree &tree,
                                              const IntrinsicShape &shape) {
  std::vector<AxisId> tile;
  for (AxisId leaf : tree.getLeaves())
    if (tree[leaf].annotation == Annotation::Tensorize)
      tile.push_back(leaf);
  std::vector<int> numbers = matchTile(tree, tile, shape);
  SmallVector<int> result(tree.getRoots().size(), -1);
  for (auto [leaf, number] : llvm::zip(tile, numbers))
    result[tree.getRootsOf(leaf).front()] = number;
  return result;
}

namespace {
/// How an index moves with the axes of an intrinsic: the step for each of them.
using Steps = SmallVector<int64_t>;

/// One comparison.
class FormulaMatcher {
public:
  FormulaMatcher(te::ComputeOp compute, IntrinsicOp intrinsic, ArrayRef<int> numbers)
      : compute(compute), intrinsic(intrinsic), formula(intrinsic.getCompute()), numbers(numbers),
        exprs(compute.getContext()) {
    // A root of the tile is a place outside plus a step inside.
    for (auto [root, number] : llvm::enumerate(numbers)) {
      int64_t extent = compute.getExtents()[root];
      if (number == -1) {
        roots.push_back(exprs.addVariable(ShapedType::isDynamic(extent) ? unknown : extent));
        inside.push_back({});
        continue;
      }
      int64_t size = formula.getExtents()[number];
      AffineExpr outer = exprs.addVariable(ShapedType::isDynamic(extent) ? unknown : extent / size);
      inside.push_back(exprs.addVariable(size));
      roots.push_back(outer * size + inside.back());
    }
  }

  std::variant<SmallVector<te::ReadOp>, Refusal> run();

private:
  static constexpr int64_t unknown = int64_t(1) << 40;

  bool match(Value ours, Value theirs);
  bool matchRead(te::ReadOp ours, te::ReadOp theirs);
  std::optional<SmallVector<Steps>> getSteps(te::ReadOp read);
  std::string describeRead(te::ReadOp read);
  /// Keeps the first reason, which is nearest to the end of the formula.
  bool refuse(std::string reason, std::string hint) {
    if (refusal.reason.empty())
      refusal = {std::move(reason), std::move(hint)};
    return false;
  }
  std::string stageText() { return "stage \"" + compute.getStage().str() + "\""; }
  std::string intrinsicText() { return "intrinsic @" + intrinsic.getSymName().str(); }

  te::ComputeOp compute;
  IntrinsicOp intrinsic;
  te::ComputeOp formula;
  ArrayRef<int> numbers;
  BoundedExprs exprs;
  SmallVector<AffineExpr> roots, inside;
  /// Of the intrinsic's operands.
  llvm::DenseMap<unsigned, te::ReadOp> reads;
  Refusal refusal;
};

std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}
} // namespace

std::string FormulaMatcher::describeRead(te::ReadOp read) {
  if (auto argument = dyn_cast<BlockArgument>(read.getSource()))
    return "operand " + std::to_string(argument.getArgNumber());
  if (auto producer = read.getSource().getDefiningOp<te::ComputeOp>())
    return "stage \"" + producer.getStage().str() + "\"";
  return "a value";
}

/// The dimensions that move with the tile, each with its steps. Nothing where an
/// index does not move by constant steps.
std::optional<SmallVector<Steps>> FormulaMatcher::getSteps(te::ReadOp read) {
  if (!read.isAffine())
    return std::nullopt;
  SmallVector<AffineExpr> replacements;
  for (Value operand : read.getIndexOperands())
    replacements.push_back(roots[cast<BlockArgument>(operand).getArgNumber()]);
  SmallVector<Steps> result;
  for (AffineExpr index : read.getMap().getResults()) {
    Steps steps(formula.getNumAxes(), 0);
    bool moves = false;
    LoopExpr sum = exprs.flatten(index.replaceDims(replacements));
    for (const auto &[atom, coefficient] : sum.terms)
      for (auto [root, step] : llvm::enumerate(inside)) {
        if (!step || !atom.dependsOn(cast<AffineDimExpr>(step).getPosition()))
          continue;
        if (atom.sum)
          return std::nullopt;
        steps[numbers[root]] += coefficient;
        moves = true;
      }
    if (moves)
      result.push_back(steps);
  }
  return result;
}

static std::string describeSteps(ArrayRef<Steps> dims, te::ComputeOp formula) {
  std::string text = "[";
  llvm::ListSeparator comma;
  for (const Steps &steps : dims) {
    text += comma;
    llvm::ListSeparator plus(" + ");
    for (auto [axis, step] : llvm::enumerate(steps)) {
      if (step == 0)
        continue;
      text += plus;
      text += (step == 1 ? "" : std::to_string(step) + "*") + formula.getAxisName(axis).str();
    }
  }
  return text + "]";
}

bool FormulaMatcher::matchRead(te::ReadOp ours, te::ReadOp theirs) {
  unsigned operand = cast<BlockArgument>(theirs.getSource()).getArgNumber();
  std::string of = stageText() + " reads " + describeRead(ours);
  if (te::ReadOp known = reads.lookup(operand); known && known != ours)
    return refuse(of + " where " + intrinsicText() + " reads operand " + std::to_string(operand) +
                      " a second time",
                  "use an intrinsic of this formula");
  if (ours.getResult().getType() != theirs.getResult().getType())
    return refuse(of + ", which holds " + toText(ours.getResult().getType()) + ", but operand " +
                      std::to_string(operand) + " of " + intrinsicText() + " holds " +
                      toText(theirs.getResult().getType()),
                  "use an intrinsic of these element types");
  if (ours.getPredicate())
    return refuse(of + " under a condition, which " + intrinsicText() + " does not have",
                  "read a padded copy, a stage of its own, in place of it");
  std::optional<SmallVector<Steps>> steps = getSteps(ours);
  if (!steps)
    return refuse(of + " at an index that does not move by constant steps in the tile",
                  "use cache_read or transform_layout on what is read");
  SmallVector<Steps> wanted;
  for (AffineExpr index : theirs.getMap().getResults()) {
    std::optional<te::LinearForm> form = te::getLinearForm(index, theirs.getMap().getNumDims());
    Steps &dim = wanted.emplace_back(Steps(formula.getNumAxes(), 0));
    for (auto [position, axis] : llvm::enumerate(theirs.getIndexOperands()))
      dim[cast<BlockArgument>(axis).getArgNumber()] += form->coefficients[position];
  }
  if (*steps != wanted)
    return refuse(of + " at " + describeSteps(*steps, formula) + " in the tile, but " +
                      intrinsicText() + " accesses operand " + std::to_string(operand) + " at " +
                      describeSteps(wanted, formula),
                  "use transform_layout, or cache_read with the intrinsic's layout");
  reads[operand] = ours;
  return true;
}

bool FormulaMatcher::match(Value ours, Value theirs) {
  Operation *our = ours.getDefiningOp(), *their = theirs.getDefiningOp();
  if (!our || !their) {
    auto argument = cast<BlockArgument>(our ? theirs : ours);
    bool isAxis = isa<te::ComputeOp>(argument.getOwner()->getParentOp());
    return refuse((our ? intrinsicText() : stageText()) + " uses " +
                      (isAxis ? "the value of an axis" : "a number that the kernel takes") +
                      ", which " + (our ? stageText() : intrinsicText()) + " does not",
                  "use an intrinsic of this formula, or compute it in another stage");
  }
  auto ourRead = dyn_cast<te::ReadOp>(our), theirRead = dyn_cast<te::ReadOp>(their);
  if (ourRead && theirRead)
    return matchRead(ourRead, theirRead);
  if (our->getName() != their->getName() || our->getNumOperands() != their->getNumOperands())
    return refuse(stageText() + " computes " + our->getName().getStringRef().str() + " where " +
                      intrinsicText() + " computes " + their->getName().getStringRef().str(),
                  "use an intrinsic of this formula");
  if (ours.getType() != theirs.getType() || our->getAttrDictionary() != their->getAttrDictionary())
    return refuse(stageText() + " computes " + our->getName().getStringRef().str() + " of " +
                      toText(ours.getType()) + ", " + intrinsicText() + " that of " +
                      toText(theirs.getType()) + ", or with other attributes",
                  "use an intrinsic of these element types");
  auto matchOperands = [&](bool isSwapped) {
    for (unsigned i = 0, e = our->getNumOperands(); i != e; ++i)
      if (!match(our->getOperand(i), their->getOperand(isSwapped ? e - 1 - i : i)))
        return false;
    return true;
  };
  llvm::DenseMap<unsigned, te::ReadOp> saved = reads;
  Refusal before = refusal;
  if (matchOperands(false))
    return true;
  if (!our->hasTrait<OpTrait::IsCommutative>() || our->getNumOperands() != 2)
    return false;
  Refusal straight = refusal;
  reads = saved;
  refusal = before;
  if (matchOperands(true))
    return true;
  refusal = straight;
  return false;
}

std::variant<SmallVector<te::ReadOp>, Refusal> FormulaMatcher::run() {
  auto combiner = [](te::ComputeOp op) { return stringifyEnum(op.getCombiner()).str(); };
  if (compute->getNumResults() != 1)
    return Refusal{stageText() + " has " + std::to_string(compute->getNumResults()) +
                       " results, but " + intrinsicText() + " makes one",
                   "tensorize stages with one result"};
  if (compute.getCombiner() != formula.getCombiner())
    return Refusal{stageText() + " combines by " + combiner(compute) + ", " + intrinsicText() +
                       " by " + combiner(formula),
                   "use an intrinsic of this combiner"};
  // The tile of the result has its dimensions in the order of the intrinsic's.
  int last = -1;
  for (unsigned root = 0; root < compute.getNumSpatial(); ++root)
    if (numbers[root] != -1) {
      if (numbers[root] < last)
        return Refusal{stageText() + " has axis " + compute.getAxisName(root).str() +
                           " after others of the tile, but " + intrinsicText() +
                           " writes its axis " + formula.getAxisName(numbers[root]).str() +
                           " before theirs",
                       "reorder the axes of the tile"};
      last = numbers[root];
    }
  if (!match(compute.getYield().getValue(), formula.getYield().getValue()))
    return refusal;
  SmallVector<te::ReadOp> result;
  for (unsigned operand = 0; operand < intrinsic.getFormula().getNumArguments(); ++operand)
    result.push_back(reads.lookup(operand));
  return result;
}

std::variant<SmallVector<te::ReadOp>, Refusal>
dl::schedule::matchIntrinsic(te::ComputeOp compute, IntrinsicOp intrinsic, ArrayRef<int> numbers) {
  return FormulaMatcher(compute, intrinsic, numbers).run();
}
