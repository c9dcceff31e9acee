//===-- Encoder.cpp - instructions to bits ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Encoding.h"

#include <cassert>

using namespace dl::vdla;

static std::string describeRange(const FieldDesc &field) {
  unsigned positive = field.width - field.isSigned;
  int64_t most = int64_t((uint64_t(1) << positive) - 1);
  return std::to_string(field.isSigned ? -most - 1 : 0) + " to " + std::to_string(most);
}

static bool fits(const FieldDesc &field, int64_t value) {
  unsigned positive = field.width - field.isSigned;
  int64_t most = int64_t((uint64_t(1) << positive) - 1);
  return value <= most && value >= (field.isSigned ? -most - 1 : 0);
}

std::optional<std::string> dl::vdla::checkEncodable(const DeviceModel &model,
                                                    const Instruction &instruction) {
  std::string kind = getName(instruction.kind);
  if (!model.getFormat(instruction.kind))
    return "expected an instruction of machine " + model.getConfig().name + ", got " + kind;
  for (unsigned i = 0; i < numFields; ++i) {
    FieldId id = FieldId(i);
    int64_t value = instruction.get(id);
    const FieldDesc *field = model.lookupField(instruction.kind, id);
    if (!field) {
      if (value != 0)
        return "expected no field " + std::string(getName(id)) + " in a " + kind + ", got " +
               std::to_string(value);
      continue;
    }
    if (std::optional<CodeSet> set = getCodeSet(id)) {
      if (!model.getCode(*set, value))
        return "expected " + std::string(getName(id)) + " of " + kind + " to be " +
               model.listNames(*set) + ", got value " + std::to_string(value);
    } else if (!fits(*field, value)) {
      return "expected " + std::string(getName(id)) + " of " + kind + " from " +
             describeRange(*field) + ", got " + std::to_string(value);
    }
  }
  return std::nullopt;
}

static int64_t getValue(const MicroOp &microOp, FieldId field) {
  return field == FieldId::Dst ? microOp.dst : field == FieldId::Src ? microOp.src : microOp.wgt;
}

std::optional<std::string> dl::vdla::checkEncodable(const DeviceModel &model,
                                                    const MicroOp &microOp) {
  for (const FieldDesc &field : model.getConfig().microOp)
    if (!fits(field, getValue(microOp, field.field)))
      return "expected " + std::string(getName(field.field)) + " of a micro-op from " +
             describeRange(field) + ", got " + std::to_string(getValue(microOp, field.field));
  return std::nullopt;
}

/// Sets the bits of a field in little-endian bytes, which are 0 there.
static void insert(const FieldDesc &field, uint64_t value, uint8_t *bytes) {
  unsigned first = field.word * 64 + field.bit;
  for (unsigned i = 0; i < field.width; ++i)
    if (value >> i & 1)
      bytes[(first + i) / 8] |= uint8_t(1u << ((first + i) % 8));
}

void dl::vdla::encode(const DeviceModel &model, const Instruction &instruction,
                      std::vector<uint8_t> &bytes) {
  assert(!checkEncodable(model, instruction) && "asked before");
  size_t begin = bytes.size();
  bytes.resize(begin + model.getInstructionBytes());
  const Format &format = *model.getFormat(instruction.kind);
  for (const FieldDesc &field : format.fields) {
    int64_t value = instruction.get(field.field);
    if (field.field == FieldId::Opcode)
      value = int64_t(format.opcode);
    else if (std::optional<CodeSet> set = getCodeSet(field.field))
      value = int64_t(*model.getCode(*set, value));
    insert(field, uint64_t(value), &bytes[begin]);
  }
}

void dl::vdla::encode(const DeviceModel &model, const MicroOp &microOp,
                      std::vector<uint8_t> &bytes) {
  assert(!checkEncodable(model, microOp) && "asked before");
  size_t begin = bytes.size();
  bytes.resize(begin + model.getMicroOpBytes());
  for (const FieldDesc &field : model.getConfig().microOp)
    insert(field, uint64_t(getValue(microOp, field.field)), &bytes[begin]);
}
