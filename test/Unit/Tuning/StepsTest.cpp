//===-- StepsTest.cpp - steps of records, written and applied -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps of rules give the same schedule after they were written and read; steps of strangers give
// a legal one or an error.
//
//===----------------------------------------------------------------------===//
#include "PlainKernels.h"

#include "dl/Schedule/CheckPlan.h"
#include "dl/Schedule/Legality.h"

#include "llvm/ADT/StringSet.h"

using namespace dl::schedule;
using namespace dl::tuning;
namespace json = llvm::json;

namespace {

std::string print(const json::Array &array) {
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(json::Array(array));
  return text;
}

json::Array parse(llvm::StringRef text) { return *llvm::cantFail(json::parse(text)).getAsArray(); }

/// The text of the steps that a text is read as, or why it is none.
std::string reread(llvm::StringRef text) {
  auto steps = parseSteps(parse(text));
  return steps ? print(toJSON(*steps)) : toString(steps.takeError());
}

/// What becomes of a kernel by these steps.
std::string tryOn(KernelSchedule kernel, llvm::StringRef steps) {
  llvm::Error error = applySteps(kernel, llvm::cantFail(parseSteps(parse(steps))));
  return error ? toString(std::move(error)) : kernel[kernel.size() - 1].tree.str();
}

/// All that steps change.
std::string getText(const KernelSchedule &kernel) {
  std::string text;
  for (const StageSchedule &stage : kernel.stages)
    text += stage.name + ": " + stage.tree.str() + "\n";
  for (size_t operand = 0; operand < kernel.operands.size(); ++operand) {
    text += kernel.getLayout(static_cast<int>(operand)) == OperandLayout::Given ? "given" : "as is";
    for (int64_t extent : kernel.operands[operand])
      text += " " + std::to_string(extent);
    text += "\n";
  }
  return text;
}

/// Steps of rules, written, read and applied to the plain kernel. Adds their names.
void replay(const KernelSchedule &plain, Decider &decider, llvm::StringSet<> &names) {
  KernelSchedule kernel = plain;
  Trace trace = applyRules(kernel, {}, decider);
  std::string text = print(toJSON(trace.steps));
  EXPECT_EQ(reread(text), text);
  auto steps = parseSteps(parse(text));
  ASSERT_TRUE(static_cast<bool>(steps)) << toString(steps.takeError());
  KernelSchedule replayed = plain;
  std::string error = toString(applySteps(replayed, *steps));
  EXPECT_EQ(error, "") << text;
  EXPECT_EQ(getText(replayed), getText(kernel));
  for (int stage = 0; stage < kernel.size(); ++stage)
    EXPECT_TRUE(std::as_const(kernel)[stage].tree == std::as_const(replayed)[stage].tree) << text;
  for (const json::Value &step : toJSON(trace.steps))
    names.insert(*(*step.getAsArray())[0].getAsString());
}

std::vector<KernelSchedule> makeKernels() {
  KernelSchedule masked = makeElementwise(40, 23);
  auto target = std::make_shared<Target>();
  target->vector.hasMasks = true;
  masked.target = target;
  return {makeMatmul(64, 60, 32),
          makeMatmul(197, 100, 50),
          makeMatmul(1, 17, 3),
          makeMatmul(dynamicExtent, 40, 8),
          makeConvolution(16, 14),
          makeSoftmax(12, 197),
          makeSoftmax(5, dynamicExtent),
          makeElementwise(40, 64),
          makeSum(40, 500, true),
          makeDots(64),
          masked};
}

TEST(StepsTest, GiveTheSameSchedule) {
  llvm::StringSet<> names;
  for (const KernelSchedule &plain : makeKernels()) {
    RulesDecide rules;
    replay(plain, rules, names);
    for (int seed = 0; seed < 40; ++seed) {
      ChanceDecides chance(seed);
      replay(plain, chance, names);
    }
  }
  // All kinds of steps are among them.
  EXPECT_EQ(names.size(), 9u);
}

TEST(StepsTest, AreWritten) {
  std::vector<TraceStep> steps = {
      Split(1, 0, 16),
      Split(1, 2, int64_t(1) << 40, TailPolicy::Guard),
      Split(1, 3, 4, TailPolicy::Shift),
      Split(1, 4, 5, TailPolicy::Mask),
      Reorder(0, {2, 0, 1}),
      Reorder(0, {}),
      Vectorize(2, 3),
      Unroll(2, 4),
      Parallel(2, 0),
      Bind(2, 1, Annotation::VThread),
      CacheRead(2, Source{-1, 1}),
      CacheRead(2, Source{0, -1}),
      CacheWrite(2),
      SetScope(0, "local"),
      ComputeAt(0, 2, 1),
      ComputeInline(1),
      LoopPartition(1, 2, {1, 27}),
      Tensorize(0, 3, "dot \"4\""),
      TransformLayout(0, Source{-1, 1}, {{0, 8, 8}, {1, 1, 64}, {0, 1, 8}}),
      TransformLayout(1, Source{0, -1}, {{1, 1, 64}, {0, 1, 8}})};
  std::string text =
      "[[\"split\",1,0,16,\"peel\"],[\"split\",1,2,1099511627776,\"guard\"],"
      "[\"split\",1,3,4,\"shift\"],[\"split\",1,4,5,\"mask\"],[\"reorder\",0,[2,0,1]],"
      "[\"reorder\",0,[]],[\"vectorize\",2,3],[\"unroll\",2,4],[\"parallel\",2,0],"
      "[\"bind\",2,1,\"vthread\"],[\"cache_read\",2,\"operand\",1],"
      "[\"cache_read\",2,\"stage\",0],[\"cache_write\",2],[\"set_scope\",0,\"local\"],"
      "[\"compute_at\",0,2,1],[\"compute_inline\",1],[\"loop_partition\",1,2,[1,27]],"
      "[\"tensorize\",0,3,\"dot \\\"4\\\"\"],"
      "[\"transform_layout\",0,\"operand\",1,[[0,8,8],[1,1,64],[0,1,8]]],"
      "[\"transform_layout\",1,\"stage\",0,[[1,1,64],[0,1,8]]]]";
  EXPECT_EQ(print(toJSON(steps)), text);
  EXPECT_EQ(reread(text), text);
  EXPECT_EQ(reread("[]"), "[]");
  // A name is one of bytes, a text one of characters.
  EXPECT_EQ(print(toJSON({Tensorize(0, 3, "a\xff")})), "[[\"tensorize\",0,3,\"a\xef\xbf\xbd\"]]");
}

TEST(StepsTest, AreReadWithCare) {
  const char *names =
      "expected an array that begins with split, reorder, vectorize, unroll, "
      "loop_partition, parallel, bind, cache_read, cache_write, set_scope, compute_at, "
      "compute_inline, tensorize or transform_layout, got ";
  auto begins = [&](llvm::StringRef text, llvm::StringRef got) {
    EXPECT_EQ(reread(text), ("step 1: " + llvm::Twine(names) + got).str());
  };
  begins("[1]", "1");
  begins("[[]]", "[]");
  begins("[[7]]", "[7]");
  begins("[{\"split\": 1}]", "{\"split\":1}");
  begins("[[\"fuse\", 0, 1]]", "[\"fuse\",0,1]");
  EXPECT_EQ(reread("[[\"parallel\",0,0],[\"parallel\",0]]"),
            "step 2: expected [\"parallel\", stage, axis], got [\"parallel\",0]");
  auto refuse = [&](llvm::StringRef form, std::initializer_list<llvm::StringRef> texts) {
    for (llvm::StringRef text : texts)
      EXPECT_EQ(reread(("[" + text + "]").str()),
                ("step 1: expected " + form + ", got " + text).str());
  };
  refuse("[\"split\", stage, axis, factor, \"peel\" or \"guard\" or \"shift\" or \"mask\"]",
         {"[\"split\"]", "[\"split\",0,0,4]", "[\"split\",0,0,4,\"pad\"]", "[\"split\",0,0,4,1]",
          "[\"split\",0,0,\"4\",\"peel\"]", "[\"split\",0,0,4.5,\"peel\"]",
          "[\"split\",-1,0,4,\"peel\"]", "[\"split\",0,2147483648,4,\"peel\"]",
          "[\"split\",0,0,4,\"peel\",1]"});
  refuse("[\"reorder\", stage, [axis, ...]]",
         {"[\"reorder\",0]", "[\"reorder\",0,1]", "[\"reorder\",0,[\"i\"]]", "[\"reorder\",0,[-1]]",
          "[\"reorder\",0,[0],1]"});
  refuse("[\"vectorize\", stage, axis]", {"[\"vectorize\",0,null]", "[\"vectorize\",0,0,0]"});
  refuse("[\"unroll\", stage, axis]", {"[\"unroll\",0,true]"});
  refuse("[\"bind\", stage, axis, \"vthread\" or another index]",
         {"[\"bind\",0,0]", "[\"bind\",0,0,\"thread\"]"});
  refuse("[\"cache_read\", stage, \"operand\" or \"stage\", number]",
         {"[\"cache_read\",0]", "[\"cache_read\",0,\"axis\",0]"});
  refuse("[\"cache_write\", stage]", {"[\"cache_write\"]", "[\"cache_write\",0,0]"});
  refuse("[\"set_scope\", stage, \"scope\"]", {"[\"set_scope\",0,0]"});
  refuse("[\"compute_at\", stage, consumer, axis]", {"[\"compute_at\",0,1]"});
  refuse("[\"loop_partition\", stage, axis, [cut, ...]]",
         {"[\"loop_partition\",0,0]", "[\"loop_partition\",0,0,1]",
          "[\"loop_partition\",0,0,[\"i\"]]"});
  refuse("[\"compute_inline\", stage]", {"[\"compute_inline\"]", "[\"compute_inline\",0,0]"});
  refuse("[\"tensorize\", stage, axis, \"intrinsic\"]", {"[\"tensorize\",0,0,1]"});
  refuse("[\"transform_layout\", stage, \"operand\" or \"stage\", number, [[dim, stride, extent], "
         "...]]",
         {"[\"transform_layout\",0,\"axis\",0,[]]", "[\"transform_layout\",0,\"stage\",-1,[]]",
          "[\"transform_layout\",0,\"stage\",0,[1]]", "[\"transform_layout\",0,\"stage\",0,[[1]]]",
          "[\"transform_layout\",0,\"stage\",0,[[1,2]]]",
          "[\"transform_layout\",0,\"stage\",0,[[1,2,3,4]]]",
          "[\"transform_layout\",0,\"stage\",0,[[-1,1,1]]]"});
}

TEST(StepsTest, HaveLimits) {
  json::Array axes, many, steps;
  for (int axis = 0; axis < 64; ++axis)
    axes.push_back(axis);
  many.push_back(json::Array{"reorder", 0, std::move(axes)});
  EXPECT_EQ(toString(parseSteps(many).takeError()), "step 1: expected at most 64 numbers, got 65");
  json::Array fewer, whole;
  for (int axis = 0; axis < 63; ++axis)
    fewer.push_back(axis);
  whole.push_back(json::Array{"reorder", 0, std::move(fewer)});
  EXPECT_EQ(llvm::cantFail(parseSteps(whole)).size(), 1u);
  for (int step = 0; step < 10000; ++step)
    steps.push_back(json::Array{"compute_inline", 0});
  EXPECT_EQ(llvm::cantFail(parseSteps(steps)).size(), 10000u);
  steps.push_back(json::Array{"compute_inline", 0});
  EXPECT_EQ(toString(parseSteps(steps).takeError()), "expected at most 10000 steps, got 10001");
  // What is not as expected may be long.
  std::string longText = "[\"" + std::string(71, 'x') + "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\"]";
  std::string text = reread("[" + longText + "]");
  EXPECT_TRUE(llvm::StringRef(text).ends_with("got [\"" + std::string(71, 'x') +
                                              "\xc3\xa4\xc3\xa4\xc3\xa4..."));
}

TEST(StepsTest, TellWhyTheyAreRefused) {
  KernelSchedule kernel = makeMatmul(64, 60, 32);
  EXPECT_EQ(tryOn(kernel, "[[\"split\",0,0,16,\"peel\"],[\"reorder\",0,[2,4]]]"),
            "axes(i=64, j=60) reduce(k=32) split(i by 16) order(i.o, k, j, i.i)");
  EXPECT_EQ(tryOn(kernel, "[[\"split\",0,0,16,\"peel\"],[\"split\",0,0,16,\"peel\"]]"),
            "step 2 (split 0 0 16 peel): axis i of stage \"C\" was already split by 16 into i.o "
            "and i.i; use its parts");
  EXPECT_EQ(tryOn(kernel, "[[\"split\",0,0,0,\"guard\"]]"),
            "step 1 (split 0 0 0 guard): axis i of stage \"C\" cannot be split by 0: the factor "
            "must be at least 1; use a factor between 1 and the extent 64");
  EXPECT_EQ(tryOn(kernel, "[[\"split\",0,0,1099511627777,\"peel\"]]"),
            "step 1 (split 0 0 1099511627777 peel): expected a factor of at most 2^40, got "
            "1099511627777");
  EXPECT_EQ(tryOn(kernel, "[[\"tensorize\",0,2,\"dot\"]]"),
            "step 1 (tensorize 0 2 dot): there is no intrinsic @dot of the formula of stage \"C\"; "
            "use an intrinsic of this formula");
  EXPECT_EQ(tryOn(kernel, "[[\"compute_inline\",0]]"),
            "step 1 (compute_inline 0): stage \"C\" is a result of the kernel and is stored whole; "
            "use compute_inline on stages that only formulas read");
  // Each step is legal, both together are not.
  EXPECT_EQ(
      tryOn(makeMatmul(dynamicExtent, 40, 8),
            "[[\"split\",0,1,1099511627776,\"mask\"],[\"split\",0,0,1099511627776,\"peel\"]]"),
      "after 2 steps: axis j of stage \"C\" cannot be split by 1099511627776: the loops of stage "
      "\"C\" would have 1099511627776 x 1 x 1099511627776 points, and 2^61 can be counted; use "
      "smaller factors, or split the work into several kernels");
  std::string copies = "[\"cache_read\",0,\"operand\",0]";
  for (int copy = 1; copy < 256; ++copy)
    copies +=
        ",[\"cache_read\"," + std::to_string(copy) + ",\"stage\"," + std::to_string(copy - 1) + "]";
  EXPECT_EQ(tryOn(kernel, "[" + copies + "]"),
            "step 256 (cache_read 255 stage 254): expected at most 256 stages, got 257");
  EXPECT_EQ(tryOn(KernelSchedule(), "[[\"compute_inline\",0]]"),
            "step 1 (compute_inline 0): requires a stage, and there is none");
}

TEST(StepsTest, NameWhatTheKernelHas) {
  KernelSchedule kernel = makeConvolution(16, 14);
  const char *stages = "expected a stage between 0 and 2, got ";
  const char *axes = "expected an axis of stage \"C\" between 0 and 5, got ";
  auto refuse = [&](const char *words, const char *json, const llvm::Twine &why) {
    EXPECT_EQ(tryOn(kernel, (llvm::Twine("[") + json + "]").str()),
              ("step 1 (" + llvm::Twine(words) + "): " + why).str());
  };
  refuse("split 3 0 4 peel", "[\"split\",3,0,4,\"peel\"]", llvm::Twine(stages) + "3");
  refuse("split 1 6 4 peel", "[\"split\",1,6,4,\"peel\"]", llvm::Twine(axes) + "6");
  refuse("vectorize 3 0", "[\"vectorize\",3,0]", llvm::Twine(stages) + "3");
  refuse("unroll 1 2147483647", "[\"unroll\",1,2147483647]", llvm::Twine(axes) + "2147483647");
  refuse("parallel 1 6", "[\"parallel\",1,6]", llvm::Twine(axes) + "6");
  refuse("tensorize 7 0 dot", "[\"tensorize\",7,0,\"dot\"]", llvm::Twine(stages) + "7");
  refuse("reorder 3 []", "[\"reorder\",3,[]]", llvm::Twine(stages) + "3");
  refuse("reorder 1 [0,6]", "[\"reorder\",1,[0,6]]", llvm::Twine(axes) + "6");
  refuse("bind 1 6 vthread", "[\"bind\",1,6,\"vthread\"]", llvm::Twine(axes) + "6");
  refuse("cache_read 3 operand 0", "[\"cache_read\",3,\"operand\",0]", llvm::Twine(stages) + "3");
  refuse("cache_read 1 operand 2", "[\"cache_read\",1,\"operand\",2]",
         "expected an operand between 0 and 1, got 2");
  refuse("cache_write 3", "[\"cache_write\",3]", llvm::Twine(stages) + "3");
  refuse("set_scope 3 local", "[\"set_scope\",3,\"local\"]", llvm::Twine(stages) + "3");
  refuse("compute_inline 3", "[\"compute_inline\",3]", llvm::Twine(stages) + "3");
  refuse("compute_at 3 2 0", "[\"compute_at\",3,2,0]", llvm::Twine(stages) + "3");
  refuse("compute_at 0 3 0", "[\"compute_at\",0,3,0]", llvm::Twine(stages) + "3");
  refuse("compute_at 0 1 6", "[\"compute_at\",0,1,6]", llvm::Twine(axes) + "6");
  refuse("transform_layout 3 operand 0 []", "[\"transform_layout\",3,\"operand\",0,[]]",
         llvm::Twine(stages) + "3");
  refuse("transform_layout 1 stage 3 []", "[\"transform_layout\",1,\"stage\",3,[]]",
         llvm::Twine(stages) + "3");
  refuse("transform_layout 1 operand 2 []", "[\"transform_layout\",1,\"operand\",2,[]]",
         "expected an operand between 0 and 1, got 2");
  // What was not read from a text may be below zero.
  EXPECT_EQ(toString(applySteps(kernel, {Unroll(-1, 0)})),
            "step 1 (unroll -1 0): expected a stage between 0 and 2, got -1");
  EXPECT_EQ(toString(applySteps(kernel, {TransformLayout(1, Source{-1, -1}, {})})),
            "step 1 (transform_layout 1 operand -1 []): expected an operand between 0 and 1, got "
            "-1");
}

/// A layout that is none would have code read other elements, or beyond the end.
TEST(StepsTest, NameWholeLayouts) {
  KernelSchedule kernel = makeMatmul(64, 60, 32);
  auto transform = [&](const std::string &digits) {
    return tryOn(kernel, "[[\"transform_layout\",0,\"operand\",1," + digits + "]]");
  };
  auto refuse = [&](const std::string &digits, const llvm::Twine &why) {
    EXPECT_EQ(transform(digits),
              ("step 1 (transform_layout 0 operand 1 " + digits + "): " + why).str());
  };
  const char *plain = "axes(i=64, j=60) reduce(k=32)";
  for (const char *whole :
       {"[[0,1,32],[1,1,60]]", "[[1,1,60],[0,1,32]]", "[[1,16,4],[0,1,32],[1,1,16]]",
        "[[0,16,2],[0,4,4],[1,1,60],[0,1,4]]", "[[0,64,1],[1,1,60],[0,1,64]]"})
    EXPECT_EQ(transform(whole), plain);
  const char *ofRows = "expected digits that together are an index of dimension 0 of extent 32, "
                       "got ";
  const char *ofColumns = "expected digits that together are an index of dimension 1 of extent 60, "
                          "got ";
  refuse("[]", llvm::Twine(ofRows) + "none");
  refuse("[[0,1,32]]", llvm::Twine(ofColumns) + "none");
  refuse("[[0,1,31],[1,1,60]]", llvm::Twine(ofRows) + "31 in steps of 1");
  refuse("[[0,1,33],[1,1,60]]", llvm::Twine(ofRows) + "33 in steps of 1");
  refuse("[[0,2,16],[1,1,60]]", llvm::Twine(ofRows) + "16 in steps of 2");
  refuse("[[0,1,32],[1,16,3],[1,1,16]]",
         llvm::Twine(ofColumns) + "16 in steps of 1, 3 in steps of 16");
  refuse("[[0,1,32],[1,16,4],[1,1,8]]",
         llvm::Twine(ofColumns) + "8 in steps of 1, 4 in steps of 16");
  refuse("[[0,1,32],[1,1,60],[1,1,1]]",
         llvm::Twine(ofColumns) + "60 in steps of 1, 1 in steps of 1");
  refuse("[[0,1,32],[1,1,1],[1,1,60]]",
         llvm::Twine(ofColumns) + "1 in steps of 1, 60 in steps of 1");
  refuse("[[0,0,32],[1,1,60]]", llvm::Twine(ofRows) + "32 in steps of 0");
  refuse("[[0,1,-32],[1,1,60]]", llvm::Twine(ofRows) + "-32 in steps of 1");
  refuse("[[0,-9223372036854775808,1],[0,1,-9223372036854775808],[1,1,60]]",
         llvm::Twine(ofRows) + "1 in steps of -9223372036854775808, -9223372036854775808 in steps "
                               "of 1");
  refuse("[[0,1,32],[2,1,60]]",
         "expected a dimension of operand 1 of the kernel between 0 and 1, got 2");
  // Each digit is one, and all together hold more than there is memory.
  refuse("[[0,1099511627776,1],[0,1,1099511627776],[1,1099511627776,1],[1,1,1099511627776]]",
         "expected a layout of at most 2^40 elements, got more");
  refuse("[[0,1099511627777,1],[0,1,1099511627777],[1,1,60]]",
         llvm::Twine(ofRows) + "1099511627777 in steps of 1, 1 in steps of 1099511627777");
  kernel.operands[1] = {1 << 20, 1 << 20};
  EXPECT_EQ(transform("[[1,1,1048576],[0,1,1048576]]"), plain);
  kernel.operands[1] = {1 << 20, (1 << 20) + 1};
  refuse("[[1,1,1048577],[0,1,1048576]]", "expected a layout of at most 2^40 elements, got more");
  kernel.operands[1] = {dynamicExtent, 60};
  refuse("[[7,0,0]]", "operand 1 of the kernel has extents known only at run time, and only values "
                      "of static shape can be packed; pack a value of constant extents");
  // Of nothing each place is named, too.
  kernel = makeMatmul(64, 60, 0);
  EXPECT_EQ(transform("[[0,4,0],[0,1,4],[1,1,60]]"), "axes(i=64, j=60) reduce(k=0)");
}

TEST(StepsTest, PackStages) {
  KernelSchedule softmax = makeSoftmax(12, 197);
  EXPECT_EQ(tryOn(softmax, "[[\"transform_layout\",2,\"stage\",1,[[1,1,197],[0,1,12]]]]"),
            "axes(i=12, j=197)");
  EXPECT_EQ(tryOn(softmax, "[[\"transform_layout\",2,\"stage\",1,[[1,1,197],[0,1,13]]]]"),
            "step 1 (transform_layout 2 stage 1 [[1,1,197],[0,1,13]]): expected digits that "
            "together are an index of dimension 0 of extent 12, got 13 in steps of 1");
  // Conditions and data follow the axes to their new places.
  const char *steps = "[[\"transform_layout\",1,\"stage\",0,[[0,1,16],[2,1,16],[1,1,16]]]]";
  KernelSchedule convolution = makeConvolution(16, 14);
  convolution[0].reads.write()[0].indices.write()[0].dataAxes = {true, true, false};
  EXPECT_EQ(tryOn(convolution, steps), "axes(o=16, y=14, x=14)");
  llvm::cantFail(applySteps(convolution, llvm::cantFail(parseSteps(parse(steps)))));
  const StageRead &read = convolution[0].reads[0];
  EXPECT_EQ(read.indices[0].dataAxes, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(read.indices[1].coefficients, (std::vector<int64_t>{0, 0, 1}));
  EXPECT_EQ(read.constraints[0].form.coefficients, (std::vector<int64_t>{0, 0, 1}));
  EXPECT_EQ(read.constraints[3].form.coefficients, (std::vector<int64_t>{0, -1, 0}));
  // In blocks: y is 4 * y0 + y1.
  KernelSchedule blocks = makeConvolution(16, 14);
  const char *inBlocks =
      "[[\"transform_layout\",1,\"stage\",0,[[0,1,16],[1,4,4],[2,1,16],[1,1,4]]],"
      "[\"compute_inline\",0]]";
  llvm::cantFail(applySteps(blocks, llvm::cantFail(parseSteps(parse(inBlocks)))));
  EXPECT_EQ(blocks[0].reads[0].constraints[1].form.coefficients,
            (std::vector<int64_t>{0, -4, 0, -1}));
}

TEST(StepsTest, LeaveStagesFewAxes) {
  KernelSchedule kernel = makeElementwise(64, 64);
  std::vector<TraceStep> steps;
  for (int axis = 0; axis < 256; axis += 2)
    steps.push_back(Split(0, axis, 1));
  EXPECT_EQ(toString(applySteps(kernel, steps)),
            "step 128 (split 0 254 1 peel): expected at most 256 axes of stage \"Y\", got 258");
}

} // namespace
