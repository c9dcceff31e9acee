//===-- Borders.h - windows without a padded copy --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_BORDERS_H
#define DL_LIB_SCHEDULE_RULES_BORDERS_H

#include "RegisterTile.h"

namespace dl::schedule {

/// Where each vector of a reduction has a window of its own, as those of a depthwise convolution in
/// blocks of channels, a padded copy of the input takes longer than the windows. The border gets
/// loops of its own instead, which ask for each row of a window whether it is there; all others are
/// known to lie inside, and the tile may become smaller to divide them. Before any step on
/// `reduction` and `root`.
void takeBordersApart(Scheduler &scheduler, int reduction, int root, RegisterTile &tile);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_BORDERS_H
