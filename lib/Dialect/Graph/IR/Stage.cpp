//===-- Stage.cpp - emit one te.compute -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of te.compute stages and their reads.
//
//===----------------------------------------------------------------------===//
#include "Stage.h"
#include "Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

SmallVector<AffineExpr> StageBody::axisRange(unsigned first, unsigned count) const {
  SmallVector<AffineExpr> range;
  for (unsigned i = 0; i < count; ++i)
    range.push_back(axis(first + i));
  return range;
}

Value StageBody::axisNumber(unsigned position) {
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), operands[position]);
}

Value StageBody::read(Value tensor, ArrayRef<AffineExpr> indices) {
  SplatElementsAttr splat;
  if (matchPattern(tensor, m_Constant(&splat)))
    return arith::ConstantOp::create(builder, loc, splat.getSplatValue<TypedAttr>());
  return te::ReadOp::create(builder, loc, tensor, indices, operands);
}

Value StageBody::readAt(Value tensor, ArrayRef<AffineExpr> indices, unsigned first,
                        ValueRange numbers) {
  SmallVector<AffineExpr> mixed(indices);
  for (auto [i, number] : llvm::enumerate(numbers)) {
    operands.push_back(arith::IndexCastOp::create(builder, loc, builder.getIndexType(), number));
    mixed[first + i] = axis(operands.size() - 1);
  }
  return te::ReadOp::create(builder, loc, tensor, mixed, operands);
}

Value StageBody::readGuarded(Value tensor, ArrayRef<AffineExpr> indices,
                             ArrayRef<AffineExpr> constraints, double otherwise) {
  Value value = scalars.constant(tensorType(tensor).getElementType(), otherwise);
  return te::ReadOp::create(builder, loc, tensor, indices, operands, constraints, value);
}

AffineExpr StageBody::position(Value index, int64_t extent) {
  Value value = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value end = arith::ConstantIndexOp::create(builder, loc, extent);
  Value isNegative = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, value, zero);
  Value wrapped = arith::AddIOp::create(builder, loc, value, end);
  operands.push_back(arith::SelectOp::create(builder, loc, isNegative, wrapped, value));
  return builder.getAffineDimExpr(operands.size() - 1);
}

Value StageBody::readBroadcast(Value tensor, ArrayRef<int64_t> resultShape,
                               ArrayRef<AffineExpr> resultIndices) {
  ArrayRef<int64_t> shape = tensorType(tensor).getShape();
  SmallVector<AffineExpr> indices(resultIndices.take_back(shape.size()));
  for (auto [index, extent, resultExtent] :
       llvm::zip_equal(indices, shape, resultShape.take_back(shape.size())))
    if (extent == 1 && resultExtent != 1)
      index = constant(0);
  return read(tensor, indices);
}

unsigned StageBuilder::spatial(StringRef name, int64_t extent) {
  spatialAxes.push_back({name.str(), builder.getIndexAttr(extent)});
  shape.push_back(extent);
  return shape.size() - 1;
}

unsigned StageBuilder::reduce(StringRef name, int64_t extent) {
  reduceAxes.push_back({name.str(), builder.getIndexAttr(extent)});
  return reduceAxes.size() - 1;
}

Value StageBuilder::build(StringRef name, te::Combiner combiner,
                          llvm::function_ref<Value(StageBody &)> body) {
  // A reduction over no axis is its single term.
  if (reduceAxes.empty())
    combiner = te::Combiner::None;
  return te::ComputeOp::create(builder, loc, RankedTensorType::get(shape, elementType), name,
                               spatialAxes, reduceAxes, combiner,
                               [&](OpBuilder &bodyBuilder, Location bodyLoc, ValueRange axes) {
                                 StageBody stage(bodyBuilder, bodyLoc, axes);
                                 return body(stage);
                               });
}

SmallVector<std::string> dl::graph::axisNames(ValueRange operands, RankedTensorType type) {
  SmallVector<std::string> names;
  for (Value operand : operands) {
    auto producer = operand.getDefiningOp<te::ComputeOp>();
    if (!producer || producer.getTensorType().getShape() != type.getShape())
      continue;
    for (Attribute name : producer.getAxisNames().getValue().take_front(type.getRank()))
      names.push_back(cast<StringAttr>(name).str());
    return names;
  }
  for (int64_t i = 0; i < type.getRank(); ++i)
    names.push_back("i" + std::to_string(i));
  return names;
}

static InFlightDiagnostic emitDynamic(Operation *op, Type type) {
  return op->emitOpError("requires static shapes to become a te program, got ")
         << type << "; fix the sizes of the model's inputs";
}

LogicalResult dl::graph::requireStaticShapes(Operation *op) {
  auto isDynamic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (isDynamic(type))
      return emitDynamic(op, type);
  return success();
}

LogicalResult dl::graph::requireStaticShapesBut(Operation *op, int64_t dim) {
  auto check = [&](Type type, bool isFree) -> LogicalResult {
    for (auto [i, extent] : llvm::enumerate(cast<RankedTensorType>(type).getShape()))
      if (ShapedType::isDynamic(extent) && !(isFree && static_cast<int64_t>(i) == dim))
        return emitDynamic(op, type) << "; only dimension " << dim << " may be known at run time";
    return success();
  };
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(check(type, i == 0)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(check(type, /*isFree=*/true)))
      return failure();
  return success();
}

LogicalResult dl::graph::requireStaticDims(Operation *op, ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  for (int64_t dim : dims)
    if (type.isDynamicDim(dim))
      return emitDynamic(op, type) << "; dimension " << dim << " must have a constant size";
  return success();
}
