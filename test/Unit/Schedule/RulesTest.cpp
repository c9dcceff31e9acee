//===-- RulesTest.cpp - schedules by rules, decided and open --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules on plain kernels: what they choose by themselves, what they can choose, and that any
// decisions give a legal schedule.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/DefaultSchedule.h"
#include "dl/Schedule/Estimate.h"
#include "dl/Schedule/Legality.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace dl::schedule;

namespace {

/// C(i, j) = sum over k of A(i, k) * B(k, j); D = exp(C). A and B are operands.
KernelSchedule makeMatmul(int64_t rows, int64_t columns, int64_t depth) {
  KernelSchedule kernel;
  kernel.operands = {{rows, depth}, {depth, columns}};
  kernel.operandBytes = {4, 4};
  kernel.operandLayouts = {OperandLayout::Fixed, OperandLayout::Free};
  StageSchedule c = makeStage("C", {{"i", rows}, {"j", columns}}, {{"k", depth}});
  c.resultBytes = {4};
  c.formula.products = c.combination.sums = 1;
  for (int operand : {0, 1}) {
    StageRead read = operand == 0 ? readOf(-1, {linear({1, 0, 0}), linear({0, 0, 1})})
                                  : readOf(-1, {linear({0, 0, 1}), linear({0, 1, 0})});
    read.operand = operand;
    c.reads.push_back(read);
  }
  kernel.stages.push_back(c);
  StageSchedule d = makeStage("D", {{"i", rows}, {"j", columns}});
  d.resultBytes = {4};
  d.formula.functions = 1;
  d.isResult = true;
  d.reads.push_back(readOf(0, {linear({1, 0}), linear({0, 1})}));
  kernel.stages.push_back(d);
  return kernel;
}

/// Softmax: M = max over j of X, E = exp(X - M), S = sum over j of E, Y = E / S.
KernelSchedule makeSoftmax(int64_t rows, int64_t columns) {
  KernelSchedule kernel;
  kernel.operands = {{rows, columns}};
  kernel.operandBytes = {4};
  auto add = [&](const char *name, bool isReduction) -> StageSchedule & {
    kernel.stages.push_back(isReduction ? makeStage(name, {{"i", rows}}, {{"j", columns}})
                                        : makeStage(name, {{"i", rows}, {"j", columns}}));
    kernel.stages.back().resultBytes = {4};
    return kernel.stages.back();
  };
  StageRead input = readOf(-1, {linear({1, 0}), linear({0, 1})});
  input.operand = 0;
  add("M", true).reads = {input};
  StageSchedule &e = add("E", false);
  e.formula.functions = e.formula.sums = 1;
  e.reads = {input, readOf(0, {linear({1, 0})})};
  add("S", true).reads = {readOf(1, {linear({1, 0}), linear({0, 1})})};
  StageSchedule &y = add("Y", false);
  y.formula.quotients = 1;
  y.isResult = true;
  y.reads = {readOf(1, {linear({1, 0}), linear({0, 1})}), readOf(2, {linear({1, 0})})};
  return kernel;
}

std::vector<IterationTree> getTrees(const KernelSchedule &kernel) {
  std::vector<IterationTree> trees;
  for (const StageSchedule &stage : kernel.stages)
    trees.push_back(stage.tree);
  return trees;
}

std::string getText(const KernelSchedule &kernel) {
  std::string text;
  for (const StageSchedule &stage : kernel.stages)
    text += stage.name + ": " + stage.tree.str() + "\n";
  return text;
}

const Choice *findChoice(const Trace &trace, const std::string &name) {
  auto found = std::find_if(trace.choices.begin(), trace.choices.end(),
                            [&](const Choice &choice) { return choice.name == name; });
  return found == trace.choices.end() ? nullptr : &*found;
}

TEST(RulesTest, DecideOnTheirOwn) {
  KernelSchedule kernel = makeMatmul(197, 768, 768);
  RulesDecide rules;
  Trace trace = applyRules(kernel, {}, rules);
  EXPECT_EQ(getText(kernel),
            "C: axes(i=197, j=768) reduce(k=768) split(i by 6) split(j by 64) split(k by 4) "
            "order(j.o, i.o, k.o, k.i, i.i, j.i) unroll(k.i, i.i) vectorize(j.i) at(D[2])\n"
            "D: axes(i=197, j=768) split(i by 6) split(j by 64) order(j.o, i.o, i.i, j.i) "
            "parallel(j.o, i.o) vectorize(j.i)\n");
  EXPECT_EQ(kernel.getLayout(1), OperandLayout::Given);
  // Of a prime number of rows any part, with a rest: 197 = 6 * 32 + 5 where four vectors are a row.
  const Choice *rows = findChoice(trace, "C i tile");
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->getValue(), 6);
  for (int64_t size = 1; size <= 6; ++size)
    EXPECT_TRUE(std::count(rows->candidates.begin(), rows->candidates.end(), size)) << size;
}

/// A machine that masks lanes of its 16.
std::shared_ptr<const Target> makeMaskingTarget() {
  auto target = std::make_shared<Target>();
  target->vector.hasMasks = true;
  return target;
}

TEST(RulesTest, MaskRestsOfVectors) {
  // 39 columns are three vectors of 16; with tiles of two the fourth would be in vain. What
  // reads them is outside of the masked steps.
  KernelSchedule kernel = makeMatmul(197, 39, 768);
  kernel.target = makeMaskingTarget();
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  EXPECT_EQ(getText(kernel),
            "C: axes(i=197, j=39) reduce(k=768) split(i by 27) split(j by 16, mask) "
            "split(k by 4) order(i.o, j.o, k.o, k.i, i.i, j.i) unroll(k.i, i.i) vectorize(j.i) "
            "at(D[2])\n"
            "D: axes(i=197, j=39) split(i by 27) split(j by 16, mask) "
            "order(i.o, j.o, i.i, j.i) parallel(i.o) vectorize(j.i)\n");
  // One vector of less than all lanes; a rest of one step is as well peeled, and so is one
  // behind many steps.
  for (auto [columns, tail] : {std::pair<int64_t, const char *>{7, "split(j by 8, mask)"},
                               {14, "split(j by 16, mask)"},
                               {40, "split(j by 32)"},
                               {1063, "split(j by 64)"}}) {
    KernelSchedule other = makeMatmul(197, columns, 768);
    other.target = makeMaskingTarget();
    applyRules(other, {}, rules);
    EXPECT_NE(other[0].tree.str().find(tail), std::string::npos) << getText(other);
  }
  // Without masks as ever.
  KernelSchedule without = makeMatmul(197, 39, 768);
  applyRules(without, {}, rules);
  EXPECT_EQ(getText(without).find("mask"), std::string::npos);
}

/// C(o, w) = sum over i of X((o floordiv perGroup) * inputs + i, w) * W(o, i).
KernelSchedule makeGroups(int64_t groups, int64_t perGroup, int64_t inputs, int64_t width) {
  KernelSchedule kernel;
  kernel.operands = {{groups * inputs, width}, {groups * perGroup, inputs}};
  kernel.operandBytes = {4, 4};
  kernel.operandLayouts = {OperandLayout::Fixed, OperandLayout::Fixed};
  StageSchedule c = makeStage("C", {{"o", groups * perGroup}, {"w", width}}, {{"i", inputs}});
  LoopVariables axes;
  for (AxisId root : c.tree.getRoots())
    axes.add(c.tree[root].extent);
  IndexExpression channel;
  channel.kind = IndexKind::QuasiAffine;
  channel.coefficients = {1, 0, 1};
  channel.digits = axes.divide(axes.get(0), perGroup) * inputs + axes.get(2);
  c.reads = {readOf(-1, {channel, linear({0, 1, 0})}),
             readOf(-1, {linear({1, 0, 0}), linear({0, 0, 1})})};
  c.reads[0].operand = 0;
  c.reads[1].operand = 1;
  c.resultBytes = {4};
  c.formula.products = c.combination.sums = 1;
  c.isResult = true;
  kernel.stages.push_back(c);
  return kernel;
}

/// A kernel of one stage T over (i, j) that reads operand 0.
KernelSchedule makeMove(int64_t rows, int64_t columns, std::vector<int64_t> operand,
                        const std::vector<IndexExpression> &indices) {
  KernelSchedule kernel;
  kernel.operands = {std::move(operand)};
  kernel.operandBytes = {4};
  StageSchedule t = makeStage("T", {{"i", rows}, {"j", columns}});
  t.reads = {readOf(-1, indices)};
  t.reads[0].operand = 0;
  t.resultBytes = {4};
  t.isResult = true;
  kernel.stages.push_back(t);
  return kernel;
}

/// Vectors of elements that are repeated are shuffled, in steps of whole repeats.
TEST(RulesTest, RepeatedElements) {
  auto getSchedule = [](int64_t times, bool alongRows = false) {
    LoopVariables axes;
    axes.add(40);
    axes.add(24 * times);
    IndexExpression part;
    part.kind = IndexKind::QuasiAffine;
    part.coefficients = {0, 1};
    part.digits = axes.divide(axes.get(1), times);
    std::vector<int64_t> operand = {40, 24};
    std::vector<IndexExpression> indices = {linear({1, 0}), part};
    if (alongRows) {
      std::swap(operand[0], operand[1]);
      std::swap(indices[0], indices[1]);
    }
    KernelSchedule kernel = makeMove(40, 24 * times, operand, indices);
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    return getText(kernel);
  };
  EXPECT_EQ(getSchedule(2), "T: axes(i=40, j=48) vectorize(j)\n");
  EXPECT_EQ(getSchedule(3), "T: axes(i=40, j=72) vectorize(j)\n");
  // More repeats, and elements of different rows, are read one by one.
  EXPECT_EQ(getSchedule(9), "T: axes(i=40, j=216)\n");
  EXPECT_EQ(getSchedule(2, /*alongRows=*/true), "T: axes(i=40, j=48)\n");
}

TEST(RulesTest, TurnTilesOver) {
  RulesDecide rules;
  KernelSchedule turned = makeMove(40, 64, {64, 40}, {linear({0, 1}), linear({1, 0})});
  Trace trace = applyRules(turned, {}, rules);
  EXPECT_EQ(getText(turned), "T: axes(i=40, j=64) split(i by 8) split(j by 16) "
                             "order(i.o, j.o, i.i, j.i) unroll(i.i) vectorize(j.i)\n");
  ASSERT_TRUE(findChoice(trace, "T i rows"));
  EXPECT_EQ(findChoice(trace, "T i rows")->candidates, (std::vector<int64_t>{4, 8, 16}));
  // Rows that a line's elements divide are as many as these: each line is read once.
  KernelSchedule ofLines = makeMove(48, 64, {64, 48}, {linear({0, 1}), linear({1, 0})});
  applyRules(ofLines, {}, rules);
  EXPECT_EQ(getText(ofLines), "T: axes(i=48, j=64) split(i by 16) split(j by 16) "
                              "order(i.o, j.o, i.i, j.i) unroll(i.i) vectorize(j.i)\n");
  // Others find the rest of a line near: after a few steps the next rows follow.
  auto getBlocks = [&](int64_t columns) {
    KernelSchedule inParts = makeMove(40, columns, {columns, 40}, {linear({0, 1}), linear({1, 0})});
    applyRules(inParts, {}, rules);
    return getText(inParts);
  };
  EXPECT_EQ(getBlocks(2560), "T: axes(i=40, j=2560) split(i by 8) split(j by 16) split(j.o by 8) "
                             "order(j.o.o, i.o, j.o.i, i.i, j.i) parallel(j.o.o) unroll(i.i) "
                             "vectorize(j.i)\n");
  EXPECT_EQ(getBlocks(16 * 10), "T: axes(i=40, j=160) split(i by 8) split(j by 16) split(j.o by 5) "
                                "order(j.o.o, i.o, j.o.i, i.i, j.i) unroll(i.i) vectorize(j.i)\n");
  EXPECT_EQ(getBlocks(16 * 8), "T: axes(i=40, j=128) split(i by 8) split(j by 16) "
                               "order(i.o, j.o, i.i, j.i) unroll(i.i) vectorize(j.i)\n");
  // Channels of blocks lie side by side inside of a block.
  auto inBlocks = [](int64_t block) {
    LoopVariables axes;
    axes.add(40);
    axes.add(64);
    IndexExpression high, low;
    high.kind = low.kind = IndexKind::QuasiAffine;
    high.coefficients = low.coefficients = {1, 0};
    high.digits = axes.divide(axes.get(0), block);
    low.digits = axes.modulo(axes.get(0), block);
    return makeMove(40, 64, {40 / block, 64, block}, {high, linear({0, 1}), low});
  };
  for (auto [block, split] : {std::pair<int64_t, const char *>{8, "split(i by 8)"},
                              {20, "split(i by 4)"},
                              {10, "axes(i=40, j=64) vectorize(j)"}}) {
    KernelSchedule blocked = inBlocks(block);
    RuleOptions options;
    options.parallel = false;
    applyRules(blocked, options, rules);
    EXPECT_NE(getText(blocked).find(split), std::string::npos) << getText(blocked);
  }
  // What lies in the order of the result is no tile.
  KernelSchedule plain = makeMove(40, 64, {40, 64}, {linear({1, 0}), linear({0, 1})});
  applyRules(plain, {}, rules);
  EXPECT_EQ(getText(plain), "T: axes(i=40, j=64) vectorize(j)\n");
}

TEST(RulesTest, LeaveShortLoopsToOneThread) {
  // 4000 columns in vectors of 16, a store each: 250 cycles a row, on a machine that waits for no
  // memory.
  auto isParallel = [](int64_t rows, double team) {
    KernelSchedule kernel = makeMove(rows, 4000, {rows, 4000}, {linear({1, 0}), linear({0, 1})});
    auto target = std::make_shared<Target>();
    target->core.team = team;
    target->caches.front().bytes = 1 << 28;
    kernel.target = target;
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    return getText(kernel).find("parallel(i)") != std::string::npos;
  };
  EXPECT_FALSE(isParallel(40, 6000));
  EXPECT_TRUE(isParallel(60, 6000));
  EXPECT_TRUE(isParallel(40, 4000));
}

TEST(RulesTest, MaskShortRows) {
  for (auto [columns, tree] : {std::pair<int64_t, const char *>{7, "split(j by 8, mask)"},
                               {23, "split(j by 32, mask)"},
                               {24, "axes(i=40, j=24) vectorize(j)"},
                               {71, "split(j by 64)"}}) {
    KernelSchedule kernel = makeMove(40, columns, {40, columns}, {linear({1, 0}), linear({0, 1})});
    kernel.target = makeMaskingTarget();
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    EXPECT_NE(getText(kernel).find(tree), std::string::npos) << getText(kernel);
  }
}

TEST(RulesTest, ReadLongPiecesOfRows) {
  // The sum of each column: no element is used again, but lines of memory lie side by side.
  KernelSchedule kernel;
  kernel.operands = {{500, 640}};
  kernel.operandBytes = {4};
  StageSchedule s = makeStage("S", {{"j", 640}}, {{"k", 500}});
  s.reads = {readOf(-1, {linear({0, 1}), linear({1, 0})})};
  s.reads[0].operand = 0;
  s.resultBytes = {4};
  s.combination.sums = 1;
  s.isResult = true;
  kernel.stages.push_back(s);
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  EXPECT_EQ(getText(kernel), "S: axes(j=640) reduce(k=500) split(j by 256) order(j.o, k, j.i) "
                             "parallel(j.o) vectorize(j.i)\n");
}

TEST(RulesTest, TileChannelsOfAGroup) {
  // The channels of a tile read one group: their number divides that of the group's, or the groups
  // are a loop of their own, in which tiles leave a rest.
  for (auto [perGroup, split, longest] :
       {std::tuple<int64_t, const char *, int64_t>{30, "reduce(i=9) split(o by 6)", 6},
        {36, "reduce(i=9) split(o by 6)", 6},
        {46, "reduce(i=9) split(o by 46) split(o.i by 6)", 6},
        {7, "reduce(i=9) split(o by 7)", 7}}) {
    KernelSchedule kernel = makeGroups(4, perGroup, 9, 64);
    RulesDecide rules;
    Trace trace = applyRules(kernel, {}, rules);
    EXPECT_NE(kernel[0].tree.str().find(split), std::string::npos) << getText(kernel);
    const Choice *choice = findChoice(trace, "C o tile");
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->candidates.front(), 1);
    EXPECT_EQ(choice->candidates.back(), longest);
  }
}

/// P(c, h) = max over k of Z(c, h + k) of a copy Z of the operand with two more rows.
KernelSchedule makePool(int64_t channels, int64_t height) {
  KernelSchedule kernel;
  kernel.operands = {{channels, height}};
  kernel.operandBytes = {4};
  StageSchedule z = makeStage("Z", {{"c", channels}, {"h", height + 2}});
  z.resultBytes = {4};
  StageRead read = readOf(-1, {linear({1, 0}), linear({0, 1}, -1)});
  read.operand = 0;
  read.isGuarded = true;
  read.constraints = {{linear({0, 1}, -1), false}, {linear({0, -1}, height), false}};
  z.reads = {read};
  StageSchedule p = makeStage("P", {{"c", channels}, {"h", height}}, {{"k", 3}});
  p.resultBytes = {4};
  p.combination.sums = 1;
  p.reads = {readOf(0, {linear({1, 0, 0}), linear({0, 1, 1})})};
  p.isResult = true;
  kernel.stages = {z, p};
  return kernel;
}

TEST(RulesTest, CopyWhatAReductionReadsPartByPart) {
  auto getPlace = [](int64_t channels, int64_t height, bool parallel) {
    KernelSchedule kernel = makePool(channels, height);
    RuleOptions options;
    options.parallel = parallel;
    RulesDecide rules;
    applyRules(kernel, options, rules);
    EXPECT_FALSE(checkKernel(kernel));
    return kernel[0].tree.getPlacement();
  };
  EXPECT_EQ(getPlace(64, 100, false), Placement::At);
  EXPECT_EQ(getPlace(64, 100, true), Placement::At);
  // Too few channels for threads to share, a single one, and channels that no near cache holds.
  EXPECT_EQ(getPlace(4, 100, true), Placement::Root);
  EXPECT_EQ(getPlace(4, 1000, false), Placement::At);
  // What is so short is loaded before its stores are in the cache.
  EXPECT_EQ(getPlace(4, 100, false), Placement::Root);
  EXPECT_EQ(getPlace(1, 100, false), Placement::Root);
  EXPECT_EQ(getPlace(64, 1000000, false), Placement::Root);
}

TEST(RulesTest, ReachTailsOfAnySize) {
  std::set<std::string> trees;
  for (int seed = 0; seed < 400; ++seed) {
    KernelSchedule kernel = makeMatmul(197, 768, 768);
    ChanceDecides chance(seed);
    RecordDecides decider({{"C j tile", {16}, 0}, {"C i tile", {24}, 0}, {"C i tail", {0}, 0}},
                          chance);
    Trace trace = applyRules(kernel, {}, decider);
    ASSERT_TRUE(findChoice(trace, "C i tile"));
    EXPECT_EQ(findChoice(trace, "C i tile")->getValue(), 24);
    EXPECT_EQ(kernel[0].tree.str().find("split(i by 24)") == std::string::npos, false);
    trees.insert(getText(kernel));
  }
  EXPECT_GT(trees.size(), 200u);
}

/// Any decisions give a legal schedule, which the trace replays.
void exploreAll(const KernelSchedule &plain, RuleOptions options, size_t leastTrees) {
  std::set<std::string> trees;
  for (int seed = 0; seed < 300; ++seed) {
    KernelSchedule kernel = plain;
    ChanceDecides chance(seed);
    Trace trace = applyRules(kernel, options, chance);
    auto refusal = checkKernel(kernel);
    ASSERT_FALSE(refusal) << refusal->reason << "\n" << getText(kernel);
    LoopPlan loops;
    ASSERT_FALSE(buildLoopPlan(kernel, loops)) << getText(kernel);
    if (auto fault = checkPlan(kernel, loops))
      FAIL() << fault->reason << "\n" << getText(kernel);
    trees.insert(getText(kernel));

    KernelSchedule replayed = plain;
    for (const TraceStep &step : trace.steps)
      std::visit(
          [&](const auto &primitive) {
            EXPECT_FALSE(primitive.check(replayed));
            primitive.apply(replayed);
          },
          step);
    EXPECT_EQ(getTrees(replayed), getTrees(kernel));

    KernelSchedule decided = plain;
    ChanceDecides other(seed + 1000);
    RecordDecides record(trace.choices, other);
    EXPECT_EQ(applyRules(decided, options, record).choices, trace.choices);
    EXPECT_EQ(getTrees(decided), getTrees(kernel));

    std::set<std::string> names;
    for (const Choice &choice : trace.choices) {
      EXPECT_TRUE(names.insert(choice.name).second) << choice.name;
      EXPECT_TRUE(std::is_sorted(choice.candidates.begin(), choice.candidates.end()));
      EXPECT_GT(choice.candidates.size(), 1u);
    }
  }
  EXPECT_GE(trees.size(), leastTrees);
}

TEST(RulesTest, AreLegalHoweverDecided) {
  exploreAll(makeMatmul(197, 100, 50), {}, 250);
  exploreAll(makeMatmul(1, 17, 3), {}, 50);
  exploreAll(makeMatmul(dynamicExtent, 40, 8), {}, 150);
  exploreAll(makeSoftmax(12, 197), {}, 150);
  exploreAll(makeSoftmax(5, dynamicExtent), {}, 50);
}

TEST(RulesTest, KeepToTheirOptions) {
  for (int seed = 0; seed < 50; ++seed) {
    KernelSchedule kernel = makeMatmul(30, 40, 50);
    ChanceDecides chance(seed);
    applyRules(kernel, {false, false}, chance);
    std::string text = getText(kernel);
    for (const char *word : {"vectorize", "unroll", "parallel"})
      EXPECT_EQ(text.find(word), std::string::npos) << text;
  }
}

/// What is fetched element by element is kept for formulas that cost more as vectors.
TEST(RulesTest, InlineWhatIsReadInSteps) {
  auto isInlined = [](const IndexExpression &column, int64_t functions) {
    KernelSchedule kernel;
    kernel.operands = {{16, 128}};
    kernel.operandBytes = {4};
    StageSchedule p = makeStage("P", {{"i", 16}, {"j", 64}});
    StageRead read = readOf(-1, {linear({1, 0}), column});
    read.operand = 0;
    p.resultBytes = {4};
    p.reads = {read};
    StageSchedule y = makeStage("Y", {{"i", 16}, {"j", 64}});
    y.resultBytes = {4};
    y.formula.functions = functions;
    y.isResult = true;
    y.reads = {readOf(0, {linear({1, 0}), linear({0, 1})})};
    kernel.stages.push_back(p);
    kernel.stages.push_back(y);
    RulesDecide rules;
    applyRules(kernel, {}, rules);
    return kernel[0].isInlined();
  };
  IndexExpression gathered = {IndexKind::Gathered, {0, 1}};
  EXPECT_TRUE(isInlined(linear({0, 2}), 1));
  EXPECT_FALSE(isInlined(gathered, 1));
  EXPECT_TRUE(isInlined(gathered, 0));
}

TEST(RulesTest, LeaveWhatHasNoElements) {
  KernelSchedule kernel = makeMatmul(0, 40, 50);
  RulesDecide rules;
  EXPECT_TRUE(applyRules(kernel, {}, rules).steps.empty());
}

TEST(RecordDecidesTest, TakesTheNearest) {
  RulesDecide rules;
  RecordDecides record({{"a", {4, 8, 16}, 1}, {"b", {100}, 0}}, rules);
  EXPECT_EQ(record.decide({"a", {1, 8, 9}, 0}), 1u);
  EXPECT_EQ(record.decide({"a", {1, 6, 12}, 0}), 1u);
  EXPECT_EQ(record.decide({"b", {1, 6, 12}, 0}), 2u);
  EXPECT_EQ(record.decide({"c", {1, 6, 12}, 2}), 2u);
}

double getSeconds(const KernelSchedule &kernel) {
  LoopPlan plan;
  auto refusal = buildLoopPlan(kernel, plan);
  EXPECT_FALSE(refusal) << refusal->reason;
  EstimateOptions options;
  options.isRepeated = true;
  return estimate(kernel, plan, options).seconds;
}

/// The estimate decides what makes it smaller, by enough, and the same each time.
TEST(RulesTest, ChooseByEstimate) {
  auto target = std::make_shared<Target>();
  target->caches = {{"L1", 32768, 32}, {"L2", 1048576, 16}};
  int numGains = 0;
  for (auto [rows, columns, depth] :
       {std::tuple(64, 64, 64), std::tuple(7, 5, 300), std::tuple(197, 70, 33)}) {
    KernelSchedule start = makeMatmul(rows, columns, depth);
    start.target = target;
    auto choose = [&](SearchOptions search) {
      KernelSchedule kernel = start;
      std::vector<Choice> choices = applyRulesByEstimate(kernel, {}, search).choices;
      EXPECT_FALSE(checkKernel(kernel));
      return std::pair(choices, getSeconds(kernel));
    };
    KernelSchedule byRules = start;
    RulesDecide rules;
    std::vector<Choice> ruled = applyRules(byRules, {}, rules).choices;
    double seconds = getSeconds(byRules);
    EXPECT_TRUE(choose({1, 1}).first == ruled);
    EXPECT_TRUE(choose({40, 1e9}).first == ruled);
    auto chosen = choose({40, 1.05});
    EXPECT_TRUE(chosen == choose({40, 1.05}));
    if (!(chosen.first == ruled)) {
      EXPECT_LE(chosen.second * 1.05, seconds);
      ++numGains;
    }
    // More candidates are no worse.
    EXPECT_LE(choose({200, 1}).second, choose({10, 1}).second);
  }
  EXPECT_GT(numGains, 0);
  // A machine that has no estimate: the rules alone.
  KernelSchedule plain = makeMatmul(7, 5, 300);
  target->caches.clear();
  plain.target = target;
  KernelSchedule other = plain;
  RulesDecide rules;
  EXPECT_TRUE(applyRulesByEstimate(plain, {}, {40, 1}).choices ==
              applyRules(other, {}, rules).choices);
}

} // namespace
