//===-- CheckPipeline.h - what the steps of a pipeline make -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to CheckPlan.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_CHECKPIPELINE_H
#define DL_LIB_SCHEDULE_CHECKPIPELINE_H

#include "dl/Schedule/LoopPlan.h"

#include <array>
#include <functional>

namespace dl::schedule {

/// The parts of the producer in the blocks of a pipeline: the first one that is made, that which a
/// step uses, that which it makes, and that which the last step uses.
using PipelineParts = std::array<const PlanNode *, 4>;

/// None where one is missing, or is made where it should be used.
std::optional<PipelineParts> findPipelineParts(const PlanNode &pipeline);

/// The values of all variables at a step, those of the loops around at `position` of 2 in their
/// ranges.
using StepValues = std::function<std::vector<int64_t>(int64_t position, int64_t step)>;

/// Compares what the steps make and use, of `count` steps and the last one: the first of them and
/// the last, the loops around at the ends and in the middle of their ranges. What is wrong with the
/// producer, or null.
const char *findStepFault(const PipelineParts &parts, int64_t count, const StepValues &getValues);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_CHECKPIPELINE_H
