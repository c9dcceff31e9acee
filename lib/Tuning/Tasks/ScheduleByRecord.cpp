//===-- ScheduleByRecord.cpp - the fastest schedule of a kernel that was measured ===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks a kernel up by its key, replays the steps of its best record on the plain kernel and writes
// them as a sequence.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Tasks/ScheduleByRecord.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/Estimate.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

std::string dl::tuning::scheduleByRecord(func::FuncOp kernel, const Database &records,
                                         int64_t threads, llvm::StringRef category) {
  std::string key = getTaskKey(kernel, threads);
  if (key.empty())
    return "it is no kernel that is tuned";
  const Record *best = records.findBest(key);
  if (!best)
    return "there is none of this kernel for this machine and number of threads";
  schedule::KernelSchedule plain = schedule::buildKernelSchedule(kernel);
  if (llvm::Error error = applySteps(plain, best->steps))
    return "its record cannot be applied: " + llvm::toString(std::move(error));
  schedule::writeSequence(kernel, {best->steps, best->choices});
  auto message = remark::passed(
      kernel.getLoc(),
      remark::RemarkOpts::name("Record").category(category).function(kernel.getName()));
  message << remark::metric("Search", best->search)
          << remark::metric("Measured us", best->measurement.getCost() * 1e6);
  schedule::LoopPlan plan;
  if (!plain.target->caches.empty() && !schedule::buildLoopPlan(plain, plan)) {
    schedule::EstimateOptions options;
    options.threads = threads;
    options.isRepeated = true;
    schedule::Estimate expected = schedule::estimate(plain, plan, options);
    message << remark::metric("Expected us", expected.seconds * 1e6)
            << remark::metric("Bound", expected.getBound());
  }
  return "";
}
