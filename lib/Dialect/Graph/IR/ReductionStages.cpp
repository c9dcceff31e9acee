//===-- ReductionStages.cpp - te programs of reductions -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of reductions. Positions of extremes are found by the extreme first,
// then the first place that holds it.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
/// Stages over a tensor `x` of a graph type, some of whose dims are reduced over.
struct Reducer {
  Reducer(OpBuilder &builder, Location loc, Value x, RankedTensorType type, ArrayRef<int64_t> axes,
          bool keepdims)
      : builder(builder), loc(loc), x(x), type(type), axes(axes), keepdims(keepdims),
        names(axisNames(x, type)) {}

  bool isReduced(int64_t dim) const { return llvm::is_contained(axes, dim); }

  StageBuilder makeStage(Type elementType, bool reduce) const {
    StageBuilder stage(builder, loc, elementType);
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (!isReduced(dim))
        stage.spatial(names[dim], type.getDimSize(dim));
      else if (keepdims)
        stage.spatial(names[dim] + "_one", 1);
    }
    for (int64_t dim : axes)
      if (reduce)
        stage.reduce(names[dim], type.getDimSize(dim));
    return stage;
  }

  int64_t getRank() const { return type.getRank() - (keepdims ? 0 : axes.size()); }

  /// Indices of `x` in a stage that reduces.
  SmallVector<AffineExpr> indices(StageBody &b) const {
    SmallVector<AffineExpr> result;
    unsigned spatial = 0, folded = getRank();
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      bool reduced = isReduced(dim);
      result.push_back(b.axis(reduced ? folded++ : spatial));
      spatial += !reduced || keepdims;
    }
    return result;
  }

  /// The reduction by a combiner.
  Value reduce(te::Combiner combiner, StringRef prefix) const {
    return makeStage(type.getElementType(), /*reduce=*/true)
        .build(prefix, combiner, [&](StageBody &b) { return b.read(x, indices(b)); });
  }

  OpBuilder &builder;
  Location loc;
  Value x;
  RankedTensorType type;
  SmallVector<int64_t> axes;
  bool keepdims;
  SmallVector<std::string> names;
};
} // namespace

LogicalResult operators::buildReduction(Operation *op, StringRef combiner, ArrayRef<int64_t> axes,
                                        bool keepdims, OpBuilder &builder, Value x,
                                        StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(op)))
    return failure();
  Reducer reducer(builder, op->getLoc(), x, tensorType(op->getOperand(0)), axes, keepdims);
  results.push_back(reducer.reduce(*te::symbolizeCombiner(combiner), prefix));
  return success();
}

static LogicalResult buildPosition(Operation *op, te::Combiner combiner, int64_t axis, bool last,
                                   OpBuilder &builder, Value x, StringRef prefix,
                                   SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(op)))
    return failure();
  RankedTensorType type = tensorType(op->getOperand(0));
  Reducer reducer(builder, op->getLoc(), x, type, axis, /*keepdims=*/true);
  Value extreme = reducer.reduce(combiner, (prefix + ".extreme").str());
  Type integer = builder.getI64Type();
  StageBuilder stage = reducer.makeStage(integer, /*reduce=*/true);
  te::Combiner choice = last ? te::Combiner::Max : te::Combiner::Min;
  results.push_back(stage.build(prefix, choice, [&](StageBody &b) {
    Value element = b.read(x, reducer.indices(b));
    Value wanted = b.read(extreme, b.axisRange(0, type.getRank()));
    Value isHere = b.scalars.equal(element, wanted);
    // Where there is a NaN the extreme is one, and equals nothing.
    if (isa<FloatType>(type.getElementType()))
      isHere = b.scalars.bitOr(isHere, b.scalars.isNan(element));
    Value place = b.numberOf(b.axis(type.getRank()), integer);
    Value nowhere = b.scalars.constant(integer, last ? -1 : double(type.getDimSize(axis)));
    return b.scalars.select(isHere, place, nowhere);
  }));
  return success();
}

LogicalResult ArgMaxOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  return buildPosition(*this, te::Combiner::Max, getAxis(), getLast(), builder, operands[0], prefix,
                       results);
}

LogicalResult ArgMinOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  return buildPosition(*this, te::Combiner::Min, getAxis(), getLast(), builder, operands[0], prefix,
                       results);
}

/// Each element reduces over all of the axis and takes those before it.
static LogicalResult buildCumulative(Operation *op, te::Combiner combiner, int64_t axis,
                                     bool exclusive, bool reverse, OpBuilder &builder, Value x,
                                     StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(op)))
    return failure();
  RankedTensorType type = tensorType(op->getOperand(0));
  SmallVector<std::string> names = axisNames(x, type);
  StageBuilder stage(builder, op->getLoc(), type.getElementType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    stage.spatial(names[dim], type.getDimSize(dim));
  stage.reduce(names[axis] + "_before", type.getDimSize(axis));
  double identity = combiner == te::Combiner::Mul;
  results.push_back(stage.build(prefix, combiner, [&](StageBody &b) -> Value {
    SmallVector<AffineExpr> indices = b.axisRange(0, type.getRank());
    AffineExpr here = b.axis(axis), before = b.axis(type.getRank());
    indices[axis] = before;
    AffineExpr distance = reverse ? before - here : here - before;
    return b.readGuarded(x, indices, {distance - (exclusive ? 1 : 0)}, identity);
  }));
  return success();
}

LogicalResult CumSumOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  return buildCumulative(*this, te::Combiner::Add, getAxis(), getExclusive(), getReverse(), builder,
                         operands[0], prefix, results);
}

LogicalResult CumProdOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                               StringRef prefix, SmallVectorImpl<Value> &results) {
  return buildCumulative(*this, te::Combiner::Mul, getAxis(), getExclusive(), getReverse(), builder,
                         operands[0], prefix, results);
}

/// The rank of an element is the number of those that go before it; the result at r
/// is the element of rank r.
LogicalResult TopKOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                            StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = tensorType(getX());
  int64_t axis = getAxis(), rank = type.getRank(), extent = type.getDimSize(axis);
  Type integer = builder.getI64Type();
  bool isUnsigned = type.getElementType().isUnsignedInteger();
  SmallVector<std::string> names = axisNames(operands, type);
  auto addAxes = [&](StageBuilder &stage, int64_t along) {
    for (int64_t dim = 0; dim < rank; ++dim)
      stage.spatial(names[dim], dim == axis ? along : type.getDimSize(dim));
  };
  Value order;
  if (extent > 0) {
    StageBuilder orderStage(builder, getLoc(), integer);
    addAxes(orderStage, extent);
    orderStage.reduce(names[axis] + "_other", extent);
    order = orderStage.build((prefix + ".order").str(), te::Combiner::Add, [&](StageBody &b) {
      SmallVector<AffineExpr> here = b.axisRange(0, rank), there = here;
      there[axis] = b.axis(rank);
      ScalarBuilder s(b.getBuilder(), b.getLoc(), isUnsigned);
      Value mine = b.read(operands[0], here), other = b.read(operands[0], there);
      Value before = getSmallest() ? s.less(other, mine) : s.less(mine, other);
      Value same = s.equal(mine, other);
      if (isa<FloatType>(type.getElementType())) {
        Value mineNan = s.isNan(mine), otherNan = s.isNan(other);
        Value first = getSmallest() ? s.bitAnd(mineNan, s.bitNot(otherNan))
                                    : s.bitAnd(otherNan, s.bitNot(mineNan));
        before = s.bitOr(before, first);
        same = s.bitOr(same, s.bitAnd(mineNan, otherNan));
      }
      Value earlier = s.less(b.numberOf(b.axis(rank), integer), b.numberOf(b.axis(axis), integer));
      return s.convert(s.bitOr(before, s.bitAnd(same, earlier)), integer);
    });
  }
  StageBuilder placeStage(builder, getLoc(), integer);
  addAxes(placeStage, getK());
  if (extent > 0)
    placeStage.reduce(names[axis] + "_from", extent);
  Value places = placeStage.build((prefix + ".place").str(), te::Combiner::Add, [&](StageBody &b) {
    Value none = b.scalars.constant(integer, 0);
    if (extent == 0)
      return none;
    SmallVector<AffineExpr> from = b.axisRange(0, rank);
    from[axis] = b.axis(rank);
    Value isHere = b.scalars.equal(b.read(order, from), b.numberOf(b.axis(axis), integer));
    return b.scalars.select(isHere, b.numberOf(b.axis(rank), integer), none);
  });
  StageBuilder valueStage(builder, getLoc(), type.getElementType());
  addAxes(valueStage, getK());
  results.push_back(valueStage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, rank);
    if (extent == 0)
      return b.scalars.convert(b.scalars.constant(type.getElementType(), 0), type.getElementType());
    indices[axis] = b.expression(b.boundedIndex(b.read(places, indices), extent));
    return b.read(operands[0], indices);
  }));
  results.push_back(places);
  return success();
}
