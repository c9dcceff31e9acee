//===-- Trace.h - steps of a schedule, as data ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was done to a kernel that no step had been applied to: primitives in the order in which
// they were applied, and the choices that led to them. Applied again in this order they give the
// same trees; a front end writes them in its own language.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_TRACE_H
#define DL_SCHEDULE_TRACE_H

#include "dl/Schedule/Choice.h"
#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/CacheRead.h"
#include "dl/Schedule/Primitives/CacheWrite.h"
#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/LoopPartition.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/SetScope.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/Tensorize.h"
#include "dl/Schedule/Primitives/TransformLayout.h"

#include <variant>

namespace dl::schedule {

/// A step that rules make.
using TraceStep =
    std::variant<Bind, CacheRead, CacheWrite, ComputeAt, ComputeInline, LoopPartition, Parallel,
                 RegisterAxis, Reorder, SetScope, Split, Tensorize, TransformLayout>;

struct Trace {
  std::vector<TraceStep> steps;
  std::vector<Choice> choices;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_TRACE_H
