//===-- Tiles.h - what operations on tiles say ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_TILES_H
#define DL_DIALECT_VDLA_IR_TILES_H

#include "dl/Dialect/Vdla/IR/Programs.h"

namespace dl::vdla {

/// An operation on tiles: its instruction, with positions that count from the start of its tiles,
/// and its micro-ops.
struct TileInstruction {
  InstructionOpInterface op;
  Instruction instruction;
  std::vector<MicroOp> microOps;
};

struct TileProgram {
  std::vector<Buffer> buffers;
  llvm::SmallVector<AllocOp> allocs;
  std::vector<TileInstruction> instructions;
};

/// Reads a program of tiles: rules (I1) to (I3) and (A2) to (A4). Emits errors at its operations.
mlir::FailureOr<TileProgram> readTiles(ProgramOp op, const DeviceModel &model);

/// The type of a tile of so many elements.
mlir::MemRefType getTileType(const DeviceModel &model, Memory memory, int64_t elements,
                             mlir::MLIRContext *context);

/// The memory of a tile, and how many of its elements it is.
Memory getTileMemory(mlir::Value tile);
int64_t countTileElements(mlir::Value tile, const DeviceModel &model);

/// How operations call the parts of an instruction that begin in each of its tiles, in their order:
/// `sram`, `scale_base`, or the parts of micro-ops.
llvm::SmallVector<FieldId> getTileRoles(const DeviceModel &model, const Instruction &instruction);

} // namespace dl::vdla

#endif // DL_DIALECT_VDLA_IR_TILES_H
