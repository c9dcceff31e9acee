//===-- DataSelection.h - selections by numbers of a run --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices and parts whose bounds only a run knows. A dim of the result has room for the
// operand's, and the run counts what was selected.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_DATASELECTION_H
#define DL_LIB_IMPORT_OPERATORS_DATASELECTION_H

#include "../NodeImporter.h"

namespace dl::onnx_import {

/// Slice: starts, ends, and perhaps axes and steps, are the inputs from 1 on.
llvm::LogicalResult importDataSlice(NodeImporter &node);
/// The parts of input 0 along an axis, as many as input 1 has extents.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> splitByData(NodeImporter &node, int64_t axis,
                                                            int64_t count);
/// Split along an axis: input 1 has the extents of the parts.
llvm::LogicalResult importDataSplit(NodeImporter &node, int64_t axis);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_DATASELECTION_H
