//===-- Elementwise.cpp - elementwise ONNX operators ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unary and binary operators that are one graph op each.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

template <typename OpTy> static LogicalResult importUnary(NodeImporter &node) {
  return node.setResult(node.create<OpTy>(node.getInput(0)));
}

template <typename OpTy> static LogicalResult importBinary(NodeImporter &node) {
  return node.setResult(node.create<OpTy>(node.getInputs()));
}

/// Before opset 7 shapes are equal, or with `broadcast` the second operand's dims
/// are those of the first from `axis` on: dims of extent 1 are added behind them.
template <typename OpTy> static LogicalResult importBinaryWithAxis(NodeImporter &node) {
  RankedTensorType lhsType = node.getInputType(0), rhsType = node.getInputType(1);
  FailureOr<Value> rhs = node.getInput(1);
  if (node.getInt("broadcast", 0) == 0) {
    if (lhsType.getShape() != rhsType.getShape())
      return node.emitError() << "expected operands of one shape without the attribute "
                                 "'broadcast', got "
                              << lhsType << " and " << rhsType;
  } else if (node.hasAttribute("axis")) {
    FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 0), lhsType.getRank());
    if (failed(axis))
      return failure();
    int64_t added = lhsType.getRank() - *axis - rhsType.getRank();
    if (added < 0)
      return node.emitError() << "expected the second operand to fit behind axis " << *axis
                              << " of the first, got " << lhsType << " and " << rhsType;
    SmallVector<int64_t> shape(rhsType.getShape());
    shape.append(added, 1);
    rhs = node.createReshape(*rhs, shape);
    if (failed(rhs))
      return failure();
  }
  return node.setResult(node.create<OpTy>({node.getInput(0), *rhs}));
}

/// From opset 12 on the exponent may have a type of its own; a constant one is
/// converted.
static LogicalResult importPow(NodeImporter &node) {
  Type baseType = node.getInputType(0).getElementType();
  FailureOr<Value> exponent = node.getInput(1);
  RankedTensorType exponentType = node.getInputType(1);
  if (baseType != exponentType.getElementType()) {
    auto constant = node.getInput(1).getDefiningOp<graph::ConstantOp>();
    auto values = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
    if (!values || !isa<FloatType>(baseType) || exponentType.getElementType().isInteger(1))
      return node.emitError() << "expected the exponent to have the element type of the base or "
                                 "to be a small constant with a base of floats, got "
                              << node.getInputType(0) << " and " << exponentType;
    SmallVector<Attribute> converted;
    for (Attribute value : values.getValues<Attribute>()) {
      auto number = dyn_cast<FloatAttr>(value);
      double asDouble =
          number ? number.getValueAsDouble()
                 : static_cast<double>(cast<IntegerAttr>(value).getValue().getSExtValue());
      converted.push_back(node.getBuilder().getFloatAttr(baseType, asDouble));
    }
    exponent = node.createConstant(DenseElementsAttr::get(exponentType.clone(baseType), converted));
    if (failed(exponent))
      return failure();
  }
  return node.setResult(node.create<graph::PowOp>({node.getInput(0), *exponent}));
}

template <typename OpTy> static void addUnary(OperatorTable &table, StringRef name) {
  table.add(name, {1}, importUnary<OpTy>).attributes("consumed_inputs:ints");
  table.add(name, {6, 13}, importUnary<OpTy>);
}

template <typename OpTy> static void addArithmetic(OperatorTable &table, StringRef name) {
  table.add(name, {1}, importBinaryWithAxis<OpTy>)
      .inputs(2, 2)
      .attributes("axis:int broadcast:int consumed_inputs:ints");
  table.add(name, {6}, importBinaryWithAxis<OpTy>)
      .inputs(2, 2)
      .attributes("axis:int broadcast:int");
  table.add(name, {7, 13, 14}, importBinary<OpTy>).inputs(2, 2);
}

void dl::onnx_import::addElementwiseOperators(OperatorTable &table) {
  addUnary<graph::AbsOp>(table, "Abs");
  addUnary<graph::ExpOp>(table, "Exp");
  addUnary<graph::LogOp>(table, "Log");
  addUnary<graph::NegOp>(table, "Neg");
  addUnary<graph::ReciprocalOp>(table, "Reciprocal");
  addUnary<graph::SigmoidOp>(table, "Sigmoid");
  addUnary<graph::SqrtOp>(table, "Sqrt");
  addUnary<graph::TanhOp>(table, "Tanh");
  addUnary<graph::ReluOp>(table, "Relu");
  table.add("Relu", {14}, importUnary<graph::ReluOp>);
  table.add("Erf", {9, 13}, importUnary<graph::ErfOp>);

  addArithmetic<graph::AddOp>(table, "Add");
  addArithmetic<graph::SubOp>(table, "Sub");
  addArithmetic<graph::MulOp>(table, "Mul");
  addArithmetic<graph::DivOp>(table, "Div");
  table.add("Pow", {1}, importBinaryWithAxis<graph::PowOp>)
      .inputs(2, 2)
      .attributes("axis:int broadcast:int");
  table.add("Pow", {7, 12, 13, 15}, importPow).inputs(2, 2);
}
