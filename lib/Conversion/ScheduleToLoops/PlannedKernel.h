//===-- PlannedKernel.h - a kernel with the plan of its loops ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loops are made from and compared with: derived once, before any IR is changed.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOLOOPS_PLANNEDKERNEL_H
#define DL_LIB_CONVERSION_SCHEDULETOLOOPS_PLANNEDKERNEL_H

#include "dl/Schedule/LoopPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::schedule {

/// A kernel as data, and what of its stages IR still tells when their loops are made.
struct PlannedKernel {
  /// The stages in program order.
  KernelSchedule kernel;
  LoopPlan plan;
  /// Of each stage.
  struct Stage {
    mlir::Location loc;
    /// Of its axes.
    llvm::SmallVector<mlir::OpFoldResult> extents;
  };
  std::vector<Stage> stages;
};

/// Plans the loops of a kernel at the te level whose inlined stages are gone, and proves the
/// plan. Emits a diagnostic on failure. `WholeStages` takes static extents only.
mlir::FailureOr<PlannedKernel> planKernel(mlir::func::FuncOp kernel, PlanMode mode);

} // namespace dl::schedule

#endif // DL_LIB_CONVERSION_SCHEDULETOLOOPS_PLANNEDKERNEL_H
