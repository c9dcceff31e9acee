//===-- CheckedArithmetic.h - sizes that do not wrap ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What 64 bits do not hold is told apart from every size.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CODEGEN_CHECKEDARITHMETIC_H
#define DL_LIB_CODEGEN_CHECKEDARITHMETIC_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::codegen {

/// Makes a function of one block of index arithmetic store DLC_TOO_LARGE (lib/Runtime/model.h)
/// in place of each value that it computes from a sum, difference or product of more than
/// 64 bits.
void checkArithmetic(mlir::func::FuncOp func);

} // namespace dl::codegen

#endif // DL_LIB_CODEGEN_CHECKEDARITHMETIC_H
