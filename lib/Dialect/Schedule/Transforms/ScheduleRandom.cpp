//===-- ScheduleRandom.cpp - schedule kernels at random ------------ ===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-random: random legal steps on the stages of each kernel. Input: the te
// level. Output: the same, the stages with trees.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/RandomSchedule.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULERANDOMPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {
struct ScheduleRandom : dl::schedule::impl::ScheduleRandomPassBase<ScheduleRandom> {
  using ScheduleRandomPassBase::ScheduleRandomPassBase;

  void runOnOperation() override {
    if (failed(readTarget(getOperation())))
      return signalPassFailure();
    RandomSchedule random(seed);
    for (auto kernel : getOperation().getOps<func::FuncOp>()) {
      if (!te::isKernel(kernel) || hasSchedule(kernel))
        continue;
      KernelSchedule plain = buildKernelSchedule(kernel);
      random.apply(plain);
      for (auto [number, stage] : llvm::enumerate(getStages(kernel)))
        setTree(stage, plain[number].tree);
    }
  }
};
} // namespace
