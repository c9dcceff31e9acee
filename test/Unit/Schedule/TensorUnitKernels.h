//===-- TensorUnitKernels.h - kernels of a unit that multiplies ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products on a machine whose unit adds up two outputs of four inputs in a step, and what the rules
// make of them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_SCHEDULE_TENSORUNITKERNELS_H
#define DL_TEST_UNIT_SCHEDULE_TENSORUNITKERNELS_H

#include "EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"

#include <utility>

namespace dl::schedule {

/// Steps of 4 inputs and 2 outputs; memories of 64, 48 and 24 elements.
inline TensorUnit makeUnit() {
  TensorUnit unit;
  unit.intrinsic = "multiply";
  unit.inputs = 4;
  unit.outputs = 2;
  unit.inputScope = "inputs";
  unit.weightScope = "weights";
  unit.sumScope = "sums";
  unit.inputElements = 64;
  unit.weightElements = 48;
  unit.sumElements = 24;
  unit.interval = 2;
  unit.latency = 5;
  unit.issue = 3;
  unit.bytesPerCycle = 8;
  unit.memoryLatency = 20;
  return unit;
}

inline std::shared_ptr<const Target> makeTarget(const TensorUnit &unit) {
  auto target = std::make_shared<Target>();
  target->caches.clear();
  target->scopes = {{"global", Sharing::Kernel, unlimitedBytes}};
  for (const std::string &scope : {unit.inputScope, unit.weightScope, unit.sumScope})
    target->scopes.push_back({scope, Sharing::Thread, unlimitedBytes});
  target->tensorUnit = unit;
  return target;
}

/// A sum of products of bytes that the unit computes, of the reads 0 and 1.
inline StageSchedule makeSums(StageSchedule stage, StageRead inputs, StageRead weights) {
  AxisNode output, input;
  output.name = "l";
  output.kind = AxisKind::Spatial;
  output.extent = 2;
  input.name = "i";
  input.kind = AxisKind::Reduction;
  input.extent = 4;
  stage.computeBytes = 4;
  stage.resultBytes = {4};
  stage.formula.integers = 1;
  stage.combination.integers = 1;
  stage.reads = {std::move(inputs), std::move(weights)};
  stage.intrinsics = {
      MatchingIntrinsic{{"multiply", {output, input}}, {{{0, {{0, 1}}}, {1, {{1, 0}, {0, 1}}}}}}};
  return stage;
}

/// A stage that reads all elements of a stage of the same shape.
inline StageSchedule makeResult(const StageSchedule &sums, int producer) {
  StageSchedule stage;
  stage.name = "Y";
  stage.computeBytes = 4;
  stage.resultBytes = {1};
  stage.formula.integers = 1;
  int rank = sums.tree.getNumSpatial();
  std::vector<IndexExpression> indices;
  for (AxisId axis = 0; axis < rank; ++axis) {
    stage.tree.addRoot(sums.tree[axis].name, sums.tree[axis].extent, AxisKind::Spatial);
    std::vector<int64_t> coefficients(size_t(rank), 0);
    coefficients[size_t(axis)] = 1;
    indices.push_back(linear(coefficients));
  }
  stage.reads = {readOf(producer, indices)};
  stage.isResult = true;
  return stage;
}

struct ConvShape {
  int64_t outputs = 4, height = 6, width = 6, inputs = 3, window = 3, stride = 1;
};

/// C(o, h, w, l) = sum over c, p, q, i of X(c, h * stride + p, w * stride + q, i) *
/// W(o, c, p, q, l, i) with l of 2 and i of 4; Y is elementwise on C.
inline KernelSchedule makeConvolution(const ConvShape &shape, const TensorUnit &unit) {
  KernelSchedule kernel;
  kernel.target = makeTarget(unit);
  const auto &[o, h, w, c, k, stride] = shape;
  kernel.operands = {{c, (h - 1) * stride + k, (w - 1) * stride + k, 4}, {o, c, k, k, 2, 4}};
  kernel.operandBytes = {1, 1};
  auto axis = [](size_t number, int64_t step = 1, int other = -1) {
    std::vector<int64_t> coefficients(8, 0);
    coefficients[number] = step;
    if (other != -1)
      coefficients[size_t(other)] = 1;
    return linear(coefficients);
  };
  StageSchedule sums =
      makeSums(makeStage("C", {{"o", o}, {"h", h}, {"w", w}, {"l", 2}},
                         {{"c", c}, {"p", k}, {"q", k}, {"i", 4}}),
               readOperand(0, {axis(4), axis(1, stride, 5), axis(2, stride, 6), axis(7)}),
               readOperand(1, {axis(0), axis(4), axis(5), axis(6), axis(3), axis(7)}));
  kernel.stages = {sums, makeResult(sums, 0)};
  return kernel;
}

/// C(r, o, l) = sum over c, i of X(r, c, i) * W(o, c, l, i); Y is elementwise on C.
inline KernelSchedule makeProduct(int64_t rows, int64_t outputs, int64_t inputs,
                                  const TensorUnit &unit) {
  KernelSchedule kernel;
  kernel.target = makeTarget(unit);
  kernel.operands = {{rows, inputs, 4}, {outputs, inputs, 2, 4}};
  kernel.operandBytes = {1, 1};
  IndexExpression r = linear({1, 0, 0, 0, 0}), o = linear({0, 1, 0, 0, 0}),
                  l = linear({0, 0, 1, 0, 0}), c = linear({0, 0, 0, 1, 0}),
                  i = linear({0, 0, 0, 0, 1});
  StageSchedule sums =
      makeSums(makeStage("C", {{"r", rows}, {"o", outputs}, {"l", 2}}, {{"c", inputs}, {"i", 4}}),
               readOperand(0, {r, c, i}), readOperand(1, {o, c, l, i}));
  kernel.stages = {sums, makeResult(sums, 0)};
  return kernel;
}

/// C(l) = sum over c, i of X(c, i) * W(c, l, i); Y is elementwise on C.
inline KernelSchedule makeVector(int64_t inputs, const TensorUnit &unit) {
  KernelSchedule kernel;
  kernel.target = makeTarget(unit);
  kernel.operands = {{inputs, 4}, {inputs, 2, 4}};
  kernel.operandBytes = {1, 1};
  IndexExpression l = linear({1, 0, 0}), c = linear({0, 1, 0}), i = linear({0, 0, 1});
  StageSchedule sums = makeSums(makeStage("C", {{"l", 2}}, {{"c", inputs}, {"i", 4}}),
                                readOperand(0, {c, i}), readOperand(1, {c, l, i}));
  kernel.stages = {sums, makeResult(sums, 0)};
  return kernel;
}

/// C(g, r, o, l) = sum over c, i of X(g, r, c, i) * W(g, o, c, l, i), with 5 rows r, 2 outputs o
/// and 2 inputs c; Y is elementwise on C.
inline KernelSchedule makeGroups(int64_t groups, const TensorUnit &unit) {
  KernelSchedule kernel;
  kernel.target = makeTarget(unit);
  kernel.operands = {{groups, 5, 2, 4}, {groups, 2, 2, 2, 4}};
  kernel.operandBytes = {1, 1};
  IndexExpression g = linear({1, 0, 0, 0, 0, 0}), r = linear({0, 1, 0, 0, 0, 0}),
                  o = linear({0, 0, 1, 0, 0, 0}), l = linear({0, 0, 0, 1, 0, 0}),
                  c = linear({0, 0, 0, 0, 1, 0}), i = linear({0, 0, 0, 0, 0, 1});
  StageSchedule sums =
      makeSums(makeStage("C", {{"g", groups}, {"r", 5}, {"o", 2}, {"l", 2}}, {{"c", 2}, {"i", 4}}),
               readOperand(0, {g, r, c, i}), readOperand(1, {g, o, c, l, i}));
  kernel.stages = {sums, makeResult(sums, 0)};
  return kernel;
}

/// The convolution with a stage P before it that puts borders of one element around the inputs.
inline KernelSchedule makePadded(const ConvShape &shape, const TensorUnit &unit) {
  KernelSchedule kernel = makeConvolution(shape, unit);
  std::vector<int64_t> padded = kernel.operands[0];
  kernel.operands[0][1] -= 2;
  kernel.operands[0][2] -= 2;
  StageSchedule copy =
      makeStage("P", {{"c", padded[0]}, {"y", padded[1]}, {"x", padded[2]}, {"i", padded[3]}});
  copy.computeBytes = 1;
  copy.resultBytes = {1};
  StageRead read = readOperand(0, {linear({1, 0, 0, 0}), linear({0, 1, 0, 0}, -1),
                                   linear({0, 0, 1, 0}, -1), linear({0, 0, 0, 1})});
  read.isGuarded = true;
  copy.reads = {read};
  StageSchedule sums = kernel[0], result = kernel[1];
  sums.reads.write()[0].stage = 0;
  sums.reads.write()[0].operand = -1;
  result.reads.write()[0].stage = 1;
  kernel.stages = {copy, sums, result};
  return kernel;
}

/// Takes the given candidates one after the other, then the first ones.
class TakeDecides : public Decider {
public:
  explicit TakeDecides(std::vector<size_t> taken) : taken(std::move(taken)) {}
  size_t decide(const Choice &choice) override {
    size_t decision = counts.size() < taken.size() ? taken[counts.size()] : 0;
    counts.push_back(choice.candidates.size());
    return decision;
  }
  /// What the next try takes; false after the last one.
  bool advance(std::vector<size_t> &next) const {
    next = taken;
    next.resize(counts.size(), 0);
    while (!next.empty() && next.back() + 1 == counts[next.size() - 1])
      next.pop_back();
    if (!next.empty())
      ++next.back();
    return !next.empty();
  }

private:
  std::vector<size_t> taken, counts;
};

/// The numbers that a decider takes, by name without the stage's, then how many tiles the rules
/// offer and how many if the choices are wide.
inline std::string summarize(const KernelSchedule &kernel, int64_t contexts = 2) {
  RulesDecide rules;
  RuleOptions options;
  options.contexts = contexts;
  KernelSchedule made = kernel;
  std::string text;
  for (const Choice &choice : applyRules(made, options, rules).choices)
    text += choice.name.substr(choice.name.find(' ') + 1) + " " +
            std::to_string(choice.getValue()) + ", ";
  for (bool isWide : {false, true}) {
    options.isWide = isWide;
    options.memory = std::make_shared<RuleMemory>();
    int64_t tiles = 0;
    std::vector<size_t> taken;
    bool isMore = true;
    while (isMore) {
      KernelSchedule copy = kernel;
      TakeDecides decider(taken);
      applyRules(copy, options, decider);
      ++tiles;
      isMore = decider.advance(taken);
    }
    text += (isWide ? ", if wide " : "tiles ") + std::to_string(tiles);
  }
  return text;
}

/// The steps that the rules apply.
inline size_t applyRulesTo(KernelSchedule kernel) {
  RulesDecide rules;
  return applyRules(kernel, {}, rules).steps.size();
}

/// The trees that the rules make, a line each.
inline std::string getTrees(KernelSchedule kernel) {
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  std::string text;
  for (const StageSchedule &stage : kernel.stages)
    text += stage.name + ": " + stage.tree.str() + "\n";
  return text;
}

} // namespace dl::schedule

#endif // DL_TEST_UNIT_SCHEDULE_TENSORUNITKERNELS_H
