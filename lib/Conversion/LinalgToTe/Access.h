//===-- Access.h - where an element comes from -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a read of a tensor through operations that only move elements.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_CONVERSION_LINALGTOTE_ACCESS_H
#define LIB_CONVERSION_LINALGTOTE_ACCESS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"

namespace dl {

/// The element of `source` at `indices`, or `source` itself where it is a scalar.
struct Access {
  mlir::Value source;
  llvm::SmallVector<mlir::AffineExpr> indices;

  bool isScalar() const { return !llvm::isa<mlir::ShapedType>(source.getType()); }
};

/// The place that the element of `value` at `indices` is copied from: through
/// transposes, broadcasts and other linalg operations that yield an operand
/// unchanged, slices, reshapes by dims of extent 1, fills.
Access lookThrough(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> indices);

/// The element of `value` at the dims d0, d1, … themselves.
Access lookThrough(mlir::Value value);

/// True for reshapes, which stay in the caller as views.
bool isView(mlir::Operation *op);

/// The value that a chain of views is made of.
mlir::Value getViewedValue(mlir::Value value);

} // namespace dl

#endif // LIB_CONVERSION_LINALGTOTE_ACCESS_H
