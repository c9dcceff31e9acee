//===-- SharedRows.h - rows that threads share ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_SHAREDROWS_H
#define DL_LIB_SCHEDULE_RULES_SHAREDROWS_H

#include "RegisterTile.h"

#include <optional>
#include <vector>

namespace dl::schedule {

/// The axes of a reduction's rows where threads share these rather than the vectors of its result;
/// none otherwise.
std::vector<AxisId> chooseSharedRows(Scheduler &scheduler, int reduction, const RegisterTile &tile);

/// Takes what threads share of such rows from the loops over root axes to those outside of all
/// others.
void shareRows(Scheduler &scheduler, int stage, const std::vector<AxisId> &rows,
               std::vector<std::optional<Axis>> &loops, std::vector<Axis> &outer);

/// Puts that axis of a copy first which moves with the rows that threads share of what reads it.
void followSharedRows(const Scheduler &scheduler, int copy, std::vector<Axis> &outer);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_SHAREDROWS_H
