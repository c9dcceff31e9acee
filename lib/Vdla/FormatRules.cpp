//===-- FormatRules.cpp - which fields an instruction can have --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FormatRules.h"

using namespace dl::vdla;

const std::vector<FieldId> &dl::vdla::getHeaderFields() {
  static const std::vector<FieldId> fields = {FieldId::Opcode, FieldId::PopPrev, FieldId::PopNext,
                                              FieldId::PushPrev, FieldId::PushNext};
  return fields;
}

const FormatRule &dl::vdla::getFormatRule(InstructionKind kind) {
  using F = FieldId;
  static const FormatRule load = {{F::Form, F::Sram, F::Dram, F::Y, F::X, F::Stride},
                                  {F::Pad, F::PadTop, F::PadBottom, F::PadLeft, F::PadRight}};
  static const FormatRule store = {
      {F::Source, F::Sram, F::Dram, F::Y, F::X, F::Stride},
      {F::ScaleBase, F::ScaleStep, F::Relu, F::Round, F::Saturate, F::Pool}};
  static const FormatRule gemm = {{F::UopBegin, F::UopCount, F::IterOut, F::IterIn, F::DstOut,
                                   F::DstIn, F::SrcOut, F::SrcIn, F::WgtOut, F::WgtIn},
                                  {F::Mode, F::InitCount}};
  static const FormatRule alu = {{F::UopBegin, F::UopCount, F::IterOut, F::IterIn, F::DstOut,
                                  F::DstIn, F::SrcOut, F::SrcIn, F::Operation, F::UseImm, F::Imm},
                                 {}};
  static const FormatRule configure = {{F::Register, F::Value}, {}};
  static const FormatRule nop = {{F::Stage}, {}};
  static const FormatRule finish = {{F::CompletionId}, {}};
  switch (kind) {
  case InstructionKind::Load:
    return load;
  case InstructionKind::Store:
    return store;
  case InstructionKind::Gemm:
    return gemm;
  case InstructionKind::Alu:
    return alu;
  case InstructionKind::Configure:
    return configure;
  case InstructionKind::Nop:
    return nop;
  case InstructionKind::Finish:
    break;
  }
  return finish;
}
