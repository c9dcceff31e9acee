//===-- GraphInterpreter.h - the reference interpreter of graph -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates functions of the graph level on tensors in memory. Each operator is
// executed by its own te program, so that the programs themselves are tested
// against oracles of foreign make.
//
//===----------------------------------------------------------------------===//
#ifndef DL_REFERENCE_GRAPHINTERPRETER_H
#define DL_REFERENCE_GRAPHINTERPRETER_H

#include "dl/Reference/TeInterpreter.h"

namespace dl::reference {

/// Evaluates one operator or group of the graph dialect; operands are in order.
/// `observer`, which may be null, sees the operators of a group one by one.
llvm::FailureOr<llvm::SmallVector<Tensor>>
evaluateGraphOp(mlir::Operation *op, llvm::ArrayRef<Tensor> operands, Observer observer = nullptr);

/// Evaluates a function of the graph level. The observer sees every operator
/// that is no constant, those of a group before the group itself. Types may have
/// dynamic sizes: those of the inputs decide.
llvm::FailureOr<llvm::SmallVector<Tensor>>
evaluateGraph(mlir::func::FuncOp func, llvm::ArrayRef<Tensor> inputs, Observer observer = nullptr);

} // namespace dl::reference

#endif // DL_REFERENCE_GRAPHINTERPRETER_H
