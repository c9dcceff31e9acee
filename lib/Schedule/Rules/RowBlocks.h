//===-- RowBlocks.h - rows that go through a cache in blocks ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_ROWBLOCKS_H
#define DL_LIB_SCHEDULE_RULES_ROWBLOCKS_H

#include "RegisterTile.h"

namespace dl::schedule {

/// Bytes of the operands of all rows, if they are to be gone through in blocks, and of the operands
/// of all vectors; 0: the rows are not.
struct RowBlocks {
  int64_t rowBytes = 0, vectorBytes = 0;
  /// Each step along the vectors reads each element of the rows once: there are no windows, whose
  /// taps read it again.
  bool areReadOnce = false;
};

/// What a reduction reads for its rows, if the nearer caches do not hold it beside the operand of
/// the vectors.
RowBlocks findFarRows(const Scheduler &scheduler, int reduction, const RegisterTile &tile);

/// Whether rows are best finished one after the other: parts of them would each be written while
/// all others are gone through, to a result that the nearer caches do not hold, and these hold the
/// operand of the vectors beside what a row reads.
bool finishesRows(const Scheduler &scheduler, int reduction, int root, const RegisterTile &tile);

/// Brings loops along the rows before those of the vectors, at the end of `outer`, so that what is
/// left of the rows inside stays in the nearer caches while all vectors go through it. Each block
/// fetches the operand of the vectors anew, as each step along these all rows without blocks.
/// `share`: the part of the terms that a block of rows goes through before the next one does.
void blockRows(Scheduler &scheduler, int stage, const RowBlocks &blocks, double share,
               const std::vector<Axis> &vectorLoops, std::vector<Axis> &rowLoops,
               std::vector<Axis> &outer);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_ROWBLOCKS_H
