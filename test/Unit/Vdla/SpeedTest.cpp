//===-- SpeedTest.cpp - how fast checker and simulators are -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No test: it prints figures, when it is asked for by --gtest_also_run_disabled_tests
// --gtest_filter='*Speed*'.
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "RandomInstructions.h"
#include "TilePrograms.h"

#include "dl/Vdla/CycleSim.h"
#include "dl/Vdla/FunctionalSim.h"
#include "dl/Vdla/Roofline.h"
#include "dl/Vdla/Verify.h"

#include <chrono>

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

template <typename RunT> double measure(RunT run) {
  double best = 1e9;
  for (unsigned i = 0; i < 3; ++i) {
    auto begin = std::chrono::steady_clock::now();
    run();
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    best = std::min(best, time.count());
  }
  return best;
}

TEST(SpeedTest, DISABLED_Figures) {
  struct Layer {
    const char *name;
    int64_t size, icb, ocb, kernel, stride, rows;
  };
  const Layer layers[] = {{"56x56 64-64 3x3", 56, 4, 2, 3, 1, 4},
                          {"28x28 128-64 3x3", 28, 8, 4, 3, 1, 7},
                          {"56x56 64-64 1x1", 56, 4, 4, 1, 1, 4},
                          {"56x56 64-64 by rows", 56, 4, 2, 3, 1, 1},
                          {"14x14 256-64 3x3", 14, 16, 4, 3, 1, 14}};
  const DeviceModel &model = getMachine("paper");
  for (const Layer &layer : layers)
    for (int64_t contexts : {1, 2}) {
      std::mt19937_64 random = makeRandom(1);
      ConvShape shape;
      shape.height = shape.width = layer.size;
      shape.icb = layer.icb;
      shape.ocb = layer.ocb;
      shape.kernel = layer.kernel;
      shape.stride = layer.stride;
      shape.padding = layer.kernel / 2;
      shape.tileRows = layer.rows;
      shape.contexts = contexts;
      Kernel kernel = makeConv(model, shape, random);
      std::string error;
      std::vector<Finding> findings;
      double check = measure([&] { findings = verify(model, kernel.program); });
      ASSERT_TRUE(findings.empty()) << findings[0].message;
      std::optional<CycleResult> result;
      double timing = measure([&] { result = runCycles(model, kernel.program, {}, error); });
      ASSERT_TRUE(result) << error;
      CycleOptions options;
      options.contents = &kernel.contents;
      double functional =
          measure([&] { result = runCycles(model, kernel.program, options, error); });
      EXPECT_EQ(kernel.contents[kernel.output], kernel.expected);
      Roofline roofline = computeRoofline(model, *result, kernel.macs);
      double million = double(result->cycles) / 1e6;
      printf("%-19s contexts %d: %4zu instructions, check %.2f ms, %.3f Mcycles, timing %.0f and "
             "functional %.0f Mcycles/s, %.0f %% of peak, %.0f %% of bound\n",
             layer.name, int(contexts), kernel.program.instructions.size(), check * 1e3, million,
             million / timing, million / functional, 100 * roofline.getShareOfPeak(),
             100 * roofline.getShareOfBound());
    }
}

} // namespace
