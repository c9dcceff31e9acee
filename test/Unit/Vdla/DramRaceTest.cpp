//===-- DramRaceTest.cpp - bytes that two transfers touch, by enumeration -===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// V10 and dependences compare rows by their distances; here all elements of them are.
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "RandomInstructions.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Dependences.h"
#include "dl/Vdla/Verify.h"

#include <algorithm>
#include <set>

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

/// The fields of a transfer of buffer z, and the elements that it touches.
std::string drawRows(std::mt19937_64 &random, std::set<int64_t> &elements) {
  int64_t begin = draw(random, 0, 15), y = draw(random, 1, 6), x = draw(random, 1, 4),
          stride = draw(random, 1, 9);
  for (int64_t row = 0; row < y; ++row)
    for (int64_t column = 0; column < x; ++column)
      elements.insert(begin + row * stride + column);
  return " dram=%z+" + std::to_string(begin) + " y=" + std::to_string(y) +
         " x=" + std::to_string(x) + " stride=" + std::to_string(stride);
}

TEST(DramRaceTest, EqualsEnumeration) {
  std::mt19937_64 random = makeRandom(31);
  const DeviceModel &model = getMachine("paper");
  unsigned counts[2] = {};
  for (unsigned i = 0; i < 3000; ++i) {
    std::set<int64_t> stored, loaded;
    std::string text = "program p\nbuffer z inout 1024\nbuffer u microops 4\nuop\n"
                       "load uop dram=%u y=1 x=1\n"
                       "alu move uop_count=1 iter_out=1 iter_in=24 dst_in=1 use_imm push_next\n"
                       "store narrow" +
                       drawRows(random, stored) + " pop_prev push_prev\nload inp" +
                       drawRows(random, loaded) +
                       " push_next\nnop compute pop_prev\nfinish pop_next\n";
    std::string error;
    Program program = *assemble(model, text, error);
    bool meet = std::any_of(stored.begin(), stored.end(),
                            [&](int64_t element) { return loaded.count(element) != 0; });
    std::vector<Finding> findings = verify(model, program);
    ASSERT_EQ(findings.size(), size_t(meet)) << text;
    ASSERT_TRUE(findings.empty() || findings[0].rule == Rule::DramRace) << text;
    std::vector<Dependence> dependences = collectDependences(model, program);
    bool isDependent =
        std::any_of(dependences.begin(), dependences.end(), [](const Dependence &dependence) {
          return dependence.first == 2 && dependence.second == 3;
        });
    ASSERT_EQ(isDependent, meet) << text;
    ++counts[meet];
  }
  EXPECT_GT(counts[0], 500u);
  EXPECT_GT(counts[1], 500u);
}

TEST(DramRaceTest, IsLeftWhereMicroOpsAreUnknown) {
  const DeviceModel &model = getMachine("paper");
  auto check = [&](const std::string &line) {
    std::string error, result;
    Program program =
        *assemble(model,
                  "program p\nbuffer z inout 64\nbuffer u microops 4\nuop\nload uop dram=%u y=1 "
                  "x=1\n" +
                      line +
                      "alu move uop_count=1 iter_out=1 iter_in=1 use_imm push_next\nstore narrow "
                      "dram=%z y=1 x=1 pop_prev push_prev\nload inp dram=%z y=1 x=1 push_next\nnop "
                      "compute pop_prev\nfinish pop_next\n",
                  error);
    for (const Finding &finding : verify(model, program))
      result += finding.message.substr(0, 5);
    return result;
  };
  EXPECT_EQ(check(""), "(V10)");
  // Micro-ops from a buffer that may be written.
  EXPECT_EQ(check("load uop sram=8 dram=%z y=1 x=1\n"), "(V5) ");
}

} // namespace
