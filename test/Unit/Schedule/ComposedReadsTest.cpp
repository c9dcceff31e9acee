//===-- ComposedReadsTest.cpp - what is read through inlined stages -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices and conditions of an inlined stage, over the axes of the stage that reads it.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/Primitives/ComputeInline.h"

using namespace dl::schedule;

namespace {

IndexExpression gather(std::vector<int64_t> coefficients, std::vector<bool> dataAxes,
                       int64_t constant = 0) {
  IndexExpression index = linear(std::move(coefficients), constant);
  index.kind = IndexKind::Gathered;
  index.dataAxes = std::move(dataAxes);
  return index;
}

/// Axis 0 of (a, b) floordiv 2.
IndexExpression halve() {
  LoopVariables axes;
  for (int64_t extent : {8, 6})
    axes.add(extent);
  IndexExpression index = linear({1, 0});
  index.kind = IndexKind::QuasiAffine;
  index.digits = axes.divide(axes.get(0), 2);
  return index;
}

/// Y(a, b) reads the inlined P(p, q), which reads the operand once or several times.
KernelSchedule makeInlined(const std::vector<IndexExpression> &ofY,
                           const std::vector<StageRead> &ofP) {
  KernelSchedule kernel;
  kernel.operands = {{64}};
  StageSchedule p = makeStage("P", {{"p", 8}, {"q", 8}}), y = makeStage("Y", {{"a", 8}, {"b", 6}});
  p.reads = ofP;
  y.reads = {readOf(0, ofY)};
  y.isResult = true;
  kernel.stages = {p, y};
  apply(kernel, ComputeInline(0));
  return kernel;
}

/// The index at which Y reads the operand, where P reads it at `inner`.
IndexExpression compose(const IndexExpression &inner, const std::vector<IndexExpression> &ofY) {
  std::vector<StageRead> all = makeInlined(ofY, {readOperand(0, {inner})}).getAllReads(1);
  EXPECT_EQ(all.size(), 2u);
  return all.back().indices[0];
}

/// The index depends on these axes, and nothing else is known.
IndexExpression unknown(std::vector<int64_t> coefficients) {
  return gather(std::move(coefficients), {});
}

TEST(ComposedReads, LinearForms) {
  std::vector<IndexExpression> turned = {linear({0, 1}, 3), linear({2, 0})};
  EXPECT_EQ(compose(linear({5, 7}, 1), turned), linear({14, 5}, 16));
  EXPECT_EQ(compose(linear({1, 0}), turned), linear({0, 1}, 3));
}

/// Rows of a table that data names: what the data follows from, beside a linear form.
TEST(ComposedReads, DataOfTheInlinedStage) {
  std::vector<IndexExpression> turned = {linear({0, 1}, 3), linear({2, 0})};
  EXPECT_EQ(compose(gather({0, 1}, {true, false}, 1), turned), gather({2, 0}, {false, true}, 1));
  EXPECT_EQ(compose(gather({0, 1}, {false, true}), turned), gather({2, 0}, {true, false}));
  // Data that follows from no axis, as the time of a scan.
  EXPECT_EQ(compose(gather({0, 1}, {false, false}), turned), gather({2, 0}, {false, false}));
  // Of what is no linear form with data the axes are known alone.
  EXPECT_EQ(compose(gather({0, 1}, {}, 1), turned), unknown({1, 0}));
  // Data that follows from a digit of an axis.
  EXPECT_EQ(compose(gather({1, 1}, {true, false}), {halve(), linear({0, 1})}), unknown({1, 1}));
}

/// The same where the reader's index is data.
TEST(ComposedReads, DataOfTheReader) {
  IndexExpression data = gather({1, 0}, {false, true}, 2);
  EXPECT_EQ(compose(linear({4, 1}), {data, linear({0, 1})}), gather({4, 1}, {false, true}, 8));
  EXPECT_EQ(compose(linear({4, 1}), {unknown({1, 1}), linear({0, 1})}), unknown({1, 1}));
  // An index that is not used tells nothing.
  EXPECT_EQ(compose(gather({0, 1}, {false, true}), {unknown({1, 1}), linear({0, 1})}),
            gather({0, 1}, {false, true}));
  EXPECT_EQ(compose(linear({0, 3}), {data, linear({1, 1})}), linear({3, 3}));
  // Nor is a digit of data a linear form.
  IndexExpression digit = compose(halve(), {data, linear({0, 1})});
  EXPECT_EQ(digit.kind, IndexKind::Gathered);
  EXPECT_TRUE(digit.dataAxes.empty());
  EXPECT_EQ(digit.coefficients[0], 1);
}

/// What is read twice at one place is one read; elements that data names may be others each time.
TEST(ComposedReads, ReadsThatAreTheSame) {
  auto count = [](const std::vector<StageRead> &ofP) {
    return makeInlined({linear({1, 0}), linear({0, 1})}, ofP).getAllReads(1).size() - 1;
  };
  StageRead plain = readOperand(0, {linear({8, 1})}), other = readOperand(0, {linear({8, 1}, 1)}),
            data = readOperand(0, {gather({0, 1}, {true, false})}), guarded = plain;
  guarded.isGuarded = true;
  guarded.constraints = {{linear({1, 0}, -2)}};
  EXPECT_EQ(count({plain, plain}), 1u);
  EXPECT_EQ(count({plain, other, plain}), 2u);
  EXPECT_EQ(count({data, data}), 2u);
  EXPECT_EQ(count({plain, guarded, guarded}), 2u);
}

/// Conditions move with the places that they are about.
TEST(ComposedReads, Conditions) {
  StageRead guarded = readOperand(0, {linear({8, 1})});
  guarded.isGuarded = true;
  guarded.constraints = {{linear({1, 0}, -2)}, {linear({0, -1}, 5), true}};
  KernelSchedule kernel = makeInlined({linear({0, 1}, 3), linear({1, 0})}, {guarded});
  StageRead read = kernel.getAllReads(1).back();
  EXPECT_TRUE(read.isGuarded);
  ASSERT_EQ(read.constraints.size(), 2u);
  EXPECT_EQ(read.constraints[0], (Constraint{linear({0, 1}, 1), false}));
  EXPECT_EQ(read.constraints[1], (Constraint{linear({-1, 0}, 5), true}));
  EXPECT_FALSE(kernel.readsUnderCondition(1, 0));
  EXPECT_EQ(kernel.getConstraints(1).size(), 2u);
}

/// Sixty formulas such as x * sigmoid(x), one in the other: each is followed once, not twice for
/// each that reads it.
TEST(ComposedReads, FormulasReadTwiceAreFollowedOnce) {
  KernelSchedule kernel;
  kernel.operands = {{8}};
  std::vector<IndexExpression> same = {linear({1})};
  StageRead guarded = readOperand(0, same);
  guarded.isGuarded = guarded.isFactor = guarded.isZeroOutside = true;
  guarded.constraints.push_back({linear({1}, -3), false});
  for (int level = 0; level < 60; ++level) {
    StageRead x = level == 0 ? guarded : readOf(2 * level - 1, same);
    x.isFactor = true;
    StageSchedule function = makeStage("f" + std::to_string(level), {{"i", 8}});
    function.reads = {x};
    StageSchedule product = makeStage("p" + std::to_string(level), {{"i", 8}});
    StageRead value = readOf(2 * level, same);
    value.isFactor = true;
    product.reads = {x, value};
    kernel.stages.push_back(function);
    kernel.stages.push_back(product);
  }
  int last = kernel.size() - 1;
  kernel.stages[last].isResult = true;
  for (int stage = 0; stage < last; ++stage)
    apply(kernel, ComputeInline(stage));
  EXPECT_EQ(kernel.getAllReads(last).size(), 120u);
  EXPECT_EQ(kernel.getInlined(last).size(), 119u);
  EXPECT_EQ(kernel.getInlined(last).front(), last - 1);
  EXPECT_EQ(kernel.getAccesses(last, 1).size(), 1u);
  EXPECT_TRUE(kernel.reads(last, 0));
  EXPECT_FALSE(kernel.reads(1, 2));
  EXPECT_FALSE(kernel.readsUnderCondition(1, 0));
  EXPECT_EQ(kernel.getConstraints(last).size(), 1u);
  EXPECT_EQ(kernel.getNeeds(last).size(), 1u);
  EXPECT_EQ(kernel.getReaders(0), std::vector<int>{last});
  EXPECT_EQ(kernel.getUpdateReader(0), -1);
  kernel.stages[7].isInUpdates = true;
  EXPECT_EQ(kernel.getUpdateReader(0), 7);
}

} // namespace
