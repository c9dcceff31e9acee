//===-- AccessFeaturesTest.cpp - features of reads, lines and positions ---===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FeaturesByName.h"
#include "PlainKernels.h"

#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;
using namespace dl::tuning;

namespace {

/// Y(axes) reads operand 0 of some extents at some places.
KernelSchedule makeReader(const std::vector<std::pair<std::string, int64_t>> &axes,
                          std::vector<int64_t> operand,
                          const std::vector<std::vector<IndexExpression>> &reads) {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {std::move(operand)};
  kernel.operandBytes = {4};
  kernel.stages = {makeFloats(makeStage("Y", axes), {1})};
  for (const std::vector<IndexExpression> &read : reads)
    kernel[0].reads.push_back(readOperand(0, read));
  kernel[0].isResult = true;
  return kernel;
}

/// The group of what is only read.
std::string getRead(const Features &features) {
  return features.getUse("buffer 0") == "read" ? "buffer 0" : "buffer 1";
}

void expectFootprints(const Features &features, double ofTile, double ofHalf, double ofAll,
                      double unique) {
  std::string read = getRead(features);
  features.expectCount(read, "footprint of a tile", 4 * ofTile);
  features.expectCount(read, "footprint of the inner half of the loops", 4 * ofHalf);
  features.expectCount(read, "footprint of all loops", 4 * ofAll);
  features.expectCount(read, "unique bytes", 4 * unique);
}

/// The digits of a sum of axes 0 and 1, of which the last one has `divisor` values.
std::vector<IndexExpression> makeDigits(int64_t height, int64_t width, int64_t divisor) {
  LoopVariables axes;
  axes.add(height);
  axes.add(width);
  LoopExpr sum = axes.get(0) + axes.get(1);
  IndexExpression high, low;
  high.kind = low.kind = IndexKind::QuasiAffine;
  high.coefficients = low.coefficients = {1, 1};
  high.digits = axes.divide(sum, divisor);
  low.digits = axes.modulo(sum, divisor);
  return {high, low};
}

TEST(AccessFeatures, Digits) {
  // A row of eight is left four times along i, and not along k; i takes all eight columns, k four.
  KernelSchedule kernel = makeReader({{"i", 40}, {"k", 4}}, {20, 20}, {makeDigits(40, 4, 8)});
  Features features(kernel);
  expectFootprints(features, 1, 4, 5 * 11, 5 * 11);
  features.expectCount(getRead(features), "stride of the innermost axis", 1);
  // The same in tiles.
  apply(kernel, Vectorize(0, 1));
  expectFootprints(Features(kernel), 4, 4, 5 * 11, 5 * 11);
  // Axes of two iterations.
  kernel = makeReader({{"i", 2}, {"k", 2}}, {20, 20}, {makeDigits(2, 2, 8)});
  expectFootprints(Features(kernel), 1, 2, 3, 3);
}

TEST(AccessFeatures, DigitsOfFusedAxes) {
  auto makeFused = [](int64_t row, int64_t column, int64_t step) {
    KernelSchedule kernel = makeReader({{"i", 64}, {"j", 32}}, {100}, {{linear({row, column})}});
    apply(kernel, Split(0, apply(kernel, Fuse(0, 0, 1)), step));
    return Features(kernel);
  };
  // Steps of a quarter of a row, and of two rows, which come to each column.
  expectFootprints(makeFused(0, 1, 8), 1, 8, 32, 32);
  expectFootprints(makeFused(0, 1, 64), 1, 32, 32, 32);
  expectFootprints(makeFused(1, 0, 8), 1, 1, 64, 64);
  expectFootprints(makeFused(1, 0, 64), 1, 2, 64, 64);
}

TEST(AccessFeatures, LinesBetweenRows) {
  auto getLines = [](int64_t pitch) {
    KernelSchedule kernel =
        makeReader({{"i", 64}, {"j", 32}}, {64, pitch}, {{linear({1, 0}), linear({0, 1})}});
    Features features(kernel);
    return std::lround(features.getCount(getRead(features), "unique lines"));
  };
  EXPECT_EQ(getLines(32), 64 * 32 * 4 / 64);
  // What lies between rows is touched with them where it is less than a line.
  EXPECT_EQ(getLines(40), 160);
  EXPECT_EQ(getLines(47), 188);
  EXPECT_EQ(getLines(48), 64 * 2);
  EXPECT_EQ(getLines(100), 64 * 2);
}

TEST(AccessFeatures, ReadsOfOneBufferAreOneAccess) {
  auto getFeatures = [](const IndexExpression &one, const IndexExpression &other) {
    KernelSchedule kernel = makeReader({{"i", 64}}, {200}, {{one}, {other}});
    apply(kernel, Vectorize(0, 0));
    Features features(kernel);
    EXPECT_EQ(features.getReuse(getRead(features)), "serial");
    features.expectCount(getRead(features), "reuse count", 2);
    features.expectCount(getRead(features), "bytes", 2 * 4 * 64);
    return features;
  };
  // From the first element of either to the last, whichever is the longer one.
  expectFootprints(getFeatures(linear({1}), linear({2})), 127, 127, 127, 127);
  expectFootprints(getFeatures(linear({2}), linear({1})), 127, 127, 127, 127);
  expectFootprints(getFeatures(linear({-1}, 63), linear({1}, 10)), 74, 74, 74, 74);
  expectFootprints(getFeatures(linear({1}, 10), linear({-1}, 63)), 74, 74, 74, 74);
}

TEST(AccessFeatures, GatheredElementsAreAnywhere) {
  auto gather = [](std::vector<int64_t> coefficients) {
    IndexExpression index = linear(std::move(coefficients));
    index.kind = IndexKind::Gathered;
    return index;
  };
  KernelSchedule kernel = makeReader({{"i", 64}, {"j", 32}}, {10}, {{gather({1, 1})}});
  expectFootprints(Features(kernel), 1, 10, 10, 10);
  apply(kernel, Vectorize(0, 1));
  expectFootprints(Features(kernel), 10, 10, 10, 10);
  // An axis that the data does not follow from finds the same element.
  kernel = makeReader({{"i", 64}, {"j", 32}}, {10}, {{gather({1, 0})}});
  expectFootprints(Features(kernel), 1, 1, 10, 10);
}

TEST(AccessFeatures, ReuseBeginsWhereHalfIsTouchedAgain) {
  auto getFeatures = [](int64_t times) {
    KernelSchedule kernel = makeReader({{"i", times}, {"j", 2}}, {8}, {{linear({1, 1})}});
    apply(kernel, Vectorize(0, 1));
    return Features(kernel);
  };
  // Of three pairs of neighbours four elements.
  Features three = getFeatures(3);
  EXPECT_EQ(three.getReuse(getRead(three)), "loop");
  three.expectCount(getRead(three), "reuse count", 1.5);
  Features two = getFeatures(2);
  EXPECT_EQ(two.getReuse(getRead(two)), "none");
}

TEST(AccessFeatures, AccumulatorsAreThoseOfTheStageItself) {
  // A part that is made inside of the reduction that reads it.
  KernelSchedule kernel =
      makeReader({{"i", 8}, {"k", 16}}, {8, 16}, {{linear({1, 0}), linear({0, 1})}});
  kernel[0].formula.sums = 3;
  kernel[0].isResult = false;
  StageSchedule z = makeFloats(makeStage("Z", {{"i", 8}}, {{"k", 16}}), {}, {1});
  z.reads = {readOf(0, {linear({1, 0}), linear({0, 1})})};
  z.isResult = true;
  kernel.stages.push_back(z);
  apply(kernel, ComputeAt(0, 1, 1));
  Features features(kernel);
  features.expect("loops", "is a part", 1);
  features.expectCount("arithmetic", "formula sums", 3 * 8 * 16);
  features.expectMissing("register tile", "accumulators");
  features.expectMissing("loops", "iterations inside of init");
}

TEST(AccessFeatures, NoLoops) {
  KernelSchedule kernel = makeElementwise(1, 8);
  apply(kernel, Vectorize(0, 1));
  Features features(kernel);
  features.expectCount("loops", "depth", 0);
  features.expectMissing("loops", "innermost is a reduction");
  features.expectMissing("loops", "extent from inside 0");
  features.expectMissing("loops", "extent from outside 0");
  features.expectCount("register tile", "results", 8);
  // Nor any that run.
  kernel = makeElementwise(0, 32);
  apply(kernel, Parallel(0, 0));
  Features none(kernel);
  EXPECT_TRUE(none.isFinite());
  none.expectCount("kernel", "tiles", 0);
  none.expectCount("kernel", "parallel iterations", 0);
  // What nothing is computed of is not computed again.
  kernel = makeReader({{"i", 64}}, {64}, {{linear({1})}});
  StageSchedule z = makeFloats(makeStage("Z", {{"i", 0}}), {1});
  z.reads = {readOf(0, {linear({1})})};
  z.isResult = true;
  kernel[0].isResult = false;
  kernel.stages.push_back(z);
  apply(kernel, ComputeInline(0));
  Features(kernel).expectMissing("kernel", "recomputation");
}

TEST(AccessFeatures, PositionsAmongAxesOfAKind) {
  KernelSchedule kernel = makeElementwise(8, 8);
  apply(kernel, Vectorize(0, 1));
  apply(kernel, Unroll(0, 0));
  EXPECT_EQ(Features(kernel).getPosition("unrolled"), "outer spatial");
  EXPECT_EQ(Features(kernel).getPosition("vectorized"), "inner spatial");
  kernel = makeElementwise(8, 8);
  apply(kernel, Unroll(0, 1));
  apply(kernel, Unroll(0, 0));
  EXPECT_EQ(Features(kernel).getPosition("unrolled"), "mixed positions");
  // The only one is the inner one.
  kernel = makeReader({{"i", 64}}, {64}, {{linear({1})}});
  apply(kernel, Vectorize(0, 0));
  EXPECT_EQ(Features(kernel).getPosition("vectorized"), "inner spatial");
}

TEST(AccessFeatures, VectorsLieAlongTheLastAxisOfATile) {
  KernelSchedule kernel = makeElementwise(16, 24);
  apply(kernel, Reorder(0, {1, 0}));
  apply(kernel, Vectorize(0, 0));
  Features features(kernel);
  features.expectCount("register tile", "results", 16);
  features.expectCount("register tile", "elements of a vector", 8);
  features.expectCount("register tile", "vectors of results", 2);
  // Without a vector each result has a register.
  features = Features(makeElementwise(16, 24));
  features.expectCount("register tile", "elements of a vector", 1);
  features.expectCount("register tile", "vectors of results", 1);
}

TEST(AccessFeatures, TailsOfSeveralAxes) {
  auto getTails = [](int64_t height, TailPolicy one, TailPolicy other) {
    KernelSchedule kernel = makeElementwise(height, 30);
    apply(kernel, Split(0, 0, 8, one));
    apply(kernel, Split(0, 1, 8, other));
    return Features(kernel).getTails();
  };
  EXPECT_EQ(getTails(30, TailPolicy::Peel, TailPolicy::Peel), "peeled");
  EXPECT_EQ(getTails(30, TailPolicy::Peel, TailPolicy::Guard), "mixed");
  EXPECT_EQ(getTails(32, TailPolicy::Peel, TailPolicy::Guard), "guarded");
  EXPECT_EQ(getTails(dynamicExtent, TailPolicy::Guard, TailPolicy::Guard), "guarded");
  // An open axis has no step that something could be left of.
  EXPECT_EQ(Features(makeElementwise(dynamicExtent, 32)).getTails(), "none");
}

/// Z(i, j) reads Y(i, j), which reads operand 0: both are written.
KernelSchedule makePair(int64_t operations) {
  KernelSchedule kernel = makeElementwise(64, 30);
  StageSchedule z = makeFloats(makeStage("Z", {{"i", 64}, {"j", 30}}), {operations});
  z.reads = {readOf(0, {linear({1, 0}), linear({0, 1})})};
  z.isResult = true;
  kernel[0].isResult = false;
  kernel.stages.push_back(z);
  return kernel;
}

std::vector<std::string> getBuffers(const KernelSchedule &kernel) {
  LoopPlan plan;
  EXPECT_FALSE(buildLoopPlan(kernel, plan));
  std::vector<std::string> names;
  for (const Source &source : getFeatureBuffers(kernel, plan, {}))
    names.push_back((source.stage == -1 ? "operand " : "stage ") +
                    std::to_string(source.stage == -1 ? source.operand : source.stage));
  return names;
}

TEST(AccessFeatures, TheFirstOfTheHeaviestStages) {
  EXPECT_EQ(getBuffers(makePair(1)), (std::vector<std::string>{"operand 0", "stage 0"}));
  EXPECT_EQ(getBuffers(makePair(2)), (std::vector<std::string>{"stage 0", "stage 1"}));
  // No more buffers than there are features of.
  KernelSchedule kernel = makeElementwise(8, 8);
  for (int operand = 1; operand < 6; ++operand) {
    kernel.operands.push_back({8, 8});
    kernel.operandBytes.push_back(4);
    kernel[0].reads.push_back(readOperand(operand, {linear({1, 0}), linear({0, 1})}));
  }
  EXPECT_EQ(getBuffers(kernel), (std::vector<std::string>{"operand 0", "operand 1", "operand 2",
                                                          "operand 3", "operand 4"}));
}

TEST(AccessFeatures, ThreadsThatWaitForOthers) {
  EstimateOptions options;
  options.threads = 4;
  KernelSchedule kernel = makePair(1);
  apply(kernel, Split(0, 0, 8));
  apply(kernel, Parallel(0, kernel[0].tree.getLeaves()[0]));
  // Of four threads all have two of eight iterations, and one has the other stage.
  Features one(kernel, options);
  one.expect("kernel", "share in parallel loops", 0.5);
  one.expect("kernel", "share of busy threads", (1 + 0.25) / 2);
  one.expectCount("kernel", "parallel iterations", 8);
  // Of loops that do as much the first counts, else the one that does most.
  for (int64_t operations : {1, 2}) {
    kernel[1].formula.sums = operations;
    KernelSchedule both = kernel;
    apply(both, Split(1, 0, 4));
    apply(both, Parallel(1, both[1].tree.getLeaves()[0]));
    Features features(both, options);
    features.expect("kernel", "share in parallel loops", 1);
    features.expectCount("kernel", "parallel iterations", operations == 1 ? 8 : 16);
  }
}

TEST(AccessFeatures, OtherStages) {
  KernelSchedule kernel = makePair(1);
  kernel[0].formula.sums = 2;
  apply(kernel, Vectorize(1, apply(kernel, Split(1, 1, 8)).second));
  apply(kernel, Parallel(1, 0));
  Features features(kernel);
  features.expectCount("other stages", "stages", 1);
  features.expectCount("other stages", "evaluations", 64 * 30);
  // Of six elements that are left four make a vector, and two.
  features.expectCount("other stages", "runs of tiles", 64 * 5);
  features.expectCount("other stages", "bytes", 2 * 4 * 64 * 30);
  features.expectCount("other stages", "unique bytes", 2 * 4 * 64 * 30);
  features.expectCount("other stages", "intensity", 1.0 / 8);
  features.expect("other stages", "share of all operations", 1.0 / 3);
  features.expect("other stages", "share that is vectorized", 1);
  features.expect("other stages", "share that is unrolled", 0);
  features.expect("other stages", "share in parallel loops", 1);
  features.expect("other stages", "share in smaller tiles", 6.0 / 30);
}

TEST(AccessFeatures, Target) {
  EstimateOptions options;
  options.threads = 3;
  Features features(makeElementwise(8, 8), options);
  features.expectCount("target", "threads", 3);
  features.expectCount("target", "bytes of a vector", 32);
  features.expectCount("target", "vector registers", 16);
  features.expectCount("target", "bytes of a line", 64);
  const double bytes[] = {1024, 65536}, rates[] = {8, 4};
  for (int level : {0, 1}) {
    features.expectCount("target", "bytes of level " + std::to_string(level), bytes[level]);
    features.expectCount("target", "bytes of a cycle into level " + std::to_string(level),
                         rates[level]);
  }
  features.expectMissing("target", "bytes of level 2");
  features.expectMissing("target", "bytes of a cycle into level 2");
  features.expectMissing("estimate", "bytes into level 2");
  features.expectMissing("estimate", "nanoseconds of level 2");
}

} // namespace
