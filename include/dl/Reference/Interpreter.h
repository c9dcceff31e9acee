//===-- Interpreter.h - interpret a module of any level -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One entry for the levels that have an interpreter.
//
//===----------------------------------------------------------------------===//
#ifndef DL_REFERENCE_INTERPRETER_H
#define DL_REFERENCE_INTERPRETER_H

#include "dl/Reference/TeInterpreter.h"

namespace dl::reference {

/// Loads the dialects that interpreting the graph level builds. Needed once
/// where the context is not that of a pass which depends on them; the other
/// functions here do it themselves.
void loadDialects(mlir::MLIRContext *context);

/// Evaluates a function of the graph or the te level; the operations in it say
/// which. `inputs` are its arguments without the destinations. The observer, which
/// may be null, sees calls of kernels (te) or operators (graph).
llvm::FailureOr<llvm::SmallVector<Tensor>>
runFunction(mlir::func::FuncOp func, llvm::ArrayRef<Tensor> inputs, Observer observer = nullptr);

/// The same for @main of a module.
llvm::FailureOr<llvm::SmallVector<Tensor>>
runModule(mlir::ModuleOp module, llvm::ArrayRef<Tensor> inputs, Observer observer = nullptr);

} // namespace dl::reference

#endif // DL_REFERENCE_INTERPRETER_H
