//===-- FeaturesTest.cpp - a schedule as numbers for a cost model ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Features of kernels that can be counted by hand, and of what is drawn at random.
//
//===----------------------------------------------------------------------===//
#include "FeaturesByName.h"
#include "PlainKernels.h"

#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/DoubleBuffer.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Specialize.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/RandomSchedule.h"

#include <cmath>
#include <limits>
#include <map>
#include <set>

using namespace dl::schedule;
using namespace dl::tuning;

namespace {

TEST(Features, NamesAreUnique) {
  const std::vector<FeatureName> &names = getFeatureNames();
  EXPECT_GE(names.size(), 164u);
  std::set<std::pair<std::string, std::string>> seen;
  for (const FeatureName &name : names) {
    EXPECT_TRUE(seen.insert({name.group, name.name}).second) << name.group << ", " << name.name;
  }
  EXPECT_EQ(Features(makeMatmul(8, 8, 8)).values.size(), names.size());
}

TEST(Features, LogarithmsAreTold) {
  std::map<std::string, bool> isLogarithm;
  for (const FeatureName &name : getFeatureNames())
    isLogarithm[name.group + ", " + name.name] = name.isLogarithm;
  EXPECT_TRUE(isLogarithm.at("arithmetic, evaluations"));
  EXPECT_TRUE(isLogarithm.at("intensity, sample 3"));
  EXPECT_TRUE(isLogarithm.at("buffer 1, lines"));
  EXPECT_FALSE(isLogarithm.at("kernel, share in parallel loops"));
  EXPECT_FALSE(isLogarithm.at("annotations, is tensorized"));
  EXPECT_FALSE(isLogarithm.at("buffer 0, is read"));
}

/// A run of the tile touches a row of the right operand and of the result, and one element of the
/// left operand.
TEST(Features, BuffersAreTold) {
  KernelSchedule kernel = makeMatmul(32, 64, 16);
  Vectorize(0, 1).apply(kernel);
  LoopPlan plan;
  ASSERT_FALSE(buildLoopPlan(kernel, plan));
  std::vector<std::string> names;
  for (const Source &source : getFeatureBuffers(kernel, plan, {}))
    names.push_back((source.stage == -1 ? "operand " : "stage ") +
                    std::to_string(source.stage == -1 ? source.operand : source.stage));
  EXPECT_EQ(names, std::vector<std::string>({"operand 1", "stage 0", "operand 0"}));
}

TEST(Features, AreEqualForEqualKernels) {
  for (int seed = 0; seed < 20; ++seed) {
    KernelSchedule kernels[2] = {makeConvolution(16, 14), makeConvolution(16, 14)};
    for (KernelSchedule &kernel : kernels)
      RandomSchedule(seed).apply(kernel);
    EXPECT_TRUE(Features(kernels[0]) == Features(kernels[1])) << seed;
  }
  EXPECT_FALSE(Features(makeMatmul(8, 8, 8)) == Features(makeMatmul(8, 8, 16)));
}

/// Loops over i, j, k as they are written.
TEST(Features, PlainMatmul) {
  Features features(makeMatmul(32, 64, 16));
  double evaluations = 32 * 64 * 16;
  features.expectCount("arithmetic", "evaluations", evaluations);
  features.expectCount("arithmetic", "formula products", evaluations);
  features.expectCount("arithmetic", "formula sums", 0);
  features.expectCount("arithmetic", "combination sums", evaluations);
  features.expectCount("loops", "depth", 3);
  features.expectCount("loops", "extent from inside 0", 16);
  features.expectCount("loops", "extent from outside 0", 32);
  features.expect("loops", "innermost is a reduction", 1);
  features.expectCount("loops", "iterations inside of init", 16);
  features.expectCount("loops", "iterations outside of init", 32 * 64);
  features.expectCount("register tile", "results", 1);
  EXPECT_EQ(features.getPosition("vectorized"), "nowhere");
  features.expectMissing("annotations", "vectorized innermost extent");

  // A column of B is a line for each element; i uses all of B again.
  features.expectCount("buffer 0", "bytes", 4 * evaluations);
  features.expectCount("buffer 0", "unique bytes", 4 * 16 * 64);
  features.expectCount("buffer 0", "lines", evaluations);
  features.expectCount("buffer 0", "unique lines", 16 * 64 * 4 / 64);
  EXPECT_EQ(features.getReuse("buffer 0"), "loop");
  features.expectCount("buffer 0", "reuse count", 32);
  features.expectCount("buffer 0", "reuse distance in iterations", 64 * 16);
  features.expectCount("buffer 0", "reuse distance in bytes", 4 * (16 + 16 * 64 + 64));
  features.expectCount("buffer 0", "by reuse count bytes", 4 * 64 * 16);
  features.expectCount("buffer 0", "stride of the innermost axis", 64);
  features.expectMissing("buffer 0", "stride of the vector axis");
  features.expectCount("buffer 0", "footprint of a tile", 4);
  features.expectCount("buffer 0", "footprint of the inner half of the loops", 4 * 16);
  features.expectCount("buffer 0", "footprint of all loops", 4 * 16 * 64);
  // A column of 16 lines fits into 1 KiB, all columns into 64 KiB; there is no third cache.
  features.expectCount("buffer 0", "loops outside of what fits level 0", 2);
  features.expectCount("buffer 0", "loops outside of what fits level 1", 0);
  features.expectMissing("buffer 0", "loops outside of what fits level 2");

  // A row of A is one line; j uses it again.
  features.expectCount("buffer 1", "lines", 32 * 64);
  features.expectCount("buffer 1", "reuse count", 64);
  features.expectCount("buffer 1", "reuse distance in iterations", 16);
  features.expectCount("buffer 1", "reuse distance in bytes", 4 * (16 + 16 + 1));
  features.expectCount("buffer 1", "stride of the innermost axis", 1);

  // C is summed up in a register.
  EXPECT_EQ(features.getUse("buffer 2"), "written");
  EXPECT_EQ(features.getReuse("buffer 2"), "none");
  features.expectCount("buffer 2", "bytes", 4 * 32 * 64);
  features.expectCount("buffer 2", "lines", 4 * 32 * 64 / 64);
  features.expectMissing("buffer 2", "reuse distance in bytes");
  features.expectMissing("buffer 3", "bytes");

  features.expect("intensity", "sample 0", std::log2(2.0 / 12 + 1));
  features.expect("intensity", "sample 9",
                  std::log2(2 * evaluations / (4 * (32 * 16 + 16 * 64 + 32 * 64)) + 1));
  features.expectCount("other stages", "stages", 0);
}

/// Tiles of 4 x 8 results, of which rows are vectors.
TEST(Features, TiledMatmul) {
  KernelSchedule kernel = makeMatmul(32, 64, 16);
  auto [io, ii] = apply(kernel, Split(0, 0, 4));
  auto [jo, ji] = apply(kernel, Split(0, 1, 8));
  apply(kernel, Reorder(0, {io, jo, 2, ii, ji}));
  apply(kernel, Parallel(0, io));
  apply(kernel, Vectorize(0, ji));
  apply(kernel, Unroll(0, ii));
  EstimateOptions options;
  options.threads = 3;
  Features features(kernel, options);
  for (const char *annotation : {"vectorized", "unrolled", "parallel"})
    features.expectCount("annotations", std::string(annotation) + " axes", 1);
  features.expectCount("annotations", "vectorized innermost extent", 8);
  features.expectCount("annotations", "unrolled product", 4);
  features.expectCount("annotations", "parallel product", 8);
  EXPECT_EQ(features.getPosition("vectorized"), "inner spatial");
  EXPECT_EQ(features.getPosition("unrolled"), "middle spatial");
  EXPECT_EQ(features.getPosition("parallel"), "outer spatial");
  features.expectCount("register tile", "results", 32);
  features.expectCount("register tile", "accumulators", 32);
  features.expectCount("register tile", "vectors of results", 4);
  features.expect("register tile", "vectors of results over registers", 4.0 / 16);
  features.expectCount("kernel", "parallel iterations", 8);
  // Of three threads, two have three iterations each and one has two.
  features.expect("kernel", "share of busy threads", 8.0 / 9);
  features.expect("kernel", "share in parallel loops", 1);
  // A tile touches eight elements of B and four of A.
  features.expectCount("buffer 0", "bytes", 4 * 8 * 8 * 8 * 16);
  features.expectCount("buffer 0", "stride of the vector axis", 1);
  features.expectCount("buffer 1", "bytes", 4 * 4 * 8 * 8 * 16);
  features.expectCount("buffer 1", "stride of the vector axis", 0);
  EXPECT_EQ(features.getTails(), "none");
  features.expect("tails", "share in smaller tiles", 0);
}

TEST(Features, Positions) {
  // All axes but one of its kind, and axes of both kinds.
  KernelSchedule kernel = makeMatmul(8, 8, 8);
  auto [ko, ki] = apply(kernel, Split(0, 2, 2));
  apply(kernel, Unroll(0, ki));
  EXPECT_EQ(Features(kernel).getPosition("unrolled"), "inner reduction");
  apply(kernel, Unroll(0, ko));
  EXPECT_EQ(Features(kernel).getPosition("unrolled"), "inner reduction");
  kernel = makeMatmul(8, 8, 8);
  apply(kernel, Reorder(0, {0, 2, 1}));
  apply(kernel, Unroll(0, 1));
  apply(kernel, Unroll(0, 2));
  EXPECT_EQ(Features(kernel).getPosition("unrolled"), "mixed positions");
  // Axes of one iteration are not looked at.
  kernel = makeMatmul(1, 8, 8);
  apply(kernel, Parallel(0, 0));
  Features features(kernel);
  EXPECT_EQ(features.getPosition("parallel"), "nowhere");
  features.expectCount("annotations", "parallel axes", 0);
}

/// Accumulators that loops of the reduction go through are read and written in memory.
TEST(Features, AccumulatorsInMemory) {
  KernelSchedule kernel = makeMatmul(8, 64, 16);
  apply(kernel, Reorder(0, {0, 2, 1}));
  Features features(kernel);
  features.expectCount("register tile", "accumulators", 64);
  features.expectCount("loops", "iterations inside of init", 16 * 64);
  int found = -1;
  for (int buffer = 0; buffer < 3; ++buffer)
    if (features.getUse("buffer " + std::to_string(buffer)) == "both")
      found = buffer;
  ASSERT_NE(found, -1);
  std::string buffer = "buffer " + std::to_string(found);
  features.expectCount(buffer, "bytes", 4 * 8 * 64 * 16);
  features.expectCount(buffer, "reuse count", 16);
}

TEST(Features, Tails) {
  auto getFeatures = [](TailPolicy tail) {
    KernelSchedule kernel = makeElementwise(64, 30);
    apply(kernel, Vectorize(0, apply(kernel, Split(0, 1, 8, tail)).second));
    return Features(kernel);
  };
  const std::pair<TailPolicy, const char *> kinds[] = {{TailPolicy::Peel, "peeled"},
                                                       {TailPolicy::Guard, "guarded"},
                                                       {TailPolicy::Shift, "shifted"},
                                                       {TailPolicy::Mask, "masked"}};
  for (auto [tail, name] : kinds) {
    Features features = getFeatures(tail);
    EXPECT_TRUE(features.isFinite()) << name;
    EXPECT_EQ(features.getTails(), name);
    bool isPart = tail == TailPolicy::Peel || tail == TailPolicy::Guard;
    features.expect("tails", "share in smaller tiles", isPart ? 6.0 / 30 : 0);
    features.expect("tails", "share that is masked", tail == TailPolicy::Mask ? 2.0 / 32 : 0);
    double computed = tail == TailPolicy::Shift ? 32 : 30;
    features.expectCount("tails", "recomputation", computed / 30);
    features.expectCount("arithmetic", "evaluations", 64 * computed);
  }
  // One step that is longer than the axis.
  KernelSchedule kernel = makeElementwise(64, 6);
  apply(kernel, Vectorize(0, apply(kernel, Split(0, 1, 8, TailPolicy::Mask)).second));
  Features features(kernel);
  EXPECT_EQ(features.getTails(), "masked");
  features.expect("tails", "share that is masked", 2.0 / 8);
}

/// Y(i) = X(i) + 1; Z(i) = Y(i) + Y(i + 1) + Y(i + 2).
static KernelSchedule makeStencil() {
  KernelSchedule kernel;
  kernel.target = makeTarget();
  kernel.operands = {{66}};
  kernel.operandBytes = {4};
  StageSchedule y = makeFloats(makeStage("Y", {{"i", 66}}), {1});
  y.reads = {readOperand(0, {linear({1})})};
  StageSchedule z = makeFloats(makeStage("Z", {{"i", 64}}), {2});
  for (int64_t distance : {0, 1, 2})
    z.reads.push_back(readOf(0, {linear({1}, distance)}));
  z.isResult = true;
  kernel.stages = {y, z};
  return kernel;
}

TEST(Features, Recomputation) {
  Features stored(makeStencil());
  stored.expectCount("kernel", "recomputation", 1);
  stored.expectCount("kernel", "stored stages", 1);
  stored.expectCount("kernel", "bytes of stored stages", 4 * 66);
  stored.expectCount("other stages", "sums", 66);
  stored.expect("other stages", "share of all operations", 66.0 / (66 + 2 * 64));

  KernelSchedule kernel = makeStencil();
  apply(kernel, ComputeAt(0, 1, 0));
  Features inParts(kernel);
  inParts.expectCount("kernel", "recomputation", (3 * 64 + 64) / (66.0 + 64));
  inParts.expectCount("kernel", "stored stages", 0);
  inParts.expectCount("kernel", "parts", 1);
  inParts.expectCount("kernel", "bytes of parts", 4 * 3);
  // Of three operations of the part and two of its reader, the part is the heaviest stage.
  inParts.expectCount("tails", "recomputation", 3 * 64 / 66.0);
  inParts.expect("loops", "is a part", 1);
  EXPECT_EQ(inParts.getReuse("buffer 0"), "loop");

  kernel = makeStencil();
  apply(kernel, ComputeInline(0));
  Features inlined(kernel);
  inlined.expectCount("kernel", "inlined stages", 1);
  inlined.expectCount("kernel", "recomputation", (3 * 64 + 64) / (66.0 + 64));
  inlined.expectCount("arithmetic", "formula sums", (3 + 2) * 64);
  // Each element of X is touched three times.
  EXPECT_EQ(inlined.getReuse("buffer 0"), "serial");
  inlined.expectCount("buffer 0", "reuse count", 3);
  inlined.expectCount("buffer 0", "bytes", 3 * 4 * 64);
  inlined.expectCount("buffer 0", "unique bytes", 4 * 66);
}

/// What a part computes for its reader is touched again in the same iteration.
TEST(Features, Parts) {
  KernelSchedule kernel = makeElementwise(256, 128);
  StageSchedule z = makeFloats(makeStage("Z", {{"i", 256}, {"j", 128}}), {2});
  z.reads = {readOf(0, {linear({1, 0}), linear({0, 1})})};
  z.isResult = true;
  kernel[0].isResult = false;
  kernel.stages.push_back(z);
  apply(kernel, ComputeAt(0, 1, 0));
  auto check = [](const Features &features) {
    std::string part = features.getUse("buffer 0") == "read" ? "buffer 0" : "buffer 1";
    features.expect(part, "is a part", 1);
    EXPECT_EQ(features.getReuse(part), "serial");
    features.expectCount(part, "reuse distance in iterations", 128);
    features.expectCount(part, "reuse distance in bytes", 2 * 4 * 128);
    features.expectCount(part, "unique bytes", 4 * 128);
    features.expectCount(part, "footprint of all loops", 4 * 128);
    features.expectCount(part, "bytes", 4 * 256 * 128);
    features.expectCount("kernel", "recomputation", 1);
  };
  check(Features(kernel));
  apply(kernel, DoubleBuffer(0));
  Features two(kernel);
  check(two);
  two.expectCount("kernel", "bytes of parts", 2 * 4 * 128);
}

/// Digits of a fused axis move as the axes do that they are of.
TEST(Features, FusedAxes) {
  KernelSchedule kernel = makeElementwise(64, 32);
  AxisId whole = apply(kernel, Fuse(0, 0, 1));
  apply(kernel, Split(0, whole, 8));
  Features features(kernel);
  for (const char *buffer : {"buffer 0", "buffer 1"}) {
    features.expectCount(buffer, "bytes", 4 * 64 * 32);
    features.expectCount(buffer, "footprint of all loops", 4 * 64 * 32);
    features.expectCount(buffer, "stride of the innermost axis", 1);
  }
}

TEST(Features, UnknownExtents) {
  KernelSchedule kernel = makeElementwise(dynamicExtent, 32);
  EstimateOptions options;
  options.assumedExtent = 100;
  Features features(kernel, options);
  EXPECT_TRUE(features.isFinite());
  features.expectCount("arithmetic", "evaluations", 100 * 32);
  features.expectCount("loops", "extent from outside 0", 100);
  features.expectCount("buffer 0", "unique bytes", 4 * 100 * 32);
  // Loops for one extent stand beside those for any.
  apply(kernel, Specialize(0, 0, 16));
  Features(kernel, options).expectCount("arithmetic", "evaluations", 100 * 32);
  options.assumedExtent = 16;
  Features(kernel, options).expectCount("arithmetic", "evaluations", 16 * 32);
}

/// An element of a table for each index, wherever that points.
TEST(Features, GatheredReads) {
  KernelSchedule kernel = makeElementwise(64, 32);
  kernel.operands = {{1000, 32}};
  IndexExpression row;
  row.kind = IndexKind::Gathered;
  row.coefficients = {1, 0};
  kernel[0].reads.write()[0].indices[0] = row;
  Features features(kernel);
  EXPECT_TRUE(features.isFinite());
  for (const char *buffer : {"buffer 0", "buffer 1"}) {
    features.expectCount(buffer, "bytes", 4 * 64 * 32);
    features.expectCount(buffer, "unique bytes", 4 * 64 * 32);
    features.expectCount(buffer, "stride of the innermost axis", 1);
  }
}

/// Of no elements there is no code.
TEST(Features, NoElements) {
  Features features(makeElementwise(0, 32));
  EXPECT_TRUE(features.isFinite());
  features.expectMissing("arithmetic", "evaluations");
  features.expectMissing("buffer 0", "bytes");
  features.expectCount("kernel", "tiles", 0);
  // Whatever an estimate does not know.
  KernelSchedule kernel = makeElementwise(8, 8);
  LoopPlan plan;
  ASSERT_FALSE(buildLoopPlan(kernel, plan));
  Estimate unknown;
  unknown.seconds = std::numeric_limits<double>::infinity();
  FeatureVector values = extractFeatures(kernel, plan, unknown, {});
  EXPECT_TRUE(std::none_of(values.begin(), values.end(), [](float x) { return std::isinf(x); }));
}

static bool hasMasks(const KernelSchedule &kernel) {
  return std::any_of(kernel.stages.begin(), kernel.stages.end(), [](const StageSchedule &stage) {
    return stage.tree.str().find("mask") != std::string::npos;
  });
}

TEST(Features, RandomSchedules) {
  const KernelSchedule plain[] = {makeConvolution(64, 56), makeMatmul(1024, 1024, 1024),
                                  makeSoftmax(512, 768), makeMatmul(37, 61, 53)};
  EstimateOptions options;
  options.threads = 4;
  for (const KernelSchedule &each : plain) {
    std::set<FeatureVector> seen;
    for (int seed = 0; seed < 300; ++seed) {
      KernelSchedule random = each, byChance = each;
      RandomSchedule(seed).apply(random);
      ChanceDecides chance(seed);
      applyRules(byChance, {}, chance);
      for (const KernelSchedule &kernel : {random, byChance}) {
        Features features(kernel, options);
        ASSERT_TRUE(features.isFinite()) << "seed " << seed;
        // The estimate counts as many operations, and those that are masked.
        if (!hasMasks(kernel)) {
          double expected = features.getCount("estimate", "operations");
          EXPECT_NEAR(features.getOperations(), expected, 1e-4 * expected) << "seed " << seed;
        }
        // Nothing is left out, and shares are shares.
        EXPECT_GE(features.get("kernel", "recomputation"), 1 - 1e-5) << "seed " << seed;
        for (const char *name : {"share in smaller tiles", "share that is masked"}) {
          EXPECT_GE(features.get("tails", name), 0) << "seed " << seed;
          EXPECT_LT(features.get("tails", name), 1) << "seed " << seed;
        }
        for (float &value : features.values)
          value = std::isnan(value) ? -1 : value;
        seen.insert(features.values);
      }
    }
    // Different schedules are told apart.
    EXPECT_GT(seen.size(), 100u);
  }
}

} // namespace
