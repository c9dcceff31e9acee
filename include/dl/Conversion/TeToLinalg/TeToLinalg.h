//===-- TeToLinalg.h - te to linalg -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass convert-te-to-linalg.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_TETOLINALG_TETOLINALG_H
#define DL_CONVERSION_TETOLINALG_TETOLINALG_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace dl {

#define GEN_PASS_DECL
#include "dl/Conversion/TeToLinalg/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "dl/Conversion/TeToLinalg/Passes.h.inc"

} // namespace dl

#endif // DL_CONVERSION_TETOLINALG_TETOLINALG_H
