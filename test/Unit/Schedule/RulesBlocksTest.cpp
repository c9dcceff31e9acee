//===-- RulesBlocksTest.cpp - the wide choices of the rules ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of loops around the tile and of terms, and loops in another order: whatever is decided,
// plans compute their kernels.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"
#include "PlanRunner.h"

#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/DefaultSchedule.h"

#include <algorithm>

using namespace dl::schedule;

namespace {

RuleOptions makeWide() {
  RuleOptions options;
  options.isWide = true;
  return options;
}

/// Whether a choice was made of another candidate than the rules take: no blocks, the last loop.
bool isMade(const Trace &trace, const std::string &name) {
  bool isOfLoops = name.find(" innermost ") != std::string::npos;
  return std::any_of(trace.choices.begin(), trace.choices.end(), [&](const Choice &choice) {
    return choice.name == name && choice.decision != (isOfLoops ? choice.candidates.size() - 1 : 0);
  });
}

/// Whether a choice of such a name was offered, as "C k block" for " block".
bool isOffered(const Trace &trace, const std::string &end) {
  return std::any_of(trace.choices.begin(), trace.choices.end(), [&](const Choice &choice) {
    const std::string &name = choice.name;
    return name.size() >= end.size() &&
           name.compare(name.size() - end.size(), end.size(), end) == 0;
  });
}

/// R = max(C, 0) of C(i, j) = sum over k and l of A(i, k, l) * B(k, l, j), of f32.
KernelSchedule makeProduct(int64_t m, int64_t n, int64_t k, int64_t l) {
  KernelSchedule kernel = makeMatmul(m, n, k);
  kernel.operands = {{m, k, l}, {k, l, n}};
  StageSchedule c =
      makeFloats(makeStage("C", {{"i", m}, {"j", n}}, {{"k", k}, {"l", l}}), {0, 1}, {1});
  IndexExpression kTerm = linear({0, 0, 1, 0}), lTerm = linear({0, 0, 0, 1});
  c.reads = {readOperand(0, {linear({1, 0, 0, 0}), kTerm, lTerm}),
             readOperand(1, {kTerm, lTerm, linear({0, 1, 0, 0})})};
  StageSchedule r = makeFloats(makeStage("R", {{"i", m}, {"j", n}}), {0, 0, 1});
  r.reads = {readOf(0, {linear({1, 0}), linear({0, 1})})};
  r.isResult = true;
  kernel.stages = {c, r};
  return kernel;
}

/// Draws schedules, proves that they compute the kernel, and counts in how many of them each of
/// some choices was not the rules' own.
std::vector<int> countMade(const KernelSchedule &plain, const std::vector<std::string> &names,
                           bool runs = false) {
  std::vector<int> made(names.size());
  for (uint64_t seed = 0; seed < 60; ++seed) {
    KernelSchedule kernel = plain;
    ChanceDecides chance(seed);
    Trace trace = applyRules(kernel, makeWide(), chance);
    LoopPlan plan;
    auto refusal = buildLoopPlan(kernel, plan);
    EXPECT_FALSE(refusal) << "seed " << seed << ": " << refusal->reason;
    if (refusal)
      continue;
    auto fault = checkPlan(kernel, plan);
    EXPECT_FALSE(fault) << "seed " << seed << ": " << fault->reason << "\n" << kernel[0].tree.str();
    if (runs) {
      EXPECT_TRUE(PlanRunner(kernel, plan, /*extent=*/1).isRight()) << "seed " << seed << "\n"
                                                                    << kernel[0].tree.str();
    }
    for (size_t number = 0; number < names.size(); ++number)
      made[number] += isMade(trace, names[number]);
  }
  return made;
}

void expectAllMade(const KernelSchedule &kernel, const std::vector<std::string> &names,
                   bool runs = false) {
  std::vector<int> made = countMade(kernel, names, runs);
  for (size_t number = 0; number < names.size(); ++number)
    EXPECT_GE(made[number], 5) << names[number];
}

TEST(RulesBlocksTest, BlocksOfProductsComputeThem) {
  expectAllMade(makeProduct(96, 160, 24, 8),
                {"C i.o block", "C j.o block", "C k block", "C innermost block", "C innermost loop",
                 "C innermost terms"});
}

TEST(RulesBlocksTest, SmallProductsStepByStep) {
  expectAllMade(makeProduct(12, 32, 6, 2), {"C k block", "C innermost loop"}, /*runs=*/true);
}

TEST(RulesBlocksTest, BlocksThatLeaveARest) {
  expectAllMade(makeProduct(97, 173, 23, 5),
                {"C i.o block", "C j.o block", "C k block", "C innermost loop"});
}

TEST(RulesBlocksTest, BlocksOfElements) {
  expectAllMade(makeElementwise(60, 640), {"Y i block", "Y j.o block", "Y innermost block"});
}

/// Terms that are combined in their order stay so: neither in blocks nor turned.
TEST(RulesBlocksTest, OrderedTermsStayInOrder) {
  KernelSchedule kernel = makeProduct(96, 160, 24, 8);
  kernel[0].isOrdered = true;
  expectAllMade(kernel, {"C i.o block", "C innermost loop"});
  for (uint64_t seed = 0; seed < 20; ++seed) {
    KernelSchedule copy = kernel;
    ChanceDecides chance(seed);
    Trace trace = applyRules(copy, makeWide(), chance);
    EXPECT_FALSE(isOffered(trace, "C k block"));
    EXPECT_FALSE(isOffered(trace, "innermost terms"));
  }
}

/// Without being asked the rules offer nothing of this, and asked they take what they take then.
TEST(RulesBlocksTest, RulesAreAPointOfTheWideSpace) {
  for (const KernelSchedule &plain :
       {makeProduct(96, 160, 24, 8), makeProduct(97, 173, 23, 5), makeElementwise(60, 640)}) {
    RulesDecide rules;
    KernelSchedule narrow = plain, wide = plain;
    Trace few = applyRules(narrow, {}, rules), many = applyRules(wide, makeWide(), rules);
    for (int stage = 0; stage < plain.size(); ++stage)
      EXPECT_EQ(narrow[stage].tree.str(), wide[stage].tree.str());
    EXPECT_FALSE(isOffered(few, " block"));
    EXPECT_FALSE(isOffered(few, "innermost loop"));
    EXPECT_TRUE(isOffered(many, " block"));
    EXPECT_TRUE(isOffered(many, "innermost loop"));
  }
}

/// Exchanges the first two dimensions of A.
void turnRows(KernelSchedule &kernel) {
  StageRead read = kernel[0].reads[0];
  std::vector<IndexExpression> indices(read.indices.begin(), read.indices.end());
  std::swap(indices[0], indices[1]);
  kernel[0].reads = {readOperand(0, indices), kernel[0].reads[1]};
}

/// The same product, where each step of k reads A in one piece.
KernelSchedule makeSlabs(int64_t m, int64_t n, int64_t k, int64_t l) {
  KernelSchedule kernel = makeProduct(m, n, k, l);
  kernel.operands[0] = {k, m, l};
  kernel.operandLayouts[0] = OperandLayout::Fixed;
  turnRows(kernel);
  auto target = std::make_shared<Target>(*kernel.target);
  target->caches = {{"near", 8192, 8}, {"far", 65536, 4}};
  kernel.target = target;
  return kernel;
}

/// A panel of B that fills the caches is read in blocks of k, by all rows before the next one.
TEST(RulesBlocksTest, TermsInBlocksThatACacheHolds) {
  RuleOptions alone;
  alone.parallel = false;
  for (bool isWide : {false, true}) {
    alone.isWide = isWide;
    KernelSchedule kernel = makeSlabs(24, 32, 48, 8);
    RulesDecide rules;
    Trace trace = applyRules(kernel, alone, rules);
    EXPECT_TRUE(isOffered(trace, "C k terms"));
    const IterationTree &tree = kernel[0].tree;
    std::vector<AxisId> leaves = tree.getLeaves();
    auto find = [&](const char *name) {
      return std::find_if(leaves.begin(), leaves.end(),
                          [&](AxisId leaf) { return tree[leaf].name == name; }) -
             leaves.begin();
    };
    EXPECT_LT(find("k.o"), find("i.o")) << tree.str();
    EXPECT_LT(find("i.o"), find("k.i")) << tree.str();
    // The reader goes through what is there of all rows.
    EXPECT_EQ(tree.getPlacement(), Placement::At) << tree.str();
    LoopPlan plan;
    ASSERT_FALSE(buildLoopPlan(kernel, plan));
    EXPECT_FALSE(checkPlan(kernel, plan));
    EXPECT_TRUE(PlanRunner(kernel, plan, /*extent=*/1).isRight());
  }
}

/// The sizes that are offered for blocks of k, the one that the rules take marked.
std::string getTermBlocks(int64_t k, int64_t l, int64_t first, int64_t second = 65536) {
  KernelSchedule kernel = makeSlabs(24, 32, k, l);
  auto target = std::make_shared<Target>(*kernel.target);
  target->caches = {{"near", first, 8}, {"far", second, 4}};
  kernel.target = target;
  RuleOptions options = makeWide();
  options.parallel = false;
  RulesDecide rules;
  std::string text;
  for (const Choice &choice : applyRules(kernel, options, rules).choices)
    if (choice.name == "C k terms")
      for (size_t i = 0; i < choice.candidates.size(); ++i)
        text += (i == choice.decision ? " *" : " ") + std::to_string(choice.candidates[i]);
  return text;
}

/// Five eighths of the first cache hold ten steps of 512 bytes: a block of these, or of the next
/// fewer that divide the steps where they are more than a quarter of that, half of them or twice.
TEST(RulesBlocksTest, SizesOfBlocksOfTerms) {
  EXPECT_EQ(getTermBlocks(36, 8, 8192), " 0 1 4 *9 18");
  EXPECT_EQ(getTermBlocks(40, 8, 8192), " 0 1 5 *10 20");
  EXPECT_EQ(getTermBlocks(47, 8, 8192), " 0 1 5 *10 20");
  EXPECT_EQ(getTermBlocks(48, 8, 8192), " 0 1 4 *8 16");
  EXPECT_EQ(getTermBlocks(96, 3, 8192), " 0 1 12 *24 48");
  EXPECT_EQ(getTermBlocks(97, 3, 4096), " 0 1 6 *13 26");
  // Never all steps.
  EXPECT_EQ(getTermBlocks(12, 8, 8192, 16384), " 0 1 3 *6 11");
  EXPECT_EQ(getTermBlocks(13, 8, 8192, 16384), " 0 1 5 *10 12");
  // A panel is blocked from more than a quarter of the second cache on, or of four times the first.
  EXPECT_EQ(getTermBlocks(32, 8, 8192), "");
  EXPECT_EQ(getTermBlocks(34, 8, 8192), " 0 1 5 *10 20");
  EXPECT_EQ(getTermBlocks(32, 8, 8192, 65535), " 0 1 4 *8 16");
  EXPECT_EQ(getTermBlocks(32, 8, 4095), " 0 1 2 *4 8");
  // Blocks of 32 terms at least.
  EXPECT_EQ(getTermBlocks(48, 8, 4096), " 0 1 2 *4 8");
  EXPECT_EQ(getTermBlocks(48, 8, 2048), "");
}

/// Not where the panel is small, where pieces of rows would be read, or a few rows alone.
TEST(RulesBlocksTest, TermsThatStayTogether) {
  RuleOptions alone;
  alone.parallel = false;
  for (KernelSchedule kernel : {makeSlabs(36, 64, 12, 8), makeSlabs(4, 64, 48, 8)}) {
    RulesDecide rules;
    EXPECT_FALSE(isOffered(applyRules(kernel, alone, rules), " terms"));
  }
  KernelSchedule pieces = makeSlabs(36, 64, 48, 8);
  pieces.operands[0] = {36, 48, 8};
  turnRows(pieces);
  RulesDecide rules;
  EXPECT_FALSE(isOffered(applyRules(pieces, alone, rules), " terms"));
}

TEST(RulesBlocksTest, TermsInBlocksHoweverDecided) {
  expectAllMade(makeSlabs(36, 512, 48, 8), {"C k terms"});
}

/// All choices that wide rules offer for a convolution, and what they take by themselves.
TEST(RulesBlocksTest, ChoicesOfAConvolution) {
  KernelSchedule kernel = makeImages({16, 20, 20, 3, 1, 1});
  kernel.target = Target::getGeneric();
  RulesDecide rules;
  std::string text;
  for (const Choice &choice : applyRules(kernel, makeWide(), rules).choices) {
    text += choice.name + ":";
    for (size_t i = 0; i < choice.candidates.size(); ++i)
      text += (i == choice.decision ? " *" : " ") + std::to_string(choice.candidates[i]);
    text += "\n";
  }
  EXPECT_EQ(text, "C h tile: 1 2 *3 4 5 6 7 8\n"
                  "C o tile: 1 2 3 4 5 6 7 *8\n"
                  "C i tile: 1 2 3 *4 5 6 7 8\n"
                  "C blocks of operand 1: 0 *1\n"
                  "C vectors' loops outside: 0 *1\n"
                  "C h tail: *0 1 2 3\n"
                  "C w tail: *0 1 2 3\n"
                  "C h.o block: *1 2 4\n"
                  "C i.o block: *1 2\n"
                  "C innermost loop: 0 1 *2\n"
                  "C innermost terms: 0 1 *2\n"
                  "Y unrolled tile: 0 *1\n"
                  "Y h tail: *0 1 2 3\n"
                  "Y w tail: *0 1 2 3\n"
                  "Y h.o block: *1 2 4\n"
                  "Y innermost loop: 0 1 *2\n"
                  "C loops around: 0 1 2 *3\n"
                  "Y parallel iterations: 1 4 *16 64 256\n");
}

/// Blocks divide a loop, or are powers of two where few sizes do; a loop of three is none.
TEST(RulesBlocksTest, SizesOfBlocks) {
  auto getSizes = [](int64_t terms) {
    KernelSchedule kernel = makeProduct(64, 64, terms, 2);
    RulesDecide rules;
    std::vector<int64_t> sizes;
    for (const Choice &choice : applyRules(kernel, makeWide(), rules).choices)
      if (choice.name == "C k block")
        sizes = choice.candidates;
    return sizes;
  };
  using Sizes = std::vector<int64_t>;
  EXPECT_EQ(getSizes(3), Sizes());
  EXPECT_EQ(getSizes(4), (Sizes{1, 2}));
  EXPECT_EQ(getSizes(7), (Sizes{1, 2, 4}));
  EXPECT_EQ(getSizes(24), (Sizes{1, 2, 3, 4, 6, 8, 12}));
  EXPECT_EQ(getSizes(27), (Sizes{1, 2, 3, 4, 8, 9, 16}));
  EXPECT_EQ(getSizes(64), (Sizes{1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(getSizes(192), (Sizes{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64}));
}

} // namespace
