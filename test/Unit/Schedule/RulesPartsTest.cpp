//===-- RulesPartsTest.cpp - copies that are made part by part ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which parts of a copy rules make where a reduction reads them, by their bytes and the caches.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"

using namespace dl::schedule;

namespace {

/// P(c, h) = sum over k of Z(c, h + k) of a copy Z of the operand, scheduled for these caches.
KernelSchedule scheduleWindows(int64_t channels, int64_t height, std::vector<Cache> caches) {
  auto target = std::make_shared<Target>();
  target->caches = std::move(caches);
  KernelSchedule kernel;
  kernel.target = target;
  kernel.operands = {{channels, height + 2}};
  kernel.operandBytes = {4};
  kernel.stages = {
      makeFloats(makeStage("Z", {{"c", channels}, {"h", height + 2}}), {}),
      makeFloats(makeStage("P", {{"c", channels}, {"h", height}}, {{"k", 3}}), {}, {1})};
  kernel[0].reads = {readOperand(0, {linear({1, 0}), linear({0, 1}, -1)})};
  kernel[0].reads.write()[0].isGuarded = true;
  kernel[0].reads.write()[0].constraints = {{linear({0, 1}, -1), false}};
  kernel[1].reads = {readOf(0, {linear({1, 0, 0}), linear({0, 1, 1})})};
  kernel[1].isResult = true;
  RuleOptions options;
  options.parallel = false;
  RulesDecide rules;
  applyRules(kernel, options, rules);
  return kernel;
}

/// Of channels of 408 bytes, six are long enough to be loaded again.
TEST(RulesPartsTest, HaveAsManyChannelsAsAreLongEnough) {
  KernelSchedule kernel = scheduleWindows(64, 100, Target().caches);
  EXPECT_EQ(kernel[0].tree.getPlacement(), Placement::At);
  EXPECT_NE(kernel[1].tree.str().find("split(c by 6)"), std::string::npos) << kernel[1].tree.str();
}

/// Channels of 4,008 bytes fit into half of the second cache, or of the only one.
TEST(RulesPartsTest, StayInTheNearerCaches) {
  auto getPlace = [](const std::vector<Cache> &caches) {
    return scheduleWindows(64, 1000, caches)[0].tree.getPlacement();
  };
  EXPECT_EQ(getPlace({{"L1", 8192, 32}}), Placement::At);
  EXPECT_EQ(getPlace({{"L1", 8000, 32}}), Placement::Root);
  EXPECT_EQ(getPlace({{"L1", 1024, 32}, {"L2", 8192, 16}, {"L3", 65536, 8}}), Placement::At);
  EXPECT_EQ(getPlace({{"L1", 1024, 32}, {"L2", 8000, 16}, {"L3", 65536, 8}}), Placement::Root);
  EXPECT_EQ(getPlace({}), Placement::Root);
}

} // namespace
