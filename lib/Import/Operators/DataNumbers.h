//===-- DataNumbers.h - numbers that only a run knows -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Axes, bounds and extents that an operator reads from a tensor of which nothing is known
// before the run: scalars of 64 bits, to compute with beside the data. A run checks those
// that may be wrong, as it checks indices. What they decide of a result's shape is counted
// (Counts.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_DATANUMBERS_H
#define DL_LIB_IMPORT_OPERATORS_DATANUMBERS_H

#include "../GraphExpression.h"

namespace dl::onnx_import {

/// Builds formulas of such numbers. As those of GraphExpression, steps after an error are null.
class DataNumbers {
public:
  explicit DataNumbers(NodeImporter &node)
      : node(node), graph(node), i64(node.getBuilder().getI64Type()) {}

  mlir::Value number(int64_t value) { return graph.number(static_cast<double>(value), i64); }
  /// A size, or what may be 0.
  mlir::Value size(mlir::AffineExpr size);
  mlir::Value smaller(mlir::Value x, mlir::Value y) { return graph.make<graph::MinimumOp>({x, y}); }
  mlir::Value larger(mlir::Value x, mlir::Value y) { return graph.make<graph::MaximumOp>({x, y}); }
  mlir::Value clamp(mlir::Value x, mlir::Value low, mlir::Value high) {
    return larger(smaller(x, high), low);
  }
  mlir::Value equal(mlir::Value x, mlir::Value y) { return graph.make<graph::EqualOp>({x, y}); }
  mlir::Value less(mlir::Value x, mlir::Value y) { return graph.make<graph::LessOp>({x, y}); }
  mlir::Value isNegative(mlir::Value x) { return less(x, number(0)); }
  mlir::Value select(mlir::Value flag, mlir::Value x, mlir::Value y) {
    return graph.make<graph::WhereOp>({flag, x, y});
  }
  mlir::Value negate(mlir::Value flag) { return graph.make<graph::NotOp>(flag); }
  mlir::Value both(mlir::Value x, mlir::Value y) { return graph.make<graph::AndOp>({x, y}); }
  /// The integers 0, 1, 2 …: a list, which is a constant where it is short.
  mlir::Value range(mlir::AffineExpr count);
  mlir::Value range(int64_t count) { return range(node.getSize(count)); }
  /// Over the first dim.
  mlir::Value sum(mlir::Value numbers);

  /// The integers of an input in a list of `count`; an error if it has another number of them.
  mlir::Value getList(unsigned input, int64_t count, llvm::StringRef what);
  /// The one integer of an input as a scalar.
  mlir::Value getScalar(unsigned input, llvm::StringRef what);
  mlir::Value getElement(mlir::Value list, int64_t index);
  llvm::SmallVector<mlir::Value> getElements(mlir::Value list, int64_t count);

  /// Numbers that end the run with an error unless they are in [0, most].
  mlir::Value check(mlir::Value numbers, mlir::AffineExpr most);
  mlir::Value check(mlir::Value numbers, int64_t most) {
    return check(numbers, node.getSize(most));
  }
  /// The value, whose computation ends the run with an error unless a number is 0.
  mlir::Value requireZero(mlir::Value value, mlir::Value number) {
    return graph.add(value, check(number, 0));
  }

  /// Elements of a dim at indices in [0, extent), a list.
  mlir::Value gather(mlir::Value x, int64_t axis, mlir::Value indices);

  GraphExpression &getGraph() { return graph; }
  mlir::Type getType() const { return i64; }

protected:
  NodeImporter &node;
  GraphExpression graph;
  mlir::Type i64;
};

/// Which dims an input of axes names, of a tensor that only has dims before the run.
class DataAxes : public DataNumbers {
public:
  using DataNumbers::DataNumbers;

  /// Reads the axes, which count from the end where they are negative. A run checks that they are
  /// dims, no two the same.
  llvm::LogicalResult read(unsigned input, int64_t rank);

  /// Whether a dim is one of them: a scalar.
  mlir::Value isChosen(int64_t dim) { return getElement(flags, dim); }
  /// A flag for each dim, in a list.
  mlir::Value getFlags() { return flags; }
  /// The extents of the dims that are none of them, in their order.
  llvm::SmallVector<mlir::Value> listOthers(const Dims &dims);
  /// For each dim the number of a list that belongs to its axis, or another where it has none.
  mlir::Value spread(mlir::Value list, mlir::Value otherwise);
  /// How many there are; nullopt where only a run knows.
  std::optional<int64_t> getCount() const { return count; }

  /// A reduction over these dims, which keep their extents: all elements along them are equal. Of
  /// dims without elements one is left.
  template <typename OpTy> mlir::Value reduce(mlir::Value x);
  /// The number of elements that such a reduction takes together, as a scalar of a type.
  mlir::Value countReduced(const Dims &dims, mlir::Type type);
  /// Sets the node's result to what is left of such a reduction of a tensor of `dims`.
  llvm::LogicalResult finish(mlir::Value reduced, const Dims &dims, bool keepDims);

private:
  llvm::LogicalResult dropAxes(mlir::Value reduced, const Dims &dims);

  /// A matrix of axes and dims: whether they are the same; and a flag for each dim.
  mlir::Value matches, flags;
  std::optional<int64_t> count;
  int64_t rank = 0;
  unsigned input = 0;
};

template <typename OpTy> mlir::Value DataAxes::reduce(mlir::Value x) {
  mlir::AffineExpr one = node.getSize(1), zero = node.getSize(0);
  for (int64_t dim = 0; dim < rank && x; ++dim) {
    mlir::AffineExpr extent = node.getDims(x)[dim];
    if (extent == one)
      continue;
    typename OpTy::Properties properties;
    properties.axes = node.getBuilder().getDenseI64ArrayAttr({dim});
    properties.keepdims = node.getBuilder().getUnitAttr();
    mlir::Value reduced = graph.make<OpTy>(x, properties);
    x = extent == zero ? reduced : select(isChosen(dim), reduced, x);
  }
  return x;
}

/// Notes that `counts` are the extents of a value, null for those that are known; the value, or
/// null where it is.
mlir::Value markCounted(NodeImporter &node, mlir::Value value, llvm::ArrayRef<mlir::Value> counts);
/// Sets a result of which `counts` are the extents, null for those that are known.
llvm::LogicalResult setCounted(NodeImporter &node, mlir::Value result,
                               llvm::ArrayRef<mlir::Value> counts, unsigned index = 0);
/// Sets a result whose elements stand one behind the other in a list, and whose shape is
/// `extents`: as many as there are elements, or less.
llvm::LogicalResult setPacked(NodeImporter &node, mlir::Value list,
                              llvm::ArrayRef<mlir::Value> extents, unsigned index = 0);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_DATANUMBERS_H
