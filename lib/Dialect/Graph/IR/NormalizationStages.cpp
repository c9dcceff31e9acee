//===-- NormalizationStages.cpp - te programs of normalisations -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of reductions and normalisations, and decompositions.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
/// The axes of a normalisation: all dims of the input, some of them reduced over
/// by its inner stages. Statistics are tensors over the other dims.
struct Statistics {
  Statistics(OpBuilder &builder, Location loc, ValueRange operands, RankedTensorType type,
             ArrayRef<int64_t> reduced)
      : builder(builder), loc(loc), type(type), reduced(reduced), names(axisNames(operands, type)) {
  }

  bool isReduced(int64_t dim) const { return llvm::is_contained(reduced, dim); }

  int64_t count() const {
    int64_t product = 1;
    for (int64_t dim : reduced)
      product *= type.getDimSize(dim);
    return product;
  }

  /// What is kept between the stages.
  Type wide() const { return getWideType(type.getElementType()); }

  /// A stage over the dims that are kept, reducing over the others if asked to. Its result is
  /// wide.
  StageBuilder outer(bool reduce) const {
    StageBuilder stage(builder, loc, wide());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!isReduced(dim))
        stage.spatial(names[dim], type.getDimSize(dim));
    for (int64_t dim = 0; reduce && dim < type.getRank(); ++dim)
      if (isReduced(dim))
        stage.reduce(names[dim], type.getDimSize(dim));
    return stage;
  }

  /// A stage over all dims, the last one if nothing else is said.
  StageBuilder inner() const { return inner(type.getElementType()); }
  StageBuilder inner(Type elementType) const {
    StageBuilder stage(builder, loc, elementType);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      stage.spatial(names[dim], type.getDimSize(dim));
    return stage;
  }

  /// Input indices in an outer stage with reduction.
  SmallVector<AffineExpr> inputIndices(StageBody &b) const {
    SmallVector<AffineExpr> indices;
    unsigned kept = 0, folded = type.getRank() - reduced.size();
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      indices.push_back(b.axis(isReduced(dim) ? folded++ : kept++));
    return indices;
  }

  /// Indices of a statistic in an outer stage.
  SmallVector<AffineExpr> outerIndices(StageBody &b) const {
    return b.axisRange(0, type.getRank() - reduced.size());
  }

  /// Indices of a statistic in an inner stage.
  SmallVector<AffineExpr> statisticIndices(StageBody &b) const {
    SmallVector<AffineExpr> indices;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!isReduced(dim))
        indices.push_back(b.axis(dim));
    return indices;
  }

  OpBuilder &builder;
  Location loc;
  RankedTensorType type;
  ArrayRef<int64_t> reduced;
  SmallVector<std::string> names;
};
} // namespace

LogicalResult ReduceMeanOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                  StringRef prefix,
                                                  SmallVectorImpl<Value> &results) {
  RankedTensorType xType = tensorType(getX()), type = getType();
  Statistics axes(builder, getLoc(), operands, xType, getAxes());
  // With keepdims the statistic has the reduced dims too, of extent 1.
  auto addSpatial = [&](StageBuilder &stage) {
    for (int64_t dim = 0; dim < xType.getRank(); ++dim) {
      if (!axes.isReduced(dim))
        stage.spatial(axes.names[dim], xType.getDimSize(dim));
      else if (getKeepdims())
        stage.spatial(axes.names[dim] + "_one", 1);
    }
  };
  auto makeReduction = [&](Type elementType) {
    StageBuilder stage(builder, getLoc(), elementType);
    addSpatial(stage);
    for (int64_t dim : getAxes())
      stage.reduce(axes.names[dim], xType.getDimSize(dim));
    return stage;
  };
  auto readInput = [&](StageBody &b) {
    SmallVector<AffineExpr> indices;
    unsigned spatial = 0, folded = type.getRank();
    for (int64_t dim = 0; dim < xType.getRank(); ++dim) {
      bool reduced = axes.isReduced(dim);
      indices.push_back(b.axis(reduced ? folded++ : spatial));
      spatial += !reduced || getKeepdims();
    }
    return b.read(operands[0], indices);
  };
  Value sum =
      makeReduction(axes.wide()).build((prefix + ".sum").str(), te::Combiner::Add, readInput);
  // A count that is known only at run time: the read says along which dims.
  Value count;
  Type integer = builder.getI64Type();
  if (llvm::any_of(getAxes(), [&](int64_t dim) { return xType.isDynamicDim(dim); }))
    count = makeReduction(integer).build((prefix + ".count").str(), te::Combiner::Add,
                                         [&](StageBody &b) {
                                           (void)readInput(b);
                                           return b.scalars.constant(integer, 1);
                                         });
  StageBuilder scaleStage(builder, getLoc(), type.getElementType());
  addSpatial(scaleStage);
  results.push_back(scaleStage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    Value value = b.read(sum, b.axisRange(0, type.getRank()));
    if (!count)
      return b.scalars.div(value, b.scalars.constant(value, double(axes.count())));
    Value number = b.read(count, b.axisRange(0, type.getRank()));
    Type wide = b.scalars.constant(type.getElementType(), 0).getType();
    return b.scalars.div(value, b.scalars.convert(number, wide));
  }));
  return success();
}

LogicalResult SoftmaxOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                               StringRef prefix, SmallVectorImpl<Value> &results) {
  int64_t axis = getAxis();
  Statistics axes(builder, getLoc(), operands, getType(), axis);
  Value x = operands[0];
  Value largest = axes.outer(/*reduce=*/true)
                      .build((prefix + ".max").str(), te::Combiner::Max,
                             [&](StageBody &b) { return b.read(x, axes.inputIndices(b)); });
  Value exponential =
      axes.inner(axes.wide()).build((prefix + ".exp").str(), te::Combiner::None, [&](StageBody &b) {
        Value value = b.read(x, b.axisRange(0, getType().getRank()));
        // The greatest one is 1, so none is missed that is less than the sum's rounding.
        return b.scalars.approximateExp(
            b.scalars.sub(value, b.read(largest, axes.statisticIndices(b))));
      });
  Value sum = axes.outer(/*reduce=*/true)
                  .build((prefix + ".sum").str(), te::Combiner::Add,
                         [&](StageBody &b) { return b.read(exponential, axes.inputIndices(b)); });
  // One quotient a row; the sum is at least 1.
  Value scale = axes.outer(/*reduce=*/false)
                    .build((prefix + ".scale").str(), te::Combiner::None, [&](StageBody &b) {
                      Value value = b.read(sum, axes.outerIndices(b));
                      return b.scalars.div(b.scalars.constant(value, 1), value);
                    });
  results.push_back(axes.inner().build(prefix, te::Combiner::None, [&](StageBody &b) {
    Value value = b.read(exponential, b.axisRange(0, getType().getRank()));
    return b.scalars.mul(value, b.read(scale, axes.statisticIndices(b)));
  }));
  return success();
}

LogicalResult LayerNormOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                 StringRef prefix,
                                                 SmallVectorImpl<Value> &results) {
  RankedTensorType type = getType();
  auto reduced = llvm::to_vector(llvm::seq<int64_t>(getAxis(), type.getRank()));
  if (failed(requireStaticDims(*this, reduced)))
    return failure();
  Statistics axes(builder, getLoc(), operands, type, reduced);
  Value x = operands[0];
  // The mean of equal numbers is that number only by a division.
  double count = axes.count(), epsilon = getEpsilon().convertToDouble();
  auto name = [&](StringRef part) { return (prefix + "." + part).str(); };

  Value sum = axes.outer(/*reduce=*/true).build(name("sum"), te::Combiner::Add, [&](StageBody &b) {
    return b.read(x, axes.inputIndices(b));
  });
  Value mean =
      axes.outer(/*reduce=*/false).build(name("mean"), te::Combiner::None, [&](StageBody &b) {
        Value value = b.read(sum, axes.outerIndices(b));
        return b.scalars.div(value, b.scalars.constant(value, count));
      });
  // Squares of centred values: the mean of squares minus the squared mean would
  // cancel.
  Value squares =
      axes.outer(/*reduce=*/true).build(name("squares"), te::Combiner::Add, [&](StageBody &b) {
        Value value = b.read(x, axes.inputIndices(b));
        Value centred = b.scalars.sub(value, b.read(mean, axes.outerIndices(b)));
        return b.scalars.mul(centred, centred);
      });
  Value inverse =
      axes.outer(/*reduce=*/false).build(name("inverse"), te::Combiner::None, [&](StageBody &b) {
        Value value = b.read(squares, axes.outerIndices(b));
        Value variance = b.scalars.div(value, b.scalars.constant(value, count));
        Value shifted = b.scalars.add(variance, b.scalars.constant(value, epsilon));
        return b.scalars.div(b.scalars.constant(value, 1), b.scalars.sqrt(shifted));
      });
  results.push_back(axes.inner().build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> all = b.axisRange(0, type.getRank());
    SmallVector<AffineExpr> statistic = axes.statisticIndices(b);
    Value value = b.scalars.sub(b.read(x, all), b.read(mean, statistic));
    value = b.scalars.mul(value, b.read(inverse, statistic));
    value = b.scalars.mul(value, b.readBroadcast(operands[1], type.getShape(), all));
    if (operands.size() == 3)
      value = b.scalars.add(value, b.readBroadcast(operands[2], type.getShape(), all));
    return value;
  }));
  return success();
}

/// The tensor with another element type.
static Value createCast(OpBuilder &builder, Location loc, Value value, Type type) {
  if (tensorType(value).getElementType() == type)
    return value;
  return builder.createOrFold<CastOp>(loc, tensorType(value).clone(type), value,
                                      TypeAttr::get(type), builder.getBoolAttr(true),
                                      builder.getStringAttr("up"));
}

LogicalResult LayerNormOp::decompose(OpBuilder &builder, SmallVectorImpl<Value> &results) {
  auto type = tensorType(getX());
  Location loc = getLoc();
  auto reduced = llvm::to_vector(llvm::seq<int64_t>(getAxis(), type.getRank()));
  Type wide = getWideType(type.getElementType());
  auto widen = [&](Value value) { return createCast(builder, loc, value, wide); };
  auto epsilon = RankedTensorType::get({}, wide);
  Value x = widen(getX());
  Value mean = ReduceMeanOp::create(builder, loc, x, reduced, /*keepdims=*/true);
  Value centred = SubOp::create(builder, loc, x, mean);
  Value squares = MulOp::create(builder, loc, centred, centred);
  Value variance = ReduceMeanOp::create(builder, loc, squares, reduced, /*keepdims=*/true);
  Value offset = ConstantOp::create(
      builder, loc,
      cast<ElementsAttr>(DenseElementsAttr::get(
          epsilon, Attribute(FloatAttr::get(wide, getEpsilon().convertToDouble())))));
  Value deviation = SqrtOp::create(builder, loc, AddOp::create(builder, loc, variance, offset));
  Value value = DivOp::create(builder, loc, centred, deviation);
  value = MulOp::create(builder, loc, value, widen(getScale()));
  if (getBias())
    value = AddOp::create(builder, loc, value, widen(getBias()));
  results.push_back(createCast(builder, loc, value, type.getElementType()));
  return success();
}

LogicalResult BatchNormOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                 StringRef prefix,
                                                 SmallVectorImpl<Value> &results) {
  RankedTensorType type = getType();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [name, extent] : llvm::zip_equal(axisNames(operands, type), type.getShape()))
    stage.spatial(name, extent);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    auto channel = [&](unsigned operand) { return b.read(operands[operand], b.axis(1)); };
    Value value = b.scalars.sub(b.read(operands[0], b.axisRange(0, type.getRank())), channel(3));
    Value variance = channel(4);
    Value epsilon = b.scalars.constant(variance, getEpsilon().convertToDouble());
    Value deviation = b.scalars.sqrt(b.scalars.add(variance, epsilon));
    Value scale = b.scalars.div(channel(1), deviation);
    return b.scalars.add(b.scalars.mul(value, scale), channel(2));
  }));
  return success();
}

/// x * s + (bias - mean * s) with s = scale / sqrt(var + epsilon): two
/// elementwise ops on the data, and arithmetic on the channels that folds where
/// the statistics are constants.
LogicalResult BatchNormOp::decompose(OpBuilder &builder, SmallVectorImpl<Value> &results) {
  Location loc = getLoc();
  RankedTensorType type = tensorType(getX()), perChannel = tensorType(getScale());
  Type element = getWideType(type.getElementType());
  if (!perChannel.hasStaticShape())
    return failure();
  auto widen = [&](Value value) { return createCast(builder, loc, value, element); };
  perChannel = perChannel.clone(element);
  Value epsilon =
      ConstantOp::create(builder, loc,
                         cast<ElementsAttr>(DenseElementsAttr::get(
                             RankedTensorType::get({}, element),
                             Attribute(FloatAttr::get(element, getEpsilon().convertToDouble())))));
  Value deviation = builder.createOrFold<SqrtOp>(
      loc, perChannel, builder.createOrFold<AddOp>(loc, perChannel, widen(getVar()), epsilon));
  Value scale = builder.createOrFold<DivOp>(loc, perChannel, widen(getScale()), deviation);
  Value shift = builder.createOrFold<SubOp>(
      loc, perChannel, widen(getBias()),
      builder.createOrFold<MulOp>(loc, perChannel, widen(getMean()), scale));
  // Channels are dim 1: [C] becomes [C, 1, …] under the spatial dims.
  SmallVector<int64_t> shape(type.getRank() - 1, 1);
  shape[0] = perChannel.getDimSize(0);
  auto aligned = RankedTensorType::get(shape, element);
  scale = builder.createOrFold<ReshapeOp>(loc, aligned, scale);
  shift = builder.createOrFold<ReshapeOp>(loc, aligned, shift);
  auto wideType = type.clone(element);
  Value value = MulOp::create(builder, loc, wideType, widen(getX()), scale);
  value = AddOp::create(builder, loc, wideType, value, shift);
  results.push_back(createCast(builder, loc, value, type.getElementType()));
  return success();
}
