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
#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"
#include "../ResizeTables.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// Reads the inputs and attributes of one node and builds its resamplings.
class ResizeImporter {
public:
  explicit ResizeImporter(NodeImporter &node) : node(node), graph(node) {}

  LogicalResult readRule();
  LogicalResult readDims(unsigned region, unsigned scales, unsigned sizes);
  LogicalResult setScales(ArrayRef<double> scales);
  LogicalResult build();

  ResizeRule rule;

private:
  /// The numbers of a constant input, none where it is left out or empty.
  FailureOr<SmallVector<double>> getNumbers(unsigned index, StringRef what);
  LogicalResult setSizes(ArrayRef<double> sizes);
  Value resample(Value x, int64_t axis, const ResizeTable &table);
  SmallVector<size_t> getOrder() const;
  bool canEnlarge(int64_t axis, double scale) const;
  Value enlarge(Value x);

  NodeImporter &node;
  GraphExpression graph;
  /// The dims that scales, sizes and regions are of.
  SmallVector<int64_t> axes;
  SmallVector<ResizeDim> dims;
};
} // namespace

FailureOr<SmallVector<double>> ResizeImporter::getNumbers(unsigned index, StringRef what) {
  if (!node.getInput(index) || llvm::is_contained(node.getInputType(index).getShape(), 0))
    return SmallVector<double>();
  return node.getConstantNumbers(index, what);
}

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

LogicalResult ResizeImporter::setScales(ArrayRef<double> scales) {
  RankedTensorType type = node.getInputType(0);
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  if (scales.size() != axes.size())
    return node.emitError() << "expected " << axes.size() << " scales, one for each dim, got "
                            << scales.size();
  for (auto [axis, scale] : llvm::zip_equal(axes, scales)) {
    int64_t input = type.getDimSize(axis);
    // A dim that stays may be of any size.
    if (ShapedType::isDynamic(input) && scale == 1) {
      dims.push_back({input, input, 1});
      continue;
    }
    if (ShapedType::isDynamic(input) && canEnlarge(axis, scale)) {
      dims.push_back({input, input, scale});
      continue;
    }
    double output = std::floor(static_cast<double>(input) * scale);
    if (ShapedType::isDynamic(input) || !(output >= 1 && output <= (1 << 24)))
      return node.emitError() << "requires scales that give at least one element and static dims, "
                                 "unless spatial dims are enlarged by a whole number, got "
                              << type << " and scale " << scale << " of dim " << axis;
    dims.push_back({input, static_cast<int64_t>(output), scale});
  }
  return success();
}

LogicalResult ResizeImporter::setSizes(ArrayRef<double> sizes) {
  RankedTensorType type = node.getInputType(0);
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  if (sizes.size() != axes.size())
    return node.emitError() << "expected " << axes.size() << " sizes, one for each dim, got "
                            << sizes.size();
  for (auto [axis, size] : llvm::zip_equal(axes, sizes)) {
    int64_t input = type.getDimSize(axis);
    if (ShapedType::isDynamic(input) || input < 1 || !(size >= 1 && size <= (1 << 24)))
      return node.emitError() << "requires static dims and sizes from 1 to 16777216, got " << type
                              << " and size " << size << " of dim " << axis;
    dims.push_back({input, static_cast<int64_t>(size), size / static_cast<double>(input)});
  }
  StringRef policy = node.getString("keep_aspect_ratio_policy", "stretch");
  if (policy == "stretch")
    return success();
  if (policy != "not_larger" && policy != "not_smaller")
    return node.emitError() << "expected 'keep_aspect_ratio_policy' to be stretch, not_larger or "
                               "not_smaller, got "
                            << quoted(policy);
  // One scale for all dims.
  double scale = dims.front().scale;
  for (const ResizeDim &dim : dims)
    scale = policy == "not_larger" ? std::min(scale, dim.scale) : std::max(scale, dim.scale);
  for (ResizeDim &dim : dims) {
    dim.scale = scale;
    dim.output = std::max<int64_t>(
        1, static_cast<int64_t>(std::floor(static_cast<double>(dim.input) * scale + 0.5)));
  }
  return success();
}

LogicalResult ResizeImporter::readDims(unsigned region, unsigned scales, unsigned sizes) {
  int64_t rank = node.getInputRank(0);
  // In the order that is given.
  for (int64_t axis : node.getInts("axes")) {
    FailureOr<int64_t> normal = node.normalizeAxis(axis, rank);
    if (failed(normal))
      return failure();
    axes.push_back(*normal);
  }
  if (failed(node.normalizeAxes(axes, rank)))
    return failure();
  auto scaleValues = getNumbers(scales, "the scales");
  auto sizeValues = getNumbers(sizes, "the sizes");
  if (failed(scaleValues) || failed(sizeValues))
    return failure();
  if (scaleValues->empty() == sizeValues->empty())
    return node.emitError() << "expected either scales or sizes";
  if (failed(sizeValues->empty() ? setScales(*scaleValues) : setSizes(*sizeValues)))
    return failure();
  if (rule.coordinates != Coordinates::TfCropAndResize)
    return success();
  auto bounds = getNumbers(region, "the region");
  if (failed(bounds))
    return failure();
  if (bounds->size() != 2 * dims.size())
    return node.emitError() << "expected a region of " << 2 * dims.size()
                            << " numbers, all begins and then all ends, got " << bounds->size();
  for (auto [i, dim] : llvm::enumerate(dims)) {
    dim.regionBegin = (*bounds)[i];
    dim.regionEnd = (*bounds)[dims.size() + i];
    if (!std::isfinite(dim.regionBegin) || !std::isfinite(dim.regionEnd))
      return node.emitError() << "expected a region of finite numbers";
  }
  return success();
}

Value ResizeImporter::resample(Value x, int64_t axis, const ResizeTable &table) {
  int64_t outputs = static_cast<int64_t>(table.indices.size() / table.taps);
  int64_t taps = static_cast<int64_t>(table.taps);
  Builder &builder = node.getBuilder();
  auto type = RankedTensorType::get({outputs, taps}, builder.getI64Type());
  ElementsAttr numbers = graph::makeConstant(type, "indices", [&](MutableArrayRef<char> bytes) {
    std::memcpy(bytes.data(), table.indices.data(), bytes.size());
  });
  FailureOr<Value> indices = node.createConstant(numbers);
  if (failed(indices) || !x)
    return {};
  SmallVector<Value> operands = {x, *indices};
  if (!table.weights.empty())
    operands.push_back(graph.tensor(x, {outputs, taps}, table.weights));
  graph::ResampleOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  return graph.make<graph::ResampleOp>(operands, properties);
}

/// True where a spatial dim of any size is enlarged by the same steps for each element:
/// each is repeated, or halfway to its neighbours there is nothing to round.
bool ResizeImporter::canEnlarge(int64_t axis, double scale) const {
  RankedTensorType type = node.getInputType(0);
  constexpr double most = 64;
  if (type.getRank() < 3 || axis < 2 || type.isDynamicDim(1) ||
      !isa<FloatType>(type.getElementType()) || scale != std::floor(scale) || scale < 2 ||
      scale > most)
    return false;
  bool isHalfPixel = llvm::is_contained(
      {Coordinates::HalfPixel, Coordinates::HalfPixelSymmetric, Coordinates::PytorchHalfPixel},
      rule.coordinates);
  if (rule.interpolation == Interpolation::Nearest)
    return isHalfPixel
               ? llvm::is_contained({NearestMode::RoundPreferFloor, NearestMode::RoundPreferCeil},
                                    rule.nearest)
               : rule.coordinates == Coordinates::Asymmetric && rule.nearest == NearestMode::Floor;
  return rule.interpolation == Interpolation::Linear && isHalfPixel && !rule.antialias &&
         std::fmod(scale, 2) == 0;
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
  for (size_t number : getOrder())
    if (!tables[number].indices.empty())
      x = resample(x, axes[number], tables[number]);
  bool enlarges = llvm::any_of(dims, [](const ResizeDim &dim) {
    return ShapedType::isDynamic(dim.input) && dim.scale != 1;
  });
  if (x && enlarges)
    x = enlarge(x);
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
  if (failed(resize.readRule()) || failed(readModernRule(node, resize.rule)) ||
      failed(resize.readDims(/*region=*/1, /*scales=*/2, /*sizes=*/3)))
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
