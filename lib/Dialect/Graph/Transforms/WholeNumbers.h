//===-- WholeNumbers.h - floats that are integers ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Dialect/Graph/Transforms: what passes ask of numbers that were quantized.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_GRAPH_TRANSFORMS_WHOLENUMBERS_H
#define DL_LIB_DIALECT_GRAPH_TRANSFORMS_WHOLENUMBERS_H

#include "dl/Dialect/Graph/IR/Graph.h"

#include <optional>

namespace dl::graph {

/// A whole number of at most 256 that a constant of f32 or integers of 32 bits holds everywhere.
std::optional<double> getInteger(mlir::Value value);

/// The other operand of an operation with such a constant, which has the result's type; null where
/// it is none.
template <typename OpTy> mlir::Value matchWithInteger(mlir::Value value, double &number) {
  auto op = value.getDefiningOp<OpTy>();
  if (!op)
    return {};
  for (unsigned at : {1, 0})
    if (std::optional<double> found = getInteger(op->getOperand(at));
        found && op->getOperand(1 - at).getType() == value.getType()) {
      number = *found;
      return op->getOperand(1 - at);
    }
  return {};
}

/// From the smallest to the largest of what a tensor may hold.
struct NumberRange {
  double low, high;
};

/// The range of whole numbers that their operations bound, as rounded ones between two bounds and
/// widened bytes are; nothing for other numbers. Floats may be NaN besides.
std::optional<NumberRange> getWholeRange(mlir::Value value);

/// True for an operation that puts the elements of its first operand in another order or shape.
bool isRearrangement(mlir::Operation *op);

} // namespace dl::graph

#endif // DL_LIB_DIALECT_GRAPH_TRANSFORMS_WHOLENUMBERS_H
