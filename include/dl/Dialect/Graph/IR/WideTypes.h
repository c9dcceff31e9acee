//===-- WideTypes.h - types to compute in -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types that operators keep between their first term and their last operation.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_WIDETYPES_H
#define DL_DIALECT_GRAPH_IR_WIDETYPES_H

#include "dl/Dialect/Graph/IR/ScalarBuilder.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dl::graph {

/// The type that numbers of a type are computed in, and that an operator keeps in between:
/// f32 for floats of 16 bits.
inline mlir::Type getWideType(mlir::Type type) {
  return ScalarBuilder::isHalf(type) ? mlir::Float32Type::get(type.getContext()) : type;
}

} // namespace dl::graph

#endif // DL_DIALECT_GRAPH_IR_WIDETYPES_H
