//===-- WellFormed.h - operations whose own rules hold ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR verifies the attributes that dialects put on an operation before the operation
// itself. What verifies such an attribute by looking at its operation asks here first.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_IR_WELLFORMED_H
#define DL_DIALECT_TE_IR_WELLFORMED_H

namespace mlir {
class Operation;
} // namespace mlir

namespace dl::te {

/// True if the operation keeps its own rules, those on its regions left out. Where it does
/// not, its own verification, which comes next, says so: nothing is reported here.
bool isWellFormed(mlir::Operation *op);

} // namespace dl::te

#endif // DL_DIALECT_TE_IR_WELLFORMED_H
