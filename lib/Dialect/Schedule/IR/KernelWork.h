//===-- KernelWork.h - what the formulas of a kernel take --*- C++ -*- ===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the operations of a te.compute by what they cost, and tells the widths of its
// numbers.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_IR_KERNELWORK_H
#define DL_LIB_DIALECT_SCHEDULE_IR_KERNELWORK_H

#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Schedule/KernelSchedule.h"

namespace dl::schedule {

/// Bytes of an element in memory; 0 where its width is the machine's.
int64_t getBytes(mlir::Type element);
/// Bytes of the widest number, no index, that the formula of a stage computes with.
int64_t getComputeBytes(te::ComputeOp compute);
/// What one evaluation of the formula takes.
Work getFormulaWork(te::ComputeOp compute);
/// What joining one term to others takes, for all results.
Work getCombinationWork(te::ComputeOp compute);

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_IR_KERNELWORK_H
