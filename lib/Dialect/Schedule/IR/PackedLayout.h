//===-- PackedLayout.h - a blocked layout of a tensor -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analysis of the map of `transform_layout`: which digit of which dimension each
// packed dimension holds, the packed shape, and the way back.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_IR_PACKEDLAYOUT_H
#define DL_LIB_DIALECT_SCHEDULE_IR_PACKEDLAYOUT_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"

#include <optional>
#include <string>

namespace dl::schedule {

/// A layout that stores each dimension as one or several digits.
class PackedLayout {
public:
  /// Analyses a map for a static shape. On failure returns nothing and sets
  /// `reason`.
  static std::optional<PackedLayout> get(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape,
                                         std::string &reason);

  mlir::AffineMap getMap() const { return map; }
  llvm::ArrayRef<int64_t> getShape() const { return packedShape; }
  /// What a packed dimension holds: `(dim mod modulus) floordiv stride`.
  struct Digit {
    unsigned dim;
    int64_t stride;
    /// 0 for none: the outermost digit.
    int64_t modulus;
  };
  llvm::ArrayRef<Digit> getDigits() const { return digits; }
  /// Each source index as an expression over the packed ones.
  llvm::ArrayRef<mlir::AffineExpr> getInverse() const { return inverse; }
  /// Source dimensions whose blocks do not divide them.
  llvm::ArrayRef<unsigned> getPaddedDims() const { return paddedDims; }

private:
  mlir::AffineMap map;
  llvm::SmallVector<Digit> digits;
  llvm::SmallVector<int64_t> packedShape;
  llvm::SmallVector<mlir::AffineExpr> inverse;
  llvm::SmallVector<unsigned> paddedDims;
};

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_IR_PACKEDLAYOUT_H
