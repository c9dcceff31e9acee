//===-- PackedTensors.h - tensors with channels in blocks -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings tensors to blocks of channels and back, with zeros where channels do not fill the last
// block. What was packed once, or comes packed, is not packed again.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_GRAPH_TRANSFORMS_PACKEDTENSORS_H
#define DL_LIB_DIALECT_GRAPH_TRANSFORMS_PACKEDTENSORS_H

#include "dl/Dialect/Graph/IR/ByteProducts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace dl::graph {

class PackedTensors {
public:
  explicit PackedTensors(int64_t block) : block(block) {}

  int64_t getBlock() const { return block; }
  int64_t roundUp(int64_t channels) const { return llvm::alignTo(channels, block); }

  /// The type with blocks of a plain one: batch, channels, height, width.
  mlir::RankedTensorType getPackedType(mlir::RankedTensorType plain) const;
  /// Bytes in blocks: those that were packed, or new operators.
  mlir::Value pack(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value plain);
  /// The rows of a matrix as images of one element each, in blocks.
  mlir::Value packRows(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value matrix);
  /// The plain form, of which the packed one is known then.
  mlir::Value unpack(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value packed,
                     mlir::RankedTensorType plain);
  /// Says that this is the packed form of a value.
  void setPacked(mlir::Value plain, mlir::Value packed) { known[plain] = packed; }
  /// Whether there is a packed form already.
  bool isPacked(mlir::Value plain) const { return known.contains(plain); }
  /// Whether an operator is one of these.
  bool isOwn(mlir::Operation *op) const { return own.contains(op); }

  /// Constant weights, output channels x input channels x window, or a matrix of input x output
  /// channels, as blocks x blocks x window x outputs of a block x inputs of a block. Null where
  /// they are no constant.
  mlir::Value packWeights(mlir::OpBuilder &builder, mlir::Value weights, bool isMatrix);
  /// A constant number for each channel, as one row for each block; one number for all stays.
  mlir::Value packChannels(mlir::OpBuilder &builder, mlir::Value numbers);

private:
  mlir::Value remember(mlir::Value value) {
    own.insert(value.getDefiningOp());
    return value;
  }

  int64_t block;
  /// Packed forms by the plain ones.
  llvm::DenseMap<mlir::Value, mlir::Value> known;
  llvm::DenseSet<mlir::Operation *> own;
};

} // namespace dl::graph

#endif // DL_LIB_DIALECT_GRAPH_TRANSFORMS_PACKEDTENSORS_H
