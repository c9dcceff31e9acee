//===-- Dataflow.h - which stages there are and who shares a kernel -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of a function that have to be computed, who reads them, and how they
// are grouped into kernels.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_CONVERSION_LINALGTOTE_DATAFLOW_H
#define LIB_CONVERSION_LINALGTOTE_DATAFLOW_H

#include "Stages.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace dl {

/// What decides whether a stage may join its readers' kernel.
enum class StageKind {
  /// No reduction: elementwise arithmetic, copies.
  Pointwise,
  /// Padding, concatenation, insertion.
  Guarded,
  /// A reduction that reads each element once.
  Reduction,
  /// A reduction over several operands that reads elements many times.
  Contraction
};

/// One result that a kernel computes.
struct Stage {
  StageKind kind;
  llvm::SmallVector<StageRead> reads;
  /// Stages that read this one; those of its kernel come later in the function.
  llvm::SetVector<mlir::OpResult> readers;
  /// True if the caller needs the tensor: it is returned or reshaped.
  bool escapes = false;
  /// The last stage of the kernel that this one is part of.
  mlir::OpResult root;
};

class Dataflow {
public:
  /// Finds what the function's results need. On failure a diagnostic says which
  /// operation has no place in te.
  llvm::LogicalResult build(mlir::func::FuncOp func);

  /// Puts each stage into the kernel of its readers or into one of its own.
  void group();

  const Stage *lookup(mlir::Value value) const;
  /// The stages of a kernel in program order, the root last.
  llvm::SmallVector<mlir::OpResult> getMembers(mlir::OpResult root) const;
  /// The last stages of all kernels in program order.
  llvm::SmallVector<mlir::OpResult> getRoots() const;

private:
  llvm::LogicalResult need(mlir::Value value);
  bool mayJoin(mlir::OpResult result, const Stage &stage, mlir::OpResult root) const;

  llvm::DenseMap<mlir::Value, Stage> stages;
  /// All stages in program order.
  llvm::SmallVector<mlir::OpResult> order;
};

} // namespace dl

#endif // LIB_CONVERSION_LINALGTOTE_DATAFLOW_H
