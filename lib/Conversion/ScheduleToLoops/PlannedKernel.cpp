//===-- PlannedKernel.cpp - a kernel with the plan of its loops -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From te.compute and its trees to a plan that is proved.
//
//===----------------------------------------------------------------------===//
#include "PlannedKernel.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Schedule/CheckPlan.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

FailureOr<PlannedKernel> dl::schedule::planKernel(func::FuncOp kernel, PlanMode mode) {
  PlannedKernel planned;
  planned.kernel = buildKernelSchedule(kernel);
  SmallVector<te::ComputeOp> computes = getStages(kernel);
  for (auto [number, compute] : llvm::enumerate(computes)) {
    PlannedKernel::Stage &stage =
        planned.stages.emplace_back(PlannedKernel::Stage{compute.getLoc(), {}});
    for (unsigned axis = 0; axis < compute.getNumAxes(); ++axis) {
      stage.extents.push_back(compute.getMixedExtent(axis));
      if (mode == PlanMode::WholeStages && isa<Value>(stage.extents.back()))
        return compute.emitOpError(
                   "requires static extents to become one linalg operation, but axis ")
               << compute.getAxisName(axis) << " is dynamic";
    }
    IterationTree &tree = planned.kernel[number].tree;
    if (mode == PlanMode::WholeStages)
      tree = tree.getPlain();
  }
  if (std::optional<Refusal> refusal = buildLoopPlan(planned.kernel, planned.plan, mode))
    return computes[refusal->stage].emitOpError() << refusal->reason << "; " << refusal->hint;
  if (std::optional<PlanFault> fault = checkPlan(planned.kernel, planned.plan))
    return computes[fault->stage].emitOpError("gets loops that do not compute it: ")
           << fault->reason << "; this is a fault of the compiler";
  return planned;
}
