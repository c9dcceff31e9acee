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
#ifndef DL_DIALECT_SCHEDULE_IR_BOUNDEDEXPRS_H
#define DL_DIALECT_SCHEDULE_IR_BOUNDEDEXPRS_H

#include "dl/Schedule/LoopExpr.h"
#include "mlir/IR/AffineExpr.h"

namespace dl::schedule {

/// Variables with ranges, and affine expressions over them, of which dimension i is variable i.
class BoundedExprs {
public:
  explicit BoundedExprs(mlir::MLIRContext *context) : context(context) {}

  /// A new variable in [0, extent). Precondition: extent >= 1.
  mlir::AffineExpr addVariable(int64_t extent);
  int64_t getExtent(unsigned variable) const { return variables.getExtent(variable); }
  unsigned size() const { return variables.size(); }

  /// The expression as a sum, floordiv and mod resolved where the ranges allow.
  LoopExpr flatten(mlir::AffineExpr expr) const;
  mlir::AffineExpr toExpr(const LoopExpr &sum) const;
  mlir::AffineExpr simplify(mlir::AffineExpr expr) const { return toExpr(flatten(expr)); }

  /// Smallest and largest value, both included; may be wider than exact.
  std::pair<int64_t, int64_t> getBounds(const LoopExpr &sum) const {
    return variables.getBounds(sum);
  }
  std::pair<int64_t, int64_t> getBounds(mlir::AffineExpr expr) const {
    return getBounds(flatten(expr));
  }

private:
  mlir::AffineExpr toExpr(const LoopAtom &atom) const;

  mlir::MLIRContext *context;
  LoopVariables variables;
};

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_BOUNDEDEXPRS_H
