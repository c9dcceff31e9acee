//===-- FunctionLowering.h - lower one function -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the body of one function of graph operators to calls of kernels.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_CONVERSION_GRAPHTOTE_FUNCTIONLOWERING_H
#define LIB_CONVERSION_GRAPHTOTE_FUNCTIONLOWERING_H

#include "KernelOutliner.h"

#include "mlir/IR/IRMapping.h"

namespace dl {

class FunctionLowering {
public:
  FunctionLowering(mlir::func::FuncOp func, KernelOutliner &outliner)
      : func(func), outliner(outliner), builder(func.getContext()), sizes(func) {}

  /// Replaces the function's graph operators; on failure a diagnostic says why.
  llvm::LogicalResult run();

  unsigned getNumCalls() const { return numCalls; }

private:
  llvm::LogicalResult checkContract();
  void addDestinationArguments();
  llvm::LogicalResult lowerOperator(mlir::Operation *op);
  llvm::LogicalResult copyResults();
  mlir::Value buildView(mlir::Location loc, mlir::Value source, mlir::RankedTensorType type);
  mlir::FailureOr<mlir::Value> buildDynamicView(mlir::Operation *op, mlir::Value source,
                                                mlir::RankedTensorType type,
                                                llvm::ArrayRef<int64_t> shape);
  void describeDestination(unsigned result, const Dims &dims);
  mlir::Value getDestination(mlir::OpResult result, const Dims &dims);
  /// Calls the kernel of a request; `getDestination` is asked for each result.
  llvm::LogicalResult call(const KernelRequest &request,
                           llvm::function_ref<mlir::Value(unsigned, const Dims &)> getDestination,
                           llvm::SmallVectorImpl<mlir::Value> &results);

  mlir::func::FuncOp func;
  KernelOutliner &outliner;
  mlir::OpBuilder builder;
  /// From graph values to te-level values.
  mlir::IRMapping mapping;
  /// The function result that each graph value is written into, if it is one's.
  llvm::DenseMap<mlir::Value, unsigned> written;
  llvm::SmallVector<mlir::Value> destinations;
  /// What is known of sizes that types show as `?`, by te-level values.
  SymbolicSizes sizes;
  unsigned numCalls = 0;
};

} // namespace dl

#endif // LIB_CONVERSION_GRAPHTOTE_FUNCTIONLOWERING_H
