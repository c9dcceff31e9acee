//===-- WriteDistanceTest.cpp - accumulators that are used too soon, by enumeration ===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// V12 compares passes of a loop by what their iterations differ in; here all pairs of steps are.
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "RandomInstructions.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Verify.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

using F = FieldId;

namespace {

/// What a step reads and writes of acc.
struct Step {
  int64_t write;
  std::vector<int64_t> reads;
};

std::vector<Step> enumerate(const Program &program, const Instruction &loop) {
  std::vector<Step> steps;
  bool isGemm = loop.kind == InstructionKind::Gemm;
  for (int64_t out = 0; out < loop.get(F::IterOut); ++out)
    for (int64_t in = 0; in < loop.get(F::IterIn); ++in)
      for (int64_t u = 0; u < loop.get(F::UopCount); ++u) {
        const MicroOp &uop = program.microOps[size_t(u)];
        Step step = {uop.dst + out * loop.get(F::DstOut) + in * loop.get(F::DstIn), {}};
        if (isGemm ? u >= loop.get(F::InitCount)
                   : AluOperation(loop.get(F::Operation)) != AluOperation::Move)
          step.reads.push_back(step.write);
        if (!isGemm && !loop.get(F::UseImm))
          step.reads.push_back(uop.src + out * loop.get(F::SrcOut) + in * loop.get(F::SrcIn));
        steps.push_back(step);
      }
  return steps;
}

bool hasConflict(const std::vector<Step> &steps, size_t least) {
  for (size_t first = 0; first < steps.size(); ++first)
    for (size_t second = first + 1; second < steps.size() && second - first < least; ++second)
      for (int64_t read : steps[second].reads)
        if (read == steps[first].write)
          return true;
  return false;
}

TEST(WriteDistanceTest, EqualsEnumeration) {
  std::mt19937_64 random = makeRandom(27);
  unsigned counts[2] = {};
  for (unsigned i = 0; i < 3000; ++i) {
    Config config = getMachine("paper").getConfig();
    Pipeline &pipe = config.pipeline;
    pipe.forwards = false;
    pipe.writeToRead = draw(random, 0, 9);
    pipe.gemmInterval = draw(random, 1, 2);
    pipe.aluInterval = draw(random, 1, 3);
    std::string error;
    std::string text = "program p\nbuffer u microops 12\n";
    for (unsigned u = 0; u < 3; ++u)
      text += "uop dst=" + std::to_string(draw(random, 0, 12)) +
              " src=" + std::to_string(draw(random, 0, 12)) + "\n";
    Program program =
        *assemble(getMachine("paper"),
                  text + "load uop dram=%u y=1 x=3 stride=3\nnop compute\nfinish\n", error);
    Instruction &loop = program.instructions[1];
    loop = {};
    bool isGemm = random() % 2;
    loop.kind = isGemm ? InstructionKind::Gemm : InstructionKind::Alu;
    loop.set(F::UopCount, draw(random, 1, 3));
    for (F count : {F::IterOut, F::IterIn})
      loop.set(count, draw(random, 1, 5));
    for (F factor : {F::DstOut, F::DstIn, F::SrcOut, F::SrcIn})
      loop.set(factor, draw(random, 0, 5));
    if (isGemm) {
      loop.set(F::InitCount, draw(random, 0, loop.get(F::UopCount)));
    } else {
      loop.set(F::Operation, int64_t(random() % 2 ? AluOperation::Move : AluOperation::Add));
      loop.set(F::UseImm, draw(random, 0, 3) == 0);
    }
    bool isFlagged = false;
    for (const Finding &finding : verify(makeModel(config), program, 100))
      isFlagged |= finding.rule == Rule::WriteDistance;
    int64_t interval = isGemm ? pipe.gemmInterval : pipe.aluInterval;
    size_t least = size_t((pipe.writeToRead + interval - 1) / interval);
    ASSERT_EQ(isFlagged, hasConflict(enumerate(program, loop), least))
        << least << "\n"
        << disassemble(getMachine("paper"), program);
    ++counts[isFlagged];
  }
  EXPECT_GT(counts[0], 500u);
  EXPECT_GT(counts[1], 500u);
}

TEST(WriteDistanceTest, ComparesOnlySoMuch) {
  Config config = getMachine("paper").getConfig();
  config.pipeline.forwards = false;
  config.pipeline.writeToRead = 1024;
  DeviceModel model = makeModel(config);
  // The first thousand accumulators become copies of the last one.
  auto copy = [&](unsigned count) {
    std::string text = "program p\nbuffer u microops 64\nuop dst=2047 src=0 wgt=0\n", error;
    for (unsigned i = 0; i < count; ++i)
      text += "uop dst=0 src=2047 wgt=0\n";
    Program program = *assemble(
        model,
        text + "load uop dram=%u y=1 x=" + std::to_string(count + 1) +
            "\nalu move uop_count=1 iter_out=1 iter_in=1 use_imm\nalu move uop_begin=1 uop_count=" +
            std::to_string(count) + " iter_out=1 iter_in=1000 dst_in=1\nfinish\n",
        error);
    return verify(model, program);
  };
  EXPECT_TRUE(copy(4).empty());
  // So many pairs of steps are taken to be too near.
  std::vector<Finding> findings = copy(8);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, Rule::WriteDistance);
}

} // namespace
