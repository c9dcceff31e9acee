//===-- NormalizationOps.cpp - types of reductions and normalisations *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference of reductions and normalisations.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

static LogicalResult checkEpsilon(std::optional<Location> loc, StringRef name,
                                  const APFloat &epsilon) {
  if (epsilon.isFinite() && !epsilon.isNegative())
    return success();
  return inferError(loc, name, "expected epsilon to be finite and not negative, got ",
                    epsilon.convertToDouble());
}

/// Normalisations keep the input's type.
static LogicalResult inferSame(Value x, SmallVectorImpl<Type> &types) {
  types.push_back(x.getType());
  return success();
}

LogicalResult ReduceMeanOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                             Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return operators::inferReducedType("reduce_mean", loc, adaptor.getX(), adaptor.getAxes(),
                                     adaptor.getKeepdims(), types);
}

LogicalResult BatchNormOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "batch_norm";
  RankedTensorType x = tensorType(adaptor.getX());
  // (C1)
  if (failed(checkElementTypes(loc, name, adaptor.getOperands())))
    return failure();
  if (x.getRank() < 2)
    return inferError(loc, name, "expected an input of at least rank 2, got ",
                      shapeText(x.getShape()), ": give batch and channels");
  // (C2)
  const char *names[] = {"scale", "bias", "mean", "var"};
  for (auto [what, operand] : llvm::zip_equal(names, adaptor.getOperands().drop_front())) {
    ArrayRef<int64_t> shape = tensorType(operand).getShape();
    if (shape.size() != 1 || differ(shape.front(), x.getDimSize(1)))
      return inferError(loc, name, "expected ", what, " to have ", shapeText(x.getDimSize(1)),
                        " elements, one for each channel, got ", shapeText(shape));
  }
  // (C3)
  if (failed(checkEpsilon(loc, name, adaptor.getEpsilon())))
    return failure();
  return inferSame(adaptor.getX(), types);
}

LogicalResult SoftmaxOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "softmax";
  RankedTensorType x = tensorType(adaptor.getX());
  int64_t axis = adaptor.getAxis();
  // (C1)
  if (axis < 0 || axis >= x.getRank())
    return inferError(loc, name, "expected axis in [0, ", x.getRank(), "), got ", axis);
  // (C2)
  if (x.getDimSize(axis) == 0)
    return inferError(loc, name, "expected a positive extent along the axis, got ",
                      shapeText(x.getShape()), " at axis ", axis);
  return inferSame(adaptor.getX(), types);
}

LogicalResult LayerNormOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "layer_norm";
  RankedTensorType x = tensorType(adaptor.getX());
  int64_t axis = adaptor.getAxis();
  // (C1)
  if (failed(checkElementTypes(loc, name, adaptor.getOperands())))
    return failure();
  // (C2)
  if (axis < 0 || axis >= x.getRank())
    return inferError(loc, name, "expected axis in [0, ", x.getRank(), "), got ", axis);
  ArrayRef<int64_t> inner = x.getShape().drop_front(axis);
  if (llvm::is_contained(inner, 0))
    return inferError(loc, name, "expected positive extents from the axis on, got ",
                      shapeText(x.getShape()), " at axis ", axis);
  // (C3)
  for (Value operand : adaptor.getOperands().drop_front()) {
    ArrayRef<int64_t> shape = tensorType(operand).getShape();
    auto joined = operators::broadcastShapes(inner, shape);
    bool fits = succeeded(joined) && joined->size() == inner.size();
    for (size_t i = 0; fits && i < inner.size(); ++i)
      fits = !differ((*joined)[i], inner[i]);
    if (!fits)
      return inferError(loc, name, "expected scale and bias to broadcast to ", shapeText(inner),
                        ", the dims from the axis on, got ", shapeText(shape));
  }
  // (C4)
  if (failed(checkEpsilon(loc, name, adaptor.getEpsilon())))
    return failure();
  return inferSame(adaptor.getX(), types);
}
