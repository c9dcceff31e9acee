//===-- LoopCheck.h - compare loops with their plan --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check that runs wherever loops are made: those in the IR are the ones of the plan.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPCHECK_H
#define DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPCHECK_H

#include "PlannedKernel.h"

namespace dl::schedule {

/// Compares all loops, branches, inits of accumulators and tiles of the stages with those of
/// the plan, in order, each inside of the same others: loops by axes, trip counts and whether
/// they are parallel, inits and tiles by their sizes. Where extents are known only at run
/// time, counts are compared for some values of them. Of the IR it reads operations, their
/// bounds, conditions and types, and which stage and axis they are of.
mlir::LogicalResult checkLoops(mlir::func::FuncOp function, const PlannedKernel &planned);

} // namespace dl::schedule

#endif // DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPCHECK_H
