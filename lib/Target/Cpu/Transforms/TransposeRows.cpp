//===-- TransposeRows.cpp - transposes as shuffles of two rows --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The place of an element in a matrix of 2^r rows of 2^c lanes is r + c bits. A shuffle of two rows
// whose numbers differ in one bit moves this bit into the lanes' numbers, and one of theirs to
// where it was; a transpose moves all of them. Instructions that interleave or choose whole
// segments of 128 bits turn the bits of a lane's number in a circle by one on the way, so that all
// steps inside of segments are the same, and so are all between segments:
//   inside:   a0 b0 a1 b1 | a4 b4 a5 b5   and   a2 b2 a3 b3 | a6 b6 a7 b7    (unpcklps, unpckhps)
//   between:  a.0 a.2 b.0 b.2             and   a.1 a.3 b.1 b.3              (vshuff32x4)
//
//===----------------------------------------------------------------------===//
#include "TransposeRows.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Utils/VectorUtils.h"

using namespace mlir;

namespace {
/// Bits of an instruction's segments, inside of which it interleaves: those of AVX2 and AVX-512,
/// and a register of NEON.
constexpr unsigned segmentBits = 128;

/// A matrix on its way to being its transpose.
class Rows {
public:
  Rows(OpBuilder &builder, Location loc, Value matrix)
      : builder(builder), loc(loc), type(cast<VectorType>(matrix.getType())),
        segment(llvm::Log2_64(segmentBits / type.getElementTypeBitWidth())) {
    for (int64_t row = 0; row < type.getDimSize(0); ++row)
      rows.push_back(vector::ExtractOp::create(builder, loc, matrix, row));
    laneBits = llvm::Log2_64(type.getDimSize(1));
    for (unsigned bit = 0; bit < llvm::Log2_64(rows.size()); ++bit)
      bits.push_back(Bit{/*ofLane=*/false, bit});
  }

  Value transpose() {
    unsigned rowBits = bits.size();
    inside = std::min({segment, rowBits, laneBits});
    if (laneBits > rowBits) {
      turnInside();
      narrow(rowBits);
      turnBetween();
    } else {
      while (laneBits < rowBits)
        widen();
      turnBetween();
      turnInside();
    }
    auto result = VectorType::get({type.getDimSize(1), type.getDimSize(0)}, type.getElementType());
    Value matrix = ub::PoisonOp::create(builder, loc, result);
    for (auto [number, row] : llvm::enumerate(rows)) {
      int64_t lane = 0;
      for (auto [place, bit] : llvm::enumerate(bits))
        lane |= int64_t(number >> place & 1) << bit.number;
      matrix = vector::InsertOp::create(builder, loc, row, matrix, lane);
    }
    return matrix;
  }

private:
  /// What a bit of the number in `rows` tells of: a bit of the row's or of the lane's number in the
  /// matrix.
  struct Bit {
    bool ofLane;
    unsigned number;
  };

  /// The place in a row's number of the bit of the matrix' rows.
  unsigned getPlace(unsigned number) const {
    for (auto [place, bit] : llvm::enumerate(bits))
      if (!bit.ofLane && bit.number == number)
        return place;
    llvm_unreachable("a bit that has gone into the lanes");
  }

  Value shuffle(Value low, Value high, ArrayRef<int64_t> lanes) {
    return vector::ShuffleOp::create(builder, loc, low, high, lanes);
  }

  /// Calls `combine` with each two rows that differ in a bit of their number.
  template <typename Combine> void forEachPair(unsigned place, Combine combine) {
    for (size_t row = 0; row < rows.size(); ++row)
      if ((row >> place & 1) == 0)
        combine(row, row | size_t(1) << place);
  }

  /// The lanes of both rows, one's behind the other's.
  void widen() {
    unsigned place = getPlace(inside + numWidened++);
    SmallVector<Value> wide;
    auto lanes = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(2) << laneBits));
    forEachPair(place, [&](size_t low, size_t high) {
      wide.push_back(shuffle(rows[low], rows[high], lanes));
    });
    rows = std::move(wide);
    bits.erase(bits.begin() + place);
    ++laneBits;
  }

  /// Parts of the rows of 2^`left` lanes, the first parts of all before the second ones.
  void narrow(unsigned left) {
    SmallVector<Value> parts;
    int64_t size = int64_t(1) << left;
    for (int64_t begin = 0; begin < int64_t(1) << laneBits; begin += size)
      for (Value row : rows)
        parts.push_back(vector::ExtractStridedSliceOp::create(builder, loc, row, begin, size, 1));
    rows = std::move(parts);
    for (unsigned number = left; number < laneBits; ++number)
      bits.push_back(Bit{/*ofLane=*/true, number});
    laneBits = left;
  }

  /// Turns bits `first` to `last` of the lanes' numbers by one: the rows' one at `place` comes in
  /// at one end, or, `fromTop`, at the other; what leaves at the other end takes its place.
  void turn(unsigned place, unsigned first, unsigned last, bool fromTop) {
    unsigned width = last - first;
    int64_t size = int64_t(1) << laneBits, all = (int64_t(1) << width) - 1;
    auto getLanes = [&](int64_t leaving) {
      SmallVector<int64_t> lanes;
      for (int64_t lane = 0; lane < size; ++lane) {
        int64_t field = lane >> first & all;
        int64_t source = fromTop ? field >> (width - 1) : field & 1;
        int64_t old = fromTop ? (field << 1 & all) | leaving : field >> 1 | leaving << (width - 1);
        lanes.push_back(source * size + ((lane & ~(all << first)) | old << first));
      }
      return lanes;
    };
    SmallVector<int64_t> lows = getLanes(0), highs = getLanes(1);
    forEachPair(place, [&](size_t low, size_t high) {
      Value first = rows[low], second = rows[high];
      rows[low] = shuffle(first, second, lows);
      rows[high] = shuffle(first, second, highs);
    });
  }

  void turnInside() {
    for (unsigned number = inside; number-- > 0;) {
      unsigned place = getPlace(number);
      turn(place, 0, inside, /*fromTop=*/false);
      bits[place] = Bit{/*ofLane=*/true, number};
    }
  }

  void turnBetween() {
    for (unsigned left = inside; left + numWidened < laneBits; ++left) {
      unsigned place = getPlace(left + numWidened);
      turn(place, inside, laneBits, /*fromTop=*/true);
      bits[place] = Bit{/*ofLane=*/true, left};
    }
  }

  OpBuilder &builder;
  Location loc;
  VectorType type;
  /// The bits of a lane's number inside of a segment.
  unsigned segment;
  SmallVector<Value> rows;
  SmallVector<Bit> bits;
  unsigned laneBits = 0;
  /// How many bits are exchanged inside of segments, and how many lanes' numbers got from `widen`.
  unsigned inside = 0, numWidened = 0;
};

/// vector.transpose %m, [1, 0] : vector<8x8xf32> -> 24 vector.shuffle of two rows each
struct TransposeRows : OpRewritePattern<vector::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransposeOp op, PatternRewriter &rewriter) const override {
    VectorType source = op.getSourceVectorType(), result = op.getResultVectorType();
    auto dims = vector::isTranspose2DSlice(op);
    if (failed(dims) || source.isScalable() || !source.getElementType().isIntOrFloat())
      return rewriter.notifyMatchFailure(op, "not a matrix of numbers");
    int64_t numRows = source.getDimSize(dims->first), numLanes = source.getDimSize(dims->second);
    unsigned elementBits = source.getElementTypeBitWidth();
    if (!llvm::isPowerOf2_64(numRows) || !llvm::isPowerOf2_64(numLanes) || elementBits < 8 ||
        segmentBits % elementBits != 0)
      return rewriter.notifyMatchFailure(op, "not powers of two");
    Location loc = op.getLoc();
    auto matrixType = VectorType::get({numRows, numLanes}, source.getElementType());
    Value matrix = rewriter.createOrFold<vector::ShapeCastOp>(loc, matrixType, op.getVector());
    Value turned = Rows(rewriter, loc, matrix).transpose();
    rewriter.replaceOp(op, rewriter.createOrFold<vector::ShapeCastOp>(loc, result, turned));
    return success();
  }
};
} // namespace

void dl::cpu::populateTransposeRowPatterns(RewritePatternSet &patterns) {
  patterns.add<TransposeRows>(patterns.getContext(), /*benefit=*/2);
}
