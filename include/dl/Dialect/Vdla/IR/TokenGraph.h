//===-- TokenGraph.h - tokens of a program, to change -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which instruction waits for which, apart from the operations that say it, since an operation's
// results cannot change.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_TOKENGRAPH_H
#define DL_DIALECT_VDLA_IR_TOKENGRAPH_H

#include "dl/Dialect/Vdla/IR/Programs.h"

namespace dl::vdla {

/// A program of the token level: its instructions in order, and who gives a token to whom.
struct TokenGraph {
  LocatedProgram instructions;
  llvm::SmallVector<Stage> stages;
  /// Of each instruction those that it waits for, in order; the same one may be there twice.
  llvm::SmallVector<llvm::SmallVector<int64_t>> waits;
};

/// Reads a program of the token level. Emits errors at its operations.
mlir::FailureOr<TokenGraph> readTokenGraph(ProgramOp op, const DeviceModel &model);

/// Makes the operations of a program those of a graph, at the places of `instructions.operations`.
void writeTokenGraph(ProgramOp op, const DeviceModel &model, const TokenGraph &graph);

/// Lets `change` change the tokens of each program of the token level in `root`, until it fails.
mlir::LogicalResult changeTokens(
    mlir::Operation *root,
    llvm::function_ref<mlir::LogicalResult(ProgramOp, const DeviceModel &, TokenGraph &)> change);

} // namespace dl::vdla

#endif // DL_DIALECT_VDLA_IR_TOKENGRAPH_H
