//===-- Isolate.h - a kernel alone ------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of one kernel, to look at it without the model.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_ISOLATE_H
#define DL_DEBUGGING_ISOLATE_H

#include "dl/Debugging/ModuleRuns.h"

#include "mlir/IR/OwningOpRef.h"

namespace dl::debugging {

/// A module of the te level whose @main makes one call of @main of `module`, on inputs of its own;
/// constants come along, since their values can become part of a kernel. Null where the call is
/// none of a kernel. The values of the inputs are appended to `inputs`.
mlir::OwningOpRef<mlir::ModuleOp> isolateKernel(mlir::ModuleOp module, const ObservedCall &call,
                                                llvm::SmallVectorImpl<Tensor> &inputs);

} // namespace dl::debugging

#endif // DL_DEBUGGING_ISOLATE_H
