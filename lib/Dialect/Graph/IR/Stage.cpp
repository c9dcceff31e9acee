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
#include "dl/Dialect/Graph/IR/ConstantData.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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
  SmallVector<Value> mixedOperands(operands);
  SmallVector<AffineExpr> mixed(indices);
  for (auto [i, number] : llvm::enumerate(numbers)) {
    mixedOperands.push_back(
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), number));
    mixed[first + i] = axis(mixedOperands.size() - 1);
  }
  return te::ReadOp::create(builder, loc, tensor, mixed, mixedOperands);
}

Value StageBody::readGuarded(Value tensor, ArrayRef<AffineExpr> indices,
                             ArrayRef<AffineExpr> constraints, Value otherwise) {
  return te::ReadOp::create(builder, loc, tensor, indices, operands, constraints, otherwise);
}

Value StageBody::widenByte(Value byte, Type type) {
  ScalarBuilder asTyped(builder, loc, type.isUnsignedInteger());
  return asTyped.convert(byte, builder.getI32Type());
}

Value StageBody::indexOf(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(builder, loc, number.getValue());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = indexOf(binary.getLHS()), rhs = indexOf(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  assert(expr.getKind() == AffineExprKind::Mul && "only linear expressions are needed");
  return arith::MulIOp::create(builder, loc, lhs, rhs);
}

Value StageBody::numberOf(AffineExpr expr, Type type) {
  return arith::IndexCastOp::create(builder, loc, type, indexOf(expr));
}

Value StageBody::boundedIndex(Value element, int64_t extent) {
  Value index = scalars.index(element), zero = indexOf(constant(0));
  Value isNegative = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, index, zero);
  Value fromEnd = arith::AddIOp::create(builder, loc, index, indexOf(constant(extent)));
  index = arith::SelectOp::create(builder, loc, isNegative, fromEnd, index);
  index = arith::MaxSIOp::create(builder, loc, index, zero);
  return arith::MinSIOp::create(builder, loc, index, indexOf(constant(extent - 1)));
}

Value StageBody::readGuarded(Value tensor, ArrayRef<AffineExpr> indices,
                             ArrayRef<AffineExpr> constraints, double otherwise) {
  Type elementType = tensorType(tensor).getElementType();
  Value value = scalars.convert(scalars.constant(elementType, otherwise), elementType);
  return te::ReadOp::create(builder, loc, tensor, indices, operands, constraints, value);
}

AffineExpr StageBody::position(Value index, int64_t extent) {
  return position(index, OpFoldResult(builder.getIndexAttr(extent)));
}

Value StageBody::readPicked(Value tensor, ArrayRef<AffineExpr> indices,
                            ArrayRef<int64_t> pickedDims, ArrayRef<OpFoldResult> sizes) {
  SmallVector<AffineExpr> constraints;
  for (int64_t dim : pickedDims)
    if (isOpen(sizes[dim])) {
      constraints.push_back(indices[dim]);
      constraints.push_back(size(sizes[dim]) - 1 - indices[dim]);
    }
  return constraints.empty() ? read(tensor, indices)
                             : readGuarded(tensor, indices, constraints, /*otherwise=*/0.0);
}

AffineExpr StageBody::position(Value index, OpFoldResult extent) {
  Value value = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto open = dyn_cast<Value>(extent);
  Value end =
      open ? open : arith::ConstantIndexOp::create(builder, loc, *getConstantIntValue(extent));
  Value isNegative = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, value, zero);
  Value wrapped = arith::AddIOp::create(builder, loc, value, end);
  return expression(arith::SelectOp::create(builder, loc, isNegative, wrapped, value));
}

AffineExpr StageBody::size(OpFoldResult size) {
  if (auto value = dyn_cast<Value>(size))
    return expression(value);
  return constant(*getConstantIntValue(size));
}

AffineExpr StageBody::expression(Value index) {
  operands.push_back(index);
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
  return spatial(name, OpFoldResult(builder.getIndexAttr(extent)));
}

unsigned StageBuilder::reduce(StringRef name, int64_t extent) {
  return reduce(name, OpFoldResult(builder.getIndexAttr(extent)));
}

unsigned StageBuilder::spatial(StringRef name, OpFoldResult extent) {
  spatialAxes.push_back({name.str(), extent});
  shape.push_back(staticSize(extent));
  return shape.size() - 1;
}

unsigned StageBuilder::reduce(StringRef name, OpFoldResult extent) {
  reduceAxes.push_back({name.str(), extent});
  return reduceAxes.size() - 1;
}

Value StageBuilder::build(StringRef name, te::Combiner combiner,
                          llvm::function_ref<Value(StageBody &)> body) {
  // A reduction over no axis is its single term.
  if (reduceAxes.empty())
    combiner = te::Combiner::None;
  Type stored = getStorageType(elementType);
  auto inAll = [&](StageBuilder &stage) {
    for (const te::AxisSpec &axis : spatialAxes)
      stage.spatial(axis.name, axis.extent);
  };
  bool isExtreme = combiner == te::Combiner::Max || combiner == te::Combiner::Min;
  if (isExtreme && elementType.isUnsignedInteger()) {
    StageBuilder ordered(*this), back(builder, loc, elementType);
    ordered.elementType = stored;
    inAll(back);
    Value extreme = ordered.build((name + ".signed").str(), combiner, [&](StageBody &b) {
      return b.scalars.flipTopBit(b.scalars.convert(body(b), stored));
    });
    return back.build(name, te::Combiner::None, [&](StageBody &b) {
      return b.scalars.flipTopBit(b.read(extreme, b.axisRange(0, back.shape.size())));
    });
  }
  // Of no elements there is what changes nothing.
  auto isEmpty = [](const te::AxisSpec &axis) { return getConstantIntValue(axis.extent) == 0; };
  if (llvm::any_of(reduceAxes, isEmpty)) {
    StageBuilder empty(builder, loc, elementType);
    inAll(empty);
    Type scalar = elementType.isInteger(1) ? elementType : stored;
    return empty.build(name, te::Combiner::None, [&](StageBody &b) -> Value {
      return arith::ConstantOp::create(b.getBuilder(), b.getLoc(),
                                       te::getIdentity(combiner, scalar));
    });
  }
  // Sums of 16 bits would lose what they add: they are taken wide, then rounded.
  if (combiner != te::Combiner::None && ScalarBuilder::isHalf(stored)) {
    StageBuilder wide(*this), narrow(builder, loc, elementType);
    wide.elementType = builder.getF32Type();
    inAll(narrow);
    Value sum = wide.build((name + ".wide").str(), combiner, body);
    return narrow.build(name, te::Combiner::None, [&](StageBody &b) {
      return b.read(sum, b.axisRange(0, narrow.shape.size()));
    });
  }
  return te::ComputeOp::create(builder, loc, RankedTensorType::get(shape, stored), name,
                               spatialAxes, reduceAxes, combiner,
                               [&](OpBuilder &bodyBuilder, Location bodyLoc, ValueRange axes) {
                                 StageBody stage(bodyBuilder, bodyLoc, axes, isUnsigned);
                                 return stage.scalars.convert(body(stage), stored);
                               });
}

SmallVector<Value> StageBuilder::build(StringRef name, ArrayRef<TypedAttr> identities,
                                       function_ref<SmallVector<Value>(StageBody &)> body,
                                       Joiner join) {
  SmallVector<Type> types;
  for (TypedAttr identity : identities)
    types.push_back(RankedTensorType::get(shape, identity.getType()));
  auto stage = te::ComputeOp::create(
      builder, loc, types, name, spatialAxes, reduceAxes,
      SmallVector<Attribute>(identities.begin(), identities.end()), /*commutative=*/true,
      [&](OpBuilder &bodyBuilder, Location bodyLoc, ValueRange axes) {
        StageBody stageBody(bodyBuilder, bodyLoc, axes, isUnsigned);
        return body(stageBody);
      },
      [&](OpBuilder &joinBuilder, Location joinLoc, ValueRange arguments) {
        ScalarBuilder scalars(joinBuilder, joinLoc, isUnsigned);
        return join(scalars, arguments.take_front(types.size()),
                    arguments.drop_front(types.size()));
      });
  return SmallVector<Value>(stage->getResults());
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

LogicalResult dl::graph::requireStaticDims(Operation *op, ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  for (int64_t dim : dims)
    if (type.isDynamicDim(dim))
      return emitDynamic(op, type) << "; dimension " << dim << " must have a constant size";
  return success();
}
