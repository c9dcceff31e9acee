//===-- ResizeDims.cpp - the dims that Resize asks for ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scales, sizes and regions of Resize and Upsample, as constants or as sizes that only a run knows.
//
//===----------------------------------------------------------------------===//
#include "ResizeImporter.h"

#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

FailureOr<SmallVector<double>> ResizeImporter::getNumbers(unsigned index, StringRef what) {
  if (!node.getInput(index) || llvm::is_contained(node.getInputType(index).getShape(), 0))
    return SmallVector<double>();
  return node.getConstantNumbers(index, what);
}

LogicalResult ResizeImporter::takeAxes(size_t count, StringRef what) {
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, node.getInputRank(0)));
  if (count == axes.size())
    return success();
  return node.emitError() << "expected " << axes.size() << " " << what << ", one for each dim, got "
                          << count;
}

LogicalResult ResizeImporter::setScales(ArrayRef<double> scales) {
  if (failed(takeAxes(scales.size(), "scales")))
    return failure();
  RankedTensorType type = node.getInputType(0);
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
    // Of a quotient of small numbers the size is an expression.
    constexpr int64_t divisor = 64;
    if (double scaled = scale * divisor; ShapedType::isDynamic(input) && scale > 0 &&
                                         scaled == std::floor(scaled) && scaled <= (1 << 20)) {
      AffineExpr from = node.getDims(node.getInput(0))[axis];
      AffineExpr size = normalizeSize((from * static_cast<int64_t>(scaled)).floorDiv(divisor));
      dims.push_back({input, input, 1});
      openDims.push_back({axis, size, scale});
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
  if (failed(takeAxes(sizes.size(), "sizes")))
    return failure();
  RankedTensorType type = node.getInputType(0);
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

LogicalResult ResizeImporter::setOpenSizes(ArrayRef<AffineExpr> sizes) {
  if (failed(takeAxes(sizes.size(), "sizes")))
    return failure();
  RankedTensorType type = node.getInputType(0);
  if (node.getString("keep_aspect_ratio_policy", "stretch") != "stretch")
    return node.emitError() << "requires static dims for 'keep_aspect_ratio_policy', got " << type;
  Dims from = node.getDims(node.getInput(0));
  for (auto [axis, size] : llvm::zip_equal(axes, sizes)) {
    auto has = dyn_cast<AffineConstantExpr>(from[axis]), wants = dyn_cast<AffineConstantExpr>(size);
    constexpr int64_t most = 1 << 24;
    if ((has && has.getValue() < 1) || (wants && (wants.getValue() < 1 || wants.getValue() > most)))
      return node.emitError() << "requires sizes from 1 to " << most << ", got " << type
                              << " and size " << node.getSizeTracker().toString(size) << " of dim "
                              << axis;
    if (has && wants) {
      double scale = double(wants.getValue()) / double(has.getValue());
      dims.push_back({has.getValue(), wants.getValue(), scale});
      continue;
    }
    int64_t input = type.getDimSize(axis);
    dims.push_back({input, input, 1});
    if (from[axis] != size)
      openDims.push_back({axis, size});
  }
  return success();
}

LogicalResult ResizeImporter::readAxes() {
  int64_t rank = node.getInputRank(0);
  // In the order that is given.
  for (int64_t axis : node.getInts("axes")) {
    FailureOr<int64_t> normal = node.normalizeAxis(axis, rank);
    if (failed(normal))
      return failure();
    axes.push_back(*normal);
  }
  return success(succeeded(node.normalizeAxes(axes, rank)));
}

LogicalResult ResizeImporter::readDims(unsigned region, unsigned scales, unsigned sizes) {
  if (failed(readAxes()))
    return failure();
  // Sizes that follow from those of the model's inputs.
  if (node.getInput(sizes) && !llvm::is_contained(node.getInputType(sizes).getShape(), 0)) {
    std::optional<Contents> known = node.getSizeTracker().getContents(node.getInput(sizes));
    bool isOpen = known && !(node.getInputType(0).hasStaticShape() &&
                             llvm::all_of(*known, [](auto &size) { return size.isConstant(); }));
    if (isOpen)
      return setOpenSizes(
          llvm::map_to_vector(*known, [](const SizeNumber &number) { return number.size; }));
  }
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
