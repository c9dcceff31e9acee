//===-- MasksTest.cpp - steps whose last one is masked ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits with masked tails on small kernels: what they do, and every reason to refuse.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

namespace {

struct MasksTest : PrimitivesTest {};

TEST_F(MasksTest, Tails) {
  auto [jo, ji] = apply(Split(D, J, 16, TailPolicy::Mask));
  EXPECT_EQ(text(D), "axes(i=64, j=60) split(j by 16, mask) order(i, j.o, j.i)");
  // Nothing is computed inside of a step that is masked.
  EXPECT_EQ(refuse(ComputeAt(C, D, jo)),
            "the last step of axis j.o of stage \"D\" cannot be masked: stage \"C\" is computed "
            "inside of it, where only a part of the step is needed; compute stage \"C\" at an axis "
            "outside of it, or use another tail");
  apply(ComputeAt(C, D, I));
  EXPECT_EQ(refuse(Reorder(D, {jo, I})),
            "the last step of axis j.o of stage \"D\" cannot be masked: stage \"C\" is computed "
            "inside of it, where only a part of the step is needed; compute stage \"C\" at an axis "
            "outside of it, or use another tail");
}

TEST_F(MasksTest, Vectors) {
  auto [jo, ji] = apply(Split(C, J, 24, TailPolicy::Mask));
  apply(Reorder(C, {K, jo, ji}));
  EXPECT_EQ(refuse(Vectorize(C, ji)),
            "the last step of axis j.o of stage \"C\" cannot be masked: a step is a vector of 24 "
            "along axis j, which is no power of two; split by a power of two, or use another tail");
  apply(Unroll(C, ji));
}

TEST_F(MasksTest, TensorizedAxes) {
  auto [jo, ji] = apply(Split(D, J, 4));
  kernel[D].tree.annotate(ji, Annotation::Tensorize);
  // A loop over intrinsics peels; a register tile of them would compute a part of one.
  auto [joo, joi] = apply(Split(D, jo, 4, TailPolicy::Mask));
  (void)joo;
  EXPECT_EQ(refuse(Vectorize(D, joi)),
            "the last step of axis j.o.o of stage \"D\" cannot be masked: axis j.i inside of it is "
            "tensorized, and an intrinsic computes whole tiles; use another tail");
}

TEST_F(MasksTest, AxesAroundTensorizedOnes) {
  kernel[D].tree.annotate(J, Annotation::Tensorize);
  auto [io, ii] = apply(Split(D, I, 6, TailPolicy::Mask));
  (void)io;
  EXPECT_EQ(refuse(Unroll(D, ii)),
            "the last step of axis i.o of stage \"D\" cannot be masked: axis j inside of it is "
            "tensorized, and an intrinsic computes whole tiles; use another tail");
}

TEST_F(MasksTest, Formulas) {
  kernel[D].isTotal = false;
  EXPECT_EQ(refuse(Split(D, J, 16, TailPolicy::Mask)),
            "the last step of axis j.o of stage \"D\" cannot be masked: the formula of stage \"D\" "
            "divides integers by a value that may be zero there; use another tail");
  kernel[D].isTotal = true;
  // What is inlined is part of the formula.
  kernel[A].isTotal = false;
  apply(Split(C, K, 5, TailPolicy::Mask));
  EXPECT_EQ(refuse(ComputeInline(A)),
            "the last step of axis k.o of stage \"C\" cannot be masked: the formula of stage \"A\" "
            "divides integers by a value that may be zero there; use another tail");
  kernel[C].isOrdered = true;
  kernel[A].isTotal = true;
  EXPECT_EQ(
      refuse(Split(C, J, 16, TailPolicy::Mask)),
      "the last step of axis k.o of stage \"C\" cannot be masked: the combiner of stage \"C\" "
      "is not commutative, and more terms may change what it joins; use another tail");
}

} // namespace
