//===-- ScheduleToLoops.h - schedules to loops -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-apply, and the functions behind it for embedders and for a tuner.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_SCHEDULETOLOOPS_SCHEDULETOLOOPS_H
#define DL_CONVERSION_SCHEDULETOLOOPS_SCHEDULETOLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace dl::schedule {

#define GEN_PASS_DECL
#include "dl/Conversion/ScheduleToLoops/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "dl/Conversion/ScheduleToLoops/Passes.h.inc"

/// Makes the loops of a kernel from its trees and compares them with their plan.
mlir::LogicalResult makeLoops(mlir::func::FuncOp kernel);

/// Makes each stage of a kernel linalg on whole tensors, whatever its tree says.
mlir::LogicalResult convertStagesToLinalg(mlir::func::FuncOp kernel);

/// Substitutes every stage placed inline into its readers and erases it. Precondition: the
/// kernel's trees are legal.
void inlineStages(mlir::func::FuncOp kernel);

} // namespace dl::schedule

#endif // DL_CONVERSION_SCHEDULETOLOOPS_SCHEDULETOLOOPS_H
