//===-- ReductionStages.cpp - te programs of reductions -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of reductions. Positions of extremes are found together with the
// extreme, by a combiner of pairs; sums so far are scans.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
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
  Reducer reducer(builder, op->getLoc(), x, tensorType(op->getOperand(0)), axes, keepdims);
  results.push_back(reducer.reduce(*te::symbolizeCombiner(combiner), prefix));
  return success();
}

static LogicalResult buildPosition(Operation *op, te::Combiner combiner, int64_t axis, bool last,
                                   OpBuilder &builder, Value x, StringRef prefix,
                                   SmallVectorImpl<Value> &results) {
  if (failed(requireStaticDims(op, axis)))
    return failure();
  RankedTensorType type = tensorType(op->getOperand(0));
  Reducer reducer(builder, op->getLoc(), x, type, axis, /*keepdims=*/true);
  Type integer = builder.getI64Type(), stored = getStorageType(type.getElementType());
  if (ScalarBuilder::isHalf(stored))
    stored = builder.getF32Type();
  // What no element is worse than, at a place that no element goes behind.
  TypedAttr worst = te::getIdentity(combiner, stored);
  if (type.getElementType().isUnsignedInteger())
    worst = builder.getIntegerAttr(stored, combiner == te::Combiner::Max ? 0 : -1);
  TypedAttr nowhere = builder.getI64IntegerAttr(last ? -1 : type.getDimSize(axis));
  auto body = [&](StageBody &b) -> SmallVector<Value> {
    Value element = b.scalars.convert(b.read(x, reducer.indices(b)), stored);
    return {element, b.numberOf(b.axis(type.getRank()), integer)};
  };
  auto join = [&](ScalarBuilder &s, ValueRange found, ValueRange term) -> SmallVector<Value> {
    Value x = found[0], place = found[1], y = term[0], other = term[1];
    bool isMax = combiner == te::Combiner::Max;
    Value better = isMax ? s.less(x, y) : s.less(y, x), equal = s.equal(x, y);
    if (isa<FloatType>(stored)) {
      Value isNan = s.isNan(x), otherIsNan = s.isNan(y);
      better = s.bitOr(better, s.bitAnd(otherIsNan, s.bitNot(isNan)));
      equal = s.bitOr(equal, s.bitAnd(otherIsNan, isNan));
    }
    // Places have a sign, whatever the elements have.
    ScalarBuilder places(s);
    places.setUnsigned(false);
    Value goesFirst = last ? places.less(place, other) : places.less(other, place);
    Value taken = s.bitOr(better, s.bitAnd(equal, goesFirst));
    return {s.select(taken, y, x), s.select(taken, other, place)};
  };
  StageBuilder stage = reducer.makeStage(type.getElementType(), /*reduce=*/true);
  results.push_back(stage.build(prefix, {worst, nowhere}, body, join)[1]);
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

/// The elements along an axis one after the other; the state is what was accumulated.
static LogicalResult buildCumulative(Operation *op, te::Combiner combiner, int64_t axis,
                                     bool exclusive, bool reverse, OpBuilder &builder, Value x,
                                     StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(op)))
    return failure();
  RankedTensorType type = tensorType(op->getOperand(0));
  SmallVector<std::string> names = axisNames(x, type);
  Location loc = op->getLoc();
  Type elementType = type.getElementType(), stored = getStorageType(elementType);
  // Of no elements there are no steps.
  if (llvm::is_contained(type.getShape(), 0)) {
    StageBuilder empty(builder, loc, elementType);
    for (auto [name, extent] : llvm::zip_equal(names, type.getShape()))
      empty.spatial(name, extent);
    results.push_back(empty.build(prefix, te::Combiner::None,
                                  [&](StageBody &b) { return b.scalars.constant(stored, 0); }));
    return success();
  }
  // Sums of 16 bits would lose what they add: they are taken wide, then rounded.
  Type wide = ScalarBuilder::isHalf(stored) ? builder.getF32Type() : stored;
  unsigned rest = type.getRank() - 1;
  auto makeStage = [&](Type resultType) {
    StageBuilder stage(builder, loc, resultType);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (dim != axis)
        stage.spatial(names[dim], type.getDimSize(dim));
    return stage;
  };
  auto identity = [&](StageBody &b) {
    return b.scalars.constant(wide, combiner == te::Combiner::Mul);
  };
  Value start = makeStage(wide).build((prefix + ".start").str(), te::Combiner::None, identity);
  SmallVector<int64_t> shape(type.getShape());
  auto makeSteps = [&](OpBuilder &, Location, ValueRange arguments) -> SmallVector<Value> {
    Value time = arguments[0], state = arguments[1];
    Value next = makeStage(wide).build(
        (prefix + ".next").str(), te::Combiner::None, [&](StageBody &b) -> Value {
          Value sum = b.read(state, b.axisRange(0, rest));
          SmallVector<AffineExpr> indices = b.axisRange(0, rest);
          AffineExpr place = b.expression(time);
          // Without the element itself: with the one before, and none at first. A step never
          // makes the state that it starts from, which the next one overwrites.
          if (exclusive)
            place = reverse ? place + 1 : place - 1;
          indices.insert(indices.begin() + axis, place);
          AffineExpr inside = reverse ? type.getDimSize(axis) - 1 - place : place;
          bool isMul = combiner == te::Combiner::Mul;
          Value term = exclusive ? b.readGuarded(x, indices, inside, isMul) : b.read(x, indices);
          term = b.scalars.convert(term, wide);
          return isMul ? b.scalars.mul(sum, term) : b.scalars.add(sum, term);
        });
    if (wide == stored)
      return {next, next};
    return {next, makeStage(stored).build(
                      (prefix + ".made").str(), te::Combiner::None,
                      [&](StageBody &b) { return b.read(next, b.axisRange(0, rest)); })};
  };
  OpBuilder::InsertionGuard guard(builder);
  te::AxisSpec time{names[axis], builder.getIndexAttr(type.getDimSize(axis))};
  auto scan = te::ScanOp::create(builder, loc, prefix, time, start,
                                 TypeRange{RankedTensorType::get(shape, stored)}, {axis}, reverse,
                                 makeSteps);
  results.push_back(scan->getResult(1));
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
