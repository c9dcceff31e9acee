//===-- OddMachine.h - a machine unlike the shipped ones --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_ODDMACHINE_H
#define DL_TEST_VDLA_ODDMACHINE_H

#include "Machines.h"

namespace dl::vdla::test {

/// Batches of 2 and blocks of 7 by 4, three words an instruction with fields in other places,
/// other codes, micro-ops of 40 bits, small queues. Whatever takes a number of the shipped
/// machines for granted fails on it.
inline Config makeOddMachine() {
  Config config = readMachine("paper");
  config.name = "odd";
  config.tile = {2, 7, 4};
  config.bits.uop = 40;
  for (MemoryDesc &memory : config.memories)
    memory.depth = memory.memory == Memory::Scale ? 48 : memory.depth - 24;
  for (LoadForm &load : config.loads)
    load.code = 7 - load.code;
  for (std::vector<Code> *codes : {&config.stores, &config.pads, &config.roundings, &config.modes})
    for (Code &code : *codes)
      code.code = 3 - code.code;
  for (Code &code : config.operations)
    code.code = 3 * code.code + 1;
  for (TokenQueue &queue : config.queues)
    queue.capacity = 4;
  config.fifos = {3, 5, 2};
  config.dram = {6, 30, 48, 3};
  config.pipeline = {2, 2, 6, 3, 5, 1, 0, true};
  config.instructionWords = 3;
  for (Format &format : config.formats) {
    format.opcode = 7 - format.opcode;
    for (FieldDesc &field : format.fields)
      // The first word moves to the end, turned around.
      if (field.word == 0) {
        field.word = 2;
        field.bit = 64 - field.bit - field.width;
      }
  }
  for (FieldDesc &field : config.microOp)
    field.bit += 5;
  return config;
}

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_ODDMACHINE_H
