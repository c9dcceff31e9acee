//===-- RowStages.h - stages that are computed row by row -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the rules for softmax and normalisations, over rows and over columns, ask of the stages
// before the last one.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_ROWSTAGES_H
#define DL_LIB_SCHEDULE_RULES_ROWSTAGES_H

#include "Scheduler.h"

namespace dl::schedule {

bool isAmong(const std::vector<int> &stages, int stage);

/// Stages whose every reader is the root or taken along with it, later ones first.
std::vector<int> getProducers(const Scheduler &scheduler, int root);

/// True if vectors along a row are slices of what is read.
bool isReadInRows(const Scheduler &scheduler, int stage, AxisId row);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_ROWSTAGES_H
