//===-- SymbolicSizes.h - sizes known only at run time ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of dims that types show as `?`: each is an expression over the
// model's symbols, which the dims of its inputs name (`dl.dims`). Lowering follows
// these expressions from value to value, makes index values of them where a size is
// needed, and refuses what it cannot prove to be in bounds.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_SYMBOLICSIZES_H
#define DL_DIALECT_GRAPH_IR_SYMBOLICSIZES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"

namespace dl {
namespace graph {
class ReshapeOp;
} // namespace graph

/// What must hold of the sizes of a run, beyond that they are positive: the first is at
/// least the second, or they are equal. `nodes` is why.
struct SizeCheck {
  mlir::AffineExpr lhs, rhs;
  bool isEquality;
  std::string nodes;
};

/// The dims of a tensor: constants, and expressions over the function's symbols.
using Dims = llvm::SmallVector<mlir::AffineExpr>;

/// A size as a product: a number times symbols or other expressions.
struct SizeProduct {
  int64_t factor = 1;
  llvm::SmallVector<mlir::AffineExpr> atoms;

  static SizeProduct get(llvm::ArrayRef<mlir::AffineExpr> sizes);
  /// What times `other` makes this; nullopt if there is no such product.
  std::optional<SizeProduct> divideBy(const SizeProduct &other) const;
  mlir::AffineExpr toExpr(mlir::MLIRContext *context) const;
  bool operator==(const SizeProduct &other) const {
    return factor == other.factor && atoms == other.atoms;
  }
};

/// Groups of dims of two shapes with equal products, as few dims in each as can be,
/// and the product of each; false if there are none.
bool groupDims(llvm::ArrayRef<mlir::AffineExpr> from, llvm::ArrayRef<mlir::AffineExpr> to,
               llvm::SmallVectorImpl<llvm::SmallVector<int64_t, 2>> &left,
               llvm::SmallVectorImpl<llvm::SmallVector<int64_t, 2>> &right, Dims &middle);

/// The symbols of one function and the sizes of its values.
class SymbolicSizes {
public:
  /// Where `mayUnify` is set, symbols that must be equal become one, and `dl.dims` of the
  /// arguments says so; else a run compares them.
  explicit SymbolicSizes(mlir::func::FuncOp func, bool mayUnify = false)
      : func(func), mayUnify(mayUnify) {}

  /// Reads `dl.dims` of the arguments: equal names are one symbol, and a dim that
  /// is `?` without a name is a symbol of its own. Writes it where it is missing.
  void readArguments();
  /// The same of one that came later.
  void addArgument(mlir::BlockArgument argument);
  bool empty() const { return names.empty(); }

  /// The dims of a value; those of its type where nothing was set.
  Dims getDims(mlir::Value value) const;
  void setDims(mlir::Value value, Dims dims) { known[value] = std::move(dims); }
  /// Forgets a value that is about to be erased.
  void forget(mlir::Value value) { known.erase(value); }

  /// The dims of a reshape's result, from those of its operand. `shape` has the
  /// operator's entries, or is empty.
  mlir::FailureOr<Dims> reshape(mlir::Operation *op, const Dims &from,
                                mlir::RankedTensorType result, llvm::ArrayRef<int64_t> shape);
  /// The same of the operator, with the dims of its operand `extents`, empty where it has none.
  mlir::FailureOr<Dims> reshape(graph::ReshapeOp op, const Dims &from,
                                llvm::ArrayRef<mlir::AffineExpr> extents);

  /// The dims of the results of an operator with a te program, from those of its operands,
  /// which are this function's values of the graph level.
  mlir::FailureOr<llvm::SmallVector<Dims>> infer(mlir::Operation *op);
  /// The same from given dims of the operands.
  mlir::FailureOr<llvm::SmallVector<Dims>> infer(mlir::Operation *op,
                                                 llvm::ArrayRef<Dims> operands);

  llvm::StringRef getName(unsigned symbol) const { return names[symbol]; }
  /// The dim of an argument that is a symbol.
  std::pair<mlir::BlockArgument, int64_t> getSource(unsigned symbol) const {
    return {symbols[symbol].argument, symbols[symbol].dim};
  }

  /// Gives the stages of a kernel their extents, from the arguments that they read,
  /// and checks that each read is inside. `operands` has the dims of the arguments.
  /// Returns the dims of the results.
  mlir::FailureOr<llvm::SmallVector<Dims>> resolveKernel(mlir::func::FuncOp kernel,
                                                         llvm::ArrayRef<Dims> operands);

  /// Lets a run check that a size is positive; nothing is left to check where it always is.
  void requirePositive(mlir::AffineExpr size, mlir::Location loc);
  /// Lets a run check that two sizes are equal. False where they cannot be: dims that have
  /// nothing in common are no matter of a run, unless one of them has a number.
  bool requireEqual(mlir::AffineExpr lhs, mlir::AffineExpr rhs, mlir::Location loc);
  /// Writes what a run must check as an attribute of the function.
  void describeChecks();

  /// An index value of the function for a size.
  mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc, mlir::AffineExpr size);
  /// Those of the dims that are no constants.
  llvm::SmallVector<mlir::Value> materializeDynamic(mlir::OpBuilder &builder, mlir::Location loc,
                                                    llvm::ArrayRef<mlir::AffineExpr> dims);
  /// Each dim: a number, or an index value.
  llvm::SmallVector<mlir::OpFoldResult> materializeAll(mlir::OpBuilder &builder, mlir::Location loc,
                                                       llvm::ArrayRef<mlir::AffineExpr> dims);

  /// The attribute `dl.dims` for a tensor of such dims: a number, a symbol's name or
  /// a map from all symbols.
  mlir::ArrayAttr getAttribute(llvm::ArrayRef<mlir::AffineExpr> dims) const;
  /// A size as people write it: "2 * batch".
  std::string toString(mlir::AffineExpr size) const;

private:
  void readArgument(mlir::BlockArgument argument);
  void unify(unsigned kept, unsigned other);

  struct Symbol {
    mlir::BlockArgument argument;
    int64_t dim;
    mlir::Value value = {};
  };

  mlir::func::FuncOp func;
  bool mayUnify;
  /// How often two symbols became one.
  unsigned numUnified = 0;
  llvm::SmallVector<std::string> names;
  /// Where each symbol shows first.
  llvm::SmallVector<Symbol> symbols;
  llvm::DenseMap<mlir::Value, Dims> known;
  llvm::SmallVector<SizeCheck> checks;
};

} // namespace dl

#endif // DL_DIALECT_GRAPH_IR_SYMBOLICSIZES_H
