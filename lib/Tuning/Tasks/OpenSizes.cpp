//===-- OpenSizes.cpp - sizes that stand for those of a run ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes go from operands to results; indices are folded.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Tasks/OpenSizes.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;
using Shape = ShapeEvaluator::Shape;

//===----------------------------------------------------------------------===//
// ShapeEvaluator
//===----------------------------------------------------------------------===//

void ShapeEvaluator::setArguments(func::FuncOp main, const std::map<std::string, int64_t> &sizes) {
  for (BlockArgument argument : main.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    auto names =
        main.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(), DlDialect::getDimsAttrName());
    if (!type || type.hasStaticShape())
      continue;
    Shape shape(type.getShape());
    for (auto [dim, size] : llvm::enumerate(shape)) {
      if (!ShapedType::isDynamic(size))
        continue;
      auto name = names ? dyn_cast<StringAttr>(names[dim]) : StringAttr();
      auto known = name ? sizes.find(name.str()) : sizes.end();
      size = known == sizes.end() ? usualSize : known->second;
    }
    set(argument, std::move(shape));
  }
}

void ShapeEvaluator::setOperands(func::FuncOp kernel, ArrayRef<int64_t> sizes) {
  size_t next = 0;
  unsigned numOperands = kernel.getNumArguments() - te::getNumDestinations(kernel);
  for (BlockArgument argument : kernel.getArguments().take_front(numOperands)) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || type.hasStaticShape())
      continue;
    Shape shape(type.getShape());
    for (int64_t &size : shape)
      if (ShapedType::isDynamic(size))
        size = next < sizes.size() ? sizes[next++] : usualSize;
    set(argument, std::move(shape));
  }
}

std::optional<Shape> ShapeEvaluator::getMixed(ArrayRef<OpFoldResult> sizes) {
  Shape shape;
  for (OpFoldResult size : sizes) {
    std::optional<int64_t> value = getIndex(size);
    if (!value)
      return std::nullopt;
    shape.push_back(*value);
  }
  return shape;
}

std::optional<Shape> ShapeEvaluator::computeShape(Value tensor) {
  auto result = dyn_cast<OpResult>(tensor);
  if (!result)
    return std::nullopt;
  Operation *op = result.getOwner();
  // Results go where the last operands say.
  if (auto call = dyn_cast<func::CallOp>(op)) {
    unsigned results = call.getNumResults(), operands = call.getNumOperands();
    return operands < results
               ? std::nullopt
               : getShape(call.getOperand(operands - results + result.getResultNumber()));
  }
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return getMixed(empty.getMixedSizes());
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return getShape(cast.getSource());
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return getMixed(expand.getMixedOutputShape());
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    std::optional<Shape> source = getShape(collapse.getSrc());
    if (!source)
      return std::nullopt;
    Shape shape;
    for (const ReassociationIndices &group : collapse.getReassociationIndices()) {
      int64_t size = 1;
      for (int64_t dim : group)
        size *= (*source)[dim];
      shape.push_back(size);
    }
    return shape;
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    std::optional<Shape> sizes = getMixed(slice.getMixedSizes());
    if (!sizes)
      return std::nullopt;
    Shape shape;
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [dim, size] : llvm::enumerate(*sizes))
      if (!dropped.test(dim))
        shape.push_back(size);
    return shape;
  }
  if (auto compute = dyn_cast<te::ComputeOp>(op)) {
    Shape shape;
    for (int64_t axis = 0; axis < compute.getTensorType(result.getResultNumber()).getRank();
         ++axis) {
      std::optional<int64_t> size = getIndex(compute.getMixedExtent(axis));
      if (!size)
        return std::nullopt;
      shape.push_back(*size);
    }
    return shape;
  }
  return std::nullopt;
}

std::optional<Shape> ShapeEvaluator::getShape(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type)
    return std::nullopt;
  if (type.hasStaticShape())
    return Shape(type.getShape());
  if (auto known = shapes.find(tensor); known != shapes.end())
    return known->second;
  std::optional<Shape> shape = computeShape(tensor);
  if (shape)
    shapes[tensor] = *shape;
  return shape;
}

std::optional<int64_t> ShapeEvaluator::getIndex(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return constant;
  auto result = dyn_cast_if_present<OpResult>(dyn_cast<Value>(index));
  if (!result || !result.getType().isIndex())
    return std::nullopt;
  Operation *op = result.getOwner();
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> number = dim.getConstantIndex();
    std::optional<Shape> shape = number ? getShape(dim.getSource()) : std::nullopt;
    return shape && *number < static_cast<int64_t>(shape->size()) ? std::optional((*shape)[*number])
                                                                  : std::nullopt;
  }
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> value = getIndex(operand);
    if (!value)
      return std::nullopt;
    operands.push_back(IntegerAttr::get(IndexType::get(op->getContext()), *value));
  }
  SmallVector<OpFoldResult> folded;
  if (failed(op->fold(operands, folded)) || result.getResultNumber() >= folded.size())
    return std::nullopt;
  auto attribute = dyn_cast<Attribute>(folded[result.getResultNumber()]);
  return attribute ? getConstantIntValue(attribute) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

bool dl::tuning::hasOpenDims(func::FuncOp kernel) {
  auto isOpen = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && !shaped.hasStaticShape();
  };
  return llvm::any_of(kernel.getArgumentTypes(), isOpen) ||
         llvm::any_of(kernel.getResultTypes(), isOpen);
}

std::optional<std::vector<int64_t>> dl::tuning::getOperandSizes(func::CallOp call,
                                                                ShapeEvaluator &evaluator) {
  std::vector<int64_t> sizes;
  for (Value operand : call.getOperands().drop_back(call.getNumResults())) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.hasStaticShape())
      continue;
    std::optional<Shape> shape = evaluator.getShape(operand);
    if (!shape)
      return std::nullopt;
    for (auto [dim, size] : llvm::enumerate(*shape))
      if (type.isDynamicDim(dim))
        sizes.push_back(size);
  }
  return sizes;
}

std::optional<schedule::KernelSchedule> dl::tuning::buildSizedSchedule(func::FuncOp kernel,
                                                                       ArrayRef<int64_t> sizes) {
  ShapeEvaluator evaluator;
  evaluator.setOperands(kernel, sizes);
  schedule::KernelSchedule sized = schedule::buildKernelSchedule(kernel);
  for (auto [number, compute] : llvm::enumerate(schedule::getStages(kernel)))
    for (auto [axis, extent] : llvm::enumerate(compute.getExtents())) {
      if (!ShapedType::isDynamic(extent))
        continue;
      std::optional<int64_t> size = evaluator.getIndex(compute.getMixedExtent(axis));
      if (!size || *size < 1)
        return std::nullopt;
      sized[static_cast<int>(number)].tree.setExtent(static_cast<schedule::AxisId>(axis), *size);
    }
  for (auto [number, shape] : llvm::enumerate(sized.operands)) {
    std::optional<Shape> known = evaluator.getShape(kernel.getArgument(number));
    if (known)
      shape.assign(known->begin(), known->end());
  }
  return sized;
}
