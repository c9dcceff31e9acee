//===-- GuardedStages.cpp - stages that read under conditions ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tensor.pad, tensor.concat and tensor.insert_slice as guarded reads.
//
//===----------------------------------------------------------------------===//
#include "Stages.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;

namespace {

/// The dims of a tensor, as axes of a stage and as expressions.
struct Dims {
  explicit Dims(RankedTensorType type) {
    Builder builder(type.getContext());
    for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
      axes.push_back({"i" + std::to_string(dim), builder.getIndexAttr(extent)});
      indices.push_back(builder.getAffineDimExpr(dim));
    }
  }
  SmallVector<te::AxisSpec> axes;
  SmallVector<AffineExpr> indices;
};

} // namespace

bool dl::isGuarded(OpResult result) {
  return isa<tensor::PadOp, tensor::ConcatOp, tensor::InsertSliceOp>(result.getOwner());
}

LogicalResult dl::checkGuardedStage(OpResult result) {
  if (auto pad = dyn_cast<tensor::PadOp>(result.getOwner())) {
    Value padding = pad.getConstantPaddingValue();
    if (!padding || !matchPattern(padding, m_Constant()))
      return pad.emitOpError("requires a constant padding value to become te");
    if (!getConstantIntValues(pad.getMixedLowPad()))
      return pad.emitOpError("requires constant padding to become te");
  }
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(result.getOwner())) {
    auto strides = getConstantIntValues(insert.getMixedStrides());
    if (!strides || !getConstantIntValues(insert.getMixedOffsets()) ||
        llvm::any_of(*strides, [](int64_t stride) { return stride <= 0; }))
      return insert.emitOpError("requires constant offsets and positive strides to become te");
  }
  return success();
}

SmallVector<StageRead> dl::getGuardedReads(OpResult result) {
  SmallVector<StageRead> reads;
  auto insert = dyn_cast<tensor::InsertSliceOp>(result.getOwner());
  for (Value operand : result.getOwner()->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      continue;
    // Outside a part something else is read, so that it is read as a tensor.
    bool asTensor = !insert || reads.empty();
    Access access = lookThrough(operand);
    if (asTensor && access.isScalar())
      access = {operand, Dims(type).indices};
    reads.push_back({access, false, asTensor});
  }
  return reads;
}

/// Where a part of the result comes from, in terms of the result's dims.
static SmallVector<AffineExpr> moveTo(const Access &part, ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> moved;
  for (AffineExpr index : part.indices)
    moved.push_back(index.replaceDims(indices));
  return moved;
}

static Value buildPad(OpBuilder &body, tensor::PadOp pad, const Dims &dims, const Access &source,
                      ValueRange positions, llvm::function_ref<Value(Value)> getInput) {
  SmallVector<AffineExpr> inside, constraints;
  SmallVector<int64_t> lows = *getConstantIntValues(pad.getMixedLowPad());
  for (auto [dim, low, extent, from] : llvm::zip_equal(
           dims.indices, lows, pad.getResultType().getShape(), pad.getSourceType().getShape())) {
    inside.push_back(dim - low);
    if (low > 0)
      constraints.push_back(dim - low);
    if (extent - low > from)
      constraints.push_back(from - 1 + low - dim);
  }
  Value input = getInput(source.source);
  SmallVector<AffineExpr> indices = moveTo(source, inside);
  if (constraints.empty())
    return te::ReadOp::create(body, pad.getLoc(), input, indices, positions);
  Value padding = body.clone(*pad.getConstantPaddingValue().getDefiningOp())->getResult(0);
  return te::ReadOp::create(body, pad.getLoc(), input, indices, positions, constraints, padding);
}

/// Each operand is read where the index lies in its part of the result.
static Value buildConcat(OpBuilder &body, tensor::ConcatOp concat, const Dims &dims,
                         ArrayRef<StageRead> reads, ValueRange positions,
                         llvm::function_ref<Value(Value)> getInput) {
  Location loc = concat.getLoc();
  RankedTensorType type = concat.getResultType();
  uint64_t along = concat.getDim();
  AffineExpr position = dims.indices[along];
  SmallVector<AffineExpr> indices(dims.indices);
  Value element = arith::ConstantOp::create(body, loc, body.getZeroAttr(type.getElementType()));
  int64_t end = type.getDimSize(along);
  for (unsigned part = reads.size(); part-- > 0;) {
    auto partType = cast<RankedTensorType>(concat.getInputs()[part].getType());
    const Access &access = reads[part].access;
    int64_t begin = end - partType.getDimSize(along);
    indices[along] = position - begin;
    element = te::ReadOp::create(body, loc, getInput(access.source), moveTo(access, indices),
                                 positions, {position - begin, end - 1 - position}, element);
    end = begin;
  }
  return element;
}

/// The slice is read where the index lies on it, the destination elsewhere.
static Value buildInsert(OpBuilder &body, tensor::InsertSliceOp insert, const Dims &dims,
                         ArrayRef<StageRead> reads, ValueRange positions,
                         llvm::function_ref<Value(Value)> getInput) {
  Location loc = insert.getLoc();
  SmallVector<int64_t> offsets = *getConstantIntValues(insert.getMixedOffsets());
  SmallVector<int64_t> strides = *getConstantIntValues(insert.getMixedStrides());
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  SmallVector<AffineExpr> inside, constraints;
  for (auto [number, dim, offset, stride, extent] :
       llvm::enumerate(dims.indices, offsets, strides, insert.getType().getShape())) {
    AffineExpr distance = dim - offset;
    int64_t size = dropped[number] ? 1 : insert.getSourceType().getDimSize(inside.size());
    if (!dropped[number])
      inside.push_back(distance.floorDiv(stride));
    if (offset > 0)
      constraints.push_back(distance);
    if (offset + (size - 1) * stride + 1 < extent)
      constraints.push_back((size - 1) * stride - distance);
    if (stride > 1)
      constraints.push_back(-(distance % stride));
  }
  SmallVector<AffineExpr> indices = moveTo(reads[0].access, inside);
  Value input = getInput(reads[0].access.source);
  if (constraints.empty())
    return te::ReadOp::create(body, loc, input, indices, positions);
  Value elsewhere = emitRead(body, loc, reads[1].access, positions, getInput);
  return te::ReadOp::create(body, loc, input, indices, positions, constraints, elsewhere);
}

Value dl::buildGuardedStage(OpBuilder &builder, OpResult result, StringRef name,
                            llvm::function_ref<Value(Value)> getInput) {
  auto type = cast<RankedTensorType>(result.getType());
  Dims dims(type);
  SmallVector<StageRead> reads = getGuardedReads(result);
  auto element = [&](OpBuilder &body, Location, ValueRange positions) -> Value {
    if (auto pad = dyn_cast<tensor::PadOp>(result.getOwner()))
      return buildPad(body, pad, dims, reads[0].access, positions, getInput);
    if (auto concat = dyn_cast<tensor::ConcatOp>(result.getOwner()))
      return buildConcat(body, concat, dims, reads, positions, getInput);
    return buildInsert(body, cast<tensor::InsertSliceOp>(result.getOwner()), dims, reads, positions,
                       getInput);
  };
  return te::ComputeOp::create(builder, result.getLoc(), type, name, dims.axes, {},
                               te::Combiner::None, element);
}
