//===-- Dependence.h - what values are computed from ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_DEPENDENCE_H
#define DL_CODEGEN_DEPENDENCE_H

#include "mlir/IR/Value.h"

namespace dl::codegen {

/// True if a value is another one, or is computed from it by operations without regions.
bool dependsOn(mlir::Value value, mlir::Value source);

} // namespace dl::codegen

#endif // DL_CODEGEN_DEPENDENCE_H
