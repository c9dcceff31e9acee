//===-- RoiAlignOps.cpp - regions sampled into a grid -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference and te program of roi_align: one stage that reduces over the samples of
// a cell, whose body computes the position, the neighbours and their weights.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult RoiAlignOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "roi_align";
  RankedTensorType x = tensorType(adaptor.getX()), rois = tensorType(adaptor.getRois());
  ArrayRef<int64_t> batches = tensorType(adaptor.getBatches()).getShape();
  // (C1)
  if (failed(checkElementTypes(loc, name, {adaptor.getX(), adaptor.getRois()})))
    return failure();
  if (x.getRank() != 4 || llvm::is_contained(x.getShape(), 0) || rois.getRank() != 2 ||
      differ(rois.getDimSize(1), 4) || batches.size() != 1 ||
      differ(batches[0], rois.getDimSize(0)))
    return inferError(loc, name,
                      "expected an input of rank 4 without empty dims, regions of 4 numbers and "
                      "an image for each, got ",
                      shapeText(x.getShape()), ", ", shapeText(rois.getShape()), " and ",
                      shapeText(batches));
  // (C2)
  constexpr int64_t most = 1 << 12;
  auto isValid = [](int64_t number) { return number > 0 && number <= most; };
  ArrayRef<int64_t> size = adaptor.getSize();
  if (size.size() != 2 || !llvm::all_of(size, isValid) || !isValid(adaptor.getSamples()))
    return inferError(loc, name, "expected a size of two numbers and samples from 1 to ", most,
                      ", got ", listText(size), " and ", adaptor.getSamples());
  // (C3)
  if (adaptor.getMode() != "avg" && adaptor.getMode() != "max")
    return inferError(loc, name, "expected mode to be avg or max, got '", adaptor.getMode(), "'");
  types.push_back(RankedTensorType::get(
      {moreStatic(rois.getDimSize(0), batches[0]), x.getDimSize(1), size[0], size[1]},
      x.getElementType()));
  return success();
}

void RoiAlignOp::getIndexChecks(SmallVectorImpl<IndexCheck> &checks) {
  checks.push_back({/*indices=*/2, /*data=*/0, {0}});
}

namespace {
/// The arithmetic on one of the two coordinates, in numbers of the element type.
class Coordinate {
public:
  Coordinate(StageBody &b, RoiAlignOp op, Value rois, unsigned dim)
      : b(b), op(op), rois(rois), dim(dim), extent(tensorType(op.getX()).getDimSize(dim + 2)),
        type(b.scalars.constant(tensorType(rois).getElementType(), 0).getType()) {}

  struct Tap {
    Value index, weight;
  };

  /// The two neighbours of the sample and their weights.
  SmallVector<Tap> getTaps() {
    Value position = getPosition(), last = number(static_cast<double>(extent - 1));
    Value isInside =
        b.scalars.bitAnd(b.scalars.lessOrEqual(number(-1), position),
                         b.scalars.lessOrEqual(position, number(static_cast<double>(extent))));
    // What is no number goes to the first element.
    OpBuilder &builder = b.getBuilder();
    position = arith::MaxNumFOp::create(builder, b.getLoc(), position, number(0));
    position = arith::MinNumFOp::create(builder, b.getLoc(), position, last);
    Value low = b.scalars.floor(position), part = b.scalars.sub(position, low);
    Value high = b.scalars.minimum(b.scalars.add(low, number(1)), last);
    auto makeTap = [&](Value index, Value weight) {
      return Tap{b.scalars.convert(index, builder.getI64Type()),
                 b.scalars.select(isInside, weight, number(0))};
    };
    return {makeTap(low, b.scalars.sub(number(1), part)), makeTap(high, part)};
  }

private:
  Value number(double value) { return b.scalars.constant(type, value); }
  Value count(AffineExpr axis) {
    return b.scalars.convert(b.numberOf(axis, b.getBuilder().getI64Type()), type);
  }

  /// An end of the region: the numbers of rows stand behind those of columns.
  Value getEnd(bool isLast) {
    Value end = b.read(rois, {b.axis(0), b.constant((isLast ? 2 : 0) + (1 - dim))});
    end = b.scalars.mul(end, number(op.getScale().convertToDouble()));
    return op.getHalfPixel() ? b.scalars.sub(end, number(0.5)) : end;
  }

  Value getPosition() {
    Value begin = getEnd(false), length = b.scalars.sub(getEnd(true), begin);
    if (!op.getHalfPixel())
      length = b.scalars.maximum(length, number(1));
    Value cell = b.scalars.div(length, number(static_cast<double>(op.getSize()[dim])));
    Value sample = b.scalars.add(count(b.axis(4 + dim)), number(0.5));
    Value part = b.scalars.div(sample, number(static_cast<double>(op.getSamples())));
    Value place = b.scalars.add(count(b.axis(2 + dim)), part);
    return b.scalars.add(begin, b.scalars.mul(place, cell));
  }

  StageBody &b;
  RoiAlignOp op;
  Value rois;
  unsigned dim;
  int64_t extent;
  Type type;
};
} // namespace

LogicalResult RoiAlignOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType();
  bool isMean = getMode() == "avg";
  SmallVector<std::string> names = axisNames({}, type);
  auto addAxes = [&](StageBuilder &stage) {
    for (auto [name, extent] : llvm::zip_equal(names, type.getShape()))
      stage.spatial(name, extent);
  };
  Type element = type.getElementType();
  StageBuilder stage(builder, getLoc(), isMean ? getWideType(element) : element);
  addAxes(stage);
  stage.reduce("row", getSamples());
  stage.reduce("column", getSamples());
  std::string name = isMean ? (prefix + ".sum").str() : prefix.str();
  te::Combiner combiner = isMean ? te::Combiner::Add : te::Combiner::Max;
  Value samples = stage.build(name, combiner, [&](StageBody &b) {
    Value image = b.read(operands[2], b.axis(0));
    auto rows = Coordinate(b, *this, operands[1], 0).getTaps();
    auto columns = Coordinate(b, *this, operands[1], 1).getTaps();
    AffineExpr batch = b.expression(b.boundedIndex(image, tensorType(getX()).getDimSize(0)));
    SmallVector<AffineExpr> at = {batch, b.axis(1), b.constant(0), b.constant(0)};
    Value result;
    for (const Coordinate::Tap &row : rows)
      for (const Coordinate::Tap &column : columns) {
        Value element = b.readAt(operands[0], at, /*first=*/2, {row.index, column.index});
        Value term = b.scalars.mul(element, b.scalars.mul(row.weight, column.weight));
        if (!result)
          result = term;
        else
          result = isMean ? b.scalars.add(result, term) : b.scalars.maximum(result, term);
      }
    return result;
  });
  if (!isMean) {
    results.push_back(samples);
    return success();
  }
  StageBuilder mean(builder, getLoc(), type.getElementType());
  addAxes(mean);
  double factor = 1.0 / static_cast<double>(getSamples() * getSamples());
  results.push_back(mean.build(prefix, te::Combiner::None, [&](StageBody &b) {
    Value sum = b.read(samples, b.axisRange(0, type.getRank()));
    return b.scalars.mul(sum, b.scalars.constant(sum, factor));
  }));
  return success();
}
