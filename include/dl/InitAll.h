//===-- InitAll.h - register every dialect and pass -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One place that names every dialect, extension and pass of the project, for
// tools and for embedders that want them all.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INITALL_H
#define DL_INITALL_H

#include "dl/Codegen/Passes.h"
#include "dl/Conversion/GraphToTe/GraphToTe.h"
#include "dl/Conversion/LinalgToTe/LinalgToTe.h"
#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Conversion/TeToLinalg/TeToLinalg.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/Transforms/Passes.h"
#include "dl/Dialect/Vdla/Transforms/Passes.h"
#include "dl/InitAllDialects.h"
#include "dl/Reference/Passes.h"
#include "dl/Target/Cpu/Transforms/Passes.h"
#include "dl/Target/Gpu/Passes.h"
#include "dl/Tuning/Measure/Passes.h"
#include "dl/Tuning/Tasks/Passes.h"

namespace dl {

/// Registers the project's passes and pipelines.
inline void registerAllPasses() {
  te::registerTePasses();
  reference::registerReferencePasses();
  registerGraphToTePasses();
  registerLinalgToTePasses();
  schedule::registerSchedulePasses();
  schedule::registerScheduleToLoopsPasses();
  registerTeToLinalgPasses();
  graph::registerGraphPasses();
  graph::registerGraphPipeline();
  codegen::registerCodegenPasses();
  codegen::registerCodegenPipelines();
  cpu::registerCpuPasses();
  cpu::registerCpuPipelines();
  gpu_target::registerGpuPasses();
  gpu_target::registerGpuPipeline();
  tuning::registerTuningPasses();
  tuning::registerTuningMeasurePasses();
  vdla::registerVdlaPasses();
  vdla::registerVdlaPipelines();
}

} // namespace dl

#endif // DL_INITALL_H
