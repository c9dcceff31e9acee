//===-- OpenResize.h - dims resized at run time -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resizes of dims whose sizes, or those of the result, only a run knows.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_OPENRESIZE_H
#define DL_LIB_IMPORT_OPERATORS_OPENRESIZE_H

#include "../NodeImporter.h"
#include "../ResizeTables.h"

namespace dl::onnx_import {

/// A dim that is resized: to how many elements, and by which scale; 0 where it is the quotient of
/// the sizes.
struct OpenResizeDim {
  int64_t axis;
  mlir::AffineExpr output;
  double scale = 0;
  /// Where the data decide these, as scalars of f64: `output` is the most elements. The region is
  /// used by TfCropAndResize only.
  mlir::Value count = {}, ratio = {}, regionBegin = {}, regionEnd = {};
  /// Whether the first form of the operator takes the next element instead of the one before; else
  /// the rule says it.
  mlir::Value takesNext = {};
};

/// The value with one dim resized: positions are computed in f32, those of data in f64, and
/// elements gathered. Fails with an error at the node for rules that need tables. `isInside` is set
/// to flags along the dim: whether positions are inside of the operand.
mlir::FailureOr<mlir::Value> resizeOpenDim(NodeImporter &node, mlir::Value x,
                                           const ResizeRule &rule, const OpenResizeDim &dim,
                                           mlir::Value *isInside = nullptr);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_OPENRESIZE_H
