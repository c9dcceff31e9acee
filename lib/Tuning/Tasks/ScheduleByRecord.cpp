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
#include "dl/Tuning/Tasks/ScheduleTemplate.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

/// Writes the steps of a record; `scheduled` becomes the kernel after them.
static llvm::Error writeSteps(func::FuncOp kernel, const Record &record,
                              schedule::KernelSchedule &scheduled) {
  scheduled = schedule::buildKernelSchedule(kernel);
  if (llvm::Error error = applySteps(scheduled, record.steps))
    return error;
  schedule::writeSequence(kernel, {record.steps, record.choices});
  return llvm::Error::success();
}

/// The same of a template's decisions.
static llvm::Error writeTemplate(func::FuncOp kernel, const Record &record, const Database &records,
                                 schedule::KernelSchedule &scheduled) {
  const TemplateRecord *known = records.lookupTemplate(record.templateHash);
  if (!known)
    return llvm::createStringError("the database lacks its template " +
                                   record.templateHash.substr(0, 12));
  auto byTemplate = TemplateKernel::create(kernel, known->module);
  if (!byTemplate)
    return byTemplate.takeError();
  llvm::Expected<TemplateResult> result = byTemplate->run(record.choices);
  if (!result)
    return result.takeError();
  byTemplate->write(kernel, *result);
  scheduled = std::move(result->kernel);
  return llvm::Error::success();
}

std::string dl::tuning::scheduleByRecord(func::FuncOp kernel, const Database &records,
                                         int64_t threads, llvm::StringRef category) {
  std::string key = getTaskKey(kernel, threads);
  if (key.empty())
    return "it is no kernel that is tuned";
  const Record *best = records.findBest(key);
  if (!best)
    return "there is none of this kernel for this machine and number of threads";
  schedule::KernelSchedule scheduled;
  if (llvm::Error error = best->templateHash.empty()
                              ? writeSteps(kernel, *best, scheduled)
                              : writeTemplate(kernel, *best, records, scheduled))
    return "its record cannot be applied: " + llvm::toString(std::move(error));
  auto message = remark::passed(
      kernel.getLoc(),
      remark::RemarkOpts::name("Record").category(category).function(kernel.getName()));
  message << remark::metric("Search", best->search)
          << remark::metric("Measured us", best->measurement.getCost() * 1e6);
  if (const TemplateRecord *known = records.lookupTemplate(best->templateHash))
    message << remark::metric("Template", known->name);
  schedule::LoopPlan plan;
  if (!scheduled.target->caches.empty() && !schedule::buildLoopPlan(scheduled, plan)) {
    schedule::EstimateOptions options;
    options.threads = threads;
    options.isRepeated = true;
    schedule::Estimate expected = schedule::estimate(scheduled, plan, options);
    message << remark::metric("Expected us", expected.seconds * 1e6)
            << remark::metric("Bound", expected.getBound());
  }
  return "";
}
