//===-- JoinAnalysis.h - axes that always run together ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to te-collapse-axes: pairs of neighbouring axes of stages and of neighbouring
// dimensions of tensors are put into classes that become one together or stay apart together;
// a class stays apart where one of its pairs is accessed otherwise than as one.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_TE_TRANSFORMS_JOINANALYSIS_H
#define DL_LIB_DIALECT_TE_TRANSFORMS_JOINANALYSIS_H

#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/IntEqClasses.h"

namespace dl::te {

/// Whether each dimension, or axis, is one with the dimension after it.
using Joins = llvm::SmallVector<bool>;

/// The index of a read without the axes that have one value, which is 0; an index that is
/// such an axis stays.
mlir::AffineExpr dropUnitAxes(ReadOp read, mlir::AffineExpr index);

/// The dimension whose extent an op asks for, if it is one that is known.
std::optional<int64_t> getKnownDim(mlir::Operation &op);

/// Which axes and dimensions of a kernel can be one.
class JoinAnalysis {
public:
  explicit JoinAnalysis(mlir::func::FuncOp kernel);

  bool findsAny() const { return llvm::is_contained(isApart, false); }
  Joins getJoins(mlir::Value tensor) const {
    auto [first, rank] = tensors.lookup(tensor);
    return getJoins(first, rank);
  }
  Joins getJoins(ComputeOp compute) {
    return getJoins(firstOfStage.lookup(compute), compute.getNumAxes());
  }

private:
  Joins getJoins(unsigned first, unsigned count) const {
    Joins joins(count, false);
    for (unsigned i = 0; i + 1 < count; ++i)
      joins[i] = !isApart[classes[first + i]];
    return joins;
  }

  /// Where the pairs of a tensor begin, and how many dimensions it has.
  struct Tensor {
    unsigned first, rank;
  };

  void addTensor(mlir::Value tensor) {
    auto type = llvm::cast<mlir::RankedTensorType>(tensor.getType());
    tensors[tensor] = {numPairs, static_cast<unsigned>(type.getRank())};
    for (int64_t extent : type.getShape()) {
      if (mlir::ShapedType::isDynamic(extent))
        keepApart(numPairs);
      ++numPairs;
    }
    // The last dimension has no neighbour, nor have scalars.
    if (type.getRank() > 0)
      keepFromNext(numPairs - 1);
  }
  /// Neither neighbour of an axis or dimension is one with it.
  void keepApart(unsigned pair) {
    keepFromNext(pair);
    if (pair > 0)
      keepFromNext(pair - 1);
  }
  void keepFromNext(unsigned pair) { apart.push_back(pair); }
  void keepApart(mlir::Value tensor) {
    if (auto known = tensors.find(tensor); known != tensors.end())
      for (unsigned dim = 0; dim < known->second.rank; ++dim)
        keepFromNext(known->second.first + dim);
  }
  void link(unsigned a, unsigned b) { links.emplace_back(a, b); }

  void addStage(ComputeOp compute);
  void addRead(ComputeOp compute, ReadOp read);

  /// Pairs are numbered: the one of axis or dimension i and the next one is i after the first.
  llvm::DenseMap<mlir::Value, Tensor> tensors;
  llvm::DenseMap<mlir::Operation *, unsigned> firstOfStage;
  unsigned numPairs = 0;
  llvm::SmallVector<unsigned> apart;
  llvm::SmallVector<std::pair<unsigned, unsigned>> links;
  llvm::IntEqClasses classes;
  /// Of each class.
  llvm::SmallVector<bool> isApart;
};

} // namespace dl::te

#endif // DL_LIB_DIALECT_TE_TRANSFORMS_JOINANALYSIS_H
