//===-- GraphExpression.cpp - formulas of graph ops -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See GraphExpression.h.
//
//===----------------------------------------------------------------------===//
#include "GraphExpression.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

Value GraphExpression::cast(Value x, Type elementType, bool saturate) {
  return x ? unwrap(node.createCast(x, elementType, saturate)) : Value();
}

Value GraphExpression::widen(Value x) {
  bool isHalf = x && graph::ScalarBuilder::isHalf(getElementTypeOrSelf(x.getType()));
  return isHalf ? cast(x, node.getBuilder().getF32Type()) : x;
}

Value GraphExpression::broadcast(Value x, ArrayRef<int64_t> shape) {
  return x ? unwrap(node.createBroadcast(x, shape)) : Value();
}

Value GraphExpression::number(double value, Type type) {
  return unwrap(node.createNumber(value, type));
}

template <typename Op>
static Value reduce(GraphExpression &graph, Builder &builder, Value x, ArrayRef<int64_t> axes) {
  typename Op::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  properties.keepdims = builder.getUnitAttr();
  return graph.make<Op>(x, properties);
}

Value GraphExpression::mean(Value x, ArrayRef<int64_t> axes) {
  return reduce<graph::ReduceMeanOp>(*this, node.getBuilder(), x, axes);
}

Value GraphExpression::largest(Value x, ArrayRef<int64_t> axes) {
  return reduce<graph::ReduceMaxOp>(*this, node.getBuilder(), x, axes);
}

Value GraphExpression::reshape(Value x, ArrayRef<int64_t> shape) {
  return x ? unwrap(node.createReshape(x, shape)) : Value();
}

Value GraphExpression::scalar(Value like, double value) {
  return tensor(like, {}, ArrayRef<double>(value));
}

Value GraphExpression::tensor(Value like, ArrayRef<int64_t> shape, ArrayRef<double> values) {
  if (!like)
    return {};
  Type element = llvm::cast<RankedTensorType>(like.getType()).getElementType();
  Builder &builder = node.getBuilder();
  auto type = RankedTensorType::get(shape, element);
  if (isa<FloatType>(element) && values.size() > 1)
    return unwrap(node.createConstant(graph::makeConstant(type, "constant", values)));
  SmallVector<Attribute> elements;
  for (double value : values)
    elements.push_back(isa<FloatType>(element)
                           ? Attribute(builder.getFloatAttr(element, value))
                           : Attribute(builder.getIntegerAttr(element, int64_t(value))));
  return unwrap(node.createConstant(DenseElementsAttr::get(type, elements)));
}

Value GraphExpression::transpose(Value x, ArrayRef<int64_t> permutation) {
  if (llvm::is_sorted(permutation))
    return x;
  graph::TransposeOp::Properties properties;
  properties.permutation = node.getBuilder().getDenseI64ArrayAttr(permutation);
  return make<graph::TransposeOp>(x, properties);
}

Value GraphExpression::slice(Value x, ArrayRef<int64_t> sizes, ArrayRef<int64_t> starts) {
  Builder &builder = node.getBuilder();
  SmallVector<int64_t> zeros(sizes.size(), 0), ones(sizes.size(), 1);
  graph::SliceOp::Properties properties;
  properties.starts = builder.getDenseI64ArrayAttr(starts.empty() ? ArrayRef(zeros) : starts);
  properties.sizes = builder.getDenseI64ArrayAttr(sizes);
  properties.steps = builder.getDenseI64ArrayAttr(ones);
  return make<graph::SliceOp>(x, properties);
}

Value GraphExpression::range(Value x, int64_t axis, AffineExpr start, AffineExpr count,
                             int64_t step) {
  FailureOr<Value> counting = node.createCounting(count);
  if (!x || failed(counting))
    return {};
  Value indices = *counting;
  if (step != 1)
    indices = mul(indices, scalar(indices, static_cast<double>(step)));
  if (start != node.getSize(0))
    indices = add(indices, unwrap(node.createOffset(start, node.getBuilder().getI64Type())));
  graph::GatherOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  return make<graph::GatherOp>({x, indices}, properties);
}
