//===-- CheckZeros.h - what loops leave out is zero -------------*- C++ -*-===//
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
#ifndef DL_LIB_SCHEDULE_CHECKZEROS_H
#define DL_LIB_SCHEDULE_CHECKZEROS_H

#include "dl/Schedule/CheckPlan.h"

namespace dl::schedule {

/// Proves that iterations that loops leave out would add nothing but zeros, for some values
/// of each loop around, all of them where there are few.
std::optional<PlanFault> checkZeros(const KernelSchedule &kernel, const LoopPlan &plan);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_CHECKZEROS_H
