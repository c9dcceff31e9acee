//===-- GridSampleOps.cpp - reading at positions that are data --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference and te program of grid_sample: one stage whose body computes the
// position, the neighbours and their weights.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult GridSampleOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                             Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "grid_sample";
  RankedTensorType x = tensorType(adaptor.getX()), grid = tensorType(adaptor.getGrid());
  // (C1)
  if (failed(checkElementTypes(loc, name, adaptor.getOperands())))
    return failure();
  int64_t rank = x.getRank();
  if ((rank != 4 && rank != 5) || grid.getRank() != rank || llvm::is_contained(x.getShape(), 0) ||
      differ(x.getDimSize(0), grid.getDimSize(0)))
    return inferError(loc, name,
                      "expected an input of rank 4 or 5 without empty dims and a grid "
                      "of its rank and batch, got ",
                      shapeText(x.getShape()), " and ", shapeText(grid.getShape()));
  // (C2)
  if (differ(grid.getDimSize(rank - 1), rank - 2))
    return inferError(loc, name, "expected a grid of ", rank - 2,
                      " numbers for each position, got ", shapeText(grid.getShape()));
  // (C3)
  StringRef mode = adaptor.getMode(), padding = adaptor.getPadding();
  if (mode != "nearest" && mode != "linear" && (mode != "cubic" || rank != 4))
    return inferError(loc, name,
                      "expected mode to be nearest, linear or, for two spatial dims, "
                      "cubic, got '",
                      mode, "'");
  if (padding != "zeros" && padding != "border" && padding != "reflection")
    return inferError(loc, name, "expected padding to be zeros, border or reflection, got '",
                      padding, "'");
  SmallVector<int64_t> shape = {moreStatic(x.getDimSize(0), grid.getDimSize(0)), x.getDimSize(1)};
  llvm::append_range(shape, grid.getShape().drop_front().drop_back());
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

namespace {
/// The arithmetic on one coordinate.
class Coordinate {
public:
  Coordinate(StageBody &b, Location loc, GridSampleOp op, int64_t extent)
      : b(b), builder(b.getBuilder()), loc(loc), op(op), extent(extent) {}

  struct Tap {
    Value index, weight;
  };

  /// The neighbours of a position in [-1, 1] and their weights.
  SmallVector<Tap> getTaps(Value position) {
    double size = static_cast<double>(extent);
    // To elements: -1 and 1 are the first and last centre, or the borders.
    Value x = b.scalars.add(position, number(position, 1));
    x = op.getAlignCorners()
            ? b.scalars.mul(x, number(x, (size - 1) / 2))
            : b.scalars.mul(b.scalars.sub(b.scalars.mul(x, number(x, size)), number(x, 1)),
                            number(x, 0.5));
    StringRef mode = op.getMode();
    if (mode == "nearest")
      x = math::RoundEvenOp::create(builder, loc, x);
    // Border elements are repeated by each tap.
    if (op.getPadding() == "reflection")
      x = reflect(x);
    if (mode == "nearest")
      return {getTap(x, Value())};
    Value base = math::FloorOp::create(builder, loc, x), part = b.scalars.sub(x, base);
    SmallVector<Tap> taps;
    int64_t reach = mode == "linear" ? 1 : 2;
    for (int64_t offset = 1 - reach; offset <= reach; ++offset) {
      Value distance = b.scalars.abs(b.scalars.sub(part, number(x, offset)));
      taps.push_back(getTap(b.scalars.add(base, number(x, offset)), getWeight(distance, offset)));
    }
    return taps;
  }

private:
  Value number(Value like, double value) { return b.scalars.constant(like, value); }

  /// Into the input; what is no number goes to the first element.
  Value clamp(Value x) {
    x = arith::MaxNumFOp::create(builder, loc, x, number(x, 0));
    return arith::MinNumFOp::create(builder, loc, x, number(x, static_cast<double>(extent - 1)));
  }

  /// Reflects at the borders as often as needed.
  Value reflect(Value x) {
    double low = op.getAlignCorners() ? 0 : -0.5;
    double range = static_cast<double>(extent) - (op.getAlignCorners() ? 1 : 0);
    if (range == 0)
      return number(x, 0);
    Value far = b.scalars.abs(b.scalars.sub(x, number(x, low)));
    Value turns = math::FloorOp::create(builder, loc, b.scalars.div(far, number(x, 2 * range)));
    Value rest = b.scalars.sub(far, b.scalars.mul(turns, number(x, 2 * range)));
    // The second half of a period runs backwards.
    rest = b.scalars.minimum(rest, b.scalars.sub(number(x, 2 * range), rest));
    return b.scalars.add(rest, number(x, low));
  }

  /// The filter's value: 1 - |d|, or the cubic with coefficient -0.75, of which the
  /// offset says which piece.
  Value getWeight(Value distance, int64_t offset) {
    if (op.getMode() == "linear")
      return b.scalars.sub(number(distance, 1), distance);
    auto polynomial = [&](ArrayRef<double> coefficients) {
      Value sum = number(distance, coefficients.front());
      for (double coefficient : coefficients.drop_front())
        sum = b.scalars.add(b.scalars.mul(sum, distance), number(distance, coefficient));
      return sum;
    };
    constexpr double a = -0.75;
    bool isInner = offset == 0 || offset == 1;
    return isInner ? polynomial({a + 2, -(a + 3), 0, 1}) : polynomial({a, -5 * a, 8 * a, -4 * a});
  }

  /// An element's index, inside of the input; with zeros around it, those outside
  /// have weight zero.
  Tap getTap(Value x, Value weight) {
    if (op.getPadding() == "reflection")
      x = math::RoundEvenOp::create(builder, loc, reflect(x));
    Value inside = clamp(x);
    if (op.getPadding() == "zeros") {
      Value isInside = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, x, inside);
      if (!weight)
        weight = number(x, 1);
      weight = arith::SelectOp::create(builder, loc, isInside, weight, number(x, 0));
    }
    return {arith::FPToSIOp::create(builder, loc, builder.getI64Type(), inside), weight};
  }

  StageBody &b;
  OpBuilder &builder;
  Location loc;
  GridSampleOp op;
  int64_t extent;
};
} // namespace

LogicalResult GridSampleOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                  StringRef prefix,
                                                  SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType();
  unsigned rank = type.getRank();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [name, size] : llvm::zip_equal(axisNames({}, type), type.getShape()))
    stage.spatial(name, size);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    // All combinations of the dims' neighbours, the last dim innermost.
    SmallVector<std::pair<SmallVector<Value>, Value>> taps(1);
    for (unsigned dim = 2; dim < rank; ++dim) {
      SmallVector<AffineExpr> at = {b.axis(0)};
      llvm::append_range(at, b.axisRange(2, rank - 2));
      at.push_back(b.constant(rank - 1 - dim));
      Value position = b.read(operands[1], at);
      Coordinate coordinate(b, getLoc(), *this, tensorType(getX()).getDimSize(dim));
      auto own = coordinate.getTaps(position);
      SmallVector<std::pair<SmallVector<Value>, Value>> product;
      for (const auto &[indices, weight] : taps) {
        for (const Coordinate::Tap &tap : own) {
          product.push_back({indices, weight});
          product.back().first.push_back(tap.index);
          if (tap.weight)
            product.back().second = weight ? b.scalars.mul(weight, tap.weight) : tap.weight;
        }
      }
      taps = std::move(product);
    }
    Value sum;
    SmallVector<AffineExpr> indices = b.axisRange(0, rank);
    for (const auto &[numbers, weight] : taps) {
      Value term = b.readAt(operands[0], indices, /*first=*/2, numbers);
      if (weight)
        term = b.scalars.mul(term, weight);
      sum = sum ? b.scalars.add(sum, term) : term;
    }
    return sum;
  }));
  return success();
}
