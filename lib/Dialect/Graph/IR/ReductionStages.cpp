//===-- ReductionStages.cpp - te programs of reductions -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of reductions. Positions of extremes are found after the extreme; sums so
// far are scans.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include <limits>

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

/// The extreme, then the first or last place where it is: both are found in vectors, which pairs of
/// an element and its place are not. As many places as elements are in a vector, where these have
/// 32 bits: places are made wide at the end.
static LogicalResult buildPosition(Operation *op, te::Combiner combiner, int64_t axis, bool last,
                                   OpBuilder &builder, Value x, StringRef prefix,
                                   SmallVectorImpl<Value> &results) {
  if (failed(requireStaticDims(op, axis)))
    return failure();
  RankedTensorType type = tensorType(op->getOperand(0));
  Reducer reducer(builder, op->getLoc(), x, type, axis, /*keepdims=*/true);
  Type wide = builder.getI64Type();
  bool isNarrow = type.getElementTypeBitWidth() <= 32 &&
                  type.getDimSize(axis) <= std::numeric_limits<int32_t>::max();
  Type integer = isNarrow ? builder.getI32Type() : wide;
  Value extreme = reducer.reduce(combiner, (prefix + ".extreme").str());
  StageBuilder stage = reducer.makeStage(integer, /*reduce=*/true);
  te::Combiner nearest = last ? te::Combiner::Max : te::Combiner::Min;
  std::string name = isNarrow ? (prefix + ".place").str() : prefix.str();
  Value place = stage.build(name, nearest, [&](StageBody &b) {
    ScalarBuilder &s = b.scalars;
    Value element = b.read(x, reducer.indices(b));
    Value best = b.read(extreme, b.axisRange(0, type.getRank()));
    Value isHere = s.equal(element, best);
    // NaN is better than all others.
    if (isa<FloatType>(type.getElementType()))
      isHere = s.bitOr(isHere, s.bitAnd(s.isNan(element), s.isNan(best)));
    Value nowhere = s.constant(integer, last ? -1.0 : static_cast<double>(type.getDimSize(axis)));
    return s.select(isHere, b.numberOf(b.axis(type.getRank()), integer), nowhere);
  });
  if (isNarrow)
    place = reducer.makeStage(wide, /*reduce=*/false)
                .build(prefix, te::Combiner::None, [&](StageBody &b) {
                  return b.scalars.convert(b.read(place, b.axisRange(0, type.getRank())), wide);
                });
  results.push_back(place);
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
