//===-- SelectionStages.cpp - te programs that choose elements -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of the operators that choose elements. Elements are moved as they
// are stored; indices from data were checked before.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// A stage over all dims of a result.
static StageBuilder makeStage(Operation *op, OpBuilder &builder, ValueRange operands) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  StageBuilder stage(builder, op->getLoc(), type.getElementType());
  for (auto [name, extent] : llvm::zip_equal(axisNames(operands, type), type.getShape()))
    stage.spatial(name, extent);
  return stage;
}

/// A number in the type that elements are stored in.
static Value storedZero(StageBody &b, Value tensor) {
  Type type = tensorType(tensor).getElementType();
  return b.scalars.convert(b.scalars.constant(type, 0), type);
}

LogicalResult ConcatOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  int64_t rank = getType().getRank(), axis = getAxis();
  bool isOpen = getType().isDynamicDim(axis);
  SizeBuilder sizes(builder, getLoc());
  auto extents =
      llvm::map_to_vector(operands, [&](Value operand) { return sizes.dim(operand, axis); });
  StageBuilder stage = isOpen ? StageBuilder(builder, getLoc(), getType().getElementType())
                              : makeStage(*this, builder, {});
  if (isOpen) {
    OpFoldResult sum = sizes.number(0);
    for (OpFoldResult extent : extents)
      sum = sizes.add(sum, extent);
    for (auto [dim, name] : llvm::enumerate(axisNames({}, getType())))
      stage.spatial(name, int64_t(dim) == axis          ? sum
                          : getType().isDynamicDim(dim) ? sizes.dim(operands.front(), dim)
                                                        : sizes.number(getType().getDimSize(dim)));
  }
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    Value element = storedZero(b, operands.front());
    AffineExpr offset = b.constant(0);
    for (auto [operand, extent] : llvm::zip_equal(operands, extents)) {
      if (llvm::is_contained(tensorType(operand).getShape(), 0))
        continue;
      SmallVector<AffineExpr> indices = b.axisRange(0, rank);
      AffineExpr size = b.size(extent);
      indices[axis] = indices[axis] - offset;
      element =
          !isOpen && size == b.constant(getType().getDimSize(axis))
              ? b.read(operand, indices)
              : b.readGuarded(operand, indices, {indices[axis], size - 1 - indices[axis]}, element);
      offset = offset + size;
    }
    return element;
  }));
  return success();
}

/// The index of the element at `place`, an index of the operand that may lie outside.
static Value getPaddedIndex(StageBody &b, StringRef mode, AffineExpr place, AffineExpr extent) {
  OpBuilder &builder = b.getBuilder();
  Location loc = b.getLoc();
  Value index = b.indexOf(place), zero = b.indexOf(b.constant(0));
  Value last = b.indexOf(extent - 1);
  if (mode == "edge")
    return arith::MinSIOp::create(builder, loc, arith::MaxSIOp::create(builder, loc, index, zero),
                                  last);
  if (mode == "wrap") {
    Value rest = arith::RemSIOp::create(builder, loc, index, b.indexOf(extent));
    Value next = arith::AddIOp::create(builder, loc, rest, b.indexOf(extent));
    Value isBefore = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, rest, zero);
    return arith::SelectOp::create(builder, loc, isBefore, next, rest);
  }
  // Back and forth: the way of 2 * (extent - 1) steps repeats.
  if (extent == b.constant(1))
    return zero;
  Value period = b.indexOf((extent - 1) * 2);
  if (!isa<AffineConstantExpr>(extent))
    period = arith::MaxSIOp::create(builder, loc, period, b.indexOf(b.constant(1)));
  Value rest = arith::RemSIOp::create(builder, loc, index, period);
  Value distance =
      arith::MaxSIOp::create(builder, loc, rest, arith::SubIOp::create(builder, loc, zero, rest));
  Value back = arith::SubIOp::create(builder, loc, period, distance);
  return arith::MinSIOp::create(builder, loc, distance, back);
}

namespace {
/// A range of a padded dim in which the index of the operand is a sum.
struct PadPiece {
  AffineExpr index;
  SmallVector<AffineExpr, 2> constraints;
};
} // namespace

/// The ranges of a dim of constant extents: before the operand, in it and behind it. Empty where
/// they are not all there are, as where a reflection is reflected again.
static SmallVector<PadPiece> getPadPieces(StageBody &b, StringRef mode, AffineExpr place,
                                          int64_t extent, int64_t low, int64_t high) {
  bool isEdge = mode == "edge";
  if (!isEdge && (mode != "reflect" || std::max(low, high) >= extent))
    return {};
  SmallVector<PadPiece> pieces = {{place, {}}};
  AffineExpr last = b.constant(extent - 1);
  if (low > 0) {
    pieces.front().constraints.push_back(place);
    pieces.push_back({isEdge ? b.constant(0) : -place, {-place - 1}});
  }
  if (high > 0) {
    pieces.front().constraints.push_back(last - place);
    pieces.push_back({isEdge ? last : last * 2 - place, {place - extent}});
  }
  return pieces;
}

/// More ranges than these of all dims together would be too much code.
static constexpr size_t maxPieces = 9;

/// The padded element as one of reads at sums of the axes, which are rows in memory. Null where
/// indices have to be computed.
static Value readPadPieces(StageBody &b, PadOp op, Value operand) {
  RankedTensorType x = tensorType(op.getX());
  if (!x.hasStaticShape())
    return {};
  struct Read {
    SmallVector<AffineExpr> indices, constraints;
  };
  SmallVector<Read> reads(1);
  for (int64_t dim = 0; dim < x.getRank(); ++dim) {
    int64_t low = op.getLow()[dim], high = op.getHigh()[dim];
    AffineExpr place = b.axis(dim) - low;
    SmallVector<PadPiece> pieces = {{place, {}}};
    if (low > 0 || high > 0)
      pieces = getPadPieces(b, op.getMode(), place, x.getDimSize(dim), low, high);
    if (pieces.empty() || reads.size() * pieces.size() > maxPieces)
      return {};
    SmallVector<Read> next;
    for (const Read &read : reads)
      for (const PadPiece &piece : pieces) {
        next.push_back(read);
        next.back().indices.push_back(piece.index);
        llvm::append_range(next.back().constraints, piece.constraints);
      }
    reads = std::move(next);
  }
  // One of them is always there.
  Value element = storedZero(b, operand);
  for (const Read &read : llvm::reverse(reads))
    element = b.readGuarded(operand, read.indices, read.constraints, element);
  return element;
}

LogicalResult PadOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                           StringRef prefix, SmallVectorImpl<Value> &results) {
  StringRef mode = getMode();
  RankedTensorType x = tensorType(getX());
  SizeBuilder sizeBuilder(builder, getLoc());
  SmallVector<OpFoldResult> sizes = sizeBuilder.dims(operands[0]);
  StageBuilder stage(builder, getLoc(), getType().getElementType());
  for (auto [dim, name] : llvm::enumerate(axisNames({}, getType())))
    stage.spatial(name, sizeBuilder.linear(sizes[dim], 1, getLow()[dim] + getHigh()[dim]));
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    if (llvm::is_contained(x.getShape(), 0))
      return b.read(operands[1], {});
    if (Value element = readPadPieces(b, *this, operands[0]))
      return element;
    SmallVector<AffineExpr> indices, constraints;
    for (int64_t dim = 0; dim < x.getRank(); ++dim) {
      int64_t low = getLow()[dim], high = getHigh()[dim];
      AffineExpr place = b.axis(dim) - low, extent = b.size(sizes[dim]);
      bool isOpen = !isa<AffineConstantExpr>(extent);
      bool isInside = low <= 0 && high <= 0;
      if (isInside || mode == "constant") {
        indices.push_back(place);
        if (low > 0)
          constraints.push_back(place);
        if (high > 0)
          constraints.push_back(extent - 1 - place);
      } else if (mode == "wrap" && !isOpen) {
        indices.push_back(place % extent);
      } else {
        indices.push_back(b.expression(getPaddedIndex(b, mode, place, extent)));
        // It is inside, which nothing else says of a size that is not known.
        if (isOpen)
          llvm::append_range(constraints,
                             ArrayRef<AffineExpr>({indices.back(), extent - 1 - indices.back()}));
      }
    }
    if (!constraints.empty())
      return b.readGuarded(operands[0], indices, constraints, b.read(operands[1], {}));
    return b.read(operands[0], indices);
  }));
  return success();
}

LogicalResult BroadcastToOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                   StringRef prefix,
                                                   SmallVectorImpl<Value> &results) {
  RankedTensorType type = getType();
  if (!getExtents() && failed(requireStaticShapes(*this)))
    return failure();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  SizeBuilder sizes(builder, getLoc());
  for (auto [dim, name] : llvm::enumerate(axisNames(operands.take_front(), type)))
    stage.spatial(name, type.isDynamicDim(dim) ? sizes.dim(operands[1], dim)
                                               : sizes.number(type.getDimSize(dim)));
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    return b.readBroadcast(operands[0], type.getShape(), b.axisRange(0, type.getRank()));
  }));
  return success();
}

/// The stage of an operator that reads each element at indices made from those of the result.
template <typename OpTy>
static LogicalResult buildMove(OpTy op, OpBuilder &builder, Value x, StringRef prefix,
                               SmallVectorImpl<Value> &results,
                               llvm::function_ref<void(MutableArrayRef<AffineExpr>)> move) {
  if (failed(requireStaticShapes(op)))
    return failure();
  StageBuilder stage = makeStage(op, builder, {});
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, op.getType().getRank());
    move(indices);
    return b.read(x, indices);
  }));
  return success();
}

LogicalResult TileOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                            StringRef prefix, SmallVectorImpl<Value> &results) {
  return buildMove(*this, builder, operands[0], prefix, results, [&](auto indices) {
    for (auto [index, extent, repeats] :
         llvm::zip_equal(indices, tensorType(getX()).getShape(), getRepeats()))
      // Of no elements none is read.
      if (repeats != 1)
        index = extent <= 1 ? builder.getAffineConstantExpr(0) : index % extent;
  });
}

LogicalResult RepeatOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  return buildMove(*this, builder, operands[0], prefix, results, [&](auto indices) {
    AffineExpr &index = indices[getAxis()];
    bool isOne = tensorType(getX()).getDimSize(getAxis()) <= 1;
    index = isOne ? builder.getAffineConstantExpr(0) : index.floorDiv(getTimes());
  });
}

LogicalResult GatherElementsOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                      StringRef prefix,
                                                      SmallVectorImpl<Value> &results) {
  SmallVector<OpFoldResult> sizes = SizeBuilder(builder, getLoc()).dims(operands[0]);
  StageBuilder stage = makeStage(*this, builder, {});
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, getType().getRank());
    int64_t axis = getAxis();
    indices[axis] = b.position(b.read(operands[1], indices), sizes[axis]);
    return b.readPicked(operands[0], indices, axis, sizes);
  }));
  return success();
}

LogicalResult GatherNDOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                StringRef prefix, SmallVectorImpl<Value> &results) {
  SmallVector<OpFoldResult> sizes = SizeBuilder(builder, getLoc()).dims(operands[0]);
  RankedTensorType x = tensorType(getX()), type = tensorType(getIndices());
  int64_t batch = getBatchDims(), depth = type.getShape().back(), tuples = type.getRank() - 1;
  StageBuilder stage = makeStage(*this, builder, {});
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, batch), tuple = b.axisRange(0, tuples);
    tuple.push_back({});
    for (int64_t entry = 0; entry < depth; ++entry) {
      tuple.back() = b.constant(entry);
      indices.push_back(b.position(b.read(operands[1], tuple), sizes[batch + entry]));
    }
    llvm::append_range(indices, b.axisRange(tuples, x.getRank() - batch - depth));
    return b.readPicked(operands[0], indices,
                        llvm::to_vector(llvm::seq<int64_t>(batch, batch + depth)), sizes);
  }));
  return success();
}

LogicalResult ReverseSequenceOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                       StringRef prefix,
                                                       SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  int64_t time = getTimeAxis(), extent = getType().getDimSize(time);
  StageBuilder stage = makeStage(*this, builder, {});
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    ScalarBuilder s(b.getBuilder(), b.getLoc());
    Value length = s.index(b.read(operands[1], b.axis(getBatchAxis())));
    Value here = b.indexOf(b.axis(time)), one = b.indexOf(b.constant(1));
    Value mirrored = s.sub(s.sub(length, one), here);
    Value index = s.select(s.less(here, length), mirrored, here);
    SmallVector<AffineExpr> indices = b.axisRange(0, getType().getRank());
    indices[time] = b.expression(s.minimum(index, b.indexOf(b.constant(extent - 1))));
    return b.read(operands[0], indices);
  }));
  return success();
}
