//===-- ScheduleApplyDb.cpp - schedules from records ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-apply-db: each kernel gets the schedule of its best record.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Tuning/Database.h"
#include "dl/Tuning/Tasks/Passes.h"
#include "dl/Tuning/Tasks/ScheduleByRecord.h"

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
      std::string problem = scheduleByRecord(kernel, *opened, threads, "schedule-apply-db");
      if (problem.empty())
        continue;
      remark::missed(kernel.getLoc(), remark::RemarkOpts::name("NoRecord")
                                          .category("schedule-apply-db")
                                          .function(kernel.getName()))
          << remark::reason("{0}", problem);
      if (strict) {
        kernel.emitError("expected a record of kernel '")
            << kernel.getSymName() << "' in '" << database << "', but " << problem
            << "; tune the model for this machine with dl-tune";
        return signalPassFailure();
      }
    }
  }
};
} // namespace
