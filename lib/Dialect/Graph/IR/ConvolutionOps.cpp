//===-- ConvolutionOps.cpp - types of convolution --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference of convolution, and the geometry of windows.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "Windows.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult dl::graph::checkPositive(std::optional<Location> loc, StringRef name, StringRef what,
                                       int64_t spatialRank, ArrayRef<int64_t> values) {
  if (int64_t(values.size()) == spatialRank &&
      llvm::all_of(values, [](int64_t value) { return value > 0 && value <= kMaxWindow; }))
    return success();
  return inferError(loc, name, "expected ", what, " to hold ", spatialRank,
                    " positive numbers, one for each spatial dim, got ", listText(values));
}

LogicalResult dl::graph::checkWindows(std::optional<Location> loc, StringRef name,
                                      int64_t spatialRank, ArrayRef<int64_t> strides,
                                      ArrayRef<int64_t> pads, ArrayRef<int64_t> dilations) {
  if (failed(checkPositive(loc, name, "strides", spatialRank, strides)) ||
      failed(checkPositive(loc, name, "dilations", spatialRank, dilations)))
    return failure();
  if (int64_t(pads.size()) != 2 * spatialRank ||
      !llvm::all_of(pads, [](int64_t pad) { return pad >= 0 && pad <= kMaxWindow; }))
    return inferError(loc, name, "expected pads to hold ", 2 * spatialRank,
                      " numbers that are not negative, all begins and then all ends, got ",
                      listText(pads));
  return success();
}

FailureOr<int64_t> dl::graph::inferWindowDim(std::optional<Location> loc, StringRef name,
                                             int64_t dim, int64_t input, const Window &window,
                                             bool ceilMode) {
  if (ShapedType::isDynamic(input) || ShapedType::isDynamic(window.extent))
    return ShapedType::kDynamic;
  int64_t padded = input + window.padBegin + window.padEnd;
  int64_t span = window.span();
  if (span > padded)
    return inferError(loc, name,
                      "expected the window to fit into the padded input, got a window of ", span,
                      " and ", padded, " elements in dim ", dim,
                      ": use a smaller kernel or dilation, or more padding");
  int64_t steps = padded - span;
  if (!ceilMode)
    return steps / window.stride + 1;
  int64_t count = (steps + window.stride - 1) / window.stride + 1;
  // A window that starts in the end padding sees nothing of the input.
  if ((count - 1) * window.stride >= input + window.padBegin)
    --count;
  return count;
}

SmallVector<Window> dl::graph::getWindows(ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                                          ArrayRef<int64_t> pads, ArrayRef<int64_t> dilations) {
  SmallVector<Window> windows;
  for (size_t i = 0, e = kernel.size(); i < e; ++i)
    windows.push_back({kernel[i], strides[i], pads[i], pads[e + i], dilations[i]});
  return windows;
}

LogicalResult ConvOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  StringRef name = "conv";
  // (C1), (C6)
  auto shapes = inferConvShapes(loc, name, adaptor.getOperands(), adaptor.getLayoutsAttr(), 'O',
                                adaptor.getWide());
  if (failed(shapes))
    return failure();
  if (adaptor.getWide() && adaptor.getBias())
    return inferError(loc, name, "expected no bias of a wide convolution: add it to the result");
  bool isBytes = tensorType(adaptor.getX()).getElementType().isInteger(8);
  if (int64_t value = adaptor.getPadValue().value_or(0);
      value < -128 || value > 255 || (!isBytes && value != 0))
    return inferError(loc, name, "expected a pad value of ", isBytes ? "8 bits" : "zero", ", got ",
                      value);
  const ConvLayouts &layouts = shapes->layouts;
  ArrayRef<int64_t> x = shapes->x, w = shapes->w;
  // (C2)
  if (failed(checkWindows(loc, name, layouts.spatialRank(), adaptor.getStrides(), adaptor.getPads(),
                          adaptor.getDilations())))
    return failure();
  // (C3)
  int64_t group = adaptor.getGroup(), channels = x[1], outputs = w[0];
  bool fixed = !ShapedType::isDynamic(channels);
  if (group < 1 || (fixed && channels % group != 0) ||
      (!ShapedType::isDynamic(outputs) && outputs % group != 0))
    return inferError(loc, name, "expected group to divide the channels, got group ", group,
                      " for ", shapeText(channels), " input and ", shapeText(outputs),
                      " output channels");
  if (fixed && differ(channels / group, w[1]))
    return inferError(loc, name, "expected weights for ", channels / group,
                      " channels (input channels / group), got ", w[1],
                      ": weights are output channels x channels x window");
  // (C6), (C7)
  int64_t xBlock = layouts.x.getBlock('C'), wBlock = layouts.w.getBlock('I');
  int64_t yBlock = layouts.y.getBlock('C');
  bool isDepthwise = group > 1 && channels == group && outputs == group;
  if (isDepthwise ? wBlock != 1 || xBlock != yBlock
                  : xBlock != wBlock || (group > 1 && outputs / group % yBlock != 0))
    return inferError(loc, name, "expected layouts whose blocks of channels fit, got '",
                      layouts.x.str(), "', '", layouts.w.str(), "', '", layouts.y.str(),
                      "' for group ", group,
                      ": input and weights need equal blocks that do not cross groups, a depthwise "
                      "convolution equal ones of input and result");
  // (C4)
  if (failed(checkConvBias(loc, name, adaptor.getBias(), outputs, layouts.y.getBlock('C'))))
    return failure();
  // (C5)
  SmallVector<int64_t> shape = {x[0], outputs};
  auto windows =
      getWindows(w.drop_front(2), adaptor.getStrides(), adaptor.getPads(), adaptor.getDilations());
  for (auto [i, window] : llvm::enumerate(windows)) {
    if (window.extent == 0)
      return inferError(loc, name, "expected a window of at least one element, got weights of ",
                        shapeText(w));
    auto dim = inferWindowDim(loc, name, i + 2, x[i + 2], window, /*ceilMode=*/false);
    if (failed(dim))
      return failure();
    shape.push_back(*dim);
  }
  if (!layouts.y.isPlain())
    shape = *layouts.y.toMemoryShape(shape);
  Type element = tensorType(adaptor.getX()).getElementType();
  if (adaptor.getWide())
    element = *inferWideType(loc, name, adaptor.getOperands());
  types.push_back(RankedTensorType::get(shape, element));
  return success();
}
