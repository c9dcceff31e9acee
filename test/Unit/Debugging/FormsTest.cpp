//===-- FormsTest.cpp - the forms of a program on its way down ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Forms.h"
#include "SmallGraph.h"

using namespace dl;
using namespace dl::debugging;

namespace {

class FormsTest : public SmallGraph {
protected:
  Forms create(std::vector<ListedPass> passes) {
    auto module = parse(smallGraph);
    auto expected = interpretModule(*module, inputs);
    EXPECT_TRUE(bool(expected));
    CodeOptions options;
    options.compile.level = 0;
    return Forms::create(*module, std::move(passes), inputs, expected->outputs, 1e-5, options);
  }
  std::vector<ListedPass> list(std::initializer_list<const char *> kinds) {
    std::vector<ListedPass> passes;
    for (const char *kind : kinds)
      passes.push_back(plant(kind));
    return passes;
  }
  using Interval = std::pair<size_t, size_t>;
};

TEST_F(FormsTest, OneForEachPass) {
  Forms forms = create(list({"none", "sigmoid", "none"}));
  EXPECT_EQ(forms.size(), 4u);
  EXPECT_EQ(forms.getFailure(), "");
  EXPECT_EQ(forms.getLastInterpreted(), 3u);
  EXPECT_EQ(forms.judge(1).kind, Verdict::Right);
  EXPECT_EQ(forms.judge(1).executedBy, "graph interpreter");
  EXPECT_EQ(forms.judge(1).reason, "");
  EXPECT_EQ(forms.judge(2).kind, Verdict::Wrong);
  EXPECT_EQ(forms.judge(2).reason.find("output 0: at element "), 0u) << forms.judge(2).reason;
  EXPECT_EQ(&forms.judge(2), &forms.judge(2));
  EXPECT_EQ(forms.bisect(0, 3), (Interval{1, 2}));
}

TEST_F(FormsTest, UpToThePassThatFails) {
  Forms forms = create(list({"none", "failure", "none"}));
  EXPECT_EQ(forms.size(), 2u);
  EXPECT_EQ(forms.getFailure(), "it is planted");
}

TEST_F(FormsTest, IntervalsGoAroundWhatCannotBeExecuted) {
  Forms between = create(list({"none", "hide", "sigmoid", "show", "none"}));
  EXPECT_EQ(between.judge(2).kind, Verdict::Unknown);
  EXPECT_EQ(between.judge(2).executedBy, "te interpreter");
  EXPECT_NE(between.judge(2).reason, "");
  EXPECT_EQ(between.bisect(0, 5), (Interval{1, 4}));
  Forms all = create(list({"hide", "sigmoid", "show"}));
  EXPECT_EQ(all.bisect(0, 3), (Interval{0, 3}));
  // On one side of the middle alone.
  EXPECT_EQ(create(list({"none", "sigmoid", "hide", "none", "none", "show"})).bisect(0, 6),
            (Interval{1, 2}));
  EXPECT_EQ(create(list({"hide", "none", "none", "show", "sigmoid", "none"})).bisect(0, 6),
            (Interval{4, 5}));
  // Everywhere in a long list.
  for (size_t at = 0; at < 7; ++at) {
    std::vector<ListedPass> passes(7, plant("none"));
    passes[at] = plant("sigmoid");
    EXPECT_EQ(create(passes).bisect(0, 7), (Interval{at, at + 1}));
  }
}

TEST_F(FormsTest, LoopsAreJudgedByCode) {
  Forms forms = create(getPasses());
  size_t last = forms.getLastInterpreted();
  ASSERT_LT(last + 1, forms.size());
  EXPECT_EQ(forms.getPasses()[last].name, "schedule-apply");
  EXPECT_EQ(forms.judge(last).kind, Verdict::Right);
  EXPECT_EQ(forms.judge(last).executedBy, "te interpreter");
  EXPECT_TRUE(forms.judge(last).lowering.empty());
  const Verdict &loops = forms.judge(last + 1);
  EXPECT_EQ(loops.kind, Verdict::Right) << loops.reason;
  EXPECT_EQ(loops.executedBy, "compiled code");
  // Plain lowering is enough.
  EXPECT_FALSE(loops.lowering.empty());
  for (const ListedPass &pass : loops.lowering)
    EXPECT_TRUE(isNeededPass(pass.name)) << pass.name;
  ModelRun run;
  EXPECT_EQ(forms.judgeCode(&run).kind, Verdict::Right);
  EXPECT_EQ(run.outputs.size(), 2u);
  EXPECT_TRUE(forms.areLaterPassesRight());
}

TEST_F(FormsTest, FaultsInCode) {
  // A later pass is wrong: also for loops that no schedule shaped.
  Forms wrong = create(getPasses("convert-func-to-llvm", "llvm-sum"));
  EXPECT_EQ(wrong.judgeCode().kind, Verdict::Wrong);
  EXPECT_EQ(wrong.judgeCode().reason.find("output "), 0u);
  Forms trap = create(getPasses("convert-func-to-llvm", "trap"));
  Verdict verdict = trap.judgeCode();
  EXPECT_EQ(verdict.kind, Verdict::Wrong);
  EXPECT_EQ(verdict.reason.find("ended by "), 0u) << verdict.reason;
  EXPECT_EQ(verdict.executedBy, "compiled code");
  // No code at all.
  Forms none = create({});
  verdict = none.judgeCode();
  EXPECT_EQ(verdict.kind, Verdict::Unknown);
  EXPECT_EQ(verdict.reason.find("expected a module of the llvm dialect"), 0u) << verdict.reason;
}

TEST(NeededPasses, AreThoseWithoutWhichThereIsNoCode) {
  EXPECT_TRUE(isNeededPass("dl-bufferize"));
  EXPECT_TRUE(isNeededPass("schedule-apply"));
  EXPECT_FALSE(isNeededPass("dl-prefetch-operands"));
  EXPECT_FALSE(isNeededPass(""));
}

} // namespace
