//===-- RegisterAllPasses.cpp - every pass and pipeline ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl/InitAll.h.
//
//===----------------------------------------------------------------------===//
#include "dl/InitAll.h"

#include "dl/Codegen/Passes.h"
#include "dl/Conversion/GraphToTe/GraphToTe.h"
#include "dl/Conversion/LinalgToTe/LinalgToTe.h"
#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Conversion/ScheduleToVdla/ScheduleToVdla.h"
#include "dl/Conversion/TeToLinalg/TeToLinalg.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/Transforms/Passes.h"
#include "dl/Dialect/Vdla/Transforms/Passes.h"
#include "dl/Reference/Passes.h"
#include "dl/Target/Cpu/Transforms/Passes.h"
#include "dl/Target/Gpu/Passes.h"
#include "dl/Tuning/Measure/Passes.h"
#include "dl/Tuning/Tasks/Passes.h"

void dl::registerAllPasses() {
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
  vdla::registerScheduleToVdlaPasses();
  vdla::registerScheduleToVdlaPipelines();
}
