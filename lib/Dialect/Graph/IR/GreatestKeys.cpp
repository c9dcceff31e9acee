//===-- GreatestKeys.cpp - te programs of the greatest numbers --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few are taken one after the other, each the greatest of those that are less than the one before.
// Of more, the k-th greatest is found bit by bit: each step counts the keys that are at least as
// great. Those are brought together, and each goes where the number of greater ones among them
// says; where k is nearly all there are, all are ranked so.
//
//===----------------------------------------------------------------------===//
#include "GreatestKeys.h"
#include "Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// Whether counting so many keys once for each bit is less than ranking them all: a count and the
/// moves of a key take some 128 times as long as a comparison.
bool GreatestKeys::isSelected(int64_t count) const {
  return (count - k) * (count + k) > 128 * count;
}

/// Whether looking at all keys once for each of the k is less than all else.
static bool isFew(int64_t k) { return k <= 64; }

double GreatestKeys::getCycles(int64_t k, int64_t count) {
  return static_cast<double>(count) * (isFew(k) ? static_cast<double>(k) / 4 : 33);
}

/// What stages and axes are called.
struct GreatestKeys::Names {
  std::string axis, prefix;
  std::string get(StringRef part) const { return (prefix + "." + part).str(); }
};

/// A stage of numbers over the rows.
StageBuilder GreatestKeys::makeRows() const {
  StageBuilder stage(builder, loc, integer);
  for (const auto &[name, extent] : rows)
    stage.spatial(name, extent);
  return stage;
}

/// The same with a last dim.
StageBuilder GreatestKeys::makeRow(const Names &names, int64_t along) const {
  StageBuilder stage = makeRows();
  stage.spatial(names.axis, along);
  return stage;
}

Value GreatestKeys::makeZeros(StageBuilder stage, const std::string &name) const {
  return stage.build(name, te::Combiner::None,
                     [&](StageBody &b) { return b.scalars.constant(integer, 0); });
}

/// Puts the first `count` elements of each row at places in its row of `base`.
Value GreatestKeys::scatterRows(const std::string &name, Value base, Value source, int64_t count,
                                llvm::function_ref<Value(StageBody &)> getPlace) {
  SmallVector<int64_t> extents(tensorType(source).getShape());
  extents.back() = count;
  SmallVector<te::AxisSpec> axes;
  for (auto [dim, size] : llvm::enumerate(extents))
    axes.push_back({"u" + std::to_string(dim), builder.getIndexAttr(size)});
  return te::ScatterOp::create(builder, loc, base, name, axes, te::Combiner::None,
                               [&](OpBuilder &bodyBuilder, Location loc, ValueRange arguments) {
                                 StageBody b(bodyBuilder, loc, arguments, /*isUnsigned=*/false);
                                 SmallVector<Value> yielded{
                                     b.read(source, b.axisRange(0, rows.size() + 1))};
                                 for (AffineExpr index : b.axisRange(0, rows.size()))
                                   yielded.push_back(b.indexOf(index));
                                 yielded.push_back(b.scalars.index(getPlace(b)));
                                 return yielded;
                               });
}

/// The k-th greatest key of each row: the greatest number than which k keys are no less.
Value GreatestKeys::makeLeast(Value keys, const Names &names) {
  Value start = makeZeros(makeRows(), names.get("start"));
  auto makeStep = [&](OpBuilder &, Location, ValueRange arguments) -> SmallVector<Value> {
    Value time = arguments[0], least = arguments[1];
    // With a further bit.
    Value next = makeRows().build(names.get("next"), te::Combiner::None, [&](StageBody &b) {
      Value step = b.numberOf(b.constant(bits - 1) - b.expression(time), integer);
      Value bit =
          arith::ShLIOp::create(b.getBuilder(), b.getLoc(), b.scalars.constant(integer, 1), step);
      return b.scalars.add(b.read(least, b.axisRange(0, rows.size())), bit);
    });
    StageBuilder counts = makeRows();
    counts.reduce(names.axis, tensorType(keys).getShape().back());
    Value count = counts.build(names.get("count"), te::Combiner::Add, [&](StageBody &b) {
      Value key = b.read(keys, b.axisRange(0, rows.size() + 1));
      Value isLess = b.scalars.less(key, b.read(next, b.axisRange(0, rows.size())));
      return b.scalars.select(isLess, b.scalars.constant(integer, 0),
                              b.scalars.constant(integer, 1));
    });
    return {makeRows().build(names.get("least"), te::Combiner::None, [&](StageBody &b) {
      SmallVector<AffineExpr> row = b.axisRange(0, rows.size());
      Value isFew =
          b.scalars.less(b.read(count, row), b.scalars.constant(integer, static_cast<double>(k)));
      return b.scalars.select(isFew, b.read(least, row), b.read(next, row));
    })};
  };
  OpBuilder::InsertionGuard guard(builder);
  te::AxisSpec time{"bit", builder.getIndexAttr(bits)};
  return te::ScanOp::create(builder, loc, names.get("bits"), time, start, TypeRange(), {},
                            /*reverse=*/false, makeStep)
      ->getResult(0);
}

/// The k greatest keys of each row, in the order of their positions, and a last one for all others.
Value GreatestKeys::makeList(Value keys, const Names &names) {
  Value least = makeLeast(keys, names);
  Value start = makeZeros(makeRows(), names.get("none"));
  // How many of them there are so far.
  auto makeStep = [&](OpBuilder &, Location, ValueRange arguments) -> SmallVector<Value> {
    Value time = arguments[0], sum = arguments[1];
    Value next = makeRows().build(names.get("sum"), te::Combiner::None, [&](StageBody &b) {
      SmallVector<AffineExpr> row = b.axisRange(0, rows.size()), here = row;
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
    te::AxisSpec time{names.axis, builder.getIndexAttr(shape.back())};
    sums = te::ScanOp::create(builder, loc, names.get("sums"), time, start,
                              TypeRange{RankedTensorType::get(shape, integer)},
                              {static_cast<int64_t>(rows.size())},
                              /*reverse=*/false, makeStep)
               ->getResult(1);
  }
  Value empty = makeZeros(makeRow(names, k + 1), names.get("empty"));
  return scatterRows(names.get("list"), empty, keys, shape.back(), [&](StageBody &b) {
    SmallVector<AffineExpr> here = b.axisRange(0, rows.size() + 1),
                            row = b.axisRange(0, rows.size());
    Value isLess = b.scalars.less(b.read(keys, here), b.read(least, row));
    Value place = b.scalars.sub(b.read(sums, here), b.scalars.constant(integer, 1));
    return b.scalars.select(isLess, b.scalars.constant(integer, static_cast<double>(k)), place);
  });
}

/// The k greatest keys of each row, the greatest first: each step takes the greatest of those that
/// are less than the last one.
Value GreatestKeys::takeGreatest(Value keys, const Names &names) {
  auto makeNumber = [](StageBody &b, int64_t value) -> Value {
    return arith::ConstantIntOp::create(b.getBuilder(), b.getLoc(), value, /*width=*/64);
  };
  Value start = makeRows().build(names.get("start"), te::Combiner::None, [&](StageBody &b) {
    return makeNumber(b, std::numeric_limits<int64_t>::max());
  });
  auto makeStep = [&](OpBuilder &, Location, ValueRange arguments) -> SmallVector<Value> {
    Value last = arguments[1];
    StageBuilder greatest = makeRows();
    ArrayRef<int64_t> shape = tensorType(keys).getShape();
    for (size_t dim = rows.size(); dim < shape.size(); ++dim)
      greatest.reduce(names.axis + (dim == rows.size() ? "" : "_in"), shape[dim]);
    Value next = greatest.build(names.get("next"), te::Combiner::Max, [&](StageBody &b) {
      Value key = b.read(keys, b.axisRange(0, shape.size()));
      Value isLess = b.scalars.less(key, b.read(last, b.axisRange(0, rows.size())));
      return b.scalars.select(isLess, key, makeNumber(b, -1));
    });
    return {next, next};
  };
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<int64_t> shape(tensorType(keys).getShape().take_front(rows.size() + 1));
  shape.back() = k;
  te::AxisSpec time{names.axis + "_rank", builder.getIndexAttr(k)};
  return te::ScanOp::create(builder, loc, names.get("greatest"), time, start,
                            TypeRange{RankedTensorType::get(shape, integer)},
                            {static_cast<int64_t>(rows.size())},
                            /*reverse=*/false, makeStep)
      ->getResult(1);
}

/// The same by how many others are greater; behind them may be more.
Value GreatestKeys::sortGreatest(Value keys, const Names &names) {
  int64_t all = tensorType(keys).getShape().back(), count = isSelected(all) ? k : all;
  Value list = isSelected(all) ? makeList(keys, names) : keys;
  StageBuilder ranks = makeRow(names, count);
  ranks.reduce(names.axis + "_other", count);
  Value order = ranks.build(names.get("order"), te::Combiner::Add, [&](StageBody &b) {
    SmallVector<AffineExpr> here = b.axisRange(0, rows.size() + 1), there = here;
    there.back() = b.axis(rows.size() + 1);
    Value isBefore = b.scalars.less(b.read(list, here), b.read(list, there));
    return b.scalars.select(isBefore, b.scalars.constant(integer, 1),
                            b.scalars.constant(integer, 0));
  });
  Value empty = makeZeros(makeRow(names, count), names.get("unordered"));
  return scatterRows(names.get("sorted"), empty, list, count,
                     [&](StageBody &b) { return b.read(order, b.axisRange(0, rows.size() + 1)); });
}

Value GreatestKeys::build(Value keys, StringRef axis, StringRef prefix) {
  Names names{axis.str(), prefix.str()};
  if (isFew(k))
    return takeGreatest(keys, names);
  ArrayRef<int64_t> dims = tensorType(keys).getShape().drop_front(rows.size());
  if (dims.size() == 1)
    return sortGreatest(keys, names);
  StageBuilder flat = makeRow(names, dims[0] * dims[1]);
  return sortGreatest(flat.build(names.get("flat"), te::Combiner::None,
                                 [&](StageBody &b) {
                                   SmallVector<AffineExpr> indices = b.axisRange(0, rows.size());
                                   AffineExpr at = b.axis(rows.size());
                                   indices.append({at.floorDiv(dims[1]), at % dims[1]});
                                   return b.read(keys, indices);
                                 }),
                      names);
}
