//===-- RequantizeTest.cpp - accumulators to results ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomInstructions.h"
#include "TilePrograms.h"

#include "gtest/gtest.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

int64_t rescaleBy(int32_t value, int32_t multiplier, uint8_t shift, Rounding rounding) {
  return rescale(value, {0, multiplier, shift}, rounding);
}

TEST(RequantizeTest, HalvesGoAsTheRoundingSays) {
  const int32_t values[] = {-5, -3, -1, 1, 3, 5};
  const int64_t up[] = {-2, -1, 0, 1, 2, 3}, away[] = {-3, -2, -1, 1, 2, 3};
  const int64_t even[] = {-2, -2, 0, 0, 2, 2}, down[] = {-3, -2, -1, 0, 1, 2};
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_EQ(rescaleBy(values[i], 1, 1, Rounding::HalfUp), up[i]);
    EXPECT_EQ(rescaleBy(values[i], 1, 1, Rounding::HalfAway), away[i]);
    EXPECT_EQ(rescaleBy(values[i], 1, 1, Rounding::HalfEven), even[i]);
    EXPECT_EQ(rescaleBy(values[i], 1, 1, Rounding::Down), down[i]);
  }
}

TEST(RequantizeTest, EqualsPlainDivision) {
  std::mt19937_64 random = makeRandom(11);
  for (unsigned i = 0; i < 20000; ++i) {
    ChannelScale scale;
    scale.bias = int32_t(random());
    scale.multiplier = int32_t(random()) >> (random() % 32);
    scale.shift = uint8_t(random() % 63);
    int32_t value = int32_t(random()) >> (random() % 32);
    auto rounding = Rounding(random() % 4);
    ASSERT_EQ(rescale(value, scale, rounding), rescalePlainly(value, scale, rounding))
        << value << " " << scale.bias << " " << scale.multiplier << " " << int(scale.shift);
  }
}

TEST(RequantizeTest, EndsOfTheRange) {
  int32_t least = INT32_MIN;
  EXPECT_EQ(rescaleBy(least, least, 0, Rounding::HalfUp), int64_t(1) << 62);
  EXPECT_EQ(rescaleBy(least, least, 62, Rounding::HalfUp), 1);
  EXPECT_EQ(rescaleBy(least, least, 63, Rounding::HalfUp), 1);
  EXPECT_EQ(rescaleBy(least, least, 63, Rounding::HalfEven), 0);
  EXPECT_EQ(rescaleBy(5, 1, 64, Rounding::Down), 5);
  // The bias wraps around.
  EXPECT_EQ(rescale(INT32_MAX, {1, 1, 0}, Rounding::HalfUp), INT32_MIN);
}

TEST(RequantizeTest, MakesScalesOfFactors) {
  auto expect = [](double factor, int64_t multiplier, unsigned shift) {
    std::optional<ChannelScale> scale = makeScale(factor);
    ASSERT_TRUE(scale) << factor;
    EXPECT_EQ(scale->bias, 0);
    EXPECT_EQ(scale->multiplier, multiplier) << factor;
    EXPECT_EQ(unsigned(scale->shift), shift) << factor;
  };
  expect(1, 1 << 30, 30);
  expect(0.5, 1 << 30, 31);
  expect(0.75, 3 << 29, 31);
  expect(0, 0, 31);
  expect(std::ldexp(1, 30), 1 << 30, 0);
  // The shift ends at 62: small factors keep fewer digits.
  expect(std::ldexp(1, -40), 1 << 22, 62);
  expect(std::ldexp(1, -70), 0, 62);
  // What is rounded up to a power of two.
  expect(1 - std::ldexp(1, -40), 1 << 30, 30);
  expect(std::ldexp(1, 31) - 1, (int64_t(1) << 31) - 1, 0);
  for (double none : {-0.5, std::ldexp(1, 31), std::ldexp(1, 31) - 0.25, std::nan(""), HUGE_VAL})
    EXPECT_FALSE(makeScale(none)) << none;
  // Within half a digit.
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    double factor = std::ldexp(double(random() >> 11), -53 - int(random() % 20));
    std::optional<ChannelScale> scale = makeScale(factor);
    ASSERT_TRUE(scale);
    EXPECT_LE(std::fabs(std::ldexp(scale->multiplier, -int(scale->shift)) - factor),
              std::ldexp(factor, -31));
  }
}

TEST(RequantizeTest, NarrowsOrCutsOff) {
  EXPECT_EQ(narrow(200, 8, true), 127);
  EXPECT_EQ(narrow(-200, 8, true), -128);
  EXPECT_EQ(narrow(200, 8, false), -56);
  EXPECT_EQ(narrow(-129, 8, false), 127);
  EXPECT_EQ(narrow(int64_t(1) << 40, 32, true), INT32_MAX);
  EXPECT_EQ(narrow((int64_t(1) << 40) + 7, 32, false), 7);
}

} // namespace
