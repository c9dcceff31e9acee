//===-- Decoder.cpp - bits to instructions ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Encoding.h"

using namespace dl::vdla;

/// The bits of a field, which are then marked as read.
static uint64_t extract(const FieldDesc &field, const uint8_t *bytes, std::vector<uint8_t> &rest) {
  unsigned first = field.word * 64 + field.bit;
  uint64_t value = 0;
  for (unsigned i = 0; i < field.width; ++i) {
    unsigned bit = first + i;
    value |= uint64_t(bytes[bit / 8] >> (bit % 8) & 1) << i;
    rest[bit / 8] &= uint8_t(~(1u << (bit % 8)));
  }
  return value;
}

/// An error if bits of no field are set.
static bool checkRest(const std::vector<uint8_t> &rest, const std::string &owner,
                      std::string &error) {
  for (size_t i = 0; i < rest.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit)
      if (rest[i] >> bit & 1) {
        error = "expected 0 in bit " + std::to_string(i * 8 + bit) + " of " + owner +
                ", which no field has";
        return false;
      }
  return true;
}

static int64_t extendSign(const FieldDesc &field, uint64_t value) {
  if (field.isSigned && (value >> (field.width - 1) & 1))
    return int64_t(value) - (int64_t(1) << field.width);
  return int64_t(value);
}

std::optional<Instruction> dl::vdla::decodeInstruction(const DeviceModel &model,
                                                       const uint8_t *bytes, std::string &error) {
  std::vector<uint8_t> rest(bytes, bytes + model.getInstructionBytes());
  uint64_t opcode = extract(model.getOpcodeField(), bytes, rest);
  const Format *format = model.lookupOpcode(opcode);
  if (!format) {
    error = "expected the opcode of an instruction of machine " + model.getConfig().name +
            ", got " + std::to_string(opcode);
    return std::nullopt;
  }
  Instruction result;
  result.kind = format->kind;
  for (const FieldDesc &field : format->fields) {
    if (field.field == FieldId::Opcode)
      continue;
    uint64_t value = extract(field, bytes, rest);
    if (std::optional<CodeSet> set = getCodeSet(field.field)) {
      std::optional<int64_t> known = model.lookupCode(*set, value);
      if (!known) {
        error = "expected a code of " + model.listNames(*set) + " in field " +
                getName(field.field) + " of a " + getName(format->kind) + ", got " +
                std::to_string(value);
        return std::nullopt;
      }
      result.set(field.field, *known);
    } else {
      result.set(field.field, extendSign(field, value));
    }
  }
  if (!checkRest(rest, "a " + std::string(getName(format->kind)), error))
    return std::nullopt;
  return result;
}

std::optional<MicroOp> dl::vdla::decodeMicroOp(const DeviceModel &model, const uint8_t *bytes,
                                               std::string &error) {
  std::vector<uint8_t> rest(bytes, bytes + model.getMicroOpBytes());
  MicroOp result;
  for (const FieldDesc &field : model.getConfig().microOp) {
    uint32_t value = uint32_t(extract(field, bytes, rest));
    (field.field == FieldId::Dst   ? result.dst
     : field.field == FieldId::Src ? result.src
                                   : result.wgt) = value;
  }
  if (!checkRest(rest, "a micro-op", error))
    return std::nullopt;
  return result;
}
