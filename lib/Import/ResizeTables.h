//===-- ResizeTables.h - which elements make a resized one ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of ONNX's Resize for one dim: from a position in the result to
// elements of the input and their weights. No IR.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_RESIZETABLES_H
#define DL_LIB_IMPORT_RESIZETABLES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace dl::onnx_import {

/// From positions in the result to positions in the input.
enum class Coordinates {
  HalfPixel,
  HalfPixelSymmetric,
  PytorchHalfPixel,
  AlignCorners,
  Asymmetric,
  TfHalfPixelForNn,
  TfCropAndResize
};
std::optional<Coordinates> parseCoordinates(llvm::StringRef name);

enum class NearestMode { RoundPreferFloor, RoundPreferCeil, Floor, Ceil };
std::optional<NearestMode> parseNearestMode(llvm::StringRef name);

enum class Interpolation { Nearest, Linear, Cubic };

/// How all dims are resized.
struct ResizeRule {
  Interpolation interpolation = Interpolation::Nearest;
  Coordinates coordinates = Coordinates::HalfPixel;
  NearestMode nearest = NearestMode::RoundPreferFloor;
  double cubicCoefficient = -0.75;
  bool excludeOutside = false, antialias = false;
};

/// One dim that is resized; the region is used by TfCropAndResize only.
struct ResizeDim {
  int64_t input, output;
  double scale, regionBegin = 0, regionEnd = 1;
};

/// For each element of the result `taps` indices, which may lie outside of the input
/// (the nearest inside counts), and weights; and whether it is inside of the input at
/// all. Nearest has one tap of weight one.
struct ResizeTable {
  size_t taps = 1;
  std::vector<int64_t> indices;
  std::vector<double> weights;
  std::vector<bool> inside;
};
ResizeTable makeResizeTable(const ResizeRule &rule, const ResizeDim &dim);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_RESIZETABLES_H
