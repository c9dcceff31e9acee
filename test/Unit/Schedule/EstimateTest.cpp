//===-- EstimateTest.cpp - what the loops of a kernel take -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes and operations of kernels that can be counted by hand, and which of two schedules
// takes longer.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Estimate.h"

#include "SmallKernel.h"

#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/DoubleBuffer.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Specialize.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/TransformLayout.h"

using namespace dl::schedule;

namespace {

/// A machine with round numbers: 1 GHz, registers of 8 floats, caches of 1 and 64 KiB.
std::shared_ptr<const Target> makeTarget() {
  auto target = std::make_shared<Target>();
  target->vector = {32, 16};
  target->core.hertz = 1e9;
  target->caches = {{"near", 1024, 8}, {"far", 65536, 4}};
  return target;
}

StageRead readOperand(int operand, std::vector<IndexExpression> indices) {
  StageRead read = readOf(-1, std::move(indices));
  read.operand = operand;
  return read;
}

StageSchedule makeFloats(StageSchedule stage, Work formula, Work combination = {}) {
  stage.computeBytes = 4;
  stage.resultBytes = {4};
  stage.formula = formula;
  stage.combination = combination;
  return stage;
}

/// Y(i, j) = X(i, j) + 1, of f32.
KernelSchedule makeElementwise(int64_t height, int64_t width) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {{height, width}};
  kernel.operandBytes = {4};
  kernel.stages = {makeFloats(makeStage("Y", {{"i", height}, {"j", width}}), {1})};
  kernel.stages[0].reads = {readOperand(0, {linear({1, 0}), linear({0, 1})})};
  kernel.stages[0].isResult = true;
  return kernel;
}

/// C(i, j) = sum over k of A(i, k) * B(k, j), of f32.
KernelSchedule makeMatmul(int64_t m, int64_t n, int64_t k) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {{m, k}, {k, n}};
  kernel.operandBytes = {4, 4};
  kernel.operandLayouts.assign(2, OperandLayout::Free);
  kernel.stages = {makeFloats(makeStage("C", {{"i", m}, {"j", n}}, {{"k", k}}), {0, 1}, {1})};
  kernel.stages[0].reads = {readOperand(0, {linear({1, 0, 0}), linear({0, 0, 1})}),
                            readOperand(1, {linear({0, 0, 1}), linear({0, 1, 0})})};
  kernel.stages[0].isResult = true;
  return kernel;
}

Estimate run(const KernelSchedule &kernel, const EstimateOptions &options = {}) {
  LoopPlan plan;
  auto refusal = buildLoopPlan(kernel, plan);
  EXPECT_FALSE(refusal) << refusal->reason;
  return estimate(kernel, plan, options);
}

template <typename Primitive> auto apply(KernelSchedule &kernel, const Primitive &primitive) {
  auto refusal = primitive.check(kernel);
  EXPECT_FALSE(refusal) << refusal->reason;
  return primitive.apply(kernel);
}

TEST(Estimate, Elementwise) {
  // What is read once and written once moves into each cache once.
  Estimate result = run(makeElementwise(64, 512));
  EXPECT_EQ(result.operations, 64 * 512);
  ASSERT_EQ(result.levels.size(), 2u);
  EXPECT_EQ(result.levels[0].name, "near");
  EXPECT_EQ(result.levels[0].bytes, 2 * 4 * 64 * 512);
  EXPECT_EQ(result.levels[1].bytes, 2 * 4 * 64 * 512);
  EXPECT_DOUBLE_EQ(result.levels[0].seconds, result.levels[0].bytes / 8 / 1e9);
  EXPECT_DOUBLE_EQ(result.levels[1].seconds, result.levels[1].bytes / 4 / 1e9);
}

TEST(Estimate, Vectorize) {
  KernelSchedule kernel = makeElementwise(64, 512);
  double byItself = run(kernel).computeSeconds;
  AxisId inner = apply(kernel, Split(0, 1, 8)).second;
  apply(kernel, Vectorize(0, inner));
  Estimate vectors = run(kernel);
  EXPECT_EQ(vectors.operations, 64 * 512);
  EXPECT_EQ(vectors.getBound(), "far");
  // Loops that the schedule leaves scalar stay scalar, along memory and across.
  EXPECT_LT(6 * vectors.computeSeconds, byItself);
  KernelSchedule columns = makeElementwise(64, 512);
  apply(columns, Reorder(0, {1, 0}));
  EXPECT_LT(3 * vectors.computeSeconds, run(columns).computeSeconds);
}

/// Columns of a row-major tensor: a line of 16 floats is fetched for each element.
TEST(Estimate, Columns) {
  KernelSchedule kernel = makeElementwise(4096, 32);
  apply(kernel, Reorder(0, {1, 0}));
  Estimate result = run(kernel);
  EXPECT_EQ(result.levels[0].bytes, 2.0 * 64 * 4096 * 32);
  EXPECT_EQ(result.levels[1].bytes, 2.0 * 64 * 4096 * 32);
  // Where a column's lines fit, the next columns find them.
  kernel = makeElementwise(256, 32);
  apply(kernel, Reorder(0, {1, 0}));
  result = run(kernel);
  EXPECT_EQ(result.levels[0].bytes, 2.0 * 64 * 256 * 32);
  EXPECT_EQ(result.levels[1].bytes, 2.0 * 4 * 256 * 32);
}

/// A stage inlined twice at one place is computed once, however often what is inlined is doubled.
TEST(Estimate, InlinedTwice) {
  KernelSchedule kernel = makeElementwise(64, 512);
  kernel[0].isResult = false;
  for (int level = 1; level <= 8; ++level) {
    StageSchedule sum =
        makeFloats(makeStage("S" + std::to_string(level), {{"i", 64}, {"j", 512}}), {1});
    for (int twice = 0; twice < 2; ++twice)
      sum.reads.push_back(readOf(level - 1, {linear({1, 0}), linear({0, 1})}));
    kernel.stages.push_back(sum);
  }
  kernel[8].isResult = true;
  for (int level = 0; level < 8; ++level)
    apply(kernel, ComputeInline(level));
  EXPECT_EQ(run(kernel).operations, 9.0 * 64 * 512);
  EXPECT_EQ(run(kernel).levels[0].bytes, 2 * 4 * 64 * 512);
}

/// Two reads of one buffer fetch what they have in common once.
TEST(Estimate, Overlap) {
  auto getBytes = [](int64_t distance) {
    KernelSchedule kernel = makeElementwise(1, 512);
    kernel.operands = {{1, 512 + distance}};
    kernel[0].reads.push_back(readOperand(0, {linear({1, 0}), linear({0, 1}, distance)}));
    return run(kernel).levels[0].bytes;
  };
  EXPECT_EQ(getBytes(0), 4 * (512 + 512));
  EXPECT_EQ(getBytes(32), 4 * (544 + 512));
  // The first read comes second.
  KernelSchedule kernel = makeElementwise(1, 512);
  kernel.operands = {{1, 544}};
  kernel[0].reads = {readOperand(0, {linear({1, 0}), linear({0, 1}, 32)}), kernel[0].reads[0]};
  EXPECT_EQ(run(kernel).levels[0].bytes, 4 * (544 + 512));
}

/// Loops run as often, and move as much, however they are written.
TEST(Estimate, SameLoops) {
  Estimate plain = run(makeElementwise(64, 512));
  auto expectSame = [&](const KernelSchedule &kernel, double tolerance) {
    Estimate result = run(kernel);
    EXPECT_EQ(result.operations, plain.operations);
    for (size_t cache : {0, 1})
      EXPECT_NEAR(result.levels[cache].bytes, plain.levels[cache].bytes,
                  tolerance * plain.levels[cache].bytes);
  };
  KernelSchedule fused = makeElementwise(64, 512);
  AxisId whole = apply(fused, Fuse(0, 0, 1));
  expectSame(fused, 0);
  // A step is two rows.
  apply(fused, Split(0, whole, 1024));
  expectSame(fused, 0);
  // A line that two parts of a row share may be fetched twice.
  for (TailPolicy tail : {TailPolicy::Peel, TailPolicy::Guard}) {
    KernelSchedule split = makeElementwise(64, 512);
    apply(split, Split(0, 1, 24, tail));
    expectSame(split, 0.02);
  }
}

TEST(Estimate, Repeated) {
  EstimateOptions options;
  options.isRepeated = true;
  // 8 KiB fit into the far cache, not into the near one.
  Estimate result = run(makeElementwise(8, 128), options);
  EXPECT_EQ(result.levels[0].bytes, 2 * 4 * 8 * 128);
  EXPECT_EQ(result.levels[1].bytes, 0);
}

TEST(Estimate, MatmulTiles) {
  KernelSchedule plain = makeMatmul(256, 272, 256);
  Estimate first = run(plain);
  EXPECT_EQ(first.operations, 2.0 * 256 * 272 * 256);
  // Each row of C reads all of B, which fits into no cache.
  EXPECT_GT(first.levels[1].bytes, 4.0 * 256 * 272 * 256);
  KernelSchedule tiled = plain;
  auto [io, ii] = apply(tiled, Split(0, 0, 4));
  auto [jo, ji] = apply(tiled, Split(0, 1, 16));
  apply(tiled, Reorder(0, {jo, io, 2, ii, ji}));
  apply(tiled, Vectorize(0, ji));
  apply(tiled, Unroll(0, ii));
  Estimate second = run(tiled);
  EXPECT_EQ(second.operations, first.operations);
  // A panel of B of 256 x 16 floats stays in the far cache while A passes: B is fetched once,
  // A for each of 17 panels.
  EXPECT_EQ(second.levels[1].bytes, 4.0 * (256 * 272 + 17 * 256 * 256 + 256 * 272));
  EXPECT_LT(second.computeSeconds * 10, first.computeSeconds);
  EXPECT_LT(second.seconds * 5, first.seconds);
}

/// Rows whose places differ by a power of two meet in few sets of a cache.
TEST(Estimate, Sets) {
  auto getFetched = [](int64_t width, int64_t ways) {
    auto target = std::make_shared<Target>(*makeTarget());
    for (Cache &cache : target->caches)
      cache.ways = ways;
    KernelSchedule kernel = makeElementwise(64, width);
    kernel.target = target;
    apply(kernel, Reorder(0, {1, 0}));
    return run(kernel).levels[1].bytes / static_cast<double>(2 * 4 * 64 * width);
  };
  // Of each tensor, a column is 64 lines of 64 bytes, which fit into 64 KiB.
  EXPECT_EQ(getFetched(272, 8), 1);
  EXPECT_EQ(getFetched(2048, 8), 16);
  // A place of memory may be in any line.
  EXPECT_EQ(getFetched(2048, 1024), 1);
}

/// A core that looks no further than it issues waits for each term.
TEST(Estimate, InOrder) {
  auto getSeconds = [](double waiting) {
    auto target = std::make_shared<Target>(*makeTarget());
    target->core.waiting = waiting;
    KernelSchedule kernel = makeMatmul(32, 32, 40);
    kernel.target = target;
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(1.5 * getSeconds(200), getSeconds(2));
}

/// Short loops become straight-line code, as unrolled ones are.
TEST(Estimate, ShortLoops) {
  auto getSeconds = [](int64_t length, bool unrolls) {
    KernelSchedule kernel = makeMatmul(32, 32, 256);
    auto [ko, ki] = apply(kernel, Split(0, 2, length));
    if (unrolls)
      apply(kernel, Unroll(0, ki));
    return run(kernel).computeSeconds;
  };
  EXPECT_NEAR(getSeconds(8, false), getSeconds(8, true), 0.01 * getSeconds(8, true));
  EXPECT_LT(getSeconds(128, true), getSeconds(128, false));
}

/// Y(i) = sum over k of X, which has terms side by side or elements of Y.
KernelSchedule makeSum(int64_t elements, int64_t terms, bool areTermsBeside) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {areTermsBeside ? std::vector{elements, terms} : std::vector{terms, elements}};
  kernel.operandBytes = {4};
  kernel.stages = {makeFloats(makeStage("Y", {{"i", elements}}, {{"k", terms}}), {}, {1})};
  IndexExpression row = linear({1, 0}), term = linear({0, 1});
  kernel.stages[0].reads = {areTermsBeside ? readOperand(0, {row, term})
                                           : readOperand(0, {term, row})};
  kernel.stages[0].isResult = true;
  return kernel;
}

/// Terms of a short vector that lie apart are fetched one by one.
TEST(Estimate, ShortVectorsOfTerms) {
  auto getSeconds = [](bool areTermsBeside) {
    KernelSchedule kernel = makeSum(512, 8, areTermsBeside);
    apply(kernel, Vectorize(0, 1));
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(getSeconds(true) * 1.5, getSeconds(false));
}

/// A long sum is made in parts, and a core is at several of them at a time; parts of products are
/// longer than it looks ahead.
TEST(Estimate, Chains) {
  auto getSeconds = [](int64_t products) {
    KernelSchedule kernel = makeSum(64, 1024, /*areTermsBeside=*/true);
    kernel[0].formula.products = products;
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(getSeconds(0) * 1.5, getSeconds(1));
}

/// Elements that are not side by side are put into vectors one by one, long vectors in memory.
TEST(Estimate, LongVectors) {
  auto getSeconds = [](int64_t rows) {
    KernelSchedule kernel = makeElementwise(1024, 40);
    auto [io, ii] = apply(kernel, Split(0, 0, rows));
    apply(kernel, Reorder(0, {io, 1, ii}));
    apply(kernel, Vectorize(0, ii));
    return run(kernel).computeSeconds;
  };
  EXPECT_NEAR(getSeconds(256), getSeconds(32), 0.02 * getSeconds(32));
  EXPECT_LT(4 * getSeconds(256), getSeconds(512));
}

/// Conditions of several axes are tested for each element, which are no vectors then; those of one
/// axis cut its loop.
TEST(Estimate, Conditions) {
  auto getSeconds = [](std::vector<int64_t> coefficients) {
    KernelSchedule kernel = makeElementwise(64, 512);
    StageRead &read = kernel[0].reads[0];
    read.isGuarded = !coefficients.empty();
    if (read.isGuarded)
      read.constraints = {{linear(coefficients, -8)}};
    AxisId inner = apply(kernel, Split(0, 1, 8)).second;
    apply(kernel, Vectorize(0, inner));
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(getSeconds({0, 1}), 1.2 * getSeconds({}));
  EXPECT_LT(6 * getSeconds({0, 1}), getSeconds({1, 1}));
}

/// A tile in which two axes move along one dimension of a read is no vector.
TEST(Estimate, Windows) {
  auto getSeconds = [](bool unrolls) {
    KernelSchedule kernel;
    kernel.target = makeTarget();
    kernel.operands = {{520}};
    kernel.operandBytes = {4};
    kernel.stages = {makeFloats(makeStage("Y", {{"i", 512}}, {{"k", 8}}), {}, {1})};
    kernel.stages[0].reads = {readOperand(0, {linear({1, 1})})};
    kernel.stages[0].isResult = true;
    auto [io, ii] = apply(kernel, Split(0, 0, 8));
    apply(kernel, Reorder(0, {io, 1, ii}));
    apply(kernel, Vectorize(0, ii));
    if (unrolls)
      apply(kernel, Unroll(0, 1));
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(2 * getSeconds(false), getSeconds(true));
}

/// More accumulators than registers are spilled at each step.
TEST(Estimate, Spills) {
  auto getSeconds = [](int64_t rows) {
    KernelSchedule kernel = makeMatmul(64, 64, 256);
    auto [io, ii] = apply(kernel, Split(0, 0, rows));
    auto [jo, ji] = apply(kernel, Split(0, 1, 16));
    apply(kernel, Reorder(0, {io, jo, 2, ii, ji}));
    apply(kernel, Vectorize(0, ji));
    apply(kernel, Unroll(0, ii));
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(getSeconds(4), getSeconds(1));
  EXPECT_LT(getSeconds(4) * 1.2, getSeconds(16));
}

/// A stage computed in a part of its own stays in the near cache.
TEST(Estimate, Parts) {
  KernelSchedule kernel = makeElementwise(256, 128);
  StageSchedule z = makeFloats(makeStage("Z", {{"i", 256}, {"j", 128}}), {1});
  z.reads = {readOf(0, {linear({1, 0}), linear({0, 1})})};
  z.isResult = true;
  kernel[0].isResult = false;
  kernel.stages.push_back(z);
  double whole = 4.0 * 256 * 128;
  EXPECT_EQ(run(kernel).levels[1].bytes, 4 * whole);
  apply(kernel, ComputeAt(0, 1, 0));
  // A row of 512 bytes is written and read again in its place.
  Estimate inRows = run(kernel);
  EXPECT_EQ(inRows.levels[1].bytes, 2 * whole + 512);
  EXPECT_EQ(inRows.operations, 2.0 * 256 * 128);
  kernel[0].tree.placeRoot();
  apply(kernel, ComputeInline(0));
  Estimate inlined = run(kernel);
  EXPECT_EQ(inlined.levels[1].bytes, 2 * whole);
  EXPECT_EQ(inlined.operations, 2.0 * 256 * 128);
}

/// Parts that are made one step ahead are made as often, in twice the room.
TEST(Estimate, DoubleBuffer) {
  KernelSchedule kernel = makeElementwise(256, 128);
  StageSchedule z = makeFloats(makeStage("Z", {{"i", 256}, {"j", 128}}), {1});
  z.reads = {readOf(0, {linear({1, 0}), linear({0, 1})})};
  z.isResult = true;
  kernel[0].isResult = false;
  kernel.stages.push_back(z);
  apply(kernel, ComputeAt(0, 1, 0));
  Estimate one = run(kernel);
  apply(kernel, DoubleBuffer(0));
  Estimate two = run(kernel);
  EXPECT_EQ(two.operations, one.operations);
  EXPECT_NEAR(two.computeSeconds, one.computeSeconds, 0.02 * one.computeSeconds);
  EXPECT_GE(two.levels[1].bytes, one.levels[1].bytes);
}

/// Y(i, j) = X(i, j) + V(i) or V(j), of f32.
KernelSchedule makeBroadcast(int64_t height, int64_t width, std::vector<int64_t> place) {
  KernelSchedule kernel = makeElementwise(height, width);
  kernel.operands.push_back({place[0] != 0 ? height : width});
  kernel.operandBytes.push_back(4);
  kernel[0].reads.push_back(readOperand(1, {linear(std::move(place))}));
  return kernel;
}

/// What is the same for all columns is loaded before their loop; a load that one operation uses is
/// part of it.
TEST(Estimate, LoadsOutsideOfLoops) {
  double elements = 64 * 512;
  // X + 1 and a store.
  EXPECT_NEAR(run(makeElementwise(64, 512)).instructions, 2 * elements, 0.1 * elements);
  EXPECT_NEAR(run(makeBroadcast(64, 512, {1, 0})).instructions, 2 * elements, 0.1 * elements);
  EXPECT_NEAR(run(makeBroadcast(64, 512, {0, 1})).instructions, 3 * elements, 0.1 * elements);
}

/// A part is computed anew in each iteration that computes it, though it lies at one place.
TEST(Estimate, LoadsOfParts) {
  auto getInstructions = [](bool isPart) {
    KernelSchedule kernel = makeBroadcast(64, 512, {1, 0});
    kernel.stages.insert(0, makeFloats(makeStage("Q", {{"i", 64}, {"j", 512}}), {1}));
    kernel[1].reads[1] = readOf(0, {linear({1, 0}), linear({0, isPart ? 1 : 0})});
    apply(kernel, ComputeAt(0, 1, isPart ? 1 : 0));
    return run(kernel).instructions;
  };
  EXPECT_LT(64 * 512, getInstructions(true) - getInstructions(false));
}

/// An inlined stage that is the same for all columns is computed before their loop.
TEST(Estimate, InlinedOutsideOfLoops) {
  auto getSeconds = [](std::vector<int64_t> place) {
    KernelSchedule kernel = makeElementwise(64, 512);
    Work function;
    function.functions = 1;
    kernel.stages.insert(0, makeFloats(makeStage("Q", {{"i", 64 + 512}}), function));
    kernel[1].reads.push_back(readOf(0, {linear(std::move(place))}));
    apply(kernel, ComputeInline(0));
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(10 * getSeconds({1, 0}), getSeconds({1, 1}));
}

/// Vectors are rows of results, whichever axis the schedule names.
TEST(Estimate, RowsOfResults) {
  auto getSeconds = [](bool isAlongTerms) {
    KernelSchedule kernel = makeMatmul(64, 64, 64);
    auto [jo, ji] = apply(kernel, Split(0, 1, 8));
    auto [ko, ki] = apply(kernel, Split(0, 2, 8));
    std::vector<AxisId> order = {0, jo, ko};
    order.insert(order.end(), {isAlongTerms ? ji : ki, isAlongTerms ? ki : ji});
    apply(kernel, Reorder(0, order));
    apply(kernel, Vectorize(0, order.back()));
    apply(kernel, Unroll(0, order[3]));
    return run(kernel).computeSeconds;
  };
  EXPECT_DOUBLE_EQ(getSeconds(true), getSeconds(false));
}

/// Rows that are shorter than a line are fetched together.
TEST(Estimate, RowsInOneLine) {
  auto getFetched = [](int64_t width) {
    KernelSchedule kernel = makeElementwise(64, 1);
    kernel.operands = {{64, width}};
    return run(kernel).levels[0].bytes - 4 * 64;
  };
  EXPECT_EQ(getFetched(4), 4 * 4 * 63 + 4);
  EXPECT_EQ(getFetched(64), 64 * 64);
}

/// Only accumulators that a loop carries have to be in registers at a time.
TEST(Estimate, CarriedAccumulators) {
  auto getInstructions = [](int64_t columns, bool carries) {
    KernelSchedule kernel = makeMatmul(64, 64, 8);
    auto [jo, ji] = apply(kernel, Split(0, 1, columns));
    auto [ko, ki] = apply(kernel, Split(0, 2, carries ? 1 : 8));
    apply(kernel, Reorder(0, {0, jo, ko, ki, ji}));
    apply(kernel, Unroll(0, ji));
    apply(kernel, Unroll(0, ki));
    return run(kernel).instructions;
  };
  // Eight results and two operands have registers, 32 have not.
  EXPECT_LT(getInstructions(8, true), 1.3 * getInstructions(8, false));
  EXPECT_LT(1.5 * getInstructions(32, false), getInstructions(32, true));
}

/// An accumulator that is stored after each term takes more stores where the caller says where it
/// lies: its vectors are in two lines.
TEST(Estimate, AccumulatorsInMemory) {
  auto getSeconds = [](bool isResult) {
    KernelSchedule kernel = makeMatmul(256, 64, 256);
    kernel[0].isResult = isResult;
    auto [jo, ji] = apply(kernel, Split(0, 1, 8));
    apply(kernel, Reorder(0, {jo, 2, 0, ji}));
    apply(kernel, Vectorize(0, ji));
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(1.1 * getSeconds(false), getSeconds(true));
}

/// Elements that overlapping windows share are loaded once where they are no vectors.
TEST(Estimate, SharedWindows) {
  auto getInstructions = [](int64_t stride) {
    KernelSchedule kernel = makeSum(1, 8, true);
    kernel.operands = {{520 * stride}};
    kernel.stages = {makeFloats(makeStage("Y", {{"i", 512}}, {{"k", 8}}), {}, {1})};
    kernel.stages[0].reads = {readOperand(0, {linear({stride, 1})})};
    kernel.stages[0].isResult = true;
    auto [io, ii] = apply(kernel, Split(0, 0, 8));
    apply(kernel, Reorder(0, {io, 1, ii}));
    return run(kernel).instructions;
  };
  EXPECT_LT(getInstructions(1) + 15 * 64, getInstructions(4));
}

/// A condition that does not change in a loop is tested before it.
TEST(Estimate, ConditionsOutsideOfLoops) {
  auto getTests = [](const std::vector<AxisId> &order) {
    KernelSchedule kernel = makeMatmul(256, 256, 256);
    apply(kernel, Reorder(0, order));
    double without = run(kernel).instructions;
    kernel[0].reads[1].isGuarded = true;
    kernel[0].reads[1].constraints = {{linear({1, 0, 1}, -8)}};
    return run(kernel).instructions - without;
  };
  EXPECT_LT(getTests({0, 2, 1}), 256 * 256 * 8);
  EXPECT_GE(getTests({1, 2, 0}), 256 * 256 * 256);
}

/// A part of one element that is the same for all columns is computed before their loop.
TEST(Estimate, SameParts) {
  auto getCycles = [](std::vector<int64_t> place) {
    KernelSchedule kernel = makeElementwise(64, 512);
    Work function;
    function.functions = 1;
    kernel.stages.insert(0, makeFloats(makeStage("Q", {{"i", 64 + 512}}), function));
    kernel[1].reads.push_back(readOf(0, {linear(std::move(place))}));
    apply(kernel, ComputeAt(0, 1, 1));
    return run(kernel).computeSeconds * 1e9;
  };
  double elements = 64 * 512;
  EXPECT_LT(getCycles({1, 0}), 3 * elements);
  EXPECT_GT(getCycles({1, 1}), Target().core.function * elements);
}

TEST(Estimate, Parallel) {
  KernelSchedule kernel = makeElementwise(64, 512);
  apply(kernel, Parallel(0, 0));
  EstimateOptions two;
  two.threads = 2;
  EXPECT_NEAR(run(kernel, two).computeSeconds * 2, run(kernel).computeSeconds, 1e-7);
  // More threads than iterations have nothing to do.
  EstimateOptions many;
  many.threads = 1000;
  EXPECT_GE(run(kernel, many).computeSeconds * 64, run(kernel).computeSeconds);
  // Nor have their caches: what is far is far for all of them, what is near is shared by as many.
  EXPECT_DOUBLE_EQ(run(kernel, many).levels[0].seconds * 64, run(kernel).levels[0].seconds);
}

/// A packed operand is read in vectors, one in steps of rows element by element.
TEST(Estimate, Packed) {
  auto getEstimate = [](bool packs) {
    KernelSchedule kernel = makeMatmul(64, 64, 64);
    // B is transposed.
    kernel[0].reads[1].indices = {linear({0, 1, 0}), linear({0, 0, 1})};
    if (packs)
      apply(kernel, TransformLayout(0, Source{-1, 1}, {{0, 8, 8}, {1, 1, 64}, {0, 1, 8}}));
    auto [io, ii] = apply(kernel, Split(0, 0, 4));
    auto [jo, ji] = apply(kernel, Split(0, 1, 8));
    apply(kernel, Reorder(0, {io, jo, 2, ii, ji}));
    apply(kernel, Vectorize(0, ji));
    apply(kernel, Unroll(0, ii));
    return run(kernel);
  };
  EXPECT_LT(getEstimate(true).computeSeconds * 1.3, getEstimate(false).computeSeconds);
  // Each matrix is fetched once from afar, in whichever order its elements lie.
  for (bool packs : {false, true})
    EXPECT_EQ(getEstimate(packs).levels[1].bytes, 3.0 * 4 * 64 * 64);
}

TEST(Estimate, UnknownExtents) {
  KernelSchedule kernel = makeElementwise(dynamicExtent, 32);
  EstimateOptions options;
  options.assumedExtent = 100;
  Estimate result = run(kernel, options);
  EXPECT_EQ(result.operations, 100 * 32);
  EXPECT_EQ(result.levels[1].bytes, 2 * 4 * 100 * 32);
  // Loops for an extent that is known stand beside those for any.
  apply(kernel, Specialize(0, 0, 16));
  EXPECT_EQ(run(kernel, options).operations, 100 * 32);
}

} // namespace
