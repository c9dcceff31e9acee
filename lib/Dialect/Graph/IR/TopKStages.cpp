//===-- TopKStages.cpp - te programs of the largest elements ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element and its position make one number, a key, the element in the upper bits, so that the
// greater key goes first and no two are equal (GreatestKeys.h). Of a long row only k blocks are
// looked at: those of the k greatest maxima have all of them. Elements of 64 bits leave no room for
// a position: these are ranked by elements and positions.
//
//===----------------------------------------------------------------------===//
#include "GreatestKeys.h"
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
/// Builds the stages of one operator.
class TopKStages {
public:
  TopKStages(TopKOp op, OpBuilder &builder, Value x, StringRef prefix)
      : op(op), builder(builder), x(x), prefix(prefix), type(tensorType(op.getX())),
        names(axisNames(x, type)), axis(op.getAxis()), k(op.getK()), rank(type.getRank()),
        extent(type.getDimSize(axis)), integer(builder.getI64Type()),
        valueBits(isa<FloatType>(type.getElementType())
                      ? 32
                      : type.getElementType().getIntOrFloatBitWidth()),
        placeBits(llvm::Log2_64_Ceil(std::max<int64_t>(extent, 1))) {}

  void build(SmallVectorImpl<Value> &results);

private:
  std::string name(StringRef part) const { return (prefix + "." + part).str(); }
  bool isNarrow() const;
  int64_t chooseBlock() const;
  StageBuilder makeStage(int64_t along, Type elementType);
  StageBuilder makeRow(int64_t along);
  StageBuilder makeRows();
  SmallVector<AffineExpr> moveLast(StageBody &b) const;
  SmallVector<AffineExpr> getIndices(StageBody &b, AffineExpr place) const;
  Value getKey(StageBody &b, Value element, Value place);
  Value getPlace(StageBody &b, Value key);
  Value makeKeys();
  Value makeMaxima(int64_t blocks, int64_t length);
  Value makeCandidates(Value maxima, int64_t blocks, int64_t length);
  Value makePlacesOfKeys();
  Value makeRanks();
  Value makePlacesOfRanks();

  TopKOp op;
  OpBuilder &builder;
  Value x;
  StringRef prefix;
  RankedTensorType type;
  SmallVector<std::string> names;
  int64_t axis, k, rank, extent;
  Type integer;
  /// Of a key.
  int64_t valueBits, placeBits;
};
} // namespace

/// Whether an element and its position fit into 63 bits.
bool TopKStages::isNarrow() const {
  Type element = type.getElementType();
  bool isKnown = isa<FloatType>(element) ? element.isF32() || ScalarBuilder::isHalf(element)
                                         : valueBits >= 8 && valueBits <= 32;
  return isKnown && valueBits + placeBits <= 63;
}

/// How long the blocks are of which only k are looked at; 1: there are none.
int64_t TopKStages::chooseBlock() const {
  // The maxima are then as many as the keys of k blocks.
  int64_t length = std::llround(std::sqrt(static_cast<double>(extent) / static_cast<double>(k)));
  constexpr int64_t cyclesOfCandidate = 8;
  double inBlocks =
      GreatestKeys::getCycles(k, llvm::divideCeil(extent, std::max<int64_t>(length, 1))) +
      GreatestKeys::getCycles(k, k * length) + static_cast<double>(cyclesOfCandidate * k * length);
  return length > 1 && 2 * inBlocks < GreatestKeys::getCycles(k, extent) ? length : 1;
}

/// A stage over the tensor's dims, of which that of the axis has another extent.
StageBuilder TopKStages::makeStage(int64_t along, Type elementType) {
  StageBuilder stage(builder, op.getLoc(), elementType);
  for (int64_t dim = 0; dim < rank; ++dim)
    stage.spatial(names[dim], dim == axis ? along : type.getDimSize(dim));
  return stage;
}

/// A stage of numbers over the other dims.
StageBuilder TopKStages::makeRows() {
  StageBuilder stage(builder, op.getLoc(), integer);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != axis)
      stage.spatial(names[dim], type.getDimSize(dim));
  return stage;
}

/// The same with a last dim for what the axis has.
StageBuilder TopKStages::makeRow(int64_t along) {
  StageBuilder stage = makeRows();
  stage.spatial(names[axis], along);
  return stage;
}

/// The indices of a stage over the tensor's dims, that of the axis behind the others.
SmallVector<AffineExpr> TopKStages::moveLast(StageBody &b) const {
  SmallVector<AffineExpr> indices = b.axisRange(0, rank);
  std::rotate(indices.begin() + axis, indices.begin() + axis + 1, indices.end());
  return indices;
}

/// The greater, the earlier in the result: NaN is greater than all other elements, of equal ones
/// the first.
Value TopKStages::getKey(StageBody &b, Value element, Value place) {
  bool isUnsigned = type.getElementType().isUnsignedInteger();
  ScalarBuilder s(b.getBuilder(), b.getLoc(), isUnsigned), keys(b.getBuilder(), b.getLoc());
  auto number = [&](int64_t value) { return keys.constant(integer, static_cast<double>(value)); };
  Value ordered;
  if (isa<FloatType>(type.getElementType())) {
    Type bits = builder.getI32Type();
    Value most = s.constant(bits, std::numeric_limits<int32_t>::max());
    Value value = s.convert(element, builder.getF32Type()), zero = s.constant(value, 0);
    // Both zeros are one.
    Value raw = s.bitcast(s.select(s.equal(value, zero), zero, value), bits);
    // The bits of negative floats grow with their magnitude.
    ordered = s.select(s.less(raw, s.constant(bits, 0)), s.bitXor(raw, most), raw);
    ordered = keys.convert(s.select(s.isNan(value), most, ordered), integer);
  } else {
    ordered = s.convert(element, integer);
    if (isUnsigned)
      ordered = keys.sub(ordered, number(int64_t(1) << (valueBits - 1)));
  }
  if (op.getSmallest())
    ordered = keys.bitNot(ordered);
  Value upper = keys.mul(keys.add(ordered, number(int64_t(1) << (valueBits - 1))),
                         number(int64_t(1) << placeBits));
  return keys.add(upper, keys.sub(number((int64_t(1) << placeBits) - 1), place));
}

/// Where the element of a key is.
Value TopKStages::getPlace(StageBody &b, Value key) {
  Value most = b.scalars.constant(integer, static_cast<double>((int64_t(1) << placeBits) - 1));
  return b.scalars.sub(most, b.scalars.bitAnd(key, most));
}

/// The indices of the element at a place of a stage's row.
SmallVector<AffineExpr> TopKStages::getIndices(StageBody &b, AffineExpr place) const {
  SmallVector<AffineExpr> indices = b.axisRange(0, rank - 1);
  indices.insert(indices.begin() + axis, place);
  return indices;
}

Value TopKStages::makeKeys() {
  return makeRow(extent).build(name("keys"), te::Combiner::None, [&](StageBody &b) {
    AffineExpr place = b.axis(rank - 1);
    return getKey(b, b.read(x, getIndices(b, place)), b.numberOf(place, integer));
  });
}

/// The greatest key of each block, whose elements are as far apart as there are blocks: vectors are
/// of neighbouring blocks.
Value TopKStages::makeMaxima(int64_t blocks, int64_t length) {
  StageBuilder stage = makeRow(blocks);
  stage.reduce(names[axis] + "_block", length);
  return stage.build(name("maxima"), te::Combiner::Max, [&](StageBody &b) {
    AffineExpr place = b.axis(rank) * blocks + b.axis(rank - 1);
    Value number = b.numberOf(place, integer);
    if (blocks * length == extent)
      return getKey(b, b.read(x, getIndices(b, place)), number);
    Value element = b.readGuarded(x, getIndices(b, place), {b.constant(extent - 1) - place}, 0);
    Value isThere =
        b.scalars.less(number, b.scalars.constant(integer, static_cast<double>(extent)));
    return b.scalars.select(isThere, getKey(b, element, number), b.scalars.constant(integer, -1));
  });
}

/// The keys of the blocks that have the k greatest maxima.
Value TopKStages::makeCandidates(Value maxima, int64_t blocks, int64_t length) {
  StageBuilder stage = makeRow(k);
  stage.spatial(names[axis] + "_block", length);
  return stage.build(name("candidates"), te::Combiner::None, [&](StageBody &b) {
    auto constant = [&](int64_t value) {
      return b.scalars.constant(integer, static_cast<double>(value));
    };
    Value greatest = getPlace(b, b.read(maxima, b.axisRange(0, rank)));
    Value block = arith::RemUIOp::create(b.getBuilder(), b.getLoc(), greatest, constant(blocks));
    Value place = b.scalars.add(block, b.numberOf(b.axis(rank) * blocks, integer));
    AffineExpr index = b.expression(b.boundedIndex(place, extent));
    Value key = getKey(b, b.read(x, getIndices(b, index)), place);
    if (blocks * length == extent)
      return key;
    return b.scalars.select(b.scalars.less(place, constant(extent)), key, constant(-1));
  });
}

Value TopKStages::makePlacesOfKeys() {
  GreatestKeys rows(builder, op.getLoc(), k, valueBits + placeBits);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != axis)
      rows.addRows(names[dim], type.getDimSize(dim));
  int64_t length = chooseBlock(), blocks = llvm::divideCeil(extent, length);
  Value keys =
      length == 1
          ? makeKeys()
          : makeCandidates(rows.build(makeMaxima(blocks, length), names[axis], name("blocks")),
                           blocks, length);
  Value sorted = rows.build(keys, names[axis], prefix);
  return makeStage(k, integer).build(name("place"), te::Combiner::None, [&](StageBody &b) {
    return getPlace(b, b.read(sorted, moveLast(b)));
  });
}

/// How many elements go before each.
Value TopKStages::makeRanks() {
  StageBuilder stage = makeStage(extent, integer);
  stage.reduce(names[axis] + "_other", extent);
  return stage.build(name("order"), te::Combiner::Add, [&](StageBody &b) {
    SmallVector<AffineExpr> here = b.axisRange(0, rank), there = here;
    there[axis] = b.axis(rank);
    ScalarBuilder s(b.getBuilder(), b.getLoc(), type.getElementType().isUnsignedInteger());
    Value mine = b.read(x, here), other = b.read(x, there);
    Value before = op.getSmallest() ? s.less(other, mine) : s.less(mine, other);
    Value same = s.equal(mine, other);
    if (isa<FloatType>(type.getElementType())) {
      Value mineNan = s.isNan(mine), otherNan = s.isNan(other);
      Value first = op.getSmallest() ? s.bitAnd(mineNan, s.bitNot(otherNan))
                                     : s.bitAnd(otherNan, s.bitNot(mineNan));
      before = s.bitOr(before, first);
      same = s.bitOr(same, s.bitAnd(mineNan, otherNan));
    }
    Value earlier = s.less(b.numberOf(b.axis(rank), integer), b.numberOf(b.axis(axis), integer));
    return s.convert(s.bitOr(before, s.bitAnd(same, earlier)), integer);
  });
}

Value TopKStages::makePlacesOfRanks() {
  Value order = makeRanks();
  StageBuilder stage = makeStage(k, integer);
  stage.reduce(names[axis] + "_from", extent);
  return stage.build(name("place"), te::Combiner::Add, [&](StageBody &b) {
    SmallVector<AffineExpr> from = b.axisRange(0, rank);
    from[axis] = b.axis(rank);
    Value isHere = b.scalars.equal(b.read(order, from), b.numberOf(b.axis(axis), integer));
    return b.scalars.select(isHere, b.numberOf(b.axis(rank), integer),
                            b.scalars.constant(integer, 0));
  });
}

void TopKStages::build(SmallVectorImpl<Value> &results) {
  // Of no elements there are no steps.
  auto makeNone = [&](Type elementType, StringRef stage) {
    return makeStage(k, elementType).build(stage, te::Combiner::None, [&](StageBody &b) {
      return b.scalars.constant(getStorageType(elementType), 0);
    });
  };
  bool isEmpty = k == 0 || llvm::is_contained(type.getShape(), 0);
  Value places = isEmpty      ? makeNone(integer, name("place"))
                 : isNarrow() ? makePlacesOfKeys()
                              : makePlacesOfRanks();
  if (isEmpty) {
    results.append({makeNone(type.getElementType(), prefix), places});
    return;
  }
  StageBuilder values = makeStage(k, type.getElementType());
  results.push_back(values.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, rank);
    indices[axis] = b.expression(b.boundedIndex(b.read(places, indices), extent));
    return b.read(x, indices);
  }));
  results.push_back(places);
}

LogicalResult TopKOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                            StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  TopKStages(*this, builder, operands[0], prefix).build(results);
  return success();
}
