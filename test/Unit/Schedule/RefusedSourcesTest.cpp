//===-- RefusedSourcesTest.cpp - steps on what is not there ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that name axes, operands and stages that a kernel does not have or that cannot be used so,
// and what steps do to reads whose places are known in part.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Primitives/Annotate.h"
#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/CacheRead.h"
#include "dl/Schedule/Primitives/DecomposeReduction.h"
#include "dl/Schedule/Primitives/LoopPartition.h"
#include "dl/Schedule/Primitives/PadAxis.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RFactor.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/ReverseComputeAt.h"
#include "dl/Schedule/Primitives/SetScope.h"
#include "dl/Schedule/Primitives/Specialize.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/Tensorize.h"
#include "dl/Schedule/Primitives/TransformLayout.h"

using namespace dl::schedule;

namespace {

struct RefusedSourcesTest : PrimitivesTest {};

TEST_F(RefusedSourcesTest, AxesOfNoTree) {
  std::string text = "axis 17 is not in the tree of stage \"C\", which has 3 axes; take the axis "
                     "from the stage again: the step that made it was undone";
  EXPECT_EQ(refuse(Split(C, 17, 4)), text);
  EXPECT_EQ(refuse(Reorder(C, {I, 17})), text);
  EXPECT_EQ(refuse(Parallel(C, 17)), text);
  EXPECT_EQ(refuse(Bind(C, 17, Annotation::ThreadX)), text);
  EXPECT_EQ(refuse(Annotate(C, 17, "hint", "stream")), text);
  EXPECT_EQ(refuse(LoopPartition(C, 17, {4})), text);
  EXPECT_EQ(refuse(Specialize(C, 17, 4)), text);
  EXPECT_EQ(refuse(PadAxis(C, 17, 16)), text);
  EXPECT_EQ(refuse(DecomposeReduction(C, 17)), text);
  EXPECT_EQ(refuse(RFactor(C, 17)), text);
  EXPECT_EQ(refuse(Tensorize(C, 17, "dot")), text);
}

TEST_F(RefusedSourcesTest, OperandsOfTheKernel) {
  auto cache = [&](int operand) { return refuse(CacheRead(C, Source{-1, operand})); };
  EXPECT_EQ(cache(0), "the kernel has no operand 0; it has none");
  kernel.operands = {{64}};
  EXPECT_EQ(cache(1), "the kernel has no operand 1; its only operand is operand 0");
  EXPECT_EQ(cache(-1), "the kernel has no operand -1; its only operand is operand 0");
  EXPECT_EQ(cache(0),
            "stage \"C\" does not read operand 0 of the kernel; name what the stage reads");
  kernel.operands = {{64}, {64}};
  EXPECT_EQ(cache(2), "the kernel has no operand 2; its operands are 0 to 1");
  EXPECT_EQ(refuse(TransformLayout(C, Source{E, -1}, {{0, 1, 60}})),
            "stage \"C\" does not read stage \"E\"; name what the stage reads");
}

TEST_F(RefusedSourcesTest, StagesThatAreNotRead) {
  EXPECT_EQ(refuse(ReverseComputeAt(D, D, I)),
            "stage \"D\" cannot be computed at stage \"D\", which it does not read; use it on a "
            "stage that reads the other");
  EXPECT_EQ(ReverseComputeAt(D, A, I).check(kernel)->stage, A);
}

TEST_F(RefusedSourcesTest, WhatTakesAStage) {
  kernel[D].taker = "read by te.scatter \"y\"";
  EXPECT_EQ(refuse(SetScope(D, "local")),
            "stage \"D\" is read by te.scatter \"y\" and cannot be kept in local memory; use "
            "cache_write, and set_scope on the new stage");
}

TEST_F(RefusedSourcesTest, ExtentsOfLaunches) {
  kernel.stages.push_back(makeStage("F", {{"m", 65}, {"n", 64}}));
  EXPECT_EQ(refuse(Bind(4, 0, Annotation::ThreadZ)),
            "axis m of stage \"F\" has 65 steps, threadIdx.z has at most 64; split it and bind a "
            "smaller part, or another index");
  EXPECT_EQ(refuse(Bind(4, 1, Annotation::ThreadZ)), "legal");
  kernel.stages.push_back(makeStage("G", {{"m", 1025}}));
  EXPECT_EQ(refuse(Bind(5, 0, Annotation::ThreadX)),
            "axis m of stage \"G\" has 1025 steps, threadIdx.x has at most 1024; split it and bind "
            "a smaller part");
}

TEST_F(RefusedSourcesTest, TermsOfUnknownNumber) {
  kernel.stages.push_back(makeStage("F", {{"m", 8}}, {{"k", dynamicExtent}}));
  EXPECT_EQ(refuse(Parallel(4, 1)),
            "axis k of stage \"F\" (extent ?) is a reduction axis: threads would combine into the "
            "same elements; make a spatial axis parallel");
}

TEST_F(RefusedSourcesTest, ShiftedStepsInsideOfTheInit) {
  apply(DecomposeReduction(C, I));
  EXPECT_EQ(refuse(Split(C, J, 7, TailPolicy::Shift)),
            "axis j.o of stage \"C\" computes elements of its last step twice and would stand "
            "inside the init of stage \"C\", where they would be added twice; put it outside, or "
            "split with another tail");
}

/// What is read for padded places alone is read where there is something.
TEST_F(RefusedSourcesTest, ReadsOfAPaddedAxis) {
  StageSchedule f = makeStage("F", {{"m", 6}, {"n", 4}});
  IndexExpression data = linear({0, 1});
  data.kind = IndexKind::Gathered;
  f.reads = {readOf(A, {linear({0, 1}), linear({0, 2})}), readOf(A, {linear({0, 1}), data}),
             readOf(A, {linear({0, 1}), linear({1, 0})})};
  kernel.stages.push_back(f);
  apply(PadAxis(4, 0, 8));
  EXPECT_EQ(text(4), "axes(m=8, n=4)");
  EXPECT_FALSE(kernel[4].reads[0].isGuarded);
  for (size_t read : {1, 2}) {
    EXPECT_TRUE(kernel[4].reads[read].isGuarded);
    ASSERT_EQ(kernel[4].reads[read].constraints.size(), 1u);
    EXPECT_EQ(kernel[4].reads[read].constraints[0], (Constraint{linear({-1, 0}, 5), false}));
  }
}

/// New axes have names that no term has.
TEST_F(RefusedSourcesTest, NamesOfPackedAxes) {
  kernel.stages.push_back(makeStage("H", {{"i", 8}}, {{"i0", 4}}));
  StageSchedule reader = makeStage("R", {{"i", 8}});
  reader.reads = {readOf(4, {linear({1})})};
  kernel.stages.push_back(reader);
  apply(TransformLayout(5, Source{4, -1}, {{0, 4, 2}, {0, 1, 4}}));
  EXPECT_EQ(text(4), "axes(i0_=2, i1=4) reduce(i0=4)");
}

/// Digits of one sum that lie beside each other are one dimension.
TEST_F(RefusedSourcesTest, JoinDigits) {
  auto digit = [](int64_t divisor, int64_t modulus, bool ofFirst = false) {
    TileStep step{ofFirst ? 1 : 0, ofFirst ? 0 : 1};
    step.divisor = divisor;
    step.modulus = modulus;
    return step;
  };
  auto join = [](TileSteps steps) {
    joinDigits(steps);
    return steps;
  };
  EXPECT_EQ(join({digit(4, 0), digit(1, 4)}), (TileSteps{digit(1, 0)}));
  EXPECT_EQ(join({digit(8, 0), digit(4, 2), digit(1, 4)}), (TileSteps{digit(1, 0)}));
  EXPECT_EQ(join({digit(8, 2), digit(2, 4)}), (TileSteps{digit(2, 8)}));
  for (const TileSteps &apart : {TileSteps{digit(8, 0), digit(1, 4)},
                                 {digit(1, 4), digit(4, 0)},
                                 {digit(4, 0), digit(1, 0)},
                                 {digit(1, 0), digit(1, 1)},
                                 {digit(4, 0, true), digit(1, 4)}})
    EXPECT_EQ(join(apart), apart);
}

} // namespace
