//===-- LoopExprTest.cpp - sums of variables and digits ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values, bounds and equality of places that move with loops.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/LoopExpr.h"

#include "gtest/gtest.h"

using namespace dl::schedule;

namespace {
using Bounds = std::pair<int64_t, int64_t>;

/// x in [0, 4), y in [0, 8), and z of one value.
struct LoopExprTest : testing::Test {
  LoopVariables variables;
  int x = variables.add(4), y = variables.add(8), z = variables.add(1);
  LoopExpr atX = variables.get(x), atY = variables.get(y);

  /// The values of a sum for all of x, where y is 0.
  std::vector<int64_t> alongX(const LoopExpr &sum) {
    std::vector<int64_t> values;
    for (int64_t value = 0; value < 4; ++value)
      values.push_back(sum.evaluate({value, 0, 0}));
    return values;
  }
};

TEST_F(LoopExprTest, SumsHaveEachAtomOnce) {
  EXPECT_EQ(variables.size(), 3);
  EXPECT_EQ(variables.getExtent(y), 8);
  EXPECT_TRUE(variables.get(z).isZero());
  LoopExpr sum = atX * 3 + atY - atX * 2 + 5;
  ASSERT_EQ(sum.terms.size(), 2u);
  EXPECT_EQ(sum.terms[0].coefficient, 1);
  EXPECT_EQ(sum.evaluate({3, 7, 0}), 15);
  EXPECT_TRUE(sum == atY + 5 + atX);
  EXPECT_TRUE(sum != atX + atY);
  EXPECT_TRUE(sum.dependsOn(x));
  EXPECT_FALSE((sum - atX).dependsOn(x));
  EXPECT_TRUE((sum - atX).dependsOn(y));
  EXPECT_TRUE((sum - sum).isZero());
  EXPECT_FALSE(atX.isConstant());
  EXPECT_TRUE(LoopExpr(1).isConstant());
  EXPECT_FALSE(LoopExpr(1).isZero());
}

TEST_F(LoopExprTest, DigitsOfStepsAreThoseOfTheirNumbers) {
  // 10 y + 2 x + 1 goes through steps of 10, of which three are 30.
  LoopExpr sum = atY * 10 + atX * 2 + 1;
  EXPECT_TRUE(variables.divide(sum, 30) == variables.divide(atY, 3));
  EXPECT_TRUE(variables.modulo(sum, 30) == variables.modulo(atY, 3) * 10 + atX * 2 + 1);
  // Steps that begin elsewhere, and steps that x leaves.
  EXPECT_TRUE(variables.divide(sum + 20, 30) == variables.divide(atY + 2, 3));
  LoopExpr beyond = atY * 6 + atX * 2 + 1;
  for (int64_t x = 0; x < 4; ++x)
    for (int64_t y = 0; y < 8; ++y)
      for (int64_t divisor : {4, 9, 12, 18, 24, 30}) {
        std::vector<int64_t> values = {x, y, 0};
        EXPECT_EQ(variables.divide(beyond, divisor).evaluate(values),
                  beyond.evaluate(values) / divisor);
        EXPECT_EQ(variables.modulo(beyond, divisor).evaluate(values),
                  beyond.evaluate(values) % divisor);
        EXPECT_EQ(variables.divide(sum, divisor).evaluate(values), sum.evaluate(values) / divisor);
        EXPECT_EQ(variables.modulo(sum, divisor).evaluate(values), sum.evaluate(values) % divisor);
      }
}

TEST_F(LoopExprTest, MultiplesOfTheDivisorMakeNoDigit) {
  EXPECT_TRUE(variables.divide(atY * 6 + atX + 13, 6) == atY + 2);
  EXPECT_TRUE(variables.modulo(atY * 6 + atX + 13, 6) == atX + 1);
  // 4 * y + x + 1 reaches the next multiple where x is 3.
  EXPECT_FALSE(variables.divide(atY * 4 + atX + 1, 4) == atY);
  EXPECT_EQ(alongX(variables.divide(atY * 4 + atX + 1, 4)), (std::vector<int64_t>{0, 0, 0, 1}));
  EXPECT_EQ(alongX(variables.modulo(atY * 4 + atX + 1, 4)), (std::vector<int64_t>{1, 2, 3, 0}));
}

TEST_F(LoopExprTest, QuotientsAreRoundedDown) {
  EXPECT_EQ(alongX(variables.divide(atX - 1, 4)), (std::vector<int64_t>{-1, 0, 0, 0}));
  EXPECT_EQ(alongX(variables.modulo(atX - 1, 4)), (std::vector<int64_t>{3, 0, 1, 2}));
  EXPECT_EQ(alongX(variables.divide(atX * -3, 4)), (std::vector<int64_t>{0, -1, -2, -3}));
  EXPECT_EQ(alongX(variables.modulo(atX * -3, 4)), (std::vector<int64_t>{0, 1, 2, 3}));
  // No value of -x - 1 is another multiple of 4 away.
  EXPECT_TRUE(variables.divide(atX * -1 - 1, 4) == LoopExpr(-1));
  EXPECT_TRUE(variables.modulo(atX * -1 - 1, 4) == atX * -1 + 3);
}

TEST_F(LoopExprTest, Bounds) {
  EXPECT_EQ(variables.getBounds(atX * 2 - atY * 3 + 1), Bounds(-20, 7));
  EXPECT_EQ(variables.getBounds(variables.divide(atY * 3, 4) * 2 + 1), Bounds(1, 11));
  EXPECT_EQ(variables.getBounds(variables.divide(atY * 3, 4) * -1), Bounds(-5, 0));
  EXPECT_EQ(variables.getBounds(variables.divide(atX * -3, 4)), Bounds(-3, 0));
  EXPECT_EQ(variables.getBounds(variables.modulo(atY * 3, 4) - 1), Bounds(-1, 2));
}

TEST_F(LoopExprTest, DigitsAreEqualByWhatTheyAreOf) {
  LoopExpr digit = variables.divide(atY * 3, 4);
  EXPECT_TRUE(digit == variables.divide(atY * 3, 4));
  EXPECT_FALSE(digit == variables.modulo(atY * 3, 4));
  EXPECT_FALSE(digit == variables.divide(atY * 3, 5));
  EXPECT_FALSE(digit == variables.divide(atX * 3, 4));
  EXPECT_FALSE(digit == atY);
  EXPECT_TRUE(digit.dependsOn(y));
  EXPECT_FALSE(digit.dependsOn(x));
  EXPECT_EQ((digit + variables.divide(atY * 3, 4)).terms.front().coefficient, 2);
}
} // namespace
