//===-- Choices.h - choices of rules as attributes --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rules could choose, between plain data and the attribute `schedule.choices`.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_CHOICES_H
#define DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_CHOICES_H

#include "dl/Schedule/Choice.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"

namespace dl::schedule {

/// Writes the choices to a sequence, with their decisions or open.
void setChoices(mlir::transform::NamedSequenceOp sequence, llvm::ArrayRef<Choice> choices,
                bool areDecided);

/// Those choices of a sequence that are decided.
std::vector<Choice> getDecisions(mlir::transform::NamedSequenceOp sequence);

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_CHOICES_H
