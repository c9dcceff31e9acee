//===-- Program.cpp - a program of VDLA -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Program.h"

#include "dl/Vdla/Encoding.h"

#include <set>

using namespace dl::vdla;

const char *dl::vdla::getName(Direction direction) {
  static constexpr const char *names[numDirections] = {"in", "out", "inout", "scratch", "microops"};
  return names[unsigned(direction)];
}

bool dl::vdla::isValidName(const std::string &name) {
  if (name.empty() || name.size() > 255)
    return false;
  for (char c : name) {
    bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!isLetter && !(c >= '0' && c <= '9') && c != '_' && c != '.' && c != '-')
      return false;
  }
  return true;
}

std::string dl::vdla::describe(const Program &program, int64_t instruction) {
  return std::to_string(instruction) + " (" + getName(program.instructions[instruction].kind) + ")";
}

bool dl::vdla::isTransfer(const Instruction &instruction) {
  return instruction.kind == InstructionKind::Load || instruction.kind == InstructionKind::Store;
}

std::optional<std::string> dl::vdla::checkWellFormed(const DeviceModel &model,
                                                     const Program &program) {
  if (!isValidName(program.name))
    return "expected a program's name of letters, digits, '_', '.' and '-', got '" + program.name +
           "'";
  std::set<std::string> names;
  for (const Buffer &buffer : program.buffers) {
    if (!isValidName(buffer.name))
      return "expected a buffer's name of letters, digits, '_', '.' and '-', got '" + buffer.name +
             "'";
    if (!names.insert(buffer.name).second)
      return "expected buffers with different names, got " + buffer.name + " twice";
    if (buffer.bytes < 0)
      return "expected buffer " + buffer.name + " of at least 0 bytes, got " +
             std::to_string(buffer.bytes);
  }
  for (size_t i = 0; i < program.microOps.size(); ++i)
    if (std::optional<std::string> reason = checkEncodable(model, program.microOps[i]))
      return "micro-op " + std::to_string(i) + ": " + *reason;
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction &instruction = program.instructions[i];
    std::optional<std::string> reason = checkEncodable(model, instruction);
    if (!reason && instruction.buffer != noBuffer) {
      if (!isTransfer(instruction))
        reason = "expected no buffer, since it moves nothing from or to DRAM";
      else if (instruction.buffer < 0 || size_t(instruction.buffer) >= program.buffers.size())
        reason = "expected one of " + std::to_string(program.buffers.size()) + " buffers, got " +
                 std::to_string(instruction.buffer);
    }
    if (reason)
      return "instruction " + describe(program, int64_t(i)) + ": " + *reason;
  }
  return std::nullopt;
}
