//===-- OpenSelection.h - slices, pads, repeats by sizes --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slice, Pad and Tile whose bounds and counts are sizes that only a run knows.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_OPENSELECTION_H
#define DL_LIB_IMPORT_OPERATORS_OPENSELECTION_H

#include "../NodeImporter.h"

namespace dl::onnx_import {

/// The elements [start, end) by a positive step of a dim, where sizes decide: gathered one by one.
mlir::FailureOr<mlir::Value> sliceOpen(NodeImporter &node, mlir::Value value, int64_t axis,
                                       mlir::AffineExpr start, mlir::AffineExpr end, int64_t step);

/// Pads whose numbers follow from sizes: tensors of the value at both ends of each dim.
llvm::LogicalResult importOpenPad(NodeImporter &node, llvm::ArrayRef<mlir::AffineExpr> pads,
                                  llvm::ArrayRef<int64_t> axes);

/// Repeats of sizes that only a run knows: a dim for the repeats in front of each that is
/// repeated, which is filled and then joined.
llvm::LogicalResult importOpenTile(NodeImporter &node, llvm::ArrayRef<mlir::AffineExpr> repeats);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_OPENSELECTION_H
