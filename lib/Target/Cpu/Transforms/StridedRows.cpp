//===-- StridedRows.cpp - elements at equal distances -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StridedRows.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;

int64_t dl::cpu::getShortStep(MemRefType buffer, unsigned dim, int64_t length) {
  constexpr int64_t fewestElements = 4, longestStep = 8;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (length < fewestElements || failed(buffer.getStridesAndOffset(strides, offset)))
    return 0;
  int64_t step = strides[dim];
  return step >= 2 && step <= std::min(longestStep, length / 2) ? step : 0;
}

namespace {
/// Elements in a row of memory, from the first that is wanted to the last.
class Span {
public:
  Span(OpBuilder &builder, Location loc, Value buffer, ArrayRef<Value> indices, int64_t size,
       std::optional<dl::cpu::PresentElements> present)
      : builder(builder), loc(loc), size(size), present(present) {
    auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
    auto [sum, values] = computeLinearIndex(metadata.getConstifiedMixedOffset(),
                                            metadata.getConstifiedMixedStrides(),
                                            getAsOpFoldResult(ValueRange(indices)));
    OpFoldResult place = affine::makeComposedFoldedAffineApply(builder, loc, sum, values);
    memory = memref::ReinterpretCastOp::create(builder, loc, metadata.getBaseBuffer(), place,
                                               ArrayRef<OpFoldResult>{builder.getIndexAttr(size)},
                                               ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
  }

  /// `count` elements, every `step`-th from `begin` on. All that are loaded are in the span.
  Value load(int64_t begin, int64_t count, int64_t step) {
    auto type = VectorType::get(count, memory.getType().getElementType());
    Value result;
    // What of the result has been taken, and the place of the last load.
    int64_t taken = 0;
    while (taken < count) {
      int64_t first = std::min(begin + taken * step, size - count);
      Value loaded = loadAll(first, type, step);
      SmallVector<int64_t> lanes;
      for (int64_t i = 0; i < count; ++i) {
        int64_t place = begin + i * step - first;
        bool isHere = i >= taken && place < count;
        lanes.push_back(i < taken ? i : isHere ? (result ? count : 0) + place : -1);
      }
      taken += llvm::count_if(llvm::seq(taken, count),
                              [&](int64_t i) { return begin + i * step - first < count; });
      result = vector::ShuffleOp::create(builder, loc, result ? result : loaded, loaded, lanes);
    }
    return result;
  }

private:
  /// What is there of all elements from `first` on.
  Value loadAll(int64_t first, VectorType type, int64_t step) {
    Value at = arith::ConstantIndexOp::create(builder, loc, first);
    if (!present)
      return vector::LoadOp::create(builder, loc, type, memory, at);
    AffineExpr left = (builder.getAffineDimExpr(0) - 1) * step + (1 - first);
    Value count = affine::makeComposedAffineApply(builder, loc, left, {present->count});
    Value mask = vector::CreateMaskOp::create(builder, loc, type.clone(builder.getI1Type()), count);
    Value padding = vector::BroadcastOp::create(builder, loc, type, present->padding);
    return vector::MaskedLoadOp::create(builder, loc, type, memory, at, mask, padding);
  }

  OpBuilder &builder;
  Location loc;
  int64_t size;
  std::optional<dl::cpu::PresentElements> present;
  TypedValue<MemRefType> memory;
};
} // namespace

Value dl::cpu::loadStridedRow(OpBuilder &builder, Location loc, Value buffer,
                              ArrayRef<Value> indices, VectorType row, int64_t step,
                              std::optional<PresentElements> present) {
  constexpr int64_t mostBits = 512;
  int64_t length = row.getNumElements();
  int64_t lanes = std::min<int64_t>(length, mostBits / row.getElementTypeBitWidth());
  Span span(builder, loc, buffer, indices, (length - 1) * step + 1, present);
  if (lanes == length)
    return span.load(0, length, step);
  Value result = ub::PoisonOp::create(builder, loc, row);
  for (int64_t begin = 0; begin < length; begin += lanes) {
    Value part = span.load(begin * step, std::min(lanes, length - begin), step);
    result = vector::InsertStridedSliceOp::create(builder, loc, part, result, begin, 1);
  }
  return result;
}
