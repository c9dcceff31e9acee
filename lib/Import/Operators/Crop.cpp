//===-- Crop.cpp - parts that are cut out or filled in ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CenterCropPad and TensorScatter.
//
//===----------------------------------------------------------------------===//
#include "DeclaredResults.h"

#include "../CheckedLengths.h"
#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// The middle of each dim, or zeros around it. Of an odd number of elements, one more is
/// cut off or added at the end.
static LogicalResult importCenterCropPad(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  SmallVector<int64_t> axes = node.getInts("axes", all);
  if (failed(node.normalizeAxes(axes, type.getRank())))
    return failure();
  if (node.isData(1))
    return importDeclaredCrop(node, axes);
  FailureOr<SmallVector<int64_t>> wanted = node.getConstantInts(1, "the shape");
  if (failed(wanted))
    return failure();
  if (wanted->size() != axes.size())
    return node.emitError() << "expected an extent for each of " << axes.size() << " axes, got "
                            << wanted->size();
  SmallVector<int64_t> starts(type.getRank(), 0), sizes(type.getShape());
  SmallVector<int64_t> low(type.getRank(), 0), high(type.getRank(), 0);
  for (auto [given, extent] : llvm::zip_equal(axes, *wanted)) {
    int64_t axis = *node.normalizeAxis(given, type.getRank()), dim = type.getDimSize(axis);
    if (ShapedType::isDynamic(dim))
      return node.emitError() << "requires static dims where they are cut or filled, got " << type
                              << " and axis " << axis;
    if (extent < 0 || extent > std::numeric_limits<int32_t>::max())
      return node.emitError() << "expected extents from 0 to 2^31, got " << extent;
    if (extent <= dim) {
      starts[axis] = (dim - extent) / 2;
      sizes[axis] = extent;
    } else {
      low[axis] = (extent - dim) / 2;
      high[axis] = extent - dim - low[axis];
    }
  }
  Builder &builder = node.getBuilder();
  GraphExpression graph(node);
  graph::PadOp::Properties properties;
  properties.low = builder.getDenseI64ArrayAttr(low);
  properties.high = builder.getDenseI64ArrayAttr(high);
  properties.mode = builder.getStringAttr("constant");
  Value middle = graph.slice(node.getInput(0), sizes, starts);
  return graph.finish(graph.make<graph::PadOp>({middle, graph.scalar(middle, 0)}, properties));
}

/// Writes steps of sequences into a cache, from a place of its own for each of a batch.
static LogicalResult importTensorScatter(NodeImporter &node) {
  RankedTensorType cache = node.getInputType(0), update = node.getInputType(1);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", -2), cache.getRank());
  if (failed(axis))
    return failure();
  StringRef mode = node.getString("mode", "linear");
  if (mode != "linear" && mode != "circular")
    return node.emitError() << "expected 'mode' to be linear or circular, got '" << mode << "'";
  if (*axis == 0 || update.getRank() != cache.getRank() || !update.hasStaticShape() ||
      !cache.hasStaticShape())
    return node.emitError() << "requires static shapes of one rank and an axis that is not the "
                               "batch, got "
                            << cache << " and " << update;
  int64_t steps = update.getDimSize(*axis), batch = update.getDimSize(0);
  SmallVector<int64_t> first(update.getRank(), 1);
  first.front() = batch;
  FailureOr<Value> indices = node.createCounting(steps, update.getRank() - *axis);
  if (failed(indices))
    return failure();
  GraphExpression graph(node);
  Value places = *indices;
  if (Value starts = node.getInput(2)) {
    if (node.getInputType(2).getShape() != ArrayRef<int64_t>(batch))
      return node.emitError() << "expected a place to write at for each of a batch of " << batch
                              << ", got " << node.getInputType(2);
    Value wide = graph.cast(starts, node.getBuilder().getI64Type());
    if (mode == "linear" && wide)
      wide = checkLengths(node, wide, cache.getDimSize(*axis));
    places = graph.add(graph.reshape(wide, first), places);
  }
  if (mode == "circular")
    places = graph.make<graph::ModOp>({places, graph.scalar(places, cache.getDimSize(*axis))});
  FailureOr<Value> everywhere =
      places ? node.createBroadcast(places, update.getShape()) : FailureOr<Value>();
  if (failed(everywhere))
    return failure();
  graph::ScatterElementsOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(*axis);
  properties.mode = node.getBuilder().getStringAttr("none");
  return node.setResult(node.create<graph::ScatterElementsOp>(
      {node.getInput(0), *everywhere, node.getInput(1)}, properties));
}

void dl::onnx_import::addCropOperators(OperatorTable &table) {
  table.add("CenterCropPad", {18}, importCenterCropPad)
      .allowBool()
      .inputs(2, 2)
      .attributes("axes:ints");
  table.add("TensorScatter", {24}, importTensorScatter)
      .allowBool()
      .inputs(2, 3)
      .attributes("axis:int mode:string");
}
