//===-- ValidateFormats.cpp - encodings of a configuration ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fields of an instruction or micro-op do not overlap, are known, are all there, and are wide
// enough for what they say.
//
//===----------------------------------------------------------------------===//
#include "FormatRules.h"
#include "ValidateConfig.h"

#include <algorithm>
#include <set>

using namespace dl::vdla;

using Reason = std::optional<std::string>;

static std::string describe(const FieldDesc &field) {
  return std::string(getName(field.field)) + " (word " + std::to_string(field.word) + ", bit " +
         std::to_string(field.bit) + ", " + std::to_string(field.width) + " bits)";
}

/// Whether `width` bits hold 0 to `most`.
static bool holds(unsigned width, uint64_t most) { return width >= 64 || (most >> width) == 0; }

/// Fields lie within `words` words, apart from each other. Their last bit is below `bits`.
static Reason checkLayout(const std::string &owner, const std::vector<FieldDesc> &fields,
                          int64_t bits) {
  std::set<FieldId> seen;
  for (const FieldDesc &field : fields) {
    if (!seen.insert(field.field).second)
      return "expected field " + std::string(getName(field.field)) + " of " + owner +
             " once, got it twice";
    if (field.width < 1 || field.width > 64 || field.bit > 63 || field.bit + field.width > 64)
      return "expected fields of " + owner + " inside of one word of 64 bits, got " +
             describe(field) + "; move it or make it narrower";
    if (int64_t(field.word) * 64 + field.bit + field.width > bits)
      return "expected fields of " + owner + " inside of its " + std::to_string(bits) +
             " bits, got " + describe(field);
  }
  for (size_t i = 0; i < fields.size(); ++i)
    for (size_t j = i + 1; j < fields.size(); ++j) {
      const FieldDesc &a = fields[i], &b = fields[j];
      if (a.word == b.word && a.bit < b.bit + b.width && b.bit < a.bit + a.width)
        return "expected fields of " + owner + " that do not overlap, got " + describe(a) +
               " and " + describe(b) + "; move one of them";
    }
  return std::nullopt;
}

static const FieldDesc *find(const std::vector<FieldDesc> &fields, FieldId id) {
  for (const FieldDesc &field : fields)
    if (field.field == id)
      return &field;
  return nullptr;
}

static Reason checkNames(const Format &format) {
  const FormatRule &rule = getFormatRule(format.kind);
  std::vector<FieldId> needed = getHeaderFields();
  needed.insert(needed.end(), rule.required.begin(), rule.required.end());
  for (FieldId id : needed)
    if (!find(format.fields, id))
      return "expected format " + std::string(getName(format.kind)) + " to have field " +
             getName(id) + "; add it to its fields";
  for (const FieldDesc &field : format.fields)
    if (!std::count(needed.begin(), needed.end(), field.field) &&
        !std::count(rule.optional.begin(), rule.optional.end(), field.field))
      return "expected fields of a " + std::string(getName(format.kind)) + ", got " +
             getName(field.field) + "; remove it";
  return std::nullopt;
}

/// The largest position or code that a field has to say, or 0 where any width is good.
static uint64_t getNeed(const Config &config, const FieldDesc &field) {
  auto depthOf = [&](Memory memory) -> uint64_t {
    for (const MemoryDesc &desc : config.memories)
      if (desc.memory == memory)
        return uint64_t(desc.depth - 1);
    return 0;
  };
  uint64_t need = 0;
  switch (field.field) {
  case FieldId::Sram:
    for (const LoadForm &load : config.loads)
      need = std::max(need, depthOf(load.memory));
    return need;
  case FieldId::UopBegin:
    return depthOf(Memory::Uop);
  case FieldId::ScaleBase:
    return depthOf(Memory::Scale);
  case FieldId::Dst:
    return depthOf(Memory::Acc);
  case FieldId::Src:
    return std::max(depthOf(Memory::Inp), depthOf(Memory::Acc));
  case FieldId::Wgt:
    return depthOf(Memory::Wgt);
  default:
    break;
  }
  if (std::optional<CodeSet> set = getCodeSet(field.field))
    for (const NamedCode &code : getCodes(config, *set))
      need = std::max(need, code.code);
  return need;
}

static Reason checkWidth(const Config &config, const std::string &owner, const FieldDesc &field) {
  uint64_t need = getNeed(config, field);
  unsigned positive = field.width - field.isSigned;
  if (!holds(positive, need))
    return "expected field " + describe(field) + " of " + owner + " to hold " +
           std::to_string(need) + ", which the machine needs; make it wider or the machine smaller";
  if (isFlag(field.field) && field.width != 1)
    return "expected field " + describe(field) + " of " + owner + " to have 1 bit";
  bool canBeNegative = field.field == FieldId::Imm || field.field == FieldId::Value;
  if (field.isSigned && !canBeNegative)
    return "expected field " + describe(field) + " of " + owner +
           " to be unsigned, since it counts";
  // So that no product of two counts and a position overflows 64 bits.
  bool isWide =
      canBeNegative || field.field == FieldId::Dram || field.field == FieldId::CompletionId;
  unsigned most = isWide ? 32 : 24;
  if (field.width > most)
    return "expected field " + describe(field) + " of " + owner + " to have " +
           std::to_string(most) + " bits at most";
  return std::nullopt;
}

static Reason checkFormat(const Config &config, const Format &format) {
  std::string owner = "format " + std::string(getName(format.kind));
  if (Reason reason = checkNames(format))
    return reason;
  if (Reason reason = checkLayout(owner, format.fields, config.instructionWords * 64))
    return reason;
  for (const FieldDesc &field : format.fields)
    if (Reason reason = checkWidth(config, owner, field))
      return reason;
  const FieldDesc &opcode = format.fields.front();
  const FieldDesc &first = config.formats.front().fields.front();
  if (opcode.field != FieldId::Opcode || opcode.word != first.word || opcode.bit != first.bit ||
      opcode.width != first.width)
    return "expected the first field of " + owner + " to be op, where it is in format " +
           getName(config.formats.front().kind) + ", got " + describe(opcode);
  if (!holds(opcode.width, format.opcode))
    return "expected opcode " + std::to_string(format.opcode) + " of " + owner + " to fit " +
           std::to_string(opcode.width) + " bits";
  return std::nullopt;
}

std::optional<std::string> dl::vdla::checkFormats(const Config &config) {
  std::set<InstructionKind> kinds;
  std::set<uint64_t> opcodes;
  for (const Format &format : config.formats) {
    if (!kinds.insert(format.kind).second)
      return "expected one format " + std::string(getName(format.kind)) + ", got two";
    if (!opcodes.insert(format.opcode).second)
      return "expected different opcodes, got " + std::to_string(format.opcode) + " again for " +
             getName(format.kind);
    if (Reason reason = checkFormat(config, format))
      return reason;
  }
  for (InstructionKind kind : {InstructionKind::Load, InstructionKind::Store, InstructionKind::Gemm,
                               InstructionKind::Finish})
    if (!kinds.count(kind))
      return "expected a format " + std::string(getName(kind)) +
             ", without which nothing can run; add it to formats";

  for (FieldId id : {FieldId::Dst, FieldId::Src, FieldId::Wgt})
    if (!find(config.microOp, id))
      return "expected micro_op to have field " + std::string(getName(id)) +
             "; add it to its fields";
  if (config.microOp.size() != 3)
    return "expected the fields dst, src and wgt in micro_op, got " +
           std::to_string(config.microOp.size()) + " fields";
  if (Reason reason = checkLayout("micro_op", config.microOp, config.bits.uop))
    return reason;
  for (const FieldDesc &field : config.microOp)
    if (Reason reason = checkWidth(config, "micro_op", field))
      return reason;
  return std::nullopt;
}
