//===-- OpenSizes.h - sizes that stand for those of a run -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of a model whose dims are open are tuned for sizes that stand for all: a model's symbols
// (dl.dims) get numbers, and what follows from them through @main and inside of a kernel is
// evaluated.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_TASKS_OPENSIZES_H
#define DL_TUNING_TASKS_OPENSIZES_H

#include "dl/Schedule/KernelSchedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dl::tuning {

/// What stands for sizes that are not told.
inline constexpr int64_t usualSize = 64;

/// Shapes of tensors and values of indices of a function, as far as they follow from its arguments.
class ShapeEvaluator {
public:
  using Shape = llvm::SmallVector<int64_t>;

  void set(mlir::Value tensor, Shape shape) { shapes[tensor] = std::move(shape); }
  /// Gives the arguments of @main sizes by their names (dl.dims); those without are `usualSize`.
  void setArguments(mlir::func::FuncOp main, const std::map<std::string, int64_t> &sizes);
  /// Gives the operands of a kernel sizes: one for each open dim, in their order.
  void setOperands(mlir::func::FuncOp kernel, llvm::ArrayRef<int64_t> sizes);

  std::optional<Shape> getShape(mlir::Value tensor);
  std::optional<int64_t> getIndex(mlir::OpFoldResult index);

private:
  std::optional<Shape> computeShape(mlir::Value tensor);
  std::optional<Shape> getMixed(llvm::ArrayRef<mlir::OpFoldResult> sizes);

  llvm::DenseMap<mlir::Value, Shape> shapes;
};

/// Whether an operand or a result of a kernel has an open dim.
bool hasOpenDims(mlir::func::FuncOp kernel);

/// The sizes of the open dims of a call's operands, without its destinations; none where they do
/// not follow from the model's.
std::optional<std::vector<int64_t>> getOperandSizes(mlir::func::CallOp call,
                                                    ShapeEvaluator &evaluator);

/// A kernel without steps as if its operands had these sizes (see setOperands); none where not all
/// extents follow from them.
std::optional<schedule::KernelSchedule> buildSizedSchedule(mlir::func::FuncOp kernel,
                                                           llvm::ArrayRef<int64_t> sizes);

} // namespace dl::tuning

#endif // DL_TUNING_TASKS_OPENSIZES_H
