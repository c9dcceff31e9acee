//===-- TopKStages.cpp - te programs of the largest elements ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element and its position make one number, the element in the upper bits, so that the greater
// number goes first and no two are equal. The k-th greatest is found bit by bit: each step counts
// the numbers that are at least as great. Those are brought together, and each goes where the
// number of greater ones among them says. Where k is nearly all there are, or few, all are ranked
// so at once. Elements of 64 bits leave no room for a position: these are ranked by elements and
// positions.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
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
  bool isSelected() const;
  StageBuilder makeStage(int64_t along, Type elementType);
  StageBuilder makeRow(int64_t along);
  StageBuilder makeRows();
  Value makeZeros(StageBuilder stage, StringRef part);
  Value scatterRows(StringRef part, Value base, Value source, int64_t count,
                    llvm::function_ref<Value(StageBody &)> getPlace);
  SmallVector<AffineExpr> moveLast(StageBody &b) const;
  Value getKey(StageBody &b, Value element, Value place);
  Value makeKeys();
  Value makeLeast(Value keys);
  Value makeList(Value keys);
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

/// Whether counting the elements once for each bit is less than ranking them all: a count and the
/// moves of an element take some 128 times as long as a comparison.
bool TopKStages::isSelected() const { return (extent - k) * (extent + k) > 128 * extent; }

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

Value TopKStages::makeZeros(StageBuilder stage, StringRef part) {
  return stage.build(name(part), te::Combiner::None,
                     [&](StageBody &b) { return b.scalars.constant(integer, 0); });
}

/// Puts the first `count` elements of each row at places in its row of `base`.
Value TopKStages::scatterRows(StringRef part, Value base, Value source, int64_t count,
                              llvm::function_ref<Value(StageBody &)> getPlace) {
  SmallVector<int64_t> extents(tensorType(source).getShape());
  extents.back() = count;
  SmallVector<te::AxisSpec> axes;
  for (auto [dim, size] : llvm::enumerate(extents))
    axes.push_back({"u" + std::to_string(dim), builder.getIndexAttr(size)});
  return te::ScatterOp::create(builder, op.getLoc(), base, name(part), axes, te::Combiner::None,
                               [&](OpBuilder &bodyBuilder, Location loc, ValueRange arguments) {
                                 StageBody b(bodyBuilder, loc, arguments, /*isUnsigned=*/false);
                                 SmallVector<Value> yielded{b.read(source, b.axisRange(0, rank))};
                                 for (AffineExpr index : b.axisRange(0, rank - 1))
                                   yielded.push_back(b.indexOf(index));
                                 yielded.push_back(b.scalars.index(getPlace(b)));
                                 return yielded;
                               });
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

Value TopKStages::makeKeys() {
  return makeRow(extent).build(name("keys"), te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, rank);
    std::rotate(indices.begin() + axis, indices.end() - 1, indices.end());
    return getKey(b, b.read(x, indices), b.numberOf(b.axis(rank - 1), integer));
  });
}

/// The k-th greatest key of each row: the greatest number than which k keys are no less.
Value TopKStages::makeLeast(Value keys) {
  Value start = makeZeros(makeRows(), "start");
  int64_t bits = valueBits + placeBits;
  auto makeStep = [&](OpBuilder &, Location, ValueRange arguments) -> SmallVector<Value> {
    Value time = arguments[0], least = arguments[1];
    // With a further bit.
    Value next = makeRows().build(name("next"), te::Combiner::None, [&](StageBody &b) {
      Value step = b.numberOf(b.constant(bits - 1) - b.expression(time), integer);
      Value bit =
          arith::ShLIOp::create(b.getBuilder(), b.getLoc(), b.scalars.constant(integer, 1), step);
      return b.scalars.add(b.read(least, b.axisRange(0, rank - 1)), bit);
    });
    StageBuilder counts = makeRows();
    counts.reduce(names[axis], extent);
    Value count = counts.build(name("count"), te::Combiner::Add, [&](StageBody &b) {
      Value key = b.read(keys, b.axisRange(0, rank));
      Value isLess = b.scalars.less(key, b.read(next, b.axisRange(0, rank - 1)));
      return b.scalars.select(isLess, b.scalars.constant(integer, 0),
                              b.scalars.constant(integer, 1));
    });
    return {makeRows().build(name("least"), te::Combiner::None, [&](StageBody &b) {
      SmallVector<AffineExpr> row = b.axisRange(0, rank - 1);
      Value isFew =
          b.scalars.less(b.read(count, row), b.scalars.constant(integer, static_cast<double>(k)));
      return b.scalars.select(isFew, b.read(least, row), b.read(next, row));
    })};
  };
  OpBuilder::InsertionGuard guard(builder);
  te::AxisSpec time{"bit", builder.getIndexAttr(bits)};
  return te::ScanOp::create(builder, op.getLoc(), name("bits"), time, start, TypeRange(), {},
                            /*reverse=*/false, makeStep)
      ->getResult(0);
}

/// The k greatest keys of each row, in the order of their positions, and a last one for all others.
Value TopKStages::makeList(Value keys) {
  Value least = makeLeast(keys);
  Value start = makeZeros(makeRows(), "none");
  // How many of them there are so far.
  auto makeStep = [&](OpBuilder &, Location, ValueRange arguments) -> SmallVector<Value> {
    Value time = arguments[0], sum = arguments[1];
    Value next = makeRows().build(name("sum"), te::Combiner::None, [&](StageBody &b) {
      SmallVector<AffineExpr> row = b.axisRange(0, rank - 1), here = row;
      here.push_back(b.expression(time));
      Value isLess = b.scalars.less(b.read(keys, here), b.read(least, row)),
            before = b.read(sum, row);
      return b.scalars.select(isLess, before,
                              b.scalars.add(before, b.scalars.constant(integer, 1)));
    });
    return {next, next};
  };
  SmallVector<int64_t> shape(tensorType(keys).getShape());
  Value sums;
  {
    OpBuilder::InsertionGuard guard(builder);
    te::AxisSpec time{names[axis], builder.getIndexAttr(extent)};
    sums = te::ScanOp::create(builder, op.getLoc(), name("sums"), time, start,
                              TypeRange{RankedTensorType::get(shape, integer)}, {rank - 1},
                              /*reverse=*/false, makeStep)
               ->getResult(1);
  }
  Value empty = makeZeros(makeRow(k + 1), "empty");
  return scatterRows("list", empty, keys, extent, [&](StageBody &b) {
    SmallVector<AffineExpr> here = b.axisRange(0, rank), row = b.axisRange(0, rank - 1);
    Value isLess = b.scalars.less(b.read(keys, here), b.read(least, row));
    Value place = b.scalars.sub(b.read(sums, here), b.scalars.constant(integer, 1));
    return b.scalars.select(isLess, b.scalars.constant(integer, static_cast<double>(k)), place);
  });
}

Value TopKStages::makePlacesOfKeys() {
  Value keys = makeKeys();
  int64_t count = isSelected() ? k : extent;
  Value list = isSelected() ? makeList(keys) : keys;
  StageBuilder ranks = makeRow(count);
  ranks.reduce(names[axis] + "_other", count);
  Value order = ranks.build(name("order"), te::Combiner::Add, [&](StageBody &b) {
    SmallVector<AffineExpr> here = b.axisRange(0, rank), there = here;
    there.back() = b.axis(rank);
    Value isBefore = b.scalars.less(b.read(list, here), b.read(list, there));
    return b.scalars.select(isBefore, b.scalars.constant(integer, 1),
                            b.scalars.constant(integer, 0));
  });
  Value empty = makeZeros(makeRow(count), "unordered");
  Value sorted = scatterRows("sorted", empty, list, count,
                             [&](StageBody &b) { return b.read(order, b.axisRange(0, rank)); });
  return makeStage(k, integer).build(name("place"), te::Combiner::None, [&](StageBody &b) {
    Value most = b.scalars.constant(integer, static_cast<double>((int64_t(1) << placeBits) - 1));
    return b.scalars.sub(most, b.scalars.bitAnd(b.read(sorted, moveLast(b)), most));
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
