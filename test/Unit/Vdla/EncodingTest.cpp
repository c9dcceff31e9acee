//===-- EncodingTest.cpp - instructions as bits -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "RandomInstructions.h"

#include "dl/Vdla/Encoding.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

Instruction makeLoad() {
  Instruction load;
  load.kind = InstructionKind::Load;
  load.set(FieldId::Form, 1).set(FieldId::Sram, 5).set(FieldId::Dram, 0x12345678);
  load.set(FieldId::Y, 3).set(FieldId::X, 4).set(FieldId::Stride, 9).set(FieldId::PadTop, 1);
  load.set(FieldId::PushNext, 1).set(FieldId::Pad, int64_t(PadValue::ZeroPoint));
  return load;
}

TEST(EncodingTest, BitsAreWhereTheTableSays) {
  std::vector<uint8_t> bytes;
  encode(getMachine("paper"), makeLoad(), bytes);
  // op 0, push_next at bit 6, form 1 at 7, sram at 10, dram at 26, pad at 58.
  uint64_t low = uint64_t(1) << 6 | uint64_t(1) << 7 | uint64_t(5) << 10 |
                 uint64_t(0x12345678) << 26 | uint64_t(1) << 58;
  uint64_t high = 3 | 4 << 16 | uint64_t(9) << 32 | uint64_t(1) << 48;
  ASSERT_EQ(bytes.size(), 16u);
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(bytes[i], uint8_t(low >> (8 * i))) << i;
    EXPECT_EQ(bytes[8 + i], uint8_t(high >> (8 * i))) << i;
  }
}

TEST(EncodingTest, DecodesWhatItEncodes) {
  std::mt19937_64 random = makeRandom(1);
  for (const std::string &name : machineNames)
    for (unsigned i = 0; i < 500; ++i) {
      const DeviceModel &model = getMachine(name);
      Instruction instruction = makeRandomInstruction(model, random);
      ASSERT_EQ(checkEncodable(model, instruction), std::nullopt);
      std::vector<uint8_t> bytes;
      encode(model, instruction, bytes);
      std::string error;
      EXPECT_EQ(decodeInstruction(model, bytes.data(), error), instruction) << error;
    }
}

TEST(EncodingTest, MicroOpsFollowTheirTable) {
  MicroOp microOp;
  microOp.dst = 2047;
  microOp.src = 1;
  microOp.wgt = 127;
  std::vector<uint8_t> bytes;
  encode(getMachine("paper"), microOp, bytes);
  ASSERT_EQ(bytes.size(), 4u);
  uint32_t word = 2047 | 1 << 11 | 127u << 22;
  for (unsigned i = 0; i < 4; ++i)
    EXPECT_EQ(bytes[i], uint8_t(word >> (8 * i)));
  std::string error;
  EXPECT_EQ(decodeMicroOp(getMachine("paper"), bytes.data(), error), microOp);
  // The 32x32 machine leaves some bits free.
  std::vector<uint8_t> ones(4, 0xff);
  EXPECT_FALSE(decodeMicroOp(getMachine("block-32x32"), ones.data(), error));
  EXPECT_EQ(error, "expected 0 in bit 28 of a micro-op, which no field has");
}

TEST(EncodingTest, RefusesValues) {
  const DeviceModel &paper = getMachine("paper");
  auto refuse = [&](FieldId field, int64_t value) {
    return checkEncodable(paper, makeLoad().set(field, value)).value_or("");
  };
  EXPECT_EQ(refuse(FieldId::PadTop, 16), "expected pad_top of load from 0 to 15, got 16");
  EXPECT_EQ(refuse(FieldId::Sram, -1), "expected sram of load from 0 to 65535, got -1");
  EXPECT_EQ(refuse(FieldId::Relu, 1), "expected no field relu in a load, got 1");
  EXPECT_EQ(refuse(FieldId::Form, 6), "expected form of load to be uop, inp, wgt, acc, acc_narrow "
                                      "or scale, got value 6");
  Instruction alu;
  alu.kind = InstructionKind::Alu;
  EXPECT_EQ(checkEncodable(paper, alu.set(FieldId::Imm, -262145)),
            "expected imm of alu from -262144 to 262143, got -262145");
  EXPECT_EQ(checkEncodable(paper, alu.set(FieldId::Imm, 262144)),
            "expected imm of alu from -262144 to 262143, got 262144");
  for (int64_t end : {-262144, 262143}) {
    EXPECT_EQ(checkEncodable(paper, alu.set(FieldId::Imm, end)), std::nullopt);
    std::vector<uint8_t> bytes;
    std::string error;
    encode(paper, alu, bytes);
    EXPECT_EQ(decodeInstruction(paper, bytes.data(), error), alu) << error;
  }
  MicroOp microOp;
  microOp.wgt = 1024;
  EXPECT_EQ(checkEncodable(paper, microOp), "expected wgt of a micro-op from 0 to 1023, got 1024");
  Config config = readMachine("paper");
  config.formats.pop_back();
  Instruction nop;
  EXPECT_EQ(checkEncodable(makeModel(config), nop),
            "expected an instruction of machine paper, got nop");
}

TEST(EncodingTest, RefusesBits) {
  const DeviceModel &paper = getMachine("paper");
  std::string error;
  std::vector<uint8_t> bytes(16);
  bytes[0] = 7;
  EXPECT_FALSE(decodeInstruction(paper, bytes.data(), error));
  EXPECT_EQ(error, "expected the opcode of an instruction of machine paper, got 7");
  bytes[0] = 0x80;
  bytes[1] = 3;
  EXPECT_FALSE(decodeInstruction(paper, bytes.data(), error));
  EXPECT_EQ(error, "expected a code of uop, inp, wgt, acc, acc_narrow or scale in field form of a "
                   "load, got 7");
  bytes.assign(16, 0);
  bytes[0] = 3;
  bytes[15] = 0x80;
  EXPECT_FALSE(decodeInstruction(paper, bytes.data(), error));
  EXPECT_EQ(error, "expected 0 in bit 127 of a finish, which no field has");
}

} // namespace
