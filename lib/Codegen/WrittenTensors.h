//===-- WrittenTensors.h - which tensor a value is a version of -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors are values: a write makes a new one. These follow a tensor through the writes
// into it, which is what decides where bufferization can put it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CODEGEN_WRITTENTENSORS_H
#define DL_LIB_CODEGEN_WRITTENTENSORS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dl::codegen {

/// The tensor that an operation writes to make `value`; null if it makes a new one and for
/// the arguments of blocks.
mlir::Value getWrittenTensor(mlir::Value value);

/// Whether a value is `tensor` after any number of writes.
bool isWrittenInto(mlir::Value value, mlir::Value tensor);

/// Where a value was made, and whether it is a slice of what was made there.
struct Origin {
  mlir::Value value;
  bool isPart = false;
};

/// Follows a value through writes and slices, as far as the first one that `isEnd` holds for.
Origin getOrigin(mlir::Value value, llvm::function_ref<bool(mlir::Value)> isEnd);

} // namespace dl::codegen

#endif // DL_LIB_CODEGEN_WRITTENTENSORS_H
