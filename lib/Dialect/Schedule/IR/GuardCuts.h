//===-- GuardCuts.h - where conditions of reads change -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops are cut where the condition of a read changes that depends on one axis alone.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_IR_GUARDCUTS_H
#define DL_LIB_DIALECT_SCHEDULE_IR_GUARDCUTS_H

#include "dl/Dialect/Te/IR/Te.h"

namespace dl::schedule {

/// Axes of the stage with the values from which on a condition of a read, of the form
/// axis + c >= 0, c - axis >= 0 or axis + c == 0, has another answer than before.
llvm::SmallVector<std::pair<unsigned, int64_t>> getGuardCuts(te::ReadOp read,
                                                             te::ComputeOp compute);

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_IR_GUARDCUTS_H
