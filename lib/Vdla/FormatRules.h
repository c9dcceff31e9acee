//===-- FormatRules.h - which fields an instruction can have ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_FORMATRULES_H
#define DL_LIB_VDLA_FORMATRULES_H

#include "dl/Vdla/Instruction.h"

#include <vector>

namespace dl::vdla {

struct FormatRule {
  /// Fields without which the instruction means nothing, after those of all instructions.
  std::vector<FieldId> required;
  /// Fields that a machine may lack; they are then 0.
  std::vector<FieldId> optional;
};

/// The rule of an instruction.
const FormatRule &getFormatRule(InstructionKind kind);

/// What all instructions have: the operation code and tokens.
const std::vector<FieldId> &getHeaderFields();

} // namespace dl::vdla

#endif // DL_LIB_VDLA_FORMATRULES_H
