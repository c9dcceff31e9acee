//===-- LoopCheck.h - compare loops with the trees they came from -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check that runs in every schedule-apply: the loops in the IR are the ones
// that the trees describe.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPCHECK_H
#define DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPCHECK_H

#include "dl/Schedule/IterationTree.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dl::schedule {

/// What a stage's loops must be, recorded before they are made.
struct ExpectedLoops {
  std::string stage;
  mlir::Location loc;
  IterationTree tree;
  /// Extents of the axes: their product is the number of points.
  llvm::SmallVector<mlir::OpFoldResult> extents;
  /// Guards may cut its axes into pieces.
  bool mayBeCut = false;
};

/// Records the expectation for every stage of a kernel at the te level.
std::vector<ExpectedLoops> getExpectedLoops(mlir::func::FuncOp kernel);

/// Compares. For each register tile: its loops are the stage's looped leaves in
/// order, parallel ones as scf.forall; and over all tiles of a stage at root,
/// trip counts times tile sizes make up the iteration space exactly, with what steps
/// that overlap add. Where a reduction is set up: outside of the reduction loops and of
/// the axis that the schedule names, once for each element. Where extents are known
/// only at run time, this is checked for some values of them.
mlir::LogicalResult checkLoops(mlir::func::FuncOp kernel, llvm::ArrayRef<ExpectedLoops> expected);

} // namespace dl::schedule

#endif // DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPCHECK_H
