//===-- QuantizedConvolution.cpp - ONNX convolutions of integers *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ConvInteger and QLinearConv as convolutions of integers of 32 bits.
//
//===----------------------------------------------------------------------===//
#include "../GraphExpression.h"
#include "../Operators.h"
#include "../WindowAttributes.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// A scale or zero point: one for all, or one for each output channel, which is brought
/// to dim `channelDim` of a tensor of rank `rank`.
static Value align(NodeImporter &node, Value value, int64_t channels, int64_t rank,
                   int64_t channelDim) {
  GraphExpression graph(node);
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getRank() == 0 || (type.getRank() == 1 && type.getDimSize(0) == 1))
    return graph.reshape(value, {});
  if (type.getRank() == 1 && type.getDimSize(0) == channels) {
    SmallVector<int64_t> shape(rank - channelDim, 1);
    shape.front() = channels;
    return graph.reshape(value, shape);
  }
  node.emitError() << "expected one scale and zero point, or those of the weights for each of the "
                   << channels << " output channels, got " << type;
  return {};
}

/// The elements less their zero point, as integers of 32 bits.
static Value centre(NodeImporter &node, unsigned index, unsigned zeroPoint, int64_t channels) {
  GraphExpression graph(node);
  Type wide = node.getBuilder().getI32Type();
  Value value = graph.cast(node.getInput(index), wide);
  if (!node.getInput(zeroPoint))
    return value;
  Value offset =
      align(node, node.getInput(zeroPoint), channels, node.getInputRank(index), /*channelDim=*/0);
  return graph.sub(value, graph.cast(offset, wide));
}

/// The convolution of the centred elements; padding is zero points, so zeros.
static Value convolve(NodeImporter &node, unsigned weights, unsigned zeroPoint,
                      unsigned weightZeroPoint, Value bias) {
  if (failed(checkSpatialInput(node)))
    return {};
  for (unsigned index : {0u, weights}) {
    Type type = node.getInputType(index).getElementType();
    if (!type.isInteger(8)) {
      node.emitError() << "expected elements of 8 bits, got " << type;
      return {};
    }
  }
  FailureOr<SmallVector<int64_t>> kernel = getKernelOfWeights(node, weights);
  if (failed(kernel))
    return {};
  FailureOr<WindowAttributes> window = getPaddedWindow(node, *kernel);
  if (failed(window))
    return {};
  GraphExpression graph(node);
  graph::ConvOp::Properties properties;
  setWindow(node, *window, properties);
  properties.group = node.getBuilder().getI64IntegerAttr(node.getInt("group", 1));
  int64_t channels = node.getInputType(weights).getDimSize(0);
  SmallVector<Value> operands = {centre(node, 0, zeroPoint, /*channels=*/1),
                                 centre(node, weights, weightZeroPoint, channels)};
  if (bias)
    operands.push_back(bias);
  return graph.make<graph::ConvOp>(operands, properties);
}

static LogicalResult importConvInteger(NodeImporter &node) {
  return GraphExpression(node).finish(convolve(node, 1, 2, 3, Value()));
}

/// saturate(round(sum * (x scale * weight scale / y scale)) + y zero point).
static LogicalResult importQLinearConv(NodeImporter &node) {
  GraphExpression graph(node);
  Type number = node.getBuilder().getF32Type();
  RankedTensorType zeroPoint = node.getInputType(7);
  Type output = zeroPoint.getElementType();
  if (!output.isInteger(8))
    return node.emitError() << "expected a result of 8 bits, got " << output;
  Value sum = convolve(node, /*weights=*/3, 2, 5, node.getInput(8));
  if (!sum)
    return failure();
  int64_t channels = node.getInputType(3).getDimSize(0), rank = node.getInputRank(0);
  Value scale = align(node, node.getInput(1), 1, rank, 1);
  Value weightScale = scale ? align(node, node.getInput(4), channels, rank, 1) : Value();
  Value outputScale = weightScale ? align(node, node.getInput(6), 1, rank, 1) : Value();
  Value offset = outputScale ? align(node, node.getInput(7), 1, rank, 1) : Value();
  scale = graph.div(graph.mul(scale, weightScale), outputScale);
  Value value = graph.make<graph::RoundOp>(graph.mul(graph.cast(sum, number), scale));
  value = graph.add(value, graph.cast(offset, number));
  double low = output.isUnsignedInteger() ? 0 : -128;
  value = graph.make<graph::MaximumOp>({value, graph.scalar(value, low)});
  value = graph.make<graph::MinimumOp>({value, graph.scalar(value, low + 255)});
  return graph.finish(graph.cast(value, output));
}

void dl::onnx_import::addQuantizedConvolutionOperators(OperatorTable &table) {
  table.add("ConvInteger", {10}, importConvInteger)
      .inputs(2, 4)
      .attributes("auto_pad:string dilations:ints group:int kernel_shape:ints pads:ints "
                  "strides:ints");
  table.add("QLinearConv", {10}, importQLinearConv)
      .inputs(8, 9)
      .attributes("auto_pad:string dilations:ints group:int kernel_shape:ints pads:ints "
                  "strides:ints");
}
