//===-- StepText.h - steps of a schedule for people --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Report: steps with the names of stages and axes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_REPORT_STEPTEXT_H
#define DL_LIB_TUNING_REPORT_STEPTEXT_H

#include "dl/Tuning/Record.h"

namespace dl::tuning {

/// A line for each step, such as "s0: split a1 by 16, the rest peeled". `scheduled` is the kernel
/// after the steps, whose axes have the names; without it, axes are told by their numbers.
std::vector<std::string> describeSteps(const std::vector<schedule::TraceStep> &steps,
                                       const schedule::KernelSchedule *scheduled);

/// A line for each stage with its axes: "s0: a0 = 64, a1 = 80, reduction a2 = 96".
std::vector<std::string> describeStages(const schedule::KernelSchedule &kernel);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_REPORT_STEPTEXT_H
