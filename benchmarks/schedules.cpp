//===-- schedules.cpp - how many schedules a second are drawn and priced -===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels as plain data, without IR: schedules of a convolution (C2 of ResNet-18), a matrix
// product and a softmax, drawn at random, drawn from the space of the rules, and the rules' own,
// each with its primitives, the check of legality, its plan, the proof of the plan and the
// estimate. A program that links nothing but lib/Schedule.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/DefaultSchedule.h"
#include "dl/Schedule/Estimate.h"
#include "dl/Schedule/Legality.h"
#include "dl/Schedule/RandomSchedule.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using namespace dl::schedule;

using Axes = std::vector<std::pair<std::string, int64_t>>;

static IndexExpression linear(std::vector<int64_t> coefficients, int64_t constant = 0) {
  IndexExpression index;
  index.coefficients = std::move(coefficients);
  index.constant = constant;
  return index;
}

static StageRead read(int stage, int operand, std::vector<IndexExpression> indices) {
  StageRead made;
  made.stage = stage;
  made.operand = operand;
  made.indices = std::move(indices);
  return made;
}

static StageSchedule stage(const char *name, const Axes &axes, const Axes &reduction, Work formula,
                           std::vector<StageRead> reads) {
  StageSchedule made;
  made.name = name;
  for (const auto &[axis, extent] : axes)
    made.tree.addRoot(axis, extent, AxisKind::Spatial);
  for (const auto &[axis, extent] : reduction)
    made.tree.addRoot(axis, extent, AxisKind::Reduction);
  made.resultBytes = {4};
  made.computeBytes = 4;
  made.formula = formula;
  made.combination.sums = reduction.empty() ? 0 : 1;
  made.reads = std::move(reads);
  return made;
}

/// 64 channels of 56 x 56, 3 x 3, on a padded input.
static KernelSchedule makeConvolution() {
  KernelSchedule kernel;
  kernel.operands = {{1, 64, 56, 56}, {64, 64, 3, 3}};
  kernel.operandBytes = {4, 4};
  StageRead input = read(-1, 0,
                         {linear({1, 0, 0, 0}), linear({0, 1, 0, 0}), linear({0, 0, 1, 0}, -1),
                          linear({0, 0, 0, 1}, -1)});
  input.isGuarded = true;
  for (int axis : {2, 3}) {
    std::vector<int64_t> low(4, 0), high(4, 0);
    low[axis] = 1;
    high[axis] = -1;
    input.constraints.push_back({linear(low, -1), false});
    input.constraints.push_back({linear(high, 56), false});
  }
  kernel.stages.push_back(stage("P", {{"n", 1}, {"c", 64}, {"y", 58}, {"x", 58}}, {}, {}, {input}));
  kernel.stages.push_back(stage(
      "C", {{"n", 1}, {"o", 64}, {"y", 56}, {"x", 56}}, {{"i", 64}, {"ky", 3}, {"kx", 3}}, {0, 1},
      {read(0, -1,
            {linear({1, 0, 0, 0, 0, 0, 0}), linear({0, 0, 0, 0, 1, 0, 0}),
             linear({0, 0, 1, 0, 0, 1, 0}), linear({0, 0, 0, 1, 0, 0, 1})}),
       read(-1, 1,
            {linear({0, 1, 0, 0, 0, 0, 0}), linear({0, 0, 0, 0, 1, 0, 0}),
             linear({0, 0, 0, 0, 0, 1, 0}), linear({0, 0, 0, 0, 0, 0, 1})})}));
  kernel.stages.push_back(stage("R", {{"n", 1}, {"o", 64}, {"y", 56}, {"x", 56}}, {}, {1},
                                {read(1, -1,
                                      {linear({1, 0, 0, 0}), linear({0, 1, 0, 0}),
                                       linear({0, 0, 1, 0}), linear({0, 0, 0, 1})})}));
  kernel.stages.back().isResult = true;
  return kernel;
}

static KernelSchedule makeMatmul() {
  KernelSchedule kernel;
  kernel.operands = {{1024, 1024}, {1024, 1024}};
  kernel.operandBytes = {4, 4};
  kernel.stages = {stage("C", {{"i", 1024}, {"j", 1024}}, {{"k", 1024}}, {0, 1},
                         {read(-1, 0, {linear({1, 0, 0}), linear({0, 0, 1})}),
                          read(-1, 1, {linear({0, 0, 1}), linear({0, 1, 0})})})};
  kernel.stages[0].isResult = true;
  return kernel;
}

static KernelSchedule makeSoftmax() {
  KernelSchedule kernel;
  kernel.operands = {{512, 768}};
  kernel.operandBytes = {4};
  auto row = [](size_t axes) { return linear(std::vector<int64_t>(axes, 0)); };
  IndexExpression first = row(2), second = row(2);
  first.coefficients[0] = second.coefficients[1] = 1;
  Work exponential, quotient;
  exponential.sums = exponential.functions = quotient.quotients = 1;
  Axes rows = {{"i", 512}}, all = {{"i", 512}, {"j", 768}};
  kernel.stages = {
      stage("M", rows, {{"k", 768}}, {}, {read(-1, 0, {first, second})}),
      stage("E", all, {}, exponential, {read(-1, 0, {first, second}), read(0, -1, {first})}),
      stage("S", rows, {{"k", 768}}, {}, {read(1, -1, {first, second})}),
      stage("Y", all, {}, quotient, {read(1, -1, {first, second}), read(2, -1, {first})})};
  kernel.stages.back().isResult = true;
  return kernel;
}

/// Seconds that this thread was on a core.
static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Who schedules a kernel, by a seed.
struct Drawn {
  const char *name;
  void (*apply)(KernelSchedule &kernel, int seed);
};

static const Drawn sources[] = {
    {"random", [](KernelSchedule &kernel, int seed) { RandomSchedule(seed).apply(kernel); }},
    {"rules by chance",
     [](KernelSchedule &kernel, int seed) {
       ChanceDecides chance(seed);
       applyRules(kernel, {}, chance);
     }},
    {"rules",
     [](KernelSchedule &kernel, int) {
       RulesDecide rules;
       applyRules(kernel, {}, rules);
     }},
};

/// Times of the parts of what a search does for a schedule: primitives with legality, plan, proof,
/// estimate; in seconds.
struct Spent {
  double parts[4] = {};
};

/// What becomes of one seed.
struct Priced {
  KernelSchedule kernel;
  LoopPlan plan;
  /// Why it is not legal, or does not compute its kernel.
  std::string problem = {};
  double seconds = 0;
};

/// A part is timed for some schedules at once, as asking for the time of a thread takes a
/// microsecond.
static constexpr int schedulesAtOnce = 16;

/// False, with a message, where a schedule is not legal or does not compute its kernel.
static bool price(const KernelSchedule &plain, const Drawn &source, int first, int count,
                  Spent &spent) {
  std::vector<Priced> all(count, Priced{plain, {}});
  double last = now();
  auto time = [&](int part, auto run) {
    for (Priced &each : all)
      run(each);
    double end = now();
    spent.parts[part] += end - last;
    last = end;
  };
  auto note = [](Priced &each, const auto &problem) {
    if (problem && each.problem.empty())
      each.problem = problem->reason;
  };
  time(0, [&](Priced &each) {
    source.apply(each.kernel, first + static_cast<int>(&each - all.data()));
    note(each, checkKernel(each.kernel));
  });
  time(1, [&](Priced &each) { note(each, buildLoopPlan(each.kernel, each.plan)); });
  time(2, [&](Priced &each) {
    if (each.problem.empty())
      note(each, checkPlan(each.kernel, each.plan));
  });
  time(3, [](Priced &each) {
    if (each.problem.empty())
      each.seconds = estimate(each.kernel, each.plan).seconds;
  });
  for (const Priced &each : all)
    if (!each.problem.empty()) {
      std::printf("seed %d: %s\n", first + static_cast<int>(&each - all.data()),
                  each.problem.c_str());
      return false;
    }
  return std::all_of(all.begin(), all.end(), [](const Priced &each) { return each.seconds > 0; });
}

int main(int argc, char **argv) {
  int count = argc > 1 ? std::atoi(argv[1]) : 5000;
  const std::pair<const char *, KernelSchedule> kernels[] = {
      {"conv C2", makeConvolution()}, {"GEMM 1024", makeMatmul()}, {"softmax", makeSoftmax()}};
  std::printf("%-10s %-16s %12s %14s %10s %10s %12s\n", "kernel", "schedules", "schedules/s",
              "primitives us", "plan us", "proof us", "estimate us");
  for (const auto &[name, plain] : kernels)
    for (const Drawn &source : sources) {
      Spent spent;
      for (int seed = 0; seed < count; seed += schedulesAtOnce)
        if (!price(plain, source, seed, std::min(schedulesAtOnce, count - seed), spent))
          return 1;
      double micro[4];
      for (int part = 0; part < 4; ++part)
        micro[part] = spent.parts[part] * 1e6 / count;
      // The proof is one of compilations, not of a search.
      std::printf("%-10s %-16s %12.0f %14.1f %10.1f %10.1f %12.1f\n", name, source.name,
                  1e6 / (micro[0] + micro[1] + micro[3]), micro[0], micro[1], micro[2], micro[3]);
    }
  return 0;
}
