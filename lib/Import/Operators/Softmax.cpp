//===-- Softmax.cpp - ONNX's softmax family --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax, LogSoftmax and Hardmax. Before opset 13 the dims from the axis on count as one.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static FailureOr<Value> createSoftmax(NodeImporter &node, Value x, int64_t axis) {
  graph::SoftmaxOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  return node.create<graph::SoftmaxOp>(x, properties);
}

/// x - max - log(sum(exp(x - max))) along an axis.
static FailureOr<Value> createLogSoftmax(NodeImporter &node, Value x, int64_t axis) {
  Builder &builder = node.getBuilder();
  auto reduce = [&](auto op, Value value) {
    typename decltype(op)::Properties properties;
    properties.axes = builder.getDenseI64ArrayAttr(axis);
    properties.keepdims = builder.getUnitAttr();
    return node.create<decltype(op)>(value, properties);
  };
  FailureOr<Value> largest = reduce(graph::ReduceMaxOp(), x);
  if (failed(largest))
    return failure();
  FailureOr<Value> shifted = node.create<graph::SubOp>({x, *largest});
  if (failed(shifted))
    return failure();
  FailureOr<Value> sum = node.create<graph::ExpOp>({*shifted});
  if (succeeded(sum))
    sum = reduce(graph::ReduceSumOp(), *sum);
  if (succeeded(sum))
    sum = node.create<graph::LogOp>({*sum});
  if (failed(sum))
    return failure();
  return node.create<graph::SubOp>({*shifted, *sum});
}

/// 1 at the first largest element along an axis, else 0.
static FailureOr<Value> createHardmax(NodeImporter &node, Value x, int64_t axis) {
  Builder &builder = node.getBuilder();
  auto type = cast<RankedTensorType>(x.getType());
  if (type.isDynamicDim(axis))
    return node.emitError() << "requires a static dim at axis " << axis << ", got " << type;
  graph::ArgMaxOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  FailureOr<Value> first = node.create<graph::ArgMaxOp>(x, properties);
  FailureOr<Value> along = node.createCounting(type.getDimSize(axis), type.getRank() - axis);
  if (failed(first) || failed(along))
    return failure();
  FailureOr<Value> flags = node.create<graph::EqualOp>({*first, *along});
  if (failed(flags))
    return failure();
  return node.createCast(*flags, type.getElementType());
}

using Create = FailureOr<Value> (*)(NodeImporter &node, Value x, int64_t axis);

template <Create create> static LogicalResult importAlongAxis(NodeImporter &node) {
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", -1), node.getInputRank(0));
  if (failed(axis))
    return failure();
  return node.setResult(create(node, node.getInput(0), *axis));
}

template <Create create> static LogicalResult importOfMatrix(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 1), type.getRank());
  if (failed(axis))
    return failure();
  if (*axis == type.getRank() - 1)
    return node.setResult(create(node, node.getInput(0), *axis));
  if (!type.hasStaticShape())
    return node.emitError() << "requires a static shape for an axis that is not the last, before "
                               "opset 13, got "
                            << type;
  int64_t rows = ShapedType::getNumElements(type.getShape().take_front(*axis));
  int64_t columns = ShapedType::getNumElements(type.getShape().drop_front(*axis));
  FailureOr<Value> matrix = node.createReshape(node.getInput(0), {rows, columns});
  if (failed(matrix))
    return failure();
  FailureOr<Value> result = create(node, *matrix, 1);
  if (failed(result))
    return failure();
  return node.setResult(node.createReshape(*result, type.getShape()));
}

void dl::onnx_import::addSoftmaxOperators(OperatorTable &table) {
  auto floats = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler) -> auto & {
    return table.add(name, versions, handler).elements(OperatorInfo::Floats).attributes("axis:int");
  };
  floats("Softmax", {1, 11}, importOfMatrix<createSoftmax>);
  floats("Softmax", {13}, importAlongAxis<createSoftmax>);
  floats("LogSoftmax", {1, 11}, importOfMatrix<createLogSoftmax>).wide();
  floats("LogSoftmax", {13}, importAlongAxis<createLogSoftmax>).wide();
  floats("Hardmax", {1, 11}, importOfMatrix<createHardmax>);
  floats("Hardmax", {13}, importAlongAxis<createHardmax>);
}
