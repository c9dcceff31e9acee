//===-- PaddedTerms.h - terms that read padding alone -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Taps of a convolution that lie outside of the map for all of a tile.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_PADDEDTERMS_H
#define DL_LIB_SCHEDULE_RULES_PADDEDTERMS_H

#include "Scheduler.h"

namespace dl::schedule {

/// The reduction axes of which tiles of these sizes leave out enough iterations, since they read
/// nothing but padding, that loops over them are to be outside of those over the other terms.
std::vector<AxisId> findPaddedTerms(const Scheduler &scheduler, int reduction,
                                    const std::vector<int64_t> &sizes);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_PADDEDTERMS_H
