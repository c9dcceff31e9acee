//===-- Learning.h - scores and labels --------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What linear models and trees of ai.onnx.ml have in common.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_LEARNING_H
#define DL_LIB_IMPORT_OPERATORS_LEARNING_H

#include "../NodeImporter.h"

namespace dl::onnx_import {

/// The input's features as f32, a row for each sample; one sample may have no dim for that.
mlir::Value getFeatures(NodeImporter &node);
/// What is done to scores, rows of one for each class or target, at last: NONE, LOGISTIC, SOFTMAX
/// or SOFTMAX_ZERO.
mlir::FailureOr<mlir::Value> transformScores(NodeImporter &node, mlir::Value scores,
                                             llvm::StringRef transform);
/// Sets the first result to the labels at positions, a row for each sample. Labels that are
/// strings, of which `labels` is empty, are none of a library's results.
llvm::LogicalResult setLabels(NodeImporter &node, llvm::ArrayRef<int64_t> labels,
                              mlir::Value positions);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_LEARNING_H
