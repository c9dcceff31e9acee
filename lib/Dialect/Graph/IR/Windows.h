//===-- Windows.h - windows over spatial dims -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The geometry of windows that convolution and pooling share.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_IR_WINDOWS_H
#define LIB_DIALECT_GRAPH_IR_WINDOWS_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

namespace dl::graph {

/// The largest window, stride, pad or dilation that is accepted: products of
/// them stay far from overflow.
constexpr int64_t kMaxWindow = int64_t(1) << 24;

/// The window of one spatial dim, all in elements.
struct Window {
  int64_t extent, stride, padBegin, padEnd, dilation;
  /// Elements from the first to the last that the window covers.
  int64_t span() const { return (extent - 1) * dilation + 1; }
};

llvm::SmallVector<Window> getWindows(llvm::ArrayRef<int64_t> kernel,
                                     llvm::ArrayRef<int64_t> strides, llvm::ArrayRef<int64_t> pads,
                                     llvm::ArrayRef<int64_t> dilations);

/// Checks that there is one positive number for each spatial dim.
llvm::LogicalResult checkPositive(std::optional<mlir::Location> loc, llvm::StringRef name,
                                  llvm::StringRef what, int64_t spatialRank,
                                  llvm::ArrayRef<int64_t> values);

/// Checks strides, pads and dilations for their number and sign.
llvm::LogicalResult checkWindows(std::optional<mlir::Location> loc, llvm::StringRef name,
                                 int64_t spatialRank, llvm::ArrayRef<int64_t> strides,
                                 llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations);

/// The number of windows in one dim; dynamic where the input or window is.
llvm::FailureOr<int64_t> inferWindowDim(std::optional<mlir::Location> loc, llvm::StringRef name,
                                        int64_t dim, int64_t input, const Window &window,
                                        bool ceilMode);

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_IR_WINDOWS_H
