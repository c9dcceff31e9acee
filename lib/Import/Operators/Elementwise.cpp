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

#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include <cmath>

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
static FailureOr<Value> alignWithAxis(NodeImporter &node) {
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
    return node.createReshape(*rhs, shape);
  }
  return rhs;
}

template <typename OpTy> static LogicalResult importBinaryWithAxis(NodeImporter &node) {
  FailureOr<Value> rhs = alignWithAxis(node);
  if (failed(rhs))
    return failure();
  return node.setResult(node.create<OpTy>({node.getInput(0), *rhs}));
}

/// x > y is y < x.
template <typename OpTy> static LogicalResult importSwapped(NodeImporter &node) {
  return node.setResult(node.create<OpTy>({node.getInput(1), node.getInput(0)}));
}

/// Before opset 7 the second operand is repeated as `broadcast` and `axis` say.
static LogicalResult importOldGreater(NodeImporter &node) {
  FailureOr<Value> rhs = alignWithAxis(node);
  if (failed(rhs))
    return failure();
  return node.setResult(node.create<graph::LessOp>({*rhs, node.getInput(0)}));
}

static LogicalResult importBitShift(NodeImporter &node) {
  StringRef direction = node.getString("direction", "");
  if (direction == "LEFT")
    return importBinary<graph::ShiftLeftOp>(node);
  if (direction == "RIGHT")
    return importBinary<graph::ShiftRightOp>(node);
  return node.emitError() << "expected 'direction' to be LEFT or RIGHT, got '" << direction << "'";
}

static LogicalResult importMod(NodeImporter &node) {
  if (node.getInt("fmod", 0))
    return importBinary<graph::FModOp>(node);
  return importBinary<graph::ModOp>(node);
}

static LogicalResult importIsInf(NodeImporter &node) {
  Builder &builder = node.getBuilder();
  graph::IsInfOp::Properties properties;
  properties.negative = builder.getBoolAttr(node.getInt("detect_negative", 1) != 0);
  properties.positive = builder.getBoolAttr(node.getInt("detect_positive", 1) != 0);
  return node.setResult(node.create<graph::IsInfOp>(node.getInput(0), properties));
}

static LogicalResult importWhere(NodeImporter &node) {
  return node.setResult(node.create<graph::WhereOp>(node.getInputs()));
}

/// The first input as elements of a type, as the attributes of Cast and CastLike say it.
static FailureOr<Value> convert(NodeImporter &node, Type type) {
  StringRef mode = node.getString("round_mode", "up");
  if (mode != "up" && mode != "down" && mode != "nearest")
    return node.emitError() << "expected 'round_mode' to be up, down or nearest, got '" << mode
                            << "'";
  // It matters for powers of two only.
  return node.createCast(node.getInput(0), type, node.getInt("saturate", 1) != 0,
                         isa<Float8E8M0FNUType>(type) ? mode : "up");
}

static LogicalResult importCast(NodeImporter &node) {
  FailureOr<Type> type = convertElementType(node.getInt("to", 0), node.getBuilder().getContext(),
                                            [&] { return node.emitError() << "'to': "; });
  if (failed(type))
    return failure();
  return node.setResult(convert(node, *type));
}

static LogicalResult importBitCast(NodeImporter &node) {
  FailureOr<Type> type = convertElementType(node.getInt("to", 0), node.getBuilder().getContext(),
                                            [&] { return node.emitError() << "'to': "; });
  if (failed(type))
    return failure();
  graph::BitcastOp::Properties properties;
  properties.to = TypeAttr::get(*type);
  return node.setResult(node.create<graph::BitcastOp>(node.getInput(0), properties));
}

/// Opset 1 names the type in a string: "FLOAT".
static LogicalResult importOldCast(NodeImporter &node) {
  std::string name = node.getString("to", "").lower();
  for (int32_t type = 1; type <= 16; ++type) {
    if (getElementTypeName(type) != name)
      continue;
    FailureOr<Type> converted = convertElementType(type, node.getBuilder().getContext(),
                                                   [&] { return node.emitError() << "'to': "; });
    if (failed(converted))
      return failure();
    return node.setResult(node.createCast(node.getInput(0), *converted));
  }
  return node.emitError() << "expected 'to' to name an element type, got '" << name << "'";
}

static LogicalResult importCastLike(NodeImporter &node) {
  return node.setResult(convert(node, node.getInputType(1).getElementType()));
}

/// True for a constant of integers that floats of this type hold without rounding.
static bool isExactIn(FloatType type, Value value) {
  if (!value.getDefiningOp<graph::ConstantOp>())
    return false;
  auto data = graph::ConstantData::get(value);
  if (failed(data))
    return false;
  double most = std::ldexp(1.0, type.getFPMantissaWidth());
  int64_t count = data->isSplat() ? 1 : data->getType().getNumElements();
  return llvm::all_of(llvm::seq<int64_t>(0, count),
                      [&](int64_t i) { return std::abs(data->getNumber(i)) <= most; });
}

/// The type that a power is computed in, where neither base nor exponent loses digits: an
/// exponent off by 2^-8 moves a power of 1e-38 by a third, and one by a bit its sign.
static Type getPowerType(NodeImporter &node) {
  Type base = node.getInputType(0).getElementType(),
       exponent = node.getInputType(1).getElementType();
  auto floatBase = dyn_cast<FloatType>(base), floatExponent = dyn_cast<FloatType>(exponent);
  if (base == exponent || (!floatBase && !floatExponent))
    return base;
  Builder &builder = node.getBuilder();
  if (floatBase && !floatExponent && isExactIn(floatBase, node.getInput(1)))
    return base;
  if (!floatBase || !floatExponent)
    return builder.getF64Type();
  unsigned width = std::max(floatBase.getWidth(), floatExponent.getWidth());
  return width == 64 ? Type(builder.getF64Type()) : Type(builder.getF32Type());
}

/// From opset 12 on the exponent may have a type of its own; a constant one is converted.
/// The result has the base's type.
static LogicalResult importPow(NodeImporter &node) {
  Type type = getPowerType(node);
  FailureOr<Value> lhs = node.createCast(node.getInput(0), type);
  FailureOr<Value> rhs = node.createCast(node.getInput(1), type);
  if (failed(lhs) || failed(rhs))
    return failure();
  FailureOr<Value> power = node.create<graph::PowOp>({*lhs, *rhs});
  if (failed(power))
    return failure();
  return node.setResult(node.createCast(*power, node.getInputType(0).getElementType()));
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

static void addTrigonometric(OperatorTable &table) {
  table.add("Acos", {7, 22}, importUnary<graph::AcosOp>);
  table.add("Acosh", {9, 22}, importUnary<graph::AcoshOp>);
  table.add("Asin", {7, 22}, importUnary<graph::AsinOp>);
  table.add("Asinh", {9, 22}, importUnary<graph::AsinhOp>);
  table.add("Atan", {7, 22}, importUnary<graph::AtanOp>);
  table.add("Atanh", {9, 22}, importUnary<graph::AtanhOp>);
  table.add("Cos", {7, 22}, importUnary<graph::CosOp>);
  table.add("Cosh", {9, 22}, importUnary<graph::CoshOp>);
  table.add("Sin", {7, 22}, importUnary<graph::SinOp>);
  table.add("Sinh", {9, 22}, importUnary<graph::SinhOp>);
  table.add("Tan", {7, 22}, importUnary<graph::TanOp>);
}

/// A binary operator whose first version has `broadcast` and `axis`.
static void addPair(OperatorTable &table, StringRef name, Handler old, ArrayRef<int64_t> versions,
                    Handler handler) {
  table.add(name, {1}, old).allowBool().inputs(2, 2).attributes("axis:int broadcast:int");
  table.add(name, versions, handler).allowBool().inputs(2, 2);
}

static void addLogic(OperatorTable &table) {
  addPair(table, "And", importBinaryWithAxis<graph::AndOp>, {7}, importBinary<graph::AndOp>);
  addPair(table, "Or", importBinaryWithAxis<graph::OrOp>, {7}, importBinary<graph::OrOp>);
  addPair(table, "Xor", importBinaryWithAxis<graph::XorOp>, {7}, importBinary<graph::XorOp>);
  addPair(table, "Equal", importBinaryWithAxis<graph::EqualOp>, {7, 11, 13, 19},
          importBinary<graph::EqualOp>);
  addPair(table, "Less", importBinaryWithAxis<graph::LessOp>, {7, 9, 13},
          importBinary<graph::LessOp>);
  addPair(table, "Greater", importOldGreater, {7, 9, 13}, importSwapped<graph::LessOp>);
  table.add("LessOrEqual", {12, 16}, importBinary<graph::LessOrEqualOp>).inputs(2, 2);
  table.add("GreaterOrEqual", {12, 16}, importSwapped<graph::LessOrEqualOp>).inputs(2, 2);
  table.add("Not", {1}, importUnary<graph::NotOp>).allowBool();
  table.add("BitwiseNot", {18}, importUnary<graph::NotOp>);
  table.add("BitwiseAnd", {18}, importBinary<graph::AndOp>).inputs(2, 2);
  table.add("BitwiseOr", {18}, importBinary<graph::OrOp>).inputs(2, 2);
  table.add("BitwiseXor", {18}, importBinary<graph::XorOp>).inputs(2, 2);
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

  addTrigonometric(table);
  addLogic(table);
  table.add("Sign", {9, 13}, importUnary<graph::SignOp>);
  addUnary<graph::CeilOp>(table, "Ceil");
  addUnary<graph::FloorOp>(table, "Floor");
  table.add("Round", {11, 22}, importUnary<graph::RoundOp>);
  table.add("IsNaN", {9, 13, 20}, importUnary<graph::IsNaNOp>);
  table.add("IsInf", {10, 20}, importIsInf).attributes("detect_negative:int detect_positive:int");
  table.add("Mod", {10, 13, 28}, importMod).inputs(2, 2).attributes("fmod:int");
  table.add("BitCast", {26}, importBitCast).allowBool().attributes("to:int!");
  table.add("BitShift", {11, 28}, importBitShift).inputs(2, 2).attributes("direction:string!");
  table.add("Where", {9, 16}, importWhere).allowBool().inputs(3, 3);
  table.add("Cast", {1}, importOldCast).allowBool().attributes("to:string!");
  table.add("Cast", {6, 9, 13}, importCast).allowBool().attributes("to:int!");
  // What saturates and how it is rounded matters for floats of 8 bits only.
  table.add("Cast", {19, 21, 23}, importCast).allowBool().attributes("saturate:int to:int!");
  table.add("Cast", {24, 25, 28}, importCast)
      .allowBool()
      .attributes("round_mode:string saturate:int to:int!");
  table.add("CastLike", {15}, importCastLike).allowBool().inputs(2, 2);
  table.add("CastLike", {19, 21, 23}, importCastLike)
      .allowBool()
      .inputs(2, 2)
      .attributes("saturate:int");
  table.add("CastLike", {24, 25}, importCastLike)
      .allowBool()
      .inputs(2, 2)
      .attributes("round_mode:string saturate:int");

  addArithmetic<graph::AddOp>(table, "Add");
  addArithmetic<graph::SubOp>(table, "Sub");
  addArithmetic<graph::MulOp>(table, "Mul");
  addArithmetic<graph::DivOp>(table, "Div");
  table.add("Pow", {1}, importBinaryWithAxis<graph::PowOp>)
      .inputs(2, 2)
      .attributes("axis:int broadcast:int");
  table.add("Pow", {7, 12, 13, 15}, importPow).inputs(2, 2);
}
