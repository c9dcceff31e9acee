//===-- ReverseComputeAtTest.cpp - loops that a consumer takes over -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which splits and fusions reverse_compute_at makes on the consumer: those of the loops around
// it and no others.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/ReverseComputeAt.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

namespace {

struct ReverseComputeAtTest : PrimitivesTest {};

/// Splits and fusions of loops inside of the place are none of the consumer's.
TEST_F(ReverseComputeAtTest, LoopsInsideStayWhereTheyAre) {
  auto [io, ii] = apply(Split(C, I, 8));
  auto [jo, ji] = apply(Split(C, J, 6));
  apply(Reorder(C, {io, ii, jo, ji}));
  AxisId fused = apply(Fuse(C, ii, jo));
  KernelSchedule before = kernel;
  apply(ReverseComputeAt(D, C, io));
  EXPECT_EQ(text(D), "axes(i=64, j=60) split(i by 8) order(i.o, i.i, j)");
  EXPECT_FALSE(checkKernel(kernel));
  kernel = before;
  apply(ReverseComputeAt(D, C, fused));
  EXPECT_EQ(text(D), "axes(i=64, j=60) split(i by 8) split(j by 6) fuse(i.i, j.o) "
                     "order(i.o, i.i*j.o, j.i)");
  EXPECT_FALSE(checkKernel(kernel));
}

} // namespace
