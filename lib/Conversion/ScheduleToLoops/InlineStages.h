//===-- InlineStages.h - substitute stages into their readers ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inlining step of schedule-apply.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOLOOPS_INLINESTAGES_H
#define DL_LIB_CONVERSION_SCHEDULETOLOOPS_INLINESTAGES_H

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::schedule {

/// Substitutes every stage placed inline into its readers and erases it. Precondition: the
/// kernel's trees are legal.
void inlineStages(mlir::func::FuncOp kernel);

} // namespace dl::schedule

#endif // DL_LIB_CONVERSION_SCHEDULETOLOOPS_INLINESTAGES_H
