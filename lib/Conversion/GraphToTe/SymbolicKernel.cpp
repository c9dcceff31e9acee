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
#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include "dl/Dialect/Graph/IR/SymbolicSizes.h"

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;

namespace {
class KernelSizes {
public:
  KernelSizes(SymbolicSizes &sizes, func::FuncOp kernel, ArrayRef<Dims> operands)
      : sizes(sizes), kernel(kernel) {
    for (auto [argument, dims] : llvm::zip(kernel.getArguments(), operands))
      known[argument] = dims;
  }

  LogicalResult resolve(te::ComputeOp compute);
  void resolveSize(Operation *op);
  Dims getDims(Value value) const;

private:
  /// The least and the largest value of an index; null where they are not known.
  using Range = std::pair<AffineExpr, AffineExpr>;

  AffineExpr constant(int64_t value) const {
    return getAffineConstantExpr(value, kernel->getContext());
  }
  AffineExpr findExtent(te::ComputeOp compute, unsigned axis) const;
  AffineExpr findSize(Operation *op) const;
  LogicalResult takeExtents(te::ComputeOp compute, Dims &extents);
  LogicalResult findExtents(te::ComputeOp compute, Dims &extents);
  LogicalResult checkRead(te::ComputeOp compute, te::ReadOp read, const Dims &extents,
                          bool isGiven);
  bool isInside(te::ComputeOp compute, te::ReadOp read, AffineExpr index, AffineExpr size,
                const Dims &extents) const;
  Range getRange(AffineExpr index, ArrayRef<Range> operands) const;
  Value getValue(AffineExpr size);

  SymbolicSizes &sizes;
  func::FuncOp kernel;
  /// The last of the sizes of operands, which stand at the top of the kernel.
  Operation *last = nullptr;
  llvm::DenseMap<Value, Dims> known;
  /// Sizes by the kernel's values, and the other way round: one value for each size.
  llvm::DenseMap<Value, AffineExpr> sizeOf;
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

/// The size of the first operand that has it, or what computes it: one value for all
/// stages.
Value KernelSizes::getValue(AffineExpr size) {
  Value &value = values[size];
  for (BlockArgument argument : kernel.getArguments()) {
    auto dims = known.find(argument);
    for (size_t dim = 0; !value && dims != known.end() && dim < dims->second.size(); ++dim)
      if (dims->second[dim] == size) {
        OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
        if (last)
          builder.setInsertionPointAfter(last);
        last = tensor::DimOp::create(builder, kernel.getLoc(), argument, dim);
        value = last->getResult(0);
        sizeOf[value] = size;
      }
  }
  return value;
}

/// The size that an operation of the kernel computes; null where that is not known.
AffineExpr KernelSizes::findSize(Operation *op) const {
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> position = dim.getConstantIndex();
    return position ? getDims(dim.getSource())[*position] : AffineExpr();
  }
  auto get = [&](unsigned operand) -> AffineExpr {
    APInt number;
    if (matchPattern(op->getOperand(operand), m_ConstantInt(&number)))
      return constant(number.getSExtValue());
    return sizeOf.lookup(op->getOperand(operand));
  };
  if (!isa<arith::AddIOp, arith::MulIOp, arith::DivUIOp, arith::FloorDivSIOp>(op) || !get(0) ||
      !get(1))
    return {};
  return normalizeSize(isa<arith::AddIOp>(op)   ? get(0) + get(1)
                       : isa<arith::MulIOp>(op) ? get(0) * get(1)
                                                : get(0).floorDiv(get(1)));
}

/// Remembers the size that an operation computes. Where another value has that size
/// already, as the dim of an operand, that one is used.
void KernelSizes::resolveSize(Operation *op) {
  AffineExpr size = findSize(op);
  if (!size)
    return;
  Value other = getValue(size);
  if (!other) {
    sizeOf[op->getResult(0)] = size;
    // A stage's size has the value of its axis.
    values[size] = op->getResult(0);
    return;
  }
  op->getResult(0).replaceAllUsesWith(other);
  op->erase();
}

/// Extents that the operator gave.
LogicalResult KernelSizes::takeExtents(te::ComputeOp compute, Dims &extents) {
  for (unsigned axis = 0; axis < compute.getNumAxes(); ++axis) {
    auto value = dyn_cast<Value>(compute.getMixedExtent(axis));
    if (!value)
      continue;
    AffineExpr size = sizeOf.lookup(value);
    if (!size)
      return compute.emitOpError("requires the extent of axis '")
             << compute.getAxisName(axis) << "' to follow from the sizes of operands";
    extents[axis] = size;
    sizes.requirePositive(size, compute.getLoc());
  }
  return success();
}

/// Extents as the reads have them.
LogicalResult KernelSizes::findExtents(te::ComputeOp compute, Dims &extents) {
  SmallVector<Value> dynamic;
  for (auto [axis, extent] : llvm::enumerate(compute.getExtents())) {
    if (!ShapedType::isDynamic(extent))
      continue;
    AffineExpr size = findExtent(compute, axis);
    Value value = size && !isa<AffineConstantExpr>(size) ? getValue(size) : Value();
    if (!value)
      return compute.emitOpError("requires axis '")
             << compute.getAxisName(axis)
             << "' to run along a dim of an operand, since its extent is known only at run time";
    extents[axis] = size;
    dynamic.push_back(value);
  }
  compute.getDynamicExtentsMutable().assign(dynamic);
  return success();
}

LogicalResult KernelSizes::resolve(te::ComputeOp compute) {
  Dims extents;
  for (int64_t extent : compute.getExtents())
    extents.push_back(constant(extent));
  bool isGiven = !compute.getDynamicExtents().empty();
  if (failed(isGiven ? takeExtents(compute, extents) : findExtents(compute, extents)))
    return failure();
  for (te::ReadOp read : compute.getReads())
    if (failed(checkRead(compute, read, extents, isGiven)))
      return failure();
  extents.resize(compute.getNumSpatial());
  for (Value result : compute->getResults())
    known[result] = extents;
  return success();
}

KernelSizes::Range KernelSizes::getRange(AffineExpr index, ArrayRef<Range> operands) const {
  // Sizes and what is computed of them alone, as the product of two.
  if (index.isSymbolicOrConstant())
    return {index, index};
  if (auto dim = dyn_cast<AffineDimExpr>(index))
    return operands[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(index);
  auto [low, high] = getRange(binary.getLHS(), operands);
  auto [otherLow, otherHigh] = getRange(binary.getRHS(), operands);
  if (!low || !otherLow)
    return {};
  auto number = dyn_cast<AffineConstantExpr>(binary.getRHS());
  switch (index.getKind()) {
  case AffineExprKind::Add:
    return {low + otherLow, high + otherHigh};
  case AffineExprKind::Mul:
    if (number && number.getValue() < 0)
      return {high * otherLow, low * otherLow};
    if (binary.getRHS().isSymbolicOrConstant() && isNeverNegative(otherLow))
      return {low * otherLow, high * otherLow};
    break;
  case AffineExprKind::FloorDiv:
    if (number)
      return {low.floorDiv(otherLow), high.floorDiv(otherLow)};
    break;
  case AffineExprKind::Mod:
    if (number)
      return {constant(0), otherLow - 1};
    break;
  default:
    break;
  }
  return {};
}

/// True if an index stays in [0, size) where the read's constraints hold, whatever the
/// symbols are.
bool KernelSizes::isInside(te::ComputeOp compute, te::ReadOp read, AffineExpr index,
                           AffineExpr size, const Dims &extents) const {
  // Sizes among the operands are symbols; what is neither such nor an axis has no range.
  SmallVector<Range> ranges;
  SmallVector<AffineExpr> replacements;
  MLIRContext *context = kernel->getContext();
  for (auto [i, operand] : llvm::enumerate(read.getIndexOperands())) {
    replacements.push_back(getAffineDimExpr(i, context));
    if (BlockArgument axis = getAxis(compute, operand)) {
      ranges.push_back({constant(0), extents[axis.getArgNumber()] - 1});
    } else if (AffineExpr known = sizeOf.lookup(operand)) {
      ranges.push_back({known, known});
      replacements.back() = known;
    } else {
      ranges.push_back({});
    }
  }
  auto isNotNegative = [&](AffineExpr expr) {
    AffineExpr low = getRange(expr, ranges).first;
    return low && isNeverNegative(low);
  };
  // What a condition says holds.
  SmallVector<AffineExpr> constraints;
  if (std::optional<IntegerSet> predicate = read.getPredicate())
    for (AffineExpr constraint : predicate->getConstraints())
      constraints.push_back(normalizeSize(constraint.replaceDims(replacements)));
  index = index.replaceDims(replacements);
  auto holds = [&](AffineExpr expr) {
    return isNotNegative(expr) || llvm::is_contained(constraints, normalizeSize(expr));
  };
  return holds(index) && holds(size - 1 - index);
}

/// How many dims are read at an axis as it is.
static unsigned countReads(te::ComputeOp compute, BlockArgument axis) {
  unsigned count = 0;
  for (te::ReadOp read : compute.getReads())
    for (AffineExpr index : read.getMap().getResults())
      count += getAxis(compute, read, index) == axis;
  return count;
}

LogicalResult KernelSizes::checkRead(te::ComputeOp compute, te::ReadOp read, const Dims &extents,
                                     bool isGiven) {
  Dims dims = getDims(read.getSource());
  for (auto [position, index] : llvm::enumerate(read.getMap().getResults())) {
    AffineExpr size = dims[position];
    bool unknown = !isa<AffineConstantExpr>(size);
    for (auto [i, operand] : llvm::enumerate(read.getIndexOperands()))
      if (BlockArgument axis = getAxis(compute, operand); axis && index.isFunctionOfDim(i))
        unknown |= !isa<AffineConstantExpr>(extents[axis.getArgNumber()]);
    // Sizes are positive; what has a number everywhere is te's to verify.
    if (!unknown || index == constant(0))
      continue;
    // A dim that is read at an axis as it is has the axis' size, unless the operator or a
    // condition chooses among its elements: of two operands one must not be cut off.
    BlockArgument axis = getAxis(compute, read, index);
    if (axis && isGiven && countReads(compute, axis) == 1 &&
        isInside(compute, read, index, size, extents))
      continue;
    if (std::optional<IntegerSet> predicate = read.getPredicate(); axis && predicate)
      for (AffineExpr constraint : predicate->getConstraints())
        if (constraint.isFunctionOfDim(cast<AffineDimExpr>(index).getPosition()))
          axis = {};
    if (axis ? extents[axis.getArgNumber()] == size : isInside(compute, read, index, size, extents))
      continue;
    if (!axis)
      return compute.emitOpError("requires to read along dimension ")
             << position << " of an operand, whose size " << sizes.toString(size)
             << " is known only at run time, inside of it for all sizes";
    if (sizes.requireEqual(extents[axis.getArgNumber()], size, compute.getLoc()))
      continue;
    return compute.emitOpError("requires sizes that are equal whatever the symbols are, got ")
           << sizes.toString(extents[axis.getArgNumber()]) << " and " << sizes.toString(size)
           << " along axis '" << compute.getAxisName(axis.getArgNumber())
           << "'; give dims that are always equal one name in the model, or fix their sizes";
  }
  return success();
}

FailureOr<SmallVector<Dims>> SymbolicSizes::resolveKernel(func::FuncOp kernel,
                                                          ArrayRef<Dims> operands) {
  KernelSizes inside(*this, kernel, operands);
  for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front().without_terminator())) {
    if (auto compute = dyn_cast<te::ComputeOp>(op)) {
      if (failed(inside.resolve(compute)))
        return failure();
    } else if (op.getResult(0).getType().isIndex()) {
      inside.resolveSize(&op);
    }
  }
  SmallVector<Dims> results;
  for (Value result : kernel.getBody().front().getTerminator()->getOperands())
    results.push_back(inside.getDims(result));
  return results;
}
