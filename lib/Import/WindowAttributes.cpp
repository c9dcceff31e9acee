//===-- WindowAttributes.cpp - ONNX attributes of a window ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WindowAttributes.h.
//
//===----------------------------------------------------------------------===//
#include "WindowAttributes.h"
#include "ElementTypes.h"
#include "GraphExpression.h"

#include "dl/Dialect/Graph/IR/SizeExprs.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

LogicalResult dl::onnx_import::checkEntries(NodeImporter &node, StringRef name,
                                            ArrayRef<int64_t> entries, size_t count, int64_t min) {
  if (entries.size() != count)
    return node.emitError() << "expected " << count << " entries in '" << name
                            << "' for the input's spatial dims, got " << entries.size();
  for (int64_t entry : entries)
    if (entry < min || entry > std::numeric_limits<int32_t>::max())
      return node.emitError() << "expected entries of '" << name << "' from " << min
                              << " to 2147483647, got " << entry;
  return success();
}

LogicalResult dl::onnx_import::checkSpatialInput(NodeImporter &node) {
  if (node.getInputRank(0) >= 3)
    return success();
  return node.emitError() << "expected an input with batch, channel and spatial dims, got "
                          << node.getInputType(0);
}

FailureOr<AutoPad> dl::onnx_import::getAutoPad(NodeImporter &node, ArrayRef<int64_t> pads) {
  StringRef mode = node.getString("auto_pad", "NOTSET");
  auto known = llvm::StringSwitch<std::optional<AutoPad>>(mode)
                   .Case("NOTSET", AutoPad::NotSet)
                   .Case("VALID", AutoPad::Valid)
                   .Case("SAME_UPPER", AutoPad::SameUpper)
                   .Case("SAME_LOWER", AutoPad::SameLower)
                   .Default(std::nullopt);
  bool hasPads = llvm::any_of(pads, [](int64_t pad) { return pad != 0; });
  if (hasPads && known != AutoPad::NotSet)
    return node.emitError() << "must not have both 'pads' and 'auto_pad' " << quoted(mode);
  if (!known)
    return node.emitError() << "expected 'auto_pad' to be NOTSET, VALID, SAME_UPPER or SAME_LOWER, "
                               "got "
                            << quoted(mode);
  return *known;
}

FailureOr<WindowAttributes> dl::onnx_import::getWindow(NodeImporter &node,
                                                       ArrayRef<int64_t> kernel) {
  size_t rank = node.getInputRank(0) - 2;
  SmallVector<int64_t> ones(rank, 1), zeros(2 * rank, 0);
  WindowAttributes window{SmallVector<int64_t>(kernel), node.getInts("strides", ones),
                          node.getInts("dilations", ones), node.getInts("pads", zeros)};
  if (failed(checkEntries(node, "kernel_shape", kernel, rank, 1)) ||
      failed(checkEntries(node, "strides", window.strides, rank, 1)) ||
      failed(checkEntries(node, "dilations", window.dilations, rank, 1)) ||
      failed(checkEntries(node, "pads", window.pads, 2 * rank, 0)))
    return failure();
  return window;
}

/// Pads a spatial dim whose size only a run knows so that windows without pads cover it in steps of
/// the stride: by all that could be needed at both ends, of which a run takes what it needs.
static LogicalResult padOpenDim(NodeImporter &node, const WindowAttributes &window, size_t dim,
                                bool isUpper, double value) {
  int64_t stride = window.strides[dim], span = window.span(dim);
  int64_t axis = static_cast<int64_t>(dim) + 2, rank = node.getInputRank(0);
  // Less than a stride: a window is never wider than what is left for it.
  if (span < stride && span != 1)
    return node.emitError() << "requires static spatial dims for automatic padding with strides "
                               "larger than windows, got "
                            << node.getInputType(0);
  if (span == 1)
    return success();
  AffineExpr extent = node.getDims(node.getInput(0))[axis];
  AffineExpr outputs = extent.ceilDiv(stride);
  AffineExpr needed = normalizeSize((outputs - 1) * stride + span - extent);
  AffineExpr low = isUpper ? needed.floorDiv(2) : needed - needed.floorDiv(2);
  SmallVector<int64_t> pads(rank, 0);
  pads[axis] = span - 1;
  Builder &builder = node.getBuilder();
  GraphExpression graph(node);
  graph::PadOp::Properties properties;
  properties.low = properties.high = builder.getDenseI64ArrayAttr(pads);
  properties.mode = builder.getStringAttr("constant");
  Value x = node.getInput(0);
  x = graph.make<graph::PadOp>({x, graph.scalar(x, value)}, properties);
  x = graph.range(x, axis, normalizeSize(span - 1 - low),
                  normalizeSize((outputs - 1) * stride + span));
  if (!x)
    return failure();
  node.setInput(0, x);
  return success();
}

FailureOr<WindowAttributes> dl::onnx_import::getPaddedWindow(NodeImporter &node,
                                                             ArrayRef<int64_t> kernel,
                                                             std::optional<double> openPadValue) {
  FailureOr<WindowAttributes> window = getWindow(node, kernel);
  if (failed(window))
    return failure();
  FailureOr<AutoPad> mode = getAutoPad(node, window->pads);
  if (failed(mode))
    return failure();
  if (*mode == AutoPad::NotSet || *mode == AutoPad::Valid)
    return window;
  SmallVector<int64_t> spatial(node.getInputType(0).getShape().drop_front(2));
  for (auto [i, extent] : llvm::enumerate(spatial)) {
    int64_t stride = window->strides[i], total = window->span(i) - 1;
    if (ShapedType::isDynamic(extent) && stride != 1 && openPadValue) {
      if (failed(padOpenDim(node, *window, i, *mode == AutoPad::SameUpper, *openPadValue)))
        return failure();
      continue;
    }
    if (ShapedType::isDynamic(extent) && stride != 1)
      return node.emitError() << "requires static spatial dims for automatic padding with strides "
                                 "other than 1, got "
                              << node.getInputType(0);
    // In steps of 1 the padding does not depend on the input.
    if (stride != 1) {
      int64_t outputs = llvm::divideCeil(extent, stride);
      total = std::max<int64_t>(0, (outputs - 1) * stride + window->span(i) - extent);
    }
    window->pads[i] = *mode == AutoPad::SameUpper ? total / 2 : total - total / 2;
    window->pads[spatial.size() + i] = total - window->pads[i];
  }
  return window;
}

FailureOr<SmallVector<int64_t>> dl::onnx_import::getKernelOfWeights(NodeImporter &node,
                                                                    unsigned index) {
  RankedTensorType weights = node.getInputType(index);
  if (weights.getRank() != node.getInputRank(0))
    return node.emitError() << "expected weights of the input's rank, got " << node.getInputType(0)
                            << " and " << weights;
  SmallVector<int64_t> kernel(weights.getShape().drop_front(2));
  if (llvm::any_of(kernel, ShapedType::isDynamic))
    return node.emitError() << "requires weights with static spatial dims, got " << weights;
  SmallVector<int64_t> declared = node.getInts("kernel_shape", kernel);
  if (declared != kernel)
    return node.emitError() << "expected 'kernel_shape' to be that of the weights, "
                            << printDims(kernel) << ", got " << printDims(declared);
  return kernel;
}
