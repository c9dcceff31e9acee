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

/// A linear index of `rank` axes that pairs of an axis and its step move.
inline IndexExpression index(size_t rank, const std::vector<std::pair<size_t, int64_t>> &steps,
                             int64_t constant = 0) {
  std::vector<int64_t> coefficients(rank, 0);
  for (auto [axis, step] : steps)
    coefficients[axis] = step;
  return linear(std::move(coefficients), constant);
}

struct ImageShape {
  int64_t channels, height, width, window, stride = 1, border = 0;
};

/// A read of X at (`channel`, h * stride + p - border, w * stride + q - border), with the axes h, w
/// and p, q from `h` and from `p` on, where that is inside of X: its rows and columns are the
/// operand's last dimensions.
inline StageRead readWindows(const ImageShape &shape, size_t rank, size_t channel, size_t h,
                             size_t p, const std::vector<int64_t> &operand) {
  StageRead read = readOperand(0, {index(rank, {{channel, 1}})});
  for (size_t dim : {0, 1}) {
    size_t place = h + dim, part = p + dim;
    IndexExpression at = index(rank, {{place, shape.stride}, {part, 1}}, -shape.border);
    read.indices.push_back(at);
    if (shape.border == 0)
      continue;
    read.isGuarded = true;
    read.constraints.push_back({at, false});
    read.constraints.push_back(
        {index(rank, {{place, -shape.stride}, {part, -1}}, operand[dim + 1] - 1 + shape.border),
         false});
  }
  return read;
}

inline int64_t getSource(const ImageShape &shape, int64_t extent) {
  return (extent - 1) * shape.stride + shape.window - 2 * shape.border;
}

/// M(c, h, w) = sum over p, q of windows of X(c), of f32.
inline KernelSchedule makeWindows(const ImageShape &shape) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {
      {shape.channels, getSource(shape, shape.height), getSource(shape, shape.width)}};
  kernel.operandBytes = {4};
  kernel.stages = {
      makeFloats(makeStage("M", {{"c", shape.channels}, {"h", shape.height}, {"w", shape.width}},
                           {{"p", shape.window}, {"q", shape.window}}),
                 {}, {1})};
  kernel[0].reads = {readWindows(shape, 5, 0, 1, 3, kernel.operands[0])};
  kernel[0].isResult = true;
  return kernel;
}

/// C(o, h, w) = sum over i, p, q of windows of X(i) times W(o, i, p, q), with as many i as o;
/// Y(o, h, w) = max(C(o, h, w), 0), of f32.
inline KernelSchedule makeImages(const ImageShape &shape) {
  KernelSchedule kernel = makeWindows(shape);
  int64_t channels = shape.channels;
  kernel.operands.push_back({channels, channels, shape.window, shape.window});
  kernel.operandBytes.push_back(4);
  kernel.operandLayouts = {OperandLayout::Fixed, OperandLayout::Free};
  StageSchedule c =
      makeFloats(makeStage("C", {{"o", channels}, {"h", shape.height}, {"w", shape.width}},
                           {{"i", channels}, {"p", shape.window}, {"q", shape.window}}),
                 {0, 1}, {1});
  c.reads = {readWindows(shape, 6, 3, 1, 4, kernel.operands[0]),
             readOperand(1, {index(6, {{0, 1}}), index(6, {{3, 1}}), index(6, {{4, 1}}),
                             index(6, {{5, 1}})})};
  StageSchedule y = makeFloats(
      makeStage("Y", {{"o", channels}, {"h", shape.height}, {"w", shape.width}}), {0, 0, 1});
  y.reads = {readOf(0, {index(3, {{0, 1}}), index(3, {{1, 1}}), index(3, {{2, 1}})})};
  y.isResult = true;
  kernel.stages = {c, y};
  return kernel;
}

} // namespace dl::schedule

#endif // DL_TEST_UNIT_SCHEDULE_ESTIMATEKERNELS_H
