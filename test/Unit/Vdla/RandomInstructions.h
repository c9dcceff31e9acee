//===-- RandomInstructions.h - instructions of any values -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_RANDOMINSTRUCTIONS_H
#define DL_TEST_VDLA_RANDOMINSTRUCTIONS_H

#include "dl/Vdla/Program.h"

#include "gtest/gtest.h"

#include <random>

namespace dl::vdla::test {

/// Numbers of a test; others with --gtest_shuffle --gtest_random_seed=N.
inline std::mt19937_64 makeRandom(uint64_t seed) {
  return std::mt19937_64(seed + 1000 * uint64_t(testing::UnitTest::GetInstance()->random_seed()));
}

inline int64_t draw(std::mt19937_64 &random, int64_t least, int64_t most) {
  return least + int64_t(random() % uint64_t(most - least + 1));
}

/// An instruction that the machine can be told; it need not make sense.
inline Instruction makeRandomInstruction(const DeviceModel &model, std::mt19937_64 &random) {
  const std::vector<Format> &formats = model.getConfig().formats;
  const Format &format = formats[random() % formats.size()];
  Instruction result;
  result.kind = format.kind;
  for (const FieldDesc &field : format.fields) {
    if (field.field == FieldId::Opcode)
      continue;
    int64_t value = int64_t(random() & ((uint64_t(1) << field.width) - 1));
    if (random() % 4 == 0)
      value = random() % 2 == 0 ? 0 : (int64_t(1) << field.width) - 1;
    if (field.isSigned && value >> (field.width - 1))
      value -= int64_t(1) << field.width;
    if (std::optional<CodeSet> set = getCodeSet(field.field)) {
      std::optional<int64_t> known;
      while (!known)
        known = model.lookupCode(*set, random() % 32);
      value = *known;
    }
    result.set(field.field, value);
  }
  return result;
}

/// A program of such instructions, in a few buffers.
inline Program makeRandomCode(const DeviceModel &model, std::mt19937_64 &random, unsigned size) {
  Program program;
  program.name = "random";
  for (unsigned i = 0; i < 3; ++i)
    program.buffers.push_back(
        {"b" + std::to_string(i), int64_t(random() % 10000), Direction(random() % numDirections)});
  for (unsigned i = 0; i < size; ++i) {
    MicroOp microOp;
    microOp.dst = uint32_t(random() % uint64_t(model.getDepth(Memory::Acc)));
    microOp.src = uint32_t(random() % uint64_t(model.getDepth(Memory::Inp)));
    microOp.wgt = uint32_t(random() % uint64_t(model.getDepth(Memory::Wgt)));
    program.microOps.push_back(microOp);
    program.instructions.push_back(makeRandomInstruction(model, random));
    if (isTransfer(program.instructions.back()) && random() % 4 != 0)
      program.instructions.back().buffer = int(random() % 3);
  }
  return program;
}

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_RANDOMINSTRUCTIONS_H
