//===-- Measure.cpp - times of a compiled model -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole runs, and kernel call by kernel call.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Run.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace dl;
using dl::Tensor;
using Clock = std::chrono::steady_clock;

/// Runs before the first one that counts.
static constexpr unsigned warmUp = 3;

static double microseconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::micro>(to - from).count();
}

double dl::getMedian(std::vector<double> values) {
  llvm::sort(values);
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

llvm::Error dl::benchmarkModel(runtime::CompiledModel &model, llvm::ArrayRef<Tensor> inputs,
                               unsigned runs, llvm::raw_ostream &os) {
  auto made = model.makeOutputs(inputs);
  if (!made)
    return made.takeError();
  llvm::SmallVector<Tensor> outputs = std::move(*made);
  std::vector<double> times;
  for (unsigned run = 0; run < warmUp + runs; ++run) {
    Clock::time_point start = Clock::now();
    if (llvm::Error error = model.run(inputs, outputs))
      return error;
    if (run >= warmUp)
      times.push_back(microseconds(start, Clock::now()));
  }
  os << llvm::formatv("{0} runs: minimum {1:f4} ms, median {2:f4} ms\n", times.size(),
                      *std::min_element(times.begin(), times.end()) / 1000,
                      getMedian(times) / 1000);
  return llvm::Error::success();
}

llvm::Expected<std::vector<double>> dl::measureCalls(runtime::CompiledModel &model,
                                                     llvm::ArrayRef<Tensor> inputs, unsigned runs) {
  auto made = model.makeOutputs(inputs);
  if (!made)
    return made.takeError();
  llvm::SmallVector<Tensor> outputs = std::move(*made);
  std::vector<std::vector<double>> times(model.getKernelCalls().size());
  Clock::time_point begin;
  bool counts = false;
  auto observe = [&](const dlc_event &event) {
    Clock::time_point now = Clock::now();
    if (event.kind == DLC_KERNEL_BEGIN)
      begin = Clock::now();
    else if (counts)
      times[event.call].push_back(microseconds(begin, now));
  };
  for (unsigned run = 0; run < warmUp + runs; ++run) {
    counts = run >= warmUp;
    if (llvm::Error error = model.run(inputs, outputs, observe))
      return error;
  }
  std::vector<double> medians;
  for (const std::vector<double> &list : times)
    medians.push_back(list.empty() ? 0 : getMedian(list));
  return medians;
}

llvm::Error dl::profileModel(runtime::CompiledModel &model, llvm::ArrayRef<Tensor> inputs,
                             unsigned runs, const llvm::StringMap<ExpectedTime> &expected,
                             llvm::raw_ostream &os) {
  auto measured = measureCalls(model, inputs, runs);
  if (!measured)
    return measured.takeError();
  llvm::ArrayRef<double> medians = *measured;
  llvm::ArrayRef<runtime::KernelCallSpec> calls = model.getKernelCalls();
  double total = 0;
  for (double median : medians)
    total += median;
  os << "call   median us   share  " << (expected.empty() ? "" : "expected us  by       ")
     << "kernel                    nodes\n";
  for (size_t call = 0; call < calls.size(); ++call) {
    os << llvm::formatv("{0,4} {1,11:f2} {2,6:f1}%  ", call, medians[call],
                        100 * medians[call] / std::max(total, 1e-9));
    if (auto known = expected.find(calls[call].kernel); known != expected.end())
      os << llvm::formatv("{0,11:f2}  {1,-8} ", known->second.microseconds, known->second.bound);
    else if (!expected.empty())
      os << llvm::formatv("{0,11}  {1,-8} ", "-", "-");
    os << llvm::formatv("{0,-24}  {1}\n", calls[call].kernel, calls[call].nodes);
  }
  os << llvm::formatv("{0,4} {1,11:f2} {2,6:f1}%  median of {3} runs\n", "sum", total, 100.0,
                      medians.empty() ? 0 : runs);
  return llvm::Error::success();
}
