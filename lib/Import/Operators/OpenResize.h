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
};

/// The value with one dim resized: positions are computed in f32 and elements gathered. Fails with
/// an error at the node for rules that need tables.
mlir::FailureOr<mlir::Value> resizeOpenDim(NodeImporter &node, mlir::Value x,
                                           const ResizeRule &rule, const OpenResizeDim &dim);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_OPENRESIZE_H
