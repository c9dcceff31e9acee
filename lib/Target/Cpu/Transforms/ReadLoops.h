//===-- ReadLoops.h - loops around a read of a buffer -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops around a read, and what each of them moves it by.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_READLOOPS_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_READLOOPS_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <limits>

namespace dl::cpu {

/// A loop around a read.
struct Loop {
  mlir::Operation *op;
  mlir::Value variable, lower;
  int64_t step;
  /// Iterations, at most, or `unknownTrips`.
  int64_t trips;
  /// Both bounds are constants.
  bool isExact;
  /// Elements that an iteration moves the read by, or `unknownStep`.
  int64_t stride = 0;
};
constexpr int64_t unknownStep = std::numeric_limits<int64_t>::min();
constexpr int64_t unknownTrips = -1;

/// The loops around a read, the outermost first; none where the step of one is not known.
mlir::SmallVector<Loop> findLoops(mlir::Operation *read);

/// What each iteration of some loops, the outermost first, moves an index by.
using Steps = mlir::SmallVector<int64_t>;

/// Loops that do not move the index by the same in all iterations have `unknownStep`.
Steps getSteps(mlir::Value index, mlir::ArrayRef<Loop> loops);

Steps addSteps(Steps sum, mlir::ArrayRef<int64_t> other, int64_t factor = 1);

/// The index where some variables are known to have other values, and those of other loops the
/// first ones.
mlir::Value makeFirstIndex(mlir::OpBuilder &builder, mlir::IRMapping &known, mlir::Value index,
                           mlir::ArrayRef<Loop> atFirst);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_READLOOPS_H
