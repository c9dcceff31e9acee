//===-- ScheduleTune.cpp - tune the kernels of a module -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-tune: the tuner on the kernels of a module, then the best records' sequences.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Tuning/Measure/Passes.h"
#include "dl/Tuning/Measure/TuneModel.h"
#include "dl/Tuning/Tasks/ScheduleByRecord.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/IR/Remarks.h"

namespace dl::tuning {
#define GEN_PASS_DEF_SCHEDULETUNEPASS
#include "dl/Tuning/Measure/Passes.h.inc"
} // namespace dl::tuning

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

static constexpr llvm::StringLiteral category = "schedule-tune";

namespace {
struct ScheduleTune : dl::tuning::impl::ScheduleTunePassBase<ScheduleTune> {
  using ScheduleTunePassBase::ScheduleTunePassBase;

  void runOnOperation() override {
    if (failed(tuneAndApply(getOperation())))
      signalPassFailure();
  }

  LogicalResult tuneAndApply(ModuleOp module) {
    TuneOptions options = getTuneOptions();
    if (llvm::Error error = checkNumbers())
      return fail(std::move(error));
    if (llvm::Error error = checkNames(options))
      return fail(std::move(error));
    auto target = schedule::readTarget(module);
    if (failed(target))
      return failure();
    if (!module->hasAttr(schedule::targetSpecAttrName))
      return module.emitError("expected the module to describe this machine, on which kernels are "
                              "measured; run dl-set-target=cpu=native before schedule-tune");
    options.runner.target = (*target)->triple;
    options.runner.cpu = (*target)->name;
    Database records;
    if (!database.empty()) {
      llvm::Expected<Database> opened =
          Database::open(database, [&](size_t line, StringRef problem) {
            mlir::emitWarning(FileLineColLoc::get(&getContext(), database, line, 1)) << problem;
          });
      if (!opened)
        return fail(opened.takeError());
      records = std::move(*opened);
    }
    std::vector<std::pair<std::string, std::string>> skipped;
    std::vector<Task> tasks = extractTasks(module, threads, &skipped);
    if (!tasks.empty() && usesShippedModel(options))
      remark::analysis(module.getLoc(), remark::RemarkOpts::name("Prior").category(category))
          << remark::reason(
                 "the first schedules of a kernel without records are chosen by the cost "
                 "model that ships, which was trained on other kernels");
    TuneObserver observer;
    auto tuned = tasks.empty() ? std::vector<TunedTask>() : tune(tasks, records, options, observer);
    if (!tuned)
      return fail(tuned.takeError());
    llvm::StringMap<std::string> reasons;
    for (const auto &[name, reason] : skipped)
      reasons[name] = reason;
    return apply(module, records, *tuned, reasons);
  }

  TuneOptions getTuneOptions() const {
    TuneOptions options;
    options.search = search;
    options.model = costModel;
    options.xgboost = xgboostLibrary;
    options.trials = trials;
    options.seconds = seconds;
    options.batch = batch;
    options.finalists = finalists;
    options.seed = seed;
    options.runner.workers = workers;
    return options;
  }

  llvm::Error checkNumbers() const {
    const std::tuple<StringRef, int64_t, int64_t, int64_t> ranges[] = {
        {"trials", trials, 1, INT32_MAX},
        {"batch", batch, 1, 1024},
        {"finalists", finalists, 1, 1024},
        {"workers", workers, 0, 256},
        {"threads", threads, 1, 1024}};
    for (const auto &[name, value, low, high] : ranges)
      if (value < low || value > high)
        return llvm::createStringError("expected " + name + " of schedule-tune to be " +
                                       Twine(low) + " to " + Twine(high) + ", got " + Twine(value));
    if (!(seconds >= 0))
      return llvm::createStringError("expected seconds of schedule-tune to be at least 0");
    return llvm::Error::success();
  }

  LogicalResult fail(llvm::Error error) {
    return emitError(UnknownLoc::get(&getContext()), llvm::toString(std::move(error)));
  }

  /// Gives each kernel its best record's schedule, or tells why it has none: for the reason of
  /// `reasons`, by the name, or that of its task.
  LogicalResult apply(ModuleOp module, const Database &records, const std::vector<TunedTask> &tuned,
                      llvm::StringMap<std::string> &reasons) {
    llvm::StringMap<std::string> problems;
    for (const TunedTask &task : tuned)
      problems[task.task.key] = task.message;
    for (auto kernel : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!te::isKernel(kernel) || schedule::hasSchedule(kernel))
        continue;
      std::string problem = reasons.lookup(kernel.getSymName());
      std::string key = getTaskKey(kernel, threads);
      if (problem.empty())
        problem = scheduleByRecord(kernel, records, threads, category);
      if (problem.empty())
        continue;
      // Why a task has no record is known better.
      if (std::string known = problems.lookup(key); !known.empty())
        problem = known;
      remark::missed(
          kernel.getLoc(),
          remark::RemarkOpts::name("NotTuned").category(category).function(kernel.getName()))
          << remark::reason("{0}", problem);
      if (strict)
        return kernel.emitError("expected kernels that can be tuned, but '")
               << kernel.getSymName() << "' is not: " << problem;
    }
    return success();
  }
};
} // namespace
