//===-- DataNumbers.cpp - numbers that only a run knows ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DataNumbers.h.
//
//===----------------------------------------------------------------------===//
#include "DataNumbers.h"
#include "Compaction.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value DataNumbers::size(AffineExpr size) {
  FailureOr<Value> value = node.createOffset(size, i64);
  return succeeded(value) ? *value : Value();
}

Value DataNumbers::range(AffineExpr count) {
  constexpr int64_t most = 1 << 12;
  auto constant = dyn_cast<AffineConstantExpr>(count);
  FailureOr<Value> places = failure();
  if (!constant || constant.getValue() <= most) {
    places = node.createCounting(count);
  } else {
    auto extents = RankedTensorType::get({constant.getValue(), 0}, node.getBuilder().getI8Type());
    FailureOr<Value> empty =
        node.createConstant(DenseElementsAttr::get(extents, ArrayRef<int8_t>()));
    if (succeeded(empty))
      places = node.create<graph::IotaOp>(*empty);
  }
  return succeeded(places) ? *places : Value();
}

Value DataNumbers::sum(Value numbers) {
  graph::ReduceSumOp::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr({0});
  return graph.make<graph::ReduceSumOp>(numbers, properties);
}

Value DataNumbers::getList(unsigned input, int64_t count, StringRef what) {
  RankedTensorType type = node.getInputType(input);
  if (!type.hasStaticShape()) {
    (void)node.requireConstant(input, what);
    return {};
  }
  if (type.getRank() > 1 || !type.getElementType().isIntOrIndex() ||
      type.getNumElements() != count) {
    node.emitError() << "expected " << what << " to be a list of " << count << " integers, got "
                     << type;
    return {};
  }
  return graph.reshape(graph.cast(node.getInput(input), i64), {count});
}

Value DataNumbers::getScalar(unsigned input, StringRef what) {
  return graph.reshape(getList(input, 1, what), {});
}

Value DataNumbers::getElement(Value list, int64_t index) {
  return graph.reshape(graph.slice(list, {1}, {index}), {});
}

SmallVector<Value> DataNumbers::getElements(Value list, int64_t count) {
  SmallVector<Value> elements;
  for (int64_t i = 0; i < count; ++i)
    elements.push_back(getElement(list, i));
  return elements;
}

Value DataNumbers::check(Value numbers, AffineExpr most) {
  constexpr int64_t mostEntries = 1 << 12;
  auto constant = dyn_cast<AffineConstantExpr>(most);
  Value zero = number(0), beyond = size(most + 1);
  Value table, places;
  if (constant && constant.getValue() < mostEntries) {
    // Negative ones would count from the end of the table.
    table = graph.tensor(number(0), {constant.getValue() + 1},
                         SmallVector<double>(constant.getValue() + 1, 0));
    places = select(isNegative(numbers), graph.sub(numbers, beyond), numbers);
  } else {
    // Those in range read the one entry.
    table = graph.tensor(number(0), {1}, {0});
    Value outside = select(isNegative(numbers), graph.sub(numbers, number(1)), numbers);
    Value isInside = both(negate(isNegative(numbers)), less(numbers, beyond));
    places = select(isInside, zero, outside);
  }
  return graph.add(numbers, gather(table, 0, places));
}

Value DataNumbers::gather(Value x, int64_t axis, Value indices) {
  graph::GatherOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  return graph.make<graph::GatherOp>({x, indices}, properties);
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

LogicalResult DataAxes::read(unsigned axesInput, int64_t tensorRank) {
  input = axesInput;
  rank = tensorRank;
  RankedTensorType type = node.getInputType(input);
  if (type.getRank() > 1 || !type.getElementType().isIntOrIndex() || rank == 0)
    return node.emitError() << "expected axes of " << rank << " dims in a list of integers, got "
                            << type;
  AffineExpr length = node.getSize(1);
  if (type.getRank() == 1)
    length = node.getDims(node.getInput(input)).front();
  if (auto constant = dyn_cast<AffineConstantExpr>(length))
    count = constant.getValue();
  Value given = graph.cast(node.getInput(input), i64);
  FailureOr<Value> column =
      given ? node.createReshapeTo(given, {length, node.getSize(1)}) : FailureOr<Value>(failure());
  FailureOr<Value> dims = node.createCounting(rank);
  if (failed(column) || failed(dims))
    return failure();
  // A gather takes indices as axes: from the end where they are negative, and checked.
  matches = equal(gather(*dims, 0, *column), *dims);
  Value hits = sum(graph.cast(matches, i64));
  flags = less(number(0), count == 1 ? hits : check(hits, 1));
  return success(flags != nullptr);
}

Value DataAxes::spread(Value list, Value otherwise) {
  Value chosen = select(matches, graph.reshape(list, {*count, 1}), number(0));
  return select(flags, sum(chosen), otherwise);
}

Value DataAxes::countReduced(const Dims &dims, Type type) {
  Value product = number(1);
  for (auto [dim, extent] : llvm::enumerate(dims))
    if (extent != node.getSize(1))
      product = graph.mul(product, select(isChosen(dim), size(extent), number(1)));
  return graph.cast(product, type);
}

SmallVector<Value> DataAxes::listOthers(const Dims &dims) {
  int64_t left = rank - *count;
  Value isLeft = negate(flags);
  graph::CumSumOp::Properties exclusive;
  exclusive.axis = node.getBuilder().getI64IntegerAttr(0);
  exclusive.exclusive = node.getBuilder().getUnitAttr();
  Value before = graph.make<graph::CumSumOp>(graph.cast(isLeft, i64), exclusive);
  FailureOr<Value> positions = node.createCounting(left), extents = node.createSizes(dims);
  if (failed(positions) || failed(extents))
    return SmallVector<Value>(left);
  auto column = [&](Value value) { return graph.reshape(value, {rank, 1}); };
  Value isHere = both(equal(column(before), *positions), column(isLeft));
  return getElements(sum(select(isHere, column(*extents), number(0))), left);
}

/// Of equal elements along the axes the first, for all indices of the other dims in their order.
LogicalResult DataAxes::dropAxes(Value reduced, const Dims &dims) {
  if (!count)
    return node.requireConstant(input, "the axes, of which the number is not known,");
  Dims room = node.getDims(reduced);
  AffineExpr total = countElements(node, room);
  FailureOr<Value> flat = node.createReshapeTo(reduced, {total});
  Value places = range(*count == rank ? node.getSize(1) : total);
  if (failed(flat) || !places)
    return failure();
  // The index in each dim that is left, from the last one on, and the element there.
  Value rest = places, source = number(0), stride = number(1);
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    Value steps = select(isChosen(dim), number(1), size(room[dim]));
    source = graph.add(source, graph.mul(graph.make<graph::ModOp>({rest, steps}), stride));
    rest = graph.div(rest, steps);
    stride = graph.mul(stride, size(room[dim]));
  }
  Value list = gather(*flat, 0, source);
  if (*count == rank)
    return graph.finish(graph.reshape(list, {}));
  return setPacked(node, list, listOthers(dims));
}

LogicalResult DataAxes::finish(Value reduced, const Dims &dims, bool keepDims) {
  if (!reduced)
    return failure();
  if (!keepDims)
    return dropAxes(reduced, dims);
  SmallVector<Value> counts(rank);
  for (auto [dim, extent] : llvm::enumerate(dims))
    if (extent != node.getSize(1))
      counts[dim] = select(isChosen(dim), number(1), size(extent));
  return setCounted(node, reduced, counts);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A value that nobody takes for a constant of the extents that there is room for.
static Value hideConstant(NodeImporter &node, Value value, ArrayRef<Value> counts) {
  const auto *count = llvm::find_if(
      counts, [](Value count) { return count && !count.getDefiningOp<graph::ConstantOp>(); });
  if (!value || count == counts.end() || !value.getDefiningOp<graph::ConstantOp>())
    return value;
  DataNumbers numbers(node);
  return numbers.select(numbers.isNegative(*count), value, value);
}

Value dl::onnx_import::markCounted(NodeImporter &node, Value value, ArrayRef<Value> counts) {
  Value result = hideConstant(node, value, counts);
  if (!result)
    return {};
  SmallVector<CountedDim> dims;
  for (auto [axis, count] : llvm::enumerate(counts)) {
    if (!count)
      continue;
    dims.push_back({static_cast<int64_t>(axis), count});
    node.getSizeTracker().setOfNumbers(count);
  }
  node.getSizeTracker().setCounts(result, dims);
  return result;
}

LogicalResult dl::onnx_import::setCounted(NodeImporter &node, Value result, ArrayRef<Value> counts,
                                          unsigned index) {
  result = markCounted(node, result, counts);
  return result ? node.setResult(result, index) : failure();
}

LogicalResult dl::onnx_import::setPacked(NodeImporter &node, Value list, ArrayRef<Value> extents,
                                         unsigned index) {
  if (!list || llvm::is_contained(extents, Value()))
    return failure();
  Dims dims(extents.size(), node.getSize(1));
  dims[0] = node.getDims(list).front();
  FailureOr<Value> result = node.createReshapeTo(list, dims);
  Value packed = failed(result) ? Value() : hideConstant(node, *result, extents);
  if (!packed)
    return failure();
  node.getSizeTracker().setPacked(packed);
  return setCounted(node, packed, extents, index);
}
