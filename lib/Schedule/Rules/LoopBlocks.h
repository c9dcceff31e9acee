//===-- LoopBlocks.h - further levels of tiles ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_LOOPBLOCKS_H
#define DL_LIB_SCHEDULE_RULES_LOOPBLOCKS_H

#include "Scheduler.h"

namespace dl::schedule {

/// What a search can choose beside what the rules choose: loops around the register tile in blocks
/// that fit a cache, a block of the terms outside of the loops in a block, and the order of all.
/// `outer` are the spatial loops, the outermost first, `reductions` those of terms inside of them;
/// with a block of terms, `outer` is left with the loops around it and `reductions` begins with it.
/// Nothing changes where the rules decide.
void blockLoops(Scheduler &scheduler, int stage, std::vector<Axis> &outer,
                std::vector<Axis> &reductions);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_LOOPBLOCKS_H
