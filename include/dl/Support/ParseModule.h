//===-- ParseModule.h - modules in files that passes read -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_PARSEMODULE_H
#define DL_SUPPORT_PARSEMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace dl {

/// The module in a file of MLIR. Null, with an error that says why, where the file cannot be
/// opened or parsed, or is nested too deep (Nesting.h).
mlir::OwningOpRef<mlir::ModuleOp> parseModule(llvm::StringRef file, mlir::MLIRContext *context);

} // namespace dl

#endif // DL_SUPPORT_PARSEMODULE_H
