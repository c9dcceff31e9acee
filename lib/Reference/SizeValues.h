//===-- SizeValues.h - arguments that are sizes -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What @main takes beside the inputs of a model: sizes that the values of inputs decide
// (dl/Dialect/Dl/IR/SizeValues.h).
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REFERENCE_SIZEVALUES_H
#define DL_LIB_REFERENCE_SIZEVALUES_H

#include "dl/Support/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::reference {

/// The arguments of @main that belong to such inputs; an error at the function where a size is
/// less than 1.
mlir::FailureOr<llvm::SmallVector<Tensor>> addSizeValues(mlir::func::FuncOp main,
                                                         llvm::ArrayRef<Tensor> inputs);

} // namespace dl::reference

#endif // DL_LIB_REFERENCE_SIZEVALUES_H
