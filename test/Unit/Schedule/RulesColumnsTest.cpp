//===-- RulesColumnsTest.cpp - norms over outer axes ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of columns of a softmax over an axis that is not the innermost one, by the caches.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/DefaultSchedule.h"
#include "dl/Schedule/Legality.h"

#include <array>

using namespace dl::schedule;

namespace {

/// Softmax over c of X(n, c, h, w): M = max of X, E = exp(X - M), S = sum of E, Y = E / S. The
/// nearer caches hold 16384 elements, a block a fourth of them.
KernelSchedule makeSoftmax(int64_t n, int64_t c, int64_t h, int64_t w) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {{n, c, h, w}};
  kernel.operandBytes = {4};
  auto makeReduction = [&](const char *name) {
    return makeFloats(makeStage(name, {{"n", n}, {"h", h}, {"w", w}}, {{"c", c}}), {}, {1});
  };
  auto makePointwise = [&](const char *name, Work formula) {
    return makeFloats(makeStage(name, {{"n", n}, {"c", c}, {"h", h}, {"w", w}}), formula);
  };
  std::vector<IndexExpression> own = {linear({1, 0, 0, 0}), linear({0, 1, 0, 0}),
                                      linear({0, 0, 1, 0}), linear({0, 0, 0, 1})};
  std::vector<IndexExpression> term = {linear({1, 0, 0, 0}), linear({0, 0, 0, 1}),
                                       linear({0, 1, 0, 0}), linear({0, 0, 1, 0})};
  std::vector<IndexExpression> column = {own[0], own[2], own[3]};
  Work exponential, quotient;
  exponential.functions = exponential.sums = 1;
  quotient.quotients = 1;
  kernel.stages = {makeReduction("M"), makePointwise("E", exponential), makeReduction("S"),
                   makePointwise("Y", quotient)};
  kernel[0].reads = {readOperand(0, term)};
  kernel[1].reads = {readOperand(0, own), readOf(0, column)};
  kernel[2].reads = {readOf(1, term)};
  kernel[3].reads = {readOf(1, own), readOf(2, column)};
  kernel[3].isResult = true;
  return kernel;
}

KernelSchedule schedule(KernelSchedule kernel) {
  RuleOptions options;
  options.parallel = false;
  RulesDecide rules;
  applyRules(kernel, options, rules);
  return kernel;
}

bool isInBlocks(const KernelSchedule &kernel) {
  int inside = 0;
  for (int stage = 0; stage < 3; ++stage)
    inside += kernel[stage].tree.getPlacement() == Placement::At;
  return inside == 3;
}

/// 32 channels of 128 columns are a fourth of the nearer caches; maxima and sums are kept for 64.
TEST(RulesColumnsTest, HaveAsManyColumnsAsStayNear) {
  KernelSchedule kernel = schedule(makeSoftmax(2, 32, 1, 4096));
  EXPECT_TRUE(isInBlocks(kernel));
  std::string text = kernel[3].tree.str();
  EXPECT_NE(text.find("split(w by 128)"), std::string::npos) << text;
  EXPECT_NE(kernel[0].tree.str().find("split(w by 64)"), std::string::npos) << kernel[0].tree.str();
}

/// Of 300 columns, three blocks of 100 are rounded up to whole steps.
TEST(RulesColumnsTest, AreEvenBlocksOfWholeSteps) {
  std::string text = schedule(makeSoftmax(20, 32, 1, 300))[3].tree.str();
  EXPECT_NE(text.find("split(w by 128)"), std::string::npos) << text;
}

/// Rows of 40 columns, three of them in a block of at most 128.
TEST(RulesColumnsTest, HaveWholeRows) {
  KernelSchedule kernel = schedule(makeSoftmax(2, 32, 40, 40));
  EXPECT_TRUE(isInBlocks(kernel));
  std::string text = kernel[3].tree.str();
  EXPECT_NE(text.find("split(h by 3)"), std::string::npos) << text;
}

/// What the last cache brings in time, and columns that are too long for a step of them to stay
/// near, are gone through stage by stage.
TEST(RulesColumnsTest, AreForWhatDoesNotStayNear) {
  EXPECT_FALSE(isInBlocks(schedule(makeSoftmax(1, 64, 1, 1024))));
  EXPECT_TRUE(isInBlocks(schedule(makeSoftmax(1, 64, 1, 1025))));
  EXPECT_FALSE(isInBlocks(schedule(makeSoftmax(1, 65, 1, 2048))));
  EXPECT_FALSE(isInBlocks(schedule(makeSoftmax(1, 32, 1000, 15))));
  EXPECT_TRUE(isInBlocks(schedule(makeSoftmax(1, 32, 1000, 16))));
  auto target = std::make_shared<Target>(*makeTarget());
  target->caches.clear();
  KernelSchedule kernel = makeSoftmax(1, 64, 1, 2048);
  kernel.target = target;
  EXPECT_FALSE(isInBlocks(schedule(kernel)));
}

/// Whatever is decided on, each element is computed once and found where it is read.
TEST(RulesColumnsTest, AreRightHoweverTheyAreDecidedOn) {
  for (std::array<int64_t, 4> shape :
       {std::array<int64_t, 4>{2, 32, 1, 2000}, {1, 30, 50, 47}, {3, 64, 7, 64}})
    for (int seed = 0; seed < 60; ++seed) {
      KernelSchedule kernel = makeSoftmax(shape[0], shape[1], shape[2], shape[3]);
      ChanceDecides chance(seed);
      applyRules(kernel, {}, chance);
      auto refusal = checkKernel(kernel);
      ASSERT_FALSE(refusal) << refusal->reason;
      LoopPlan loops;
      ASSERT_FALSE(buildLoopPlan(kernel, loops)) << kernel[3].tree.str();
      auto fault = checkPlan(kernel, loops);
      ASSERT_FALSE(fault) << fault->reason << "\n" << kernel[3].tree.str();
    }
}

} // namespace
