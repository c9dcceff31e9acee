//===-- Passes.h - passes of the interpreters -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declaration and registration of the test-only pass.
//
//===----------------------------------------------------------------------===//
#ifndef DL_REFERENCE_PASSES_H
#define DL_REFERENCE_PASSES_H

#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace dl::reference {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dl/Reference/Passes.h.inc"
} // namespace dl::reference

#endif // DL_REFERENCE_PASSES_H
