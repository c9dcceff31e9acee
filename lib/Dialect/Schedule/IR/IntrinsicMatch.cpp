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

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// True for `axis floordiv divisor` and `axis mod divisor`.
static bool isDigit(AffineBinaryOpExpr expr) {
  return expr.getKind() == AffineExprKind::FloorDiv || expr.getKind() == AffineExprKind::Mod;
}

static int64_t getDivisor(AffineBinaryOpExpr digit) {
  return cast<AffineConstantExpr>(digit.getRHS()).getValue();
}

/// The number of the axis that an index of a read is a digit of.
static unsigned getAxisOf(te::ReadOp read, AffineExpr dim) {
  unsigned position = cast<AffineDimExpr>(dim).getPosition();
  return cast<BlockArgument>(read.getIndexOperands()[position]).getArgNumber();
}

IntrinsicShape dl::schedule::getShape(IntrinsicOp intrinsic) {
  IntrinsicShape shape{intrinsic.getSymName().str(), {}, {}};
  te::ComputeOp formula = intrinsic.getCompute();
  IterationTree tree = getDefaultTree(formula);
  for (AxisId axis : tree.getLeaves()) {
    shape.axes.push_back(tree[axis]);
    shape.multiples.push_back(intrinsic.mayBeShorter(shape.multiples.size()) ? 1 : 0);
  }
  // Digits of a shorter tile are those of all of it.
  for (te::ReadOp read : formula.getReads())
    for (AffineExpr index : read.getMap().getResults())
      if (auto digit = dyn_cast<AffineBinaryOpExpr>(index); digit && isDigit(digit)) {
        int64_t &multiple = shape.multiples[getAxisOf(read, digit.getLHS())];
        multiple = std::lcm(multiple, getDivisor(digit));
      }
  return shape;
}

namespace {
/// The number of the read that is each operand of an intrinsic; -1 where none is yet.
using Reads = SmallVector<int>;

/// One comparison.
class FormulaMatcher {
public:
  FormulaMatcher(te::ComputeOp compute, IntrinsicOp intrinsic)
      : compute(compute), intrinsic(intrinsic), formula(intrinsic.getCompute()) {
    for (te::ReadOp read : compute.getReads())
      numbers[read] = numbers.size();
  }

  std::variant<MatchingIntrinsic, Refusal> run();

private:
  /// All ways in which values are the same, given the reads that are operands already.
  SmallVector<Reads> match(Value ours, Value theirs, const Reads &known);
  SmallVector<Reads> matchRead(te::ReadOp ours, te::ReadOp theirs, const Reads &known);
  TileSteps getSteps(te::ReadOp operand);
  std::string describeRead(te::ReadOp read);
  /// Keeps the first reason, which is nearest to the end of the formula.
  SmallVector<Reads> refuse(std::string reason, std::string hint) {
    if (refusal.reason.empty())
      refusal = {std::move(reason), std::move(hint)};
    return {};
  }
  std::string stageText() { return "stage \"" + compute.getStage().str() + "\""; }
  std::string intrinsicText() { return "intrinsic @" + intrinsic.getSymName().str(); }

  te::ComputeOp compute;
  IntrinsicOp intrinsic;
  te::ComputeOp formula;
  llvm::DenseMap<te::ReadOp, int> numbers;
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

/// How an operand of the intrinsic moves with its axes.
TileSteps FormulaMatcher::getSteps(te::ReadOp operand) {
  TileSteps steps;
  for (AffineExpr index : operand.getMap().getResults()) {
    TileStep &dim = steps.emplace_back();
    dim.steps.assign(formula.getNumAxes(), 0);
    if (auto digit = dyn_cast<AffineBinaryOpExpr>(index); digit && isDigit(digit)) {
      dim.steps[getAxisOf(operand, digit.getLHS())] = 1;
      bool isQuotient = digit.getKind() == AffineExprKind::FloorDiv;
      (isQuotient ? dim.divisor : dim.modulus) = getDivisor(digit);
      continue;
    }
    std::optional<te::LinearForm> form = te::getLinearForm(index, operand.getMap().getNumDims());
    for (auto [position, axis] : llvm::enumerate(operand.getIndexOperands()))
      dim.steps[cast<BlockArgument>(axis).getArgNumber()] += form->coefficients[position];
  }
  return steps;
}

SmallVector<Reads> FormulaMatcher::matchRead(te::ReadOp ours, te::ReadOp theirs,
                                             const Reads &known) {
  unsigned operand = cast<BlockArgument>(theirs.getSource()).getArgNumber();
  std::string of = stageText() + " reads " + describeRead(ours);
  if (known[operand] != -1 && known[operand] != numbers.lookup(ours))
    return refuse(of + " where " + intrinsicText() + " reads operand " + std::to_string(operand) +
                      " a second time",
                  "use an intrinsic of this formula");
  if (ours.getResult().getType() != theirs.getResult().getType())
    return refuse(of + ", which holds " + toText(ours.getResult().getType()) + ", but operand " +
                      std::to_string(operand) + " of " + intrinsicText() + " holds " +
                      toText(theirs.getResult().getType()),
                  "use an intrinsic of these element types");
  Reads reads = known;
  reads[operand] = numbers.lookup(ours);
  return {reads};
}

SmallVector<Reads> FormulaMatcher::match(Value ours, Value theirs, const Reads &known) {
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
    return matchRead(ourRead, theirRead, known);
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
    SmallVector<Reads> ways = {known};
    for (unsigned i = 0, e = our->getNumOperands(); i != e; ++i) {
      SmallVector<Reads> next;
      for (const Reads &way : ways)
        llvm::append_range(
            next, match(our->getOperand(i), their->getOperand(isSwapped ? e - 1 - i : i), way));
      ways = std::move(next);
    }
    return ways;
  };
  Refusal before = refusal;
  SmallVector<Reads> ways = matchOperands(false);
  Refusal straight = refusal;
  if (our->hasTrait<OpTrait::IsCommutative>() && our->getNumOperands() == 2)
    for (Reads &way : matchOperands(true))
      if (!llvm::is_contained(ways, way))
        ways.push_back(std::move(way));
  refusal = ways.empty() ? straight : before;
  return ways;
}

/// The vectors that an implementation makes of each operand alone and joins with others.
static SmallVector<int64_t> countRegisters(IntrinsicOp intrinsic) {
  Block &code = intrinsic.getImplementation().front();
  constexpr int none = -1, several = -2;
  DenseMap<Value, int> origins;
  for (BlockArgument argument : code.getArguments())
    origins[argument] = static_cast<int>(argument.getArgNumber());
  llvm::SetVector<Value> joined;
  for (Operation &op : code) {
    int origin = none;
    for (Value operand : op.getOperands())
      if (int other = origins.lookup_or(operand, none); other != none)
        origin = origin == none || origin == other ? other : several;
    for (Value result : op.getResults())
      origins[result] = origin;
    if (origin == several)
      joined.insert_range(op.getOperands());
  }
  SmallVector<int64_t> registers(code.getNumArguments(), 0);
  for (Value value : joined)
    if (int origin = origins.lookup_or(value, none);
        origin >= 0 && isa<VectorType>(value.getType()))
      ++registers[origin];
  for (int64_t &number : registers)
    number = std::max<int64_t>(number, 1);
  return registers;
}

std::variant<MatchingIntrinsic, Refusal> FormulaMatcher::run() {
  auto combiner = [](te::ComputeOp op) { return stringifyEnum(op.getCombiner()).str(); };
  if (compute->getNumResults() != 1)
    return Refusal{stageText() + " has " + std::to_string(compute->getNumResults()) +
                       " results, but " + intrinsicText() + " makes one",
                   "tensorize stages with one result"};
  if (compute.getCombiner() != formula.getCombiner())
    return Refusal{stageText() + " combines by " + combiner(compute) + ", " + intrinsicText() +
                       " by " + combiner(formula),
                   "use an intrinsic of this combiner"};
  // Every operand is read: the verifier of the intrinsic sees to that.
  Reads none(intrinsic.getFormula().getNumArguments(), -1);
  SmallVector<Reads> ways =
      match(compute.getYield().getValue(), formula.getYield().getValue(), none);
  if (ways.empty())
    return refusal;
  SmallVector<TileSteps> steps(none.size());
  for (te::ReadOp read : formula.getReads())
    steps[cast<BlockArgument>(read.getSource()).getArgNumber()] = getSteps(read);
  SmallVector<int64_t> registers = countRegisters(intrinsic);
  MatchingIntrinsic result{getShape(intrinsic), {}};
  for (const Reads &way : ways) {
    auto &operands = result.ways.emplace_back();
    for (auto [read, written, number] : llvm::zip_first(way, steps, registers)) {
      IntrinsicOperand &operand = operands.emplace_back(IntrinsicOperand{read, written, number});
      joinDigits(operand.steps);
      if (operand.steps != written)
        operand.withDigits = written;
    }
  }
  return result;
}

std::variant<MatchingIntrinsic, Refusal> dl::schedule::matchFormula(te::ComputeOp compute,
                                                                    IntrinsicOp intrinsic) {
  return FormulaMatcher(compute, intrinsic).run();
}
