//===-- InstructionSyntax.h - instructions as text ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_VDLA_IR_INSTRUCTIONSYNTAX_H
#define DL_LIB_DIALECT_VDLA_IR_INSTRUCTIONSYNTAX_H

#include "dl/Dialect/Vdla/IR/Vdla.h"

namespace dl::vdla {

// What the operations of all instructions are parsed, printed and checked by:
//
//   vdla.isa.load inp(dram=@x+16, y=4, x=8, stride=16, push_next)
//   vdla.gemm mac(iter_out=1, iter_in=8) uops [(0, 0, 0)] on(%y, %x, %w) : memref<…>, memref<…>, …
//   %t = vdla.token.load inp(dram=@x, y=1, x=4) after(%s) : (!vdla.token<…>) -> !vdla.token<…>
mlir::ParseResult parseInstruction(mlir::OpAsmParser &parser, mlir::OperationState &result,
                                   InstructionKind kind, ProgramLevel level);
void printInstruction(mlir::OpAsmPrinter &printer, InstructionOpInterface op);
/// Rule (I1), (Q3) and (Q4) of operations with tokens, and (A1) of those on tiles.
mlir::LogicalResult verifyInstruction(InstructionOpInterface op);
/// What an operation on tiles reads and writes.
void collectTileEffects(InstructionOpInterface op,
                        llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);

// Lists of micro-ops.
mlir::ParseResult parseMicroOps(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &positions);
void printMicroOps(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                   mlir::DenseI64ArrayAttr positions);
/// Whether there are three positions for each micro-op; if not, an error of rule (U1).
mlir::LogicalResult verifyMicroOps(mlir::Operation *op, llvm::ArrayRef<int64_t> positions);

} // namespace dl::vdla

#endif // DL_LIB_DIALECT_VDLA_IR_INSTRUCTIONSYNTAX_H
