//===-- ZerosTest.cpp - iterations that read padding alone ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which iterations of a loop over the taps of a convolution a plan lets loops leave out, and that
// checkPlan finds those that are no zeros.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/CheckPlan.h"

#include "EstimateKernels.h"

#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

namespace {

/// Pad(i, y) is X(i, y - 4) where that is one of 10 rows, else 0;
/// Conv(h) = sum over p < 3 and i < 8 of Pad(i, h + 4 p) W(p, i).
KernelSchedule makeTaps() {
  KernelSchedule kernel;
  kernel.operands = {{8, 10}, {3, 8}};
  StageSchedule pad = makeStage("Pad", {{"i", 8}, {"y", 18}});
  StageRead x;
  x.operand = 0;
  x.isGuarded = x.isZeroOutside = x.isFactor = true;
  x.constraints = {{linear({0, 1}, -4)}, {linear({0, -1}, 13)}};
  x.indices = {linear({1, 0}), linear({0, 1}, -4)};
  pad.reads = {x};
  StageSchedule conv = makeStage("Conv", {{"h", 10}}, {{"p", 3}, {"i", 8}});
  conv.reads = {readOf(0, {linear({0, 0, 1}), linear({1, 4, 0})}),
                readOperand(1, {linear({0, 1, 0}), linear({0, 0, 1})})};
  conv.reads[0].isFactor = conv.reads[1].isFactor = true;
  conv.isSum = true;
  conv.isResult = true;
  kernel.stages = {pad, conv};
  return kernel;
}

/// The loop over an axis of the last stage, or null.
PlanNode *findLoop(PlanBlock &block, const IterationTree &tree, const std::string &name) {
  for (PlanNode &node : block) {
    if (node.kind == PlanKind::Loop && tree[node.leaves[0]].name == name)
      return &node;
    for (PlanBlock &inner : node.blocks)
      if (PlanNode *found = findLoop(inner, tree, name))
        return found;
  }
  return nullptr;
}

struct Planned {
  explicit Planned(const KernelSchedule &kernel, const std::string &axis) : kernel(kernel) {
    EXPECT_FALSE(buildLoopPlan(kernel, plan).has_value());
    loop = findLoop(plan.stages.back(), kernel.stages[kernel.size() - 1].tree, axis);
  }

  /// The first iteration and the one behind the last, in each row.
  std::vector<std::pair<int64_t, int64_t>> getRuns() const {
    std::vector<std::pair<int64_t, int64_t>> runs;
    for (int64_t row = 0; row < kernel[kernel.size() - 1].tree[0].extent; ++row) {
      std::vector<int64_t> values(static_cast<size_t>(plan.variables.size()), 0);
      // The loop over rows is the first of the stage.
      for (int variable = 0; variable < plan.variables.size(); ++variable)
        if (plan.about[variable].stage == kernel.size() - 1 && plan.about[variable].axis == 0)
          values[static_cast<size_t>(variable)] = row;
      int64_t first = 0, end = loop->counts[0].constant;
      for (const LoopExpr &place : loop->firsts)
        first = std::max(first, place.evaluate(values));
      for (const LoopExpr &place : loop->ends)
        end = std::min(end, place.evaluate(values));
      runs.emplace_back(first, end);
    }
    return runs;
  }
  bool leavesOut() const { return !loop->firsts.empty() || !loop->ends.empty(); }
  std::string check() const {
    std::optional<PlanFault> fault = checkPlan(kernel, plan);
    return fault ? fault->reason : "";
  }

  KernelSchedule kernel;
  LoopPlan plan;
  PlanNode *loop;
};

using Runs = std::vector<std::pair<int64_t, int64_t>>;

TEST(Zeros, Taps) {
  KernelSchedule kernel = makeTaps();
  std::vector<Constraint> needs = kernel.getNeeds(1);
  ASSERT_EQ(needs.size(), 2u);
  EXPECT_EQ(needs[0].form, linear({1, 4, 0}, -4));
  EXPECT_EQ(needs[1].form, linear({-1, -4, 0}, 13));
  Planned planned(kernel, "p");
  ASSERT_TRUE(planned.leavesOut());
  EXPECT_EQ(planned.check(), "");
  // The first four rows have nothing above them, the last four nothing below.
  Runs runs = {{1, 3}, {1, 3}, {1, 3}, {1, 3}, {0, 3}, {0, 3}, {0, 2}, {0, 2}, {0, 2}, {0, 2}};
  EXPECT_EQ(planned.getRuns(), runs);
}

/// An inlined pad is no other.
TEST(Zeros, InlinedPad) {
  KernelSchedule kernel = makeTaps();
  apply(kernel, ComputeInline(0));
  Planned planned(kernel, "p");
  EXPECT_TRUE(planned.leavesOut());
  EXPECT_EQ(planned.check(), "");
}

/// Steps of two taps, and rows inside of the loop, of which one at least is read.
TEST(Zeros, StepsAndRowsInside) {
  KernelSchedule kernel = makeTaps();
  apply(kernel, Split(1, 1, 2));
  Planned steps(kernel, "p.o");
  EXPECT_EQ(steps.check(), "");
  KernelSchedule inside = makeTaps();
  apply(inside, Reorder(1, {1, 0, 2}));
  Planned rows(inside, "p");
  EXPECT_FALSE(rows.leavesOut());
}

/// What is no sum of products with what is padded by zeros has no zeros; nor are short loops worth
/// their ends.
TEST(Zeros, Others) {
  auto leavesOut = [](auto change) {
    KernelSchedule kernel = makeTaps();
    change(kernel);
    return Planned(kernel, "p").leavesOut();
  };
  EXPECT_TRUE(leavesOut([](KernelSchedule &) {}));
  EXPECT_FALSE(leavesOut([](KernelSchedule &kernel) { kernel[1].isSum = false; }));
  EXPECT_FALSE(leavesOut([](KernelSchedule &kernel) {
    StageRead read = kernel[1].reads[0];
    read.isFactor = false;
    kernel[1].reads = {read};
  }));
  for (bool StageRead::*what : {&StageRead::isZeroOutside, &StageRead::isFactor})
    EXPECT_FALSE(leavesOut([&](KernelSchedule &kernel) {
      StageRead read = kernel[0].reads[0];
      read.*what = false;
      kernel[0].reads = {read};
    }));
  EXPECT_FALSE(leavesOut([](KernelSchedule &kernel) { apply(kernel, Reorder(1, {0, 2, 1})); }));
}

TEST(Zeros, FaultsAreFound) {
  Planned right(makeTaps(), "p");
  EXPECT_EQ(right.check(), "");
  // Fewer may be left out, more may not.
  right.loop->firsts[0].constant -= 1;
  right.loop->ends[0].constant += 1;
  EXPECT_EQ(right.check(), "");
  Planned late(makeTaps(), "p");
  late.loop->firsts[0].constant += 1;
  EXPECT_EQ(late.check(), "leaves out iterations of axis p that add more than zeros");
  Planned early(makeTaps(), "p");
  early.loop->ends[0].constant -= 1;
  EXPECT_EQ(early.check(), "leaves out iterations of axis p that add more than zeros");
  Planned other(makeTaps(), "i");
  other.loop->ends = {LoopExpr(7)};
  EXPECT_EQ(other.check(), "leaves out iterations of axis i that add more than zeros");
}

} // namespace
