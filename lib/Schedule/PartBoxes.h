//===-- PartBoxes.h - the parts that stages need of others ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to the rules of placements.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_PARTBOXES_H
#define DL_LIB_SCHEDULE_PARTBOXES_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// The axis of `ancestor` inside which `stage` runs: the attach axis at the top
/// of its chain of consumers. -1 if the chain does not lead there.
AxisId getAxisAround(const KernelSchedule &kernel, int stage, int ancestor);

/// Refuses unless every read of `stage`, which is computed at `axis` of `consumer`, has indices
/// whose box is of one size and moves in one way.
std::optional<Refusal> checkBoxes(const KernelSchedule &kernel, int stage, int consumer,
                                  AxisId axis);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_PARTBOXES_H
