//===-- RulesTileSizesTest.cpp - the tiles of products --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows and columns of the register tiles that rules take for products of many sizes, on machines
// with other registers. A line is a number of rows, a column a number of columns.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"

using namespace dl::schedule;

namespace {

/// The factor of the split of an axis with its policy for tails, as "8" or "8m" where the last step
/// is masked; all of it where the axis is not split.
std::string getSize(const std::string &tree, const std::string &axis, int64_t extent) {
  size_t begin = tree.find("split(" + axis + " by ");
  if (begin == std::string::npos)
    return std::to_string(extent);
  begin += 10 + axis.size();
  std::string text = tree.substr(begin, tree.find(')', begin) - begin);
  size_t comma = text.find(", ");
  return comma == std::string::npos ? text : text.substr(0, comma) + text[comma + 2];
}

std::string getTiles(const VectorRegisters &registers) {
  std::string text;
  for (int64_t rows : {1, 2, 3, 5, 7, 13, 29, 64, 197}) {
    text += std::to_string(rows) + ":";
    for (int64_t columns : {5, 24, 40, 56, 96, 1000}) {
      KernelSchedule kernel = makeMatmul(rows, columns, 64);
      auto target = std::make_shared<Target>(*kernel.target);
      target->vector = registers;
      target->caches = {{"L1", 32768, 64}, {"L2", 1048576, 32}};
      kernel.target = target;
      RuleOptions options;
      options.parallel = false;
      RulesDecide rules;
      applyRules(kernel, options, rules);
      std::string tree = kernel[kernel.size() - 1].tree.str();
      text += " " + getSize(tree, "i", rows) + "x" + getSize(tree, "j", columns);
    }
    text += "\n";
  }
  return text;
}

/// Registers of 64 bytes, as AVX-512 has them.
TEST(RulesTileSizesTest, LongRegisters) {
  VectorRegisters registers;
  registers.bytes = 64;
  registers.count = 32;
  registers.hasMasks = true;
  EXPECT_EQ(getTiles(registers), R"(1: 1x8m 1x16 1x32 1x64m 1x64 1x128m
2: 2x8m 2x16 2x32 2x64m 2x64 2x128m
3: 3x8m 3x16 3x32 3x64m 3x64 2x128m
5: 5x8m 5x16 5x32 5x32m 5x32 5x32
7: 7x8m 7x16 7x32 7x32m 7x32 7x32
13: 13x8m 13x16 13x32 13x32m 13x32 13x32
29: 24x8m 24x16 11x32 11x32m 11x32 11x32
64: 25x8m 25x16 13x32 8x32m 6x64 6x64
197: 27x8m 27x16 12x32 11x32m 6x64 6x64
)");
}

/// Registers of 32 bytes, as AVX2 has them.
TEST(RulesTileSizesTest, ShortRegisters) {
  VectorRegisters registers;
  registers.bytes = 32;
  registers.count = 16;
  EXPECT_EQ(getTiles(registers), R"(1: 1x5 1x16 1x32 1x32 1x64 1x64
2: 2x5 2x16 2x32 2x32 2x32 2x32
3: 3x5 3x16 3x16 3x16 3x16 3x16
5: 5x5 5x16 5x16 5x16 5x16 5x16
7: 7x5 4x16 4x16 4x16 4x16 4x16
13: 13x5 5x16 5x16 5x16 5x16 5x16
29: 11x5 6x16 6x16 6x16 6x16 6x16
64: 13x5 6x16 6x16 6x16 4x16 4x16
197: 11x5 6x16 6x16 6x16 6x16 6x16
)");
  registers.loadsParts = true;
  EXPECT_EQ(getTiles(registers), R"(1: 1x8m 1x16 1x32 1x32 1x64 1x64
2: 2x8m 2x16 2x32 2x32 2x32 2x32
3: 3x8m 3x16 3x16 3x16 3x16 3x16
5: 5x8m 5x16 5x16 5x16 5x16 5x16
7: 7x8m 4x16 4x16 4x16 4x16 4x16
13: 13x8m 5x16 5x16 5x16 5x16 5x16
29: 11x8m 6x16 6x16 6x16 6x16 6x16
64: 13x8m 6x16 6x16 6x16 4x16 4x16
197: 11x8m 6x16 6x16 6x16 6x16 6x16
)");
}

/// Registers of 16 bytes without operands that are broadcast from memory, as NEON has them.
TEST(RulesTileSizesTest, RegistersWithoutBroadcasts) {
  VectorRegisters registers;
  registers.bytes = 16;
  registers.count = 32;
  registers.broadcasts = false;
  EXPECT_EQ(getTiles(registers), R"(1: 1x4 1x16 1x32 1x32 1x32 1x32
2: 2x4 2x16 2x32 2x32 2x32 2x32
3: 3x4 3x16 3x16 3x16 3x16 3x16
5: 5x4 5x8 5x8 5x8 5x8 5x8
7: 7x4 7x8 7x8 7x8 7x8 7x8
13: 13x4 13x8 13x8 13x8 13x8 13x8
29: 29x4 11x8 12x8 12x8 11x8 12x8
64: 16x4 8x8 8x8 8x8 8x8 8x8
197: 30x4 12x8 12x8 12x8 12x8 12x8
)");
}

/// M(c, h, w) = sum over p, q of X(c, stride * h + p, w + q) * W(c, p, q), of rows of 16.
KernelSchedule makeDepthwise(int64_t height, int64_t window, int64_t stride) {
  KernelSchedule kernel;
  kernel.operands = {{4, (height - 1) * stride + window, 15 + window}, {4, window, window}};
  kernel.operandBytes = {4, 4};
  StageSchedule m = makeFloats(
      makeStage("M", {{"c", 4}, {"h", height}, {"w", 16}}, {{"p", window}, {"q", window}}), {0, 1},
      {1});
  m.reads = {readOperand(0, {index(5, {{0, 1}}), index(5, {{1, stride}, {3, 1}}),
                             index(5, {{2, 1}, {4, 1}})}),
             readOperand(1, {index(5, {{0, 1}}), index(5, {{3, 1}}), index(5, {{4, 1}})})};
  m.isResult = true;
  kernel.stages = {m};
  return kernel;
}

/// How many rows of windows a tile has, by the height of the map; lines are sizes of windows and
/// their strides.
TEST(RulesTileSizesTest, RowsOfWindows) {
  auto getWindows = [](int64_t count) {
    std::string text;
    for (auto [window, stride] :
         {std::pair<int64_t, int64_t>{3, 1}, {3, 2}, {5, 1}, {5, 2}, {7, 1}, {8, 1}}) {
      text += std::to_string(window) + "/" + std::to_string(stride) + ":";
      for (int64_t height : {4, 7, 10, 13, 14, 28, 56}) {
        KernelSchedule kernel = makeDepthwise(height, window, stride);
        auto target = std::make_shared<Target>();
        target->vector.count = count;
        kernel.target = target;
        RuleOptions options;
        options.parallel = false;
        RulesDecide rules;
        applyRules(kernel, options, rules);
        text += " " + getSize(kernel[0].tree.str(), "h", height);
      }
      text += "\n";
    }
    return text;
  };
  EXPECT_EQ(getWindows(32), R"(3/1: 4 7 5 8 7 7 8
3/2: 4 7 5 8 7 7 8
5/1: 4 5 5 5 5 5 5
5/2: 4 5 5 5 5 4 4
7/1: 4 7 5 8 7 7 8
8/1: 4 7 10 7 7 10 8
)");
  EXPECT_EQ(getWindows(16), R"(3/1: 4 5 5 5 5 4 4
3/2: 4 5 5 5 5 4 4
5/1: 4 7 5 8 7 7 8
5/2: 4 7 5 8 7 7 8
7/1: 4 7 5 8 7 7 8
8/1: 4 7 5 7 7 7 8
)");
}

} // namespace
