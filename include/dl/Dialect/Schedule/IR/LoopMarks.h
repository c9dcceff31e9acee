//===-- LoopMarks.h - what loops and tiles keep of a schedule ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of the attributes that schedule-apply puts on the operations it makes, and
// their verification.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_LOOPMARKS_H
#define DL_DIALECT_SCHEDULE_IR_LOOPMARKS_H

#include "mlir/IR/Operation.h"

namespace dl::schedule {

/// The name of the attribute on loops that tells stage and axis: ["C", "i.o"]. A loop over
/// several axes has such a pair for each.
inline constexpr llvm::StringLiteral loopAxisAttrName = "schedule.axis";
/// On loops of one step or none: the axis that has one extent inside.
inline constexpr llvm::StringLiteral loopVersionAttrName = "schedule.version";
/// On loops: keys and values that the schedule gave the axis.
inline constexpr llvm::StringLiteral loopNotesAttrName = "schedule.notes";
/// On buffers of stages: the memory scope that the schedule chose.
inline constexpr llvm::StringLiteral scopeAttrName = "schedule.scope";
/// On linalg ops: the stage whose tile the op computes.
inline constexpr llvm::StringLiteral tileStageAttrName = "schedule.stage";
/// On the operation that ends the code of an intrinsic: the extents of its axes.
inline constexpr llvm::StringLiteral intrinsicTileAttrName = "schedule.intrinsic_tile";
/// On linalg ops that the target shall turn into vector code.
inline constexpr llvm::StringLiteral vectorizeAttrName = "schedule.vectorize";

/// On kernels of a schedule library: what is known of the schedule. Only "threads" is looked at.
inline constexpr llvm::StringLiteral recordAttrName = "schedule.record";

/// On a sequence of a schedule library: the node of the model whose kernels it is for.
inline constexpr llvm::StringLiteral nodeAttrName = "schedule.node";

/// Whether a mark is of the kind that its readers expect, and stands where they look for it;
/// so are attributes of the dialect that nobody knows.
llvm::LogicalResult verifyMark(mlir::Operation *op, mlir::NamedAttribute attribute);

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_LOOPMARKS_H
