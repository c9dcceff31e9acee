//===-- SymbolicKernel.cpp - extents of a kernel's stages -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators build their te programs from types, where an extent may be `?`. Here each
// such extent becomes the size of an operand along which the axis reads, and every
// read along a dim of unknown size is proved to be in bounds: the axis and the dim
// have one size, whatever the symbols are.
//
//===----------------------------------------------------------------------===//
#include "SymbolicSizes.h"

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;

namespace {
class KernelSizes {
public:
  KernelSizes(const SymbolicSizes &sizes, func::FuncOp kernel, ArrayRef<Dims> operands)
      : sizes(sizes), kernel(kernel), atTop(OpBuilder::atBlockBegin(&kernel.getBody().front())) {
    for (auto [argument, dims] : llvm::zip(kernel.getArguments(), operands))
      known[argument] = dims;
  }

  LogicalResult resolve(te::ComputeOp compute);
  Dims getDims(Value value) const;

private:
  AffineExpr findExtent(te::ComputeOp compute, unsigned axis) const;
  LogicalResult checkRead(te::ComputeOp compute, te::ReadOp read, const Dims &extents) const;
  Value getValue(AffineExpr size);

  const SymbolicSizes &sizes;
  func::FuncOp kernel;
  OpBuilder atTop;
  llvm::DenseMap<Value, Dims> known;
  llvm::DenseMap<AffineExpr, Value> values;
};
} // namespace

/// The axis that an index operand is, or null.
static BlockArgument getAxis(te::ComputeOp compute, Value operand) {
  auto argument = dyn_cast<BlockArgument>(operand);
  return argument && argument.getOwner() == &compute.getBody().front() ? argument : BlockArgument();
}

/// The axis that an index is, as it stands; null for other expressions.
static BlockArgument getAxis(te::ComputeOp compute, te::ReadOp read, AffineExpr index) {
  auto dim = dyn_cast<AffineDimExpr>(index);
  return dim ? getAxis(compute, read.getIndexOperands()[dim.getPosition()]) : BlockArgument();
}

Dims KernelSizes::getDims(Value value) const {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  return sizes.getDims(value);
}

/// The size of what the axis alone indexes.
AffineExpr KernelSizes::findExtent(te::ComputeOp compute, unsigned axis) const {
  for (te::ReadOp read : compute.getReads())
    for (auto [dim, index] : llvm::enumerate(read.getMap().getResults()))
      if (BlockArgument argument = getAxis(compute, read, index);
          argument && argument.getArgNumber() == axis)
        return getDims(read.getSource())[dim];
  return {};
}

/// The size of the first operand that has it: one value for all stages.
Value KernelSizes::getValue(AffineExpr size) {
  Value &value = values[size];
  for (BlockArgument argument : kernel.getArguments()) {
    auto dims = known.find(argument);
    for (size_t dim = 0; !value && dims != known.end() && dim < dims->second.size(); ++dim)
      if (dims->second[dim] == size)
        value = tensor::DimOp::create(atTop, kernel.getLoc(), argument, dim);
  }
  return value;
}

LogicalResult KernelSizes::resolve(te::ComputeOp compute) {
  Dims extents;
  SmallVector<Value> dynamic;
  for (auto [axis, extent] : llvm::enumerate(compute.getExtents())) {
    extents.push_back(getAffineConstantExpr(extent, kernel->getContext()));
    if (!ShapedType::isDynamic(extent))
      continue;
    AffineExpr size = findExtent(compute, axis);
    Value value = size && !isa<AffineConstantExpr>(size) ? getValue(size) : Value();
    if (!value)
      return compute.emitOpError("requires axis '")
             << compute.getAxisName(axis)
             << "' to run along a dim of an operand, since its extent is known only at run time";
    extents.back() = size;
    dynamic.push_back(value);
  }
  compute.getDynamicExtentsMutable().assign(dynamic);
  for (te::ReadOp read : compute.getReads())
    if (failed(checkRead(compute, read, extents)))
      return failure();
  extents.resize(compute.getNumSpatial());
  for (Value result : compute->getResults())
    known[result] = extents;
  return success();
}

LogicalResult KernelSizes::checkRead(te::ComputeOp compute, te::ReadOp read,
                                     const Dims &extents) const {
  Dims dims = getDims(read.getSource());
  for (auto [position, index] : llvm::enumerate(read.getMap().getResults())) {
    AffineExpr size = dims[position];
    bool unknown = !isa<AffineConstantExpr>(size);
    for (auto [i, operand] : llvm::enumerate(read.getIndexOperands()))
      if (BlockArgument axis = getAxis(compute, operand); axis && index.isFunctionOfDim(i))
        unknown |= !isa<AffineConstantExpr>(extents[axis.getArgNumber()]);
    // Sizes are positive; what has a number everywhere is te's to verify.
    if (!unknown || index == getAffineConstantExpr(0, kernel->getContext()))
      continue;
    BlockArgument axis = getAxis(compute, read, index);
    if (axis && extents[axis.getArgNumber()] == size)
      continue;
    if (!axis)
      return compute.emitOpError("requires to read along dimension ")
             << position << " of an operand, whose size " << sizes.toString(size)
             << " is known only at run time, at an axis as it is";
    return compute.emitOpError("requires sizes that are equal whatever the symbols are, got ")
           << sizes.toString(extents[axis.getArgNumber()]) << " and " << sizes.toString(size)
           << " along axis '" << compute.getAxisName(axis.getArgNumber())
           << "'; give dims that are always equal one name in the model, or fix their sizes";
  }
  return success();
}

FailureOr<SmallVector<Dims>> SymbolicSizes::resolveKernel(func::FuncOp kernel,
                                                          ArrayRef<Dims> operands) const {
  KernelSizes inside(*this, kernel, operands);
  for (auto compute : kernel.getBody().front().getOps<te::ComputeOp>())
    if (failed(inside.resolve(compute)))
      return failure();
  SmallVector<Dims> results;
  for (Value result : kernel.getBody().front().getTerminator()->getOperands())
    results.push_back(inside.getDims(result));
  return results;
}
