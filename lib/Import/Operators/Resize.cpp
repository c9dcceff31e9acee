//===-- Resize.cpp - ONNX Resize and Upsample -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resize and Upsample with constant scales or sizes: one `graph.resample` for each
// dim that changes, since all interpolations are products of those of the dims.
//
//===----------------------------------------------------------------------===//
#include "ResizeImporter.h"

#include "../ElementTypes.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

LogicalResult ResizeImporter::readRule() {
  StringRef mode = node.getString("mode", "nearest");
  auto interpolation = llvm::StringSwitch<std::optional<Interpolation>>(mode)
                           .Case("nearest", Interpolation::Nearest)
                           .Cases({"linear", "bilinear"}, Interpolation::Linear)
                           .Case("cubic", Interpolation::Cubic)
                           .Default(std::nullopt);
  if (!interpolation)
    return node.emitError() << "expected 'mode' to be nearest, linear or cubic, got "
                            << quoted(mode);
  rule.interpolation = *interpolation;
  if (*interpolation != Interpolation::Nearest &&
      !isa<FloatType>(node.getInputType(0).getElementType()))
    return node.emitError() << "requires elements of a float type to interpolate, got "
                            << node.getInputType(0);
  return success();
}

static LogicalResult readModernRule(NodeImporter &node, ResizeRule &rule) {
  StringRef coordinates = node.getString("coordinate_transformation_mode", "half_pixel");
  auto known = parseCoordinates(coordinates);
  if (!known)
    return node.emitError() << "expected a known 'coordinate_transformation_mode', got "
                            << quoted(coordinates);
  StringRef nearest = node.getString("nearest_mode", "round_prefer_floor");
  auto rounding = parseNearestMode(nearest);
  if (!rounding)
    return node.emitError() << "expected 'nearest_mode' to be round_prefer_floor, "
                               "round_prefer_ceil, floor or ceil, got "
                            << quoted(nearest);
  rule.coordinates = *known;
  rule.nearest = *rounding;
  rule.cubicCoefficient = node.getFloat("cubic_coeff_a", -0.75f);
  rule.excludeOutside = node.getInt("exclude_outside", 0) != 0;
  rule.antialias = node.getInt("antialias", 0) != 0;
  return success();
}

/// How often a table has each element of a dim, one after the other; 0: otherwise.
static int64_t getRepeats(const ResizeTable &table, int64_t extent) {
  auto outputs = static_cast<int64_t>(table.indices.size());
  if (!table.weights.empty() || extent == 0 || outputs % extent != 0)
    return 0;
  int64_t repeats = outputs / extent;
  for (int64_t i = 0; i < outputs; ++i)
    if (table.indices[i] != i / repeats)
      return 0;
  return repeats;
}

Value ResizeImporter::resample(Value x, int64_t axis, const ResizeTable &table) {
  if (!x)
    return {};
  int64_t extent = cast<RankedTensorType>(x.getType()).getDimSize(axis);
  if (int64_t repeats = getRepeats(table, extent)) {
    graph::RepeatOp::Properties properties;
    properties.times = node.getBuilder().getI64IntegerAttr(repeats);
    properties.axis = node.getBuilder().getI64IntegerAttr(axis);
    return graph.make<graph::RepeatOp>({x}, properties);
  }
  int64_t outputs = static_cast<int64_t>(table.indices.size() / table.taps);
  int64_t taps = static_cast<int64_t>(table.taps);
  Builder &builder = node.getBuilder();
  auto type = RankedTensorType::get({outputs, taps}, builder.getI64Type());
  ElementsAttr numbers = graph::makeConstant(type, "indices", [&](MutableArrayRef<char> bytes) {
    std::memcpy(bytes.data(), table.indices.data(), bytes.size());
  });
  FailureOr<Value> indices = node.createConstant(numbers);
  if (failed(indices))
    return {};
  SmallVector<Value> operands = {x, *indices};
  if (!table.weights.empty())
    operands.push_back(graph.tensor(x, {outputs, taps}, table.weights));
  graph::ResampleOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return graph.make<graph::ResampleOp>(operands, properties);
}

/// Enlarges dims whose size only a run knows by a transposed convolution of each channel
/// in steps of the scale s: each element is repeated by s ones; or, between elements of
/// which the first and the last are there twice, spread by a triangle of 2 * s numbers,
/// of whose result 3 * s / 2 at both ends are no longer between elements.
Value ResizeImporter::enlarge(Value x) {
  RankedTensorType type = node.getInputType(0);
  int64_t rank = type.getRank(), channels = type.getDimSize(1);
  bool isLinear = rule.interpolation == Interpolation::Linear;
  SmallVector<int64_t> scales(rank - 2, 1), kernel(rank - 2, 1), pads(2 * (rank - 2), 0);
  SmallVector<int64_t> border(rank, 0), ones(rank - 2, 1), zeros(rank - 2, 0);
  for (auto [axis, dim] : llvm::zip_equal(axes, dims)) {
    if (!ShapedType::isDynamic(dim.input) || dim.scale == 1)
      continue;
    int64_t scale = static_cast<int64_t>(dim.scale), i = axis - 2;
    scales[i] = scale;
    kernel[i] = isLinear ? 2 * scale : scale;
    pads[i] = pads[rank - 2 + i] = isLinear ? 3 * scale / 2 : 0;
    border[axis] = isLinear;
  }
  SmallVector<double> window = {1};
  for (auto [extent, scale] : llvm::zip_equal(kernel, scales)) {
    SmallVector<double> product;
    for (double outer : window)
      for (int64_t k = 0; k < extent; ++k) {
        double distance = std::abs(static_cast<double>(k) + 0.5 - static_cast<double>(scale));
        bool spreads = extent == 2 * scale;
        product.push_back(outer * (spreads ? 1 - distance / static_cast<double>(scale) : 1));
      }
    window = std::move(product);
  }
  SmallVector<double> weights;
  for (int64_t channel = 0; channel < channels; ++channel)
    llvm::append_range(weights, window);
  Builder &builder = node.getBuilder();
  if (isLinear) {
    graph::PadOp::Properties properties;
    properties.low = properties.high = builder.getDenseI64ArrayAttr(border);
    properties.mode = builder.getStringAttr("edge");
    x = graph.make<graph::PadOp>({x, graph.scalar(x, 0)}, properties);
  }
  SmallVector<int64_t> shape = {channels, 1};
  llvm::append_range(shape, kernel);
  graph::ConvTransposeOp::Properties properties;
  properties.strides = builder.getDenseI64ArrayAttr(scales);
  properties.pads = builder.getDenseI64ArrayAttr(pads);
  properties.dilations = builder.getDenseI64ArrayAttr(ones);
  properties.output_padding = builder.getDenseI64ArrayAttr(zeros);
  properties.group = builder.getI64IntegerAttr(channels);
  return graph.make<graph::ConvTransposeOp>({x, graph.tensor(x, shape, weights)}, properties);
}

/// Dims in the order that moves the fewest elements: what shrinks first, then the innermost, along
/// which no rows are read.
SmallVector<size_t> ResizeImporter::getOrder() const {
  auto order = llvm::to_vector(llvm::seq<size_t>(0, dims.size()));
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    bool aShrinks = dims[a].output < dims[a].input, bShrinks = dims[b].output < dims[b].input;
    return aShrinks != bShrinks ? aShrinks : !aShrinks && axes[a] > axes[b];
  });
  return order;
}

LogicalResult ResizeImporter::build() {
  Value x = node.getInput(0);
  SmallVector<ResizeTable> tables;
  for (auto [axis, dim] : llvm::zip_equal(axes, dims)) {
    tables.emplace_back();
    bool isWhole = rule.coordinates != Coordinates::TfCropAndResize ||
                   (dim.regionBegin == 0 && dim.regionEnd == 1);
    if (dim.input == dim.output && dim.scale == 1 && isWhole)
      continue;
    if (ShapedType::isDynamic(dim.input))
      continue;
    // An antialiasing filter reads most of the input for each element.
    double reads = static_cast<double>(dim.output) * (4 / std::min(dim.scale, 1.0) + 2);
    if (rule.antialias && !(reads <= (1 << 24)))
      return node.emitError() << "expected a scale whose antialiasing filters have at most "
                                 "16777216 weights, got "
                              << dim.scale << " for dim " << axis;
    tables.back() = makeResizeTable(rule, dim);
  }
  for (size_t number : getOrder()) {
    if (!x || tables[number].indices.empty())
      continue;
    if (cast<RankedTensorType>(x.getType()).hasStaticShape()) {
      x = resample(x, axes[number], tables[number]);
      continue;
    }
    // Beside open dims there are no tables.
    const ResizeDim &dim = dims[number];
    FailureOr<Value> resized =
        resizeOpenDim(node, x, rule, {axes[number], node.getSize(dim.output), dim.scale});
    x = failed(resized) ? Value() : *resized;
  }
  bool enlarges = llvm::any_of(dims, [](const ResizeDim &dim) {
    return ShapedType::isDynamic(dim.input) && dim.scale != 1;
  });
  if (x && enlarges)
    x = enlarge(x);
  for (const OpenResizeDim &dim : openDims)
    if (x) {
      FailureOr<Value> resized = resizeOpenDim(node, x, rule, dim);
      x = failed(resized) ? Value() : *resized;
    }
  if (rule.coordinates != Coordinates::TfCropAndResize)
    return graph.finish(x);
  // Where any coordinate is outside of the input stands the extrapolation's value.
  Value value = x ? graph.scalar(x, node.getFloat("extrapolation_value", 0)) : Value();
  for (auto [axis, table] : llvm::zip_equal(axes, tables)) {
    if (llvm::all_of(table.inside, [](bool inside) { return inside; }))
      continue;
    SmallVector<int64_t> shape(node.getInputRank(0) - axis, 1);
    shape[0] = static_cast<int64_t>(table.inside.size());
    SmallVector<double> inside(table.inside.begin(), table.inside.end());
    Value isInside = graph.cast(graph.tensor(x, shape, inside), node.getBuilder().getI1Type());
    x = graph.make<graph::WhereOp>({isInside, x, value});
  }
  return graph.finish(x);
}

static LogicalResult importResize(NodeImporter &node) {
  ResizeImporter resize(node);
  constexpr unsigned region = 1, scales = 2, sizes = 3;
  if (failed(resize.readRule()) || failed(readModernRule(node, resize.rule)))
    return failure();
  bool readsRegion = resize.rule.coordinates == Coordinates::TfCropAndResize;
  if ((readsRegion && node.isData(region)) || node.isData(scales) || node.isData(sizes))
    return resize.buildFromData(region, scales, sizes, /*isFirstForm=*/false);
  if (failed(resize.readDims(region, scales, sizes)))
    return failure();
  return resize.build();
}

/// The first form: positions divided by the scale; where that shrinks, the nearest
/// element is the next one.
static void setFirstRule(ResizeRule &rule, ArrayRef<double> scales) {
  rule.coordinates = Coordinates::Asymmetric;
  bool shrinks = llvm::any_of(scales, [](double scale) { return scale < 1; });
  rule.nearest = shrinks ? NearestMode::Ceil : NearestMode::Floor;
}

static LogicalResult importFirstResize(NodeImporter &node, ArrayRef<float> given) {
  ResizeImporter resize(node);
  if (failed(resize.readRule()))
    return failure();
  SmallVector<double> scales(given.begin(), given.end());
  if (given.empty()) {
    if (!node.getInput(1))
      return node.emitError() << "expected scales, got none";
    if (node.isData(1)) {
      resize.rule.coordinates = Coordinates::Asymmetric;
      return resize.buildFromData(/*region=*/2, /*scales=*/1, /*sizes=*/2, /*isFirstForm=*/true);
    }
    auto numbers = node.getConstantNumbers(1, "the scales");
    if (failed(numbers))
      return failure();
    scales = *numbers;
  }
  setFirstRule(resize.rule, scales);
  if (failed(resize.setScales(scales)))
    return failure();
  return resize.build();
}

static LogicalResult importResizeByScales(NodeImporter &node) {
  return importFirstResize(node, {});
}
static LogicalResult importUpsample(NodeImporter &node) {
  return importFirstResize(node, node.getFloats("scales"));
}
static LogicalResult importImageUpsample(NodeImporter &node) {
  return importFirstResize(
      node, {1, 1, node.getFloat("height_scale", 1), node.getFloat("width_scale", 1)});
}

static LogicalResult refuseUpsample(NodeImporter &node) {
  return node.emitError() << "must not be used from opset 10 on: use Resize";
}

void dl::onnx_import::addResizeOperators(OperatorTable &table) {
  table.add("Upsample", {1}, importImageUpsample)
      .wide()
      .attributes("height_scale:float! mode:string width_scale:float!");
  table.add("Upsample", {7}, importUpsample).wide().attributes("mode:string scales:floats!");
  table.add("Upsample", {9}, importResizeByScales).wide().inputs(2, 2).attributes("mode:string");
  table.add("Upsample", {10}, refuseUpsample).inputs(2, 2).attributes("mode:string");
  table.add("Resize", {10}, importResizeByScales).wide().inputs(2, 2).attributes("mode:string");
  table.add("Resize", {11, 13}, importResize)
      .wide()
      .inputs(1, 4)
      .attributes("coordinate_transformation_mode:string cubic_coeff_a:float exclude_outside:int "
                  "extrapolation_value:float mode:string nearest_mode:string");
  table.add("Resize", {18, 19}, importResize)
      .wide()
      .inputs(1, 4)
      .attributes("antialias:int axes:ints coordinate_transformation_mode:string "
                  "cubic_coeff_a:float exclude_outside:int extrapolation_value:float "
                  "keep_aspect_ratio_policy:string mode:string nearest_mode:string");
}
