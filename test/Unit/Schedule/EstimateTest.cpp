//===-- EstimateTest.cpp - what the loops of a kernel take ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes of kernels that can be counted by hand, and what parts and threads do to them.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

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
    expectSame(split, 0.04);
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

/// One set gets its lines one behind the other.
TEST(Estimate, LinesOfOneSet) {
  auto getSecondsOfByte = [](int64_t width) {
    auto target = std::make_shared<Target>(*makeTarget());
    target->caches[0].bytesPerCycle = 32;
    KernelSchedule kernel = makeElementwise(64, width);
    kernel.target = target;
    apply(kernel, Reorder(0, {1, 0}));
    LevelEstimate level = run(kernel).levels[0];
    return level.seconds / level.bytes;
  };
  // Of 1 KiB in 8 ways there are two sets; rows of a power of two are in one of them.
  EXPECT_DOUBLE_EQ(getSecondsOfByte(272), getSecondsOfByte(528));
  EXPECT_LT(1.5 * getSecondsOfByte(272), getSecondsOfByte(256));
}

/// What one loop leaves in few sets is not there for the next one.
TEST(Estimate, SetsOfTwoLoops) {
  auto getFetched = [](int64_t width) {
    KernelSchedule kernel;
    kernel.target = makeTarget();
    kernel.operands = {{16, width}};
    kernel.operandBytes = {4};
    for (const char *name : {"Y", "Z"}) {
      StageSchedule stage = makeFloats(makeStage(name, {{"i", 16}}), {1});
      stage.reads = {readOperand(0, {linear({1}), linear({0})})};
      stage.isResult = true;
      kernel.stages.push_back(stage);
    }
    return run(kernel).levels[0].bytes - 2 * 4 * 16;
  };
  // A column is 16 lines of 64 bytes, which fit into 1 KiB.
  EXPECT_EQ(getFetched(528), 16 * 64);
  EXPECT_EQ(getFetched(512), 2 * 16 * 64);
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

/// Rows that are shorter than a line are fetched together.
TEST(Estimate, RowsInOneLine) {
  auto getFetched = [](int64_t width) {
    KernelSchedule kernel = makeElementwise(64, 1);
    kernel.operands = {{64, width}};
    return run(kernel).levels[0].bytes - 4 * 64;
  };
  EXPECT_EQ(getFetched(4), 4 * 4 * 64);
  EXPECT_EQ(getFetched(64), 64 * 64);
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

/// Iterations of parallel loops count and jump, in less time on a core that begins more at once.
TEST(Estimate, ParallelIterations) {
  auto getSeconds = [](double instructions) {
    auto target = std::make_shared<Target>(*makeTarget());
    target->core.instructions = instructions;
    KernelSchedule kernel = makeElementwise(4096, 1);
    kernel.target = target;
    apply(kernel, Parallel(0, 0));
    return run(kernel).computeSeconds;
  };
  EXPECT_GT(getSeconds(1), getSeconds(4));
  EXPECT_GE(getSeconds(100), getSeconds(1000));
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
