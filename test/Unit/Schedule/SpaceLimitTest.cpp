//===-- SpaceLimitTest.cpp - loops with too many points ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that would make loops that 64 bits cannot count.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/PadAxis.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

namespace {

/// A(i, j) of 2^40 x 2^40 elements, and of 2^63 - 1.
struct SpaceLimitTest : PrimitivesTest {
  SpaceLimitTest() {
    kernel.stages[A] = makeStage("A", {{"i", int64_t(1) << 40}, {"j", int64_t(1) << 40}});
    kernel.stages[E] = makeStage("E", {{"j", std::numeric_limits<int64_t>::max()}});
  }
};

TEST_F(SpaceLimitTest, Fuse) {
  EXPECT_EQ(refuse(Fuse(A, 0, 1)),
            "axes i and j of stage \"A\" cannot be fused: the loops of stage \"A\" would have "
            "1099511627776 x 1099511627776 points, and 2^61 can be counted; use smaller factors, "
            "or split the work into several kernels");
}

TEST_F(SpaceLimitTest, AsManyPointsAsCanBeCounted) {
  kernel.stages[A] = makeStage("A", {{"i", int64_t(1) << 31}, {"j", int64_t(1) << 30}});
  EXPECT_EQ(refuse(Fuse(A, 0, 1)), "legal");
  kernel.stages[A] = makeStage("A", {{"i", (int64_t(1) << 31) + 1}, {"j", int64_t(1) << 30}});
  EXPECT_EQ(refuse(Fuse(A, 0, 1)),
            "axes i and j of stage \"A\" cannot be fused: the loops of stage \"A\" would have "
            "2147483649 x 1073741824 points, and 2^61 can be counted; use smaller factors, or "
            "split the work into several kernels");
}

TEST_F(SpaceLimitTest, SplitByMaskedSteps) {
  EXPECT_EQ(refuse(Split(D, J, int64_t(1) << 60, TailPolicy::Mask)),
            "axis j of stage \"D\" cannot be split by 1152921504606846976: the loops of stage "
            "\"D\" would have 64 x 1 x 1152921504606846976 points, and 2^61 can be counted; use "
            "smaller factors, or split the work into several kernels");
  // Loops that end at the extent have no more points than it.
  apply(Split(D, J, int64_t(1) << 60));
}

TEST_F(SpaceLimitTest, PadAxis) {
  EXPECT_EQ(refuse(PadAxis(E, 0, 16)),
            "axis j of stage \"E\" cannot be padded: its extent 9223372036854775807 is too large "
            "to be counted; split the work into several kernels");
  kernel.stages[A] = makeStage("A", {{"i", (int64_t(1) << 60) + 1}, {"j", 1}});
  EXPECT_EQ(refuse(PadAxis(A, 1, 4)),
            "axis j of stage \"A\" cannot be padded: the loops of stage \"A\" would have "
            "1152921504606846977 x 4 points, and 2^61 can be counted; use smaller factors, or "
            "split the work into several kernels");
}

} // namespace
