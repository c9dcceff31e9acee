//===-- Quantize.cpp - ONNX operators on quantized numbers ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear, MatMulInteger and
// QLinearMatMul, in terms of casts, arithmetic and products of integers.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/ByteProducts.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Support/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static Type getElementType(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

/// The range of an integer type, as numbers.
static std::pair<double, double> getRange(Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (type.isUnsignedInteger())
    return {0, std::ldexp(1, width) - 1};
  return {-std::ldexp(1, width - 1), std::ldexp(1, width - 1) - 1};
}

static LogicalResult checkQuantized(NodeImporter &node, Type type) {
  if (isNarrow(type) ||
      (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() <= 32 && !type.isInteger(1)))
    return success();
  return node.emitError() << "expected quantized elements to be integers of at most 32 bits or "
                             "floats of at most 8, got "
                          << type;
}

/// Brings scales or zero points to a shape that broadcasts to that of `x`: one for all,
/// one for each index of the axis, or one for each block along it.
static Value alignScale(NodeImporter &node, Value scale, RankedTensorType x) {
  auto type = cast<RankedTensorType>(scale.getType());
  GraphExpression graph(node);
  if (type.getRank() == 0 || (type.hasStaticShape() && type.getNumElements() == 1))
    return graph.reshape(scale, {});
  // Before opset 13 there is one scale for all.
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 1), x.getRank());
  if (failed(axis))
    return {};
  int64_t block = node.getInt("block_size", 0);
  if (block == 0) {
    if (type.getRank() != 1 || type.getDimSize(0) != x.getDimSize(*axis)) {
      node.emitError() << "expected a scale and a zero point for each index of axis " << *axis
                       << " of " << x << ", got " << type;
      return {};
    }
    SmallVector<int64_t> shape(x.getRank() - *axis, 1);
    shape.front() = type.getDimSize(0);
    return graph.reshape(scale, shape);
  }
  bool fits =
      block > 0 && type.getRank() == x.getRank() && x.hasStaticShape() && type.hasStaticShape();
  for (int64_t dim = 0; fits && dim < x.getRank(); ++dim) {
    int64_t extent = x.getDimSize(dim), blocks = type.getDimSize(dim);
    fits = dim == *axis ? extent % block == 0 && extent / block == blocks : extent == blocks;
  }
  if (!fits) {
    node.emitError() << "expected a scale and a zero point for each block of " << block
                     << " elements that axis " << *axis << " of " << x << " is divided into, got "
                     << type;
    return {};
  }
  SmallVector<int64_t> split(type.getShape()), repeated;
  split.insert(split.begin() + *axis + 1, 1);
  repeated = split;
  repeated[*axis + 1] = block;
  return graph.reshape(graph.broadcast(graph.reshape(scale, split), repeated), x.getShape());
}

/// saturate(round(value) + zero point), computed in floats; floats are not rounded here.
static Value saturate(NodeImporter &node, Value value, Value zeroPoint, Type type) {
  GraphExpression graph(node);
  Type number = getElementType(value);
  bool isFloat = isa<FloatType>(type);
  if (!isFloat)
    value = graph.make<graph::RoundOp>({value});
  if (zeroPoint)
    value = graph.make<graph::AddOp>({value, graph.cast(zeroPoint, number)});
  if (isFloat)
    return graph.cast(value, type, node.getInt("saturate", 1) != 0);
  auto [low, high] = getRange(type);
  value = graph.make<graph::MaximumOp>({value, graph.number(low, number)});
  value = graph.make<graph::MinimumOp>({value, graph.number(high, number)});
  return graph.cast(value, type);
}

/// saturate(round(x / scale) + zero point). Quotients are rounded to the type `precision`.
static Value quantize(NodeImporter &node, Value x, Value scale, Value zeroPoint, Type type,
                      Type precision = {}) {
  GraphExpression graph(node);
  Value value = graph.make<graph::DivOp>({x, scale});
  if (precision)
    value = graph.cast(graph.cast(value, precision), getElementType(x));
  return saturate(node, value, zeroPoint, type);
}

/// The type that quotients are rounded to; null where versions before 23 leave it open.
static FailureOr<Type> getPrecision(NodeImporter &node) {
  if (node.getOpset() < 23)
    return Type();
  int64_t given = node.getInt("precision", 0);
  if (given == 0)
    return node.getInputType(1).getElementType();
  FailureOr<Type> type = convertElementType(given, node.getBuilder().getContext(),
                                            [&] { return node.emitError() << "'precision': "; });
  if (succeeded(type) && !isa<FloatType>(*type))
    return node.emitError() << "expected 'precision' to be a float type, got " << *type;
  return type;
}

static FailureOr<Type> getOutputType(NodeImporter &node, Type otherwise) {
  int64_t given = node.getInt("output_dtype", 0);
  if (given == 0)
    return otherwise;
  return convertElementType(given, node.getBuilder().getContext(),
                            [&] { return node.emitError() << "'output_dtype': "; });
}

static LogicalResult setOrFail(NodeImporter &node, Value value) {
  return value ? node.setResult(value) : failure();
}

static LogicalResult importQuantize(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  Builder &builder = node.getBuilder();
  FailureOr<Type> output = node.getInput(2)
                               ? FailureOr<Type>(node.getInputType(2).getElementType())
                               : getOutputType(node, builder.getIntegerType(8, /*isSigned=*/false));
  if (failed(output) || failed(checkQuantized(node, *output)))
    return failure();
  FailureOr<Type> precision = getPrecision(node);
  if (failed(precision))
    return failure();
  GraphExpression graph(node);
  // Integers of 32 bits, and rounding as the reference has it, want 32 bits at least.
  Type number = builder.getF32Type();
  Value x = graph.cast(node.getInput(0), number);
  Value scale = alignScale(node, node.getInput(1), type), zeroPoint;
  if (!scale)
    return failure();
  if (node.getInput(2) && !(zeroPoint = alignScale(node, node.getInput(2), type)))
    return failure();
  return setOrFail(node,
                   quantize(node, x, graph.cast(scale, number), zeroPoint, *output, *precision));
}

static LogicalResult importDequantize(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  if (failed(checkQuantized(node, type.getElementType())))
    return failure();
  FailureOr<Type> output = getOutputType(node, node.getInputType(1).getElementType());
  if (failed(output))
    return failure();
  GraphExpression graph(node);
  Type number = node.getBuilder().getF32Type(), wide = node.getBuilder().getI32Type();
  if (isa<FloatType>(type.getElementType()))
    wide = number;
  Value scale = alignScale(node, node.getInput(1), type), zeroPoint;
  if (scale && node.getInput(2))
    zeroPoint = graph.cast(alignScale(node, node.getInput(2), type), wide);
  if (!scale || (node.getInput(2) && !zeroPoint))
    return failure();
  scale = graph.cast(scale, number);
  // Matrices stay bytes, so that products of bytes can be made of them.
  node.setFolding(type.getRank() < 2 || type.getElementType().getIntOrFloatBitWidth() != 8);
  Value value = graph.cast(node.getInput(0), wide);
  if (zeroPoint)
    value = graph.make<graph::SubOp>({value, zeroPoint});
  value = graph.make<graph::MulOp>({graph.cast(value, number), scale});
  return setOrFail(node, graph.cast(value, *output));
}

/// Scale and zero point from the range of the elements, in which 0 is.
static LogicalResult importDynamicQuantize(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  Builder &builder = node.getBuilder();
  Type number = type.getElementType(), byte = builder.getIntegerType(8, /*isSigned=*/false);
  if (!number.isF32() || !type.hasStaticShape() || type.getNumElements() == 0)
    return node.emitError() << "requires float elements and a static shape with elements, got "
                            << type;
  GraphExpression graph(node);
  Value x = node.getInput(0), zero = graph.number(0, number);
  auto extreme = [&](auto op) -> Value {
    typename decltype(op)::Properties properties;
    SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    properties.axes = builder.getDenseI64ArrayAttr(axes);
    if (axes.empty())
      return x;
    auto result = node.create<decltype(op)>(x, properties);
    return succeeded(result) ? *result : Value();
  };
  Value high = graph.make<graph::MaximumOp>({extreme(graph::ReduceMaxOp()), zero});
  Value low = graph.make<graph::MinimumOp>({extreme(graph::ReduceMinOp()), zero});
  Value range = graph.make<graph::SubOp>({high, low});
  Value scale = graph.make<graph::DivOp>({range, graph.number(255, number)});
  Value offset = graph.make<graph::DivOp>({graph.make<graph::SubOp>({zero, low}), scale});
  offset = graph.make<graph::RoundOp>({offset});
  offset = graph.make<graph::MaximumOp>({offset, zero});
  offset = graph.make<graph::MinimumOp>({offset, graph.number(255, number)});
  Value zeroPoint = graph.cast(offset, byte);
  if (!zeroPoint)
    return failure();
  Value y = quantize(node, x, scale, zeroPoint, byte);
  if (!y)
    return failure();
  (void)node.setResult(scale, 1);
  (void)node.setResult(zeroPoint, 2);
  return node.setResult(y);
}

/// A zero point as integers of 32 bits, for rows of the first operand or columns of the second.
static Value widenZeroPoint(NodeImporter &node, Value zeroPoint, bool isFirst) {
  GraphExpression graph(node);
  auto type = cast<RankedTensorType>(zeroPoint.getType());
  if (type.getRank() == 1 && type.getDimSize(0) == 1)
    zeroPoint = graph.reshape(zeroPoint, {});
  else if (type.getRank() == 1 && isFirst)
    zeroPoint = graph.reshape(zeroPoint, {type.getDimSize(0), 1});
  return graph.cast(zeroPoint, node.getBuilder().getI32Type());
}

/// An operand of a product: its elements less the zero point, as integers of 32 bits.
/// Zero points are for rows of the first operand or for columns of the second.
static Value centre(NodeImporter &node, Value x, Value zeroPoint, bool isFirst) {
  GraphExpression graph(node);
  Value value = graph.cast(x, node.getBuilder().getI32Type());
  return zeroPoint ? graph.sub(value, widenZeroPoint(node, zeroPoint, isFirst)) : value;
}

/// The product of integers less their zero points.
static Value multiplyCentred(NodeImporter &node, Value a, Value p, Value b, Value q) {
  GraphExpression graph(node);
  auto isMatrix = [](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getElementType().isInteger(8) && type.getRank() >= 2 && type.hasStaticShape();
  };
  auto widen = [&](Value zeroPoint, bool isFirst) {
    return graph::isZeroPointZero(zeroPoint) ? Value() : widenZeroPoint(node, zeroPoint, isFirst);
  };
  if (isMatrix(a) && isMatrix(b))
    return graph::multiplyBytes(graph, a, widen(p, /*isFirst=*/true), b,
                                widen(q, /*isFirst=*/false));
  return graph.make<graph::MatMulOp>(
      {centre(node, a, p, /*isFirst=*/true), centre(node, b, q, /*isFirst=*/false)});
}

static LogicalResult importMatMulInteger(NodeImporter &node) {
  return setOrFail(node, multiplyCentred(node, node.getInput(0), node.getInput(2), node.getInput(1),
                                         node.getInput(3)));
}

/// A scale as float, for rows of the first operand or columns of the second.
static Value getScale(NodeImporter &node, unsigned index, bool isFirst) {
  GraphExpression graph(node);
  Value scale = node.getInput(index);
  auto type = node.getInputType(index);
  if (type.getRank() == 1 && type.getDimSize(0) == 1)
    scale = graph.reshape(scale, {});
  else if (type.getRank() == 1 && isFirst)
    scale = graph.reshape(scale, {type.getDimSize(0), 1});
  return graph.cast(scale, node.getBuilder().getF32Type());
}

/// saturate(round(product * (a scale * b scale / y scale)) + y zero point): as QLinearConv, and as
/// the evaluators round.
static LogicalResult importQLinearMatMul(NodeImporter &node) {
  Type output = node.getInputType(7).getElementType();
  if (failed(checkQuantized(node, output)))
    return failure();
  GraphExpression graph(node);
  Value product =
      multiplyCentred(node, node.getInput(0), node.getInput(2), node.getInput(3), node.getInput(5));
  Value scale = graph.make<graph::MulOp>({getScale(node, 1, true), getScale(node, 4, false)});
  scale = graph.make<graph::DivOp>({scale, getScale(node, 6, true)});
  Value value =
      graph.make<graph::MulOp>({graph.cast(product, node.getBuilder().getF32Type()), scale});
  if (!value)
    return failure();
  Value zeroPoint = node.getInput(7);
  auto type = cast<RankedTensorType>(zeroPoint.getType());
  if (type.getRank() == 1)
    zeroPoint = type.getDimSize(0) == 1 ? graph.reshape(zeroPoint, {})
                                        : graph.reshape(zeroPoint, {type.getDimSize(0), 1});
  if (!zeroPoint)
    return failure();
  return setOrFail(node, saturate(node, value, zeroPoint, output));
}

void dl::onnx_import::addQuantizeOperators(OperatorTable &table) {
  table.add("QuantizeLinear", {10}, importQuantize).inputs(2, 3);
  table.add("QuantizeLinear", {13}, importQuantize).inputs(2, 3).attributes("axis:int");
  table.add("QuantizeLinear", {19}, importQuantize)
      .inputs(2, 3)
      .attributes("axis:int saturate:int");
  table.add("QuantizeLinear", {21}, importQuantize)
      .inputs(2, 3)
      .attributes("axis:int block_size:int output_dtype:int saturate:int");
  table.add("QuantizeLinear", {23, 24, 25, 28}, importQuantize)
      .inputs(2, 3)
      .attributes("axis:int block_size:int output_dtype:int precision:int saturate:int");
  table.add("DequantizeLinear", {10}, importDequantize).inputs(2, 3);
  table.add("DequantizeLinear", {13, 19}, importDequantize).inputs(2, 3).attributes("axis:int");
  table.add("DequantizeLinear", {21}, importDequantize)
      .inputs(2, 3)
      .attributes("axis:int block_size:int");
  table.add("DequantizeLinear", {23, 24, 25, 28}, importDequantize)
      .inputs(2, 3)
      .attributes("axis:int block_size:int output_dtype:int");
  table.add("DynamicQuantizeLinear", {11}, importDynamicQuantize).outputs(3);
  table.add("MatMulInteger", {10}, importMatMulInteger).inputs(2, 4);
  table.add("QLinearMatMul", {10, 21}, importQLinearMatMul).inputs(8, 8);
}
