//===-- AxisSyntax.h - axes as text ------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operations with axes share: parsing, printing and building of lists of axes,
// the rule (C1) of names and the rule of what stands in their regions.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_TE_IR_AXISSYNTAX_H
#define DL_LIB_DIALECT_TE_IR_AXISSYNTAX_H

#include "dl/Dialect/Te/IR/Te.h"

namespace dl::te {

/// Names and extents of axes; a dynamic extent has an operand.
template <typename Operand> struct AxisList {
  llvm::SmallVector<mlir::Attribute> names;
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<Operand> dynamicExtents;
};
using ParsedAxes = AxisList<mlir::OpAsmParser::UnresolvedOperand>;

/// axes ::= `(` (bare-id `=` (integer | ssa-id) (`,` …)*)? `)`
mlir::ParseResult parseAxes(mlir::OpAsmParser &parser, ParsedAxes &axes);
/// Prints the axes from `begin` to `end` of an op.
void printAxes(mlir::OpAsmPrinter &printer, mlir::ArrayAttr names, llvm::ArrayRef<int64_t> extents,
               mlir::ValueRange dynamicExtents, unsigned begin, unsigned end);
AxisList<mlir::Value> getAxisList(mlir::OpBuilder &builder, llvm::ArrayRef<AxisSpec> axes);
/// The block of a region with an index argument for each axis and then the given ones.
mlir::Block *createAxisBlock(mlir::OpBuilder &builder, mlir::OperationState &state,
                             unsigned numAxes, mlir::TypeRange others = {});
/// Extent of axis `axis`: an index attribute, or its operand.
mlir::OpFoldResult getMixedExtent(mlir::Operation *op, llvm::ArrayRef<int64_t> extents,
                                  mlir::ValueRange dynamicExtents, unsigned axis);

/// Checks names; `rule` is the number that the messages carry, "C1".
mlir::LogicalResult verifyNames(mlir::Operation *op, llvm::StringRef stage, mlir::ArrayAttr names,
                                llvm::StringRef rule);
/// Checks that a region holds pure, region-free operations on scalars, and reads if those
/// are allowed.
mlir::LogicalResult verifyScalarRegion(mlir::Operation *op, mlir::Region &region, bool reads,
                                       llvm::StringRef rule);
/// Checks (R5): that index expressions stay inside of the source.
mlir::LogicalResult verifyReadBounds(ReadOp op, const AxisScope &scope);

} // namespace dl::te

#endif // DL_LIB_DIALECT_TE_IR_AXISSYNTAX_H
