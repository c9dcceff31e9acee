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

/// The op with the shell's regions; the shell goes.
mlir::Operation *replaceShell(NodeImporter &node, mlir::Operation *shell, mlir::ValueRange operands,
                              mlir::TypeRange results);

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

/// True as long as the condition holds and the number is below the count; either may be null.
mlir::FailureOr<mlir::Value> createContinue(NodeImporter &node, mlir::Value condition,
                                            mlir::Value number, mlir::Value count);

/// When a Loop ends: at a trip count or where a condition no longer holds, both of which may be
/// null, and for how many steps there is room.
struct LoopEnd {
  mlir::Value count, condition;
  mlir::AffineExpr most;
};

/// A Loop of which only the data decide how many steps it takes, with outputs that are stacked.
/// The shell's block holds the body: its arguments are the states and the number of the step,
/// `next` has a condition, the next states and the slices of the outputs.
llvm::LogicalResult createCountedLoop(NodeImporter &node, mlir::Operation *shell,
                                      const LoopEnd &end, mlir::ValueRange states,
                                      llvm::ArrayRef<mlir::Value> next);

/// What a loop carries must keep its type.
llvm::LogicalResult checkStates(NodeImporter &node, mlir::ValueRange states,
                                llvm::ArrayRef<mlir::Value> next);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_CONTROL_H
