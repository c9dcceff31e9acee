//===-- Pipeline.cpp - dl-te-to-vdla-pipeline -----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Conversion/ScheduleToVdla/ScheduleToVdla.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

using namespace mlir;

namespace {
struct Options : public PassPipelineOptions<Options> {
  Option<int64_t> contexts{*this, "contexts", llvm::cl::init(2),
                           llvm::cl::desc("The most virtual threads that take turns")};
  Option<bool> strict{*this, "strict", llvm::cl::init(false),
                      llvm::cl::desc("A kernel that the accelerator cannot run is an error")};
  Option<bool> inTurns{*this, "in-turns", llvm::cl::init(true),
                       llvm::cl::desc("Virtual threads take turns")};
};
} // namespace

void dl::vdla::registerScheduleToVdlaPipelines() {
  PassPipelineRegistration<Options>(
      "dl-te-to-vdla-pipeline",
      "from kernels for the accelerator to its instructions, which are proved right",
      [](OpPassManager &manager, const Options &options) {
        // What rules can tensorize by.
        manager.addPass(createDeclareIntrinsicsPass());
        // Kernels that have schedules keep them.
        schedule::ScheduleDefaultPassOptions scheduleOptions;
        scheduleOptions.contexts = options.contexts;
        manager.addPass(schedule::createScheduleDefaultPass(scheduleOptions));
        ConvertScheduleToVdlaPassOptions convertOptions;
        convertOptions.strict = options.strict;
        convertOptions.inTurns = options.inTurns;
        manager.addPass(createConvertScheduleToVdlaPass(convertOptions));
        addVdlaPasses(manager);
      });
}
