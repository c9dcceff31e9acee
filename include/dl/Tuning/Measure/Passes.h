//===-- Passes.h - passes that measure schedules ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations of the passes of Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_PASSES_H
#define DL_TUNING_MEASURE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace dl::tuning {

#define GEN_PASS_DECL
#include "dl/Tuning/Measure/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "dl/Tuning/Measure/Passes.h.inc"

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_PASSES_H
