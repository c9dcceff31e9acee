//===-- TrialProcess.h - a child that may do anything -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forks a child for a piece of work, watches it and ends it where it takes too long.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_MEASURE_TRIALPROCESS_H
#define DL_LIB_TUNING_MEASURE_TRIALPROCESS_H

#include "dl/Tuning/Measure/Worker.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace dl::tuning {

/// Makes the fault if it is the one that was asked for.
void makeFault(Fault asked, Fault fault);

/// So many bytes of address space beside what this process has; -1: as many as the system gives.
void setMemoryLimit(int64_t bytes);

/// Runs `work` in a child for at most so many seconds, under the task's limit of memory, and while
/// no other worker does if the task has a lock. What it returns comes back; where the child does
/// not get there, the outcome says why.
Measurement runChild(const TaskRequest &task, double seconds,
                     llvm::function_ref<Measurement()> work);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_MEASURE_TRIALPROCESS_H
