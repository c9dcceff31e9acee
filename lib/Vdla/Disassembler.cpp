//===-- Disassembler.cpp - programs to text ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Assembly.h"

using namespace dl::vdla;

std::string dl::vdla::disassemble(const DeviceModel &model, const Program &program,
                                  const Instruction &instruction) {
  std::string text = getName(instruction.kind), tokens;
  std::optional<FieldId> head = getHeadField(instruction.kind);
  if (head && !model.lookupField(instruction.kind, *head))
    head.reset();
  if (head)
    text += " " + model.getValueName(*getCodeSet(*head), instruction.get(*head));
  for (unsigned i = 0; i < numFields; ++i) {
    FieldId field = FieldId(i);
    int64_t value = instruction.get(field);
    bool isRelative = field == FieldId::Dram && instruction.buffer != noBuffer;
    if (field == head || (value == 0 && !isRelative))
      continue;
    std::string &part = isToken(field) ? tokens : text;
    part += std::string(" ") + getName(field);
    if (isFlag(field))
      continue;
    part += "=";
    if (isRelative)
      part += "%" + program.buffers[instruction.buffer].name +
              (value == 0 ? "" : "+" + std::to_string(value));
    else if (std::optional<CodeSet> set = getCodeSet(field))
      part += model.getValueName(*set, value);
    else
      part += std::to_string(value);
  }
  return text + tokens;
}

std::string dl::vdla::disassemble(const DeviceModel &model, const Program &program) {
  std::string text = "program " + program.name + "\nconfig " + model.getConfig().name + "\n";
  for (const Buffer &buffer : program.buffers)
    text += "buffer " + buffer.name + " " + getName(buffer.direction) + " " +
            std::to_string(buffer.bytes) + "\n";
  for (const MicroOp &microOp : program.microOps)
    text += "uop dst=" + std::to_string(microOp.dst) + " src=" + std::to_string(microOp.src) +
            " wgt=" + std::to_string(microOp.wgt) + "\n";
  for (const Instruction &instruction : program.instructions)
    text += disassemble(model, program, instruction) + "\n";
  return text;
}
