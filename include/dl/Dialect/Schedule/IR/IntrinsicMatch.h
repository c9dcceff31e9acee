//===-- IntrinsicMatch.h - is a stage what an intrinsic computes -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the formula of a stage with that of an intrinsic: operations, element
// types, and how each index moves with the axes of the tile.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_INTRINSICMATCH_H
#define DL_DIALECT_SCHEDULE_IR_INTRINSICMATCH_H

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Schedule/Primitives/Tensorize.h"

#include <variant>

namespace dl::schedule {

/// The axes of an intrinsic, for legality.
IntrinsicShape getShape(IntrinsicOp intrinsic);

/// A root axis of a stage by the axis of the intrinsic that it stands for, with -1
/// for axes outside of the tile. Precondition: the tree's tensorized leaves match.
llvm::SmallVector<int> getAxisNumbers(const IterationTree &tree, const IntrinsicShape &shape);

/// The reads of the stage for the operands of the intrinsic, in order, or why the
/// formulas differ. `numbers` is from getAxisNumbers.
std::variant<llvm::SmallVector<te::ReadOp>, Refusal>
matchIntrinsic(te::ComputeOp compute, IntrinsicOp intrinsic, llvm::ArrayRef<int> numbers);

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_INTRINSICMATCH_H
