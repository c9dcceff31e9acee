//===-- PrepackOperands.h - callers pack operands ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step of schedule-apply that rewrites callers of kernels whose operand
// layout a schedule transformed.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOLOOPS_PREPACKOPERANDS_H
#define DL_LIB_CONVERSION_SCHEDULETOLOOPS_PREPACKOPERANDS_H

#include "mlir/IR/BuiltinOps.h"

namespace dl::schedule {

/// For each kernel argument with the attribute `schedule.prepack`, which names a
/// kernel that packs it: evaluates that kernel where the caller passes a
/// constant, else calls it. Packing kernels that nobody calls are erased. With
/// `releaseConstants` the resources of constants that are packed and gone are emptied,
/// one by one: no other module of the context may hold them.
mlir::LogicalResult prepackOperands(mlir::ModuleOp module, bool releaseConstants);

} // namespace dl::schedule

#endif // DL_LIB_CONVERSION_SCHEDULETOLOOPS_PREPACKOPERANDS_H
