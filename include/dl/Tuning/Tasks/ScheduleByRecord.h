//===-- ScheduleByRecord.h - the fastest schedule of a kernel that was measured -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes that use records, and schedule libraries, do to each kernel.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_TASKS_SCHEDULEBYRECORD_H
#define DL_TUNING_TASKS_SCHEDULEBYRECORD_H

#include "dl/Tuning/Database.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::tuning {

/// Writes the steps of a kernel's best record as a sequence that the kernel names. Each step is
/// checked first, and the kernel as a whole. Returns why that was not done; empty where it was,
/// which a remark of `category` tells. Precondition: the kernel has no schedule, its module's
/// machine has been read, intrinsics are loaded.
std::string scheduleByRecord(mlir::func::FuncOp kernel, const Database &records, int64_t threads,
                             llvm::StringRef category);

} // namespace dl::tuning

#endif // DL_TUNING_TASKS_SCHEDULEBYRECORD_H
