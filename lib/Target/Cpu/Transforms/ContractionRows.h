//===-- ContractionRows.h - contractions row by row -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lowering of contractions by rows of the accumulator.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_CONTRACTIONROWS_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_CONTRACTIONROWS_H

#include "mlir/IR/PatternMatch.h"

namespace dl::cpu {

/// Patterns that turn a sum of products into a multiply-add for each row of the accumulator and
/// each reduction iteration, whatever its dims and theirs. Upstream's outer products know matrices:
/// they transpose an operand whose dims are in another order, element by element through
/// shuffles, and take tiles of three dims apart along the lanes.
void populateContractionRowPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that make operands of narrow numbers wider before they are broadcast or transposed:
/// these become maps of the contraction then.
void populateWideOperandPatterns(mlir::RewritePatternSet &patterns);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_CONTRACTIONROWS_H
