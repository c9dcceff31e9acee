//===-- SizeOps.cpp - sizes as operands of operators ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference and te programs of the operators on sizes.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

//===----------------------------------------------------------------------===//
// extents
//===----------------------------------------------------------------------===//

/// Divisors are positive numbers.
static bool hasPositiveDivisors(AffineExpr size) {
  bool isPositive = true;
  size.walk([&](AffineExpr expr) {
    if (expr.getKind() != AffineExprKind::FloorDiv && expr.getKind() != AffineExprKind::CeilDiv &&
        expr.getKind() != AffineExprKind::Mod)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
    isPositive &= divisor && divisor.getValue() > 0;
  });
  return isPositive;
}

LogicalResult ExtentsOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  AffineMap map = adaptor.getMap();
  SmallVector<AffineExpr> dims;
  for (Value tensor : adaptor.getTensors())
    for (int64_t extent : tensorType(tensor).getShape())
      dims.push_back(ShapedType::isDynamic(extent) ? getAffineSymbolExpr(dims.size(), context)
                                                   : getAffineConstantExpr(extent, context));
  // (C1)
  if (map.getNumSymbols() != dims.size() || map.getNumDims() != 0)
    return inferError(loc, "extents", "expected a map from a symbol for each of the ", dims.size(),
                      " dims of the operands, got ", AffineMapAttr::get(map));
  if (!llvm::all_of(map.getResults(), hasPositiveDivisors))
    return inferError(loc, "extents", "expected divisors that are positive numbers, got ",
                      AffineMapAttr::get(map));
  SmallVector<int64_t> shape;
  for (AffineExpr size : map.getResults()) {
    auto known = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(size.replaceSymbols(dims), /*numDims=*/0, dims.size()));
    // (C2)
    if (known && known.getValue() < 0)
      return inferError(loc, "extents", "expected sizes that are not negative, got ",
                        known.getValue());
    shape.push_back(known ? known.getValue() : ShapedType::kDynamic);
  }
  shape.push_back(0);
  types.push_back(RankedTensorType::get(shape, IntegerType::get(context, 8)));
  return success();
}

/// A quotient rounded down, by a positive number.
static OpFoldResult divideDown(OpBuilder &builder, Location loc, OpFoldResult size,
                               int64_t divisor) {
  SizeBuilder sizes(builder, loc);
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return sizes.number(llvm::divideFloorSigned(*known, divisor));
  Value number = arith::ConstantIndexOp::create(builder, loc, divisor);
  return arith::FloorDivSIOp::create(builder, loc, cast<Value>(size), number).getResult();
}

/// What an expression over sizes computes; a part of it may be negative.
static OpFoldResult computeSize(OpBuilder &builder, Location loc, AffineExpr expr,
                                ArrayRef<OpFoldResult> dims) {
  SizeBuilder sizes(builder, loc);
  if (auto dim = dyn_cast<AffineSymbolExpr>(expr))
    return dims[dim.getPosition()];
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return sizes.number(number.getValue());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  OpFoldResult lhs = computeSize(builder, loc, binary.getLHS(), dims);
  OpFoldResult rhs = computeSize(builder, loc, binary.getRHS(), dims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return sizes.add(lhs, rhs);
  case AffineExprKind::Mul:
    return sizes.multiply(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return divideDown(builder, loc, sizes.linear(lhs, 1, staticSize(rhs) - 1), staticSize(rhs));
  case AffineExprKind::FloorDiv:
    return divideDown(builder, loc, lhs, staticSize(rhs));
  default: {
    OpFoldResult quotient = divideDown(builder, loc, lhs, staticSize(rhs));
    return sizes.add(lhs, sizes.linear(quotient, -staticSize(rhs), 0));
  }
  }
}

LogicalResult ExtentsOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                               StringRef prefix, SmallVectorImpl<Value> &results) {
  SmallVector<OpFoldResult> dims;
  for (Value operand : operands)
    llvm::append_range(dims, SizeBuilder(builder, getLoc()).dims(operand));
  StageBuilder stage(builder, getLoc(), getType().getElementType());
  for (auto [i, size] : llvm::enumerate(getMap().getResults()))
    stage.spatial("i" + std::to_string(i), computeSize(builder, getLoc(), size, dims));
  stage.spatial("none", 0);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) -> Value {
    return b.scalars.constant(getType().getElementType(), 0);
  }));
  return success();
}

//===----------------------------------------------------------------------===//
// sizes, iota
//===----------------------------------------------------------------------===//

LogicalResult SizesOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                        Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType extents = tensorType(adaptor.getExtents());
  // (C1)
  if (extents.getRank() == 0 || extents.getShape().back() != 0)
    return inferError(loc, "sizes", "expected an operand whose last dim is 0, got ", extents);
  types.push_back(RankedTensorType::get(extents.getRank() - 1, IntegerType::get(context, 64)));
  return success();
}

LogicalResult SizesOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                             StringRef prefix, SmallVectorImpl<Value> &results) {
  SmallVector<OpFoldResult> dims = SizeBuilder(builder, getLoc()).dims(operands[0]);
  dims.pop_back();
  Type elementType = getType().getElementType();
  StageBuilder stage(builder, getLoc(), elementType);
  stage.spatial("i", static_cast<int64_t>(dims.size()));
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    Value number = b.numberOf(b.constant(0), elementType);
    for (auto [i, dim] : llvm::enumerate(dims)) {
      Value size = b.numberOf(b.size(dim), elementType);
      Value isHere = arith::CmpIOp::create(b.getBuilder(), b.getLoc(), arith::CmpIPredicate::eq,
                                           b.indexOf(b.axis(0)), b.indexOf(b.constant(i)));
      number =
          i == 0 ? size
                 : Value(arith::SelectOp::create(b.getBuilder(), b.getLoc(), isHere, size, number));
    }
    return number;
  }));
  return success();
}

LogicalResult IotaOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                       Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType extents = tensorType(adaptor.getExtents());
  // (C1)
  if (extents.getRank() != 2 || extents.getDimSize(1) != 0)
    return inferError(loc, "iota", "expected an operand of two dims, the last one 0, got ",
                      extents);
  types.push_back(RankedTensorType::get(extents.getDimSize(0), IntegerType::get(context, 64)));
  return success();
}

LogicalResult IotaOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                            StringRef prefix, SmallVectorImpl<Value> &results) {
  StageBuilder stage(builder, getLoc(), getType().getElementType());
  stage.spatial("i", SizeBuilder(builder, getLoc()).dim(operands[0], 0));
  results.push_back(
      stage.build(prefix, te::Combiner::None, [&](StageBody &b) { return b.axisNumber(0); }));
  return success();
}
