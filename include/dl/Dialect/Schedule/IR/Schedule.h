//===-- Schedule.h - the schedule dialect -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, attributes and operations of `schedule`, and the way between kernels
// in IR and the plain C++ description that legality and search work on.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_SCHEDULE_H
#define DL_DIALECT_SCHEDULE_IR_SCHEDULE_H

#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

// The generated tables name the interfaces without their namespace.
namespace dl::schedule {
using mlir::transform::TransformHandleTypeInterface;
using mlir::transform::TransformParamTypeInterface;

/// Of equal trees equal: for the attribute that holds them.
llvm::hash_code hash_value(const IterationTree &tree);
} // namespace dl::schedule

#include "dl/Dialect/Schedule/IR/ScheduleDialect.h.inc"
#include "dl/Dialect/Schedule/IR/ScheduleEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dl/Dialect/Schedule/IR/ScheduleAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dl/Dialect/Schedule/IR/ScheduleTypes.h.inc"
#define GET_OP_CLASSES
#include "dl/Dialect/Schedule/IR/ScheduleOps.h.inc"

namespace dl::schedule {

/// The tree without any step: the axes of a stage as roots, in their order.
IterationTree getDefaultTree(te::ComputeOp compute);
/// The tree of a stage: of its attribute, or the default one.
IterationTree getTree(te::ComputeOp compute);
/// Stores a tree; the default tree is stored as no attribute.
void setTree(te::ComputeOp compute, const IterationTree &tree);

/// The stages of a kernel in program order.
llvm::SmallVector<te::ComputeOp> getStages(mlir::func::FuncOp kernel);
/// True where a scatter's base is made where the updates go; else it is copied.
bool isUpdatedInPlace(te::ScatterOp scatter);
/// True where steps were made on a stage of the kernel.
bool hasTrees(mlir::func::FuncOp kernel);
/// True where the kernel names a sequence, or has trees.
bool hasSchedule(mlir::func::FuncOp kernel);
/// The kernel's stages, trees and reads. Stage s is `getStages(kernel)[s]`.
KernelSchedule buildKernelSchedule(mlir::func::FuncOp kernel);

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_SCHEDULE_H
