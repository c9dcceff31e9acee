//===-- Stage.h - emit one te.compute ---------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thin builder over te.compute for the te programs of graph operators.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_IR_STAGE_H
#define LIB_DIALECT_GRAPH_IR_STAGE_H

#include "StageSizes.h"
#include "dl/Dialect/Graph/IR/OperatorImpl.h"
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"
#include "dl/Dialect/Te/IR/Te.h"

namespace dl::graph {

/// What the body of a stage builds with: the axes as affine dims, reads, and
/// scalar arithmetic.
class StageBody {
public:
  StageBody(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange axes, bool isUnsigned)
      : scalars(builder, loc, isUnsigned), builder(builder), loc(loc), operands(axes) {}

  /// Arithmetic as the stage's element type has it.
  ScalarBuilder scalars;

  /// The axis at a position, spatial ones first.
  mlir::AffineExpr axis(unsigned position) const {
    return mlir::getAffineDimExpr(position, builder.getContext());
  }
  mlir::AffineExpr constant(int64_t value) const {
    return mlir::getAffineConstantExpr(value, builder.getContext());
  }
  /// The axis at a position as a scalar of type i64, to compute with.
  mlir::Value axisNumber(unsigned position);
  /// Where the body is built, for arithmetic that `scalars` does not have.
  mlir::OpBuilder &getBuilder() { return builder; }
  /// `count` axes from a position on.
  llvm::SmallVector<mlir::AffineExpr> axisRange(unsigned first, unsigned count) const;

  /// The element of a tensor; of a splat `arith.constant`, the scalar.
  mlir::Value read(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> indices);
  /// The element at the given indices, where those of the dims from `first` on are
  /// integers computed in the body, which must be inside of the tensor.
  mlir::Value readAt(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> indices, unsigned first,
                     mlir::ValueRange numbers);
  /// The element where all constraints are >= 0, else a number.
  mlir::Value readGuarded(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> indices,
                          llvm::ArrayRef<mlir::AffineExpr> constraints, double otherwise);
  /// A size as an index expression, for reads and constraints that are built after it.
  mlir::AffineExpr size(mlir::OpFoldResult size);
  /// The element of a tensor that is broadcast to a result of a shape, at the
  /// result's indices; both are aligned at the last dim.
  mlir::Value readBroadcast(mlir::Value tensor, llvm::ArrayRef<int64_t> resultShape,
                            llvm::ArrayRef<mlir::AffineExpr> resultIndices);
  /// An integer element as a position in a dim: counted from the end if it is
  /// negative. An index expression for reads that are built after it.
  mlir::AffineExpr position(mlir::Value index, int64_t extent);
  mlir::AffineExpr position(mlir::Value index, mlir::OpFoldResult extent);
  /// The element at positions that data tell in dims of a tensor, which were checked to be inside;
  /// of dims whose size only a run knows nothing else says so.
  mlir::Value readPicked(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> indices,
                         llvm::ArrayRef<int64_t> pickedDims,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// An index value as an index expression for reads that are built after it.
  mlir::AffineExpr expression(mlir::Value index);
  /// The same with a value of the element type.
  mlir::Value readGuarded(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> indices,
                          llvm::ArrayRef<mlir::AffineExpr> constraints, mlir::Value otherwise);
  /// A byte of a tensor of this type, signed or not, as an integer of 32 bits.
  mlir::Value widenByte(mlir::Value byte, mlir::Type type);
  /// Index arithmetic on an affine expression of the axes.
  mlir::Value indexOf(mlir::AffineExpr expr);
  /// That index as a number.
  mlir::Value numberOf(mlir::AffineExpr expr, mlir::Type type);
  /// An index from data: counted from the end if it is negative, then brought into
  /// [0, extent).
  mlir::Value boundedIndex(mlir::Value element, int64_t extent);
  mlir::Location getLoc() const { return loc; }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  /// What index expressions are over: the axes, then positions that were read.
  llvm::SmallVector<mlir::Value> operands;
};

/// Collects the axes of a stage and emits it. The element type is that of the graph
/// level; the stage's tensor has its storage type. The body's value is converted to
/// it: flags become bytes, and floats of 16 bits are computed, and reduced, as f32.
/// Extremes of unsigned integers are taken with their top bit flipped, for te's
/// combiners are signed.
class StageBuilder {
public:
  StageBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type elementType)
      : builder(builder), loc(loc), elementType(elementType),
        isUnsigned(elementType.isUnsignedInteger()) {}

  /// Adds an axis and returns its position among those of its kind.
  unsigned spatial(llvm::StringRef name, int64_t extent);
  unsigned reduce(llvm::StringRef name, int64_t extent);
  /// The same with extents that the kernel computes. A stage has either all of its open
  /// extents from its builder or none: then they are those of what it reads.
  unsigned spatial(llvm::StringRef name, mlir::OpFoldResult extent);
  unsigned reduce(llvm::StringRef name, mlir::OpFoldResult extent);

  /// Emits `te.compute "name"` with a body that returns the element's value.
  mlir::Value build(llvm::StringRef name, te::Combiner combiner,
                    llvm::function_ref<mlir::Value(StageBody &)> body);

  /// Joins what was accumulated with further terms.
  using Joiner = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      ScalarBuilder &, mlir::ValueRange, mlir::ValueRange)>;
  /// The same with several results, joined by a combiner of their own that may be applied
  /// in any order.
  llvm::SmallVector<mlir::Value>
  build(llvm::StringRef name, llvm::ArrayRef<mlir::TypedAttr> identities,
        llvm::function_ref<llvm::SmallVector<mlir::Value>(StageBody &)> body, Joiner join);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type elementType;
  bool isUnsigned;
  llvm::SmallVector<te::AxisSpec> spatialAxes, reduceAxes;
  llvm::SmallVector<int64_t> shape;
};

/// Names for the dims of an elementwise result: those of the te stage that makes
/// an operand of the same shape, so that a kernel's stages speak of one set of
/// axes; else i0, i1, ….
llvm::SmallVector<std::string> axisNames(mlir::ValueRange operands, mlir::RankedTensorType type);

/// Fails with a diagnostic unless all types of the op are static. An operator that
/// reads along a dim only at an axis as it is need not ask: such a dim may be known
/// only at run time.
llvm::LogicalResult requireStaticShapes(mlir::Operation *op);
/// Fails unless these dims of the first operand are static.
llvm::LogicalResult requireStaticDims(mlir::Operation *op, llvm::ArrayRef<int64_t> dims);

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_IR_STAGE_H
