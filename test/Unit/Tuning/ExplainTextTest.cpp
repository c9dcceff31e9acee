//===-- ExplainTextTest.cpp - an explanation in words ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of features for people.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Features.h"
#include "dl/Tuning/Report/Explain.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace dl::tuning;

namespace {

size_t findFeature(const std::string &group, const std::string &name) {
  const std::vector<FeatureName> &names = getFeatureNames();
  for (size_t index = 0; index < names.size(); ++index)
    if (names[index].group == group && names[index].name == name)
      return index;
  ADD_FAILURE() << group << ", " << name;
  return 0;
}

TEST(ExplainText, Counts) {
  size_t lines = findFeature("buffer 1", "lines");
  EXPECT_EQ(formatFeature(lines, 0), "0");
  EXPECT_EQ(formatFeature(lines, std::log2(7.0F)), "6");
  EXPECT_EQ(formatFeature(lines, -std::log2(7.0F)), "-6");
  EXPECT_EQ(formatFeature(lines, std::log2(3.5F)), "2.5");
  EXPECT_EQ(formatFeature(lines, std::log2(98305.0F)), "98304");
  EXPECT_EQ(formatFeature(lines, std::log2(4321.4F)), "4320");
  EXPECT_EQ(formatFeature(lines, std::log2(4.2e8F)), "4.2e+08");
  EXPECT_EQ(formatFeature(lines, std::numeric_limits<double>::quiet_NaN()), "-");
}

TEST(ExplainText, Shares) {
  size_t share = findFeature("kernel", "share in parallel loops");
  EXPECT_EQ(formatFeature(share, 0.25), "0.25");
  EXPECT_EQ(formatFeature(share, 1), "1");
}

TEST(ExplainText, Percents) {
  EXPECT_EQ(formatPercent(0.0149), "+1.5");
  EXPECT_EQ(formatPercent(-0.0149), "-1.5");
  EXPECT_EQ(formatPercent(-0.0001), "0.0");
}

TEST(ExplainText, EveryGroupHasWords) {
  for (const FeatureName &name : getFeatureNames()) {
    Explanation::Group group;
    group.name = name.group;
    EXPECT_NE(describeGroup(group), "") << name.group;
    group.buffer = "operand 1";
    EXPECT_EQ(describeGroup(group).find("operand 1, "), 0u);
  }
}

} // namespace
