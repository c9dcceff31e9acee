//===-- Evaluation.h - shared by the interpreters -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internals of the interpreters: values of SSA values and inputs of functions.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REFERENCE_EVALUATION_H
#define DL_LIB_REFERENCE_EVALUATION_H

#include "dl/Reference/TeInterpreter.h"

namespace dl::reference {

/// A value that is known, or that a constant defines; null otherwise.
Tensor getValue(mlir::Value value, const Values &values);

/// A tensor of its own for what an operation makes. Null after a diagnostic where there is
/// not so much memory.
Tensor makeTensor(mlir::Operation *op, ElementType type, llvm::ArrayRef<int64_t> shape);

/// Drops the operands of `op` that no later operation of its block uses.
void dropDeadOperands(mlir::Operation *op, Values &values);

/// Binds the inputs to the arguments that are no destinations, or reports how
/// they do not fit.
llvm::LogicalResult bindInputs(mlir::func::FuncOp func, llvm::ArrayRef<Tensor> inputs,
                               Values &values);

/// The values of a terminator's operands.
llvm::FailureOr<llvm::SmallVector<Tensor>> getTerminatorValues(mlir::Block &block,
                                                               const Values &values);

} // namespace dl::reference

#endif // DL_LIB_REFERENCE_EVALUATION_H
