//===-- Passes.h - passes and pipelines of the CPU target -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the scheduled level (loops around small linalg tiles on tensors) to the
// llvm dialect for a CPU.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_TRANSFORMS_PASSES_H
#define DL_TARGET_CPU_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace dl::cpu {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dl/Target/Cpu/Transforms/Passes.h.inc"

/// Options of the CPU pipeline.
struct CpuPipelineOptions : public mlir::PassPipelineOptions<CpuPipelineOptions> {
  Option<bool> flushBFloats{
      *this, "flush-bfloats",
      llvm::cl::desc("Round to bf16 by instructions to which subnormal numbers are zeros"),
      llvm::cl::init(false)};
  Option<int64_t> threads{*this, "threads",
                          llvm::cl::desc("most threads for parallel loops; 1 makes them serial"),
                          llvm::cl::init(1)};
  Option<bool> vectorize{*this, "vectorize", llvm::cl::desc("turn marked tiles into vectors"),
                         llvm::cl::init(true)};
  ListOption<std::string> externLibraries{
      *this, "extern-libraries",
      llvm::cl::desc("libraries whose functions te.extern may call; none may be called else")};
};

/// Scheduled level to planned memrefs: constants outside, scratch and arena planned.
void buildCpuMemoryPipeline(mlir::OpPassManager &manager, const CpuPipelineOptions &options);

/// Planned memrefs to a nested module for each kernel, to be lowered on its own.
void buildCpuPartsPipeline(mlir::OpPassManager &manager, const CpuPipelineOptions &options);

/// Planned memrefs to the llvm dialect, of all kernels or of one such module.
void buildCpuToLLVMPipeline(mlir::OpPassManager &manager, const CpuPipelineOptions &options);

/// The whole way from the scheduled level to the llvm dialect.
void buildCpuPipeline(mlir::OpPassManager &manager, const CpuPipelineOptions &options);

/// Registers `dl-cpu-memory-pipeline`, `dl-cpu-parts-pipeline`, `dl-cpu-to-llvm-pipeline` and
/// `dl-cpu-pipeline`.
void registerCpuPipelines();

} // namespace dl::cpu

#endif // DL_TARGET_CPU_TRANSFORMS_PASSES_H
