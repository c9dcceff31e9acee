//===-- Program.h - a program of VDLA ---------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler hands to the runtime: instructions, micro-ops, and the buffers in DRAM that
// transfers are relative to, so that the same program runs wherever the host puts them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_PROGRAM_H
#define DL_VDLA_PROGRAM_H

#include "dl/Vdla/DeviceModel.h"

namespace dl::vdla {

/// How a program uses a buffer. The host gives the contents of In and InOut and reads Out and
/// InOut; Scratch is only there while the program runs; MicroOps holds Program::microOps.
enum class Direction : uint8_t { In, Out, InOut, Scratch, MicroOps };
constexpr unsigned numDirections = 5;
const char *getName(Direction direction);

/// Bytes that a program's transfers count from. Its address is a multiple of the size of each
/// element that they move.
struct Buffer {
  /// Letters, digits, '_', '.' and '-'.
  std::string name;
  int64_t bytes = 0;
  Direction direction = Direction::In;
  bool operator==(const Buffer &other) const {
    return name == other.name && bytes == other.bytes && direction == other.direction;
  }
};

/// Whether text is a name of a buffer or program.
bool isValidName(const std::string &name);

struct Program {
  std::string name;
  std::vector<Buffer> buffers;
  std::vector<MicroOp> microOps;
  std::vector<Instruction> instructions;

  bool operator==(const Program &other) const {
    return name == other.name && buffers == other.buffers && microOps == other.microOps &&
           instructions == other.instructions;
  }
};

/// Whether an instruction moves data from or to DRAM, by way of a buffer.
bool isTransfer(const Instruction &instruction);

/// Why a program cannot be written down: names, buffers that are not there, values that cannot be
/// encoded. Nothing of a program that was read or assembled.
std::optional<std::string> checkWellFormed(const DeviceModel &model, const Program &program);

/// "3 (gemm)": an instruction of a program, for messages.
std::string describe(const Program &program, int64_t instruction);

} // namespace dl::vdla

#endif // DL_VDLA_PROGRAM_H
