//===-- Te.h - the tensor expression dialect --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of `te` and small helpers to build and to query kernels.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_IR_TE_H
#define DL_DIALECT_TE_IR_TE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace dl::te {
class YieldOp;
class ReadOp;

/// Builds what stands in a region, given the region's arguments; returns what it yields.
using RegionBuilder = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// One axis given to a builder: its name and its extent (an index attribute or
/// an index value).
struct AxisSpec {
  std::string name;
  mlir::OpFoldResult extent;
};

/// An affine expression without floordiv and mod: the sum of
/// `coefficients[d] * d` over the dims, plus `constant`.
struct LinearForm {
  llvm::SmallVector<int64_t, 6> coefficients;
  int64_t constant = 0;
};

/// Why no schedule changes a stage, and what can be scheduled instead; both may be empty.
struct WhyUnscheduled {
  llvm::StringRef reason, hint;
};
} // namespace dl::te

#include "dl/Dialect/Te/IR/StageOpInterface.h.inc"
#include "dl/Dialect/Te/IR/TeDialect.h.inc"
#include "dl/Dialect/Te/IR/TeEnums.h.inc"
#define GET_OP_CLASSES
#include "dl/Dialect/Te/IR/TeOps.h.inc"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace dl::te {

/// True for a function marked `te.kernel`.
bool isKernel(mlir::func::FuncOp func);

/// Number of destination arguments: the trailing arguments marked
/// `te.destination`, one for each result.
unsigned getNumDestinations(mlir::func::FuncOp func);

/// The operation whose axes an op's region is over: a te.compute or te.scatter around it.
struct AxisScope {
  /// Its arguments are the axes.
  mlir::Block *block;
  llvm::ArrayRef<int64_t> extents;

  /// The axis that a value is, if it is one.
  std::optional<unsigned> getAxis(mlir::Value value) const {
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
    return argument && argument.getOwner() == block ? std::optional(argument.getArgNumber())
                                                    : std::nullopt;
  }
};
/// The scope in which an op stands directly, if it is in one.
std::optional<AxisScope> getAxisScope(mlir::Operation *op);

/// What a value in the body of a stage follows from: itself and, through operations of the body
/// with all that is inside of them, their operands; nothing behind what `isKnown`. Upstream's
/// getBackwardSlice has operations only, among whose operands axes of a nested region are not.
llvm::SetVector<mlir::Value> getOrigins(
    mlir::Value value, ComputeOp stage,
    llvm::function_ref<bool(mlir::Value)> isKnown = [](mlir::Value) { return false; });

/// The stages of a kernel in program order: those at its top and those of its scans.
llvm::SmallVector<ComputeOp> getComputes(mlir::func::FuncOp kernel);

/// The name of a stage: te.compute, te.scatter, te.scan or te.extern. Other operations have none.
std::optional<llvm::StringRef> getStageName(mlir::Operation *op);

/// The identity of a combiner for an element type (0 for add, 1 for mul, the
/// largest value for min, the smallest for max).
mlir::TypedAttr getIdentity(Combiner combiner, mlir::Type elementType);

/// The linear form of an expression over `numDims` dims; nothing where it has
/// floordiv, mod, ceildiv, symbols or constants that overflow.
std::optional<LinearForm> getLinearForm(mlir::AffineExpr expr, unsigned numDims);

/// Brings the index part of a read into the form in which it is parsed: each
/// operand once, in the order of first use by the map and then the predicate,
/// without unused ones. A null predicate stays null.
void canonicalizeIndexing(mlir::AffineMap &map, mlir::IntegerSet &predicate,
                          llvm::SmallVectorImpl<mlir::Value> &operands);

/// Whether an operation of a formula gives a value for all operands. Upstream says so of remainders
/// and of floordivsi, which trap on zero as divisions do.
bool isTotal(mlir::Operation *op);

/// Joins two scalars by a combiner, with arith operations.
mlir::Value combine(mlir::OpBuilder &builder, mlir::Location loc, Combiner combiner,
                    mlir::Value lhs, mlir::Value rhs);

} // namespace dl::te

#endif // DL_DIALECT_TE_IR_TE_H
