//===-- VerifyTest.cpp - each rule, broken ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machines.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Verify.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

/// Micro-ops 0 to 3, buffers, and a load of the micro-ops as instruction 0.
constexpr const char *head = R"(program p
buffer x in 1024
buffer w in 4096
buffer y out 1024
buffer z inout 1024
buffer u microops 16
uop dst=0 src=0 wgt=0
uop dst=1 src=1 wgt=1
uop dst=2 src=1 wgt=2
uop dst=2047 src=2047 wgt=127
load uop dram=%u y=1 x=4 stride=4
)";

std::string check(const DeviceModel &model, const std::string &text, bool boundsAlone = false) {
  std::string error, result;
  std::optional<Program> program = assemble(model, head + text, error);
  EXPECT_TRUE(program) << error;
  if (program)
    for (const Finding &finding :
         boundsAlone ? verifyBounds(model, *program) : verify(model, *program))
      result += finding.message + "\n";
  return result;
}

std::string check(const std::string &text) { return check(getMachine("paper"), text); }

TEST(VerifyTest, AcceptsAGoodProgram) {
  EXPECT_EQ(check("load inp dram=%x y=1 x=4 stride=4\n"
                  "load wgt dram=%w y=1 x=4 stride=4 push_next\n"
                  "gemm mac uop_count=1 iter_out=1 iter_in=4 init_count=1 dst_in=1 src_in=1 "
                  "pop_prev push_next\n"
                  "store narrow dram=%y y=1 x=4 stride=4 pop_prev push_prev\n"
                  "finish pop_next\n"),
            "");
}

TEST(VerifyTest, V1WellFormed) {
  Program program;
  EXPECT_EQ(verify(getMachine("paper"), program)[0].message,
            "(V1) expected a program's name of letters, digits, '_', '.' and '-', got ''");
  EXPECT_EQ(verifyBounds(getMachine("paper"), program)[0].message,
            "(V1) expected a program's name of letters, digits, '_', '.' and '-', got ''");
  std::vector<Finding> findings = verifyInOrder(getMachine("paper"), program);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message,
            "(V1) expected a program's name of letters, digits, '_', '.' and '-', got ''");
}

TEST(VerifyTest, V2Instruction) {
  auto refuse = [](const std::string &line) {
    std::string text = check(getMachine("paper"), line + "\n", true);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(refuse("nop load pop_prev"), "(V2) instruction 1 (nop): expected no pop_prev, since "
                                         "stage load has no previous stage");
  EXPECT_EQ(refuse("store narrow scale_base=1"),
            "(V2) instruction 1 (store): expected no scale_base in a store of source narrow, which "
            "does not use it");
  EXPECT_EQ(refuse("store accumulator relu"),
            "(V2) instruction 1 (store): expected no relu in a store of source accumulator, which "
            "does not use it");
  EXPECT_EQ(refuse("load wgt pad_top=1"), "(V2) instruction 1 (load): expected no pad_top in a "
                                          "load of wgt, since only inp and acc are padded");
  EXPECT_EQ(refuse("load acc_narrow pad=zero_point"),
            "(V2) instruction 1 (load): expected pad zero_point in a load of stage load, which "
            "sets the register inp_zero_point, got one of stage compute");
  EXPECT_EQ(refuse("gemm mac uop_count=1 iter_in=1"),
            "(V2) instruction 1 (gemm): expected iter_out of at least 1, got 0");
  EXPECT_EQ(refuse("alu add iter_out=1 iter_in=1"),
            "(V2) instruction 1 (alu): expected uop_count of at least 1, got 0");
  EXPECT_EQ(refuse("gemm reset uop_count=1 iter_out=1 iter_in=1 init_count=1"),
            "(V2) instruction 1 (gemm): expected no init_count in a gemm that resets, which "
            "overwrites all");
  EXPECT_EQ(refuse("gemm mac uop_count=1 iter_out=1 iter_in=1 init_count=2"),
            "(V2) instruction 1 (gemm): expected init_count to be at most uop_count 1, got 2");
}

TEST(VerifyTest, V3ScratchpadBounds) {
  auto refuse = [](const std::string &line) { return check(getMachine("paper"), line, true); };
  EXPECT_EQ(refuse("load inp sram=2045 dram=%x y=1 x=2 pad_right=2\n"),
            "(V3) instruction 1 (load): expected it to end in the 2048 elements of inp, got "
            "2049\n");
  EXPECT_EQ(refuse("load inp sram=2044 dram=%x y=1 x=2 pad_right=2\n"), "");
  EXPECT_EQ(refuse("store narrow sram=2047 dram=%y y=1 x=2\n"),
            "(V3) instruction 1 (store): expected it to end in the 2048 elements of acc, got "
            "2049\n");
  EXPECT_EQ(refuse("store requantize dram=%y y=3 x=1 scale_base=62 scale_step\n"),
            "(V3) instruction 1 (store): expected it to end in the 64 elements of scale, got "
            "65\n");
  EXPECT_EQ(refuse("store requantize dram=%y y=2 x=1 scale_base=62 scale_step\n"), "");
  EXPECT_EQ(refuse("store requantize dram=%y y=3 x=1 scale_base=63\n"), "");
  EXPECT_EQ(refuse("store requantize scale_base=64 scale_step\n"),
            "(V3) instruction 1 (store): expected it to end in the 64 elements of scale, got "
            "65\n");
  EXPECT_EQ(refuse("gemm mac uop_begin=2 uop_count=2 iter_out=1 iter_in=2 dst_in=1\n"),
            "(V3) instruction 1 (gemm): expected dst of micro-op 3 in the 2048 elements of acc, "
            "got 2048 at the last of 1 x 2 iterations\n");
  EXPECT_EQ(refuse("gemm mac uop_begin=3 uop_count=1 iter_out=2 iter_in=1 src_out=5\n"),
            "(V3) instruction 1 (gemm): expected src of micro-op 3 in the 2048 elements of inp, "
            "got 2052 at the last of 2 x 1 iterations\n");
  EXPECT_EQ(refuse("gemm mac uop_begin=0 uop_count=4 iter_out=1 iter_in=2 wgt_in=1\n"),
            "(V3) instruction 1 (gemm): expected wgt of micro-op 3 in the 128 elements of wgt, "
            "got 128 at the last of 1 x 2 iterations\n");
  EXPECT_EQ(refuse("alu add uop_count=4 iter_out=1 iter_in=2 src_in=1\n"),
            "(V3) instruction 1 (alu): expected src of micro-op 3 in the 2048 elements of acc, "
            "got 2048 at the last of 1 x 2 iterations\n");
  EXPECT_EQ(refuse("alu add uop_count=4 iter_out=1 iter_in=2 src_in=1 use_imm\n"), "");
  // The micro-op behind the last one may be anywhere.
  EXPECT_EQ(refuse("gemm mac uop_count=3 iter_out=1 iter_in=2 dst_in=1 src_in=1 wgt_in=1\n"), "");
  EXPECT_EQ(refuse("gemm reset uop_begin=8190 uop_count=3 iter_out=1 iter_in=1\n"),
            "(V3) instruction 1 (gemm): expected it to end in the 8192 elements of uop, got "
            "8193\n");
}

TEST(VerifyTest, V4DramBounds) {
  auto refuse = [](const std::string &line) { return check(getMachine("paper"), line, true); };
  EXPECT_EQ(refuse("load inp dram=%x+60 y=1 x=5\n"),
            "(V4) instruction 1 (load): expected it to end in the 64 elements of 16 bytes of "
            "buffer x, got 65\n");
  EXPECT_EQ(refuse("load inp dram=%x y=2 x=5 stride=60\n"),
            "(V4) instruction 1 (load): expected it to end in the 64 elements of 16 bytes of "
            "buffer x, got 65\n");
  EXPECT_EQ(refuse("load inp y=1 x=1\n"),
            "(V4) instruction 1 (load): expected a buffer that dram counts from; name one\n");
  EXPECT_EQ(refuse("load inp dram=%y y=1 x=1\n"),
            "(V4) instruction 1 (load): expected to load from a buffer that is in, inout or "
            "scratch, got buffer y, which is out\n");
  EXPECT_EQ(refuse("store narrow dram=%x y=1 x=1\n"),
            "(V4) instruction 1 (store): expected to store to a buffer that is out, inout or "
            "scratch, got buffer x, which is in\n");
  EXPECT_EQ(refuse("load inp pad_top=1 pad_left=1\n"), "");
  std::string error;
  std::optional<Program> program = assemble(
      getMachine("paper"),
      "program p\nbuffer s scratch 16\nbuffer u microops 16\nuop\nuop\nuop\nuop\nload inp dram=%s "
      "y=1 "
      "x=1\nstore narrow dram=%s y=1 x=1\nload inp dram=%u y=1 x=1\nstore narrow dram=%u y=1 x=1\n",
      error);
  ASSERT_TRUE(program) << error;
  std::vector<Finding> findings = verifyBounds(getMachine("paper"), *program);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].message,
            "(V4) instruction 2 (load): expected to load from a buffer that is "
            "in, inout or scratch, got buffer u, which is microops");
  EXPECT_EQ(findings[1].message,
            "(V4) instruction 3 (store): expected to store to a buffer that is "
            "out, inout or scratch, got buffer u, which is microops");
}

TEST(VerifyTest, V5MicroOps) {
  auto refuse = [](const std::string &line) { return check(getMachine("paper"), line, true); };
  EXPECT_EQ(refuse("load uop dram=%x y=1 x=1\n"),
            "(V5) instruction 1 (load): expected micro-ops from a buffer microops, so that they "
            "are known, got buffer x, which is in\n");
  EXPECT_EQ(refuse("gemm reset uop_begin=3 uop_count=2 iter_out=1 iter_in=1\n"),
            "(V5) instruction 1 (gemm): expected micro-op 4 to be loaded before, got none; load "
            "it\n");
  Program program;
  program.name = "p";
  program.buffers = {{"u", 8, Direction::MicroOps}};
  program.microOps.resize(1);
  program.instructions.resize(1);
  Instruction &load = program.instructions[0];
  load.kind = InstructionKind::Load;
  load.buffer = 0;
  load.set(FieldId::X, 2).set(FieldId::Y, 1);
  EXPECT_EQ(verifyBounds(getMachine("paper"), program)[0].message,
            "(V5) instruction 0 (load): expected it to end in the 1 micro-ops of the program, got "
            "2");
}

TEST(VerifyTest, V6Deadlock) {
  EXPECT_EQ(check("nop load pop_next\nfinish\n"),
            "(V6) the program is stuck: instruction 1 (nop) waits for a token from compute to "
            "load, which no instruction pushes\n");
  Config config = readMachine("paper");
  config.fifos = {2, 2, 2};
  DeviceModel model = makeModel(config);
  // Tokens alone allow it, three loads that wait do not: the gemm behind is not dispatched.
  std::string text = "nop load pop_next\nnop load\nnop load\nnop compute push_prev\nnop load "
                     "push_next\nfinish pop_prev\n";
  EXPECT_EQ(check(text), "");
  EXPECT_EQ(check(model, text),
            "(V6) the program is stuck: instruction 1 (nop) waits for a token from compute to "
            "load, which instruction 4 (nop) would push; instruction 4 (nop) is not dispatched, "
            "since the command queue of stage load, 2 long, is full at instruction 3 (nop)\n");
  // Both stages push more tokens than a queue holds before they pop.
  config = readMachine("paper");
  for (TokenQueue &queue : config.queues)
    queue.capacity = 3;
  text.clear();
  for (const char *line : {"nop load push_next\n", "nop compute push_prev\n", "nop load pop_next\n",
                           "nop compute pop_prev\n"})
    for (unsigned i = 0; i < 4; ++i)
      text += line;
  text += "nop load push_next\nfinish pop_prev\n";
  EXPECT_EQ(check(text), "");
  EXPECT_EQ(check(makeModel(config), text),
            "(V6) the program is stuck: instruction 4 (nop) waits for room among the 3 tokens from "
            "load to compute, which instruction 13 (nop) would pop; instruction 8 (nop) waits for "
            "room among the 3 tokens from compute to load, which instruction 9 (nop) would pop\n");
}

TEST(VerifyTest, V7Leftover) {
  EXPECT_EQ(check("nop load push_next\nnop load push_next\nfinish pop_prev\n"),
            "(V7) 1 tokens from load to compute are left at the end, the first one pushed by "
            "instruction 2 (nop); pop them or push fewer\n"
            "(V8) instruction 3 (finish) may come before instruction 2 (nop) has finished: no "
            "token orders them; push one from load to compute in or after instruction 2 (nop) and "
            "pop it in or before instruction 3 (finish)\n");
}

TEST(VerifyTest, V8Finish) {
  EXPECT_EQ(check("finish\nnop compute\n"),
            "(V8) expected one finish, the last instruction, got instruction 1 (finish) of 3\n"
            "(V8) expected the last instruction to be a finish, got instruction 2 (nop)\n");
  EXPECT_EQ(check("nop store\nfinish\n"),
            "(V8) instruction 2 (finish) may come before instruction 1 (nop) has finished: no "
            "token orders them; push one from store to compute in or after instruction 1 (nop) and "
            "pop it in or before instruction 2 (finish)\n");
  Program program;
  program.name = "p";
  EXPECT_EQ(verify(getMachine("paper"), program)[0].message,
            "(V8) expected the last instruction to be a finish, got none");
}

TEST(VerifyTest, V9ScratchpadRace) {
  EXPECT_EQ(check("load inp dram=%x y=1 x=1\nload wgt dram=%w y=1 x=1 push_next\n"
                  "gemm mac uop_count=1 iter_out=1 iter_in=1 init_count=1 pop_prev\n"
                  "load inp dram=%x y=1 x=1 push_next\nfinish pop_prev\n"),
            "(V9) instruction 4 (load) writes inp[0], which instruction 3 (gemm) reads, and no "
            "token orders them; push one from compute to load in or after instruction 3 (gemm) and "
            "pop it in or before instruction 4 (load)\n");
  EXPECT_EQ(check("alu move uop_count=3 iter_out=1 iter_in=1 use_imm push_next\n"
                  "store narrow dram=%y y=1 x=3 pop_prev\n"
                  "alu move uop_begin=2 uop_count=1 iter_out=1 iter_in=1 use_imm push_next\n"
                  "store narrow dram=%y+8 y=1 x=3 pop_prev push_prev\nfinish pop_next\n"),
            "(V9) instruction 3 (alu) writes acc[2], which instruction 2 (store) reads, and no "
            "token orders them; push one from store to compute in or after instruction 2 (store) "
            "and pop it in or before instruction 3 (alu)\n");
}

TEST(VerifyTest, V9InterleavedElementsDoNotMeet) {
  // Even elements are stored while odd ones are computed.
  EXPECT_EQ(check("alu move uop_count=1 iter_out=1 iter_in=4 dst_in=2 use_imm push_next\n"
                  "store narrow dram=%y y=1 x=1 pop_prev\n"
                  "store narrow sram=2 dram=%y+1 y=1 x=1\n"
                  "alu move uop_begin=1 uop_count=1 iter_out=2 iter_in=2 dst_out=4 dst_in=2 "
                  "use_imm push_next\n"
                  "store narrow sram=1 dram=%y+2 y=1 x=1 pop_prev push_prev\nfinish pop_next\n"),
            "");
}

TEST(VerifyTest, V10DramRace) {
  std::string start = "alu move uop_count=1 iter_out=1 iter_in=8 dst_in=1 use_imm push_next\n";
  auto compare = [&](const std::string &store, const std::string &load) {
    return check(start + "store narrow dram=%z" + store +
                 " pop_prev push_prev\nload inp "
                 "dram=%z" +
                 load + " push_next\nnop compute pop_prev\nfinish pop_next\n");
  };
  EXPECT_EQ(compare("+4 y=1 x=4", "+7 y=1 x=1"),
            "(V10) instruction 2 (store) writes bytes of buffer z that instruction 3 (load) reads, "
            "and no token orders them; push one from store to compute and from there to load in or "
            "after instruction 2 (store) and pop it in or before instruction 3 (load)\n");
  EXPECT_EQ(compare("+4 y=1 x=4", "+8 y=1 x=1"), "");
  EXPECT_EQ(compare("+4 y=1 x=4", "+3 y=1 x=1"), "");
  // Rows of two tensors' columns, and of different widths.
  EXPECT_EQ(compare(" y=4 x=2 stride=4", "+2 y=4 x=2 stride=4"), "");
  EXPECT_NE(compare(" y=4 x=2 stride=4", "+1 y=4 x=2 stride=4"), "");
  EXPECT_EQ(compare(" y=4 x=1 stride=4", "+1 y=6 x=1 stride=4"), "");
  EXPECT_EQ(compare(" y=3 x=1 stride=6", "+1 y=6 x=2 stride=3"), "");
  EXPECT_NE(compare(" y=3 x=1 stride=6", "+3 y=6 x=1 stride=3"), "");
  EXPECT_NE(compare(" y=3 x=1 stride=6", "+6 y=1 x=1"), "");
  EXPECT_EQ(compare(" y=3 x=1 stride=6", "+7 y=1 x=5"), "");
  EXPECT_NE(compare(" y=3 x=1 stride=6", "+7 y=1 x=6"), "");
}

TEST(VerifyTest, V10ComparesOnlySoMuch) {
  // 2,100 stores and as many loads in other places, without a token.
  std::string text = "alu move uop_count=1 iter_out=1 iter_in=1 use_imm push_next\nnop store "
                     "pop_prev\n";
  for (const char *line : {"store narrow dram=%z y=1 x=1\n", "load inp dram=%z+1 y=1 x=1\n"})
    for (unsigned i = 0; i < 2100; ++i)
      text += line;
  text += "nop load push_next\nnop store push_prev\nfinish pop_prev pop_next\n";
  EXPECT_EQ(check(text),
            "(V10) instruction 2000 (store) is one of too many transfers of buffer z that no token "
            "orders for all to be compared; order them\n");
}

TEST(VerifyTest, V11Uninitialized) {
  EXPECT_EQ(check("store narrow dram=%y y=1 x=3 push_prev\nfinish pop_next\n"),
            "(V11) instruction 1 (store) reads acc[0] and 2 more elements that no instruction "
            "before it writes; load or initialise them\n");
  EXPECT_EQ(check("load inp dram=%x y=1 x=1 pad=keep pad_left=1\nload wgt dram=%w y=1 x=1 "
                  "push_next\ngemm mac uop_count=1 iter_out=1 iter_in=1 init_count=1 pop_prev\n"
                  "finish\n"),
            "(V11) instruction 3 (gemm) reads inp[0] and 0 more elements that no instruction "
            "before it writes; load or initialise them\n");
  // Neither what is kept beside the rows of a load is written, nor what is behind them.
  EXPECT_EQ(check("load inp dram=%x y=1 x=1 pad=keep pad_left=1\nload wgt dram=%w y=1 x=1 "
                  "push_next\ngemm mac uop_count=1 iter_out=1 iter_in=4 init_count=1 dst_in=1 "
                  "src_in=1 pop_prev\nfinish\n"),
            "(V11) instruction 3 (gemm) reads inp[0] and 2 more elements that no instruction "
            "before it writes; load or initialise them\n");
}

TEST(VerifyTest, V11KnowsEarlierSteps) {
  // Each step reads what the one before has written.
  std::string set = "alu move uop_count=2 iter_out=1 iter_in=1 use_imm\n";
  std::string chain =
      "alu move uop_begin=2 uop_count=1 iter_out=1 iter_in=5 dst_in=1 src_in=1\nfinish\n";
  EXPECT_EQ(check(set + chain), "");
  EXPECT_EQ(check(chain),
            "(V11) instruction 1 (alu) reads acc[1] and 0 more elements that no instruction before "
            "it writes; load or initialise them\n");
  // A gemm adds in each pass to what the pass before has set.
  std::string loads = "load inp dram=%x y=1 x=8\nload wgt dram=%w y=1 x=4 push_next\nload uop "
                      "sram=4 dram=%u+1 y=1 x=1\nload uop sram=5 dram=%u y=1 x=1\n";
  std::string gemm = "gemm mac uop_begin=4 uop_count=2 iter_out=1 iter_in=4 init_count=1 dst_in=1 "
                     "pop_prev\nfinish\n";
  EXPECT_EQ(check(set + loads + gemm), "");
  EXPECT_EQ(check(loads + gemm),
            "(V11) instruction 5 (gemm) reads acc[0] and 0 more elements that no instruction "
            "before it writes; load or initialise them\n");
  // Too many steps to go through.
  std::string longer = "alu move uop_begin=2 uop_count=1 iter_out=4000 iter_in=2045 dst_in=1 "
                       "src_in=1\nfinish\n";
  EXPECT_EQ(check(set + longer).substr(0, 44), "(V11) instruction 2 (alu) reads acc[2] and 2");
}

TEST(VerifyTest, FirstInstructionCounts) {
  auto checkAll = [](const std::string &text) {
    std::string error, result;
    std::string begin = "program p\nbuffer x in 64\nbuffer y out 64\nbuffer u microops 4\nuop\n";
    Program program = *assemble(getMachine("paper"), begin + text, error);
    for (const Finding &finding : verify(getMachine("paper"), program))
      result += finding.message.substr(0, finding.message.find(';')) + "\n";
    return result;
  };
  std::string load = "load acc_narrow dram=%x y=1 x=1", store = "store narrow dram=%y y=1 x=1";
  EXPECT_EQ(checkAll(load + " push_next\n" + store + " pop_prev push_prev\nfinish pop_next\n"), "");
  EXPECT_EQ(checkAll(load + "\n" + store + " push_prev\nfinish pop_next\n"),
            "(V9) instruction 1 (store) reads acc[0], which instruction 0 (load) writes, and no "
            "token orders them\n");
  EXPECT_EQ(checkAll(store + "\n" + load + "\nnop store push_prev\nfinish pop_next\n"),
            "(V9) instruction 1 (load) writes acc[0], which instruction 0 (store) reads, and no "
            "token orders them\n(V11) instruction 0 (store) reads acc[0] and 0 more elements that "
            "no instruction before it writes\n");
  EXPECT_EQ(checkAll(load + "\nload uop dram=%u y=1 x=1\nalu add uop_count=1 iter_out=1 iter_in=2 "
                            "dst_in=1 use_imm\nfinish\n"),
            "(V11) instruction 2 (alu) reads acc[1] and 0 more elements that no instruction before "
            "it writes\n");
}

TEST(VerifyTest, V12WriteDistance) {
  Config config = readMachine("paper");
  config.pipeline.forwards = false;
  config.pipeline.writeToRead = 4;
  DeviceModel model = makeModel(config);
  auto refuse = [&](const std::string &loop) {
    return check(model, "gemm reset uop_count=4 iter_out=1 iter_in=1\ngemm reset uop_count=1 "
                        "iter_out=1 iter_in=1000 dst_in=1\nload inp dram=%x y=1 x=20 pad_bottom=15 "
                        "push_next\nload inp sram=2047 dram=%x y=1 x=1\nload wgt "
                        "dram=%w y=1 x=4 push_next\nnop compute pop_prev\n" +
                            loop + " pop_prev\nfinish\n");
  };
  std::string mac = "gemm mac iter_out=1";
  EXPECT_EQ(refuse(mac + " uop_count=1 iter_in=2"),
            "(V12) instruction 7 (gemm): expected 4 steps from a write of an accumulator to its "
            "next read, got 1 from micro-op 0 to 0; put other accumulators between them\n");
  EXPECT_EQ(refuse(mac + " uop_count=1 iter_in=8 dst_in=1"), "");
  EXPECT_EQ(refuse("gemm mac iter_out=2 uop_count=1 iter_in=4 dst_in=1"), "");
  EXPECT_EQ(refuse("gemm mac iter_out=2 uop_count=1 iter_in=3 dst_in=1"),
            "(V12) instruction 7 (gemm): expected 4 steps from a write of an accumulator to its "
            "next read, got 3 from micro-op 0 to 0; put other accumulators between them\n");
  // Micro-op 1 reads in the next pass but one what micro-op 2 writes.
  EXPECT_EQ(refuse(mac + " uop_count=3 iter_in=4 dst_in=1"),
            "(V12) instruction 7 (gemm): expected 4 steps from a write of an accumulator to its "
            "next read, got 2 from micro-op 1 to 0; put other accumulators between them\n");
  EXPECT_EQ(refuse(mac + " uop_count=3 iter_in=4 dst_in=3 init_count=3"), "");
  EXPECT_EQ(refuse("alu add uop_count=1 iter_out=1 iter_in=8 dst_in=1 src_in=1"), "");
  EXPECT_EQ(refuse("alu add uop_begin=1 uop_count=1 iter_out=1 iter_in=8 dst_in=2 src_in=1"),
            "(V12) instruction 7 (alu): expected 4 steps from a write of an accumulator to its "
            "next read, got 1 from micro-op 1 to 1; put other accumulators between them\n");
  EXPECT_EQ(refuse("alu move uop_count=1 iter_out=1 iter_in=8 use_imm"), "");
}

TEST(VerifyTest, KeepsToItsNumberOfFindings) {
  std::string error;
  Program program = *assemble(getMachine("paper"),
                              std::string(head) + "load inp\nstore narrow dram=%x y=1 x=1\nstore "
                                                  "narrow dram=%x y=1 x=1\nfinish\n",
                              error);
  EXPECT_EQ(verify(getMachine("paper"), program, 1).size(), 1u);
  EXPECT_GT(verify(getMachine("paper"), program).size(), 2u);
}

} // namespace
