//===-- Window.cpp - ONNX operators that slide a window ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conv and MaxPool, with what they share: defaults of strides, dilations and
// pads, and automatic padding.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// The window's attributes, complete and checked.
struct Window {
  SmallVector<int64_t> strides, dilations, pads;
};
} // namespace

/// Checks the number of an attribute's entries and that they are in [min, 2^31), so
/// that sums and products of a few of them do not overflow.
static LogicalResult checkEntries(NodeImporter &node, StringRef name, ArrayRef<int64_t> entries,
                                  size_t count, int64_t min) {
  if (entries.size() != count)
    return node.emitError() << "expected " << count << " entries in '" << name
                            << "' for the input's spatial dims, got " << entries.size();
  for (int64_t entry : entries)
    if (entry < min || entry > std::numeric_limits<int32_t>::max())
      return node.emitError() << "expected entries of '" << name << "' from " << min
                              << " to 2147483647, got " << entry;
  return success();
}

/// Pads so that each spatial extent becomes ceil(extent / stride); an odd one goes
/// to the end (SAME_UPPER) or to the beginning (SAME_LOWER).
static LogicalResult computeSamePads(NodeImporter &node, Window &window, ArrayRef<int64_t> spatial,
                                     ArrayRef<int64_t> kernel, bool isUpper) {
  size_t rank = spatial.size();
  window.pads.assign(2 * rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    if (ShapedType::isDynamic(spatial[i]))
      return node.emitError() << "requires static spatial dims for automatic padding, got "
                              << node.getInputType(0);
    int64_t outputs = llvm::divideCeil(spatial[i], window.strides[i]);
    int64_t extent = (kernel[i] - 1) * window.dilations[i] + 1;
    int64_t total = std::max<int64_t>(0, (outputs - 1) * window.strides[i] + extent - spatial[i]);
    window.pads[i] = isUpper ? total / 2 : total - total / 2;
    window.pads[rank + i] = total - window.pads[i];
  }
  return success();
}

static FailureOr<Window> getWindow(NodeImporter &node, ArrayRef<int64_t> kernel) {
  ArrayRef<int64_t> spatial = node.getInputType(0).getShape().drop_front(2);
  size_t rank = spatial.size();
  SmallVector<int64_t> ones(rank, 1), zeros(2 * rank, 0);
  Window window{node.getInts("strides", ones), node.getInts("dilations", ones),
                node.getInts("pads", zeros)};
  if (failed(checkEntries(node, "kernel_shape", kernel, rank, 1)) ||
      failed(checkEntries(node, "strides", window.strides, rank, 1)) ||
      failed(checkEntries(node, "dilations", window.dilations, rank, 1)) ||
      failed(checkEntries(node, "pads", window.pads, 2 * rank, 0)))
    return failure();

  StringRef mode = node.getString("auto_pad", "NOTSET");
  if (mode == "NOTSET")
    return window;
  if (llvm::any_of(window.pads, [](int64_t pad) { return pad != 0; }))
    return node.emitError() << "must not have both 'pads' and 'auto_pad' " << quoted(mode);
  if (mode == "VALID")
    return window;
  if (mode != "SAME_UPPER" && mode != "SAME_LOWER")
    return node.emitError() << "expected 'auto_pad' to be NOTSET, VALID, SAME_UPPER or SAME_LOWER, "
                               "got "
                            << quoted(mode);
  if (failed(computeSamePads(node, window, spatial, kernel, mode == "SAME_UPPER")))
    return failure();
  return window;
}

static LogicalResult checkInputRank(NodeImporter &node) {
  if (node.getInputRank(0) >= 3)
    return success();
  return node.emitError() << "expected an input with batch, channel and spatial dims, got "
                          << node.getInputType(0);
}

static LogicalResult importConv(NodeImporter &node) {
  if (failed(checkInputRank(node)))
    return failure();
  RankedTensorType weights = node.getInputType(1);
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
  FailureOr<Window> window = getWindow(node, kernel);
  if (failed(window))
    return failure();

  Builder &builder = node.getBuilder();
  graph::ConvOp::Properties properties;
  properties.strides = builder.getDenseI64ArrayAttr(window->strides);
  properties.dilations = builder.getDenseI64ArrayAttr(window->dilations);
  properties.pads = builder.getDenseI64ArrayAttr(window->pads);
  properties.group = builder.getI64IntegerAttr(node.getInt("group", 1));
  return node.setResult(node.create<graph::ConvOp>(node.getInputs(), properties));
}

static LogicalResult importMaxPool(NodeImporter &node) {
  if (failed(checkInputRank(node)))
    return failure();
  SmallVector<int64_t> kernel = node.getInts("kernel_shape");
  FailureOr<Window> window = getWindow(node, kernel);
  if (failed(window))
    return failure();

  Builder &builder = node.getBuilder();
  graph::MaxPoolOp::Properties properties;
  properties.kernel = builder.getDenseI64ArrayAttr(kernel);
  properties.strides = builder.getDenseI64ArrayAttr(window->strides);
  properties.dilations = builder.getDenseI64ArrayAttr(window->dilations);
  properties.pads = builder.getDenseI64ArrayAttr(window->pads);
  if (node.getInt("ceil_mode", 0))
    properties.ceil_mode = builder.getUnitAttr();
  return node.setResult(node.create<graph::MaxPoolOp>(node.getInput(0), properties));
}

void dl::onnx_import::addWindowOperators(OperatorTable &table) {
  table.add("Conv", {1, 11, 22}, importConv)
      .inputs(2, 3)
      .attributes("auto_pad:string dilations:ints group:int kernel_shape:ints pads:ints "
                  "strides:ints");
  // storage_order says how indices, the second output, count.
  table.add("MaxPool", {1}, importMaxPool)
      .attributes("auto_pad:string kernel_shape:ints! pads:ints strides:ints");
  table.add("MaxPool", {8}, importMaxPool)
      .outputs(2)
      .attributes("auto_pad:string kernel_shape:ints! pads:ints storage_order:int strides:ints");
  table.add("MaxPool", {10, 11, 12, 22}, importMaxPool)
      .outputs(2)
      .attributes("auto_pad:string ceil_mode:int dilations:ints kernel_shape:ints! pads:ints "
                  "storage_order:int strides:ints");
}
