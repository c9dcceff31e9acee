//===-- OperatorImpl.h - what generated graph operations call ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared bodies behind the generated op classes of `graph`: type inference,
// folding, te programs and layouts of elementwise operators.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_OPERATORIMPL_H
#define DL_DIALECT_GRAPH_IR_OPERATORIMPL_H

#include "dl/Interfaces/FusionOpInterface.h"
#include "dl/Interfaces/LayoutOpInterface.h"
#include "mlir/IR/Builders.h"

namespace dl::graph::operators {

/// The body of an elementwise operator on scalars: flags are i1, integers signless.
using ScalarBody =
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// True if the types agree in element type, rank and all dims static in both.
bool areCompatibleTypes(mlir::TypeRange lhs, mlir::TypeRange rhs);

/// Compares an op's result types with the inferred ones; where inference fails,
/// its diagnostic says why.
mlir::LogicalResult verifyResultTypes(mlir::Operation *op);

/// Broadcasts two shapes by numpy's rule. Fails where dims differ and none is 1;
/// `mismatch` is then the position counted from the last dim.
mlir::FailureOr<llvm::SmallVector<int64_t>> broadcastShapes(llvm::ArrayRef<int64_t> lhs,
                                                            llvm::ArrayRef<int64_t> rhs,
                                                            int64_t *mismatch = nullptr);

/// Result type of an elementwise op by numpy's broadcasting. Operands from `first` on
/// must have one element type; it is the result's, unless `elementType` is given.
mlir::LogicalResult inferBroadcastType(llvm::StringRef name, std::optional<mlir::Location> loc,
                                       mlir::ValueRange operands, unsigned first,
                                       mlir::Type elementType,
                                       llvm::SmallVectorImpl<mlir::Type> &types);

/// Rules of a cast: a round mode that there is, null for the default, and that elements of type
/// `to` are rounded in it.
mlir::LogicalResult checkRoundMode(std::optional<mlir::Location> loc, mlir::StringAttr mode,
                                   mlir::Type to);

/// Rule of a bitcast: `to` is a type of numbers with as many bytes as the elements of x.
mlir::LogicalResult checkWidths(std::optional<mlir::Location> loc, mlir::Value x, mlir::Type to);

/// True for a tensor of unsigned integers.
bool isUnsigned(mlir::Value tensor);

/// Elementwise, or Broadcast if an operand is repeated.
FusionKind getElementwiseFusionKind(mlir::Operation *op);

/// True if `constant` is a splat of `value`, so that `other`, which must have
/// the result type, is the result.
bool isNeutral(mlir::Attribute constant, double value, mlir::Value other, mlir::Type resultType);

/// The result computed at compile time, if all operands are constants and the
/// result has at most kMaxFoldedElements elements (splats: any number).
mlir::OpFoldResult foldElementwise(mlir::Operation *op, ScalarBody body,
                                   llvm::ArrayRef<mlir::Attribute> operands);
constexpr int64_t kMaxFoldedElements = 1 << 16;

/// One te.compute stage that applies the body to each element.
mlir::LogicalResult buildElementwise(mlir::Operation *op, ScalarBody body, mlir::OpBuilder &builder,
                                     mlir::ValueRange operands, llvm::StringRef prefix,
                                     llvm::SmallVectorImpl<mlir::Value> &results);

/// Result type of a reduction over axes.
mlir::LogicalResult inferReducedType(llvm::StringRef name, std::optional<mlir::Location> loc,
                                     mlir::Value x, llvm::ArrayRef<int64_t> axes, bool keepdims,
                                     llvm::SmallVectorImpl<mlir::Type> &types);

/// Stages that reduce `x` over axes by the combiner of that name.
mlir::LogicalResult buildReduction(mlir::Operation *op, llvm::StringRef combiner,
                                   llvm::ArrayRef<int64_t> axes, bool keepdims,
                                   mlir::OpBuilder &builder, mlir::Value x, llvm::StringRef prefix,
                                   llvm::SmallVectorImpl<mlir::Value> &results);

/// An elementwise op works in any layout that all its operands can be brought
/// to; it takes that of the operand with the result's shape.
mlir::FailureOr<LayoutPlan> planElementwiseLayouts(mlir::Operation *op,
                                                   llvm::ArrayRef<Layout> operands);
mlir::LogicalResult rewriteElementwise(mlir::Operation *op, mlir::OpBuilder &builder,
                                       mlir::ValueRange operands,
                                       llvm::SmallVectorImpl<mlir::Value> &results);

/// An element of graph.requantize from those of its operands: accumulator, bias, multiplier, shift.
mlir::Value buildRequantized(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::ValueRange operands, int64_t zeroPoint, bool relu);

} // namespace dl::graph::operators

#endif // DL_DIALECT_GRAPH_IR_OPERATORIMPL_H
