//===-- Graph.h - the graph dialect -----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of `graph` and helpers to build them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPH_H
#define DL_DIALECT_GRAPH_IR_GRAPH_H

#include "dl/Dialect/Graph/IR/OperatorImpl.h"
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"
#include "dl/Interfaces/DecomposableOpInterface.h"
#include "dl/Interfaces/FusionOpInterface.h"
#include "dl/Interfaces/LayoutOpInterface.h"
#include "dl/Interfaces/TensorExpressionOpInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dl::graph {
class YieldOp;
} // namespace dl::graph

#include "dl/Dialect/Graph/IR/GraphDialect.h.inc"
#define GET_OP_CLASSES
#include "dl/Dialect/Graph/IR/GraphOps.h.inc"

namespace dl::graph {

/// Creates an op with the result types inferred from its operands and
/// attributes. Where they break a rule of the op, its diagnostic is emitted at
/// `loc`, nothing is created, and failure is returned (the generated builders
/// abort instead): the way for importers, whose input is the user's.
mlir::FailureOr<mlir::Operation *> createChecked(mlir::OpBuilder &builder, mlir::Location loc,
                                                 llvm::StringRef opName, mlir::ValueRange operands,
                                                 llvm::ArrayRef<mlir::NamedAttribute> attributes);

template <typename OpTy>
mlir::FailureOr<OpTy> createChecked(mlir::OpBuilder &builder, mlir::Location loc,
                                    mlir::ValueRange operands,
                                    llvm::ArrayRef<mlir::NamedAttribute> attributes = {}) {
  auto op = createChecked(builder, loc, OpTy::getOperationName(), operands, attributes);
  if (mlir::failed(op))
    return mlir::failure();
  return llvm::cast<OpTy>(*op);
}

/// Whether a convolution is estimated to take less time in blocks of more output channels than
/// it has than in the usual layout (graph-pad-channels).
bool gainsByPaddedChannels(ConvOp op, const LayoutWishes &wishes);
bool gainsByPaddedChannels(ConvTransposeOp op, const LayoutWishes &wishes);

} // namespace dl::graph

#endif // DL_DIALECT_GRAPH_IR_GRAPH_H
