//===-- AssemblyTest.cpp - programs as text ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "RandomInstructions.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Verify.h"

#include <algorithm>

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

constexpr const char *example = R"(program conv
config paper
buffer x in 4096
buffer u microops 4
uop dst=0 src=2 wgt=1
load uop sram=0 dram=%u y=1 x=1 stride=1
)";

TEST(AssemblyTest, PrintsOneLineAnInstruction) {
  const DeviceModel &model = getMachine("paper");
  const char *text = R"(program conv
config paper
buffer x in 4096
buffer y out 64
uop dst=0 src=2 wgt=1
load inp sram=3 dram=%x+16 y=4 x=8 stride=16 pad=zero_point pad_top=1 push_next
load acc_narrow dram=%x y=1 x=1
gemm mac uop_count=1 iter_out=1 iter_in=8 init_count=1 dst_in=1 src_in=1 pop_prev push_next
alu max uop_count=1 iter_out=1 iter_in=1 use_imm imm=-128
configure out_zero_point value=-3
store requantize dram=%y+1 y=1 x=1 scale_base=2 scale_step relu round=half_even saturate pool=max2x2 pop_prev push_prev
nop store
finish id=7 pop_next
)";
  std::string error;
  std::optional<Program> program = assemble(model, text, error);
  ASSERT_TRUE(program) << error;
  EXPECT_EQ(disassemble(model, *program), text);
  EXPECT_EQ(program->instructions[0].buffer, 0);
  EXPECT_EQ(program->instructions[0].get(FieldId::Dram), 16);
  EXPECT_EQ(program->instructions[3].get(FieldId::Imm), -128);
}

TEST(AssemblyTest, PageHasAGoodProgram) {
  std::ifstream file(std::string(DL_VDLA_DOCS) + "/Vdla.md");
  std::stringstream stream;
  stream << file.rdbuf();
  std::string page = stream.str();
  size_t begin = page.find("```\nprogram") + 4;
  std::string text = page.substr(begin, page.find("```", begin) - begin), error;
  std::optional<Program> program = assemble(getMachine("paper"), text, error);
  ASSERT_TRUE(program) << error;
  EXPECT_EQ(disassemble(getMachine("paper"), *program), text);
  EXPECT_TRUE(verify(getMachine("paper"), *program).empty());
}

TEST(AssemblyTest, AssemblesWhatItPrints) {
  std::mt19937_64 random = makeRandom(5);
  for (const std::string &name : machineNames) {
    const DeviceModel &model = getMachine(name);
    Program program = makeRandomCode(model, random, 100);
    std::string error;
    EXPECT_EQ(assemble(model, disassemble(model, program), error), program) << error;
  }
}

TEST(AssemblyTest, ReadsCommentsAndHexadecimal) {
  std::string error;
  std::optional<Program> program = assemble(
      getMachine("paper"), "// A program.\n\nprogram p // its name\nfinish id=0x1f\n", error);
  ASSERT_TRUE(program) << error;
  EXPECT_EQ(program->instructions[0].get(FieldId::CompletionId), 31);
  program = assemble(getMachine("paper"),
                     "program p\nfinish id=0xaf09\nalu add imm=-0x10\nalu add imm=-9\n", error);
  ASSERT_TRUE(program) << error;
  EXPECT_EQ(program->instructions[0].get(FieldId::CompletionId), 0xaf09);
  EXPECT_EQ(program->instructions[1].get(FieldId::Imm), -16);
  EXPECT_EQ(program->instructions[2].get(FieldId::Imm), -9);
}

/// The error of the example with a further line.
std::string refuse(const std::string &line) {
  std::string error;
  EXPECT_FALSE(assemble(getMachine("paper"), example + line, error));
  return error;
}

TEST(AssemblyTest, RefusesLines) {
  EXPECT_EQ(refuse("jump"), "7:1: expected buffer, uop or an instruction, got 'jump'");
  EXPECT_EQ(refuse("program q"), "7:1: expected one program");
  EXPECT_EQ(refuse("config big"),
            "7:8: expected a program for configuration paper, got one for 'big'");
  EXPECT_EQ(refuse("buffer x in 5"),
            "7:8: expected a new name, got that of an earlier buffer, 'x'");
  EXPECT_EQ(refuse("buffer %z in 5"),
            "7:8: expected a name of letters, digits, '_', '.' and '-', got '%z'");
  EXPECT_EQ(refuse("buffer z on 5"),
            "7:10: expected in, out, inout, scratch or microops, got 'on'");
  EXPECT_EQ(refuse("buffer z in"), "7:12: expected the bytes of the buffer");
  EXPECT_EQ(refuse("buffer z in -5"), "7:13: expected at least 0 bytes, got -5");
  EXPECT_EQ(refuse("buffer z in 5 6"), "7:15: expected the end of the line, got '6'");
  EXPECT_EQ(refuse("uop dst=0 acc=1"), "7:11: expected dst=, src= or wgt=, got 'acc=1'");
  EXPECT_EQ(refuse("uop dst=-1"), "7:5: expected a position from 0 to 4294967295, got -1");
  EXPECT_EQ(refuse("uop dst=4294967295"),
            "7:1: expected dst of a micro-op from 0 to 2047, got 4294967295");
  EXPECT_EQ(refuse("uop dst=2048"), "7:1: expected dst of a micro-op from 0 to 2047, got 2048");
  EXPECT_EQ(refuse("load"), "7:5: expected uop, inp, wgt, acc, acc_narrow or scale");
  EXPECT_EQ(refuse("load out"), "7:6: expected uop, inp, wgt, acc, acc_narrow or scale, got 'out'");
  EXPECT_EQ(refuse("load inp relu"), "7:10: expected a field of load, got 'relu'");
  EXPECT_EQ(refuse("load inp op=1"), "7:10: expected a field of load, got 'op'");
  EXPECT_EQ(refuse("load inp form=1"), "7:10: expected a field of load, got 'form'");
  EXPECT_EQ(refuse("load inp x=1 x=2"), "7:14: expected field x once");
  EXPECT_EQ(refuse("load inp push_next=1"),
            "7:10: expected push_next without a value, got 'push_next=1'");
  EXPECT_EQ(refuse("load inp x"), "7:10: expected x= and a value");
  EXPECT_EQ(refuse("load inp x=y"), "7:10: expected a number, got 'y'");
  EXPECT_EQ(refuse("load inp x=0x"), "7:10: expected a number, got '0x'");
  EXPECT_EQ(refuse("load inp x=99999999999999999999"),
            "7:10: expected a number that fits 64 bits, got '99999999999999999999'");
  EXPECT_EQ(refuse("load inp x=9223372036854775807"),
            "7:1: expected x of load from 0 to 65535, got 9223372036854775807");
  EXPECT_EQ(refuse("load inp x=65536"), "7:1: expected x of load from 0 to 65535, got 65536");
  EXPECT_EQ(refuse("load inp dram=%z"), "7:10: expected the name of a buffer, got 'z'");
  EXPECT_EQ(refuse("load inp dram=%x dram=%u"), "7:18: expected field dram once");
  EXPECT_EQ(refuse("load inp pad=one"),
            "7:10: expected pad to be zero, zero_point, minimum or keep, got 'one'");
  EXPECT_EQ(refuse("load inp dram=%x dram=5"), "7:18: expected field dram once");
  EXPECT_EQ(refuse("load inp dram=5 dram=%x"), "7:17: expected field dram once");
  std::string error;
  EXPECT_FALSE(assemble(getMachine("paper"), "finish\n", error));
  EXPECT_EQ(error, "1:1: expected program and its name first, got 'finish'");
  EXPECT_FALSE(assemble(getMachine("paper"), "", error));
  EXPECT_EQ(error, "0:1: expected program and its name");
  EXPECT_FALSE(assemble(getMachine("paper"), "program a%", error));
  EXPECT_EQ(error, "1:9: expected a name of letters, digits, '_', '.' and '-', got 'a%'");
  EXPECT_FALSE(assemble(getMachine("paper"), "program", error));
  EXPECT_EQ(error, "1:8: expected the name of the program");
  EXPECT_FALSE(assemble(getMachine("paper"), "program p q", error));
  EXPECT_EQ(error, "1:11: expected the end of the line, got 'q'");
}

TEST(AssemblyTest, RefusesLinesThatEnd) {
  EXPECT_EQ(refuse("buffer"), "7:7: expected the name of a buffer");
  EXPECT_EQ(refuse("buffer z"), "7:9: expected in, out, inout, scratch or microops");
  EXPECT_EQ(refuse("config"), "7:7: expected the name of a configuration");
  EXPECT_EQ(refuse("config paper x"), "7:14: expected the end of the line, got 'x'");
  EXPECT_EQ(refuse("load inp dram=%x+"), "7:10: expected a number, got ''");
}

TEST(AssemblyTest, RefusesWhatIsNoNumber) {
  // What stands beside the digits in the character set is none of them.
  for (const char *number :
       {"-", "0x", "-0x", "/", ":", "1a", "a", "0xg", "0x`", "0x/", "0x:", "0xF"}) {
    std::string expected = std::string(": expected a number, got '") + number + "'";
    EXPECT_EQ(refuse(std::string("load inp x=") + number), "7:10" + expected);
    EXPECT_EQ(refuse(std::string("load inp dram=%x+") + number), "7:10" + expected);
    EXPECT_EQ(refuse(std::string("uop src=") + number), "7:5" + expected);
    EXPECT_EQ(refuse(std::string("buffer z in ") + number), "7:13" + expected);
  }
  EXPECT_EQ(refuse("uop dst=4294967296"),
            "7:5: expected a position from 0 to 4294967295, got 4294967296");
  EXPECT_EQ(refuse("load inp x=9223372036854775808"),
            "7:10: expected a number that fits 64 bits, got '9223372036854775808'");
  EXPECT_EQ(refuse("load inp x=0x8000000000000000"),
            "7:10: expected a number that fits 64 bits, got '0x8000000000000000'");
}

TEST(AssemblyTest, RefusesInstructionsThatTheMachineLacks) {
  Config config = getMachine("paper").getConfig();
  config.formats.erase(
      std::find_if(config.formats.begin(), config.formats.end(),
                   [](const Format &format) { return format.kind == InstructionKind::Alu; }));
  std::string error;
  EXPECT_FALSE(assemble(makeModel(config), "program p\nnop load\nalu add\n", error));
  EXPECT_EQ(error, "3:1: expected an instruction of machine paper, got alu");
}

} // namespace
