//===-- ScatterStages.cpp - te programs of scatters ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of scatters: each result element reduces over the updates that might
// fall on it. Without a combiner the last of them is found first, then read.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
/// What the two scatters share. `updateAxes` are the extents to reduce over.
struct Scatter {
  Operation *op;
  OpBuilder &builder;
  RankedTensorType type;
  StringRef mode, prefix;
  SmallVector<int64_t> updateAxes;

  int64_t getRank() const { return type.getRank(); }

  StageBuilder makeStage(Type elementType, bool reduce) const {
    StageBuilder stage(builder, op->getLoc(), elementType);
    for (auto [name, extent] : llvm::zip_equal(axisNames({}, type), type.getShape()))
      stage.spatial(name, extent);
    for (auto [i, extent] : llvm::enumerate(updateAxes))
      if (reduce)
        stage.reduce("u" + std::to_string(i), extent);
    return stage;
  }

  /// `isHit` tells whether the update of a step falls on the element, `update` reads
  /// it, `place` reads it by the row-major number of a step.
  Value build(Value x, llvm::function_ref<Value(StageBody &)> isHit,
              llvm::function_ref<Value(StageBody &)> update,
              llvm::function_ref<Value(StageBody &, Value)> place) const {
    Type elementType = type.getElementType();
    auto identity = [&](StageBody &b) { return b.axisRange(0, getRank()); };
    if (llvm::is_contained(updateAxes, 0))
      return makeStage(elementType, false).build(prefix, te::Combiner::None, [&](StageBody &b) {
        return b.read(x, identity(b));
      });
    if (mode == "none") {
      Type integer = builder.getI64Type();
      Value last = makeStage(integer, true)
                       .build((prefix + ".last").str(), te::Combiner::Max, [&](StageBody &b) {
                         AffineExpr number = b.constant(0);
                         for (auto [i, extent] : llvm::enumerate(updateAxes))
                           number = number * extent + b.axis(getRank() + i);
                         return b.scalars.select(isHit(b), b.numberOf(number, integer),
                                                 b.scalars.constant(integer, -1));
                       });
      return makeStage(elementType, false).build(prefix, te::Combiner::None, [&](StageBody &b) {
        Value number = b.read(last, identity(b));
        Value zero = b.scalars.constant(number, 0);
        Value none = b.scalars.constant(number, -1);
        Value hit = b.scalars.bitNot(b.scalars.equal(number, none));
        Value bounded = b.scalars.select(hit, number, zero);
        return b.scalars.select(hit, place(b, b.scalars.index(bounded)), b.read(x, identity(b)));
      });
    }
    te::Combiner combiner = *te::symbolizeCombiner(mode);
    // What stands for no update, in the order of the elements.
    auto neutral = [&](StageBody &b) -> Value {
      Type stored = cast<RankedTensorType>(x.getType()).getElementType();
      TypedAttr identity = te::getIdentity(combiner, stored);
      Value value = arith::ConstantOp::create(b.getBuilder(), op->getLoc(), identity);
      bool isExtreme = combiner == te::Combiner::Max || combiner == te::Combiner::Min;
      return isExtreme && elementType.isUnsignedInteger() ? b.scalars.flipTopBit(value) : value;
    };
    Value joined =
        makeStage(elementType, true).build((prefix + ".joined").str(), combiner, [&](StageBody &b) {
          return b.scalars.select(isHit(b), update(b), neutral(b));
        });
    return makeStage(elementType, false).build(prefix, te::Combiner::None, [&](StageBody &b) {
      Value value = b.read(joined, identity(b));
      Value old = b.read(x, identity(b));
      switch (combiner) {
      case te::Combiner::Add:
        return b.scalars.add(old, value);
      case te::Combiner::Mul:
        return b.scalars.mul(old, value);
      case te::Combiner::Min:
        return b.scalars.minimum(old, value);
      default:
        return b.scalars.maximum(old, value);
      }
    });
  }
};
} // namespace

/// True where an index from data, counted from the end if negative, is a place.
static Value isAt(StageBody &b, Value element, AffineExpr place, int64_t extent) {
  ScalarBuilder s(b.getBuilder(), b.getLoc());
  Value index = s.index(element);
  Value isNegative = s.less(index, b.indexOf(b.constant(0)));
  index = s.select(isNegative, s.add(index, b.indexOf(b.constant(extent))), index);
  return s.equal(index, b.indexOf(place));
}

LogicalResult ScatterElementsOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                       StringRef prefix,
                                                       SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType(), indexType = tensorType(getIndices());
  int64_t rank = type.getRank(), axis = getAxis();
  if (llvm::is_contained(indexType.getShape(), 0))
    indexType = RankedTensorType::get(SmallVector<int64_t>(rank, 0), indexType.getElementType());
  Scatter scatter{*this, builder, type, getMode(), prefix, {indexType.getDimSize(axis)}};
  // Elements beyond the indices in another dim are not hit by any.
  auto constraints = [&](StageBody &b) {
    SmallVector<AffineExpr> result;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (dim != axis && indexType.getDimSize(dim) < type.getDimSize(dim))
        result.push_back(b.constant(indexType.getDimSize(dim) - 1) - b.axis(dim));
    return result;
  };
  auto step = [&](StageBody &b) {
    SmallVector<AffineExpr> result = b.axisRange(0, rank);
    result[axis] = b.axis(rank);
    return result;
  };
  auto readOr = [&](StageBody &b, Value tensor, double otherwise) {
    SmallVector<AffineExpr> guards = constraints(b);
    return guards.empty() ? b.read(tensor, step(b))
                          : b.readGuarded(tensor, step(b), guards, otherwise);
  };
  results.push_back(scatter.build(
      operands[0],
      [&](StageBody &b) {
        // No place has the least index.
        Value index = readOr(b, operands[1], std::numeric_limits<int32_t>::min());
        return isAt(b, index, b.axis(axis), type.getDimSize(axis));
      },
      [&](StageBody &b) { return readOr(b, operands[2], 0); },
      [&](StageBody &b, Value number) {
        SmallVector<AffineExpr> indices = b.axisRange(0, rank);
        indices[axis] = b.expression(number);
        // Where nothing hits, any element of the updates may be read.
        for (int64_t dim = 0; dim < rank; ++dim) {
          int64_t extent = indexType.getDimSize(dim);
          if (dim == axis || extent == type.getDimSize(dim))
            continue;
          ScalarBuilder s(b.getBuilder(), b.getLoc());
          indices[dim] =
              b.expression(s.minimum(b.indexOf(b.axis(dim)), b.indexOf(b.constant(extent - 1))));
        }
        return b.read(operands[2], indices);
      }));
  return success();
}

LogicalResult ScatterNDOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                 StringRef prefix,
                                                 SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType(), indexType = tensorType(getIndices());
  int64_t rank = type.getRank(), depth = indexType.getShape().back();
  SmallVector<int64_t> steps(indexType.getShape().drop_back());
  Scatter scatter{*this, builder, type, getMode(), prefix, steps};
  auto slice = [&](StageBody &b) { return b.axisRange(depth, rank - depth); };
  results.push_back(scatter.build(
      operands[0],
      [&](StageBody &b) {
        ScalarBuilder s(b.getBuilder(), b.getLoc());
        Value hit = s.constant(builder.getI1Type(), 1);
        SmallVector<AffineExpr> tuple = b.axisRange(rank, steps.size());
        tuple.push_back({});
        for (int64_t entry = 0; entry < depth; ++entry) {
          tuple.back() = b.constant(entry);
          Value index = b.read(operands[1], tuple);
          hit = s.bitAnd(hit, isAt(b, index, b.axis(entry), type.getDimSize(entry)));
        }
        return hit;
      },
      [&](StageBody &b) {
        SmallVector<AffineExpr> indices = b.axisRange(rank, steps.size());
        llvm::append_range(indices, slice(b));
        return b.read(operands[2], indices);
      },
      [&](StageBody &b, Value number) {
        SmallVector<AffineExpr> indices;
        AffineExpr place = b.expression(number);
        int64_t stride = 1;
        for (int64_t extent : steps)
          stride *= extent;
        for (int64_t extent : steps) {
          stride /= extent;
          indices.push_back(place.floorDiv(stride) % extent);
        }
        llvm::append_range(indices, slice(b));
        return b.read(operands[2], indices);
      }));
  return success();
}
