//===-- ScheduleEstimate.cpp - tell what loops would take --------- ===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-estimate: from the plan of each kernel's loops to a remark. Input: the te
// level, schedules applied or not. The module is not changed.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/Estimate.h"
#include "dl/Schedule/Legality.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "llvm/Support/FormatVariadic.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULEESTIMATEPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

static std::string describe(const Estimate &result) {
  std::string text =
      llvm::formatv("about {0:f3} ms, bound by {1}: {2:f1} million operations in {3:f1} "
                    "million instructions, {4:f3} ms",
                    result.seconds * 1e3, result.getBound(), result.operations / 1e6,
                    result.instructions / 1e6, result.computeSeconds * 1e3)
          .str();
  llvm::StringRef separator = "; ";
  for (const LevelEstimate &level : result.levels) {
    text += llvm::formatv("{0}{1} {2:f3} MB in {3:f3} ms", separator, level.name, level.bytes / 1e6,
                          level.seconds * 1e3)
                .str();
    separator = ", ";
  }
  return text;
}

static std::optional<Refusal> estimateKernel(func::FuncOp kernel, const EstimateOptions &options,
                                             Estimate &result) {
  KernelSchedule plain = buildKernelSchedule(kernel);
  LoopPlan plan;
  std::optional<Refusal> refusal = checkKernel(plain);
  if (!refusal)
    refusal = buildLoopPlan(plain, plan);
  if (!refusal)
    result = estimate(plain, plan, options);
  return refusal;
}

/// Calls `tell` with each kernel, its trees made.
static LogicalResult walkKernels(ModuleOp module, llvm::function_ref<void(func::FuncOp)> tell) {
  if (failed(readTarget(module)))
    return failure();
  OwningOpRef<ModuleOp> copy = module.clone();
  for (func::FuncOp kernel : llvm::to_vector(copy->getOps<func::FuncOp>())) {
    if (!te::isKernel(kernel) || getStages(kernel).empty())
      continue;
    if (!hasTrees(kernel) && failed(applySequence(kernel)))
      return failure();
    tell(kernel);
  }
  return success();
}

FailureOr<llvm::StringMap<Estimate>> dl::schedule::estimateKernels(ModuleOp module,
                                                                   const EstimateOptions &options) {
  llvm::StringMap<Estimate> estimates;
  LogicalResult result = walkKernels(module, [&](func::FuncOp kernel) {
    Estimate made;
    if (!estimateKernel(kernel, options, made))
      estimates[kernel.getName()] = std::move(made);
  });
  return failed(result) ? FailureOr<llvm::StringMap<Estimate>>(failure()) : std::move(estimates);
}

namespace {
struct ScheduleEstimate : dl::schedule::impl::ScheduleEstimatePassBase<ScheduleEstimate> {
  using ScheduleEstimatePassBase::ScheduleEstimatePassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (threads < 1) {
      emitError(UnknownLoc::get(&getContext()))
          << "expected schedule-estimate to have at least one thread, got threads="
          << threads.getValue();
      return signalPassFailure();
    }
    EstimateOptions options;
    options.threads = threads;
    options.isRepeated = repeated;
    LogicalResult result = walkKernels(getOperation(), [&](func::FuncOp kernel) {
      Estimate made;
      if (std::optional<Refusal> refusal = estimateKernel(kernel, options, made))
        mlir::emitRemark(kernel.getLoc()) << kernel.getName() << ": not legal: " << refusal->reason;
      else
        mlir::emitRemark(kernel.getLoc()) << kernel.getName() << ": " << describe(made);
    });
    if (failed(result))
      signalPassFailure();
  }
};
} // namespace
