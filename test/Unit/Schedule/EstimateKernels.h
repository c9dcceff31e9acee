//===-- EstimateKernels.h - kernels to estimate -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of one stage on a machine with round numbers.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_SCHEDULE_ESTIMATEKERNELS_H
#define DL_TEST_UNIT_SCHEDULE_ESTIMATEKERNELS_H

#include "dl/Schedule/Estimate.h"

#include "SmallKernel.h"

namespace dl::schedule {

/// A machine with round numbers: 1 GHz, registers of 8 floats, caches of 1 and 64 KiB.
inline std::shared_ptr<const Target> makeTarget() {
  auto target = std::make_shared<Target>();
  target->vector = {32, 16};
  target->core.hertz = 1e9;
  target->caches = {{"near", 1024, 8}, {"far", 65536, 4}};
  return target;
}

inline StageRead readOperand(int operand, std::vector<IndexExpression> indices) {
  StageRead read = readOf(-1, std::move(indices));
  read.operand = operand;
  return read;
}

inline StageSchedule makeFloats(StageSchedule stage, Work formula, Work combination = {}) {
  stage.computeBytes = 4;
  stage.resultBytes = {4};
  stage.formula = formula;
  stage.combination = combination;
  return stage;
}

/// Y(i, j) = X(i, j) + 1, of f32.
inline KernelSchedule makeElementwise(int64_t height, int64_t width) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {{height, width}};
  kernel.operandBytes = {4};
  kernel.stages = {makeFloats(makeStage("Y", {{"i", height}, {"j", width}}), {1})};
  kernel.stages[0].reads = {readOperand(0, {linear({1, 0}), linear({0, 1})})};
  kernel.stages[0].isResult = true;
  return kernel;
}

/// C(i, j) = sum over k of A(i, k) * B(k, j), of f32.
inline KernelSchedule makeMatmul(int64_t m, int64_t n, int64_t k) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {{m, k}, {k, n}};
  kernel.operandBytes = {4, 4};
  kernel.operandLayouts.assign(2, OperandLayout::Free);
  kernel.stages = {makeFloats(makeStage("C", {{"i", m}, {"j", n}}, {{"k", k}}), {0, 1}, {1})};
  kernel.stages[0].reads = {readOperand(0, {linear({1, 0, 0}), linear({0, 0, 1})}),
                            readOperand(1, {linear({0, 0, 1}), linear({0, 1, 0})})};
  kernel.stages[0].isResult = true;
  return kernel;
}

inline Estimate run(const KernelSchedule &kernel, const EstimateOptions &options = {}) {
  LoopPlan plan;
  auto refusal = buildLoopPlan(kernel, plan);
  EXPECT_FALSE(refusal) << refusal->reason;
  return estimate(kernel, plan, options);
}

template <typename Primitive> auto apply(KernelSchedule &kernel, const Primitive &primitive) {
  auto refusal = primitive.check(kernel);
  EXPECT_FALSE(refusal) << refusal->reason;
  return primitive.apply(kernel);
}

/// Y(i) = sum over k of X, which has terms side by side or elements of Y.
inline KernelSchedule makeSum(int64_t elements, int64_t terms, bool areTermsBeside) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {areTermsBeside ? std::vector{elements, terms} : std::vector{terms, elements}};
  kernel.operandBytes = {4};
  kernel.stages = {makeFloats(makeStage("Y", {{"i", elements}}, {{"k", terms}}), {}, {1})};
  IndexExpression row = linear({1, 0}), term = linear({0, 1});
  kernel.stages[0].reads = {areTermsBeside ? readOperand(0, {row, term})
                                           : readOperand(0, {term, row})};
  kernel.stages[0].isResult = true;
  return kernel;
}

/// Y(i, j) = X(i, j) + V(i) or V(j), of f32.
inline KernelSchedule makeBroadcast(int64_t height, int64_t width, std::vector<int64_t> place) {
  KernelSchedule kernel = makeElementwise(height, width);
  kernel.operands.push_back({place[0] != 0 ? height : width});
  kernel.operandBytes.push_back(4);
  kernel[0].reads.push_back(readOperand(1, {linear(std::move(place))}));
  return kernel;
}

} // namespace dl::schedule

#endif // DL_TEST_UNIT_SCHEDULE_ESTIMATEKERNELS_H
