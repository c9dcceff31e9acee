//===-- ConfigTest.cpp - configurations and the device model ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts of configurations, what keeps one from being a machine, and what follows from one.
//
//===----------------------------------------------------------------------===//
#include "ChangedMachine.h"

#include "dl/Vdla/Reference.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

TEST(ConfigTest, FilesPrintAsTheyAre) {
  for (const std::string &name : machineNames) {
    EXPECT_EQ(printConfig(readMachine(name)), readMachineText(name));
    EXPECT_EQ(readMachine(name).name, name);
  }
}

TEST(ConfigTest, SizesFollow) {
  const DeviceModel &paper = getMachine("paper");
  EXPECT_EQ(paper.getCapacityBytes(Memory::Uop), 32 << 10);
  EXPECT_EQ(paper.getCapacityBytes(Memory::Inp), 32 << 10);
  EXPECT_EQ(paper.getCapacityBytes(Memory::Wgt), 32 << 10);
  EXPECT_EQ(paper.getCapacityBytes(Memory::Acc), 128 << 10);
  EXPECT_EQ(paper.getElementBytes(Memory::Scale), 16 * 9);
  EXPECT_EQ(paper.getMacsPerStep(), 256);
  EXPECT_EQ(getMachine("weights-256k").getCapacityBytes(Memory::Wgt), 256 << 10);
  EXPECT_EQ(getMachine("block-8x8").getMacsPerStep(), 64);
  EXPECT_EQ(getMachine("block-32x32").getMacsPerStep(), 1024);
}

TEST(ConfigTest, MemoriesAreScopes) {
  std::vector<Scope> scopes = getMachine("block-32x32").getScopes();
  ASSERT_EQ(scopes.size(), 5u);
  EXPECT_EQ(scopes[2].name, "vdla.wgt");
  EXPECT_EQ(scopes[2].memory, Memory::Wgt);
  EXPECT_EQ(scopes[2].bytes, 128 << 10);
  EXPECT_EQ(scopes[2].elementBytes, 1024);
}

TEST(ConfigTest, PageHasTheTables) {
  std::ifstream file(std::string(DL_VDLA_DOCS) + "/Vdla.md");
  std::stringstream page;
  page << file.rdbuf();
  std::string reference = printReference(getMachine("paper"));
  EXPECT_NE(page.str().find(reference), std::string::npos) << reference;
}

TEST(ConfigTest, TokensGoToNeighbours) {
  const DeviceModel &model = getMachine("paper");
  EXPECT_EQ(model.getQueue(Stage::Load, FieldId::PopPrev), -1);
  EXPECT_EQ(model.getQueue(Stage::Store, FieldId::PushNext), -1);
  EXPECT_EQ(model.getQueue(Stage::Load, FieldId::PushNext),
            model.getQueue(Stage::Compute, FieldId::PopPrev));
  EXPECT_EQ(model.getQueue(Stage::Compute, FieldId::PushPrev),
            model.getQueue(Stage::Load, FieldId::PopNext));
  EXPECT_EQ(model.getQueue(Stage::Compute, FieldId::PushNext),
            model.getQueue(Stage::Store, FieldId::PopPrev));
  EXPECT_EQ(model.getQueue(Stage::Store, FieldId::PushPrev),
            model.getQueue(Stage::Compute, FieldId::PopNext));
}

TEST(ConfigTest, DigestsDiffer) {
  std::set<uint64_t> digests;
  for (const std::string &name : machineNames)
    digests.insert(getMachine(name).getDigest());
  EXPECT_EQ(digests.size(), machineNames.size());
}

TEST(ConfigTest, RefusesSizes) {
  EXPECT_EQ(refuse([](Config &config) { config.tile.blockIn = 0; }),
            "expected tile.block_in from 1 to 1024, got 0");
  EXPECT_EQ(refuse([](Config &config) { config.bits.acc = 20; }),
            "expected bits.acc 32, the width that products and rescaling are defined for, got 20");
  EXPECT_EQ(refuse([](Config &config) { config.bits.uop = 33; }),
            "expected bits.uop to be a multiple of 8 from 8 to 64, so that micro-ops are whole "
            "bytes in DRAM, got 33");
  EXPECT_EQ(refuse([](Config &config) { config.memories[1].depth = 0; }),
            "expected the depth of memory inp from 1 to 1048576, got 0");
  EXPECT_EQ(refuse([](Config &config) { config.memories[2].depth = 1 << 20; }),
            "expected the bytes of memory wgt, 1048576 elements of 256 from 1 to 67108864, got "
            "268435456");
  EXPECT_EQ(refuse([](Config &config) { config.name = "a b"; }),
            "expected a name of letters, digits, '_', '.' and '-', got 'a b'");
  EXPECT_EQ(refuse([](Config &config) { config.queues[0].capacity = 0; }),
            "expected the capacity of the queue from load to compute from 1 to 1048576, got 0");
}

TEST(ConfigTest, RefusesMemories) {
  EXPECT_EQ(refuse([](Config &config) { config.memories.erase(config.memories.begin() + 3); }),
            "expected a memory acc, which gemm uses; add it to memories");
  EXPECT_EQ(refuse([](Config &config) { config.memories.push_back({Memory::Inp, 7}); }),
            "expected one memory inp, got a second one of depth 7; add its depth to the first");
  EXPECT_EQ(refuse([](Config &config) { config.memories.pop_back(); }),
            "expected a memory scale, from which the store form requantize reads; add it to "
            "memories or remove the form");
  EXPECT_EQ(refuse([](Config &config) {
              config.stores.pop_back();
              config.memories.pop_back();
            }),
            "expected load form scale to fill a memory of the machine, got scale; add it to "
            "memories or remove the form");
  EXPECT_EQ(refuse([](Config &config) { config.loads.erase(config.loads.begin()); }),
            "expected a load form that fills memory uop; add one to loads");
  EXPECT_EQ(refuse([](Config &config) { config.loads[1].widens = true; }),
            "expected a load form that widens to fill acc, got inp, which fills inp");
}

TEST(ConfigTest, RefusesQueues) {
  EXPECT_EQ(refuse([](Config &config) { config.queues[0].to = Stage::Store; }),
            "expected a queue between neighbours of load, compute and store, got load to store");
  EXPECT_EQ(refuse([](Config &config) { config.queues.push_back(config.queues[1]); }),
            "expected one queue from compute to load, got two; add up their capacities");
  EXPECT_EQ(refuse([](Config &config) { config.queues.pop_back(); }),
            "expected a queue each way between load and compute and between compute and store, "
            "got 3 queues");
}

TEST(ConfigTest, RefusesRegistersThatNobodyReads) {
  EXPECT_EQ(refuse([](Config &config) { config.registers[1].stage = Stage::Compute; }),
            "expected register out_zero_point in a stage that reads it, got compute");
  EXPECT_EQ(refuse([](Config &config) {
              config.registers[0].stage = Stage::Store;
              config.loads.back().stage = Stage::Compute;
            }),
            "expected register inp_zero_point in a stage that reads it, got store");
}

TEST(ConfigTest, RefusesCodes) {
  EXPECT_EQ(refuse([](Config &config) { config.loads[1].name = "In p"; }),
            "expected names of loads in lower case, digits and underscores, got 'In p'");
  EXPECT_EQ(refuse([](Config &config) { config.loads[1].name = "uop"; }),
            "expected each name of loads once, got uop twice");
  EXPECT_EQ(refuse([](Config &config) { config.pads[1].code = 0; }),
            "expected different codes in pads, got 0 again for zero_point");
  EXPECT_EQ(refuse([](Config &config) { config.pools[1].y = 0; }),
            "expected the window of pool max2x2 from 1 to 16, got 0");
  EXPECT_EQ(refuse([](Config &config) { config.pools.erase(config.pools.begin()); }),
            "expected the first pool to be that of stores that do not pool, with y 1 and x 1, got "
            "max2x2");
  EXPECT_EQ(refuse([](Config &config) { config.operations[5].code = 32; }),
            "expected field operation (word 0, bit 55, 5 bits) of format alu to hold 32, which the "
            "machine needs; make it wider or the machine smaller");
}

TEST(ConfigTest, RefusesFields) {
  auto load = [](Config &config) -> std::vector<FieldDesc> & {
    return getFormat(config, InstructionKind::Load).fields;
  };
  EXPECT_EQ(refuse([&](Config &config) { getField(load(config), FieldId::Sram).bit = 9; }),
            "expected fields of format load that do not overlap, got form (word 0, bit 7, 3 bits) "
            "and sram (word 0, bit 9, 16 bits); move one of them");
  EXPECT_EQ(refuse([&](Config &config) { getField(load(config), FieldId::Sram).width = 10; }),
            "expected field sram (word 0, bit 10, 10 bits) of format load to hold 8191, which the "
            "machine needs; make it wider or the machine smaller");
  EXPECT_EQ(refuse([&](Config &config) { getField(load(config), FieldId::Dram).bit = 50; }),
            "expected fields of format load inside of one word of 64 bits, got dram (word 0, bit "
            "50, 32 bits); move it or make it narrower");
  EXPECT_EQ(refuse([&](Config &config) { getField(load(config), FieldId::Dram).word = 2; }),
            "expected fields of format load inside of its 128 bits, got dram (word 2, bit 26, 32 "
            "bits)");
  EXPECT_EQ(refuse([&](Config &config) { load(config).push_back(load(config)[3]); }),
            "expected field push_prev of format load once, got it twice");
  EXPECT_EQ(refuse([&](Config &config) { load(config).pop_back(); }), "valid");
  EXPECT_EQ(refuse([&](Config &config) { load(config).erase(load(config).begin() + 5); }),
            "expected format load to have field form; add it to its fields");
  EXPECT_EQ(refuse([&](Config &config) { load(config).push_back({FieldId::Relu, 0, 63, 1}); }),
            "expected fields of a load, got relu; remove it");
  EXPECT_EQ(refuse([&](Config &config) { getField(load(config), FieldId::PopNext).width = 2; }),
            "expected fields of format load that do not overlap, got pop_next (word 0, bit 4, 2 "
            "bits) and push_prev (word 0, bit 5, 1 bits); move one of them");
  EXPECT_EQ(refuse([&](Config &config) { getField(load(config), FieldId::Y).isSigned = true; }),
            "expected field y (word 1, bit 0, 16 bits) of format load to be unsigned, since it "
            "counts");
  EXPECT_EQ(
      refuse([&](Config &config) {
        load(config).resize(12);
        getField(load(config), FieldId::Stride).width = 25;
      }),
      "expected field stride (word 1, bit 32, 25 bits) of format load to have 24 bits at most");
  EXPECT_EQ(refuse([&](Config &config) {
              config.instructionWords = 3;
              getField(load(config), FieldId::Sram) = {FieldId::Sram, 2, 0, 64};
            }),
            "expected field sram (word 2, bit 0, 64 bits) of format load to have 24 bits at most");
  EXPECT_EQ(refuse([&](Config &config) { config.formats[1].fields[0].bit = 62; }),
            "expected fields of format store inside of one word of 64 bits, got op (word 0, bit "
            "62, 3 bits); move it or make it narrower");
  EXPECT_EQ(refuse([&](Config &config) { config.formats[3].fields[0].word = 1; }),
            "expected the first field of format finish to be op, where it is in format load, got "
            "op (word 1, bit 0, 3 bits)");
}

TEST(ConfigTest, RefusesFormats) {
  EXPECT_EQ(refuse([](Config &config) { config.formats[1].opcode = 0; }),
            "expected different opcodes, got 0 again for store");
  EXPECT_EQ(refuse([](Config &config) { config.formats[6].opcode = 8; }),
            "expected opcode 8 of format nop to fit 3 bits");
  EXPECT_EQ(refuse([](Config &config) { config.formats.push_back(config.formats[1]); }),
            "expected one format store, got two");
  EXPECT_EQ(refuse([](Config &config) { config.formats.erase(config.formats.begin() + 3); }),
            "expected a format finish, without which nothing can run; add it to formats");
  EXPECT_EQ(refuse([](Config &config) {
              FieldDesc &imm =
                  getField(getFormat(config, InstructionKind::Alu).fields, FieldId::UseImm);
              imm.field = FieldId::Wgt;
            }),
            "expected format alu to have field use_imm; add it to its fields");
  EXPECT_EQ(refuse([](Config &config) { config.microOp.pop_back(); }),
            "expected micro_op to have field wgt; add it to its fields");
  EXPECT_EQ(refuse([](Config &config) { config.microOp.push_back({FieldId::Sram, 0, 32, 1}); }),
            "expected the fields dst, src and wgt in micro_op, got 4 fields");
  EXPECT_EQ(refuse([](Config &config) { config.microOp[0].width = 10; }),
            "expected field dst (word 0, bit 0, 10 bits) of micro_op to hold 2047, which the "
            "machine needs; make it wider or the machine smaller");
}

/// The error of the paper's text, changed.
std::string refuseText(const std::string &from, const std::string &to) {
  std::string text = readMachineText("paper"), error;
  size_t position = text.find(from);
  EXPECT_NE(position, std::string::npos) << from;
  text.replace(position, from.size(), to);
  EXPECT_FALSE(parseConfig(text, error));
  return error;
}

TEST(ConfigTest, RefusesTexts) {
  std::string error;
  EXPECT_FALSE(parseConfig(std::string(1 << 20, '['), error));
  EXPECT_EQ(error, "expected brackets at most 16 deep, as in any configuration");
  // As deep as that, and in a string as many as one likes.
  EXPECT_FALSE(parseConfig(std::string(17, '['), error));
  EXPECT_EQ(error, "expected brackets at most 16 deep, as in any configuration");
  // One that closes nothing is not an end of others.
  EXPECT_FALSE(parseConfig("]" + std::string(17, '['), error));
  EXPECT_EQ(error, "expected brackets at most 16 deep, as in any configuration");
  for (const std::string &text : {std::string(16, '['), "{\"\\\"" + std::string(99, '[') + "\": 1}",
                                  "{\"\\\\" + std::string(99, '[') + "\": 1}"}) {
    EXPECT_FALSE(parseConfig(text, error));
    EXPECT_EQ(error.find("brackets"), std::string::npos) << error;
  }
  EXPECT_FALSE(parseConfig("{", error));
  EXPECT_EQ(error.rfind("expected JSON: ", 0), 0u) << error;
  EXPECT_FALSE(parseConfig("[]", error));
  EXPECT_EQ(error, "expected an object at the top");
  EXPECT_EQ(refuseText("\"tile\"", "\"tiles\""), "expected key 'tile' at the top");
  EXPECT_EQ(refuseText("\"name\": \"paper\"", "\"name\": \"paper\", \"x\": 1"),
            "unknown key 'x' at the top; remove it");
  EXPECT_EQ(refuseText("\"batch\": 1", "\"batch\": true"), "expected an integer at tile.batch");
  EXPECT_EQ(refuseText("\"batch\": 1", "\"batch\": 1, \"c\": 1"),
            "expected only the known keys at tile, got 4 keys for 3");
  EXPECT_EQ(refuseText("\"tile\": {", "\"tile\": 1, \"bits\": {"), "expected an object at tile");
  EXPECT_EQ(refuseText("\"name\": \"paper\"", "\"name\": 1"), "expected a string at the top.name");
  EXPECT_EQ(refuseText("\"forwards\": true", "\"forwards\": 1"),
            "expected true or false at pipeline.forwards");
  EXPECT_EQ(refuseText("\"depth\": 8192", "\"deep\": 8192"), "expected key 'depth' at memories[0]");
  EXPECT_EQ(refuseText("{\"name\": \"uop\", \"depth\": 8192}", "1"),
            "expected an object at memories[0]");
  EXPECT_EQ(refuseText("\"name\": \"uop\", \"depth\"", "\"name\": \"ups\", \"depth\""),
            "expected one of uop, inp, wgt, acc, scale at memories[0].name, got 'ups'");
  EXPECT_EQ(refuseText("\"code\": 0", "\"code\": -1"),
            "expected at least 0 at loads[0].code, got -1");
  EXPECT_EQ(refuseText("\"name\": \"half_up\"", "\"name\": \"up\""),
            "expected one of half_up, half_away, half_even, down at roundings[0].name, got 'up'");
  EXPECT_EQ(refuseText("\"name\": \"op\"", "\"name\": \"opcode\""),
            "expected the name of a field at formats[0].fields[0].name, got 'opcode'");
  EXPECT_EQ(refuseText("\"bit\": 0, \"width\": 3", "\"bit\": 99, \"width\": 3"),
            "expected word, bit and width from 0 to 64 at formats[0].fields[0], got 99");
  EXPECT_EQ(refuseText("\"bit\": 0, \"width\": 3", "\"bit\": -1, \"width\": 3"),
            "expected word, bit and width from 0 to 64 at formats[0].fields[0], got -1");
  EXPECT_EQ(refuseText("\"bit\": 0, \"width\": 3", "\"bit\": 0, \"width\": 65"),
            "expected word, bit and width from 0 to 64 at formats[0].fields[0], got 65");
  EXPECT_EQ(refuseText("\"bit\": 0, \"width\": 3", "\"bit\": 64, \"width\": 3"),
            "expected fields of format load inside of one word of 64 bits, got op (word 0, bit 64, "
            "3 bits); move it or make it narrower");
  EXPECT_EQ(refuseText("\"word\": 0, \"bit\": 0", "\"word\": 65, \"bit\": 0"),
            "expected word, bit and width from 0 to 64 at formats[0].fields[0], got 65");
  EXPECT_EQ(refuseText("\"memories\": [", "\"memories\": 1, \"fifos\": ["),
            "expected an array at memories");
}

} // namespace
