//===-- CheckPipeline.cpp - what the steps of a pipeline make -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates places and boxes of parts, step by step: what a step uses is what the one before has
// made, in the same buffer, and what is made meanwhile is in the other one.
//
//===----------------------------------------------------------------------===//
#include "CheckPipeline.h"

#include <algorithm>

using namespace dl::schedule;

static const PlanNode *findPart(const PlanBlock &block, int stage) {
  auto part = std::find_if(block.begin(), block.end(), [&](const PlanNode &node) {
    return node.kind == PlanKind::Part && node.stage == stage && node.hasSlot;
  });
  return part == block.end() ? nullptr : &*part;
}

std::optional<PipelineParts> dl::schedule::findPipelineParts(const PlanNode &pipeline) {
  PipelineParts parts;
  for (size_t i = 0; i < parts.size(); ++i) {
    bool isMade = i % 2 == 0;
    parts[i] = findPart(pipeline.blocks[i], pipeline.producer);
    if (!parts[i] || parts[i]->blocks.empty() == isMade)
      return std::nullopt;
  }
  return parts;
}

const char *dl::schedule::findStepFault(const PipelineParts &parts, int64_t count,
                                        const StepValues &getValues) {
  for (int64_t position : {0, 1, 2})
    for (int64_t step = 0; step <= count; step += step < 8 ? 1 : std::max<int64_t>(1, count - 8)) {
      const PlanNode &made = *parts[step == 0 ? 0 : 2], &used = *parts[step < count ? 1 : 3];
      std::vector<int64_t> before = getValues(position, std::max<int64_t>(step - 1, 0));
      std::vector<int64_t> now = getValues(position, std::min(step, count - 1));
      if (made.place.evaluate(before) != used.place.evaluate(now))
        return "is used in another buffer than it was made in";
      if (step > 0 && step < count && made.place.evaluate(now) == used.place.evaluate(now))
        return "is made where another part of it is still used";
      for (size_t d = 0; d < made.ranges.size(); ++d)
        if (made.ranges[d].size != used.ranges[d].size ||
            made.ranges[d].offset.evaluate(before) != used.ranges[d].offset.evaluate(now))
          return "is made for another step than it is used in";
    }
  return nullptr;
}
