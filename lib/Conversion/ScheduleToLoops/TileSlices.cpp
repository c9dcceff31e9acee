//===-- TileSlices.cpp - parts of the tensors that stages write -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices of tensors at boxes given relative to the value. In: a tensor with its base, and
// a box. Out: the part in the box, without unit dimensions; for a box that is masked
// the elements that are due, or a tensor of the whole box beside it.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

Value dl::schedule::copyInto(OpBuilder &builder, Location loc, Value source, Value destination) {
  return bufferization::MaterializeInDestinationOp::create(builder, loc, destination.getType(),
                                                           source, destination)
      .getResult();
}

OpFoldResult LoopGenerator::getNumDue(const AxisRange &range) {
  OpFoldResult left = materialize(range.end - range.offset);
  if (std::optional<int64_t> known = getConstantIntValue(left))
    return builder.getIndexAttr(std::min(range.size, *known));
  auto map = AffineMap::get(1, 0, {constant(range.size), builder.getAffineDimExpr(0)},
                            builder.getContext());
  return affine::AffineMinOp::create(builder, kernel.getLoc(), map, cast<Value>(left)).getResult();
}

Value LoopGenerator::pad(Value slice, ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> shape,
                         Location loc) {
  auto type = cast<RankedTensorType>(slice.getType());
  SmallVector<OpFoldResult> low(shape.size(), builder.getIndexAttr(0)), high;
  for (auto [present, size] : llvm::zip_equal(sizes, shape)) {
    AffineExpr missing = size - builder.getAffineDimExpr(0);
    high.push_back(affine::makeComposedFoldedAffineApply(builder, loc, missing, {present}));
  }
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type.getElementType()));
  return tensor::PadOp::create(builder, loc, RankedTensorType::get(shape, type.getElementType()),
                               slice, low, high, zero);
}

TileValue LoopGenerator::getWhole(Value tensor) {
  unsigned rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return {tensor, SmallVector<AffineExpr>(rank, constant(0)), SmallVector<bool>(rank, true)};
}

LoopGenerator::Slice LoopGenerator::getSlice(const TileValue &tile, ArrayRef<AxisRange> box) {
  Slice slice;
  for (auto [dim, range] : llvm::enumerate(box)) {
    if (!tile.kept[dim])
      continue;
    bool isWide = !tile.wide.empty() && tile.wide[dim];
    slice.offsets.push_back(materialize(range.offset - tile.base[dim]));
    slice.sizes.push_back(range.isDynamic()             ? OpFoldResult(range.extent)
                          : range.isMasked() && !isWide ? getNumDue(range)
                                                        : builder.getIndexAttr(range.size));
    slice.strides.push_back(builder.getIndexAttr(1));
  }
  return slice;
}

/// The size as a type has it.
static int64_t getStaticSize(OpFoldResult size) {
  return isa<Attribute>(size) ? *getConstantIntValue(size) : ShapedType::kDynamic;
}

TileValue LoopGenerator::extractTile(const TileValue &tile, ArrayRef<AxisRange> box, Location loc) {
  TileValue part;
  part.wide = tile.wide;
  SmallVector<int64_t> shape;
  bool isWhole = true;
  for (const AxisRange &range : box) {
    part.base.push_back(range.offset);
    part.kept.push_back(range.size != 1);
    if (range.size != 1)
      shape.push_back(range.size);
    isWhole &= !range.isMasked() || (!tile.wide.empty() && tile.wide[part.base.size() - 1]);
  }
  auto type = cast<RankedTensorType>(tile.tensor.getType());
  if (isWhole && type.getShape() == ArrayRef<int64_t>(shape)) {
    part.tensor = tile.tensor;
    return part;
  }
  Slice slice = getSlice(tile, box);
  // Of a masked range only what is there.
  unsigned number = 0;
  shape.clear();
  for (auto [range, kept] : llvm::zip_equal(box, tile.kept)) {
    if (range.size != 1)
      shape.push_back(getStaticSize(slice.sizes[number]));
    number += kept;
  }
  part.tensor = tensor::ExtractSliceOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), tile.tensor, slice.offsets,
      slice.sizes, slice.strides);
  return part;
}

Value LoopGenerator::insertTile(Value part, const TileValue &tile, ArrayRef<AxisRange> box,
                                Location loc) {
  auto type = cast<RankedTensorType>(part.getType());
  bool isWhole = type == tile.tensor.getType();
  for (auto [dim, range] : llvm::enumerate(box))
    isWhole &= !range.isMasked() || (!tile.wide.empty() && tile.wide[dim]);
  if (isWhole)
    return part;
  Slice slice = getSlice(tile, box);
  Slice due;
  SmallVector<int64_t> shape;
  unsigned number = 0;
  for (auto [range, kept] : llvm::zip_equal(box, tile.kept)) {
    if (range.size != 1) {
      due.offsets.push_back(builder.getIndexAttr(0));
      due.sizes.push_back(slice.sizes[number]);
      due.strides.push_back(builder.getIndexAttr(1));
      shape.push_back(getStaticSize(slice.sizes[number]));
    }
    number += kept;
  }
  if (type.getShape() != ArrayRef<int64_t>(shape))
    part = tensor::ExtractSliceOp::create(builder, loc,
                                          RankedTensorType::get(shape, type.getElementType()), part,
                                          due.offsets, due.sizes, due.strides);
  // All of a tile that is as short as what is due, as a thread's: in place of it. Inserting all of
  // it would fold to what was made elsewhere.
  if (part.getType() == tile.tensor.getType() && llvm::all_of(slice.offsets, isZeroInteger))
    return cast<RankedTensorType>(part.getType()).hasStaticShape()
               ? copyInto(builder, loc, part, tile.tensor)
               : part;
  return tensor::InsertSliceOp::create(builder, loc, part, tile.tensor, slice.offsets, slice.sizes,
                                       slice.strides);
}

TileTargets LoopGenerator::extractTiles(const TileTargets &tiles, ArrayRef<AxisRange> box,
                                        Location loc) {
  TileTargets parts;
  for (unsigned number = 0; number < tiles.tensors.size(); ++number) {
    TileValue part = extractTile(tiles[number], box, loc);
    parts.tensors.push_back(part.tensor);
    parts.base = part.base;
    parts.kept = part.kept;
    parts.wide = part.wide;
  }
  return parts;
}

TileTargets LoopGenerator::openTiles(const TileTargets &tiles, ArrayRef<AxisRange> box, bool read,
                                     Location loc) {
  TileTargets parts = extractTiles(tiles, box, loc);
  SmallVector<int64_t> shape;
  for (const AxisRange &range : box)
    if (range.size != 1)
      shape.push_back(range.size);
  for (Value &tensor : parts.tensors) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.getShape() == ArrayRef<int64_t>(shape))
      continue;
    if (read) {
      tensor = pad(tensor, tensor::getMixedSizes(builder, loc, tensor), shape, loc);
      continue;
    }
    tensor.getDefiningOp()->erase();
    tensor = tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
  }
  parts.wide.resize(box.size(), false);
  for (auto [dim, range] : llvm::enumerate(box))
    parts.wide[dim] = parts.wide[dim] || range.isMasked();
  return parts;
}

SmallVector<Value> LoopGenerator::insertTiles(ValueRange parts, const TileTargets &tiles,
                                              ArrayRef<AxisRange> box, Location loc) {
  SmallVector<Value> results;
  for (auto [number, part] : llvm::enumerate(parts))
    results.push_back(insertTile(part, tiles[number], box, loc));
  return results;
}
