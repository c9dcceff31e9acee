//===-- RewriteAxes.h - the formula of a stage over other axes --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rfactor and pad_axis do to a stage: the same formula, its axes expressed by
// others.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_IR_REWRITEAXES_H
#define DL_LIB_DIALECT_SCHEDULE_IR_REWRITEAXES_H

#include "dl/Dialect/Te/IR/Te.h"

namespace dl::schedule {

/// Other axes for a formula.
struct NewAxes {
  llvm::SmallVector<te::AxisSpec> spatial, reduction;
  /// Each old axis as a linear expression over the new ones.
  llvm::SmallVector<mlir::AffineExpr> oldAxes;
  /// Expressions over the new axes that are not negative where the formula holds.
  /// Elsewhere reads give zero, and terms of a reduction the identity.
  llvm::SmallVector<mlir::AffineExpr> constraints;
};

/// A stage with the element types and the combiner of `compute`, over other axes and with
/// another body, at the builder's insertion point.
te::ComputeOp createLike(mlir::OpBuilder &builder, te::ComputeOp compute, const std::string &name,
                         const NewAxes &axes, te::RegionBuilder body);

/// A stage with the formula of `compute` over new axes, before it. Its result has the
/// extents of the new spatial axes.
te::ComputeOp rewriteAxes(mlir::RewriterBase &rewriter, te::ComputeOp compute,
                          const std::string &name, const NewAxes &axes);

/// Makes `compute` what `other` is, with its own name and handles, and erases `other`.
void takeFormula(mlir::RewriterBase &rewriter, te::ComputeOp compute, te::ComputeOp other);

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_IR_REWRITEAXES_H
