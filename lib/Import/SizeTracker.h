//===-- SizeTracker.h - sizes while a model is read -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of dims that only a run has: each is an expression over the symbols of the
// model's inputs. So are the elements of small tensors that models compute of shapes (Shape,
// Gather, Concat, arithmetic): these are followed as contents, and where an operator takes
// its sizes from such a tensor, the sizes are known.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_SIZETRACKER_H
#define DL_LIB_IMPORT_SIZETRACKER_H

#include "dl/Dialect/Graph/IR/SymbolicSizes.h"
#include "llvm/ADT/DenseSet.h"

namespace dl::onnx_import {

/// A number that a model computes of sizes: an expression over symbols divided by a number.
/// Floats are such quotients where they are exact.
struct SizeNumber {
  mlir::AffineExpr size;
  int64_t divisor = 1;

  bool isConstant() const { return llvm::isa<mlir::AffineConstantExpr>(size); }
  bool operator==(const SizeNumber &other) const {
    return size == other.size && divisor == other.divisor;
  }
};

/// The elements of a tensor in row-major order.
using Contents = llvm::SmallVector<SizeNumber>;

/// An extent of a value that only the data decide: the number of those in front that count, as a
/// tensor of one i64. The value's dim is the most that it can be.
struct CountedDim {
  int64_t axis;
  mlir::Value count;
};

class SizeTracker {
public:
  /// Symbols that must be equal become one: the operators that join them say so.
  explicit SizeTracker(mlir::func::FuncOp function)
      : sizes(function, /*mayUnify=*/true), context(function.getContext()) {}

  /// Reads the dims of the arguments, which are all there.
  void readArguments() { sizes.readArguments(); }

  Dims getDims(mlir::Value value) const { return sizes.getDims(value); }
  void setDims(mlir::Value value, Dims dims) { sizes.setDims(value, std::move(dims)); }
  /// What is known of a value's elements: of integers and bools, and floats that follow from
  /// them, in tensors of at most 64 elements.
  std::optional<Contents> getContents(mlir::Value value) const;
  void setContents(mlir::Value value, Contents elements) { contents[value] = std::move(elements); }

  /// Tells the larger, or the smaller, of two sizes of which neither is larger for all runs; null
  /// where it is no expression.
  using FindExtremum = std::function<mlir::AffineExpr(mlir::AffineExpr, mlir::AffineExpr, bool)>;
  void setFindExtremum(FindExtremum find) { findExtremum = std::move(find); }
  /// Reads the dims of an argument that came later.
  void addArgument(mlir::BlockArgument argument) { sizes.addArgument(argument); }
  llvm::StringRef getName(unsigned symbol) const { return sizes.getName(symbol); }

  /// Derives the dims and contents of what a new operator makes. Fails, with an error at the
  /// operator, where its dims cannot be derived.
  llvm::LogicalResult track(mlir::Operation *op);

  /// The extents of a value that only the data decide, by axis.
  llvm::ArrayRef<CountedDim> getCounts(mlir::Value value) const {
    auto found = counts.find(value);
    return found == counts.end() ? llvm::ArrayRef<CountedDim>() : found->second;
  }
  void setCounts(mlir::Value value, llvm::ArrayRef<CountedDim> dims) {
    if (!dims.empty())
      counts[value].assign(dims.begin(), dims.end());
  }

  /// Whether a count follows from numbers that an operator takes (axes, bounds, extents): with
  /// these as constants the shape is known.
  bool isOfNumbers(mlir::Value count) const { return countsOfNumbers.contains(count); }
  void setOfNumbers(mlir::Value count) { countsOfNumbers.insert(count); }

  /// Whether the elements of a value stand one behind the other, in the shape of its counts, which
  /// are of all dims: its type has room for as many in its first dim, and 1 in all others.
  bool isPacked(mlir::Value value) const { return packed.contains(value); }
  void setPacked(mlir::Value value) { packed.insert(value); }

  /// Lets symbols be equal where dims of two values must be, or a run check it. False where the
  /// dims cannot be equal.
  bool requireEqual(mlir::Value lhs, mlir::Value rhs);

  /// The symbols that a value's dims depend on.
  llvm::SmallVector<unsigned> getSymbols(mlir::Value value) const;
  /// The argument and dim that a symbol is.
  std::pair<mlir::BlockArgument, int64_t> getSource(unsigned symbol) const {
    return sizes.getSource(symbol);
  }

  /// Forgets a value that is about to be erased.
  void forget(mlir::Value value);

  /// A tensor without elements that has the sizes as dims (`graph.extents`).
  mlir::Value createExtents(mlir::OpBuilder &builder, mlir::Location loc,
                            llvm::ArrayRef<mlir::AffineExpr> extents);

  /// A size as people write it.
  std::string toString(mlir::AffineExpr size) const { return sizes.toString(size); }
  mlir::AffineExpr getConstant(int64_t value) const {
    return mlir::getAffineConstantExpr(value, context);
  }

private:
  SymbolicSizes sizes;
  mlir::MLIRContext *context;
  llvm::DenseMap<mlir::Value, Contents> contents;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<CountedDim, 1>> counts;
  llvm::DenseSet<mlir::Value> packed, countsOfNumbers;
  FindExtremum findExtremum;
};

/// The dims as types have them: -2^63 for those that only a run knows.
llvm::SmallVector<int64_t> getStaticShape(llvm::ArrayRef<mlir::AffineExpr> dims);

/// The contents of an operator's only result, from those of its operands; nullopt where they are
/// not known or the operator is none that sizes are computed with.
/// `findExtremum` may be null.
std::optional<Contents> evaluateContents(mlir::Operation *op, llvm::ArrayRef<Contents> operands,
                                         const SizeTracker::FindExtremum &findExtremum);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_SIZETRACKER_H
