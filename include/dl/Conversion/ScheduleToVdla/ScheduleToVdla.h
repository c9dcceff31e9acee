//===-- ScheduleToVdla.h - schedules to programs of VDLA --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass convert-schedule-to-vdla.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_SCHEDULETOVDLA_SCHEDULETOVDLA_H
#define DL_CONVERSION_SCHEDULETOVDLA_SCHEDULETOVDLA_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace dl::vdla {

#define GEN_PASS_DECL
#include "dl/Conversion/ScheduleToVdla/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "dl/Conversion/ScheduleToVdla/Passes.h.inc"

/// Registers `dl-te-to-vdla-pipeline`: default schedules, programs, instructions.
void registerScheduleToVdlaPipelines();

} // namespace dl::vdla

#endif // DL_CONVERSION_SCHEDULETOVDLA_SCHEDULETOVDLA_H
