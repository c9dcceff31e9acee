//===-- Folding.cpp - constants computed at compile time --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of operators on constants: elementwise ops by folding their scalar
// body for each element.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/OperatorImpl.h"
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"
#include "dl/Support/Tensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl::graph;

bool operators::isNeutral(Attribute constant, double value, Value other, Type resultType) {
  auto splat = dyn_cast_if_present<SplatElementsAttr>(constant);
  if (!splat || other.getType() != resultType)
    return false;
  if (auto number = dyn_cast<FloatAttr>(splat.getSplatValue<Attribute>()))
    return number.getValue().isExactlyValue(value);
  auto number = dyn_cast<IntegerAttr>(splat.getSplatValue<Attribute>());
  return number && number.getValue() == uint64_t(value);
}

/// A scalar body built once and folded for each element: the one description of
/// an operator's arithmetic serves the compiler and the constant folder.
class ScalarEvaluator {
public:
  ScalarEvaluator(Operation *op, operators::ScalarBody body) {
    for (Type type : op->getOperandTypes())
      block.addArgument(getScalarType(cast<RankedTensorType>(type).getElementType()), op->getLoc());
    OpBuilder builder(op->getContext());
    builder.setInsertionPointToStart(&block);
    resultType = cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
    Value value = body(builder, op->getLoc(), block.getArguments());
    result = ScalarBuilder(builder, op->getLoc()).convert(value, getScalarType(resultType));
  }

  /// The result for these operand elements; null where an op does not fold.
  Attribute evaluate(ArrayRef<Attribute> elements) {
    DenseMap<Value, Attribute> values;
    for (auto [argument, element] : llvm::zip_equal(block.getArguments(), elements))
      values[argument] = withType(element, argument.getType());
    for (Operation &op : block) {
      SmallVector<Attribute> operands;
      for (Value operand : op.getOperands())
        operands.push_back(values.lookup(operand));
      SmallVector<OpFoldResult> folded;
      if (failed(op.fold(operands, folded)) || folded.size() != 1)
        return {};
      auto attribute = dyn_cast<Attribute>(folded.front());
      values[op.getResult(0)] = attribute ? attribute : values.lookup(cast<Value>(folded.front()));
    }
    Attribute folded = values.lookup(result);
    return folded ? withType(folded, resultType) : Attribute();
  }

private:
  /// Scalars have no sign.
  static Type getScalarType(Type type) {
    return type.isUnsignedInteger()
               ? IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth())
               : type;
  }
  static Attribute withType(Attribute value, Type type) {
    auto integer = dyn_cast<IntegerAttr>(value);
    return integer ? IntegerAttr::get(type, integer.getValue()) : value;
  }

  Block block;
  Value result;
  Type resultType;
};

/// Position of an element of a broadcast operand for a position in the result.
static int64_t broadcastPosition(int64_t position, ArrayRef<int64_t> result,
                                 ArrayRef<int64_t> operand) {
  int64_t linear = 0, stride = 1;
  for (int64_t i = 0, e = operand.size(); i < e; ++i) {
    int64_t extent = result[result.size() - 1 - i], own = operand[e - 1 - i];
    if (own != 1)
      linear += position % extent * stride;
    position /= extent;
    stride *= own;
  }
  return linear;
}

OpFoldResult operators::foldElementwise(Operation *op, ScalarBody body,
                                        ArrayRef<Attribute> operands) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto isStored = [](Type type) { return isNarrow(cast<RankedTensorType>(type).getElementType()); };
  if (!type.hasStaticShape() || isStored(type) || llvm::any_of(op->getOperandTypes(), isStored))
    return {};
  SmallVector<DenseElementsAttr> values;
  for (Attribute operand : operands) {
    auto value = dyn_cast_if_present<DenseElementsAttr>(operand);
    if (!value)
      return {};
    values.push_back(value);
  }
  ScalarEvaluator evaluator(op, body);
  SmallVector<Attribute> elements;
  if (llvm::all_of(values, [](DenseElementsAttr value) { return value.isSplat(); })) {
    for (DenseElementsAttr value : values)
      elements.push_back(value.getSplatValue<Attribute>());
    Attribute element = evaluator.evaluate(elements);
    return element ? DenseElementsAttr::get(type, element) : OpFoldResult();
  }
  if (type.getNumElements() > kMaxFoldedElements)
    return {};
  SmallVector<Attribute> results;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    elements.clear();
    for (DenseElementsAttr value : values) {
      int64_t at = broadcastPosition(i, type.getShape(), value.getType().getShape());
      elements.push_back(value.getValues<Attribute>()[at]);
    }
    Attribute element = evaluator.evaluate(elements);
    if (!element)
      return {};
    results.push_back(element);
  }
  return DenseElementsAttr::get(type, results);
}
