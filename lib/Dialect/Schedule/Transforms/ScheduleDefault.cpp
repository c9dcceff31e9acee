//===-- ScheduleDefault.cpp - write a schedule for each kernel ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules are plain (dl/Schedule/DefaultSchedule.h); the pass gives them kernels and writes what
// they did.
//
//===----------------------------------------------------------------------===//
#include "SequenceWriter.h"

#include "Choices.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/DefaultSchedule.h"
#include "mlir/IR/Remarks.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULEDEFAULTPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// Tells what became of a kernel: its steps and what was chosen, or that there are none.
static void remarkSchedule(func::FuncOp kernel, const Trace &trace) {
  auto options = [&](llvm::StringRef name) {
    return remark::RemarkOpts::name(name).category("schedule-default").function(kernel.getName());
  };
  if (trace.steps.empty()) {
    remark::missed(kernel.getLoc(), options("NotScheduled"))
        << remark::reason("no rule has a step for it: its loops are those of its formulas");
    return;
  }
  auto message = remark::passed(kernel.getLoc(), options("Scheduled"));
  message << remark::metric("Steps", int64_t(trace.steps.size()));
  for (const Choice &choice : trace.choices)
    message << remark::metric(choice.name, choice.getValue());
}

namespace {
struct ScheduleDefault : dl::schedule::impl::ScheduleDefaultPassBase<ScheduleDefault> {
  using ScheduleDefaultPassBase::ScheduleDefaultPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(readTarget(module)))
      return signalPassFailure();
    // All sequences stand in one module beside the kernels.
    std::optional<SymbolTable> library;
    for (auto kernel : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!te::isKernel(kernel) || hasSchedule(kernel))
        continue;
      if (!library)
        library.emplace(getSequences(module));
      KernelSchedule plain = buildKernelSchedule(kernel);
      Trace trace = applyRulesByEstimate(plain, {vectorize, parallel, wide, contexts, threads},
                                         {candidates, gain});
      remarkSchedule(kernel, trace);
      SequenceWriter writer(*library, kernel);
      writer.write(trace);
      if (choices != WrittenChoices::None)
        setChoices(writer.getSequence(), trace.choices, choices == WrittenChoices::Decided);
    }
  }
};
} // namespace
