//===-- TriedExtents.h - numbers for what a run knows ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_TRIEDEXTENTS_H
#define DL_SCHEDULE_TRIEDEXTENTS_H

#include "dl/Schedule/KernelSchedule.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dl::schedule {

/// Numbers to try for the first, second, … of the extents that are known only at run time: short
/// and long ones, no two alike, and such that each step of the loops of one is met.
std::vector<std::vector<int64_t>> getTriedExtents(const KernelSchedule &kernel, size_t count);

} // namespace dl::schedule

#endif // DL_SCHEDULE_TRIEDEXTENTS_H
