//===-- MachineState.h - scratchpads, registers and what instructions do --===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one definition of what an instruction computes. Simulators decide when it happens.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_MACHINESTATE_H
#define DL_VDLA_MACHINESTATE_H

#include "dl/Vdla/Program.h"
#include "dl/Vdla/Requantize.h"

namespace dl::vdla {

/// The bytes of each of a program's buffers.
using BufferContents = std::vector<std::vector<uint8_t>>;

/// Zeros for all buffers of a program, and its micro-ops. Nothing and `error` if they are larger
/// than `maxBytes` together or cannot hold what they should.
std::optional<BufferContents> allocateBuffers(const DeviceModel &model, const Program &program,
                                              int64_t maxBytes, std::string &error);

/// A machine with its scratchpads, zero at first. `model`, `program` and `buffers` outlive it.
class MachineState {
public:
  /// `program` is well formed, and `buffers` are as many and as long as it says.
  MachineState(const DeviceModel &model, const Program &program, BufferContents &buffers);

  /// Does all of an instruction. False and `error` if it would leave a scratchpad or a buffer;
  /// then nothing has changed.
  bool execute(int64_t instruction, std::string &error);

  /// Gives each byte of the inputs' and accumulators' scratchpads this value, so that programs
  /// that read what they have not written show it.
  void fill(uint8_t value);

private:
  bool load(const Instruction &instruction, std::string &error);
  bool store(const Instruction &instruction, std::string &error);
  bool gemm(const Instruction &instruction, std::string &error);
  bool alu(const Instruction &instruction, std::string &error);
  /// Copies one element from DRAM, or writes padding.
  void loadElement(const Instruction &instruction, int64_t position, const uint8_t *from);
  void padElement(const Instruction &instruction, int64_t position);
  /// The results of one element of accumulators, before pooling.
  void computeResults(const Instruction &instruction, int64_t position, int64_t row,
                      std::vector<int32_t> &results) const;
  /// Numbers of one element of wgt as it is kept.
  int64_t getWgtStride() const;
  /// Writes one element of wgt, [blockOut][blockIn].
  void setWgt(int64_t position, const int8_t *from);
  ChannelScale getScale(int64_t element, int64_t channel) const;

  const DeviceModel &model;
  const Program &program;
  BufferContents &buffers;
  std::vector<MicroOp> uop;
  std::vector<int8_t> inp;
  /// Of an element pairs of inputs for all outputs side by side, [blockIn / 2][blockOut][2], so
  /// that one instruction of the host multiplies and adds up pairs. An odd last input has a zero
  /// beside it.
  std::vector<int16_t> wgt;
  std::vector<int32_t> acc;
  std::vector<uint8_t> scale;
  std::array<int64_t, 2> registers = {};
};

} // namespace dl::vdla

#endif // DL_VDLA_MACHINESTATE_H
