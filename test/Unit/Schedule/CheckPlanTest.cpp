//===-- CheckPlanTest.cpp - plans that do and do not compute their kernel -===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans of random schedules are proved. Then faults are put into them one by one, and those
// that change what is computed, which running the plan tells, are found.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/CheckPlan.h"

#include "PlanRunner.h"
#include "SmallKernel.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/DoubleBuffer.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/LoopPartition.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/SetScope.h"
#include "dl/Schedule/Primitives/Split.h"

#include <algorithm>
#include <functional>
#include <random>

using namespace dl::schedule;

namespace {

/// Pad(y) reads an operand where 1 <= y <= h; Sum(y) adds three neighbours of Pad; Out reads
/// Sum, and Pad under a condition.
KernelSchedule makeStencil(int64_t height, int64_t width) {
  KernelSchedule kernel;
  int64_t padded = height == dynamicExtent ? dynamicExtent : height + 2;
  StageSchedule pad = makeStage("Pad", {{"y", padded}, {"x", width}});
  StageRead input;
  input.operand = 0;
  input.isGuarded = true;
  input.constraints = {{linear({1, 0}, -1), false}};
  input.indices = {linear({1, 0}, -1), linear({0, 1})};
  pad.reads = {input};
  StageSchedule sum = makeStage("Sum", {{"y", height}, {"x", width}}, {{"k", 3}});
  sum.reads = {readOf(0, {linear({1, 0, 1}), linear({0, 1, 0})})};
  StageSchedule out = makeStage("Out", {{"y", height}, {"x", width}});
  out.reads = {readOf(1, {linear({1, 0}), linear({0, 1})})};
  if (height != dynamicExtent) {
    StageRead shifted = readOf(0, {linear({1, 0}, -2), linear({0, 1})});
    shifted.isGuarded = true;
    shifted.constraints = {{linear({1, 0}, -2), false}};
    out.reads.push_back(shifted);
  }
  out.isResult = true;
  kernel.operands = {{height, width}};
  kernel.stages = {pad, sum, out};
  return kernel;
}

/// A random legal schedule of some steps.
class RandomSteps {
public:
  RandomSteps(KernelSchedule &kernel, std::mt19937 &random, int longest)
      : kernel(kernel), random(random), longest(longest) {}

  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

  /// Threads that compute what they need of the last but one stage together.
  void bindThreads() {
    int last = kernel.size() - 1;
    auto [outer, inner] = Split(last, 1, 3).apply(kernel);
    (void)inner;
    attempt(Bind(last, outer, Annotation::ThreadX));
    attempt(ComputeAt(last - 1, last, outer));
    attempt(SetScope(last - 1, "shared"));
  }

  void run(int count) {
    for (int i = 0; i < count; ++i)
      step();
  }

private:
  template <typename Primitive> void attempt(const Primitive &primitive) {
    if (!primitive.check(kernel))
      primitive.apply(kernel);
  }

  void step() {
    int stage = pick(0, kernel.size() - 1);
    const std::vector<AxisId> leaves = kernel[stage].tree.getLeaves();
    if (leaves.empty())
      return;
    AxisId leaf = leaves[pick(0, static_cast<int>(leaves.size()) - 1)];
    switch (pick(0, 12)) {
    case 0:
    case 1:
    case 2:
      return attempt(Split(stage, leaf, pick(2, longest), static_cast<TailPolicy>(pick(0, 3))));
    case 3:
      return attempt(Fuse(stage, leaves[0], leaves[std::min<size_t>(1, leaves.size() - 1)]));
    case 4: {
      std::vector<AxisId> order = leaves;
      std::shuffle(order.begin(), order.end(), random);
      return attempt(Reorder(stage, order));
    }
    case 5:
    case 6:
    case 7: {
      int consumer = pick(stage, kernel.size() - 1);
      const std::vector<AxisId> &axes = kernel[consumer].tree.getLeaves();
      if (axes.empty() || consumer == stage)
        return;
      return attempt(ComputeAt(stage, consumer, axes[pick(0, static_cast<int>(axes.size()) - 1)]));
    }
    case 8:
      return attempt(Parallel(stage, leaves[pick(0, leaves.size() > 1)]));
    case 9:
      return attempt(Vectorize(stage, leaves.back()));
    case 10:
      return attempt(DoubleBuffer(stage));
    case 11:
      if (pick(0, 1))
        return attempt(SetScope(stage, "shared"));
      return attempt(Bind(stage, leaf, pick(0, 1) ? Annotation::ThreadX : Annotation::BlockX));
    default:
      return attempt(LoopPartition(stage, leaf, {pick(1, longest)}));
    }
  }

  KernelSchedule &kernel;
  std::mt19937 &random;
  /// Of steps of splits.
  int longest;
};

/// A(i, k) on an operand; C = sum over k of A * B; D(i, j) reads C.
KernelSchedule makeMatmul(int64_t i, int64_t j, int64_t k) {
  KernelSchedule kernel;
  StageSchedule c = makeStage("C", {{"i", i}, {"j", j}}, {{"k", k}});
  c.reads = {readOf(0, {linear({1, 0, 0}), linear({0, 0, 1})})};
  StageSchedule d = makeStage("D", {{"i", i}, {"j", j}});
  d.reads = {readOf(1, {linear({1, 0}), linear({0, 1})})};
  d.isResult = true;
  kernel.stages = {makeStage("A", {{"i", i}, {"k", k}}), c, d};
  return kernel;
}

/// A schedule of a kernel whose extents are about as long as `longest`.
KernelSchedule makeRandom(unsigned seed, int longest) {
  std::mt19937 random(seed);
  int64_t length = longest - static_cast<int64_t>(seed % 5);
  KernelSchedule kernel = seed % 4 == 0   ? makeMatmul(length, longest, length / 2 + 1)
                          : seed % 4 == 3 ? makeStencil(dynamicExtent, longest)
                                          : makeStencil(length + 1, longest);
  RandomSteps steps(kernel, random, longest);
  if (seed % 4 == 1)
    steps.bindThreads();
  steps.run(25);
  return kernel;
}

std::string getTrees(const KernelSchedule &kernel) {
  std::string trees;
  for (const StageSchedule &stage : kernel.stages)
    trees += "\n  " + stage.name + ": " + stage.tree.str();
  return trees;
}

TEST(CheckPlan, ProvesRandomSchedules) {
  int numParts = 0, numPipelines = 0, numClamps = 0, numGuards = 0;
  std::function<void(const PlanBlock &)> count = [&](const PlanBlock &block) {
    for (const PlanNode &node : block) {
      numParts += node.kind == PlanKind::Part;
      numPipelines += node.kind == PlanKind::Pipeline;
      numClamps += node.kind == PlanKind::Clamp;
      numGuards += node.kind == PlanKind::Guard;
      for (const PlanBlock &inner : node.blocks)
        count(inner);
    }
  };
  for (unsigned seed = 0; seed < 2000; ++seed) {
    KernelSchedule kernel = makeRandom(seed, 24);
    ASSERT_FALSE(checkKernel(kernel)) << "seed " << seed;
    LoopPlan plan;
    if (auto refusal = buildLoopPlan(kernel, plan)) {
      ADD_FAILURE() << "seed " << seed << ": " << refusal->reason;
      continue;
    }
    if (auto fault = checkPlan(kernel, plan))
      ADD_FAILURE() << "seed " << seed << ": " << kernel[fault->stage].name << ": " << fault->reason
                    << getTrees(kernel);
    for (const PlanBlock &block : plan.stages)
      count(block);
  }
  // Every kind of node was among them.
  EXPECT_GT(numParts, 1000);
  EXPECT_GT(numPipelines, 50);
  EXPECT_GT(numClamps, 0);
  EXPECT_GT(numGuards, 50);
}

/// One fault of a plan: what to change, and in words.
struct SeededFault {
  std::string text;
  std::function<void()> make;
  /// Runs of one thread do not tell of it.
  bool isOfThreads = false;
};

/// All places in a plan where a fault can be put.
class Faults {
public:
  Faults(const KernelSchedule &kernel, LoopPlan &plan) : kernel(kernel), plan(plan) {
    for (PlanBlock &block : plan.stages)
      addBlock(block, false);
  }
  std::vector<SeededFault> list;

private:
  void add(std::string text, std::function<void()> make, bool isOfThreads = false) {
    list.push_back({std::move(text), std::move(make), isOfThreads});
  }

  void addBlock(PlanBlock &block, bool isAccumulating) {
    for (size_t i = 0; i < block.size(); ++i) {
      PlanNode &node = block[i];
      if (node.kind == PlanKind::Clamp)
        continue;
      add("a node that is missing", [&block, i] { block.erase(block.begin() + i); });
      if (isAccumulating && node.kind != PlanKind::Part)
        add("terms that are added twice",
            [&block, i] { block.insert(block.begin(), PlanNode(block[i])); });
      addNode(node);
      bool isInside = isAccumulating && node.kind != PlanKind::Part;
      for (PlanBlock &inner : node.blocks)
        addBlock(inner, isInside || node.kind == PlanKind::Init);
    }
  }

  void addNode(PlanNode &node) {
    bool isLoop = node.kind == PlanKind::Loop || node.kind == PlanKind::Guard ||
                  node.kind == PlanKind::Pipeline;
    if (isLoop && !node.variables.empty())
      for (int64_t more : {-1, 1})
        add("a count that is wrong by " + std::to_string(more),
            [&node, more] { node.counts[0].constant += more; });
    if (node.kind == PlanKind::Loop && node.variables.empty())
      add("a loop that repeats", [&node] { node.counts[0].constant += 1; });
    if (node.kind == PlanKind::Clamp)
      return;
    for (PlanRange &range : node.ranges) {
      if (range.isDynamic() || range.isMasked)
        continue;
      add("a place that is wrong", [&range] { range.offset.constant += 1; });
      add("a box that is short", [&range] { range.size -= 1; });
      add("a box that is long", [&range] { range.size += 1; });
      for (size_t i = 0; i < range.offset.terms.size(); ++i)
        if (range.offset.terms[i].atom.variable == -1 ||
            plan.about[range.offset.terms[i].atom.variable].kind != PlanVariable::Extent)
          add("a stride that is wrong", [&range, i] { range.offset.terms[i].coefficient += 1; });
    }
    if (node.kind == PlanKind::Part && node.hasSlot)
      add("the other buffer",
          [&node, this] { node.place = plan.variables.modulo(node.place + 1, 2); });
    if (node.kind == PlanKind::Part && kernel.isSharedByBlock(node.stage))
      for (int variable = 0; variable < plan.variables.size(); ++variable)
        if (plan.about[variable].isThread && !node.ranges.empty())
          add("threads that do not meet",
              [&node, variable] { node.ranges[0].offset.add(LoopAtom{variable}, 1); });
  }

  const KernelSchedule &kernel;
  LoopPlan &plan;
};

TEST(CheckPlan, FindsEachFault) {
  std::map<std::string, int> found;
  for (unsigned seed = 5000; seed < 5300; ++seed) {
    KernelSchedule kernel = makeRandom(seed, 9);
    LoopPlan plan;
    ASSERT_FALSE(buildLoopPlan(kernel, plan));
    auto isRight = [&](const LoopPlan &one) {
      return PlanRunner(kernel, one, 6).isRight() && PlanRunner(kernel, one, 47).isRight();
    };
    ASSERT_TRUE(isRight(plan)) << "seed " << seed << getTrees(kernel);
    std::mt19937 random(seed);
    for (int i = 0; i < 4; ++i) {
      LoopPlan broken = plan;
      Faults faults(kernel, broken);
      const SeededFault fault = faults.list[random() % faults.list.size()];
      fault.make();
      bool isHarmless = !fault.isOfThreads && isRight(broken);
      if (checkPlan(kernel, broken))
        ++found[fault.text];
      else if (!isHarmless)
        ADD_FAILURE() << "seed " << seed << ", fault " << i << ": " << fault.text
                      << getTrees(kernel);
    }
  }
  int all = 0;
  for (const auto &[text, count] : found) {
    RecordProperty(text, count);
    all += count;
  }
  EXPECT_GE(found.size(), 11u);
  EXPECT_GE(all, 800);
}

/// Of steps of any number the first ones and the last one are looked at.
TEST(CheckPlan, ProvesPipelinesOfAnyLength) {
  for (int64_t steps : {1, 2, 7, 8, 9, 10, 1 << 30}) {
    KernelSchedule kernel = makeMatmul(4 * steps + 4, 4, 4);
    auto [outer, inner] = Split(1, 0, 4).apply(kernel);
    (void)inner;
    ASSERT_FALSE(ComputeAt(0, 1, outer).check(kernel));
    ComputeAt(0, 1, outer).apply(kernel);
    ASSERT_FALSE(DoubleBuffer(0).check(kernel));
    DoubleBuffer(0).apply(kernel);
    LoopPlan plan;
    ASSERT_FALSE(buildLoopPlan(kernel, plan));
    EXPECT_FALSE(checkPlan(kernel, plan)) << steps;
    // No step may use or make the part of another one.
    for (PlanBlock &block : plan.stages[1].front().blocks)
      for (PlanNode &part : block)
        if (part.kind == PlanKind::Part) {
          LoopExpr place = part.place;
          part.place = plan.variables.modulo(place + 1, 2);
          EXPECT_TRUE(checkPlan(kernel, plan)) << steps;
          part.place = place;
        }
  }
}

/// The last stage of a stencil in tiles of 7 x 3 of 2 x 2, whose steps run together in four axes.
KernelSchedule makeParallelTiles(int64_t height, int64_t width) {
  KernelSchedule kernel = makeStencil(height, width);
  int last = kernel.size() - 1;
  auto [rows, inRows] = Split(last, 0, 7).apply(kernel);
  auto [columns, inColumns] = Split(last, 1, 3).apply(kernel);
  auto [row, inRow] = Split(last, inRows, 2).apply(kernel);
  auto [column, inColumn] = Split(last, inColumns, 2).apply(kernel);
  Reorder reorder(last, {rows, columns, row, column, inRow, inColumn});
  EXPECT_FALSE(reorder.check(kernel));
  reorder.apply(kernel);
  for (AxisId axis : {rows, columns, row, column}) {
    Parallel parallel(last, axis);
    EXPECT_FALSE(parallel.check(kernel));
    parallel.apply(kernel);
  }
  return kernel;
}

/// No node can be missing, short, or somewhere else.
void expectAllFaultsFound(const KernelSchedule &kernel, const LoopPlan &plan) {
  LoopPlan broken = plan;
  size_t numFaults = Faults(kernel, broken).list.size();
  for (size_t i = 0; i < numFaults; ++i) {
    broken = plan;
    Faults faults(kernel, broken);
    faults.list[i].make();
    EXPECT_TRUE(checkPlan(kernel, broken) || PlanRunner(kernel, broken, 6).isRight())
        << "fault " << i << ": " << faults.list[i].text << getTrees(kernel);
  }
}

TEST(CheckPlan, ProvesTailsOfParallelTiles) {
  for (int64_t height = 1; height < 24; ++height) {
    KernelSchedule kernel = makeParallelTiles(height, 11 + height % 3);
    LoopPlan plan;
    ASSERT_FALSE(buildLoopPlan(kernel, plan));
    auto fault = checkPlan(kernel, plan);
    EXPECT_FALSE(fault) << height << ": " << fault->reason;
    expectAllFaultsFound(kernel, plan);
  }
}

/// Random splits of the last stage of a stencil, in a random order, of which as many of the
/// outermost axes as can run together do.
KernelSchedule makeRandomParallel(unsigned seed) {
  std::mt19937 random(seed);
  auto draw = [&](int low, int high) {
    return low + static_cast<int>(random() % (high - low + 1));
  };
  KernelSchedule kernel = makeStencil(draw(1, 12), draw(1, 12));
  int last = kernel.size() - 1;
  for (int i = draw(1, 4); i > 0; --i) {
    const std::vector<AxisId> &leaves = kernel[last].tree.getLeaves();
    Split split(last, leaves[random() % leaves.size()], draw(2, 5),
                random() % 4 == 0 ? TailPolicy::Shift : TailPolicy::Peel);
    if (!split.check(kernel))
      split.apply(kernel);
  }
  std::vector<AxisId> order = kernel[last].tree.getLeaves();
  std::shuffle(order.begin(), order.end(), random);
  Reorder reorder(last, {order.begin(), order.end()});
  if (!reorder.check(kernel))
    reorder.apply(kernel);
  order = kernel[last].tree.getLeaves();
  order.resize(draw(1, static_cast<int>(order.size())));
  for (AxisId axis : order) {
    Parallel parallel(last, axis);
    if (parallel.check(kernel))
      break;
    parallel.apply(kernel);
  }
  return kernel;
}

TEST(CheckPlan, ProvesRandomParallelAxes) {
  int numNested = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    KernelSchedule kernel = makeRandomParallel(seed);
    LoopPlan plan;
    ASSERT_FALSE(buildLoopPlan(kernel, plan));
    auto fault = checkPlan(kernel, plan);
    EXPECT_FALSE(fault) << "seed " << seed << ": " << fault->reason << getTrees(kernel);
    numNested += plan.stages.back().size() >= 4;
    if (seed % 10 == 0)
      expectAllFaultsFound(kernel, plan);
  }
  EXPECT_GT(numNested, 100);
}

} // namespace
