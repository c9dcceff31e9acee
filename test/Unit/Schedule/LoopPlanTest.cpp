//===-- LoopPlanTest.cpp - parts of stages in a plan ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a step needs of another stage: boxes, places that are moved inside, and reads that
// no box follows from, which legality refuses before a plan is made.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/LoopPlan.h"

#include "SmallKernel.h"

#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

namespace {
/// C(i, …) reads P.
KernelSchedule makePair(StageSchedule producer, StageSchedule consumer,
                        std::vector<StageRead> reads) {
  KernelSchedule kernel;
  consumer.reads = std::move(reads);
  consumer.isResult = true;
  kernel.stages = {std::move(producer), std::move(consumer)};
  return kernel;
}

/// Why a plan has no box: "STAGE: reason", or "a plan".
std::string getReason(const KernelSchedule &kernel) {
  LoopPlan plan;
  auto refusal = buildLoopPlan(kernel, plan);
  return refusal ? kernel[refusal->stage].name + ": " + refusal->reason : "a plan";
}

const PlanNode *find(const PlanBlock &block, PlanKind kind) {
  for (const PlanNode &node : block) {
    if (node.kind == kind)
      return &node;
    for (const PlanBlock &inner : node.blocks)
      if (const PlanNode *found = find(inner, kind))
        return found;
  }
  return nullptr;
}

const std::string cannot = "P: cannot be computed at an axis of its reader: ";

TEST(LoopPlanTest, ReadsThatNoBoxFollowsFrom) {
  IndexExpression divided{IndexKind::QuasiAffine, {1}, 0};
  KernelSchedule kernel =
      makePair(makeStage("P", {{"x", 8}}), makeStage("C", {{"i", 8}}), {readOf(0, {divided})});
  kernel[0].tree.placeAt("C", 0);
  EXPECT_EQ(getReason(kernel), cannot + "the read is data dependent, or takes floordiv or mod");

  kernel[1].reads = {readOf(0, {linear({1})}), readOf(0, {linear({2})})};
  EXPECT_EQ(getReason(kernel), cannot + "its reads are not at a constant distance");
  kernel[1].reads = {readOf(0, {linear({1})}), readOf(0, {linear({1}, 2)})};
  EXPECT_EQ(getReason(kernel), "a plan");

  kernel[1].reads = {};
  EXPECT_EQ(getReason(kernel), "P: is computed at an axis below which nothing reads it");
}

TEST(LoopPlanTest, StepsWhoseEndIsMasked) {
  KernelSchedule kernel =
      makePair(makeStage("P", {{"x", 8}}), makeStage("C", {{"i", 8}}), {readOf(0, {linear({1})})});
  auto makeSplit = [&](int64_t factor) {
    KernelSchedule made = kernel;
    auto [outer, inner] = made[1].tree.split(0, factor, TailPolicy::Mask);
    made[1].tree.annotate(inner, Annotation::Vectorize);
    made[0].tree.placeAt("C", outer);
    return made;
  };
  EXPECT_EQ(getReason(makeSplit(5)), cannot + "the last step of the reader is masked");
  // Two elements are left, which are a whole step.
  EXPECT_EQ(getReason(makeSplit(3)), "a plan");
}

/// P is needed as far as Q is, which is made inside of it: along y, what C reads of Q at one
/// place is as long as an axis of unknown extent.
TEST(LoopPlanTest, PartsOfUnknownLength) {
  StageSchedule q = makeStage("Q", {{"x", 16}, {"y", dynamicExtent}});
  q.reads = {readOf(0, {linear({1, 0}), linear({0, 1})})};
  StageSchedule c = makeStage("C", {{"i", 16}}, {{"m", dynamicExtent}});
  c.reads = {readOf(1, {linear({1, 0}), linear({0, 1})}),
             readOf(1, {linear({1, 0}), linear({0, 0})})};
  c.isResult = true;
  KernelSchedule kernel;
  kernel.stages = {makeStage("P", {{"x", 16}, {"y", dynamicExtent}}), q, c};
  auto [outer, inner] = kernel[2].tree.split(0, 4, TailPolicy::Peel);
  kernel[0].tree.placeAt("C", outer);
  kernel[1].tree.placeAt("C", inner);
  EXPECT_EQ(getReason(kernel), cannot + "the reader needs as many elements as are known only at "
                                        "run time");
}

TEST(LoopPlanTest, BoxesOfAllThreads) {
  StageSchedule c = makeStage("C", {{"i", 4}, {"j", 6}});
  KernelSchedule kernel = makePair(makeStage("P", {{"x", 4}}), c, {readOf(0, {linear({1, 0})})});
  kernel[0].tree.setStorage({"shared", {}, false});
  // Of i, bound alone, the threads need all together.
  KernelSchedule bound = kernel;
  bound[1].tree.annotate(0, Annotation::ThreadX);
  bound[0].tree.placeAt("C", 1);
  LoopPlan plan;
  ASSERT_FALSE(buildLoopPlan(bound, plan));
  const PlanNode *part = find(plan.stages[1], PlanKind::Part);
  ASSERT_TRUE(part);
  EXPECT_TRUE(part->ranges[0].offset.isZero());
  EXPECT_EQ(part->ranges[0].size, 4);
  // Fused with another axis it moves with a digit of the thread's number.
  AxisId fused = kernel[1].tree.fuse(0, 1);
  kernel[1].tree.annotate(fused, Annotation::ThreadX);
  kernel[0].tree.placeAt("C", fused);
  EXPECT_EQ(getReason(kernel), "P: is in memory of a block, but what the threads need of it is no "
                               "box: bind axes that were not fused");
}

/// P of 8 elements, of which C(i = 8) needs four in each of two steps, from `shift` on.
struct Shifted {
  LoopPlan plan;
  const PlanNode *part = nullptr, *clamp = nullptr;

  Shifted(int64_t shift, int64_t extent = 8, Annotation annotation = Annotation::None) {
    StageRead read = readOf(0, {linear({1}, shift)});
    read.isGuarded = true;
    KernelSchedule kernel =
        makePair(makeStage("P", {{"x", extent}}), makeStage("C", {{"i", 8}}), {read});
    auto [outer, inner] = kernel[1].tree.split(0, 4, TailPolicy::Peel);
    (void)inner;
    kernel[0].tree.annotate(0, annotation);
    kernel[0].tree.placeAt("C", outer);
    EXPECT_FALSE(buildLoopPlan(kernel, plan));
    part = find(plan.stages[1], PlanKind::Part);
    clamp = find(plan.stages[1], PlanKind::Clamp);
  }
  /// The place of the part in the step, given the value of the variable that is moved inside.
  int64_t getPlace(int64_t step, int64_t moved = 0) const {
    std::vector<int64_t> values(plan.variables.size(), step);
    if (clamp)
      values[clamp->variables[0]] = moved;
    return part->ranges[0].offset.evaluate(values);
  }
};

TEST(LoopPlanTest, PlacesAreMovedInsideWhereTheyMayBeOutside) {
  // 4 * step + [0, 4) is inside.
  Shifted inside(0);
  EXPECT_FALSE(inside.clamp);
  EXPECT_EQ(inside.getPlace(1), 4);
  EXPECT_EQ(inside.part->ranges[0].size, 4);
  // -4 and 0, or 4 and 8: one place is left.
  Shifted before(-4), behind(4);
  EXPECT_FALSE(before.clamp);
  EXPECT_FALSE(behind.clamp);
  EXPECT_EQ(before.getPlace(1), 0);
  EXPECT_EQ(behind.getPlace(0), 4);
  // -1 and 3, or 1 and 5: a variable in [0, 4], which the part starts from.
  for (int64_t shift : {-1, 1}) {
    Shifted across(shift);
    ASSERT_TRUE(across.clamp);
    EXPECT_EQ(across.plan.variables.getExtent(across.clamp->variables[0]), 5);
    EXPECT_EQ(across.clamp->place.evaluate({1, 0}), 4 + shift);
    EXPECT_EQ(across.getPlace(1, 3), 3);
  }
  // All of a stage that is shorter than a step.
  Shifted all(-1, 3);
  EXPECT_EQ(all.getPlace(1), 0);
  EXPECT_EQ(all.part->ranges[0].size, 3);
  // How far an unknown extent reaches is not known.
  Shifted open(-1, dynamicExtent);
  EXPECT_FALSE(open.clamp);
  EXPECT_EQ(open.getPlace(1), 3);
  EXPECT_EQ(open.part->ranges[0].size, 4);
}

TEST(LoopPlanTest, PartsOfStagesWithoutElements) {
  // A condition lets nothing be read: the part has no tile either, looped over or in registers.
  for (Annotation annotation : {Annotation::None, Annotation::Vectorize}) {
    Shifted empty(-1, 0, annotation);
    EXPECT_EQ(empty.part->ranges[0].size, 0);
    EXPECT_TRUE(empty.part->blocks[0].empty());
  }
}
/// Each of `numAxes` axes in steps of 511, 255, … 1 of what the outer step leaves.
KernelSchedule makeNestedTails(int numAxes) {
  std::vector<std::pair<std::string, int64_t>> axes;
  for (int axis = 0; axis < numAxes; ++axis)
    axes.push_back({"i" + std::to_string(axis), 1022});
  StageSchedule stage = makeStage("C", axes);
  stage.isResult = true;
  KernelSchedule kernel;
  kernel.stages = {std::move(stage)};
  for (AxisId root = 0; root < numAxes; ++root) {
    AxisId axis = root;
    for (int64_t factor = 511; factor > 1; factor /= 2)
      axis = Split(0, axis, factor).apply(kernel).second;
  }
  return kernel;
}

TEST(LoopPlanTest, TailsThatMultiplyAreRefused) {
  EXPECT_EQ(getReason(makeNestedTails(3)), "a plan");
  EXPECT_EQ(getReason(makeNestedTails(8)),
            "C: the tails and pieces of its axes, each with those of the others, make more than "
            "65536 loops");
}

} // namespace
