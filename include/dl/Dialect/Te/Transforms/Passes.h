//===-- Passes.h - passes on te -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations and registration of the passes on te.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_TRANSFORMS_PASSES_H
#define DL_DIALECT_TE_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace dl::te {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

#endif // DL_DIALECT_TE_TRANSFORMS_PASSES_H
