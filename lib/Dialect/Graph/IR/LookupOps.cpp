//===-- LookupOps.cpp - functions by their tables -------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference, layouts and the te program of lookup.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/OperatorImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cstdlib>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// Whole numbers up to this one are floats.
static constexpr int64_t mostPlace = int64_t(1) << 23;

LogicalResult LookupOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX()), table = tensorType(adaptor.getTable());
  // (C1)
  if (table.getRank() != 1 || !table.hasStaticShape() || table.getNumElements() < 2)
    return inferError(loc, "lookup",
                      "expected a table of one dim of a known extent of at least 2, "
                      "got ",
                      table);
  // (C2)
  auto first = static_cast<int64_t>(adaptor.getFirst());
  if (first < -mostPlace || first > mostPlace || table.getNumElements() - 1 > mostPlace - first)
    return inferError(loc, "lookup", "expected places from ", -mostPlace, " to ", mostPlace,
                      ", got ", table.getNumElements() - 1, " from ", first, " on");
  types.push_back(x.clone(table.getElementType()));
  return success();
}

LogicalResult LookupOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  RankedTensorType type = getType();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [name, extent] :
       llvm::zip_equal(axisNames(operands.take_front(), type), type.getShape()))
    stage.spatial(name, extent);
  auto first = static_cast<double>(static_cast<int64_t>(getFirst()));
  double last = first + static_cast<double>(tensorType(getTable()).getNumElements() - 2);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    OpBuilder &at = b.getBuilder();
    Location loc = b.getLoc();
    Type integer = at.getI32Type();
    auto number = [&](double value) {
      return arith::ConstantOp::create(at, loc, at.getF32FloatAttr(static_cast<float>(value)));
    };
    auto choose = [&](arith::CmpFPredicate predicate, Value x, Value y, Value other) -> Value {
      Value isChosen = arith::CmpFOp::create(at, loc, predicate, x, y);
      return arith::SelectOp::create(at, loc, isChosen, y, other);
    };
    // Written so that each is one instruction where extrema take their second operand beside NaN.
    Value x = b.read(operands[0], b.axisRange(0, type.getRank()));
    Value low = number(first), high = number(last);
    Value bounded = choose(arith::CmpFPredicate::OLT, low, x, low);
    bounded = choose(arith::CmpFPredicate::OGT, high, bounded, high);
    Value isNaN = arith::CmpFOp::create(at, loc, arith::CmpFPredicate::UNO, x, x);
    bounded = arith::SelectOp::create(at, loc, isNaN, number(last + 1), bounded);
    Value place = arith::FPToSIOp::create(at, loc, integer, bounded);
    Value start =
        arith::ConstantOp::create(at, loc, at.getI32IntegerAttr(static_cast<int32_t>(getFirst())));
    place = arith::SubIOp::create(at, loc, place, start);
    return b.read(operands[1],
                  {b.expression(arith::IndexCastOp::create(at, loc, at.getIndexType(), place))});
  }));
  return success();
}

FailureOr<LayoutPlan> LookupOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  if (operands[0].empty())
    return failure();
  LayoutPlan plan;
  plan.operands = {operands[0], Layout()};
  plan.results = {operands[0]};
  return plan;
}

LogicalResult LookupOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &,
                                         ValueRange operands, SmallVectorImpl<Value> &results) {
  return operators::rewriteElementwise(getOperation(), builder, operands, results);
}
