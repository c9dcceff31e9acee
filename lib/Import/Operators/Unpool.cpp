//===-- Unpool.cpp - ONNX MaxUnpool -----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MaxUnpool: the largest elements of windows go back to where they were, among zeros.
//
//===----------------------------------------------------------------------===//
#include "DeclaredResults.h"

#include "../ElementTypes.h"
#include "../Operators.h"
#include "../WindowAttributes.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// The shape that the pool had as input, as far as its result and window tell.
static FailureOr<SmallVector<int64_t>> getPooledShape(NodeImporter &node) {
  if (failed(checkSpatialInput(node)))
    return failure();
  FailureOr<WindowAttributes> window = getWindow(node, node.getInts("kernel_shape"));
  if (failed(window))
    return failure();
  RankedTensorType type = node.getInputType(0);
  if (!type.hasStaticShape() || node.getInputType(1).getShape() != type.getShape())
    return node.emitError() << "requires static shapes, and indices of the input's shape, got "
                            << type << " and " << node.getInputType(1);
  SmallVector<int64_t> shape(type.getShape().take_front(2));
  size_t rank = window->kernel.size();
  for (size_t i = 0; i < rank; ++i) {
    shape.push_back((type.getDimSize(i + 2) - 1) * window->strides[i] + window->kernel[i] -
                    window->pads[i] - window->pads[rank + i]);
    if (shape.back() < 1)
      return node.emitError() << "expected pads that leave at least one element, got "
                              << printDims(shape);
  }
  return shape;
}

/// Zeros behind the elements of each dim, as many as only a run knows.
static LogicalResult padToData(NodeImporter &node, Value y) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(y.getType()).getShape();
  int64_t rank = shape.size();
  DeclaredResult result(node);
  if (failed(result.read(rank, 2, "the shape")))
    return failure();
  GraphExpression &graph = result.getGraph();
  Value wanted = result.checkExtents(result.getList(2, rank, "the shape"));
  Value zero = graph.scalar(y, 0);
  SmallVector<Value> counts(rank);
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value extent = result.getElement(wanted, dim), least = result.number(shape[dim]);
    Value isLess = graph.cast(result.less(extent, least), result.getType());
    counts[dim] = result.requireZero(extent, isLess);
    y = result.takeOrFill(y, dim, result.getPlaces(dim), zero);
  }
  return setCounted(node, y, counts);
}

static LogicalResult importMaxUnpool(NodeImporter &node) {
  FailureOr<SmallVector<int64_t>> shape = getPooledShape(node);
  if (failed(shape))
    return failure();
  RankedTensorType type = node.getInputType(0);
  SmallVector<int64_t> rest(shape->size(), 0);
  bool isData = node.isData(2);
  if (node.getInput(2) && !isData) {
    FailureOr<SmallVector<int64_t>> wanted = node.getConstantInts(2, "the shape");
    if (failed(wanted))
      return failure();
    bool fits = wanted->size() == shape->size();
    for (size_t i = 0; fits && i < shape->size(); ++i) {
      rest[i] = (*wanted)[i] - (*shape)[i];
      fits = rest[i] >= 0 && (*wanted)[i] <= std::numeric_limits<int32_t>::max();
    }
    if (!fits)
      return node.emitError() << "expected an output shape of at least " << printDims(*shape)
                              << ", got " << printDims(*wanted);
  }
  Builder &builder = node.getBuilder();
  FailureOr<RankedTensorType> whole =
      getCheckedType(*shape, type.getElementType(), [&] { return node.emitError(); });
  if (failed(whole))
    return failure();
  auto flat = RankedTensorType::get({whole->getNumElements()}, type.getElementType());
  FailureOr<Value> zeros =
      node.createConstant(DenseElementsAttr::get(flat, builder.getZeroAttr(type.getElementType())));
  if (failed(zeros))
    return failure();
  GraphExpression graph(node);
  graph::ScatterElementsOp::Properties scatter;
  scatter.axis = builder.getI64IntegerAttr(0);
  scatter.mode = builder.getStringAttr("none");
  Value elements = graph.reshape(node.getInput(0), {type.getNumElements()});
  Value indices = graph.reshape(node.getInput(1), {type.getNumElements()});
  Value y = graph.make<graph::ScatterElementsOp>({*zeros, indices, elements}, scatter);
  y = graph.reshape(y, *shape);
  if (isData)
    return y ? padToData(node, y) : failure();
  if (llvm::all_of(rest, [](int64_t extent) { return extent == 0; }))
    return graph.finish(y);
  graph::PadOp::Properties pad;
  pad.low = builder.getDenseI64ArrayAttr(SmallVector<int64_t>(rest.size(), 0));
  pad.high = builder.getDenseI64ArrayAttr(rest);
  pad.mode = builder.getStringAttr("constant");
  return graph.finish(graph.make<graph::PadOp>({y, graph.scalar(y, 0)}, pad));
}

void dl::onnx_import::addUnpoolOperators(OperatorTable &table) {
  table.add("MaxUnpool", {9, 11, 22}, importMaxUnpool)
      .elements(OperatorInfo::Floats)
      .inputs(2, 3)
      .attributes("kernel_shape:ints! pads:ints strides:ints");
}
