//===-- EstimateTensorizedTest.cpp - what steps of intrinsics take --------===//
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
#include "dl/Schedule/Primitives/Tensorize.h"

using namespace dl::schedule;

/// C(i, j) = sum over k of A(i, k) * B(j, k), with an intrinsic for eight j and four k.
static KernelSchedule makeBytes(bool isTensorized) {
  KernelSchedule kernel = makeMatmul(64, 64, 64);
  kernel.operandBytes = {1, 1};
  Work work;
  work.integers = 3;
  kernel[0].formula = work;
  work.integers = 1;
  kernel[0].combination = work;
  kernel[0].reads.write()[1].indices = {linear({0, 1, 0}), linear({0, 0, 1})};
  auto [jo, ji] = apply(kernel, Split(0, 1, 8));
  auto [ko, ki] = apply(kernel, Split(0, 2, 4));
  apply(kernel, Reorder(0, {0, jo, ko, ji, ki}));
  if (!isTensorized)
    return kernel;
  AxisNode lanes, terms;
  lanes.name = "j";
  lanes.kind = AxisKind::Spatial;
  lanes.extent = 8;
  terms.name = "k";
  terms.kind = AxisKind::Reduction;
  terms.extent = 4;
  MatchingIntrinsic intrinsic{{"dot", {lanes, terms}}, {{{0, {{0, 1}}}, {1, {{1, 0}, {0, 1}}}}}};
  kernel[0].intrinsics = {intrinsic};
  apply(kernel, Tensorize(0, ji, "dot"));
  return kernel;
}

/// A step is one operation for eight results, whatever its formula is; it loads a group of terms.
TEST(EstimateTensorized, Steps) {
  double steps = 64.0 * 8 * 16;
  double instructions = run(makeBytes(true)).instructions;
  EXPECT_LT(instructions, 4 * steps);
  EXPECT_GT(instructions, steps);
  EXPECT_LT(20 * instructions, run(makeBytes(false)).instructions);
}
