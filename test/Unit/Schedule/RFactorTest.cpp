//===-- RFactorTest.cpp - partial results along an axis ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rfactor on small kernels: what it does to the trees, what it limits, what it refuses.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/RFactor.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

namespace {

struct RFactorTest : PrimitivesTest {};

TEST_F(RFactorTest, Plain) {
  auto [ko, ki] = apply(Split(C, K, 8));
  int partial = apply(RFactor(C, ki));
  EXPECT_EQ(partial, 2);
  EXPECT_EQ(kernel[2].name, "C.rf");
  EXPECT_EQ(text(2), "axes(k_i=8, i=64, j=60) reduce(k_o=4)");
  EXPECT_EQ(text(3), "axes(i=64, j=60) reduce(k_i=8)");
  EXPECT_EQ(kernel[2].reads[0].indices[1], linear({1, 0, 0, 8}));
  EXPECT_EQ(kernel[3].reads[0].stage, 2);
  EXPECT_EQ(kernel[3].reads[0].indices[0], linear({0, 0, 1}));
  EXPECT_EQ(kernel[4].reads[0].stage, 3);
  EXPECT_FALSE(checkKernel(kernel));
  (void)ko;
}

/// Partial results combine terms where some are left to combine; the rest of the work is the new
/// reader's.
TEST_F(RFactorTest, Work) {
  kernel[C].formula.products = kernel[C].combination.sums = 1;
  apply(RFactor(C, apply(Split(C, K, 8)).second));
  for (int stage : {2, 3})
    EXPECT_EQ(kernel[stage].combination.sums, 1) << kernel[stage].name;
  EXPECT_EQ(kernel[2].formula.products, 1);
  EXPECT_EQ(kernel[3].formula.getTotal(), 0);
  // A partial result for each term is the formula.
  kernel.stages.push_back(makeStage("F", {{"m", 8}}, {{"k", 32}}));
  kernel[5].combination.sums = 1;
  apply(RFactor(5, 1));
  EXPECT_EQ(kernel[5].combination.getTotal(), 0);
  EXPECT_EQ(kernel[6].combination.sums, 1);
}

TEST_F(RFactorTest, NamesPartsApartFromOtherAxes) {
  // An axis as a whole keeps its name.
  kernel.stages.push_back(makeStage("F", {{"k_o", 8}}, {{"k", 32}, {"l", 4}}));
  apply(RFactor(4, 1));
  EXPECT_EQ(text(4), "axes(k=32, k_o=8) reduce(l=4)");
  kernel.stages.push_back(makeStage("G", {{"k_o", 8}}, {{"k", 32}}));
  apply(RFactor(6, apply(Split(6, 1, 8)).second));
  EXPECT_EQ(text(6), "axes(k_i=8, k_o=8) reduce(k_o_=4)");
}

TEST_F(RFactorTest, LimitsEachRangeThatIsCut) {
  auto [ko, ki] = apply(Split(C, K, 5));
  auto [kio, kii] = apply(Split(C, ki, 4));
  RFactor::Plan plan = RFactor(C, kii).getPlan(kernel);
  ASSERT_EQ(plan.limits.size(), 2u);
  // 5 k.o + 4 k.i.o + k.i.i <= 31, and 4 k.i.o + k.i.i <= 4, or k.o + 1 would do it again.
  EXPECT_EQ(plan.limits[0].parts, (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(plan.limits[0].last, 31);
  EXPECT_EQ(plan.limits[1].parts, (std::vector<size_t>{1, 2}));
  EXPECT_EQ(plan.limits[1].last, 4);
  (void)ko, (void)kio;
}

TEST_F(RFactorTest, LimitsPartsOfOuterParts) {
  auto [ko, ki] = apply(Split(C, K, 4));
  auto [koo, koi] = apply(Split(C, ko, 5));
  auto [koio, koii] = apply(Split(C, koi, 2));
  RFactor::Plan plan = RFactor(C, koii).getPlan(kernel);
  // k = 20 k.o.o + 8 k.o.i.o + 4 k.o.i.i + k.i; the inside of k.o.o has steps of 4.
  ASSERT_EQ(plan.limits.size(), 2u);
  EXPECT_EQ(plan.limits[0].last, 31);
  EXPECT_EQ(plan.limits[1].parts, (std::vector<size_t>{1, 2}));
  EXPECT_EQ(plan.limits[1].last, 16);
  (void)ki, (void)koo, (void)koio;
}

TEST_F(RFactorTest, Refuses) {
  EXPECT_EQ(refuse(RFactor(C, J)), "axis j of stage \"C\" cannot be factored: it is no reduction "
                                   "axis; name a reduction axis or a part of one");
  kernel[C].isTotal = false;
  KernelSchedule fresh = kernel;
  auto [ko, ki] = apply(Split(C, K, 5));
  EXPECT_EQ(
      refuse(RFactor(C, ko)),
      "axis k.o of stage \"C\" cannot be factored: the splits of axis k leave iterations over, "
      "and the formula divides integers by a value that may be zero there; split by factors that "
      "divide the extent 32");
  apply(Split(C, I, 5));
  EXPECT_EQ(
      refuse(RFactor(C, ki)),
      "axis k.i of stage \"C\" cannot be factored: stage \"C\" has been scheduled already; use "
      "rfactor after splits of the axis and before all other steps");
  kernel = fresh;
  kernel.stages.push_back(makeStage("F", {{"m", 8}}, {{"k", dynamicExtent}, {"l", 4}}));
  EXPECT_EQ(refuse(RFactor(4, 1)),
            "axis k of stage \"F\" cannot be factored: the extent of axis k is known only at run "
            "time; parallelize or tile a spatial axis instead");
  kernel.stages.push_back(makeStage("G", {{"m", 8}}, {{"k", 4}, {"l", 4}}));
  EXPECT_EQ(refuse(RFactor(5, apply(Fuse(5, 1, 2)))),
            "axis k*l of stage \"G\" cannot be factored: it is made of several axes; use rfactor "
            "before fuse");
}

} // namespace
