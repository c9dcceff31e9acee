//===-- FreeKernels.h - kernels that passes may change ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_TE_TRANSFORMS_FREEKERNELS_H
#define DL_LIB_DIALECT_TE_TRANSFORMS_FREEKERNELS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::te {

/// True for a kernel whose stages nothing else names or numbers: one without a schedule, which says
/// of stages and axes by their names what is done with them, and for no device of its own.
bool isFreeKernel(mlir::func::FuncOp function);

} // namespace dl::te

#endif // DL_LIB_DIALECT_TE_TRANSFORMS_FREEKERNELS_H
