//===-- Structures.h - sequences and optionals ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences and optionals exist only while a model is read: how many elements one has is
// known there, so operators on them choose among values. A sequence is a cast of its
// elements to a tuple, an optional that is there is its element, and one that is not is a
// cast of nothing. What the model computes has tensors alone.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_STRUCTURES_H
#define DL_LIB_IMPORT_STRUCTURES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dl::onnx_import {

inline bool isTensor(mlir::Value value) {
  return llvm::isa<mlir::RankedTensorType>(value.getType());
}
inline bool isSequence(mlir::Value value) { return llvm::isa<mlir::TupleType>(value.getType()); }
/// Whether it is an optional without an element.
inline bool isAbsent(mlir::Value value) { return llvm::isa<mlir::NoneType>(value.getType()); }

mlir::Value createSequence(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange elements);
mlir::Value createAbsent(mlir::OpBuilder &builder, mlir::Location loc);

/// The elements of a sequence.
llvm::SmallVector<mlir::Value> getElements(mlir::Value sequence);

/// The tensors that a value is made of: itself, the elements of a sequence, or none.
llvm::SmallVector<mlir::Value> getLeaves(mlir::Value value);
/// A value of the same structure, made of other tensors.
mlir::Value replaceLeaves(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value like,
                          mlir::ValueRange leaves);

/// What messages call it: "a sequence of 3", "an optional without an element", or its type.
std::string describeStructure(mlir::Value value);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_STRUCTURES_H
