//===-- SizeExprs.h - a normal form of sizes --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes as affine expressions over symbols, each of which is at least 1: a normal form
// in which sizes that follow on different ways are one expression, and what can be
// said of them for all values of the symbols.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_SIZEEXPRS_H
#define DL_DIALECT_GRAPH_IR_SIZEEXPRS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace dl {

/// A sum of multiples of symbols, floordivs and products, in which floordivs of
/// floordivs are one and hold no multiple of what they divide by:
///
///   ((h - 1) floordiv 2 + 1 - 1) floordiv 2 + 1  =>  (h + 3) floordiv 4
mlir::AffineExpr normalizeSize(mlir::AffineExpr size);

/// Takes a size apart as a number times factors, none of which is a number or a product; those
/// are appended. A sum loses what divides all of its terms.
void appendFactors(mlir::AffineExpr size, int64_t &number,
                   llvm::SmallVectorImpl<mlir::AffineExpr> &factors);

/// An order of sizes that does not depend on addresses: symbols by number come first.
bool isBefore(mlir::AffineExpr lhs, mlir::AffineExpr rhs);

/// True if the size is proved not to be negative, whatever the symbols are.
bool isNeverNegative(mlir::AffineExpr size);

/// The symbol and its least value with which the size is at least `least`; nullopt where
/// more than one symbol decides, or larger values make the size smaller.
struct SymbolBound {
  unsigned symbol;
  int64_t least;
};
std::optional<SymbolBound> getSymbolBound(mlir::AffineExpr size, int64_t least);

/// The symbols in an expression, each once, by number.
llvm::SmallVector<unsigned> getSymbols(mlir::AffineExpr size);

} // namespace dl

#endif // DL_DIALECT_GRAPH_IR_SIZEEXPRS_H
