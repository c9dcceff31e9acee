//===-- ResizeTables.cpp - which elements make a resized one ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ResizeTables.h.
//
//===----------------------------------------------------------------------===//
#include "ResizeTables.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>
#include <cmath>

using namespace dl::onnx_import;

std::optional<Coordinates> dl::onnx_import::parseCoordinates(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Coordinates>>(name)
      .Case("half_pixel", Coordinates::HalfPixel)
      .Case("half_pixel_symmetric", Coordinates::HalfPixelSymmetric)
      .Case("pytorch_half_pixel", Coordinates::PytorchHalfPixel)
      .Case("align_corners", Coordinates::AlignCorners)
      .Case("asymmetric", Coordinates::Asymmetric)
      .Case("tf_half_pixel_for_nn", Coordinates::TfHalfPixelForNn)
      .Case("tf_crop_and_resize", Coordinates::TfCropAndResize)
      .Default(std::nullopt);
}

std::optional<NearestMode> dl::onnx_import::parseNearestMode(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<NearestMode>>(name)
      .Case("round_prefer_floor", NearestMode::RoundPreferFloor)
      .Case("round_prefer_ceil", NearestMode::RoundPreferCeil)
      .Case("floor", NearestMode::Floor)
      .Case("ceil", NearestMode::Ceil)
      .Default(std::nullopt);
}

/// The position in the input of element `x` of the result.
static double getPosition(Coordinates coordinates, const ResizeDim &dim, double x) {
  double input = static_cast<double>(dim.input), width = dim.scale * input;
  double centred = (x + 0.5) / dim.scale - 0.5;
  switch (coordinates) {
  case Coordinates::HalfPixel:
    return centred;
  case Coordinates::HalfPixelSymmetric:
    return centred + input / 2 * (1 - static_cast<double>(dim.output) / width);
  case Coordinates::PytorchHalfPixel:
    return dim.output == 1 ? -0.5 : centred;
  case Coordinates::AlignCorners:
    return dim.output == 1 ? 0 : x * (input - 1) / (width - 1);
  case Coordinates::Asymmetric:
    return x / dim.scale;
  case Coordinates::TfHalfPixelForNn:
    return (x + 0.5) / dim.scale;
  case Coordinates::TfCropAndResize: {
    double begin = dim.regionBegin * (input - 1), end = dim.regionEnd * (input - 1);
    if (dim.output == 1)
      return (begin + end) / 2;
    return begin + x * (end - begin) / (width - 1);
  }
  }
  return 0;
}

static double roundNearest(NearestMode mode, double position) {
  switch (mode) {
  case NearestMode::RoundPreferFloor:
    return std::ceil(position - 0.5);
  case NearestMode::RoundPreferCeil:
    return std::floor(position + 0.5);
  case NearestMode::Floor:
    return std::floor(position);
  case NearestMode::Ceil:
    return std::ceil(position);
  }
  return 0;
}

/// The filter's value at a distance from the position.
static double getFilter(const ResizeRule &rule, double distance) {
  double x = std::fabs(distance), a = rule.cubicCoefficient;
  if (rule.interpolation == Interpolation::Linear)
    return std::max(0.0, 1 - x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

/// Taps outside of a widened filter are no terms: where the input is infinite, zero times it
/// would be NaN. They take a share of the tap that weighs most.
static void shareWeights(llvm::MutableArrayRef<int64_t> indices,
                         llvm::MutableArrayRef<double> weights) {
  auto weighsLess = [](double x, double y) { return std::fabs(x) < std::fabs(y); };
  size_t most = std::max_element(weights.begin(), weights.end(), weighsLess) - weights.begin();
  double share = weights[most] / static_cast<double>(llvm::count(weights, 0.0) + 1);
  weights[most] = 0;
  int64_t index = indices[most];
  for (auto [tapIndex, weight] : llvm::zip_equal(indices, weights))
    if (weight == 0) {
      tapIndex = index;
      weight = share;
    }
}

ResizeTable dl::onnx_import::makeResizeTable(const ResizeRule &rule, const ResizeDim &dim) {
  ResizeTable table;
  bool isNearest = rule.interpolation == Interpolation::Nearest;
  double reach = rule.interpolation == Interpolation::Linear ? 1 : 2;
  // Shrinking with antialiasing widens the filter.
  double zoom = rule.antialias ? std::min(dim.scale, 1.0) : 1;
  if (!isNearest)
    table.taps = 2 * static_cast<size_t>(std::ceil(reach / zoom));
  double last = static_cast<double>(dim.input - 1);
  for (int64_t output = 0; output < dim.output; ++output) {
    double position = getPosition(rule.coordinates, dim, static_cast<double>(output));
    table.inside.push_back(position >= 0 && position <= last);
    if (isNearest) {
      // Before the conversion: a position may be beyond all integers.
      double index = std::clamp(roundNearest(rule.nearest, position), 0.0, last);
      table.indices.push_back(static_cast<int64_t>(index));
      continue;
    }
    position = std::clamp(position, -last - 4, 2 * last + 4);
    int64_t first =
        static_cast<int64_t>(std::floor(position)) + 1 - static_cast<int64_t>(table.taps / 2);
    double sum = 0;
    for (size_t tap = 0; tap < table.taps; ++tap) {
      int64_t index = first + static_cast<int64_t>(tap);
      double weight = getFilter(rule, (static_cast<double>(index) - position) * zoom);
      if (rule.excludeOutside && (index < 0 || index >= dim.input))
        weight = 0;
      table.indices.push_back(index);
      table.weights.push_back(weight);
      sum += weight;
    }
    if (sum != 0)
      for (size_t tap = 0; tap < table.taps; ++tap)
        table.weights[table.weights.size() - table.taps + tap] /= sum;
    if (zoom < 1)
      shareWeights(llvm::MutableArrayRef(table.indices).take_back(table.taps),
                   llvm::MutableArrayRef(table.weights).take_back(table.taps));
  }
  return table;
}
