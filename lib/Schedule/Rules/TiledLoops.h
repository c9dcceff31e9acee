//===-- TiledLoops.h - the loops of a tiled reduction -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_TILEDLOOPS_H
#define DL_LIB_SCHEDULE_RULES_TILEDLOOPS_H

#include "RowBlocks.h"
#include "TermBlocks.h"

namespace dl::schedule {

/// How a reduction and its reader go through rows and terms.
struct LoopOrder {
  bool isVectorOuter = true;
  RowBlocks rows;
  TermBlock terms;
  /// The axes of rows that threads share.
  std::vector<AxisId> sharedRows = {};
};

/// The axes of a stage after the tile's splits.
struct TiledAxes {
  std::vector<Axis> outer, reductions, inner;
  /// Of the outer ones those outside of blocks of terms.
  size_t numOutside = 0;
};

/// The reduction axes, from the outermost loop on: those first that move the operand of the vectors
/// farthest, so that it is read as it lies. The taps of a transposed convolution lie outside of
/// its channels in memory.
std::vector<AxisId> orderReductions(const Scheduler &scheduler, int stage,
                                    const RegisterTile &tile);

/// Splits by the tile and orders: looped axes (those of the vector operand first, so that what
/// they load is reused), reduction axes, then the register tile with the vector axis last. Without
/// `unrolls` only that axis stays in registers and the rest of the tile is looped over.
TiledAxes tileAxes(Scheduler &scheduler, int stage, const RegisterTile &tile,
                   const LoopOrder &loops, bool unrolls);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_TILEDLOOPS_H
