//===-- SmallKernel.h - a kernel to try primitives on -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four stages and what tests of primitives do to them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_SCHEDULE_SMALLKERNEL_H
#define DL_TEST_UNIT_SCHEDULE_SMALLKERNEL_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include "gtest/gtest.h"

namespace dl::schedule {

inline IndexExpression linear(std::vector<int64_t> coefficients, int64_t constant = 0) {
  return {IndexKind::Affine, std::move(coefficients), constant};
}

inline StageRead readOf(int stage, std::vector<IndexExpression> indices) {
  StageRead read;
  read.stage = stage;
  read.indices = std::move(indices);
  return read;
}

inline StageSchedule makeStage(const std::string &name,
                               const std::vector<std::pair<std::string, int64_t>> &axes,
                               const std::vector<std::pair<std::string, int64_t>> &reduction = {}) {
  StageSchedule stage;
  stage.name = name;
  for (const auto &[axis, extent] : axes)
    stage.tree.addRoot(axis, extent, AxisKind::Spatial);
  for (const auto &[axis, extent] : reduction)
    stage.tree.addRoot(axis, extent, AxisKind::Reduction);
  return stage;
}

/// A(i, k) elementwise on an operand; C = sum over k of A * B; D(i, j) reads C
/// and the row vector E(j).
struct PrimitivesTest : testing::Test {
  enum { A, E, C, D };
  enum { I, J, K };
  KernelSchedule kernel;

  PrimitivesTest() {
    kernel.stages.push_back(makeStage("A", {{"i", 64}, {"k", 32}}));
    kernel.stages.push_back(makeStage("E", {{"j", 60}}));
    StageSchedule c = makeStage("C", {{"i", 64}, {"j", 60}}, {{"k", 32}});
    c.reads.push_back(readOf(A, {linear({1, 0, 0}), linear({0, 0, 1})}));
    kernel.stages.push_back(c);
    StageSchedule d = makeStage("D", {{"i", 64}, {"j", 60}});
    d.isResult = true;
    d.reads.push_back(readOf(C, {linear({1, 0}), linear({0, 1})}));
    d.reads.push_back(readOf(E, {linear({0, 1})}));
    kernel.stages.push_back(d);
  }

  /// Applies a primitive that must be legal.
  template <typename Primitive> auto apply(const Primitive &primitive) {
    auto refusal = primitive.check(kernel);
    EXPECT_FALSE(refusal) << refusal->reason;
    return primitive.apply(kernel);
  }
  /// Reason and hint of a primitive that must be refused.
  template <typename Primitive> std::string refuse(const Primitive &primitive) {
    KernelSchedule before = kernel;
    auto refusal = primitive.check(kernel);
    for (int stage = 0; stage < kernel.size(); ++stage)
      EXPECT_TRUE(std::as_const(kernel)[stage].tree == std::as_const(before)[stage].tree)
          << "check changed the kernel";
    return refusal ? refusal->reason + "; " + refusal->hint : "legal";
  }
  std::string text(int stage) { return kernel[stage].tree.str(); }
};

} // namespace dl::schedule

#endif // DL_TEST_UNIT_SCHEDULE_SMALLKERNEL_H
