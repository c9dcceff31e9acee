//===-- MeasureSpeed.cpp - how long checking and simulating take ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MeasureSpeed.h"

#include "dl/Vdla/CycleSim.h"
#include "dl/Vdla/Verify.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Format.h"

#include <chrono>

using namespace dl::vdla;

/// Milliseconds, the least of three runs.
static double measure(llvm::function_ref<void()> run) {
  double least = std::numeric_limits<double>::infinity();
  for (unsigned i = 0; i < 3; ++i) {
    auto begin = std::chrono::steady_clock::now();
    run();
    std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    least = std::min(least, time.count());
  }
  return least;
}

bool dl::vdla::printSpeed(llvm::raw_ostream &os, const DeviceModel &model, const Program &program,
                          const BufferContents &contents, std::string &error) {
  double check = measure([&] { verify(model, program); });
  std::optional<CycleResult> result;
  double timing = measure([&] { result = runCycles(model, program, {}, error); });
  if (!result)
    return false;
  BufferContents values = contents;
  CycleOptions options;
  options.contents = &values;
  double computing = measure([&] { result = runCycles(model, program, options, error); });
  if (!result)
    return false;
  double thousand = double(result->cycles) / 1e3;
  os << llvm::format("checked in %.3f ms, timed in %.3f ms, %.1f Mcycles/s, computed in %.3f ms, "
                     "%.1f Mcycles/s\n",
                     check, timing, thousand / timing, computing, thousand / computing);
  return true;
}
