//===-- Instruction.cpp - names of instructions and fields ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Instruction.h"

#include <iterator>

using namespace dl::vdla;

namespace {
struct FieldInfo {
  const char *name;
  /// A CodeSet, or one of the two below.
  int set;
};
constexpr int number = -1, flag = -2;
constexpr int setOf(CodeSet set) { return int(set); }
} // namespace

/// By FieldId.
static constexpr FieldInfo fieldInfos[] = {
    {"op", number},
    {"pop_prev", flag},
    {"pop_next", flag},
    {"push_prev", flag},
    {"push_next", flag},
    {"form", setOf(CodeSet::Load)},
    {"sram", number},
    {"dram", number},
    {"y", number},
    {"x", number},
    {"stride", number},
    {"pad", setOf(CodeSet::Pad)},
    {"pad_top", number},
    {"pad_bottom", number},
    {"pad_left", number},
    {"pad_right", number},
    {"source", setOf(CodeSet::Store)},
    {"scale_base", number},
    {"scale_step", flag},
    {"relu", flag},
    {"round", setOf(CodeSet::Round)},
    {"saturate", flag},
    {"pool", setOf(CodeSet::Pool)},
    {"mode", setOf(CodeSet::Mode)},
    {"uop_begin", number},
    {"uop_count", number},
    {"iter_out", number},
    {"iter_in", number},
    {"init_count", number},
    {"dst_out", number},
    {"dst_in", number},
    {"src_out", number},
    {"src_in", number},
    {"wgt_out", number},
    {"wgt_in", number},
    {"operation", setOf(CodeSet::Operation)},
    {"use_imm", flag},
    {"imm", number},
    {"id", number},
    {"register", setOf(CodeSet::Register)},
    {"value", number},
    {"stage", setOf(CodeSet::Stage)},
    {"dst", number},
    {"src", number},
    {"wgt", number},
};
static_assert(std::size(fieldInfos) == numFields, "each field has a name");

const char *dl::vdla::getName(FieldId field) { return fieldInfos[unsigned(field)].name; }

std::optional<FieldId> dl::vdla::lookupField(const std::string &name) {
  for (unsigned i = 0; i < numFields; ++i)
    if (name == fieldInfos[i].name)
      return FieldId(i);
  return std::nullopt;
}

std::optional<CodeSet> dl::vdla::getCodeSet(FieldId field) {
  int set = fieldInfos[unsigned(field)].set;
  return set < 0 ? std::nullopt : std::optional(CodeSet(set));
}

bool dl::vdla::isFlag(FieldId field) { return fieldInfos[unsigned(field)].set == flag; }

const char *dl::vdla::getName(Stage stage) {
  static constexpr const char *names[numStages] = {"load", "compute", "store"};
  return names[unsigned(stage)];
}

const char *dl::vdla::getName(InstructionKind kind) {
  static constexpr const char *names[numInstructionKinds] = {"load",      "store", "gemm",  "alu",
                                                             "configure", "nop",   "finish"};
  return names[unsigned(kind)];
}

std::optional<FieldId> dl::vdla::getHeadField(InstructionKind kind) {
  switch (kind) {
  case InstructionKind::Load:
    return FieldId::Form;
  case InstructionKind::Store:
    return FieldId::Source;
  case InstructionKind::Gemm:
    return FieldId::Mode;
  case InstructionKind::Alu:
    return FieldId::Operation;
  case InstructionKind::Configure:
    return FieldId::Register;
  case InstructionKind::Nop:
    return FieldId::Stage;
  case InstructionKind::Finish:
    break;
  }
  return std::nullopt;
}

bool dl::vdla::isToken(FieldId field) {
  return field >= FieldId::PopPrev && field <= FieldId::PushNext;
}
