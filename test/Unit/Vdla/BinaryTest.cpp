//===-- BinaryTest.cpp - programs as files ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "RandomInstructions.h"

#include "dl/Vdla/Binary.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

TEST(BinaryTest, ReadsWhatItWrites) {
  std::mt19937_64 random = makeRandom(2);
  for (const std::string &name : machineNames) {
    const DeviceModel &model = getMachine(name);
    Program program = makeRandomCode(model, random, 50);
    std::string error;
    std::optional<std::vector<uint8_t>> bytes = writeBinary(model, program, error);
    ASSERT_TRUE(bytes) << error;
    EXPECT_EQ(readBinary(model, bytes->data(), bytes->size(), error), program) << error;
    EXPECT_EQ(*writeBinary(model, program, error), *bytes);
  }
}

TEST(BinaryTest, ReadsTheLeastAndTheLargest) {
  const DeviceModel &model = getMachine("paper");
  Program program;
  program.name = "nothing";
  auto roundTrip = [&] {
    std::string error;
    std::vector<uint8_t> bytes = *writeBinary(model, program, error);
    EXPECT_EQ(readBinary(model, bytes.data(), bytes.size(), error), program) << error;
  };
  roundTrip();
  program.buffers = {{"none", 0, Direction::In}, {"all", INT64_MAX, Direction::Scratch}};
  roundTrip();
}

TEST(BinaryTest, RefusesEveryPrefix) {
  std::mt19937_64 random = makeRandom(3);
  const DeviceModel &model = getMachine("paper");
  std::string error;
  std::vector<uint8_t> bytes = *writeBinary(model, makeRandomCode(model, random, 5), error);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(readBinary(model, bytes.data(), size, error)) << size;
  // The first words alone.
  EXPECT_FALSE(readBinary(model, bytes.data(), 7, error));
  EXPECT_EQ(error,
            "expected a program of VDLA, which begins with \"dl-vdla\" and a zero, at byte 0");
  EXPECT_FALSE(readBinary(model, bytes.data(), 8, error));
  EXPECT_EQ(error, "expected 4 more bytes, got 0 at byte 8");
  EXPECT_FALSE(readBinary(model, bytes.data(), 15, error));
  EXPECT_EQ(error, "expected 4 more bytes, got 3 at byte 12");
  bytes.push_back(0);
  EXPECT_FALSE(readBinary(model, bytes.data(), bytes.size(), error));
  EXPECT_EQ(error.rfind("expected the end, got 1 bytes at byte ", 0), 0u) << error;
}

/// The error for a small program with a byte changed.
std::string refuse(size_t position, uint8_t value) {
  const DeviceModel &model = getMachine("paper");
  Program program;
  program.name = "p";
  program.buffers = {{"x", 16, Direction::In}, {"y", 16, Direction::Out}};
  program.microOps.resize(1);
  program.instructions.resize(2);
  program.instructions[0].kind = InstructionKind::Load;
  program.instructions[0].buffer = 1;
  std::string error;
  std::vector<uint8_t> bytes = *writeBinary(model, program, error);
  bytes.at(position) = value;
  EXPECT_FALSE(readBinary(model, bytes.data(), bytes.size(), error));
  return error;
}

TEST(BinaryTest, RefusesDamage) {
  EXPECT_EQ(refuse(0, 'D'),
            "expected a program of VDLA, which begins with \"dl-vdla\" and a zero, at byte 0");
  EXPECT_EQ(refuse(8, 2), "expected version 1, got 2; assemble the program again at byte 24");
  EXPECT_EQ(refuse(12, 255), "expected a name of 255 bytes, got 71 at byte 40");
  EXPECT_EQ(refuse(27, 255), "expected room for 4278190082 buffers, got 70 bytes at byte 41");
  EXPECT_EQ(refuse(31, 255), "expected room for 4278190081 micro-ops, got 44 bytes at byte 67");
  EXPECT_EQ(refuse(35, 255), "expected room for 4278190082 instructions, got 40 bytes at byte 71");
  EXPECT_EQ(refuse(39, 255), "expected room for 4278190081 relocations, got 8 bytes at byte 103");
  EXPECT_EQ(refuse(40, ' '), "expected a name of letters, digits, '_', '.' and '-' at byte 40");
  EXPECT_EQ(refuse(41, 5), "expected a direction below 5, got 5 at byte 53");
  EXPECT_EQ(refuse(52, 255), "expected the bytes of a buffer to fit 63 bits at byte 53");
  EXPECT_EQ(refuse(66, 'x'), "expected buffers with different names, got x twice at byte 67");
  EXPECT_EQ(refuse(103, 9), "expected the next instruction of 2, got 9 at byte 111");
  EXPECT_EQ(refuse(103, 2), "expected the next instruction of 2, got 2 at byte 111");
  EXPECT_EQ(refuse(103, 1),
            "expected a relocation of a load or store, got one of instruction 1 (nop) at byte 111");
  EXPECT_EQ(refuse(107, 2), "expected one of 2 buffers, got 2 at byte 111");
}

TEST(BinaryTest, RefusesTwoRelocationsOfAnInstruction) {
  const DeviceModel &model = getMachine("paper");
  Program program;
  program.name = "p";
  program.buffers = {{"x", 16, Direction::In}};
  program.instructions.resize(2);
  for (Instruction &load : program.instructions) {
    load.kind = InstructionKind::Load;
    load.buffer = 0;
  }
  std::string error;
  std::vector<uint8_t> bytes = *writeBinary(model, program, error);
  EXPECT_EQ(readBinary(model, bytes.data(), bytes.size(), error), program) << error;
  // The instruction of the second one.
  bytes[bytes.size() - 8] = 0;
  EXPECT_FALSE(readBinary(model, bytes.data(), bytes.size(), error));
  EXPECT_EQ(error.rfind("expected the next instruction of 2, got 0 at byte ", 0), 0u) << error;
}

TEST(BinaryTest, RefusesOtherMachine) {
  std::mt19937_64 random = makeRandom(4);
  std::string error;
  std::vector<uint8_t> bytes =
      *writeBinary(getMachine("paper"), makeRandomCode(getMachine("paper"), random, 5), error);
  EXPECT_FALSE(readBinary(getMachine("weights-256k"), bytes.data(), bytes.size(), error));
  EXPECT_EQ(error, "expected a program for configuration weights-256k, got one for another; give "
                   "the configuration that it was made for at byte 24");
}

TEST(BinaryTest, NamesOfBuffersAndPrograms) {
  for (const char *name : {"a", "z", "A", "Z", "0", "9", "_.-", "x1"})
    EXPECT_TRUE(isValidName(name)) << name;
  for (const char *name : {"", "`", "{", "@", "[", "/", ":", "a b", "%a", "\xc3\xa4"})
    EXPECT_FALSE(isValidName(name)) << name;
  EXPECT_TRUE(isValidName(std::string(255, 'a')));
  EXPECT_FALSE(isValidName(std::string(256, 'a')));
}

TEST(BinaryTest, RefusesMalformedPrograms) {
  const DeviceModel &model = getMachine("paper");
  auto refuse = [&](Program program) {
    std::string error;
    EXPECT_FALSE(writeBinary(model, program, error));
    return error;
  };
  Program good;
  good.name = "p";
  good.instructions.resize(1);
  Program program = good;
  program.name = "";
  EXPECT_EQ(refuse(program),
            "expected a program's name of letters, digits, '_', '.' and '-', got ''");
  program = good;
  program.buffers = {{"a b", 1, Direction::In}};
  EXPECT_EQ(refuse(program),
            "expected a buffer's name of letters, digits, '_', '.' and '-', got 'a b'");
  program.buffers = {{"a", 1, Direction::In}, {"a", 1, Direction::In}};
  EXPECT_EQ(refuse(program), "expected buffers with different names, got a twice");
  program.buffers = {{"a", -1, Direction::In}};
  EXPECT_EQ(refuse(program), "expected buffer a of at least 0 bytes, got -1");
  program = good;
  program.instructions[0].buffer = 0;
  EXPECT_EQ(refuse(program),
            "instruction 0 (nop): expected no buffer, since it moves nothing from or to DRAM");
  program.instructions[0].kind = InstructionKind::Load;
  EXPECT_EQ(refuse(program), "instruction 0 (load): expected one of 0 buffers, got 0");
  program = good;
  program.microOps.resize(1);
  program.microOps[0].dst = 1 << 11;
  EXPECT_EQ(refuse(program), "micro-op 0: expected dst of a micro-op from 0 to 2047, got 2048");
}

} // namespace
