//===-- StageSizes.h - sizes that a kernel computes -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of tensors and what follows from them, for stages whose extents are not those of
// what they read: numbers where types have them, else index values of the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_IR_STAGESIZES_H
#define LIB_DIALECT_GRAPH_IR_STAGESIZES_H

#include "Windows.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace dl::graph {

class SizeBuilder {
public:
  SizeBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::OpFoldResult number(int64_t value) { return builder.getIndexAttr(value); }
  /// The size of a tensor in a dim.
  mlir::OpFoldResult dim(mlir::Value tensor, int64_t dim);
  llvm::SmallVector<mlir::OpFoldResult> dims(mlir::Value tensor);
  /// `factor * size + offset`.
  mlir::OpFoldResult linear(mlir::OpFoldResult size, int64_t factor, int64_t offset);
  /// `(size + offset) floordiv divisor`, where size + offset is not negative.
  mlir::OpFoldResult divide(mlir::OpFoldResult size, int64_t offset, int64_t divisor);
  mlir::OpFoldResult add(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult multiply(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  /// How many windows there are along a dim of a size, as `inferWindowDim` says it.
  mlir::OpFoldResult windows(mlir::OpFoldResult size, const Window &window, bool ceilMode);

private:
  mlir::Value value(mlir::OpFoldResult size);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// True for a size that is known only at run time.
inline bool isOpen(mlir::OpFoldResult size) { return llvm::isa<mlir::Value>(size); }
/// The size as a type shows it.
int64_t staticSize(mlir::OpFoldResult size);

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_IR_STAGESIZES_H
