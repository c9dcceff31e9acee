//===-- AffineGrid.cpp - grids of positions ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AffineGrid: positions of the elements of images, from -1 to 1 in each dim, moved by a matrix
// for each image.
//
//===----------------------------------------------------------------------===//
#include "DeclaredResults.h"

#include "../Operators.h"

#include "dl/Dialect/Graph/IR/SizeExprs.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
class AffineGrid : public DeclaredResult {
public:
  using DeclaredResult::DeclaredResult;

  LogicalResult run();

private:
  /// The spatial extents: as many as matrices have rows, each known or counted.
  LogicalResult readSizes(int64_t spatial);
  /// The positions along a dim, a list.
  Value getPositions(int64_t dim);

  SmallVector<AffineExpr> rooms;
  SmallVector<Value> extents, counts;
};
} // namespace

LogicalResult AffineGrid::readSizes(int64_t spatial) {
  AffineExpr batch = node.getDims(node.getInput(0))[0];
  counts.resize(spatial + 2);
  if (!node.isData(1)) {
    FailureOr<SmallVector<AffineExpr>> sizes = node.getSizes(1, "the size");
    if (failed(sizes))
      return failure();
    if (static_cast<int64_t>(sizes->size()) != spatial + 2 || sizes->front() != batch)
      return node.emitError() << "expected a size of a batch of "
                              << node.getSizeTracker().toString(batch) << ", channels and "
                              << spatial << " dims, got " << sizes->size() << " numbers"
                              << (sizes->empty() ? "" : ", the first ")
                              << (sizes->empty() ? ""
                                                 : node.getSizeTracker().toString(sizes->front()));
    llvm::append_range(rooms, llvm::drop_begin(*sizes, 2));
    for (AffineExpr room : rooms) {
      if (!isNeverNegative(room - 1))
        return node.emitError() << "expected a positive size, got "
                                << node.getSizeTracker().toString(room);
      extents.push_back(size(room));
    }
    return success();
  }
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(1, spatial + 1));
  if (failed(read(spatial + 2, dims, 1, "the size")))
    return failure();
  Value given = checkExtents(getList(1, spatial + 2, "the size"));
  Value wrong = graph.sub(getElement(given, 0), size(batch));
  for (int64_t dim : dims) {
    rooms.push_back(node.getSize(getRoom(dim)));
    Value extent = requireZero(getElement(given, dim + 1), wrong);
    extents.push_back(extent);
    counts[dim] = extent;
  }
  return success();
}

Value AffineGrid::getPositions(int64_t dim) {
  FailureOr<Value> places = node.createCounting(rooms[dim]);
  if (failed(places))
    return {};
  Type f64 = node.getBuilder().getF64Type();
  auto real = [&](double value) { return graph.number(value, f64); };
  Value place = graph.cast(*places, f64), extent = graph.cast(extents[dim], f64);
  // From corner to corner, where one element is the first; or from the middle of an element.
  Value offset = real(0), steps = larger(graph.sub(extent, real(1)), real(1));
  if (!node.getInt("align_corners", 0)) {
    offset = real(0.5);
    steps = extent;
  }
  Value part = graph.div(graph.mul(graph.add(place, offset), real(2)), steps);
  return graph.sub(part, real(1));
}

LogicalResult AffineGrid::run() {
  RankedTensorType type = node.getInputType(0);
  int64_t spatial = type.getRank() == 3 ? type.getDimSize(1) : 0;
  if ((spatial != 2 && spatial != 3) || type.getDimSize(2) != spatial + 1)
    return node.emitError() << "expected matrices of 2 x 3 or 3 x 4 for each of a batch, got "
                            << type;
  if (failed(readSizes(spatial)))
    return failure();
  // The last dim of an image is the first of a position. Dims: batch, spatial ones, coordinates.
  AffineExpr batch = node.getDims(node.getInput(0))[0], one = node.getSize(1);
  auto reshape = [&](Value value, const Dims &dims) {
    FailureOr<Value> reshaped =
        value ? node.createReshapeTo(value, dims) : FailureOr<Value>(failure());
    return succeeded(reshaped) ? *reshaped : Value();
  };
  auto getColumn = [&](int64_t column) {
    Dims dims(spatial + 2, one);
    dims.front() = batch;
    dims.back() = node.getSize(spatial);
    FailureOr<Value> index = node.createIntegers({column});
    return succeeded(index) ? reshape(gather(node.getInput(0), 2, *index), dims) : Value();
  };
  Value sum = getColumn(spatial);
  for (int64_t dim = 0; dim < spatial; ++dim) {
    Dims dims(spatial + 2, one);
    dims[dim + 1] = rooms[dim];
    Value positions = graph.cast(reshape(getPositions(dim), dims), type.getElementType());
    sum = graph.add(sum, graph.mul(getColumn(spatial - 1 - dim), positions));
  }
  return setCounted(node, sum, counts);
}

static LogicalResult importAffineGrid(NodeImporter &node) { return AffineGrid(node).run(); }

void dl::onnx_import::addAffineGridOperator(OperatorTable &table) {
  table.add("AffineGrid", {20}, importAffineGrid)
      .elements(OperatorInfo::Floats)
      .wide()
      .inputs(2, 2)
      .attributes("align_corners:int");
}
