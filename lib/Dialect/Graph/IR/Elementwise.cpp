//===-- Elementwise.cpp - elementwise operators -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference, te programs and fusion classes of elementwise operators.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

FailureOr<Type> dl::graph::inferWideType(std::optional<Location> loc, StringRef name,
                                         ValueRange operands) {
  Type first = tensorType(operands.front()).getElementType();
  for (Value operand : operands) {
    Type type = tensorType(operand).getElementType();
    if (!type.isInteger(8) && !type.isBF16())
      return inferError(loc, name, "expected integers of 8 bits or bf16 for a wide product, got ",
                        type, ": leave out `wide`, or quantize or cast the operand");
    if (type.isBF16() != first.isBF16())
      return inferError(loc, name, "expected operands of one element type, got ", first, " and ",
                        type, ": cast one of them");
  }
  MLIRContext *context = first.getContext();
  return first.isBF16() ? Type(Float32Type::get(context)) : Type(IntegerType::get(context, 32));
}

LogicalResult dl::graph::checkElementTypes(std::optional<Location> loc, StringRef name,
                                           ValueRange operands) {
  Type first;
  for (Value operand : operands) {
    if (!operand)
      continue;
    Type type = tensorType(operand).getElementType();
    if (!first)
      first = type;
    if (type != first)
      return inferError(loc, name, "expected operands of one element type, got ", first, " and ",
                        type, ": cast one of them");
  }
  return success();
}

bool operators::areCompatibleTypes(TypeRange lhs, TypeRange rhs) {
  if (lhs.size() != rhs.size())
    return false;
  for (auto [l, r] : llvm::zip_equal(lhs, rhs)) {
    auto lt = dyn_cast<RankedTensorType>(l), rt = dyn_cast<RankedTensorType>(r);
    if (!lt || !rt || lt.getElementType() != rt.getElementType() || lt.getRank() != rt.getRank() ||
        lt.getEncoding() != rt.getEncoding())
      return false;
    for (auto [a, b] : llvm::zip_equal(lt.getShape(), rt.getShape()))
      if (differ(a, b))
        return false;
  }
  return true;
}

LogicalResult operators::verifyResultTypes(Operation *op) {
  auto infer = cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  if (failed(infer.inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                                    op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
                                    op->getRegions(), types)))
    return failure();
  if (areCompatibleTypes(types, op->getResultTypes()))
    return success();
  return op->emitOpError("expected a result of type ")
         << types << ", inferred from its operands and attributes, got " << op->getResultTypes();
}

FailureOr<SmallVector<int64_t>>
operators::broadcastShapes(ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs, int64_t *mismatch) {
  SmallVector<int64_t> result(std::max(lhs.size(), rhs.size()));
  for (int64_t i = 0, e = result.size(); i < e; ++i) {
    int64_t a = i < int64_t(lhs.size()) ? lhs[lhs.size() - 1 - i] : 1;
    int64_t b = i < int64_t(rhs.size()) ? rhs[rhs.size() - 1 - i] : 1;
    int64_t &dim = result[e - 1 - i];
    if (a == 1)
      dim = b;
    else if (b == 1)
      dim = a;
    else if (!differ(a, b))
      dim = moreStatic(a, b);
    else {
      if (mismatch)
        *mismatch = i;
      return failure();
    }
  }
  return result;
}

LogicalResult operators::inferBroadcastType(StringRef name, std::optional<Location> loc,
                                            ValueRange operands, unsigned first, Type elementType,
                                            SmallVectorImpl<Type> &types) {
  // (C1)
  if (failed(checkElementTypes(loc, name, operands.drop_front(first))))
    return failure();
  if (!elementType)
    elementType = tensorType(operands[first]).getElementType();
  SmallVector<int64_t> shape(tensorType(operands.front()).getShape());
  for (Value operand : operands.drop_front()) {
    ArrayRef<int64_t> other = tensorType(operand).getShape();
    int64_t fromEnd = 0;
    auto joined = broadcastShapes(shape, other, &fromEnd);
    // (C2)
    if (failed(joined))
      return inferError(loc, name, "expected shapes that broadcast, got ", shapeText(shape),
                        " and ", shapeText(other), ": dims ", shape[shape.size() - 1 - fromEnd],
                        " and ", other[other.size() - 1 - fromEnd],
                        " must be equal or one of them 1");
    shape = *joined;
  }
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

// (C1)
LogicalResult operators::checkRoundMode(std::optional<Location> loc, StringAttr attribute,
                                        Type to) {
  StringRef mode = attribute ? attribute.getValue() : "up";
  if (mode != "up" && mode != "down" && mode != "nearest")
    return emitOptionalError(loc, "expected the round mode up, down or nearest, got '", mode, "'");
  if (mode != "up" && !isa<Float8E8M0FNUType>(to))
    return emitOptionalError(loc, "expected the round mode '", mode,
                             "' for elements that are powers of two (f8E8M0FNU), got ", to);
  return success();
}

LogicalResult operators::checkWidths(std::optional<Location> loc, Value x, Type to) {
  Type from = tensorType(x).getElementType();
  auto getBytes = [](Type type) { return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8); };
  if (to.isIntOrFloat() && getBytes(from) == getBytes(to))
    return success();
  return inferError(loc, "bitcast", "expected a type with as many bytes as ", from, ", got ", to);
}

bool operators::isUnsigned(Value tensor) {
  return tensorType(tensor).getElementType().isUnsignedInteger();
}

FusionKind operators::getElementwiseFusionKind(Operation *op) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  for (Type type : op->getOperandTypes())
    if (cast<RankedTensorType>(type).getShape() != result.getShape())
      return FusionKind::Broadcast;
  return FusionKind::Elementwise;
}

LogicalResult operators::buildElementwise(Operation *op, ScalarBody body, OpBuilder &builder,
                                          ValueRange operands, StringRef prefix,
                                          SmallVectorImpl<Value> &results) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  StageBuilder stage(builder, op->getLoc(), type.getElementType());
  for (auto [name, extent] : llvm::zip_equal(axisNames(operands, type), type.getShape()))
    stage.spatial(name, extent);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> axes = b.axisRange(0, type.getRank());
    SmallVector<Value> elements;
    for (auto [index, operand] : llvm::enumerate(operands)) {
      // x * x reads x once.
      auto earlier = llvm::find(operands.take_front(index), operand);
      size_t at = std::distance(operands.begin(), earlier);
      if (at < index) {
        elements.push_back(elements[at]);
        continue;
      }
      Value element = b.readBroadcast(operand, type.getShape(), axes);
      bool isFlag = tensorType(op->getOperand(index)).getElementType().isInteger(1);
      elements.push_back(isFlag ? b.scalars.flag(element) : element);
    }
    return body(b.getBuilder(), b.getLoc(), elements);
  }));
  return success();
}

FailureOr<LayoutPlan> operators::planElementwiseLayouts(Operation *op, ArrayRef<Layout> operands) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  for (auto [layout, type] : llvm::zip_equal(operands, op->getOperandTypes())) {
    if (layout.empty() || cast<RankedTensorType>(type).getShape() != result.getShape())
      continue;
    LayoutPlan plan;
    // One element is the same in all layouts.
    for (Type operand : op->getOperandTypes()) {
      auto operandType = cast<RankedTensorType>(operand);
      bool isScalar = operandType.hasStaticShape() && operandType.getNumElements() == 1;
      plan.operands.push_back(isScalar ? Layout() : layout);
    }
    plan.results.push_back(layout);
    return plan;
  }
  return failure();
}

LogicalResult operators::rewriteElementwise(Operation *op, OpBuilder &builder, ValueRange operands,
                                            SmallVectorImpl<Value> &results) {
  auto created =
      createChecked(builder, op->getLoc(), op->getName().getStringRef(), operands, op->getAttrs());
  if (failed(created))
    return failure();
  results.push_back((*created)->getResult(0));
  return success();
}
