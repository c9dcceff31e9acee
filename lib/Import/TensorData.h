//===-- TensorData.h - values of ONNX tensors -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ONNX tensors (initializers, attributes) as attributes over the storage they
// came in.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_TENSORDATA_H
#define DL_LIB_IMPORT_TENSORDATA_H

#include "Diagnostics.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace onnx {
class TensorProto;
} // namespace onnx

namespace dl::onnx_import {
class ExternalData;

/// Takes the values out of `tensor`, whatever field or file holds them. Small
/// tensors become dense attributes. Large ones become resources named after
/// `name` that own the message's storage or refer to the mapped file; bytes are
/// copied only where ONNX stores elements wider than they are or not aligned.
mlir::FailureOr<mlir::ElementsAttr> takeTensor(onnx::TensorProto &tensor, llvm::StringRef name,
                                               ExternalData &externalData,
                                               mlir::MLIRContext *context, ErrorFn emitError);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_TENSORDATA_H
