//===-- ControlFlow.h - interpret branches and loops ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow of the graph and te levels, whose blocks the level's interpreter
// evaluates.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REFERENCE_CONTROLFLOW_H
#define DL_LIB_REFERENCE_CONTROLFLOW_H

#include "Evaluation.h"

namespace dl::reference {

/// Evaluates a block whose arguments are bound; the values of its terminator.
using BlockEvaluator =
    llvm::function_ref<llvm::FailureOr<llvm::SmallVector<Tensor>>(mlir::Block &)>;

/// True for operations of a level that hold blocks to evaluate.
bool isGraphControl(mlir::Operation *op);
bool isTeControl(mlir::Operation *op);

/// graph.if, graph.while and graph.scan.
llvm::FailureOr<llvm::SmallVector<Tensor>> evaluateGraphControl(mlir::Operation *op,
                                                                llvm::ArrayRef<Tensor> operands,
                                                                Values &values,
                                                                BlockEvaluator evaluateBlock);

/// scf.if, scf.for and scf.while; what is only a destination has no value.
llvm::FailureOr<llvm::SmallVector<Tensor>> evaluateTeControl(mlir::Operation *op, Values &values,
                                                             BlockEvaluator evaluateBlock);

/// The part of a tensor at one position of its first dim, on the same storage. Null,
/// with a diagnostic at `op`, if there is none.
Tensor getStep(mlir::Operation *op, const Tensor &sequence, int64_t position);

/// A copy of `sequence`, which is of type `type` and may be null, with a value at one
/// position. Null, with a diagnostic at `op`, if there is none.
Tensor insertStep(mlir::Operation *op, const Tensor &sequence, mlir::RankedTensorType type,
                  int64_t position, const Tensor &value);

} // namespace dl::reference

#endif // DL_LIB_REFERENCE_CONTROLFLOW_H
