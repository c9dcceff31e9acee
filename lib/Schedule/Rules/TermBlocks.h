//===-- TermBlocks.h - terms that a cache holds -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_TERMBLOCKS_H
#define DL_LIB_SCHEDULE_RULES_TERMBLOCKS_H

#include "RegisterTile.h"

namespace dl::schedule {

/// A block of the terms of a reduction, which all its inner rows go through before the next one.
struct TermBlock {
  /// Iterations of the outermost loop of terms; 0: terms are not in blocks.
  int64_t size = 0;
  /// Loops along the rows from this axis on are inside.
  AxisId firstRow = 0;
  /// The part of all terms that is gone through before the next rows are.
  double share = 1;

  bool isInside(AxisId row) const { return size > 0 && row >= firstRow; }
};

/// Whether the vectors' operand is gone through in blocks of terms that stay in the first cache,
/// and how. `order` are the reduction's axes, from the outermost loop on. `waitsForRows`: what
/// it reads for its rows, each element once, is far away too.
TermBlock chooseTermBlock(Scheduler &scheduler, int reduction, const RegisterTile &tile,
                          const std::vector<AxisId> &order, bool waitsForRows);

/// Puts the loop over blocks before those along the rows inside, the first of `reductions`, and
/// these next. Sums of a block are kept where results are.
void blockTerms(Scheduler &scheduler, int stage, const TermBlock &block,
                const std::vector<Axis> &rowLoops, std::vector<Axis> &reductions);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_TERMBLOCKS_H
