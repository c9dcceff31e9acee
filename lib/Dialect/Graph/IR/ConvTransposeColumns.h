//===-- ConvTransposeColumns.h - transposed convolution by columns -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposed convolution with weights that may be infinite or NaN.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_IR_CONVTRANSPOSECOLUMNS_H
#define LIB_DIALECT_GRAPH_IR_CONVTRANSPOSECOLUMNS_H

#include "dl/Dialect/Graph/IR/Graph.h"

namespace dl::graph {

/// True for a constant without infinities and NaN, also where it comes into a group of
/// operators, or in another layout: its product with a zero is zero.
bool isFiniteConstant(mlir::Value value);

/// The te program that multiplies weights with elements of the input only: the products of all
/// taps, summed over channels, then graph.col2im's sum of them.
mlir::Value buildByColumns(ConvTransposeOp op, mlir::OpBuilder &builder, mlir::ValueRange operands,
                           llvm::StringRef prefix);

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_IR_CONVTRANSPOSECOLUMNS_H
