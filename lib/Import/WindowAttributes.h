//===-- WindowAttributes.h - ONNX attributes of a window --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators that slide a window share: defaults of strides, dilations and
// pads, and automatic padding.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_WINDOWATTRIBUTES_H
#define DL_LIB_IMPORT_WINDOWATTRIBUTES_H

#include "NodeImporter.h"

namespace dl::onnx_import {

/// The window's attributes, complete and checked.
struct WindowAttributes {
  llvm::SmallVector<int64_t> kernel, strides, dilations, pads;

  int64_t span(size_t dim) const { return (kernel[dim] - 1) * dilations[dim] + 1; }
};

/// Checks the number of an attribute's entries and that they are in [min, 2^31), so
/// that sums and products of a few of them do not overflow.
llvm::LogicalResult checkEntries(NodeImporter &node, llvm::StringRef name,
                                 llvm::ArrayRef<int64_t> entries, size_t count, int64_t min);

/// Checks that the input has batch, channels and at least one spatial dim.
llvm::LogicalResult checkSpatialInput(NodeImporter &node);

/// Reads strides, dilations and pads for a window of `kernel` elements over the
/// spatial dims of input 0, without automatic padding.
mlir::FailureOr<WindowAttributes> getWindow(NodeImporter &node, llvm::ArrayRef<int64_t> kernel);

/// The same with pads made by `auto_pad` so that each spatial extent becomes
/// ceil(extent / stride); an odd one goes to the end (SAME_UPPER) or to the beginning
/// (SAME_LOWER).
/// Over dims that only a run knows, in strides other than 1, the node's first input is padded
/// with `openPadValue` where that is given, else they are an error.
mlir::FailureOr<WindowAttributes>
getPaddedWindow(NodeImporter &node, llvm::ArrayRef<int64_t> kernel,
                std::optional<double> openPadValue = std::nullopt);

/// The kernel of weights in input `index`, which 'kernel_shape' must agree with.
mlir::FailureOr<llvm::SmallVector<int64_t>> getKernelOfWeights(NodeImporter &node, unsigned index);

enum class AutoPad { NotSet, Valid, SameUpper, SameLower };
/// Checks that the mode is known and that there are no pads beside one.
mlir::FailureOr<AutoPad> getAutoPad(NodeImporter &node, llvm::ArrayRef<int64_t> pads);

/// Gives a window's strides, dilations and pads to the op's properties.
template <typename Properties>
void setWindow(NodeImporter &node, const WindowAttributes &window, Properties &properties) {
  mlir::Builder &builder = node.getBuilder();
  properties.strides = builder.getDenseI64ArrayAttr(window.strides);
  properties.dilations = builder.getDenseI64ArrayAttr(window.dilations);
  properties.pads = builder.getDenseI64ArrayAttr(window.pads);
}

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_WINDOWATTRIBUTES_H
