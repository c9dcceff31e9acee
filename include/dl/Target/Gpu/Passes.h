//===-- Passes.h - passes of the GPU target ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the scheduled level to the gpu dialect, and on to PTX.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_GPU_PASSES_H
#define DL_TARGET_GPU_PASSES_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace dl::gpu_target {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dl/Target/Gpu/Passes.h.inc"

/// Options of the GPU pipeline.
struct GpuPipelineOptions : public mlir::PassPipelineOptions<GpuPipelineOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("an NVIDIA architecture, as sm_80"),
                           llvm::cl::init("sm_80")};
  Option<std::string> to{*this, "to",
                         llvm::cl::desc("where to stop: `loops` (bound ones marked), `launch` "
                                        "(gpu.launch), `nvvm` or `ptx`"),
                         llvm::cl::init("ptx")};
};

/// Kernels of the scheduled level with bound axes to one gpu.module for each nest, with
/// its PTX.
void buildGpuPipeline(mlir::OpPassManager &manager, const GpuPipelineOptions &options);

/// Registers `dl-gpu-pipeline`.
void registerGpuPipeline();

} // namespace dl::gpu_target

#endif // DL_TARGET_GPU_PASSES_H
