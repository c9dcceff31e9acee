//===-- Convolution.cpp - ONNX convolutions ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conv and ConvTranspose.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"
#include "../WindowAttributes.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static LogicalResult importConv(NodeImporter &node) {
  if (failed(checkSpatialInput(node)))
    return failure();
  FailureOr<SmallVector<int64_t>> kernel = getKernelOfWeights(node, 1);
  if (failed(kernel))
    return failure();
  FailureOr<WindowAttributes> window = getPaddedWindow(node, *kernel, /*openPadValue=*/0);
  if (failed(window))
    return failure();
  graph::ConvOp::Properties properties;
  setWindow(node, *window, properties);
  properties.group = node.getBuilder().getI64IntegerAttr(node.getInt("group", 1));
  return node.setResult(node.create<graph::ConvOp>(node.getInputs(), properties));
}

/// Chooses pads so that a dim has `wanted` elements; where even without pads it has
/// fewer, the rest is added to its end.
static void fitPads(WindowAttributes &window, SmallVectorImpl<int64_t> &extra, size_t dim,
                    int64_t input, int64_t wanted, bool isUpper) {
  size_t rank = window.kernel.size();
  int64_t natural = window.strides[dim] * (input - 1) + extra[dim] + window.span(dim);
  int64_t total = std::max<int64_t>(0, natural - wanted);
  window.pads[dim] = isUpper ? total / 2 : total - total / 2;
  window.pads[rank + dim] = total - window.pads[dim];
  extra[dim] += std::max<int64_t>(0, wanted - natural);
}

static LogicalResult importConvTranspose(NodeImporter &node) {
  if (failed(checkSpatialInput(node)))
    return failure();
  FailureOr<SmallVector<int64_t>> kernel = getKernelOfWeights(node, 1);
  if (failed(kernel))
    return failure();
  FailureOr<WindowAttributes> window = getWindow(node, *kernel);
  if (failed(window))
    return failure();
  ArrayRef<int64_t> spatial = node.getInputType(0).getShape().drop_front(2);
  SmallVector<int64_t> zeros(spatial.size(), 0);
  SmallVector<int64_t> extra = node.getInts("output_padding", zeros);
  SmallVector<int64_t> wanted = node.getInts("output_shape");
  // Some exporters give batch and channels too.
  if (wanted.size() == spatial.size() + 2)
    wanted.erase(wanted.begin(), wanted.begin() + 2);
  if (failed(checkEntries(node, "output_padding", extra, spatial.size(), 0)) ||
      (!wanted.empty() && failed(checkEntries(node, "output_shape", wanted, spatial.size(), 1))))
    return failure();
  // With 'output_shape' pads are computed, whatever is given.
  FailureOr<AutoPad> mode =
      getAutoPad(node, wanted.empty() ? ArrayRef<int64_t>(window->pads) : ArrayRef<int64_t>());
  if (failed(mode))
    return failure();
  bool isSame = *mode == AutoPad::SameUpper || *mode == AutoPad::SameLower;
  for (auto [i, extent] : llvm::enumerate(spatial)) {
    if (!isSame && wanted.empty())
      break;
    // As many steps as the stride has for each element: pads are the same for all sizes.
    if (ShapedType::isDynamic(extent) && !wanted.empty())
      return node.emitError() << "requires static spatial dims to compute pads for "
                                 "'output_shape', got "
                              << node.getInputType(0);
    int64_t input = ShapedType::isDynamic(extent) ? 1 : extent;
    int64_t size = wanted.empty() ? input * window->strides[i] : wanted[i];
    fitPads(*window, extra, i, input, size, *mode == AutoPad::SameUpper);
  }
  graph::ConvTransposeOp::Properties properties;
  setWindow(node, *window, properties);
  properties.output_padding = node.getBuilder().getDenseI64ArrayAttr(extra);
  properties.group = node.getBuilder().getI64IntegerAttr(node.getInt("group", 1));
  return node.setResult(node.create<graph::ConvTransposeOp>(node.getInputs(), properties));
}

void dl::onnx_import::addConvolutionOperators(OperatorTable &table) {
  table.add("Conv", {1, 11, 22}, importConv)
      .elements(OperatorInfo::Floats)
      .inputs(2, 3)
      .attributes("auto_pad:string dilations:ints group:int kernel_shape:ints pads:ints "
                  "strides:ints");
  table.add("ConvTranspose", {1, 11, 22}, importConvTranspose)
      .elements(OperatorInfo::Floats)
      .inputs(2, 3)
      .attributes("auto_pad:string dilations:ints group:int kernel_shape:ints output_padding:ints "
                  "output_shape:ints pads:ints strides:ints");
}
