//===-- ScheduleApplyDb.cpp - schedules from records ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-apply-db: looks each kernel up by its key, replays the steps of its best
// record on the plain kernel and writes them as a sequence.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Schedule/Estimate.h"
#include "dl/Tuning/Database.h"
#include "dl/Tuning/Tasks/Passes.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FileSystem.h"

namespace dl::tuning {
#define GEN_PASS_DEF_SCHEDULEAPPLYDBPASS
#include "dl/Tuning/Tasks/Passes.h.inc"
} // namespace dl::tuning

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

namespace {
struct ScheduleApplyDb : dl::tuning::impl::ScheduleApplyDbPassBase<ScheduleApplyDb> {
  using ScheduleApplyDbPassBase::ScheduleApplyDbPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(schedule::readTarget(module)))
      return signalPassFailure();
    if (!llvm::sys::fs::exists(database)) {
      emitError(UnknownLoc::get(&getContext()))
          << "expected '" << database
          << "' to be a file of records; make one with dl-tune MODEL --db=FILE";
      return signalPassFailure();
    }
    llvm::Expected<Database> opened =
        Database::open(database, [&](size_t line, llvm::StringRef problem) {
          mlir::emitWarning(FileLineColLoc::get(&getContext(), database, line, 1)) << problem;
        });
    if (!opened) {
      emitError(UnknownLoc::get(&getContext())) << llvm::toString(opened.takeError());
      return signalPassFailure();
    }
    for (auto kernel : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!te::isKernel(kernel) || schedule::hasSchedule(kernel))
        continue;
      std::string problem = schedule(kernel, *opened);
      if (problem.empty())
        continue;
      remark::missed(kernel.getLoc(), remarkOptions(kernel, "NoRecord"))
          << remark::reason("{0}", problem);
      if (strict) {
        kernel.emitError("expected a record of kernel '")
            << kernel.getSymName() << "' in '" << database << "', but " << problem
            << "; tune the model for this machine with dl-tune";
        return signalPassFailure();
      }
    }
  }

  static remark::RemarkOpts remarkOptions(func::FuncOp kernel, llvm::StringRef name) {
    return remark::RemarkOpts::name(name).category("schedule-apply-db").function(kernel.getName());
  }

  /// Empty where the kernel got a sequence, else why it did not.
  std::string schedule(func::FuncOp kernel, const Database &records) {
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
    auto message = remark::passed(kernel.getLoc(), remarkOptions(kernel, "Record"));
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
};
} // namespace
