//===-- ContractionRows.cpp - contractions row by row ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   vector.contract %x, %w, %c : vector<4x2x16xf32>, vector<8x4xf32> into vector<8x2x16xf32>
//   -> for each i of 4, o of 8, h of 2:
//        vector.fma %x[i, h], (broadcast %w[o, i]), %c[o, h] : vector<16xf32>
//      of integers arith.muli and arith.addi
//
//===----------------------------------------------------------------------===//
#include "ContractionRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <map>
#include <vector>

using namespace mlir;

namespace {
/// The dims of a map of dims, in its order.
SmallVector<unsigned> getDims(AffineMap map) {
  return llvm::map_to_vector(
      map.getResults(), [](AffineExpr expr) { return cast<AffineDimExpr>(expr).getPosition(); });
}

/// The rows of an operand along the lanes, each made once; an operand without lanes has the
/// same element in all of a row.
class Rows {
public:
  Rows(OpBuilder &builder, Value operand, ArrayRef<unsigned> dims, unsigned lanes, VectorType row)
      : builder(builder), operand(operand), dims(dims), lanes(lanes), row(row) {}

  /// The row at a point of the iteration space.
  Value get(ArrayRef<int64_t> point) {
    std::vector<int64_t> place;
    for (unsigned dim : dims)
      if (dim != lanes)
        place.push_back(point[dim]);
    Value &known = made[place];
    if (known)
      return known;
    Location loc = operand.getLoc();
    known = place.empty() ? operand : vector::ExtractOp::create(builder, loc, operand, place);
    if (known.getType() != row)
      known = vector::BroadcastOp::create(builder, loc, row, known);
    return known;
  }

private:
  OpBuilder &builder;
  Value operand;
  ArrayRef<unsigned> dims;
  unsigned lanes;
  VectorType row;
  std::map<std::vector<int64_t>, Value> made;
};

struct MultiplyRows : OpRewritePattern<vector::ContractionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ContractionOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getResultType());
    if (!type || type.getRank() == 0 || !isSumOfProducts(op, type))
      return rewriter.notifyMatchFailure(op, "no sum of products in rows");
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<unsigned> lhs = getDims(maps[0]), rhs = getDims(maps[1]), acc = getDims(maps[2]);
    unsigned lanes = acc.back();
    auto hasLanesLast = [&](ArrayRef<unsigned> dims) {
      return !llvm::is_contained(dims.drop_back(), lanes);
    };
    if (lhs.empty() || rhs.empty() || !hasLanesLast(lhs) || !hasLanesLast(rhs))
      return rewriter.notifyMatchFailure(op, "lanes that are not the last dim of an operand");

    SmallVector<int64_t> bounds;
    op.getIterationBounds(bounds);
    SmallVector<int64_t> reductions(bounds), rows(bounds);
    rows[lanes] = reductions[lanes] = 1;
    for (auto [dim, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
      (iterator == vector::IteratorType::reduction ? rows : reductions)[dim] = 1;

    Location loc = op.getLoc();
    auto row = VectorType::get(type.getShape().back(), type.getElementType());
    Rows lhsRows(rewriter, op.getLhs(), lhs, lanes, row);
    Rows rhsRows(rewriter, op.getRhs(), rhs, lanes, row);
    Rows accRows(rewriter, op.getAcc(), acc, lanes, row);
    // Where each row of the accumulator is, and what it has come to.
    SmallVector<SmallVector<int64_t>> points;
    SmallVector<Value> sums;
    forEachPoint(rows, getRowOrder(bounds.size(), lhs, rhs, lanes), [&](ArrayRef<int64_t> point) {
      points.emplace_back(point);
      sums.push_back(accRows.get(point));
    });
    // All rows use the vectors of one reduction iteration before the next ones are loaded.
    auto inOrder = llvm::to_vector(llvm::seq<int64_t>(bounds.size()));
    forEachPoint(reductions, inOrder, [&](ArrayRef<int64_t> step) {
      for (auto [point, sum] : llvm::zip_equal(points, sums)) {
        SmallVector<int64_t> place(point);
        for (auto [dim, value] : llvm::enumerate(step))
          place[dim] += value;
        sum = addProduct(rewriter, loc, lhsRows.get(place), rhsRows.get(place), sum);
      }
    });
    Value result = op.getAcc();
    for (auto [point, sum] : llvm::zip_equal(points, sums)) {
      SmallVector<int64_t> place;
      for (unsigned dim : ArrayRef(acc).drop_back())
        place.push_back(point[dim]);
      result = vector::InsertOp::create(rewriter, loc, sum, result, place);
    }
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static Value addProduct(OpBuilder &builder, Location loc, Value x, Value y, Value sum) {
    if (isa<FloatType>(cast<VectorType>(sum.getType()).getElementType()))
      return vector::FMAOp::create(builder, loc, x, y, sum);
    return arith::AddIOp::create(builder, loc, sum, arith::MulIOp::create(builder, loc, x, y));
  }

  static bool isSumOfProducts(vector::ContractionOp op, VectorType type) {
    Type element = type.getElementType();
    return isa<FloatType, IntegerType>(element) && op.getKind() == vector::CombiningKind::ADD &&
           !op.isMasked() && op.getLhsType().getElementType() == element &&
           op.getRhsType().getElementType() == element && !type.isScalable();
  }

  /// The dims from the outermost on: a broadcast element is used by all rows that need it before
  /// the next one is loaded, while vectors stay.
  static SmallVector<int64_t> getRowOrder(unsigned numDims, ArrayRef<unsigned> lhs,
                                          ArrayRef<unsigned> rhs, unsigned lanes) {
    SmallVector<int64_t> order, others;
    bool isLhsBroadcast = !llvm::is_contained(lhs, lanes);
    for (unsigned dim = 0; dim < numDims; ++dim)
      (llvm::is_contained(isLhsBroadcast ? lhs : rhs, dim) ? order : others).push_back(dim);
    llvm::append_range(order, others);
    return order;
  }

  static void forEachPoint(ArrayRef<int64_t> sizes, ArrayRef<int64_t> order,
                           llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
    SmallVector<int64_t> tile(sizes.size(), 1);
    for (SmallVector<int64_t> point : StaticTileOffsetRange(sizes, tile, order))
      visit(point);
  }
};

/// What is made wider behind a broadcast or transpose is made wider before it: the contraction
/// that takes it takes these as maps of its operands.
///   arith.extsi (vector.broadcast %x) -> vector.broadcast (arith.extsi %x)
template <typename ExtOp> struct WidenFirst : OpRewritePattern<ExtOp> {
  using OpRewritePattern<ExtOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ExtOp op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    Operation *moved = op.getIn().getDefiningOp();
    if (!type || !isa_and_nonnull<vector::BroadcastOp, vector::TransposeOp>(moved) ||
        !moved->hasOneUse())
      return rewriter.notifyMatchFailure(op, "no vector that is broadcast or transposed for it");
    Value source = moved->getOperand(0);
    Type wide = type.getElementType();
    if (auto vector = dyn_cast<VectorType>(source.getType()))
      wide = vector.clone(wide);
    Value first = ExtOp::create(rewriter, op.getLoc(), wide, source);
    if (auto transpose = dyn_cast<vector::TransposeOp>(moved))
      rewriter.replaceOpWithNewOp<vector::TransposeOp>(op, type, first, transpose.getPermutation());
    else
      rewriter.replaceOpWithNewOp<vector::BroadcastOp>(op, type, first);
    return success();
  }
};
} // namespace

void dl::cpu::populateWideOperandPatterns(RewritePatternSet &patterns) {
  patterns.add<WidenFirst<arith::ExtSIOp>, WidenFirst<arith::ExtUIOp>, WidenFirst<arith::ExtFOp>>(
      patterns.getContext());
}

void dl::cpu::populateContractionRowPatterns(RewritePatternSet &patterns) {
  patterns.add<MultiplyRows>(patterns.getContext());
}
