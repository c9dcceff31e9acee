//===-- DataSelection.cpp - selections by numbers of a run ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DataSelection.h.
//
//===----------------------------------------------------------------------===//
#include "DataSelection.h"
#include "DataNumbers.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

namespace {
/// What is taken of a dim, as scalars.
struct DataBounds {
  Value start, end, step;
};

class DataSlice : public DataAxes {
public:
  using DataAxes::DataAxes;

  LogicalResult run();

private:
  /// The bounds of each dim, none where it stays; an error if they are not for each axis.
  FailureOr<SmallVector<std::optional<DataBounds>>> getBounds();
  /// Takes them of a dim; the number of elements.
  Value cut(Value &x, int64_t dim, const DataBounds &bounds);
};
} // namespace

FailureOr<SmallVector<std::optional<DataBounds>>> DataSlice::getBounds() {
  int64_t rank = node.getInputRank(0), count = node.getInputType(1).getNumElements();
  auto getInput = [&](unsigned input, int64_t otherwise, StringRef what) {
    if (node.getInput(input))
      return getList(input, count, what);
    FailureOr<Value> list = node.createIntegers(SmallVector<int64_t>(count, otherwise));
    return succeeded(list) ? *list : Value();
  };
  Value starts = getInput(1, 0, "the starts"), ends = getInput(2, 0, "the ends");
  Value steps = getInput(4, 1, "the steps");
  SmallVector<std::optional<DataBounds>> bounds(rank);
  if (node.isData(3)) {
    if (failed(read(3, rank)))
      return failure();
    if (getCount() != count)
      return node.emitError() << "expected an axis for each of " << count << " starts, got "
                              << node.getInputType(3);
    starts = spread(starts, number(0));
    ends = spread(ends, number(std::numeric_limits<int64_t>::max()));
    steps = spread(steps, number(1));
    for (int64_t dim = 0; dim < rank; ++dim)
      bounds[dim] = {getElement(starts, dim), getElement(ends, dim), getElement(steps, dim)};
    return bounds;
  }
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, count));
  if (node.getInput(3)) {
    FailureOr<SmallVector<int64_t>> given = node.getConstantInts(3, "the axes");
    if (failed(given))
      return failure();
    axes = *given;
  }
  if (failed(node.normalizeAxes(axes, rank)))
    return failure();
  if (static_cast<int64_t>(axes.size()) != count)
    return node.emitError() << "expected an axis for each of " << count << " starts, got "
                            << axes.size();
  for (auto [i, axis] : llvm::enumerate(axes))
    bounds[*node.normalizeAxis(axis, rank)] = {getElement(starts, i), getElement(ends, i),
                                               getElement(steps, i)};
  return bounds;
}

Value DataSlice::cut(Value &x, int64_t dim, const DataBounds &bounds) {
  AffineExpr extent = node.getDims(x)[dim];
  Value count = size(extent), zero = number(0), one = number(1), minusOne = number(-1);
  Value last = graph.sub(count, one), beyond = graph.add(count, one);
  auto fromEnd = [&](Value bound) {
    return select(isNegative(bound), graph.add(bound, count), bound);
  };
  // A walk backwards begins at an element and may end before the first one.
  Value backwards = isNegative(bounds.step), most = select(backwards, last, count);
  Value start = clamp(fromEnd(bounds.start), zero, most);
  Value end = clamp(fromEnd(bounds.end), select(backwards, minusOne, zero), most);
  // Larger steps take one element, too.
  Value step = clamp(bounds.step, graph.sub(zero, beyond), beyond);
  step = requireZero(step, graph.cast(equal(bounds.step, zero), i64));
  Value stride = larger(larger(step, graph.sub(zero, step)), one);
  Value way = select(backwards, graph.sub(start, end), graph.sub(end, start));
  Value indices = graph.add(start, graph.mul(range(extent), step));
  x = gather(x, dim, clamp(indices, zero, last));
  return graph.div(graph.add(larger(way, zero), graph.sub(stride, one)), stride);
}

LogicalResult DataSlice::run() {
  if (failed(node.checkCounts()))
    return failure();
  RankedTensorType starts = node.getInputType(1);
  if (starts.getRank() != 1 || !starts.hasStaticShape())
    return node.requireConstant(1, "the starts, of which the number is not known,");
  auto bounds = getBounds();
  if (failed(bounds))
    return failure();
  Value x = node.getInput(0);
  SmallVector<Value> counts(bounds->size());
  for (auto [dim, taken] : llvm::enumerate(*bounds))
    if (taken && x && node.getDims(x)[dim] != node.getSize(0))
      counts[dim] = cut(x, dim, *taken);
  if (!x || x == node.getInput(0)) // nothing of nothing
    return graph.finish(x);
  return setCounted(node, x, counts);
}

LogicalResult dl::onnx_import::importDataSlice(NodeImporter &node) { return DataSlice(node).run(); }

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> dl::onnx_import::splitByData(NodeImporter &node, int64_t axis,
                                                           int64_t count) {
  if (failed(node.checkCounts()))
    return failure();
  DataNumbers numbers(node);
  GraphExpression &graph = numbers.getGraph();
  Value x = node.getInput(0);
  AffineExpr extent = node.getDims(x)[axis];
  Value parts = numbers.getList(1, count, "the extents of the parts");
  // Not more than the extent each, and as much together.
  parts = numbers.check(parts, extent);
  parts = numbers.requireZero(parts, graph.sub(numbers.sum(parts), numbers.size(extent)));
  Value places = numbers.range(extent);
  if (!parts || !places)
    return failure();
  SmallVector<Value> results(count, x);
  if (extent == node.getSize(0))
    return results;
  Value start = numbers.number(0), last = graph.sub(numbers.size(extent), numbers.number(1));
  for (int64_t i = 0; i < count; ++i) {
    Value part = numbers.getElement(parts, i);
    SmallVector<Value> counts(node.getInputRank(0));
    counts[axis] = part;
    Value indices = numbers.smaller(graph.add(places, start), last);
    results[i] = markCounted(node, numbers.gather(x, axis, indices), counts);
    if (!results[i])
      return failure();
    start = graph.add(start, part);
  }
  return results;
}

LogicalResult dl::onnx_import::importDataSplit(NodeImporter &node, int64_t axis) {
  FailureOr<SmallVector<Value>> parts = splitByData(node, axis, node.getNumOutputs());
  if (failed(parts))
    return failure();
  for (auto [i, part] : llvm::enumerate(*parts))
    (void)node.setResult(part, i);
  return success();
}
