//===-- Sizes.h - sizes that are known when a model runs --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes of the CPU target share on dynamic buffers of `@main`: symbols of
// its arguments, sizes as products, and the function that computes what a caller has
// to know before a run.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_SIZES_H
#define DL_CODEGEN_SIZES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

namespace dl::codegen {

/// The function that computes from the symbols the size of the arena, the dims of results
/// and what is compared with what: `@dl_sizes(symbols, sizes)`.
constexpr llvm::StringLiteral sizesFunctionName = "dl_sizes";
/// Bounds of what a run keeps on its stack.
constexpr int64_t maxSymbols = 32, maxSizes = 64, maxChecks = 64;

/// What a run checks of its sizes: kinds as in lib/Runtime/model.h.
struct SizeCheckInfo {
  enum Kind : int32_t {
    /// The symbol is at least a number.
    AtLeast = 0,
    /// A size that follows is at least a number.
    Derived = 1,
    /// Two sizes are equal.
    Equal = 2
  };
  Kind kind;
  /// The first symbol that decides.
  int64_t symbol;
  /// The model's nodes that need it, joined by '+'; may be empty.
  std::string nodes;
  /// Two sizes, as a map from all symbols.
  mlir::AffineMap sizes = {};
};

/// Dims in the shapes that a model describes: numbers from 0 on, or -1 - n for
/// symbol n or, from the number of symbols on, for a size that dl_sizes computes.
struct SymbolTableInfo {
  llvm::SmallVector<std::string> symbols;
  /// The sizes of results that are no symbols, as maps from all symbols.
  llvm::SmallVector<mlir::AffineMap> sizes;
  llvm::SmallVector<SizeCheckInfo> checks;

  /// Collects the names and maps that `dl.dims` of the arguments has, and the checks of
  /// the function.
  static SymbolTableInfo get(mlir::func::FuncOp main);
  /// The shape of an argument as a model describes it.
  llvm::SmallVector<int64_t> getShape(mlir::func::FuncOp main, unsigned argument) const;
};

/// A size in bytes or elements as a number times values.
struct ValueProduct {
  int64_t factor = 1;
  llvm::SmallVector<mlir::Value> values;
};

/// The bytes of a buffer with these sizes of dynamic dims; products of values are
/// taken apart. Fails where the bytes are no whole number or overflow.
mlir::FailureOr<ValueProduct> getByteProduct(mlir::MemRefType type, mlir::ValueRange dynamicSizes);

/// The dim whose size is asked for: none where it is computed, or where the buffer has no
/// such dim.
std::optional<unsigned> getDim(mlir::memref::DimOp size);

/// Moves what computes the values before `anchor`, in the function's block; fails with
/// a diagnostic if they depend on more than the sizes of arguments.
mlir::LogicalResult hoistSizes(mlir::ValueRange values, mlir::Operation *anchor);

/// Makes the function that computes `arenaSize`, the sizes of results and, for each check,
/// the two sizes that are compared.
mlir::LogicalResult createSizesFunction(mlir::func::FuncOp main, mlir::Value arenaSize);

} // namespace dl::codegen

#endif // DL_CODEGEN_SIZES_H
