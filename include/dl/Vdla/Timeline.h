//===-- Timeline.h - a run of a program as lines of text --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A picture of who works when, for terminals and pages: a line for each stage, a letter for what it
// is at. Upper and lower case tell one instruction from the next.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_TIMELINE_H
#define DL_VDLA_TIMELINE_H

#include "dl/Vdla/CycleSim.h"

namespace dl::vdla {

/// `result` has a timeline, which becomes at most `columns` wide (at least 1). A column shows the
/// instruction that has most of its cycles, or a dot where the stage has none for most of them.
std::string printTimeline(const DeviceModel &model, const Program &program,
                          const CycleResult &result, int64_t columns = 100);

} // namespace dl::vdla

#endif // DL_VDLA_TIMELINE_H
