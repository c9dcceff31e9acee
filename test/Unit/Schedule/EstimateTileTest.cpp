//===-- EstimateTileTest.cpp - instructions of innermost code ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which of two schedules takes more instructions, or waits longer for them.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

namespace {

TEST(EstimateTile, Vectorize) {
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

/// A stage inlined twice at one place is computed once, however often what is inlined is doubled.
TEST(EstimateTile, InlinedTwice) {
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

TEST(EstimateTile, MatmulTiles) {
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

/// A core that looks no further than it issues waits for each term.
TEST(EstimateTile, InOrder) {
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
TEST(EstimateTile, ShortLoops) {
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

/// Terms of a short vector that lie apart are fetched one by one.
TEST(EstimateTile, ShortVectorsOfTerms) {
  auto getSeconds = [](bool areTermsBeside) {
    KernelSchedule kernel = makeSum(512, 8, areTermsBeside);
    apply(kernel, Vectorize(0, 1));
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(getSeconds(true) * 1.5, getSeconds(false));
}

/// A long sum is made in parts, and a core is at several of them at a time; parts of products are
/// longer than it looks ahead.
TEST(EstimateTile, Chains) {
  auto getSeconds = [](int64_t products) {
    KernelSchedule kernel = makeSum(64, 1024, /*areTermsBeside=*/true);
    kernel[0].formula.products = products;
    return run(kernel).computeSeconds;
  };
  EXPECT_LT(getSeconds(0) * 1.5, getSeconds(1));
}

/// Elements that are not side by side are put into vectors one by one, long vectors in memory.
TEST(EstimateTile, LongVectors) {
  auto getSeconds = [](int64_t rows) {
    KernelSchedule kernel = makeElementwise(1024, 40);
    auto [io, ii] = apply(kernel, Split(0, 0, rows));
    apply(kernel, Reorder(0, {io, 1, ii}));
    apply(kernel, Vectorize(0, ii));
    return run(kernel).computeSeconds;
  };
  EXPECT_NEAR(getSeconds(256), getSeconds(32), 0.02 * getSeconds(32));
  // Longer ones are stored element by element, and loaded as vectors.
  EXPECT_LT(1.9 * getSeconds(256), getSeconds(512));
}

/// Conditions of several axes are tested for each element, which are no vectors then; those of one
/// axis cut its loop.
TEST(EstimateTile, Conditions) {
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

/// A condition on axes that do not move inside of a tile leaves it vectors; one that always holds
/// is no condition, and what never holds is not loaded.
TEST(EstimateTile, ConditionsOfWholeTiles) {
  auto getSeconds = [](std::vector<Constraint> constraints) {
    KernelSchedule kernel = makeMatmul(64, 64, 64);
    StageRead read = kernel[0].reads[0];
    read.isGuarded = !constraints.empty();
    read.constraints = {};
    for (const Constraint &constraint : constraints)
      read.constraints.push_back(constraint);
    kernel[0].reads = {read, kernel[0].reads[1]};
    auto [jo, ji] = apply(kernel, Split(0, 1, 8));
    apply(kernel, Reorder(0, {0, jo, 2, ji}));
    apply(kernel, Vectorize(0, ji));
    return run(kernel).computeSeconds;
  };
  double without = getSeconds({});
  EXPECT_LT(getSeconds({{linear({1, 0, 1}, -8)}}), 2 * without);
  EXPECT_GT(getSeconds({{linear({1, 1, 0}, -8)}}), 3 * without);
  EXPECT_EQ(getSeconds({{linear({1, 1, 0}, 0)}}), without);
  EXPECT_LE(getSeconds({{linear({-1, -1, 0}, -1)}}), without);
}

/// Products of elements in a tile of several are added by another instruction.
TEST(EstimateTile, ProductsOfElements) {
  auto getInstructions = [](bool hasTile) {
    KernelSchedule kernel = makeMatmul(64, 64, 64);
    auto [jo, ji] = apply(kernel, Split(0, 1, 4));
    apply(kernel, Reorder(0, {0, jo, 2, ji}));
    if (hasTile)
      apply(kernel, Unroll(0, ji));
    return run(kernel).instructions;
  };
  EXPECT_GT(getInstructions(true) + 64 * 64 * 32, getInstructions(false));
}

/// A tile in which two axes move along one dimension of a read is no vector.
TEST(EstimateTile, Windows) {
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
TEST(EstimateTile, Spills) {
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

/// What is the same for all columns is loaded before their loop; a load that one operation uses is
/// part of it.
TEST(EstimateTile, LoadsOutsideOfLoops) {
  double elements = 64 * 512;
  // X + 1 and a store.
  EXPECT_NEAR(run(makeElementwise(64, 512)).instructions, 2 * elements, 0.1 * elements);
  EXPECT_NEAR(run(makeBroadcast(64, 512, {1, 0})).instructions, 2 * elements, 0.1 * elements);
  EXPECT_NEAR(run(makeBroadcast(64, 512, {0, 1})).instructions, 3 * elements, 0.1 * elements);
}

/// A part is computed anew in each iteration that computes it, though it lies at one place.
TEST(EstimateTile, LoadsOfParts) {
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
TEST(EstimateTile, InlinedOutsideOfLoops) {
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
TEST(EstimateTile, RowsOfResults) {
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

/// Only accumulators that a loop carries have to be in registers at a time.
TEST(EstimateTile, CarriedAccumulators) {
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
TEST(EstimateTile, AccumulatorsInMemory) {
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
TEST(EstimateTile, SharedWindows) {
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
TEST(EstimateTile, ConditionsOutsideOfLoops) {
  auto getTests = [](const std::vector<AxisId> &order) {
    KernelSchedule kernel = makeMatmul(256, 256, 256);
    apply(kernel, Reorder(0, order));
    double without = run(kernel).instructions;
    kernel[0].reads[1].isGuarded = true;
    kernel[0].reads[1].constraints = {{linear({1, 0, 1}, -8)}};
    return run(kernel).instructions - without;
  };
  EXPECT_LT(getTests({0, 2, 1}), 256 * 256 * 16);
  EXPECT_GE(getTests({1, 2, 0}), 256 * 256 * 256);
}

/// A part of one element that is the same for all columns is computed before their loop.
TEST(EstimateTile, SameParts) {
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

} // namespace
