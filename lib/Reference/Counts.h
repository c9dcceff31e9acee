//===-- Counts.h - results of which the data decide the shape ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the run-time library does with the results of `@main` that have counts.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REFERENCE_COUNTS_H
#define DL_LIB_REFERENCE_COUNTS_H

#include "dl/Support/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::reference {

/// Cuts results of `@main` to their counts (dl/Dialect/Dl/IR/Counts.h), which go; an error where
/// there is no room for as many.
llvm::LogicalResult takeCounted(mlir::func::FuncOp main, llvm::SmallVectorImpl<Tensor> &results);

} // namespace dl::reference

#endif // DL_LIB_REFERENCE_COUNTS_H
