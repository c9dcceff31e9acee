//===-- EstimateStoresTest.cpp - what storing takes, and what caches keep -===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines that are stored to, stores that lie apart, elements that are put into vectors one by
// one, parts of lines, and caches that are nearly full.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

#include <functional>

using namespace dl::schedule;

namespace {

KernelSchedule makeElementwiseOn(int64_t height, int64_t width,
                                 const std::function<void(Target &)> &change) {
  auto target = std::make_shared<Target>(*makeTarget());
  change(*target);
  KernelSchedule kernel = makeElementwise(height, width);
  kernel.target = target;
  return kernel;
}

/// A cache may get less in a cycle of what is stored to.
TEST(EstimateStores, StoredLines) {
  Estimate result =
      run(makeElementwiseOn(64, 512, [](Target &t) { t.caches[0].storedBytesPerCycle = 2; }));
  double bytes = 4 * 64 * 512;
  EXPECT_DOUBLE_EQ(result.levels[0].seconds, (bytes / 8 + bytes / 2) / 1e9);
  EXPECT_DOUBLE_EQ(result.levels[1].seconds, 2 * bytes / 4 / 1e9);
}

/// Y(i, j) = X(i, j) + 1 in vectors along i, whose elements are rows apart.
KernelSchedule makeColumns(const std::function<void(Target &)> &change) {
  KernelSchedule kernel = makeElementwiseOn(8, 128, change);
  apply(kernel, Reorder(0, {1, 0}));
  apply(kernel, Vectorize(0, 0));
  return kernel;
}

/// One store of a cycle, but for those to one line; and each waits for its line.
TEST(EstimateStores, ScatteredStores) {
  auto change = [](Target &target) {
    target.core.stores = target.core.loads = target.core.instructions = 8;
    target.core.shuffles = 8;
  };
  Estimate result = run(makeColumns(change));
  EXPECT_GE(result.computeSeconds, 8 * 128 / 1e9);
  EXPECT_LT(result.computeSeconds, 1.5 * 8 * 128 / 1e9);
  // In their rows they are not apart.
  KernelSchedule rows = makeElementwiseOn(8, 128, change);
  apply(rows, Vectorize(0, 1));
  EXPECT_LT(run(rows).computeSeconds, 0.5 * 8 * 128 / 1e9);
  // Lines come after stores, not beside them: one of 64 bytes for each element, since rows that are
  // a power of two apart meet in one set.
  result = run(makeColumns([&](Target &target) {
    change(target);
    target.caches[0].bytesPerCycle = target.caches[1].bytesPerCycle = 1e6;
    target.caches[0].storedBytesPerCycle = 4;
  }));
  EXPECT_NEAR(result.seconds, (8 * 128 + 64 * 8 * 128 / 4) / 1e9, 1e-8);
}

/// An element goes into a vector by an operation of which a core begins few in a cycle.
TEST(EstimateStores, Inserted) {
  auto getSeconds = [](double shuffles) {
    return run(makeColumns([&](Target &target) {
             target.core.shuffles = shuffles;
             target.core.instructions = target.core.loads = 8;
           }))
        .computeSeconds;
  };
  // Those that are loaded, and those that are stored.
  EXPECT_NEAR(getSeconds(0.25), 2 * 8 * 128 / 0.25 / 1e9, 1e-7);
  EXPECT_LT(getSeconds(8), getSeconds(0.25) / 4);
}

/// A row of some elements that begins anywhere lies in a part of a line more.
TEST(EstimateStores, PartsOfLines) {
  auto getBytes = [](int64_t width) {
    KernelSchedule kernel = makeElementwise(256, width);
    auto [outer, inner] = apply(kernel, Split(0, 1, 32));
    apply(kernel, Reorder(0, {outer, 0, inner}));
    return run(kernel).levels[0].bytes / static_cast<double>(2 * 4 * 256 * width);
  };
  // Of rows that are whole lines apart, parts of 128 bytes are whole lines.
  EXPECT_DOUBLE_EQ(getBytes(320), 1);
  EXPECT_NEAR(getBytes(328), (128 - 4 + 64) / 128.0, 0.05);
}

/// A cache that is nearly full has lost some lines.
TEST(EstimateStores, NearlyFull) {
  auto getShare = [](int64_t height) {
    EstimateOptions options;
    options.isRepeated = true;
    return run(makeElementwise(height, 128), options).levels[1].bytes /
           static_cast<double>(2 * 4 * 128 * height);
  };
  // Of 64 KiB.
  EXPECT_EQ(getShare(32), 0);
  EXPECT_NEAR(getShare(48), 1.0 / 3, 1e-9);
  EXPECT_NEAR(getShare(64), 2.0 / 3, 1e-9);
  EXPECT_EQ(getShare(96), 1);
}

} // namespace
