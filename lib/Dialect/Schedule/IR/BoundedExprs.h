//===-- BoundedExprs.h - affine expressions over bounded variables -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simplification and interval bounds of affine expressions whose dimensions are
// loop variables of known range [0, extent). Knowing the ranges is what lets
// (32 * j + t) floordiv 32 become j for a tile variable t below 32, and a guard
// disappear where it always holds.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_IR_BOUNDEDEXPRS_H
#define DL_LIB_DIALECT_SCHEDULE_IR_BOUNDEDEXPRS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace dl::schedule {

/// A sum of integer multiples of atoms plus a constant. An atom is a dimension
/// or an irreducible floordiv or mod expression.
struct LinearSum {
  llvm::SmallVector<std::pair<mlir::AffineExpr, int64_t>> terms;
  int64_t constant = 0;

  void add(mlir::AffineExpr atom, int64_t coefficient);
  void add(const LinearSum &other, int64_t factor = 1);
};

/// Variables with ranges, and expressions over them.
class BoundedExprs {
public:
  explicit BoundedExprs(mlir::MLIRContext *context) : context(context) {}

  /// A new variable in [0, extent). Precondition: extent >= 1.
  mlir::AffineExpr addVariable(int64_t extent);
  int64_t getExtent(unsigned variable) const { return extents[variable]; }
  unsigned size() const { return extents.size(); }

  /// The expression as a sum, floordiv and mod resolved where the ranges allow.
  LinearSum flatten(mlir::AffineExpr expr) const;
  mlir::AffineExpr toExpr(const LinearSum &sum) const;
  mlir::AffineExpr simplify(mlir::AffineExpr expr) const { return toExpr(flatten(expr)); }

  /// Smallest and largest value, both included; may be wider than exact.
  std::pair<int64_t, int64_t> getBounds(const LinearSum &sum) const;
  std::pair<int64_t, int64_t> getBounds(mlir::AffineExpr expr) const {
    return getBounds(flatten(expr));
  }

private:
  std::pair<int64_t, int64_t> getAtomBounds(mlir::AffineExpr atom) const;
  LinearSum divide(const LinearSum &sum, int64_t divisor) const;
  LinearSum modulo(const LinearSum &sum, int64_t divisor) const;

  mlir::MLIRContext *context;
  llvm::SmallVector<int64_t> extents;
};

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_IR_BOUNDEDEXPRS_H
