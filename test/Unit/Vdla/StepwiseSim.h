//===-- StepwiseSim.h - the cycle model, cycle by cycle ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An independent and slow version of runCycles: all units are asked in each cycle, requests are
// lists, and nothing is known of when something will happen.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_STEPWISESIM_H
#define DL_TEST_VDLA_STEPWISESIM_H

#include "dl/Vdla/CycleSim.h"

namespace dl::vdla::test {

/// The counters of a run, or nothing if the program is stuck.
std::optional<CycleResult> runStepwise(const DeviceModel &model, const Program &program);

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_STEPWISESIM_H
