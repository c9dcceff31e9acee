//===-- Compaction.h - elements for which a flag holds ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators with results of a count that only the data decide are made of.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_COMPACTION_H
#define DL_LIB_IMPORT_OPERATORS_COMPACTION_H

#include "../GraphExpression.h"

namespace dl::onnx_import {

/// The number of elements of a shape.
mlir::AffineExpr countElements(NodeImporter &node, const Dims &dims);

/// The number of flags that hold, of a list of bools: a tensor of one i64. Null after an error.
mlir::Value countFlags(NodeImporter &node, mlir::Value flags);

/// The positions of the flags that hold, in order, of a list of bools: as many i64 as there are
/// flags, of which those beyond `countFlags` are 0. Null after an error.
mlir::Value findPlaces(NodeImporter &node, mlir::Value flags);

/// Sums of numbers, each added at its position of a list of `size`; positions are in it.
mlir::Value addAt(NodeImporter &node, mlir::AffineExpr size, mlir::Value positions,
                  mlir::Value numbers);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_COMPACTION_H
