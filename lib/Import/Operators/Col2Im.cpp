//===-- Col2Im.cpp - images from columns of blocks --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Col2Im: the elements of blocks are added up where the blocks lie in an image.
//
//===----------------------------------------------------------------------===//
#include "DeclaredResults.h"

#include "../Operators.h"
#include "../WindowAttributes.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// Col2Im of an image or blocks whose extents only a run knows: each element is added where its
/// row and column say, in an image of the declared shape.
class DataCol2Im : public DeclaredResult {
public:
  DataCol2Im(NodeImporter &node, int64_t rank)
      : DeclaredResult(node), rank(rank), rows(node.getInputType(0).getDimSize(1)),
        columns(node.getInputType(0).getDimSize(2)), extents(rank + 2) {}

  LogicalResult read();
  LogicalResult finish();

private:
  /// For each row and column where its element belongs in one dim; null where it has no place.
  void placeDim(int64_t dim);

  int64_t rank, rows, columns;
  SmallVector<int64_t> strides, dilations, pads;
  Value image, block;
  /// The channel and the digits of rows and columns that are left, the place that is found so far,
  /// and whether all dims have it.
  Value row, column, numColumns, place, isInside;
  int64_t step = 1;
  SmallVector<Value> extents;
};
} // namespace

LogicalResult DataCol2Im::read() {
  SmallVector<int64_t> ones(rank, 1), zeros(2 * rank, 0);
  strides = node.getInts("strides", ones);
  dilations = node.getInts("dilations", ones);
  pads = node.getInts("pads", zeros);
  if (failed(checkEntries(node, "strides", strides, rank, 1)) ||
      failed(checkEntries(node, "dilations", dilations, rank, 1)) ||
      failed(checkEntries(node, "pads", pads, 2 * rank, 0)))
    return failure();
  bool isImage = node.isData(1);
  if (failed(DeclaredResult::read(rank + 2, llvm::to_vector(llvm::seq<int64_t>(1, rank + 2)),
                                  isImage ? 1 : 2,
                                  isImage ? "the image's shape" : "the block's shape")))
    return failure();
  image = checkExtents(getList(1, rank, "the image's shape"));
  block = checkExtents(getList(2, rank, "the block's shape"));
  block = requireZero(larger(block, number(1)), graph.cast(less(block, number(1)), i64));
  return success(image && block);
}

void DataCol2Im::placeDim(int64_t dim) {
  Value extent = getElement(image, dim), taps = getElement(block, dim);
  Value tap = graph.make<graph::ModOp>({row, taps});
  row = graph.div(row, taps);
  // Steps of the block from the first place to the last.
  Value span = graph.mul(graph.sub(taps, number(1)), number(dilations[dim]));
  Value padded = graph.add(extent, number(pads[dim] + pads[rank + dim] + strides[dim] - 1));
  Value steps = larger(graph.div(graph.sub(padded, span), number(strides[dim])), number(0));
  numColumns = graph.mul(numColumns, smaller(steps, number(columns + 1)));
  steps = larger(steps, number(1));
  Value at = graph.mul(graph.make<graph::ModOp>({column, steps}), number(strides[dim]));
  column = graph.div(column, steps);
  Value shift = graph.sub(graph.mul(tap, number(dilations[dim])), number(pads[dim]));
  at = graph.add(graph.reshape(shift, {rows, 1}), at);
  Value hasPlace =
      both(both(negate(isNegative(at)), less(at, extent)), less(at, number(getRoom(dim + 2))));
  isInside = isInside ? both(isInside, hasPlace) : hasPlace;
  Value own = graph.mul(at, number(step));
  place = place ? graph.add(place, own) : own;
  step *= getRoom(dim + 2);
  extents[dim + 2] = extent;
}

LogicalResult DataCol2Im::finish() {
  row = range(rows);
  column = range(columns);
  numColumns = number(1);
  for (int64_t dim = rank - 1; dim >= 0; --dim)
    placeDim(dim);
  // What is left of a row is its channel.
  Value channel = graph.reshape(row, {rows, 1});
  isInside = both(isInside, less(channel, number(getRoom(1))));
  place = graph.add(place, graph.mul(channel, number(step)));
  place = graph.reshape(select(isInside, place, number(0)), {1, rows * columns});
  Value taps = number(1);
  for (int64_t dim = 0; dim < rank; ++dim)
    taps = smaller(graph.mul(taps, getElement(block, dim)), number(rows + 1));
  extents[1] = graph.div(number(rows), taps);
  extents[1] = requireZero(extents[1], graph.make<graph::ModOp>({number(rows), taps}));
  Value wrong = graph.abs(graph.sub(numColumns, number(columns)));
  extents[1] = requireZero(extents[1], smaller(wrong, number(1)));

  AffineExpr batch = node.getDims(node.getInput(0)).front();
  Dims flat = {batch, node.getSize(rows * columns)},
       target = {batch, node.getSize(getRoom(1) * step)};
  Value x = select(isInside, node.getInput(0), graph.scalar(node.getInput(0), 0));
  if (!x || !place)
    return failure();
  FailureOr<Value> elements = node.createReshapeTo(x, flat);
  FailureOr<Value> places = node.createBroadcastTo(place, flat);
  FailureOr<Value> zeros = node.createBroadcastTo(graph.scalar(x, 0), target);
  if (failed(elements) || failed(places) || failed(zeros))
    return failure();
  graph::ScatterElementsOp::Properties scatter;
  scatter.axis = node.getBuilder().getI64IntegerAttr(1);
  scatter.mode = node.getBuilder().getStringAttr("add");
  Value y = graph.make<graph::ScatterElementsOp>({*zeros, *places, *elements}, scatter);
  Dims dims = {batch};
  for (int64_t dim = 1; dim < rank + 2; ++dim)
    dims.push_back(node.getSize(getRoom(dim)));
  FailureOr<Value> shaped = y ? node.createReshapeTo(y, dims) : FailureOr<Value>();
  return failed(shaped) ? failure() : setCounted(node, *shaped, extents);
}

static LogicalResult importDataCol2Im(NodeImporter &node) {
  RankedTensorType image = node.getInputType(1);
  if (image.getRank() != 1 || !image.hasStaticShape() || image.getDimSize(0) == 0)
    return node.emitError() << "expected 'image_shape' to be a list of integers, got " << image;
  DataCol2Im result(node, image.getDimSize(0));
  return failed(result.read()) ? failure() : result.finish();
}

/// Channels hold the elements of blocks too, and one dim holds the columns of all spatial dims.
static LogicalResult importCol2Im(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  if (type.getRank() != 3 || llvm::any_of(type.getShape().drop_front(), ShapedType::isDynamic))
    return node.emitError() << "expected an input of rank 3 with static channels and columns, got "
                            << type;
  if (node.isData(1) || node.isData(2))
    return importDataCol2Im(node);
  auto image = node.getConstantInts(1, "the image's shape");
  auto block = node.getConstantInts(2, "the block's shape");
  if (failed(image) || failed(block))
    return failure();
  size_t rank = image->size();
  SmallVector<int64_t> ones(rank, 1), zeros(2 * rank, 0);
  WindowAttributes window{*block, node.getInts("strides", ones), node.getInts("dilations", ones),
                          node.getInts("pads", zeros)};
  if (failed(checkEntries(node, "image_shape", *image, std::max<size_t>(rank, 1), 1)) ||
      failed(checkEntries(node, "block_shape", *block, rank, 1)) ||
      failed(checkEntries(node, "strides", window.strides, rank, 1)) ||
      failed(checkEntries(node, "dilations", window.dilations, rank, 1)) ||
      failed(checkEntries(node, "pads", window.pads, 2 * rank, 0)))
    return failure();
  // Of more than the input has there is no need to know how many.
  int64_t taps = 1, columns = 1, most = int64_t(1) << 31;
  SmallVector<int64_t> places;
  for (size_t i = 0; i < rank; ++i) {
    int64_t room = (*image)[i] + window.pads[i] + window.pads[rank + i] - window.span(i);
    taps = std::min(taps * (*block)[i], most);
    places.push_back(room < 0 ? 0 : room / window.strides[i] + 1);
    columns = std::min(columns * places.back(), most);
  }
  int64_t channels = type.getDimSize(1) / taps;
  if (columns == 0 || columns != type.getDimSize(2) || channels * taps != type.getDimSize(1))
    return node.emitError() << "expected channels for blocks of " << taps << " elements and "
                            << columns << " columns, got " << type;
  SmallVector<int64_t> split = {type.getDimSize(0), channels};
  llvm::append_range(split, *block);
  llvm::append_range(split, places);

  GraphExpression graph(node);
  Builder &builder = node.getBuilder();
  graph::Col2ImOp::Properties properties;
  properties.image = builder.getDenseI64ArrayAttr(*image);
  properties.strides = builder.getDenseI64ArrayAttr(window.strides);
  properties.pads = builder.getDenseI64ArrayAttr(window.pads);
  properties.dilations = builder.getDenseI64ArrayAttr(window.dilations);
  return graph.finish(
      graph.make<graph::Col2ImOp>(graph.reshape(node.getInput(0), split), properties));
}

void dl::onnx_import::addCol2ImOperator(OperatorTable &table) {
  table.add("Col2Im", {18}, importCol2Im)
      .elements(OperatorInfo::Floats)
      .inputs(3, 3)
      .attributes("dilations:ints pads:ints strides:ints");
}
