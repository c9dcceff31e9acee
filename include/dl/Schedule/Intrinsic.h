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

#include <initializer_list>
#include <vector>

namespace dl::schedule {

/// What an intrinsic computes over: its axes in order, with constant extents.
struct IntrinsicShape {
  std::string name;
  std::vector<AxisNode> axes;
  /// Of each axis: 0, or nothing, where all tiles have its extent; else they have at most that, and
  /// a multiple of this.
  std::vector<int64_t> multiples = {};

  int64_t getMultiple(size_t axis) const { return axis < multiples.size() ? multiples[axis] : 0; }
  /// True if a tile may have this extent along an axis.
  bool allows(size_t axis, int64_t extent) const {
    int64_t multiple = getMultiple(axis);
    return multiple == 0 ? extent == axes[axis].extent
                         : extent >= 2 && extent <= axes[axis].extent && extent % multiple == 0;
  }
};

/// How one dimension of what is read moves with the axes of an intrinsic: by steps along each, or
/// by a digit of these: their sum divided, rounded down, and what remains of that.
struct TileStep {
  std::vector<int64_t> steps;
  int64_t divisor = 1;
  /// 0: all of it.
  int64_t modulus = 0;

  TileStep() = default;
  TileStep(std::initializer_list<int64_t> steps) : steps(steps) {}

  bool operator==(const TileStep &other) const {
    return steps == other.steps && divisor == other.divisor && modulus == other.modulus;
  }
};

/// The dimensions that move, in order.
using TileSteps = std::vector<TileStep>;

/// Makes digits that lie beside each other one dimension.
void joinDigits(TileSteps &steps);

/// A read of a stage as an operand of an intrinsic: the number of the read, how the
/// intrinsic takes the operand, and how many vectors it makes of it before it computes.
struct IntrinsicOperand {
  int read;
  /// Digits of a sum that lie beside each other are one dimension.
  TileSteps steps;
  int64_t registers = 1;
  /// Each of those digits is a dimension, as in the formula; none where there are none of them.
  TileSteps withDigits = {};
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
