//===-- PartExtents.h - sizes known in a step -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to the library of plain schedules.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_PARTEXTENTS_H
#define DL_LIB_SCHEDULE_PARTEXTENTS_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Refuses unless what one step of `axis` of `consumer` needs of `stage`, which is
/// computed there, has a size that is known before the kernel runs.
std::optional<Refusal> checkExtents(const KernelSchedule &kernel, int stage, int consumer,
                                    AxisId axis);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_PARTEXTENTS_H
