//===-- LocateLoops.h - loops at the lines of their text ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step of schedule-apply that gives debuggers and profilers lines to show.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOCATELOOPS_H
#define DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOCATELOOPS_H

#include "dl/Dialect/Schedule/Transforms/Passes.h"

namespace dl::schedule {

/// Locates what a kernel's loops became at the lines of their text in `file`.
void locateLoops(mlir::func::FuncOp kernel, llvm::StringRef file, const LoopLines &lines);

} // namespace dl::schedule

#endif // DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOCATELOOPS_H
