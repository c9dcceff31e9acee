//===-- TileProducts.h - contractions that tile registers compute -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which contractions products of AMX tiles are, where their factors lie, and which of them find
// registers.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_TILEPRODUCTS_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_TILEPRODUCTS_H

#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <optional>

namespace dl::cpu {

/// A tile in memory: an element of its first row, and the elements between rows.
struct TilePlace {
  mlir::Value base;
  llvm::SmallVector<mlir::Value> indices;
  mlir::OpFoldResult stride;
};

/// A factor of a product: what is read, as it is in memory.
struct TileFactor {
  mlir::vector::TransferReadOp read;
  bool isUnsigned = false;
};

/// A contraction that one instruction computes: `rows` has the groups of a row beside each other,
/// `lanes` those of a step.
struct TileProduct {
  mlir::vector::ContractionOp contract;
  TileFactor rows, lanes;
  /// The sum stays in a register between products.
  bool carriesSum = true;
};

/// A whole read of numbers from memory, or what is made wider of one.
std::optional<TileFactor> findTileFactor(mlir::Value value);

/// Where a vector lies whose first dim is rows and whose others are beside each other; nothing
/// where it lies otherwise. May make code that asks for a stride.
std::optional<TilePlace> findTilePlace(mlir::OpBuilder &builder,
                                       mlir::VectorTransferOpInterface transfer);

/// The tile of a vector: its first dim, and all others as one.
mlir::amx::TileType getTileType(mlir::VectorType type);

/// The products of a function that find registers.
llvm::SmallVector<TileProduct> findTileProducts(mlir::func::FuncOp function);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_TILEPRODUCTS_H
