//===-- InstructionDialectInterface.h - instructions of machines -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which dialects hold instructions of a machine is the targets' knowledge: they attach
// this interface to them, and load them with the schedule dialect.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_INSTRUCTIONDIALECTINTERFACE_H
#define DL_DIALECT_SCHEDULE_IR_INSTRUCTIONDIALECTINTERFACE_H

#include "mlir/IR/DialectInterface.h"

namespace dl::schedule {

/// A dialect whose operations compute on vectors by instructions: a schedule.intrinsic may
/// be implemented by them, and they stand in kernels of the scheduled level.
class InstructionDialectInterface
    : public mlir::DialectInterface::Base<InstructionDialectInterface> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InstructionDialectInterface)
  explicit InstructionDialectInterface(mlir::Dialect *dialect) : Base(dialect) {}
};

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_INSTRUCTIONDIALECTINTERFACE_H
