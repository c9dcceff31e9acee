//===-- ConfigLimitsTest.cpp - the largest and smallest machines -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ChangedMachine.h"

#include <algorithm>
#include <climits>

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

TEST(ConfigLimitsTest, SizesUpToTheirLimits) {
  // What is refused then is something else, or nothing.
  EXPECT_EQ(refuse([](Config &config) { config.dram.latency = 0; }), "valid");
  EXPECT_EQ(refuse([](Config &config) { config.dram.latency = -1; }),
            "expected dram.latency from 0 to 1048576, got -1");
  EXPECT_EQ(refuse([](Config &config) { config.dram.latency = 1 << 20; }), "valid");
  EXPECT_EQ(refuse([](Config &config) { config.dram.latency = (1 << 20) + 1; }),
            "expected dram.latency from 0 to 1048576, got 1048577");
  EXPECT_EQ(refuse([](Config &config) { config.instructionWords = 8; }), "valid");
  EXPECT_EQ(refuse([](Config &config) { config.instructionWords = 9; }),
            "expected instruction_words from 1 to 8, got 9");
  EXPECT_EQ(refuse([](Config &config) { config.bits.uop = 64; }), "valid");
  EXPECT_EQ(refuse([](Config &config) { config.bits.uop = 72; }),
            "expected bits.uop to be a multiple of 8 from 8 to 64, so that micro-ops are whole "
            "bytes in DRAM, got 72");
  EXPECT_EQ(refuse([](Config &config) { config.bits.uop = 0; }),
            "expected bits.uop to be a multiple of 8 from 8 to 64, so that micro-ops are whole "
            "bytes in DRAM, got 0");
  EXPECT_EQ(refuse([](Config &config) { config.bits.uop = 8; }).rfind("expected fields of", 0), 0u);
  // As many bytes as simulators have for a memory, which no field can name.
  EXPECT_EQ(
      refuse([](Config &config) { config.memories[2].depth = 1 << 18; }),
      "expected field sram (word 0, bit 10, 16 bits) of format load to hold 262143, which the "
      "machine needs; make it wider or the machine smaller");
  EXPECT_EQ(refuse([](Config &config) { config.memories[2].depth = (1 << 18) + 1; }),
            "expected the bytes of memory wgt, 262145 elements of 256 from 1 to 67108864, got "
            "67109120");
  EXPECT_EQ(refuse([](Config &config) { config.queues[0].capacity = 1 << 20; }), "valid");
  EXPECT_EQ(refuse([](Config &config) { config.queues[0].to = Stage::Load; }),
            "expected a queue between neighbours of load, compute and store, got load to load");
  EXPECT_EQ(refuse([](Config &config) { config.pools[1].x = 16; }), "valid");
  EXPECT_EQ(refuse([](Config &config) { config.pools[1].x = 17; }),
            "expected the window of pool max2x2 from 1 to 16, got 17");
  for (auto size : {&PoolForm::y, &PoolForm::x})
    EXPECT_EQ(refuse([&](Config &config) { config.pools[0].*size = 2; }),
              "expected the first pool to be that of stores that do not pool, with y 1 and x 1, "
              "got none");
  EXPECT_EQ(refuse([](Config &config) { config.loads[1].name = ""; }),
            "expected names of loads in lower case, digits and underscores, got ''");
}

TEST(ConfigLimitsTest, FieldsUpToTheirLimits) {
  auto refuseField = [](InstructionKind kind, FieldId id, auto change) {
    return refuse([&](Config &config) {
      config.instructionWords = 3;
      FieldDesc &field = getField(getFormat(config, kind).fields, id);
      // Where nothing else is.
      field.word = 2;
      field.bit = 0;
      change(field);
    });
  };
  auto refuseWidth = [&](InstructionKind kind, FieldId id, unsigned width) {
    return refuseField(kind, id, [&](FieldDesc &field) { field.width = width; });
  };
  EXPECT_EQ(refuseWidth(InstructionKind::Load, FieldId::Stride, 24), "valid");
  EXPECT_EQ(refuseWidth(InstructionKind::Load, FieldId::Dram, 32), "valid");
  EXPECT_EQ(refuseWidth(InstructionKind::Load, FieldId::Dram, 33),
            "expected field dram (word 2, bit 0, 33 bits) of format load to have 32 bits at most");
  EXPECT_EQ(refuseWidth(InstructionKind::Finish, FieldId::CompletionId, 32), "valid");
  EXPECT_EQ(refuseWidth(InstructionKind::Finish, FieldId::CompletionId, 33),
            "expected field id (word 2, bit 0, 33 bits) of format finish to have 32 bits at most");
  EXPECT_EQ(refuseWidth(InstructionKind::Alu, FieldId::Imm, 32), "valid");
  EXPECT_EQ(refuseWidth(InstructionKind::Alu, FieldId::Imm, 33),
            "expected field imm (word 2, bit 0, 33 bits) of format alu to have 32 bits at most");
  EXPECT_EQ(refuseWidth(InstructionKind::Configure, FieldId::Value, 32), "valid");
  EXPECT_EQ(refuseWidth(InstructionKind::Load, FieldId::PopNext, 2),
            "expected field pop_next (word 2, bit 0, 2 bits) of format load to have 1 bit");
  EXPECT_EQ(refuseWidth(InstructionKind::Load, FieldId::Y, 0),
            "expected fields of format load inside of one word of 64 bits, got y (word 2, bit 0, 0 "
            "bits); move it or make it narrower");
  EXPECT_EQ(refuseWidth(InstructionKind::Load, FieldId::Y, 65),
            "expected fields of format load inside of one word of 64 bits, got y (word 2, bit 0, "
            "65 bits); move it or make it narrower");
  auto refuseBit = [&](unsigned bit) {
    return refuseField(InstructionKind::Load, FieldId::Y, [&](FieldDesc &field) {
      field.width = 1;
      field.bit = bit;
    });
  };
  EXPECT_EQ(refuseBit(63), "valid");
  EXPECT_EQ(
      refuseBit(64),
      "expected fields of format load inside of one word of 64 bits, got y (word 2, bit 64, 1 "
      "bits); move it or make it narrower");
  // So large that bit and width together are small again.
  for (std::pair<unsigned, unsigned> place : {std::pair(2u, UINT_MAX), std::pair(UINT_MAX, 2u)}) {
    std::string wrong = refuseField(InstructionKind::Load, FieldId::Y, [&](FieldDesc &field) {
      field.bit = place.first;
      field.width = place.second;
    });
    EXPECT_EQ(wrong, "expected fields of format load inside of one word of 64 bits, got y (word 2, "
                     "bit " +
                         std::to_string(place.first) + ", " + std::to_string(place.second) +
                         " bits); move it or make it narrower");
  }
  // A sign takes a bit of what has to be held.
  EXPECT_EQ(refuse([](Config &config) { config.memories[2].depth = 1 << 10; }), "valid");
  EXPECT_EQ(refuse([](Config &config) { config.memories[2].depth = (1 << 10) + 1; }),
            "expected field wgt (word 0, bit 22, 10 bits) of micro_op to hold 1024, which the "
            "machine needs; make it wider or the machine smaller");
  // A source is an input or an accumulator.
  EXPECT_EQ(refuse([](Config &config) { config.memories[1].depth = (1 << 11) + 1; }),
            "expected field src (word 0, bit 11, 11 bits) of micro_op to hold 2048, which the "
            "machine needs; make it wider or the machine smaller");
  EXPECT_EQ(refuse([](Config &config) { config.microOp[2].width = 11; }),
            "expected fields of micro_op inside of its 32 bits, got wgt (word 0, bit 22, 11 bits)");
  // The opcode is where it is in every format.
  auto refuseOpcode = [](auto change) {
    return refuse([&](Config &config) {
             FieldDesc &opcode = getFormat(config, InstructionKind::Finish).fields[0];
             change(opcode);
           })
        .substr(0, 80);
  };
  std::string where =
      "expected the first field of format finish to be op, where it is in format load, got op (";
  EXPECT_EQ(refuseOpcode([](FieldDesc &opcode) { opcode.width = 2; }), where.substr(0, 80));
  EXPECT_EQ(refuseOpcode([](FieldDesc &opcode) { opcode = {FieldId::Opcode, 0, 60, 3}; }),
            where.substr(0, 80));
  // What stands there is the opcode.
  EXPECT_EQ(refuse([](Config &config) {
              std::vector<FieldDesc> &fields = getFormat(config, InstructionKind::Finish).fields;
              FieldDesc &id = getField(fields, FieldId::CompletionId);
              id.width = 3;
              std::swap(fields[0].field, id.field);
            }),
            "expected the first field of format finish to be op, where it is in format load, got "
            "id (word 0, bit 0, 3 bits)");
  EXPECT_EQ(refuse([](Config &config) { config.formats[6].opcode = 7; }), "valid");
  for (InstructionKind kind :
       {InstructionKind::Load, InstructionKind::Store, InstructionKind::Gemm})
    EXPECT_EQ(refuse([&](Config &config) {
                auto &formats = config.formats;
                formats.erase(
                    std::find_if(formats.begin(), formats.end(),
                                 [&](const Format &format) { return format.kind == kind; }));
              }),
              "expected a format " + std::string(getName(kind)) +
                  ", without which nothing can run; add it to formats");
}

} // namespace
