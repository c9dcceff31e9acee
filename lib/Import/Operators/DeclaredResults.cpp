//===-- DeclaredResults.cpp - results of declared room ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DeclaredResults.h.
//
//===----------------------------------------------------------------------===//
#include "DeclaredResults.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

LogicalResult DeclaredResult::read(int64_t resultRank, ArrayRef<int64_t> dims, unsigned input,
                                   StringRef what) {
  if (failed(node.checkCounts()))
    return failure();
  if (dims.empty())
    return success();
  std::optional<SmallVector<int64_t>> declared = node.getDeclaredShape(0);
  // The last dims are the result's.
  if (declared && static_cast<int64_t>(declared->size()) > resultRank)
    declared->erase(declared->begin(), declared->end() - resultRank);
  bool isKnown =
      declared && static_cast<int64_t>(declared->size()) == resultRank &&
      llvm::none_of(dims, [&](int64_t dim) { return ShapedType::isDynamic((*declared)[dim]); });
  if (!isKnown)
    return node.requireConstant(input, what);
  room = *declared;
  return success();
}

Value DeclaredResult::takeInside(Value x, int64_t dim, Value positions) {
  if (!x)
    return {};
  Value last = graph.sub(size(node.getDims(x)[dim]), number(1));
  return gather(x, dim, clamp(positions, number(0), last));
}

Value DeclaredResult::align(Value list, int64_t dim, int64_t rank) {
  if (!list)
    return {};
  SmallVector<int64_t> shape(rank - dim, 1);
  shape[0] = cast<RankedTensorType>(list.getType()).getDimSize(0);
  return graph.reshape(list, shape);
}

Value DeclaredResult::takeOrFill(Value x, int64_t dim, Value positions, Value number) {
  if (!x)
    return {};
  Value extent = size(node.getDims(x)[dim]);
  Value isInside = both(negate(isNegative(positions)), less(positions, extent));
  isInside = align(isInside, dim, cast<RankedTensorType>(x.getType()).getRank());
  return select(isInside, takeInside(x, dim, positions), number);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// How many integers an input has, as a list; an error where only a run knows that.
static FailureOr<int64_t> getLength(NodeImporter &node, unsigned input, StringRef what) {
  RankedTensorType type = node.getInputType(input);
  if (type.getRank() == 1 && type.hasStaticShape())
    return type.getDimSize(0);
  (void)node.requireConstant(input, what);
  return failure();
}

LogicalResult dl::onnx_import::importDeclaredExpand(NodeImporter &node) {
  FailureOr<int64_t> length = getLength(node, 1, "the shape");
  if (failed(length))
    return failure();
  AffineExpr one = node.getSize(1);
  Dims dims = node.getDims(node.getInput(0));
  if (*length > static_cast<int64_t>(dims.size()))
    dims.insert(dims.begin(), *length - dims.size(), one);
  int64_t rank = dims.size();
  SmallVector<int64_t> filled;
  for (auto [dim, extent] : llvm::enumerate(dims))
    if (extent == one)
      filled.push_back(dim);
  DeclaredResult result(node);
  if (failed(result.read(rank, filled, 1, "the shape")))
    return failure();
  Value target = result.checkExtents(result.getList(1, *length, "the shape"));
  SmallVector<Value> counts(rank);
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t index = dim - (rank - *length);
    if (index < 0)
      continue;
    Value extent = result.getElement(target, index);
    if (dims[dim] == one) {
      counts[dim] = extent;
      dims[dim] = node.getSize(result.getRoom(dim));
      continue;
    }
    // A dim of the operand may be asked for as it is, or as 1.
    Value own = result.size(dims[dim]);
    Value isOther = result.negate(result.getGraph().make<graph::OrOp>(
        {result.equal(extent, own), result.equal(extent, result.number(1))}));
    counts[dim] = result.requireZero(own, result.getGraph().cast(isOther, result.getType()));
  }
  for (int64_t dim : filled)
    if (!counts[dim])
      dims[dim] = one;
  FailureOr<Value> value = node.createBroadcastTo(node.getInput(0), dims);
  // What is counted is a value of its own.
  if (succeeded(value) && *value == node.getInput(0))
    value = result.gather(*value, 0, result.range(dims.front()));
  return failed(value) ? failure() : setCounted(node, *value, counts);
}

LogicalResult dl::onnx_import::importDeclaredTile(NodeImporter &node) {
  DeclaredResult result(node);
  int64_t rank = node.getInputRank(0);
  if (failed(result.read(rank, 1, "the repeats")))
    return failure();
  Value repeats = result.checkExtents(result.getList(1, rank, "the repeats"));
  Value x = node.getInput(0);
  SmallVector<Value> counts(rank);
  for (int64_t dim = 0; dim < rank && x; ++dim) {
    AffineExpr extent = node.getDims(x)[dim];
    if (extent == node.getSize(0))
      continue;
    Value own = result.size(extent);
    counts[dim] = result.getGraph().mul(own, result.getElement(repeats, dim));
    x = result.gather(x, dim, result.getGraph().make<graph::ModOp>({result.getPlaces(dim), own}));
  }
  return setCounted(node, x, counts);
}

LogicalResult dl::onnx_import::importDeclaredPad(NodeImporter &node, StringRef mode) {
  int64_t rank = node.getInputRank(0), numAxes = rank;
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  bool readsAxes = node.isData(3);
  if (readsAxes) {
    FailureOr<int64_t> length = getLength(node, 3, "the axes");
    if (failed(length))
      return failure();
    numAxes = *length;
  } else if (node.getInput(3)) {
    FailureOr<SmallVector<int64_t>> given = node.getConstantInts(3, "the axes");
    if (failed(given) || failed(node.normalizeAxes(*given, rank)))
      return failure();
    axes =
        llvm::map_to_vector(*given, [&](int64_t axis) { return *node.normalizeAxis(axis, rank); });
    numAxes = axes.size();
  }
  DeclaredResult result(node);
  if (failed(result.read(rank, axes, node.isData(1) ? 1 : 3,
                         node.isData(1) ? "the pads" : "the axes")))
    return failure();
  GraphExpression &graph = result.getGraph();
  Value pads = result.getList(1, 2 * numAxes, "the pads");
  Value low = graph.slice(pads, {numAxes}, {0}), high = graph.slice(pads, {numAxes}, {numAxes});
  if (readsAxes) {
    DataAxes given(node);
    if (failed(given.read(3, rank)))
      return failure();
    low = given.spread(low, given.number(0));
    high = given.spread(high, given.number(0));
  }
  Value x = node.getInput(0), fill = node.getInput(2);
  fill = fill ? graph.reshape(fill, {}) : graph.scalar(x, 0);
  SmallVector<Value> counts(rank);
  for (auto [i, dim] : llvm::enumerate(axes)) {
    if (!x)
      return failure();
    AffineExpr extent = node.getDims(x)[dim];
    if (extent == node.getSize(0) && mode != "constant")
      return node.emitError() << "expected elements to fill with, got " << x.getType();
    Value own = result.size(extent), before = result.getElement(low, i);
    counts[dim] =
        result.checkExtents(graph.add(graph.add(own, before), result.getElement(high, i)));
    Value places = graph.sub(result.getPlaces(dim), before);
    if (mode == "constant" && extent == node.getSize(0)) {
      Dims dims = node.getDims(x);
      dims[dim] = node.getSize(result.getRoom(dim));
      FailureOr<Value> filled = node.createBroadcastTo(fill, dims);
      x = succeeded(filled) ? *filled : Value();
    } else if (mode == "constant") {
      x = result.takeOrFill(x, dim, places, fill);
    } else if (mode == "edge") {
      x = result.takeInside(x, dim, places);
    } else if (mode == "wrap") {
      x = result.takeInside(x, dim, graph.make<graph::ModOp>({places, own}));
    } else {
      // There and back again, without the ends twice.
      Value last = graph.sub(own, result.number(1));
      Value period = result.larger(graph.mul(last, result.number(2)), result.number(1));
      Value place = graph.make<graph::ModOp>({places, period});
      x = result.takeInside(x, dim, result.smaller(place, graph.sub(period, place)));
    }
  }
  return setCounted(node, x, counts);
}

LogicalResult dl::onnx_import::importDeclaredCrop(NodeImporter &node, ArrayRef<int64_t> axes) {
  int64_t rank = node.getInputRank(0), numAxes = axes.size();
  SmallVector<int64_t> dims =
      llvm::map_to_vector(axes, [&](int64_t axis) { return *node.normalizeAxis(axis, rank); });
  DeclaredResult result(node);
  if (failed(result.read(rank, dims, 1, "the shape")))
    return failure();
  GraphExpression &graph = result.getGraph();
  Value shape = result.checkExtents(result.getList(1, numAxes, "the shape"));
  Value x = node.getInput(0), two = result.number(2);
  Value fill = graph.scalar(x, 0);
  SmallVector<Value> counts(rank);
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (!x)
      return failure();
    // Of an odd number of elements, one more is cut off or added at the end.
    Value own = result.size(node.getDims(x)[dim]), asked = result.getElement(shape, i);
    Value cut = graph.div(result.larger(graph.sub(own, asked), result.number(0)), two);
    Value added = graph.div(result.larger(graph.sub(asked, own), result.number(0)), two);
    Value places = graph.add(result.getPlaces(dim), graph.sub(cut, added));
    x = result.takeOrFill(x, dim, places, fill);
    counts[dim] = asked;
  }
  return setCounted(node, x, counts);
}

LogicalResult dl::onnx_import::importDeclaredFill(NodeImporter &node, Value number) {
  FailureOr<int64_t> length = getLength(node, 0, "the shape");
  DeclaredResult result(node);
  if (failed(length) || failed(result.read(*length, 0, "the shape")))
    return failure();
  Value shape = result.checkExtents(result.getList(0, *length, "the shape"));
  Dims dims;
  for (int64_t dim = 0; dim < *length; ++dim)
    dims.push_back(node.getSize(result.getRoom(dim)));
  FailureOr<Value> filled = number ? node.createBroadcastTo(number, dims) : FailureOr<Value>();
  return failed(filled) ? failure() : setCounted(node, *filled, result.getElements(shape, *length));
}

/// start + i * delta for i from 0 on; floats in f64.
LogicalResult dl::onnx_import::importDeclaredRange(NodeImporter &node) {
  DeclaredResult result(node);
  unsigned input = 0;
  while (!node.isData(input))
    ++input;
  if (failed(result.read(1, input, "the range")))
    return failure();
  GraphExpression &graph = result.getGraph();
  Type type = node.getInputType(0).getElementType(), i64 = result.getType();
  Type wide = isa<FloatType>(type) ? Type(node.getBuilder().getF64Type()) : i64;
  Value numbers[3];
  for (unsigned i = 0; i < 3; ++i) {
    if (node.getInputType(i).getRank() > 1 || node.getInputType(i).getNumElements() != 1)
      return node.emitError() << "expected the range to be given by single numbers, got "
                              << node.getInputType(i);
    numbers[i] = graph.cast(graph.reshape(node.getInput(i), {}), wide);
  }
  auto [start, limit, delta] = numbers;
  Value zero = graph.number(0, wide);
  Value isNothing = graph.make<graph::EqualOp>({delta, zero});
  Value step = result.select(isNothing, graph.number(1, wide), delta),
        way = graph.sub(limit, start);
  Value count;
  if (wide == i64) {
    // Rounded up: both as if steps went up.
    Value isDown = result.isNegative(step);
    way = result.larger(result.select(isDown, graph.sub(zero, way), way), zero);
    Value stride = result.select(isDown, graph.sub(zero, step), step);
    count = graph.div(graph.add(way, graph.sub(stride, result.number(1))), stride);
  } else {
    Value steps = graph.make<graph::CeilOp>(graph.div(way, step));
    // No more than an integer holds: there is never room for that many.
    Value most = graph.number(std::numeric_limits<int32_t>::max(), wide);
    count = graph.cast(result.clamp(steps, zero, most), i64);
  }
  count = result.requireZero(count, graph.cast(isNothing, i64));
  Value places = graph.cast(result.getPlaces(0), wide);
  Value values = graph.add(graph.mul(places, step), start);
  return setCounted(node, graph.cast(values, type), result.checkExtents(count));
}
