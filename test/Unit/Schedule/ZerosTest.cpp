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

/// Pad(i, y) is X(i, y - border) where that is one of the rows, else 0;
/// Conv(h) = sum over p < taps and i < 8 of Pad(i, h + dilation p) W(p, i), of as many rows.
KernelSchedule makeTaps(int64_t rows = 10, int64_t taps = 3, int64_t dilation = 4) {
  int64_t border = dilation * (taps - 1) / 2;
  KernelSchedule kernel;
  kernel.operands = {{8, rows}, {taps, 8}};
  StageSchedule pad = makeStage("Pad", {{"i", 8}, {"y", rows + 2 * border}});
  StageRead x;
  x.operand = 0;
  x.isGuarded = x.isZeroOutside = x.isFactor = true;
  x.constraints = {{linear({0, 1}, -border)}, {linear({0, -1}, rows - 1 + border)}};
  x.indices = {linear({1, 0}), linear({0, 1}, -border)};
  pad.reads = {x};
  StageSchedule conv = makeStage("Conv", {{"h", rows}}, {{"p", taps}, {"i", 8}});
  conv.reads = {readOf(0, {linear({0, 0, 1}), linear({1, dilation, 0})}),
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

  /// The variables of the loops over an axis of the last stage.
  std::vector<int> getVariables(const std::string &axis) const {
    std::vector<int> found;
    for (int variable = 0; variable < plan.variables.size(); ++variable) {
      const PlanVariable &about = plan.about[static_cast<size_t>(variable)];
      if (about.kind == PlanVariable::Loop && about.stage == kernel.size() - 1 &&
          kernel[about.stage].tree[about.axis].name == axis)
        found.push_back(variable);
    }
    return found;
  }

  /// The first iteration and the one behind the last, in each iteration over an axis outside.
  std::vector<std::pair<int64_t, int64_t>> getRuns(const std::string &axis = "h") const {
    std::vector<std::pair<int64_t, int64_t>> runs;
    std::vector<int> outside = getVariables(axis);
    for (int64_t row = 0; row < plan.variables.getExtent(outside.front()); ++row) {
      std::vector<int64_t> values(static_cast<size_t>(plan.variables.size()), 0);
      for (int variable : outside)
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

/// Taps in steps of two, of which one that is read keeps both: rows 0 to 2 meet none of the first
/// two taps, rows 7 to 9 none of the last two.
TEST(Zeros, StepsOfTaps) {
  KernelSchedule kernel = makeTaps(/*rows=*/10, /*taps=*/6, /*dilation=*/2);
  apply(kernel, Split(1, 1, 2));
  Planned steps(kernel, "p.o");
  EXPECT_EQ(steps.check(), "");
  Runs runs = {{1, 3}, {1, 3}, {1, 3}, {0, 3}, {0, 3}, {0, 3}, {0, 3}, {0, 2}, {0, 2}, {0, 2}};
  EXPECT_EQ(steps.getRuns(), runs);
}

/// A tap stays for all rows of a tile where one of them reads more than padding.
TEST(Zeros, TilesOfRows) {
  auto getRuns = [](int64_t rows, int64_t size) {
    KernelSchedule kernel = makeTaps(rows);
    auto [outer, inner] = apply(kernel, Split(1, 0, size));
    apply(kernel, Reorder(1, {outer, 1, 2, inner}));
    Planned planned(kernel, "p");
    EXPECT_EQ(planned.check(), "");
    return planned.getRuns("h.o");
  };
  EXPECT_EQ(getRuns(12, 4), (Runs{{1, 3}, {0, 3}, {0, 2}}));
  EXPECT_EQ(getRuns(10, 5), (Runs{{0, 3}, {0, 3}}));
}

/// Rows of which only a run knows how many there are: their places are known in loops, and not
/// behind the last whole tile.
TEST(Zeros, RowsOfARun) {
  KernelSchedule kernel = makeTaps();
  kernel.operands[0][1] = dynamicExtent;
  kernel[0].tree.setExtent(1, dynamicExtent);
  kernel[1].tree.setExtent(0, dynamicExtent);
  kernel[0].reads.write()[0].constraints = {{linear({0, 1}, -4)}};
  Planned rows(kernel, "p");
  EXPECT_TRUE(rows.leavesOut());
  EXPECT_EQ(rows.check(), "");
  // How many are left out may not depend on how many rows there are.
  for (int variable = 0; variable < rows.plan.variables.size(); ++variable)
    if (rows.plan.about[static_cast<size_t>(variable)].kind == PlanVariable::Extent)
      rows.loop->ends = {rows.plan.variables.get(variable)};
  EXPECT_EQ(rows.check(), "leaves out iterations of axis p that add more than zeros");
  auto [outer, inner] = apply(kernel, Split(1, 0, 4));
  apply(kernel, Reorder(1, {outer, 1, 2, inner}));
  Planned tiles(kernel, "p");
  EXPECT_TRUE(tiles.leavesOut());
  EXPECT_EQ(tiles.check(), "");
}

/// Of maps of any length some rows are tried.
TEST(Zeros, LongMaps) {
  Planned planned(makeTaps(int64_t(1) << 40), "p");
  EXPECT_TRUE(planned.leavesOut());
  EXPECT_EQ(planned.check(), "");
  planned.loop->firsts[0].constant += 1;
  EXPECT_EQ(planned.check(), "leaves out iterations of axis p that add more than zeros");
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

/// A tap that meets the first or the last row of the map is no padding.
TEST(Zeros, FaultsOfOneRow) {
  auto check = [](int64_t rows, auto change) {
    Planned planned(makeTaps(rows), "p");
    LoopVariables &variables = planned.plan.variables;
    LoopExpr row = variables.get(planned.getVariables("h").front());
    planned.loop->firsts.clear();
    planned.loop->ends.clear();
    change(*planned.loop, variables, row);
    return planned.check();
  };
  std::string fault = "leaves out iterations of axis p that add more than zeros";
  EXPECT_EQ(check(10,
                  [](auto &loop, auto &variables, auto &row) {
                    loop.firsts = {variables.divide(row * -1 + 7, 4)};
                    loop.ends = {variables.divide(row * -1 + 13, 4) + 1};
                  }),
            "");
  EXPECT_EQ(check(10, [](auto &loop, auto &variables,
                         auto &row) { loop.firsts = {variables.divide(row * -1 + 8, 4)}; }),
            fault);
  EXPECT_EQ(check(10, [](auto &loop, auto &variables,
                         auto &row) { loop.ends = {variables.divide(row * -1 + 12, 4) + 1}; }),
            fault);
  // Of many rows some are tried, the last one too.
  EXPECT_EQ(check(130, [](auto &loop, auto &variables,
                          auto &row) { loop.firsts = {variables.divide(row, 129)}; }),
            fault);
  EXPECT_EQ(check(130,
                  [](auto &loop, auto &variables, auto &row) {
                    loop.firsts = {variables.divide(row, 64) - variables.divide(row, 128) * 2};
                  }),
            fault);
}

} // namespace
