//===-- Passes.h - passes on vdla -------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations and registration of the passes on vdla.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_TRANSFORMS_PASSES_H
#define DL_DIALECT_VDLA_TRANSFORMS_PASSES_H

#include "dl/Dialect/Vdla/IR/Vdla.h"

#include "mlir/Pass/Pass.h"

namespace dl::vdla {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"

/// Leads programs of tiles to checked instructions.
void addVdlaPasses(mlir::OpPassManager &manager);
/// Registers `dl-vdla-pipeline`, which does that.
void registerVdlaPipelines();
} // namespace dl::vdla

#endif // DL_DIALECT_VDLA_TRANSFORMS_PASSES_H
