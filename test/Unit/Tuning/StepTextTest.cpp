//===-- StepTextTest.cpp - steps for people ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Tuning/Report/StepText.h"
#include "PlainKernels.h"

#include "gtest/gtest.h"

using namespace dl::schedule;
using namespace dl::tuning;

namespace {

using Lines = std::vector<std::string>;

/// One step of each kind, and of each tail.
std::vector<TraceStep> makeSteps() {
  return {Split(1, 0, 4),
          Split(1, 1, 8, TailPolicy::Guard),
          Split(1, 2, 2, TailPolicy::Shift),
          Split(2, 2, 2, TailPolicy::Mask),
          Reorder(1, {2, 0, 1}),
          Vectorize(2, 1),
          Unroll(2, 0),
          Parallel(2, 0),
          Bind(2, 1, Annotation::ThreadX),
          ComputeAt(1, 2, 1),
          ComputeInline(0),
          CacheRead(1, {-1, 1}),
          CacheRead(1, {0, -1}),
          CacheWrite(1),
          SetScope(2, "shared"),
          LoopPartition(2, 1, {3, 10}),
          Tensorize(1, 2, "dot"),
          TransformLayout(1, {-1, 1}, {{0, 8, 2}, {1, 1, 3}, {0, 1, 8}}),
          TransformLayout(2, {1, -1}, {{0, 1, 16}})};
}

TEST(StepText, HasNamesOfTheKernel) {
  KernelSchedule kernel = makeConvolution(8, 10);
  EXPECT_EQ(describeSteps(makeSteps(), &kernel),
            (Lines{"C: split o by 4, the rest peeled", "C: split y by 8, the rest guarded",
                   "C: split x by 2, the rest shifted", "R: split x by 2, the rest masked",
                   "C: order x, o, y", "R: vectorize y", "R: unroll o", "R: parallel o",
                   "R: bind y to threadIdx.x", "C: compute at y of R", "P: compute inline",
                   "C: cache what it reads of operand 1", "C: cache what it reads of P",
                   "C: cache what it writes", "R: keep in shared", "R: cut y at 3, 10",
                   "C: tensorize x with dot", "C: lay operand 1 out as 2 (d0/8) x 3 (d1) x 8 (d0)",
                   "R: lay C out as 16 (d0)"}));
  EXPECT_EQ(describeStages(kernel),
            (Lines{"P: c = 8, y = 12, x = 12",
                   "C: o = 8, y = 10, x = 10, reduction i = 8, reduction ky = 3, reduction kx = 3",
                   "R: o = 8, y = 10, x = 10"}));
}

/// Records of strangers are told as well.
TEST(StepText, HasNumbersOfWhatTheKernelDoesNotHave) {
  KernelSchedule kernel = makeConvolution(8, 10);
  const std::vector<TraceStep> steps = {Parallel(2, 3), Parallel(3, 0), ComputeAt(4, 2, 9)};
  EXPECT_EQ(describeSteps(steps, &kernel), (Lines{"R: parallel axis 3", "stage 3: parallel axis 0",
                                                  "stage 4: compute at axis 9 of R"}));
  EXPECT_EQ(describeSteps(steps, nullptr),
            (Lines{"stage 2: parallel axis 3", "stage 3: parallel axis 0",
                   "stage 4: compute at axis 9 of stage 2"}));
  EXPECT_EQ(describeSteps({}, &kernel), Lines{});
}

} // namespace
