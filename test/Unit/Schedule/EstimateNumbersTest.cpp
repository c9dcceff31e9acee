//===-- EstimateNumbersTest.cpp - all numbers of some estimates -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels under the schedules of the rules, with whatever these bring along: windows, borders,
// strided and turned rows, extents that only a run knows.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"

#include <cstdio>

using namespace dl::schedule;

namespace {

/// On the generic machine, with other registers: cycles in all and of instructions alone, numbers
/// of operations and instructions, and bytes from each cache, first and of further runs.
std::string estimateByRules(KernelSchedule kernel, VectorRegisters registers = {32, 16}) {
  auto target = std::make_shared<Target>();
  target->vector = registers;
  target->core.hertz = 1;
  kernel.target = target;
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  std::string text;
  for (bool isRepeated : {false, true}) {
    EstimateOptions options;
    options.isRepeated = isRepeated;
    Estimate made = run(kernel, options);
    char line[256];
    if (!isRepeated) {
      std::snprintf(line, sizeof(line),
                    "%.5g cycles, %.5g for instructions, %.5g operations, %.5g instructions",
                    made.seconds, made.computeSeconds, made.operations, made.instructions);
      text += line;
    }
    text += isRepeated ? "; again" : "; bytes";
    for (const LevelEstimate &level : made.levels) {
      std::snprintf(line, sizeof(line), " %.5g", level.bytes);
      text += line;
    }
  }
  return text;
}

TEST(EstimateNumbersTest, Windows) {
  EXPECT_EQ(estimateByRules(makeWindows({64, 56, 56, 3, 1, 1})),
            "1.3132e+06 cycles, 1.3132e+06 for instructions, 1.8063e+06 operations, 5.1502e+06 "
            "instructions; bytes 1.6056e+06 1.6056e+06 1.6056e+06; again 1.6056e+06 1.6056e+06 0");
  EXPECT_EQ(estimateByRules(makeWindows({5, 14, 14, 2, 2})),
            "5116.7 cycles, 1980 for instructions, 3920 operations, 5820 instructions; bytes 19648 "
            "19648 19648; again 2609.5 0 0");
  EXPECT_EQ(estimateByRules(makeWindows({5, 14, 14, 2, 2}), {16, 32}),
            "5116.7 cycles, 2104.7 for instructions, 3920 operations, 6520 instructions; bytes "
            "19648 19648 19648; again 2609.5 0 0");
}

TEST(EstimateNumbersTest, Convolutions) {
  EXPECT_EQ(estimateByRules(makeImages({16, 20, 20, 3, 1, 1})),
            "1.5745e+06 cycles, 1.5745e+06 for instructions, 1.8496e+06 operations, 6.2922e+06 "
            "instructions; bytes 60800 60800 60800; again 60800 0 0");
  EXPECT_EQ(
      estimateByRules(makeImages({8, 7, 7, 3, 2, 1}), {64, 32}),
      "36763 cycles, 36763 for instructions, 56840 operations, 1.3538e+05 instructions; bytes "
      "9920 9920 9920; again 0 0 0");
}

TEST(EstimateNumbersTest, Products) {
  EXPECT_EQ(estimateByRules(makeMatmul(3, 3, 2000)),
            "13476 cycles, 2357.1 for instructions, 36000 operations, 7988.4 instructions; bytes "
            "78771 48064 48064; again 78771 0 0");
  EXPECT_EQ(estimateByRules(makeMatmul(49, 131, 300)),
            "1.9512e+05 cycles, 1.4171e+05 for instructions, 3.8514e+06 operations, 4.2775e+05 "
            "instructions; bytes 4.3566e+06 2.5734e+05 2.5734e+05; again 4.3566e+06 0 0");
}

/// Extents that only a run knows are taken for 64.
TEST(EstimateNumbersTest, OpenExtents) {
  EXPECT_EQ(estimateByRules(makeMatmul(dynamicExtent, 64, 64)),
            "18703 cycles, 18703 for instructions, 5.4886e+05 operations, 60737 instructions; "
            "bytes 69632 49152 49152; again 69632 0 0");
  EXPECT_EQ(estimateByRules(makeBroadcast(12, dynamicExtent, {1, 0})),
            "1616.7 cycles, 110 for instructions, 768 operations, 204 instructions; bytes 6208 "
            "6208 6208; again 0 0 0");
  EXPECT_EQ(estimateByRules(makeSum(dynamicExtent, 64, true)),
            "4333.3 cycles, 424 for instructions, 4096 operations, 1280 instructions; bytes 16640 "
            "16640 16640; again 173.33 0 0");
  KernelSchedule turned = makeElementwise(dynamicExtent, 64);
  turned.operands = {{64, dynamicExtent}};
  turned[0].reads = {readOperand(0, {linear({0, 1}), linear({1, 0})})};
  EXPECT_EQ(estimateByRules(turned),
            "8533.3 cycles, 1202.8 for instructions, 4544 operations, 3573.3 instructions; bytes "
            "32768 32768 32768; again 21845 0 0");
}

} // namespace
