//===-- Body.h - what a linalg body computes -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What te has to know of a linalg operation: its axes, its combiner, its terms.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_CONVERSION_LINALGTOTE_BODY_H
#define LIB_CONVERSION_LINALGTOTE_BODY_H

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace dl {

/// How a result of a linalg reduction combines its terms.
struct Reduction {
  te::Combiner combiner;
  /// What the body combines with the result so far.
  mlir::Value term;
};

/// The reduction that makes a result, or nothing where the body is none that te
/// can name.
std::optional<Reduction> matchReduction(mlir::linalg::LinalgOp op, unsigned result);

/// The operations of a linalg body that `value` is computed from, in order, and the
/// block arguments that they read.
struct BodySlice {
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::SetVector<mlir::BlockArgument> arguments;
};
BodySlice getBodySlice(mlir::Block *body, mlir::Value value);

/// The axes of a stage for a linalg operation: one for each dim of the result, then
/// one for each reduction loop.
struct LoopAxes {
  llvm::SmallVector<te::AxisSpec> spatial, reduction;
  /// Each loop as an expression over the axes.
  llvm::SmallVector<mlir::AffineExpr> loops;
};

/// The axes for one result; nothing where its map is not a dim or zero for each
/// result dim.
std::optional<LoopAxes> getAxes(mlir::linalg::LinalgOp op, unsigned result);

/// The value that the body computes for each point: the term of a reduction, or
/// what is yielded.
mlir::Value getPointValue(mlir::linalg::LinalgOp op, unsigned result);

} // namespace dl

#endif // LIB_CONVERSION_LINALGTOTE_BODY_H
