//===-- ScalarBuilder.h - arithmetic on numbers of any type -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds arith and math operations on scalars, float or integer by their type.
// The bodies of elementwise operators are written with it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_SCALARBUILDER_H
#define DL_DIALECT_GRAPH_IR_SCALARBUILDER_H

#include "mlir/IR/Builders.h"

namespace dl::graph {

/// Emits scalar arithmetic. Both operands of a method have one type; integers
/// are signed. Methods without an integer form expect floats.
class ScalarBuilder {
public:
  ScalarBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  /// The number `value` in the type of `like`, or in a type.
  mlir::Value constant(mlir::Value like, double value) { return constant(like.getType(), value); }
  mlir::Value constant(mlir::Type type, double value);

  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value div(mlir::Value x, mlir::Value y);
  mlir::Value maximum(mlir::Value x, mlir::Value y);
  mlir::Value minimum(mlir::Value x, mlir::Value y);
  mlir::Value pow(mlir::Value x, mlir::Value y);
  mlir::Value neg(mlir::Value x);
  mlir::Value abs(mlir::Value x);
  mlir::Value erf(mlir::Value x);
  mlir::Value exp(mlir::Value x);
  mlir::Value log(mlir::Value x);
  mlir::Value sqrt(mlir::Value x);
  mlir::Value tanh(mlir::Value x);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace dl::graph

#endif // DL_DIALECT_GRAPH_IR_SCALARBUILDER_H
