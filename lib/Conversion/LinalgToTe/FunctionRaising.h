//===-- FunctionRaising.h - raise one function -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the linalg of one function by calls of kernels.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_CONVERSION_LINALGTOTE_FUNCTIONRAISING_H
#define LIB_CONVERSION_LINALGTOTE_FUNCTIONRAISING_H

#include "Dataflow.h"
#include "dl/Conversion/GraphToTe/KernelOutliner.h"

namespace dl {

class FunctionRaising {
public:
  FunctionRaising(mlir::func::FuncOp func, KernelOutliner &outliner)
      : func(func), outliner(outliner), builder(func.getContext()) {}

  /// Replaces the function's linalg; on failure a diagnostic says why.
  llvm::LogicalResult run();

  unsigned getNumCalls() const { return numCalls; }

private:
  llvm::LogicalResult checkContract();
  void addDestinationArguments();
  /// The function's destination for result `number`, seen as the value that is
  /// reshaped to that result.
  mlir::Value viewDestination(unsigned number);
  mlir::Value getDestination(mlir::OpResult root);
  mlir::Value call(const KernelRequest &request, mlir::Value destination);
  void raise(mlir::OpResult root);
  void copyResults();
  void eraseDeadOps();

  mlir::func::FuncOp func;
  KernelOutliner &outliner;
  mlir::OpBuilder builder;
  Dataflow dataflow;
  /// The function result that a stage, reshaped perhaps, is returned as.
  llvm::DenseMap<mlir::Value, unsigned> written;
  llvm::SmallVector<mlir::Value> destinations;
  /// The call's result for each root.
  llvm::MapVector<mlir::Value, mlir::Value> raised;
  unsigned numCalls = 0;
};

} // namespace dl

#endif // LIB_CONVERSION_LINALGTOTE_FUNCTIONRAISING_H
