//===-- Sequence.cpp - lists of tensors -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators on sequences, whose lengths are known while a model is read
// (Structures.h). SequenceMap is in SequenceMap.cpp.
//
//===----------------------------------------------------------------------===//
#include "DataSelection.h"

#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"
#include "../Structures.h"
#include "Parts.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static FailureOr<SmallVector<Value>> getSequence(NodeImporter &node, unsigned index) {
  Value value = node.getInput(index);
  if (!isSequence(value))
    return node.emitError() << "expected input " << index << " to be a sequence, got "
                            << describeStructure(value);
  return getElements(value);
}

static FailureOr<SmallVector<Value>> getFilledSequence(NodeImporter &node, unsigned index) {
  FailureOr<SmallVector<Value>> elements = getSequence(node, index);
  if (succeeded(elements) && elements->empty())
    return node.emitError() << "expected a sequence that is not empty";
  return elements;
}

/// Elements have one type; their shapes may differ.
static LogicalResult setSequence(NodeImporter &node, ArrayRef<Value> elements) {
  for (Value element : elements) {
    if (!isTensor(element))
      return node.emitError() << "expected elements that are tensors, got "
                              << describeStructure(element);
    Type first = cast<RankedTensorType>(elements.front().getType()).getElementType();
    Type type = cast<RankedTensorType>(element.getType()).getElementType();
    if (first != type)
      return node.emitError() << "expected the tensors of a sequence to have elements of one type, "
                                 "got "
                              << first << " and " << type;
  }
  return node.setResult(createSequence(node.getBuilder(), node.getLoc(), elements));
}

/// A position in [0, count), which a negative one counts from the end; `otherwise` where none is
/// given.
static FailureOr<int64_t> getPosition(NodeImporter &node, unsigned index, int64_t count,
                                      int64_t otherwise) {
  if (!node.getInput(index))
    return otherwise;
  FailureOr<SmallVector<int64_t>> given = node.getConstantInts(index, "the position");
  if (failed(given))
    return failure();
  if (given->size() != 1)
    return node.emitError() << "expected one position, got " << given->size();
  int64_t position = given->front();
  if (position < -count || position >= count)
    return node.emitError() << "expected a position in [" << -count << ", " << count << "), got "
                            << position;
  return position < 0 ? position + count : position;
}

static LogicalResult importConstruct(NodeImporter &node) {
  return setSequence(node, node.getInputs());
}

static LogicalResult importEmpty(NodeImporter &node) { return setSequence(node, {}); }

static LogicalResult importLength(NodeImporter &node) {
  FailureOr<SmallVector<Value>> elements = getSequence(node, 0);
  if (failed(elements))
    return failure();
  return node.setResult(
      node.createNumber(static_cast<double>(elements->size()), node.getBuilder().getI64Type()));
}

static LogicalResult importAt(NodeImporter &node) {
  FailureOr<SmallVector<Value>> elements = getSequence(node, 0);
  if (failed(elements))
    return failure();
  FailureOr<int64_t> position = getPosition(node, 1, elements->size(), 0);
  return failed(position) ? failure() : node.setResult((*elements)[*position]);
}

static LogicalResult importErase(NodeImporter &node) {
  FailureOr<SmallVector<Value>> elements = getFilledSequence(node, 0);
  if (failed(elements))
    return failure();
  FailureOr<int64_t> position = getPosition(node, 1, elements->size(), elements->size() - 1);
  if (failed(position))
    return failure();
  elements->erase(elements->begin() + *position);
  return setSequence(node, *elements);
}

/// May insert behind the last element: a negative position counts from there.
static LogicalResult importInsert(NodeImporter &node) {
  FailureOr<SmallVector<Value>> elements = getSequence(node, 0);
  if (failed(elements))
    return failure();
  int64_t count = elements->size(), position = count;
  if (node.getInput(2)) {
    FailureOr<SmallVector<int64_t>> given = node.getConstantInts(2, "the position");
    if (failed(given))
      return failure();
    if (given->size() != 1 || given->front() < -count || given->front() > count)
      return node.emitError() << "expected one position in [" << -count << ", " << count
                              << "], got " << printDims(*given);
    position = given->front() < 0 ? given->front() + count : given->front();
  }
  elements->insert(elements->begin() + position, node.getInput(1));
  return setSequence(node, *elements);
}

/// The extents of the parts, as one number for all, a list, or 1 for each.
static FailureOr<SmallVector<int64_t>> getParts(NodeImporter &node, int64_t extent) {
  if (!node.getInput(1))
    return SmallVector<int64_t>(extent, 1);
  FailureOr<SmallVector<int64_t>> given = node.getConstantInts(1, "the split");
  if (failed(given))
    return failure();
  SmallVector<int64_t> parts = *given;
  if (node.getInputRank(1) == 0) {
    int64_t part = given->front();
    if (part <= 0)
      return node.emitError() << "expected parts of at least 1, got " << part;
    parts.assign(extent / part, part);
    if (extent % part)
      parts.push_back(extent % part);
  }
  if (failed(checkParts(node, parts, extent)))
    return failure();
  return parts;
}

static LogicalResult importSplit(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 0), type.getRank());
  if (failed(axis))
    return failure();
  if (type.isDynamicDim(*axis))
    return node.emitError() << "requires a static dim at the axis " << *axis << ", got " << type
                            << ": the length of a sequence must be known when the model is "
                               "compiled";
  if (node.isData(1) && node.getInputRank(1) == 1 && node.getInputType(1).hasStaticShape()) {
    FailureOr<SmallVector<Value>> parts =
        splitByData(node, *axis, node.getInputType(1).getDimSize(0));
    return failed(parts) ? failure() : setSequence(node, *parts);
  }
  FailureOr<SmallVector<int64_t>> parts = getParts(node, type.getDimSize(*axis));
  if (failed(parts))
    return failure();
  // Parts that are given keep the dim.
  bool isDropped = !node.getInput(1) && node.getInt("keepdims", 1) == 0;
  SmallVector<Value> elements;
  int64_t start = 0;
  for (int64_t part : *parts) {
    FailureOr<Value> element = node.getInput(0);
    if (part != type.getDimSize(*axis)) {
      GraphExpression graph(node);
      Value sliced = graph.range(node.getInput(0), *axis, node.getSize(start), node.getSize(part));
      element = sliced ? FailureOr<Value>(sliced) : FailureOr<Value>(failure());
    }
    start += part;
    if (succeeded(element) && isDropped) {
      Dims dims = node.getDims(*element);
      dims.erase(dims.begin() + *axis);
      element = node.createReshapeTo(*element, dims);
    }
    if (failed(element))
      return failure();
    elements.push_back(*element);
  }
  return setSequence(node, elements);
}

static LogicalResult importConcat(NodeImporter &node) {
  FailureOr<SmallVector<Value>> elements = getFilledSequence(node, 0);
  if (failed(elements))
    return failure();
  bool isNew = node.getInt("new_axis", 0) != 0;
  int64_t rank = cast<RankedTensorType>(elements->front().getType()).getRank() + isNew;
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 0), rank);
  if (failed(axis))
    return failure();
  for (Value &element : *elements) {
    Dims dims = node.getDims(element);
    if (!isNew || static_cast<int64_t>(dims.size()) < *axis)
      continue;
    dims.insert(dims.begin() + *axis, node.getSize(1));
    FailureOr<Value> expanded = node.createReshapeTo(element, dims);
    if (failed(expanded))
      return failure();
    element = *expanded;
  }
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(*axis);
  return node.setResult(node.create<graph::ConcatOp>(*elements, properties));
}

void dl::onnx_import::addSequenceOperators(OperatorTable &table) {
  auto add = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler, unsigned min,
                 unsigned max) -> OperatorInfo & {
    return table.add(name, versions, handler).allowBool().allowStructures().inputs(min, max);
  };
  add("SequenceConstruct", {11}, importConstruct, 1, OperatorInfo::any);
  add("SequenceEmpty", {11}, importEmpty, 0, 0).attributes("dtype:int");
  add("SequenceLength", {11}, importLength, 1, 1);
  add("SequenceAt", {11}, importAt, 2, 2);
  add("SequenceErase", {11}, importErase, 1, 2);
  add("SequenceInsert", {11}, importInsert, 2, 3);
  add("ConcatFromSequence", {11}, importConcat, 1, 1).attributes("axis:int! new_axis:int");
  table.add("SplitToSequence", {11, 24}, importSplit)
      .allowBool()
      .inputs(1, 2)
      .attributes("axis:int keepdims:int");
}
