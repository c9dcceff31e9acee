//===-- Intrinsic.h - intrinsics that have a stage's formula ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What schedules ask of intrinsics, in plain C++: their axes, and which reads of a stage
// are their operands.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_INTRINSIC_H
#define DL_SCHEDULE_INTRINSIC_H

#include "dl/Schedule/IterationTree.h"

#include <vector>

namespace dl::schedule {

/// What an intrinsic computes over: its axes in order, with constant extents.
struct IntrinsicShape {
  std::string name;
  std::vector<AxisNode> axes;
};

/// How each dimension of what is read moves with a step along each axis of an intrinsic:
/// steps[dimension][axis].
using TileSteps = std::vector<std::vector<int64_t>>;

/// A read of a stage as an operand of an intrinsic: the number of the read, how the
/// intrinsic takes the operand, and how many vectors it makes of it before it computes.
struct IntrinsicOperand {
  int read;
  TileSteps steps;
  int64_t registers = 1;
};

/// An intrinsic that has the formula of a stage: the same operations on the same types.
/// Whether it accesses tiles as the stage does depends on the axes that make up the tile
/// and on layouts.
struct MatchingIntrinsic {
  IntrinsicShape shape;
  /// The operands in order; several ways where factors or terms could be either of two reads.
  std::vector<std::vector<IntrinsicOperand>> ways;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_INTRINSIC_H
