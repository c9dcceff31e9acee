//===-- ReadBounds.cpp - where a read looks -------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule (R5) of te.read: its index expressions stay inside of the source. Intervals and
// guards that bound an index itself prove most reads; integer programming finds a point
// that breaks the rule, or that there is none.
//
//===----------------------------------------------------------------------===//
#include "AxisSyntax.h"

#include "dl/Dialect/Te/IR/Interval.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"

using namespace mlir;
using namespace dl::te;
using llvm::DynamicAPInt;

namespace {
/// An index operand of a read: an axis or the time of a scan around the stage.
struct Variable {
  StringRef name;
  /// Dynamic where no constant bounds it.
  int64_t extent = ShapedType::kDynamic;
};

/// What the index expressions and the guard of a read can be.
class ReadBounds {
public:
  ReadBounds(ReadOp op, const AxisScope &scope) : op(op), map(op.getMap()) {
    for (Value operand : op.getIndexOperands())
      variables.push_back(getVariable(operand, scope));
  }

  LogicalResult verify(unsigned dimension);

private:
  Variable getVariable(Value operand, const AxisScope &scope);
  bool isBounded(AffineExpr expr) const;
  void narrow(AffineExpr expr, Interval &interval);
  std::optional<SmallVector<int64_t>> findPoint(unsigned dimension, bool isBelow);

  ReadOp op;
  AffineMap map;
  SmallVector<Variable> variables;
};
} // namespace

Variable ReadBounds::getVariable(Value operand, const AxisScope &scope) {
  if (std::optional<unsigned> axis = scope.getAxis(operand)) {
    auto names = op->getParentOp()->getAttrOfType<ArrayAttr>("axis_names");
    return {cast<StringAttr>(names[*axis]).getValue(), scope.extents[*axis]};
  }
  auto argument = dyn_cast<BlockArgument>(operand);
  auto scan = argument ? dyn_cast<ScanOp>(argument.getOwner()->getParentOp()) : ScanOp();
  if (scan && argument.getArgNumber() == 0)
    return {scan.getTimeName(), static_cast<int64_t>(scan.getExtent())};
  return {};
}

bool ReadBounds::isBounded(AffineExpr expr) const {
  for (auto [dim, variable] : llvm::enumerate(variables))
    if (ShapedType::isDynamic(variable.extent) && expr.isFunctionOfDim(dim))
      return false;
  return true;
}

/// A constraint that is the index, or minus the index, and a constant bounds it.
void ReadBounds::narrow(AffineExpr expr, Interval &interval) {
  std::optional<IntegerSet> predicate = op.getPredicate();
  if (!predicate)
    return;
  unsigned numDims = map.getNumDims();
  for (AffineExpr constraint : predicate->getConstraints()) {
    auto difference =
        dyn_cast<AffineConstantExpr>(simplifyAffineExpr(constraint - expr, numDims, 0));
    if (difference)
      interval.low = std::max(interval.low, DynamicAPInt(-difference.getValue()));
    auto sum = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(constraint + expr, numDims, 0));
    if (sum)
      interval.high = std::min(interval.high, DynamicAPInt(sum.getValue()));
  }
}

/// Values of the variables, in the guard, at which the index is below 0, or else behind the last
/// element.
std::optional<SmallVector<int64_t>> ReadBounds::findPoint(unsigned dimension, bool isBelow) {
  SmallVector<AffineExpr> exprs = {map.getResult(dimension)};
  std::optional<IntegerSet> predicate = op.getPredicate();
  if (predicate)
    llvm::append_range(exprs, predicate->getConstraints());
  FlatLinearConstraints points;
  std::vector<SmallVector<int64_t, 8>> rows;
  if (failed(getFlattenedAffineExprs(AffineMap::get(variables.size(), 0, exprs, op.getContext()),
                                     &rows, &points)))
    return std::nullopt;
  for (auto [dim, variable] : llvm::enumerate(variables)) {
    // What no constant bounds is in none of the expressions.
    int64_t last = ShapedType::isDynamic(variable.extent) ? 0 : variable.extent - 1;
    points.addBound(presburger::BoundType::LB, dim, 0);
    points.addBound(presburger::BoundType::UB, dim, last);
  }
  for (auto [number, row] : llvm::enumerate(llvm::drop_begin(rows))) {
    if (predicate->isEq(number))
      points.addEquality(row);
    else
      points.addInequality(row);
  }
  SmallVector<int64_t, 8> outside = rows.front();
  if (isBelow)
    for (int64_t &coefficient : outside)
      coefficient = -coefficient;
  outside.back() -= isBelow ? 1 : op.getSourceType().getDimSize(dimension);
  points.addInequality(outside);
  auto sample = points.findIntegerSample();
  if (!sample)
    return std::nullopt;
  SmallVector<int64_t> point;
  for (const DynamicAPInt &value : ArrayRef(*sample).take_front(variables.size()))
    point.push_back(static_cast<int64_t>(value));
  return point;
}

LogicalResult ReadBounds::verify(unsigned dimension) {
  RankedTensorType type = op.getSourceType();
  AffineExpr expr = map.getResult(dimension);
  if (type.isDynamicDim(dimension) || !isBounded(expr))
    return success();
  int64_t last = type.getDimSize(dimension) - 1;
  SmallVector<int64_t> extents;
  for (const Variable &variable : variables)
    extents.push_back(variable.extent);
  std::optional<Interval> interval = getInterval(expr, extents);
  if (!interval)
    return op.emitOpError("(R5) expected index expression ") << dimension << " to fit into 64 bits";
  std::optional<IntegerSet> predicate = op.getPredicate();
  narrow(expr, *interval);
  if (interval->low >= 0 && interval->high <= last)
    return success();
  // Of constraints on values that nothing is known of, none is broken for sure.
  if (predicate && !llvm::all_of(predicate->getConstraints(),
                                 [&](AffineExpr constraint) { return isBounded(constraint); }))
    return success();

  auto expected = [&]() -> InFlightDiagnostic {
    return op.emitOpError("(R5) expected index expression ")
           << dimension << " to stay in [0, " << last << "] of " << type << ", got ";
  };
  if (!predicate && getLinearForm(expr, variables.size()))
    return expected() << "[" << static_cast<int64_t>(interval->low) << ", "
                      << static_cast<int64_t>(interval->high)
                      << "]; guard the read by 'where(…) else' or correct the expression";
  std::optional<SmallVector<int64_t>> point = findPoint(dimension, /*isBelow=*/true);
  if (!point)
    point = findPoint(dimension, /*isBelow=*/false);
  if (!point)
    return success();
  SmallVector<Attribute> values;
  Builder builder(op.getContext());
  for (int64_t value : *point)
    values.push_back(builder.getIndexAttr(value));
  SmallVector<Attribute> index;
  (void)map.getSubMap(dimension).constantFold(values, index);
  InFlightDiagnostic diagnostic = expected()
                                  << cast<IntegerAttr>(index.front()).getInt() << " at (";
  llvm::interleaveComma(llvm::zip_equal(variables, *point), diagnostic, [&](auto pair) {
    diagnostic << std::get<0>(pair).name << " = " << std::get<1>(pair);
  });
  return diagnostic << (predicate ? "), where the guard holds; narrow the guard"
                                  : "); guard the read by 'where(…) else'")
                    << " or correct the expression";
}

LogicalResult dl::te::verifyReadBounds(ReadOp op, const AxisScope &scope) {
  // Nothing is read where an axis is empty.
  auto scan = op->getParentOp()->getParentOfType<ScanOp>();
  if (llvm::is_contained(scope.extents, 0) || (scan && scan.getExtent() == 0))
    return success();
  ReadBounds bounds(op, scope);
  for (unsigned dimension = 0; dimension < op.getMap().getNumResults(); ++dimension)
    if (failed(bounds.verify(dimension)))
      return failure();
  return success();
}
