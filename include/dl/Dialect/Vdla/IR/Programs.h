//===-- Programs.h - between operations and programs ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vdla.program as the machine's program, and back: what checks, simulators, assembly and
// binaries are reached by.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_PROGRAMS_H
#define DL_DIALECT_VDLA_IR_PROGRAMS_H

#include "dl/Dialect/Vdla/IR/Vdla.h"
#include "dl/Vdla/Verify.h"

#include "mlir/IR/Builders.h"

namespace dl::vdla {

/// A program with the operation that each of its instructions comes from.
struct LocatedProgram {
  Program program;
  llvm::SmallVector<mlir::Operation *> operations;
};

/// The instruction that an operation says, apart from tokens that are values: rules (I1) to (I3).
/// Emits an error at the operation if the machine cannot be told it.
mlir::FailureOr<Instruction> readInstruction(InstructionOpInterface op, const DeviceModel &model,
                                             llvm::ArrayRef<Buffer> buffers);

/// The buffer that an operation declares, and the micro-ops of a list of positions.
Buffer readBuffer(BufferOp op);
std::vector<MicroOp> readMicroOps(llvm::ArrayRef<int64_t> positions);

/// What a program says, instruction by instruction, without tokens that are values. Emits errors
/// at its operations.
mlir::FailureOr<LocatedProgram> readOperations(ProgramOp op, const DeviceModel &model);

/// What a program on any level but that of tiles says, with tokens that are values as bits, on
/// additional nops where an instruction has several for a queue. Emits errors at its operations,
/// also where no bits can say it: tokens of a queue that are not taken in the order in which they
/// are given. One of tiles is an error.
mlir::FailureOr<LocatedProgram> readProgram(ProgramOp op, const DeviceModel &model);

/// Errors for what is wrong with a program: at the operation of the instruction, with a note at the
/// other one involved, or at `loc`, the program's. Success if there is nothing.
mlir::LogicalResult reportFindings(mlir::Location loc, const LocatedProgram &program,
                                   const std::vector<Finding> &findings);

/// The operations of a well-formed program on a level, at `locations` of its instructions, or, if
/// there are none, at `loc`. On the level of tokens bits of tokens are left out.
ProgramOp buildProgram(mlir::OpBuilder &builder, mlir::Location loc, const DeviceModel &model,
                       const Program &program, ProgramLevel level,
                       llvm::ArrayRef<mlir::Location> locations = {});

/// An operation of a level with the fields of an instruction, and tokens as operands and results.
mlir::Operation *buildInstruction(mlir::OpBuilder &builder, mlir::Location loc,
                                  const DeviceModel &model, const Program &program,
                                  const Instruction &instruction, ProgramLevel level,
                                  mlir::ValueRange waits = {}, mlir::TypeRange tokens = {});

/// An operation on tiles with the fields of an instruction, whose positions count from the start of
/// its tiles; `buffer` is the name of what it counts from in DRAM, if it does.
mlir::Operation *buildTileInstruction(mlir::OpBuilder &builder, mlir::Location loc,
                                      const DeviceModel &model, const Instruction &instruction,
                                      llvm::ArrayRef<MicroOp> microOps, llvm::StringRef buffer,
                                      mlir::ValueRange tiles);

} // namespace dl::vdla

#endif // DL_DIALECT_VDLA_IR_PROGRAMS_H
