//===-- AssemblySyntax.h - what assembler and disassembler share ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_ASSEMBLYSYNTAX_H
#define DL_LIB_VDLA_ASSEMBLYSYNTAX_H

#include "dl/Vdla/Instruction.h"

namespace dl::vdla {

/// The field whose value is the word after the mnemonic, if any.
std::optional<FieldId> getHeadField(InstructionKind kind);

/// Whether a field pops or pushes a token; these are written last.
bool isToken(FieldId field);

} // namespace dl::vdla

#endif // DL_LIB_VDLA_ASSEMBLYSYNTAX_H
