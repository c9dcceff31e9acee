//===-- EstimateReadsTest.cpp - what loading operands takes ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

#include "gtest/gtest.h"

using namespace dl::schedule;

/// Y(i, j) = X(j, i).
static KernelSchedule makeTranspose(int64_t height, int64_t width) {
  KernelSchedule kernel = makeElementwise(height, width);
  kernel.operands = {{width, height}};
  kernel[0].formula = {};
  kernel[0].reads[0].indices = {linear({0, 1}), linear({1, 0})};
  return kernel;
}

/// Rows that a tile has whole are turned over in registers; without them each element is loaded.
TEST(EstimateReads, TurnedRows) {
  auto getInstructions = [](int64_t rows) {
    KernelSchedule kernel = makeTranspose(32, 32);
    auto [io, ii] = apply(kernel, Split(0, 0, rows));
    auto [jo, ji] = apply(kernel, Split(0, 1, 8));
    apply(kernel, Reorder(0, {io, jo, ii, ji}));
    apply(kernel, Vectorize(0, ji));
    apply(kernel, Unroll(0, ii));
    return run(kernel).instructions;
  };
  // Of 8 x 8 elements 8 rows are loaded, 8 are stored, and each takes 3 steps of two vectors.
  EXPECT_NEAR(getInstructions(8), 16 * (8 + 8 + 8 * 3), 16);
  // Of 16 x 8: 8 rows of two vectors, no more steps.
  EXPECT_NEAR(getInstructions(16), 8 * (16 + 16 + 16 * 3), 16);
  // Of 2 x 8: 8 rows of two elements are put together in two vectors, then two from these.
  EXPECT_NEAR(getInstructions(2), 64 * (8 + 2 + 6 + 2), 64);
  // Of 1 x 8: 8 elements are loaded and put together.
  EXPECT_NEAR(getInstructions(1), 128 * (8 + 2 + 1), 64);
}

/// The larger of two numbers is several operations, which each element of a chain waits for where
/// they are not of vectors.
TEST(EstimateReads, Extrema) {
  auto getSeconds = [](Work combination, bool isVector, double operations) {
    KernelSchedule kernel = makeElementwise(64, 64);
    auto target = std::make_shared<Target>(*kernel.target);
    target->core.extremum = operations;
    kernel.target = target;
    kernel.stages = {makeFloats(makeStage("Y", {{"i", 64}}, {{"k", 64}}), {}, combination)};
    kernel[0].reads = {readOperand(0, {linear({1, 0}), linear({0, 1})})};
    kernel[0].isResult = true;
    if (isVector)
      apply(kernel, Vectorize(0, apply(kernel, Split(0, 1, 8)).second));
    return run(kernel).computeSeconds;
  };
  Work sum{1}, extremum;
  extremum.extrema = 1;
  EXPECT_LT(1.5 * getSeconds(extremum, false, 1), getSeconds(extremum, false, 3));
  EXPECT_LE(getSeconds(sum, true, 3), getSeconds(extremum, true, 1));
  EXPECT_LT(1.2 * getSeconds(sum, false, 3), getSeconds(extremum, false, 3));
}

/// Sums that no place refuses are not tested: of a window of five, four may lie outside.
TEST(EstimateReads, ConditionsOfBorders) {
  auto getInstructions = [](int64_t padding) {
    KernelSchedule kernel = makeElementwise(512, 8);
    kernel.operands = {{520}};
    StageRead &read = kernel[0].reads[0];
    read.indices = {linear({1, 1}, -padding)};
    read.isGuarded = true;
    read.constraints = {{linear({1, 1}, -padding)}};
    return run(kernel).instructions;
  };
  // A test for each row where one value can be outside, and one for each element where all can.
  double rows = 512;
  EXPECT_LT(getInstructions(0) + rows, getInstructions(1) + 1);
  EXPECT_LT(getInstructions(1) + rows, getInstructions(4));
  EXPECT_EQ(getInstructions(100), getInstructions(200));
}

/// A condition on the row is tested once for each, and a read that no element of a tile does is
/// none.
TEST(EstimateReads, ConditionsOfRows) {
  auto getInstructions = [](const IndexExpression &form, bool isEqual) {
    KernelSchedule kernel = makeElementwise(512, 8);
    StageRead &read = kernel[0].reads[0];
    read.isGuarded = true;
    read.constraints = {{form, isEqual}};
    return run(kernel).instructions;
  };
  // Rows in steps of two, which loops are not cut at.
  double plain = getInstructions(linear({2, 0}), false), rows = 512;
  EXPECT_EQ(getInstructions(linear({2, 0}, 1), false), plain);
  EXPECT_EQ(getInstructions(linear({-2, 0}, 1022), false), plain);
  // One row is refused, all but the first, all but the last: each time rows are told apart.
  double tested = getInstructions(linear({2, 0}, -2), false);
  EXPECT_GE(tested, plain + rows);
  EXPECT_EQ(getInstructions(linear({2, 0}), true), tested);
  EXPECT_EQ(getInstructions(linear({2, 0}, -1022), false), tested);
  // No row is read.
  double none = getInstructions(linear({2, 0}, -1024), false);
  EXPECT_LT(none, plain);
  EXPECT_EQ(getInstructions(linear({2, 0}, 1), true), none);
  EXPECT_EQ(getInstructions(linear({-2, 0}, -1), false), none);
}
