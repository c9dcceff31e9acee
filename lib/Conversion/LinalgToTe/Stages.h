//===-- Stages.h - te.compute from linalg -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the te.compute that makes one result of a linalg operation, of tensor.pad,
// tensor.concat or tensor.insert_slice, or of an operation that moves elements.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_CONVERSION_LINALGTOTE_STAGES_H
#define LIB_CONVERSION_LINALGTOTE_STAGES_H

#include "Access.h"
#include "Body.h"

namespace dl {

/// What `result` reads: operands looked through, the initial value of a reduction
/// included where it matters.
struct StageRead {
  Access access;
  /// At indices known at run time only.
  bool isWhole = false;
  /// The source is read as a tensor even where every element is the same.
  bool asTensor = false;

  /// The scalar that stands for the read, if it needs no tensor.
  mlir::TypedAttr getScalar() const;
};
llvm::SmallVector<StageRead> getStageReads(mlir::OpResult result);

/// The scalar that every read of a tensor gives: behind a splat constant or a fill
/// with a constant; null otherwise.
mlir::TypedAttr getSplat(const Access &access);

/// Emits the read inside a stage with the axes `positions`.
mlir::Value emitRead(mlir::OpBuilder &builder, mlir::Location loc, const Access &access,
                     mlir::ValueRange positions,
                     llvm::function_ref<mlir::Value(mlir::Value)> getInput);

/// Stages that read tensors under conditions: tensor.pad, tensor.concat,
/// tensor.insert_slice. The functions are those for all stages.
bool isGuarded(mlir::OpResult result);
llvm::LogicalResult checkGuardedStage(mlir::OpResult result);
llvm::SmallVector<StageRead> getGuardedReads(mlir::OpResult result);
mlir::Value buildGuardedStage(mlir::OpBuilder &builder, mlir::OpResult result, llvm::StringRef name,
                              llvm::function_ref<mlir::Value(mlir::Value)> getInput);

/// A word for the kernel's name: matmul, add, pad.
std::string getStageWord(mlir::OpResult result);

/// Reports why `result` cannot become a stage.
llvm::LogicalResult checkStage(mlir::OpResult result);

/// Emits the stages of `result`; the last one is named `name`. `getInput` gives the
/// value inside the kernel for the source of a read. Requires checkStage.
mlir::Value buildStage(mlir::OpBuilder &builder, mlir::OpResult result, llvm::StringRef name,
                       llvm::function_ref<mlir::Value(mlir::Value)> getInput);

/// A stage that copies a tensor.
mlir::Value buildCopyStage(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                           llvm::StringRef name,
                           llvm::function_ref<mlir::Value(mlir::Value)> getInput);

} // namespace dl

#endif // LIB_CONVERSION_LINALGTOTE_STAGES_H
