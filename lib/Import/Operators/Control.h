//===-- Control.h - regions of operators with graphs ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operators that have graphs as attributes build their ops with.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_CONTROL_H
#define DL_LIB_IMPORT_OPERATORS_CONTROL_H

#include "../NodeImporter.h"

namespace dl::onnx_import {

void yieldAtEnd(NodeImporter &node, mlir::Block *block, mlir::ValueRange values);

/// A shell of an op for regions to be imported into, before result types are known.
mlir::Operation *createShell(NodeImporter &node, llvm::StringRef name, unsigned numRegions);

/// Makes a scan of a shell whose block holds the body: its results.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
buildScan(NodeImporter &node, mlir::Operation *shell, mlir::ValueRange states,
          mlir::ValueRange inputs, mlir::ValueRange yielded, llvm::ArrayRef<bool> reverseInputs,
          llvm::ArrayRef<bool> reverseOutputs);

/// A scan over one tensor whose body makes, of the states and a slice, the next states and the
/// outputs' slices, in order: the scan's results.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
buildScan(NodeImporter &node, llvm::ArrayRef<mlir::Value> states, mlir::Value input,
          llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Block::BlockArgListType)> body);

/// The same of a shell, which are the node's results.
llvm::LogicalResult createScan(NodeImporter &node, mlir::Operation *shell, mlir::ValueRange states,
                               mlir::ValueRange inputs, mlir::ValueRange yielded,
                               llvm::ArrayRef<bool> reverseInputs,
                               llvm::ArrayRef<bool> reverseOutputs);

/// A Loop that carries sequences: its body once for each step, whose number must be known.
llvm::LogicalResult importUnrolledLoop(NodeImporter &node);

/// What a loop carries must keep its type.
llvm::LogicalResult checkStates(NodeImporter &node, mlir::ValueRange states,
                                llvm::ArrayRef<mlir::Value> next);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_CONTROL_H
