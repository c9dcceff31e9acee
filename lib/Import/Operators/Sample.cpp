//===-- Sample.cpp - ONNX operators that read at given positions *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GridSample, and DeformConv as a grid sample whose results a convolution sums.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"
#include "../WindowAttributes.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Before opset 20 modes have the names of those for two dims.
static LogicalResult importGridSample(NodeImporter &node) {
  StringRef given = node.getString("mode", node.getOpset() < 20 ? "bilinear" : "linear");
  StringRef mode = llvm::StringSwitch<StringRef>(given)
                       .Cases({"bilinear", "linear"}, "linear")
                       .Cases({"bicubic", "cubic"}, "cubic")
                       .Case("nearest", "nearest")
                       .Default("");
  if (mode.empty())
    return node.emitError() << "expected 'mode' to be nearest, linear or cubic, got "
                            << quoted(given);
  Builder &builder = node.getBuilder();
  graph::GridSampleOp::Properties properties;
  properties.mode = builder.getStringAttr(mode);
  properties.padding = builder.getStringAttr(node.getString("padding_mode", "zeros"));
  if (node.getInt("align_corners", 0))
    properties.align_corners = builder.getUnitAttr();
  return node.setResult(node.create<graph::GridSampleOp>(node.getInputs(), properties));
}

namespace {
/// The extents of a deformable convolution.
struct DeformedWindow {
  WindowAttributes window;
  int64_t batch, channels, outputs, offsetGroups, group, height, width, rows, columns;

  int64_t taps() const { return window.kernel[0] * window.kernel[1]; }
};
} // namespace

static FailureOr<DeformedWindow> getDeformedWindow(NodeImporter &node) {
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    if (node.getInput(i) && !node.getInputType(i).hasStaticShape())
      return node.emitError() << "requires static shapes, got " << node.getInputType(i);
  if (node.getInputRank(0) != 4)
    return node.emitError() << "expected an input with two spatial dims, got "
                            << node.getInputType(0);
  FailureOr<SmallVector<int64_t>> kernel = getKernelOfWeights(node, 1);
  if (failed(kernel))
    return failure();
  FailureOr<WindowAttributes> window = getWindow(node, *kernel);
  if (failed(window))
    return failure();
  ArrayRef<int64_t> x = node.getInputType(0).getShape(), w = node.getInputType(1).getShape();
  DeformedWindow deformed{
      *window, x[0], x[1], w[0], node.getInt("offset_group", 1), node.getInt("group", 1),
      x[2],    x[3], 0,    0};
  ArrayRef<int64_t> pads = window->pads, strides = window->strides;
  deformed.rows = (x[2] + pads[0] + pads[2] - window->span(0)) / strides[0] + 1;
  deformed.columns = (x[3] + pads[1] + pads[3] - window->span(1)) / strides[1] + 1;
  int64_t groups = deformed.offsetGroups;
  if (groups < 1 || x[1] % groups != 0)
    return node.emitError() << "expected 'offset_group' to divide the " << x[1] << " channels, got "
                            << groups;
  int64_t positions = groups * deformed.taps();
  SmallVector<int64_t> offsets = {x[0], 2 * positions, deformed.rows, deformed.columns};
  SmallVector<int64_t> mask = {x[0], positions, deformed.rows, deformed.columns};
  if (node.getInputType(2).getShape() != ArrayRef<int64_t>(offsets))
    return node.emitError() << "expected offsets of " << printDims(offsets) << ", got "
                            << node.getInputType(2);
  if (node.getInput(4) && node.getInputType(4).getShape() != ArrayRef<int64_t>(mask))
    return node.emitError() << "expected a mask of " << printDims(mask) << ", got "
                            << node.getInputType(4);
  if (llvm::is_contained(offsets, 0) || llvm::is_contained(x, 0))
    return node.emitError() << "expected positive extents, got " << node.getInputType(0);
  return deformed;
}

/// The positions that the window reads, as a grid: offsets come as (rows, columns)
/// in elements, the grid is (columns, rows) in halves of the image.
static Value makeGrid(NodeImporter &node, const DeformedWindow &d) {
  GraphExpression graph(node);
  Builder &builder = node.getBuilder();
  int64_t parts = d.batch * d.offsetGroups, taps = d.taps();
  Value offset = graph.reshape(node.getInput(2), {parts, taps, 2, d.rows, d.columns});
  auto swapped = RankedTensorType::get({2, 1}, builder.getI64Type());
  FailureOr<Value> order =
      node.createConstant(DenseElementsAttr::get(swapped, ArrayRef<int64_t>({1, 0})));
  if (failed(order))
    return {};
  graph::ResampleOp::Properties resample;
  resample.axis = builder.getI64IntegerAttr(2);
  offset = graph.make<graph::ResampleOp>({offset, *order}, resample);
  graph::TransposeOp::Properties transpose;
  transpose.permutation = builder.getDenseI64ArrayAttr({0, 1, 3, 4, 2});
  offset = graph.make<graph::TransposeOp>(offset, transpose);

  double height = static_cast<double>(d.height), width = static_cast<double>(d.width);
  SmallVector<double> places;
  for (int64_t tap = 0; tap < taps; ++tap) {
    int64_t tapRow = tap / d.window.kernel[1], tapColumn = tap % d.window.kernel[1];
    for (int64_t row = 0; row < d.rows; ++row) {
      for (int64_t column = 0; column < d.columns; ++column) {
        double x = static_cast<double>(column * d.window.strides[1] - d.window.pads[1] +
                                       tapColumn * d.window.dilations[1]);
        double y = static_cast<double>(row * d.window.strides[0] - d.window.pads[0] +
                                       tapRow * d.window.dilations[0]);
        places.push_back((2 * x + 1) / width - 1);
        places.push_back((2 * y + 1) / height - 1);
      }
    }
  }
  Value base = graph.tensor(offset, {taps, d.rows, d.columns, 2}, places);
  Value scale = graph.tensor(offset, {2}, {2 / width, 2 / height});
  return graph.reshape(graph.add(graph.mul(offset, scale), base),
                       {parts, taps * d.rows, d.columns, 2});
}

static LogicalResult importDeformConv(NodeImporter &node) {
  FailureOr<DeformedWindow> deformed = getDeformedWindow(node);
  if (failed(deformed))
    return failure();
  const DeformedWindow &d = *deformed;
  GraphExpression graph(node);
  Builder &builder = node.getBuilder();
  int64_t parts = d.batch * d.offsetGroups, taps = d.taps();
  Value x =
      graph.reshape(node.getInput(0), {parts, d.channels / d.offsetGroups, d.height, d.width});
  graph::GridSampleOp::Properties sample;
  sample.mode = builder.getStringAttr("linear");
  sample.padding = builder.getStringAttr("zeros");
  x = graph.make<graph::GridSampleOp>({x, makeGrid(node, d)}, sample);
  if (node.getInput(4))
    x = graph.mul(x, graph.reshape(node.getInput(4), {parts, 1, taps * d.rows, d.columns}));
  // Each position's elements of the window in a row of their own.
  x = graph.reshape(x, {d.batch, d.channels, taps, d.rows * d.columns});
  Value weights =
      graph.reshape(node.getInput(1), {d.outputs, node.getInputType(1).getDimSize(1), taps, 1});
  SmallVector<Value> operands = {x, weights};
  if (node.getInput(3))
    operands.push_back(node.getInput(3));
  graph::ConvOp::Properties conv;
  conv.strides = conv.dilations = builder.getDenseI64ArrayAttr({1, 1});
  conv.pads = builder.getDenseI64ArrayAttr({0, 0, 0, 0});
  conv.group = builder.getI64IntegerAttr(d.group);
  Value sum = graph.make<graph::ConvOp>(operands, conv);
  return graph.finish(graph.reshape(sum, {d.batch, d.outputs, d.rows, d.columns}));
}

/// Before opset 16 regions are not moved by half an element.
static LogicalResult importRoiAlign(NodeImporter &node) {
  Builder &builder = node.getBuilder();
  StringRef coordinates = node.getString("coordinate_transformation_mode",
                                         node.getOpset() < 16 ? "output_half_pixel" : "half_pixel");
  if (coordinates != "half_pixel" && coordinates != "output_half_pixel")
    return node.emitError() << "expected 'coordinate_transformation_mode' to be half_pixel or "
                               "output_half_pixel, got '"
                            << coordinates << "'";
  int64_t samples = node.getInt("sampling_ratio", 0);
  if (samples < 1)
    return node.emitError() << "requires a positive 'sampling_ratio', got " << samples
                            << ": without one the work hangs on the regions' sizes; export the "
                               "model with 2";
  graph::RoiAlignOp::Properties properties;
  properties.size = builder.getDenseI64ArrayAttr(
      {node.getInt("output_height", 1), node.getInt("output_width", 1)});
  properties.samples = builder.getI64IntegerAttr(samples);
  properties.scale = builder.getF32FloatAttr(node.getFloat("spatial_scale", 1));
  properties.mode = builder.getStringAttr(node.getString("mode", "avg"));
  if (coordinates == "half_pixel")
    properties.half_pixel = builder.getUnitAttr();
  return node.setResult(node.create<graph::RoiAlignOp>(node.getInputs(), properties));
}

void dl::onnx_import::addSampleOperators(OperatorTable &table) {
  table.add("GridSample", {16, 20, 22}, importGridSample)
      .elements(OperatorInfo::Floats)
      .inputs(2, 2)
      .attributes("align_corners:int mode:string padding_mode:string");
  table.add("RoiAlign", {10}, importRoiAlign)
      .elements(OperatorInfo::Floats)
      .inputs(3, 3)
      .attributes("mode:string output_height:int output_width:int sampling_ratio:int "
                  "spatial_scale:float");
  table.add("RoiAlign", {16, 22}, importRoiAlign)
      .elements(OperatorInfo::Floats)
      .inputs(3, 3)
      .attributes("coordinate_transformation_mode:string mode:string output_height:int "
                  "output_width:int sampling_ratio:int spatial_scale:float");
  table.add("DeformConv", {19, 22}, importDeformConv)
      .wide()
      .elements(OperatorInfo::Floats)
      .inputs(3, 5)
      .attributes("dilations:ints group:int kernel_shape:ints offset_group:int pads:ints "
                  "strides:ints");
}
