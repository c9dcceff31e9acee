//===-- Passes.h - passes that targets share --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From kernels of loops on tensors to functions on buffers of a planned memory: what is the
// same for every target that runs them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_PASSES_H
#define DL_CODEGEN_PASSES_H

#include "mlir/Pass/Pass.h"

namespace dl::codegen {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dl/Codegen/Passes.h.inc"

/// Folds what the last step left behind.
void addCleanup(mlir::OpPassManager &manager);

/// Tensors to memrefs: in place, without copies, `@main` and kernels with
/// destinations returning nothing.
void buildBufferizePipeline(mlir::OpPassManager &manager);

/// Registers `dl-bufferize-pipeline`.
void registerCodegenPipelines();

} // namespace dl::codegen

#endif // DL_CODEGEN_PASSES_H
