//===-- PlainKernels.h - kernels and records to keep --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels to which no step was applied, whose rules make all kinds of steps, and records of what
// the rules make of them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_TUNING_PLAINKERNELS_H
#define DL_TEST_UNIT_TUNING_PLAINKERNELS_H

#include "../Schedule/EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"
#include "dl/Tuning/Record.h"

namespace dl::tuning {

/// R = max(C, 0) of a convolution C of 3 x 3 over a padded copy P of operand 0.
inline schedule::KernelSchedule makeConvolution(int64_t channels, int64_t width) {
  using namespace schedule;
  KernelSchedule kernel;
  kernel.operands = {{channels, width, width}, {channels, channels, 3, 3}};
  kernel.operandBytes = {4, 4};
  kernel.operandLayouts = {OperandLayout::Fixed, OperandLayout::Free};
  StageRead input =
      readOperand(0, {linear({1, 0, 0}), linear({0, 1, 0}, -1), linear({0, 0, 1}, -1)});
  input.isGuarded = true;
  input.constraints = {{linear({0, 1, 0}, -1), false},
                       {linear({0, -1, 0}, width), false},
                       {linear({0, 0, 1}, -1), false},
                       {linear({0, 0, -1}, width), false}};
  StageSchedule p =
      makeFloats(makeStage("P", {{"c", channels}, {"y", width + 2}, {"x", width + 2}}), {});
  p.reads = {input};
  StageSchedule c = makeFloats(makeStage("C", {{"o", channels}, {"y", width}, {"x", width}},
                                         {{"i", channels}, {"ky", 3}, {"kx", 3}}),
                               {0, 1}, {1});
  c.reads = {readOf(0, {linear({0, 0, 0, 1, 0, 0}), linear({0, 1, 0, 0, 1, 0}),
                        linear({0, 0, 1, 0, 0, 1})}),
             readOperand(1, {linear({1, 0, 0, 0, 0, 0}), linear({0, 0, 0, 1, 0, 0}),
                             linear({0, 0, 0, 0, 1, 0}), linear({0, 0, 0, 0, 0, 1})})};
  StageSchedule r =
      makeFloats(makeStage("R", {{"o", channels}, {"y", width}, {"x", width}}), {0, 0, 1});
  r.reads = {readOf(1, {linear({1, 0, 0}), linear({0, 1, 0}), linear({0, 0, 1})})};
  r.isResult = true;
  kernel.stages = {p, c, r};
  return kernel;
}

/// M = max over k of X, E = exp(X - M), S = sum over k of E, Y = E / S.
inline schedule::KernelSchedule makeSoftmax(int64_t rows, int64_t columns) {
  using namespace schedule;
  KernelSchedule kernel;
  kernel.operands = {{rows, columns}};
  kernel.operandBytes = {4};
  IndexExpression row = linear({1, 0}), column = linear({0, 1});
  Work exponential, quotient;
  exponential.sums = exponential.functions = quotient.quotients = 1;
  auto add = [&](const char *name, const Work &formula, bool isReduction,
                 std::vector<StageRead> reads) {
    StageSchedule stage = isReduction ? makeStage(name, {{"i", rows}}, {{"k", columns}})
                                      : makeStage(name, {{"i", rows}, {"j", columns}});
    stage = makeFloats(stage, formula, {isReduction});
    stage.reads = std::move(reads);
    kernel.stages.push_back(stage);
  };
  add("M", {}, true, {readOperand(0, {row, column})});
  add("E", exponential, false, {readOperand(0, {row, column}), readOf(0, {row})});
  add("S", {}, true, {readOf(1, {row, column})});
  add("Y", quotient, false, {readOf(1, {row, column}), readOf(2, {row})});
  kernel[3].isResult = true;
  return kernel;
}

/// C(i, j) = sum over k of A(i, k) * B(j, k), with an intrinsic @dot for eight j and four k.
inline schedule::KernelSchedule makeDots(int64_t size) {
  using namespace schedule;
  KernelSchedule kernel = makeMatmul(size, size, size);
  kernel.operandBytes = {1, 1};
  Work work;
  work.integers = 1;
  kernel[0].formula = kernel[0].combination = work;
  kernel[0].reads.write()[1].indices = {linear({0, 1, 0}), linear({0, 0, 1})};
  AxisNode lanes, terms;
  lanes.name = "j";
  lanes.extent = 8;
  terms.name = "k";
  terms.kind = AxisKind::Reduction;
  terms.extent = 4;
  MatchingIntrinsic dot{{"dot", {lanes, terms}}, {{{0, {{0, 1}}}, {1, {{1, 0}, {0, 1}}}}}};
  kernel[0].intrinsics = {dot};
  return kernel;
}

/// A measurement of what the rules make of a kernel by chance.
inline Record makeRecord(schedule::KernelSchedule kernel, uint64_t seed) {
  schedule::ChanceDecides chance(seed);
  schedule::Trace trace = schedule::applyRules(kernel, {}, chance);
  Record record;
  record.task = std::string(64, 'a');
  record.target = "machine";
  record.threads = 4;
  record.search = "random";
  record.seed = seed;
  record.trial = 17;
  record.hash = std::string(32, '0') + std::string(32, 'f');
  record.choices = trace.choices;
  record.steps = trace.steps;
  record.measurement.outcome = Outcome::Ok;
  record.measurement.seconds = {0.1, 1.0 / 3};
  record.measurement.reference = 2.5e-3;
  record.measurement.compileSeconds = 0.25;
  record.measurement.runSeconds = 1;
  return record;
}

} // namespace dl::tuning

#endif // DL_TEST_UNIT_TUNING_PLAINKERNELS_H
