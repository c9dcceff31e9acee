//===-- IntrinsicMatch.h - is a stage what an intrinsic computes -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the formula of a stage with that of an intrinsic: operations and element
// types. How indices move with the axes of a tile is for Tensorize to check.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_INTRINSICMATCH_H
#define DL_DIALECT_SCHEDULE_IR_INTRINSICMATCH_H

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Schedule/Intrinsic.h"
#include "dl/Schedule/Refusal.h"

#include <variant>

namespace dl::schedule {

/// The axes of an intrinsic, for legality.
IntrinsicShape getShape(IntrinsicOp intrinsic);

/// The reads of a stage that can be the operands of an intrinsic which has its formula, or
/// where the formulas differ.
std::variant<MatchingIntrinsic, Refusal> matchFormula(te::ComputeOp compute, IntrinsicOp intrinsic);

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_INTRINSICMATCH_H
