//===-- DependencesTest.cpp - what has to come before what ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomInstructions.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Dependences.h"
#include "dl/Vdla/Reach.h"
#include "dl/Vdla/ShippedConfigs.h"

#include <set>

using namespace dl::vdla;

namespace {
DeviceModel makePaper() {
  std::string error;
  return *DeviceModel::create(*readConfig("paper", error), error);
}

Program assemblePaper(const std::string &body) {
  std::string error;
  std::optional<Program> program =
      assemble(makePaper(),
               "program p\nbuffer x in 256\nbuffer y inout 256\nbuffer u microops 8\n"
               "uop dst=0 src=0 wgt=0\nuop dst=4 src=2 wgt=1\n" +
                   body,
               error);
  EXPECT_TRUE(program) << error;
  return *program;
}

std::string collect(const std::string &body) {
  std::string text;
  for (const Dependence &dependence : collectDependences(makePaper(), assemblePaper(body)))
    text += std::to_string(dependence.first) + "-" + std::to_string(dependence.second) + " ";
  return text;
}
} // namespace

TEST(Dependences, ReadsAfterWritesAndWritesAfterReads) {
  EXPECT_EQ(collect("load uop dram=%u y=1 x=2\nload inp dram=%x y=1 x=1\nload wgt y=0\n"
                    "gemm mac uop_count=1 iter_out=1 iter_in=1 init_count=1\n"
                    "load inp dram=%x y=1 x=1\nload inp sram=1 dram=%x y=1 x=1\nfinish\n"),
            "1-3 3-4 5-6 ");
  // Through the last writer alone.
  EXPECT_EQ(collect("load uop dram=%u y=1 x=2\nload inp dram=%x y=1 x=1\n"
                    "load inp dram=%x y=1 x=1\ngemm mac uop_count=1 iter_out=1 iter_in=1\n"
                    "nop load\nfinish\n"),
            "2-3 4-5 ");
}

TEST(Dependences, OfSeveralOnOne) {
  EXPECT_EQ(collect("load acc_narrow dram=%x y=1 x=2\nstore narrow dram=%y y=1 x=2\n"
                    "store narrow dram=%y+2 y=1 x=1\nstore narrow dram=%y+3 y=1 x=1\n"),
            "0-1 0-2 0-3 ");
}

TEST(Dependences, StagesKeepTheirOrder) {
  EXPECT_EQ(collect("load acc dram=%x y=1 x=1\nload acc dram=%x y=1 x=1\nfinish\n"), "");
}

TEST(Dependences, BytesOfBuffers) {
  EXPECT_EQ(collect("load acc_narrow dram=%x y=1 x=2\nstore narrow dram=%y y=2 x=1 stride=2\n"
                    "load inp dram=%y+1 y=2 x=1 stride=2\nload inp dram=%y+2 y=1 x=1\nfinish\n"),
            "0-1 1-3 1-4 3-4 ");
}

TEST(Dependences, OfMoreRowsThanAreComparedAreTakenToBe) {
  // Each store has 2048 rows, which those of the load lie between; 32 of them are compared.
  DeviceModel model = makePaper();
  std::string text = "program p\nbuffer y inout 200000\n", error;
  for (int i = 0; i < 40; ++i)
    text += "store narrow dram=%y y=2048 x=1 stride=4\n";
  text += "load inp dram=%y+1 y=2048 x=1 stride=2\n";
  std::optional<Program> program = assemble(model, text, error);
  ASSERT_TRUE(program) << error;
  std::vector<Dependence> dependences = collectDependences(model, *program);
  ASSERT_EQ(dependences.size(), 8u);
  for (int64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(dependences[size_t(i)].first, 32 + i);
    EXPECT_EQ(dependences[size_t(i)].second, 40);
  }
}

TEST(Dependences, EachElementOfLoops) {
  // Every second accumulator, up from 4.
  EXPECT_EQ(collect("load uop dram=%u y=1 x=2\nalu move uop_begin=1 uop_count=1 iter_out=1 "
                    "iter_in=3 dst_in=2 use_imm\nstore narrow sram=5 dram=%y y=1 x=1\n"
                    "store narrow sram=8 dram=%y y=1 x=1\n"),
            "1-3 ");
}

TEST(Dependences, OfLoopsEqualEnumeration) {
  DeviceModel model = makePaper();
  std::mt19937_64 random = test::makeRandom(33);
  auto pick = [&](int64_t most) { return test::draw(random, 0, most); };
  for (unsigned run = 0; run < 200; ++run) {
    int64_t bases[] = {pick(150), pick(150)}, out = 1 + pick(7), in = 1 + pick(39),
            dstOut = pick(180), dstIn = pick(9);
    std::set<int64_t> written;
    for (int64_t base : bases)
      for (int64_t o = 0; o < out; ++o)
        for (int64_t i = 0; i < in; ++i)
          written.insert(base + o * dstOut + i * dstIn);
    auto get = [](const char *name, int64_t value) {
      return std::string(" ") + name + "=" + std::to_string(value);
    };
    std::string text = "program p\nbuffer y out 1024\nbuffer u microops 8\nuop" +
                       get("dst", bases[0]) + "\nuop" + get("dst", bases[1]) +
                       "\nload uop dram=%u y=1 x=2\nalu move uop_count=2 use_imm" +
                       get("iter_out", out) + get("iter_in", in) + get("dst_out", dstOut) +
                       get("dst_in", dstIn) + "\n";
    // Elements near to those that are written, and one of them.
    std::vector<int64_t> read = {*std::next(written.begin(), pick(int64_t(written.size()) - 1))};
    while (read.size() < 24)
      read.push_back(pick(*written.rbegin() + 70));
    std::vector<Dependence> expected;
    for (size_t i = 0; i < read.size(); ++i) {
      text += "store narrow y=1 x=1 dram=%y+" + std::to_string(i) + get("sram", read[i]) + "\n";
      if (written.count(read[i]))
        expected.push_back({1, int64_t(i) + 2});
    }
    std::string error;
    Program program = *assemble(model, text, error);
    std::vector<Dependence> found = collectDependences(model, program);
    ASSERT_EQ(found.size(), expected.size()) << text;
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].first, expected[i].first) << text;
      EXPECT_EQ(found[i].second, expected[i].second) << text;
    }
  }
}

TEST(Reach, IsBehindTheLastPosition) {
  DeviceModel model = makePaper();
  Program program = assemblePaper(
      "load inp sram=3 dram=%x y=2 x=4 stride=4 pad_top=1 pad_right=1\n"
      "store requantize sram=2 dram=%y y=3 x=2 stride=2 scale_base=5 scale_step\n"
      "gemm mac uop_count=2 iter_out=3 iter_in=2 dst_out=10 dst_in=1 src_in=7 wgt_out=2\n"
      "alu add uop_count=2 iter_out=1 iter_in=2 dst_in=3 src_in=1\n"
      "alu add uop_count=2 iter_out=1 iter_in=2 dst_in=3 use_imm\nconfigure inp_zero_point\n");
  auto reach = [&](size_t i) {
    return computeReach(model, program.instructions[i], program.microOps);
  };
  EXPECT_EQ(reach(0).sram, 3 + 3 * 5);
  EXPECT_EQ(reach(1).sram, 2 + 6);
  EXPECT_EQ(reach(1).scale, 5 + 3);
  EXPECT_EQ(reach(2).dst, 4 + 20 + 1 + 1);
  EXPECT_EQ(reach(2).src, 2 + 7 + 1);
  EXPECT_EQ(reach(2).wgt, 1 + 4 + 1);
  EXPECT_EQ(reach(3).dst, 4 + 3 + 1);
  EXPECT_EQ(reach(3).src, 2 + 1 + 1);
  EXPECT_EQ(reach(4).src, 0);
  EXPECT_EQ(reach(5).dst + reach(5).sram, 0);
  // A loop without iterations goes nowhere, nor do scales that no store reads.
  Program idle =
      assemblePaper("gemm mac uop_count=2 iter_out=0 iter_in=2 dst_in=1\n"
                    "gemm mac uop_count=2 iter_out=2 iter_in=0 dst_out=1\n"
                    "store requantize sram=7 scale_base=5\nstore narrow dram=%y y=1 x=1\n"
                    "store requantize dram=%y y=1 x=1 scale_base=5\n");
  for (size_t i : {0, 1})
    EXPECT_EQ(computeReach(model, idle.instructions[i], idle.microOps).dst, 0) << i;
  EXPECT_EQ(computeReach(model, idle.instructions[2], {}).scale, 0);
  EXPECT_EQ(computeReach(model, idle.instructions[3], {}).scale, 0);
  EXPECT_EQ(computeReach(model, idle.instructions[4], {}).scale, 6);
}

TEST(ShippedConfigs, AreByTheirNames) {
  std::string error;
  for (const std::string &name : getShippedConfigs()) {
    std::optional<Config> config = readConfig(name, error);
    ASSERT_TRUE(config) << error;
    EXPECT_EQ(config->name, name);
    EXPECT_EQ(printConfig(*config),
              printConfig(*readConfig("\n" + *getShippedConfig(name), error)));
  }
  EXPECT_EQ(getShippedConfigs().size(), 4u);
  EXPECT_FALSE(readConfig("board", error));
  EXPECT_EQ(error,
            "expected the name of a machine that comes along (block-32x32, block-8x8, paper, "
            "weights-256k) or the JSON text of one, got 'board'");
  EXPECT_FALSE(readConfig("", error));
}
