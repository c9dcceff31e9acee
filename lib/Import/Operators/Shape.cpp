//===-- Shape.cpp - ONNX operators on shapes --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reshape, Flatten, Squeeze, Unsqueeze, Transpose. All but the last are a
// reshape to a shape that is known here.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Product of dims: dynamic if one of them is. An operand's dims do not overflow.
static int64_t multiplyDims(ArrayRef<int64_t> dims) {
  return llvm::any_of(dims, ShapedType::isDynamic) ? ShapedType::kDynamic
                                                   : ShapedType::getNumElements(dims);
}

/// The dim that -1 stands for where some dims are not static: a number if all of those
/// are kept. It is 1 in `shape`.
static int64_t getOpenDim(ArrayRef<int64_t> from, ArrayRef<int64_t> target,
                          ArrayRef<int64_t> shape) {
  int64_t total = 1, known = 1;
  for (auto [i, dim] : llvm::enumerate(from)) {
    if (!ShapedType::isDynamic(dim))
      total *= dim;
    else if (i >= target.size() || target[i] != 0)
      return ShapedType::kDynamic;
  }
  for (int64_t dim : shape)
    if (!ShapedType::isDynamic(dim))
      known *= dim;
  return known == 0 || total % known != 0 ? ShapedType::kDynamic : total / known;
}

/// The target shape of a reshape: 0 keeps the operand's dim (unless `allowZero`),
/// -1 stands for what is left.
static FailureOr<SmallVector<int64_t>> resolveShape(NodeImporter &node, ArrayRef<int64_t> target,
                                                    bool allowZero) {
  RankedTensorType type = node.getInputType(0);
  SmallVector<int64_t> shape(target);
  std::optional<size_t> open;
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (dim < -1)
      return node.emitError() << "expected dims of the new shape from -1 on, got " << dim;
    if (dim == 0 && !allowZero) {
      if (i >= static_cast<size_t>(type.getRank()))
        return node.emitError() << "expected dims of the new shape that are 0 to be dims of the "
                                   "operand, got one at "
                                << i << " for " << type;
      dim = type.getDimSize(i);
    } else if (dim == -1) {
      if (open)
        return node.emitError() << "expected one dim of the new shape to be -1, got a second";
      open = i;
    }
  }
  if (open)
    shape[*open] = 1;
  // Checked before products are taken; messages show the shape as the model has it.
  if (failed(getCheckedType(shape, type.getElementType(), [&] { return node.emitError(); })))
    return failure();
  int64_t total = multiplyDims(type.getShape()), known = multiplyDims(shape);
  bool isStatic = !ShapedType::isDynamic(total) && !ShapedType::isDynamic(known);
  if (isStatic && (open ? known == 0 || total % known != 0 : known != total))
    return node.emitError() << "expected a new shape of " << total << " elements, got "
                            << printDims(target);
  if (open)
    shape[*open] = isStatic ? total / known : getOpenDim(type.getShape(), target, shape);
  return shape;
}

static LogicalResult importReshape(NodeImporter &node) {
  FailureOr<SmallVector<int64_t>> target = node.getInts("shape");
  if (node.getInput(1))
    target = node.getConstantInts(1, "the new shape");
  if (failed(target))
    return failure();
  FailureOr<SmallVector<int64_t>> shape =
      resolveShape(node, *target, node.getInt("allowzero", 0) != 0);
  if (failed(shape))
    return failure();
  // Which open dims are kept, and which one is what is left.
  SmallVector<int64_t> entries(*shape);
  for (auto [entry, asked] : llvm::zip_equal(entries, *target))
    if (ShapedType::isDynamic(entry))
      entry = asked;
  return node.setResult(node.createReshape(node.getInput(0), *shape, entries));
}

/// A matrix: the dims before the axis, and those from it on.
static LogicalResult importFlatten(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  int64_t rank = type.getRank(), axis = node.getInt("axis", 1);
  if (axis < -rank || axis > rank)
    return node.emitError() << "expected an axis in [" << -rank << ", " << rank << "], got "
                            << axis;
  if (axis < 0)
    axis += rank;
  return node.setResult(
      node.createReshape(node.getInput(0), {multiplyDims(type.getShape().take_front(axis)),
                                            multiplyDims(type.getShape().drop_front(axis))}));
}

/// Axes are an attribute before opset 13, then an input.
static FailureOr<SmallVector<int64_t>> getAxes(NodeImporter &node) {
  if (node.getInput(1))
    return node.getConstantInts(1, "the axes");
  return node.getInts("axes");
}

static LogicalResult importSqueeze(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<SmallVector<int64_t>> axes = getAxes(node);
  if (succeeded(axes))
    axes = node.normalizeAxes(*axes, type.getRank());
  if (failed(axes))
    return failure();
  if (!node.getInput(1) && !node.hasAttribute("axes")) {
    if (!type.hasStaticShape())
      return node.emitError() << "requires axes where the shape is not static, got " << type;
    for (auto [i, dim] : llvm::enumerate(type.getShape()))
      if (dim == 1)
        axes->push_back(i);
  }
  SmallVector<int64_t> shape;
  for (auto [i, dim] : llvm::enumerate(type.getShape())) {
    if (!llvm::is_contained(*axes, static_cast<int64_t>(i)))
      shape.push_back(dim);
    else if (dim != 1)
      return node.emitError() << "expected extent 1 at the axes, got " << type << " and axis " << i;
  }
  return node.setResult(node.createReshape(node.getInput(0), shape));
}

static LogicalResult importUnsqueeze(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<SmallVector<int64_t>> axes = getAxes(node);
  if (succeeded(axes)) // they count in the result
    axes = node.normalizeAxes(*axes, type.getRank() + axes->size());
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t axis : *axes)
    shape.insert(shape.begin() + axis, 1);
  return node.setResult(node.createReshape(node.getInput(0), shape));
}

/// Without a permutation the dims are reversed.
static LogicalResult importTranspose(NodeImporter &node) {
  SmallVector<int64_t> reversed =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, node.getInputRank(0))));
  graph::TransposeOp::Properties properties;
  properties.permutation = node.getBuilder().getDenseI64ArrayAttr(node.getInts("perm", reversed));
  return node.setResult(node.create<graph::TransposeOp>(node.getInput(0), properties));
}

void dl::onnx_import::addShapeOperators(OperatorTable &table) {
  table.add("Reshape", {1}, importReshape)
      .allowBool()
      .attributes("consumed_inputs:ints shape:ints!");
  table.add("Reshape", {5, 13}, importReshape).allowBool().inputs(2, 2);
  table.add("Reshape", {14, 19, 21, 23, 24, 25}, importReshape)
      .allowBool()
      .inputs(2, 2)
      .attributes("allowzero:int");
  table.add("Flatten", {1, 9, 11, 13, 21, 23, 24, 25}, importFlatten)
      .allowBool()
      .attributes("axis:int");
  table.add("Squeeze", {1, 11}, importSqueeze).allowBool().attributes("axes:ints");
  table.add("Squeeze", {13, 21, 23, 24, 25}, importSqueeze).allowBool().inputs(1, 2);
  table.add("Unsqueeze", {1, 11}, importUnsqueeze).allowBool().attributes("axes:ints!");
  table.add("Unsqueeze", {13, 21, 23, 24, 25}, importUnsqueeze).allowBool().inputs(2, 2);
  table.add("Transpose", {1, 13, 21, 23, 24, 25}, importTranspose)
      .allowBool()
      .attributes("perm:ints");
}
