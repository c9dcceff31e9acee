//===-- TeInterpreter.h - the reference interpreter of te -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates modules, kernels and single te.compute on tensors in memory. It is
// the reference for every later level: sums of floats accumulate in double and
// are rounded once. Errors are diagnostics at the operation; input never makes
// it read outside a tensor.
//
//===----------------------------------------------------------------------===//
#ifndef DL_REFERENCE_TEINTERPRETER_H
#define DL_REFERENCE_TEINTERPRETER_H

#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Support/Tensor.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dl::reference {

/// The tensors of SSA values; a scalar is a tensor of rank 0.
using Values = llvm::DenseMap<mlir::Value, Tensor>;

/// Told after each operation of interest: every call of a kernel at the te
/// level, every operation at the graph level. Its operands, of a call without the
/// destinations, and its results.
using Observer = llvm::function_ref<void(mlir::Operation *, llvm::ArrayRef<Tensor> operands,
                                         llvm::ArrayRef<Tensor> results)>;

/// Evaluates one te.compute. Its sources and the scalars that it takes from
/// outside must be in `values`, or be constants. Failure has been reported.
llvm::FailureOr<llvm::SmallVector<Tensor>> evaluateCompute(te::ComputeOp op, const Values &values);

/// Evaluates the operations of a block of the te level up to its terminator and
/// returns the values of the terminator's operands. `values` holds those of the
/// block's arguments that are not destinations; values that no later operation
/// needs are dropped from it. `observer` may be null.
llvm::FailureOr<llvm::SmallVector<Tensor>> evaluateBlock(mlir::Block &block, Values &values,
                                                         Observer observer = nullptr);

/// Evaluates a function of the te level. `inputs` are its operands without the
/// destinations; their types are checked.
llvm::FailureOr<llvm::SmallVector<Tensor>> evaluateFunction(mlir::func::FuncOp func,
                                                            llvm::ArrayRef<Tensor> inputs,
                                                            Observer observer = nullptr);

/// The same for a kernel.
inline llvm::FailureOr<llvm::SmallVector<Tensor>> evaluateKernel(mlir::func::FuncOp kernel,
                                                                 llvm::ArrayRef<Tensor> inputs) {
  return evaluateFunction(kernel, inputs);
}

/// Evaluates @main of a module of the te level.
llvm::FailureOr<llvm::SmallVector<Tensor>>
evaluateMain(mlir::ModuleOp module, llvm::ArrayRef<Tensor> inputs, Observer observer = nullptr);

} // namespace dl::reference

#endif // DL_REFERENCE_TEINTERPRETER_H
