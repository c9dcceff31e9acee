//===-- ReductionOps.cpp - types of reductions ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference of reductions, running reductions and positions of extremes.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult operators::inferReducedType(StringRef name, std::optional<Location> loc,
                                          Value operand, ArrayRef<int64_t> axes, bool keepdims,
                                          SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(operand);
  // (C1)
  bool valid = !axes.empty();
  for (size_t i = 0; i < axes.size(); ++i)
    valid &= axes[i] >= 0 && axes[i] < x.getRank() && (i == 0 || axes[i - 1] < axes[i]);
  if (!valid)
    return inferError(loc, name, "expected axes to be distinct, in order and in [0, ", x.getRank(),
                      "), got ", listText(axes));
  SmallVector<int64_t> shape;
  for (int64_t i = 0; i < x.getRank(); ++i) {
    bool reduced = llvm::is_contained(axes, i);
    if (!reduced)
      shape.push_back(x.getDimSize(i));
    else if (keepdims)
      shape.push_back(1);
  }
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

static LogicalResult inferPosition(StringRef name, std::optional<Location> loc, Value operand,
                                   int64_t axis, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(operand);
  // (C1)
  if (failed(checkAxis(loc, name, axis, x.getRank())))
    return failure();
  // (C2)
  if (x.getDimSize(axis) == 0)
    return inferError(loc, name, "expected a positive extent along the axis, got ",
                      shapeText(x.getShape()), " at axis ", axis);
  SmallVector<int64_t> shape(x.getShape());
  shape[axis] = 1;
  types.push_back(RankedTensorType::get(shape, IntegerType::get(x.getContext(), 64)));
  return success();
}

LogicalResult ArgMaxOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferPosition("arg_max", loc, adaptor.getX(), adaptor.getAxis(), types);
}

LogicalResult ArgMinOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferPosition("arg_min", loc, adaptor.getX(), adaptor.getAxis(), types);
}

static LogicalResult inferCumulative(StringRef name, std::optional<Location> loc, Value x,
                                     int64_t axis, SmallVectorImpl<Type> &types) {
  // (C1)
  if (failed(checkAxis(loc, name, axis, tensorType(x).getRank())))
    return failure();
  types.push_back(x.getType());
  return success();
}

LogicalResult CumSumOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferCumulative("cumsum", loc, adaptor.getX(), adaptor.getAxis(), types);
}

LogicalResult CumProdOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferCumulative("cumprod", loc, adaptor.getX(), adaptor.getAxis(), types);
}

LogicalResult TopKOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX());
  int64_t axis = adaptor.getAxis(), k = adaptor.getK();
  // (C1)
  if (failed(checkAxis(loc, "top_k", axis, x.getRank())))
    return failure();
  // (C2)
  bool isDynamic = x.isDynamicDim(axis);
  if (k < 0 || (!isDynamic && k > x.getDimSize(axis)))
    return inferError(loc, "top_k", "expected k from 0 to the extent of axis ", axis, " of ",
                      shapeText(x.getShape()), ", got ", k);
  SmallVector<int64_t> shape(x.getShape());
  shape[axis] = k;
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  types.push_back(RankedTensorType::get(shape, IntegerType::get(x.getContext(), 64)));
  return success();
}
