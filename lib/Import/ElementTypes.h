//===-- ElementTypes.h - element types and sizes of tensors -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ONNX element types as MLIR types, and shapes whose size in bytes is known not to
// overflow.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_ELEMENTTYPES_H
#define DL_LIB_IMPORT_ELEMENTTYPES_H

#include "Diagnostics.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dl::onnx_import {

/// ONNX's own name of a TensorProto.DataType ("float8e4m3fn"), or "type 77".
std::string getElementTypeName(int32_t dataType);

/// The MLIR type of a TensorProto.DataType; an error if the graph dialect has
/// none: strings, complex numbers, scales of 8 bits.
mlir::FailureOr<mlir::Type> convertElementType(int32_t dataType, mlir::MLIRContext *context,
                                               ErrorFn emitError);

/// Dims as text: "[1, 3, ?]".
std::string printDims(llvm::ArrayRef<int64_t> dims);

/// Bytes of one element in memory; a bool takes one, and so does a number of fewer bits.
unsigned getElementSize(mlir::Type type);

/// Bytes of a tensor, where dims `?` count as 1, or nullopt if that overflows 63
/// bits. A dim of extent 0 does not hide that the others overflow.
std::optional<int64_t> getByteSize(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);

/// A tensor type after checking that no dim is negative (save `?`), that the
/// rank is at most 64 and that the size does not overflow.
mlir::FailureOr<mlir::RankedTensorType> getCheckedType(llvm::ArrayRef<int64_t> shape,
                                                       mlir::Type elementType, ErrorFn emitError);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_ELEMENTTYPES_H
