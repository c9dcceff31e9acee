//===-- ByteProducts.cpp - products of bytes with zero points -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ByteProducts.h"

#include "Shapes.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl::graph;

bool dl::graph::isZeroPointZero(Value zeroPoint) {
  DenseElementsAttr numbers;
  return !zeroPoint || (matchPattern(zeroPoint, m_Constant(&numbers)) && numbers.isSplat() &&
                        numbers.getSplatValue<APInt>().isZero());
}

Value CheckedBuilder::cast(Value x, Type type) {
  CastOp::Properties properties;
  properties.to = TypeAttr::get(type);
  return make<CastOp>(x, properties);
}

Value CheckedBuilder::reshape(Value x, ArrayRef<int64_t> shape) {
  if (!x || tensorType(x).getShape() == shape)
    return x;
  return ReshapeOp::create(builder, loc, tensorType(x).clone(shape), x);
}

Value CheckedBuilder::scalar(Value like, double value) {
  Type type = tensorType(like).getElementType();
  TypedAttr number = isa<FloatType>(type)
                         ? TypedAttr(builder.getFloatAttr(type, value))
                         : builder.getIntegerAttr(type, static_cast<int64_t>(value));
  return ConstantOp::create(builder, loc,
                            DenseElementsAttr::get(RankedTensorType::get({}, type), number));
}
