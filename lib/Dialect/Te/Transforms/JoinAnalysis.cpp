//===-- JoinAnalysis.cpp - axes that always run together ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JoinAnalysis.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl::te;

AffineExpr dl::te::dropUnitAxes(ReadOp read, AffineExpr index) {
  if (isa<AffineDimExpr>(index))
    return index;
  AxisScope scope = *getAxisScope(read);
  SmallVector<AffineExpr> dims;
  for (auto [number, operand] : llvm::enumerate(read.getIndexOperands())) {
    std::optional<unsigned> axis = scope.getAxis(operand);
    dims.push_back(axis && scope.extents[*axis] == 1
                       ? getAffineConstantExpr(0, index.getContext())
                       : getAffineDimExpr(number, index.getContext()));
  }
  return simplifyAffineExpr(index.replaceDims(dims), dims.size(), 0);
}

std::optional<int64_t> dl::te::getKnownDim(Operation &op) {
  auto dim = dyn_cast<tensor::DimOp>(op);
  return dim ? dim.getConstantIndex() : std::nullopt;
}

JoinAnalysis::JoinAnalysis(func::FuncOp kernel) {
  for (BlockArgument argument : kernel.getArguments())
    if (isa<RankedTensorType>(argument.getType())) {
      addTensor(argument);
      // Its layout is for schedules to choose.
      if (kernel.getArgAttr(argument.getArgNumber(), TeDialect::getLayoutFreeAttrName()))
        keepApart(argument);
    }
  Block &body = kernel.getBody().front();
  for (Operation &op : body) {
    if (auto compute = dyn_cast<ComputeOp>(op)) {
      addStage(compute);
      continue;
    }
    if (isa<func::ReturnOp>(op)) {
      unsigned first = kernel.getNumArguments() - getNumDestinations(kernel);
      for (auto [number, value] : llvm::enumerate(op.getOperands()))
        for (unsigned dim = 0; dim < tensors.lookup(value).rank; ++dim)
          link(tensors.lookup(value).first + dim,
               tensors.lookup(kernel.getArgument(first + number)).first + dim);
      continue;
    }
    if (std::optional<int64_t> dim = getKnownDim(op)) {
      keepApart(tensors.lookup(op.getOperand(0)).first + *dim);
      continue;
    }
    // Constants are read as they are; other stages say by themselves where they read and write.
    for (Value result : op.getResults())
      if (isa<RankedTensorType>(result.getType())) {
        addTensor(result);
        keepApart(result);
      }
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        keepApart(operand);
    });
  }
  classes.grow(numPairs);
  for (auto [a, b] : links)
    classes.join(a, b);
  classes.compress();
  isApart.assign(classes.getNumClasses(), false);
  for (unsigned pair : apart)
    isApart[classes[pair]] = true;
}

void JoinAnalysis::addStage(ComputeOp compute) {
  unsigned first = numPairs;
  firstOfStage[compute] = first;
  numPairs += compute.getNumAxes();
  for (Value result : compute->getResults()) {
    addTensor(result);
    for (unsigned axis = 0; axis < compute.getNumSpatial(); ++axis)
      link(first + axis, tensors.lookup(result).first + axis);
  }
  // The last axis of each kind has no neighbour.
  for (unsigned count : {compute.getNumSpatial(), compute.getNumAxes()})
    if (count > 0)
      keepFromNext(first + count - 1);
  for (auto [axis, extent] : llvm::enumerate(compute.getExtents())) {
    bool isOnlyRead = llvm::all_of(compute.getAxes()[axis].getUsers(),
                                   [](Operation *user) { return isa<ReadOp>(user); });
    if (ShapedType::isDynamic(extent) || extent == 0 || !isOnlyRead)
      keepApart(first + axis);
  }
  for (ReadOp read : compute.getReads())
    addRead(compute, read);
}

void JoinAnalysis::addRead(ComputeOp compute, ReadOp read) {
  unsigned first = firstOfStage.lookup(compute), numAxes = compute.getNumAxes();
  AxisScope scope = *getAxisScope(read);
  // How often an axis is used, but for those of one value in sums, which move nothing.
  SmallVector<unsigned> uses(numAxes, 0);
  auto addUses = [&](AffineExpr expr) {
    for (auto [dim, operand] : llvm::enumerate(read.getIndexOperands()))
      if (std::optional<unsigned> axis = scope.getAxis(operand);
          axis && expr.isFunctionOfDim(dim) &&
          (isa<AffineDimExpr>(expr) || compute.getExtents()[*axis] != 1))
        ++uses[*axis];
  };
  // The axis that runs over each dimension, if one does.
  SmallVector<std::optional<unsigned>> axisOf;
  for (auto [dim, expr] : llvm::enumerate(read.getMap().getResults())) {
    AffineExpr index = dropUnitAxes(read, expr);
    addUses(index);
    std::optional<unsigned> &axis = axisOf.emplace_back();
    if (auto plain = dyn_cast<AffineDimExpr>(index))
      axis = scope.getAxis(read.getIndexOperands()[plain.getPosition()]);
    if (axis && read.getSourceType().getDimSize(dim) != compute.getExtents()[*axis])
      axis.reset();
  }
  if (std::optional<IntegerSet> predicate = read.getPredicate())
    for (AffineExpr constraint : predicate->getConstraints())
      addUses(constraint);
  SmallVector<bool> isLinked(numAxes, false);
  if (auto known = tensors.find(read.getSource()); known != tensors.end())
    for (unsigned dim = 0; dim < known->second.rank; ++dim) {
      unsigned pair = known->second.first + dim;
      std::optional<unsigned> axis = axisOf[dim];
      bool isOne = axis && dim + 1 < known->second.rank && axisOf[dim + 1] == *axis + 1 &&
                   uses[*axis] <= 1 && uses[*axis + 1] <= 1;
      if (isOne) {
        link(pair, first + *axis);
        isLinked[*axis] = true;
      } else {
        keepFromNext(pair);
      }
    }
  for (unsigned axis = 0; axis + 1 < numAxes; ++axis)
    if (!isLinked[axis] && (uses[axis] > 0 || uses[axis + 1] > 0))
      keepFromNext(first + axis);
}
