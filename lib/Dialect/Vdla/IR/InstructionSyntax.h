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
//   %t = vdla.token.load inp(dram=@x, y=1, x=4) after(%s) : (!vdla.token<…>) -> !vdla.token<…>
mlir::ParseResult parseInstruction(mlir::OpAsmParser &parser, mlir::OperationState &result,
                                   InstructionKind kind, ProgramLevel level);
void printInstruction(mlir::OpAsmPrinter &printer, InstructionOpInterface op);
/// Rule (I1), and (Q3) and (Q4) of operations with tokens.
mlir::LogicalResult verifyInstruction(InstructionOpInterface op);

} // namespace dl::vdla

#endif // DL_LIB_DIALECT_VDLA_IR_INSTRUCTIONSYNTAX_H
