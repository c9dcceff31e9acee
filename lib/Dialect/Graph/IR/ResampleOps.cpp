//===-- ResampleOps.cpp - reading between elements --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference and te programs of operators that interpolate.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult ResampleOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "resample";
  RankedTensorType x = tensorType(adaptor.getX()), indices = tensorType(adaptor.getIndices());
  int64_t axis = adaptor.getAxis();
  // (C1)
  if (axis < 0 || axis >= x.getRank())
    return inferError(loc, name, "expected axis in [0, ", x.getRank(), "), got ", axis);
  if (x.getDimSize(axis) == 0)
    return inferError(loc, name, "expected a positive extent along the axis, got ",
                      shapeText(x.getShape()), " at axis ", axis);
  // (C2)
  if (indices.getRank() != 2 || !indices.getElementType().isInteger(64) ||
      llvm::is_contained(indices.getShape(), 0))
    return inferError(loc, name,
                      "expected indices of type i64 for each result element and tap, "
                      "got ",
                      indices);
  // (C3)
  if (Value weights = adaptor.getWeights()) {
    RankedTensorType type = tensorType(weights);
    if (type.getRank() != 2 || differ(type.getDimSize(0), indices.getDimSize(0)) ||
        differ(type.getDimSize(1), indices.getDimSize(1)) ||
        type.getElementType() != x.getElementType())
      return inferError(loc, name, "expected weights of shape ", shapeText(indices.getShape()),
                        " and element type ", x.getElementType(), ", got ", type);
  } else if (indices.getDimSize(1) != 1) {
    return inferError(loc, name,
                      "expected one index for each result element where there are no "
                      "weights, got ",
                      shapeText(indices.getShape()));
  }
  SmallVector<int64_t> shape(x.getShape());
  shape[axis] = indices.getDimSize(0);
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

LogicalResult ResampleOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType();
  unsigned rank = type.getRank(), axis = getAxis();
  int64_t extent = tensorType(getX()).getDimSize(axis);
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [name, size] : llvm::zip_equal(axisNames({}, type), type.getShape()))
    stage.spatial(name, size);
  bool isWeighted = operands.size() == 3;
  if (isWeighted)
    stage.reduce("tap", tensorType(getIndices()).getDimSize(1));
  results.push_back(stage.build(prefix, te::Combiner::Add, [&](StageBody &b) {
    AffineExpr tap = isWeighted ? b.axis(rank) : b.constant(0);
    Value index = b.read(operands[1], {b.axis(axis), tap});
    index = b.scalars.maximum(index, b.scalars.constant(index, 0));
    index = b.scalars.minimum(index, b.scalars.constant(index, double(extent - 1)));
    Value value = b.readAt(operands[0], b.axisRange(0, rank), axis, index);
    if (!isWeighted)
      return value;
    return b.scalars.mul(value, b.read(operands[2], {b.axis(axis), tap}));
  }));
  return success();
}
