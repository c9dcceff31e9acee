//===-- Indexing.cpp - operators that pick elements -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gather and Split.
//
//===----------------------------------------------------------------------===//
#include "DataSelection.h"

#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"
#include "Parts.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static LogicalResult importGather(NodeImporter &node) {
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 0), node.getInputRank(0));
  if (failed(axis))
    return failure();
  graph::GatherOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(*axis);
  return node.setResult(node.create<graph::GatherOp>(node.getInputs(), properties));
}

/// The extents of the parts: given, or equal but for the last one, which may be
/// smaller from opset 18 on.
static FailureOr<SmallVector<int64_t>> getParts(NodeImporter &node, int64_t extent) {
  if (node.getInput(1))
    return node.getConstantInts(1, "the extents of the parts");
  if (node.hasAttribute("split"))
    return node.getInts("split");
  int64_t count = node.getInt("num_outputs", node.getNumOutputs());
  if (count < 1)
    return node.emitError() << "expected 1 or more parts, got " << count;
  if (ShapedType::isDynamic(extent))
    return node.emitError() << "requires the extents of the parts where that of the axis is not "
                               "static";
  if (extent % count != 0 && !node.hasAttribute("num_outputs"))
    return node.emitError() << "expected equal parts, got " << count << " of " << extent;
  int64_t part = llvm::divideCeil(extent, count);
  SmallVector<int64_t> parts;
  for (int64_t begin = 0, i = 0; i < count; ++i, begin += part)
    parts.push_back(std::max<int64_t>(0, std::min(part, extent - begin)));
  return parts;
}

LogicalResult dl::onnx_import::checkParts(NodeImporter &node, ArrayRef<int64_t> parts,
                                          int64_t extent) {
  int64_t total = 0;
  for (int64_t part : parts)
    if (part < 0 || llvm::AddOverflow(total, part, total))
      return node.emitError() << "expected parts of extents that are not negative, got "
                              << printDims(parts);
  if (!ShapedType::isDynamic(extent) && total != extent)
    return node.emitError() << "expected parts whose sum is the extent " << extent << ", got "
                            << printDims(parts);
  return success();
}

static LogicalResult importSplit(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 0), type.getRank());
  if (failed(axis))
    return failure();
  if (node.isData(1))
    return importDataSplit(node, *axis);
  int64_t extent = type.getDimSize(*axis);
  FailureOr<SmallVector<int64_t>> parts = getParts(node, extent);
  if (failed(parts))
    return failure();
  if (parts->size() != node.getNumOutputs())
    return node.emitError() << "expected " << node.getNumOutputs() << " parts of " << extent
                            << " elements together, got " << printDims(*parts);
  if (failed(checkParts(node, *parts, extent)))
    return failure();
  SmallVector<int64_t> starts(type.getRank(), 0), sizes(type.getShape()), steps(type.getRank(), 1);
  for (auto [i, part] : llvm::enumerate(*parts)) {
    sizes[*axis] = part;
    graph::SliceOp::Properties properties;
    properties.starts = node.getBuilder().getDenseI64ArrayAttr(starts);
    properties.sizes = node.getBuilder().getDenseI64ArrayAttr(sizes);
    properties.steps = node.getBuilder().getDenseI64ArrayAttr(steps);
    FailureOr<Value> slice = node.create<graph::SliceOp>(node.getInput(0), properties);
    if (failed(slice))
      return failure();
    (void)node.setResult(*slice, i);
    starts[*axis] += part;
  }
  return success();
}

void dl::onnx_import::addIndexingOperators(OperatorTable &table) {
  table.add("Gather", {1, 11, 13}, importGather).inputs(2, 2).allowBool().attributes("axis:int");
  // Version 1 may take the extents as an input, too.
  table.add("Split", {1}, importSplit)
      .inputs(1, 2)
      .outputs(OperatorInfo::any)
      .allowBool()
      .attributes("axis:int split:ints");
  table.add("Split", {2, 11}, importSplit)
      .outputs(OperatorInfo::any)
      .allowBool()
      .attributes("axis:int split:ints");
  table.add("Split", {13}, importSplit)
      .inputs(1, 2)
      .outputs(OperatorInfo::any)
      .allowBool()
      .attributes("axis:int");
  table.add("Split", {18}, importSplit)
      .inputs(1, 2)
      .outputs(OperatorInfo::any)
      .allowBool()
      .attributes("axis:int num_outputs:int");
}
