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
#include "DataShape.h"

#include "../ElementTypes.h"
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/SizeExprs.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static AffineExpr multiplySizes(NodeImporter &node, ArrayRef<AffineExpr> sizes) {
  return normalizeSize(SizeProduct::get(sizes).toExpr(node.getBuilder().getContext()));
}

/// The dim that -1 stands for: what is left of the operand's elements. Where that is no product
/// a run checks that nothing remains.
static FailureOr<AffineExpr> getRest(NodeImporter &node, const Dims &from, const Dims &known) {
  SizeProduct total = SizeProduct::get(from), others = SizeProduct::get(known);
  MLIRContext *context = node.getBuilder().getContext();
  if (std::optional<SizeProduct> rest = total.divideBy(others))
    return normalizeSize(rest->toExpr(context));
  // What divides both does not matter.
  for (AffineExpr atom : SmallVector<AffineExpr>(others.atoms)) {
    auto *found = llvm::find(total.atoms, atom);
    if (found == total.atoms.end())
      continue;
    total.atoms.erase(found);
    others.atoms.erase(llvm::find(others.atoms, atom));
  }
  if (others.atoms.empty() && others.factor > 0)
    return normalizeSize(total.toExpr(context).floorDiv(others.factor));
  return failure();
}

/// The dims of a reshape's result: 0 keeps the operand's dim (unless `allowZero`), -1 stands
/// for what is left.
static FailureOr<Dims> resolveShape(NodeImporter &node, ArrayRef<AffineExpr> target,
                                    bool allowZero) {
  RankedTensorType type = node.getInputType(0);
  Dims from = node.getDims(node.getInput(0)), dims(target);
  std::optional<size_t> open;
  SmallVector<int64_t> numbers = getStaticShape(target);
  for (auto [i, dim] : llvm::enumerate(dims)) {
    auto constant = dyn_cast<AffineConstantExpr>(dim);
    if (!constant)
      continue;
    if (constant.getValue() < -1)
      return node.emitError() << "expected dims of the new shape from -1 on, got "
                              << constant.getValue();
    if (constant.getValue() == 0 && !allowZero) {
      if (i >= from.size())
        return node.emitError() << "expected dims of the new shape that are 0 to be dims of the "
                                   "operand, got one at "
                                << i << " for " << type;
      dim = from[i];
    } else if (constant.getValue() == -1) {
      if (open)
        return node.emitError() << "expected one dim of the new shape to be -1, got a second";
      open = i;
    }
  }
  if (open)
    dims[*open] = node.getSize(1);
  // Checked before products are taken; messages show the shape as the model has it.
  if (failed(getCheckedType(getStaticShape(dims), type.getElementType(),
                            [&] { return node.emitError(); })))
    return failure();
  Dims known(dims);
  if (open)
    known.erase(known.begin() + *open);
  AffineExpr total = multiplySizes(node, from), given = multiplySizes(node, known);
  auto totalNumber = dyn_cast<AffineConstantExpr>(total);
  auto givenNumber = dyn_cast<AffineConstantExpr>(given);
  if (totalNumber && givenNumber) {
    int64_t all = totalNumber.getValue(), some = givenNumber.getValue();
    if (open ? some == 0 || all % some != 0 : some != all)
      return node.emitError() << "expected a new shape of " << all << " elements, got "
                              << printDims(numbers);
    if (open)
      dims[*open] = node.getSize(all / some);
    return dims;
  }
  if (!open)
    return dims;
  FailureOr<AffineExpr> rest = getRest(node, from, known);
  if (failed(rest))
    return node.emitError() << "expected a new shape whose dims divide "
                            << node.getSizeTracker().toString(total)
                            << ", the elements of the operand, got "
                            << node.getSizeTracker().toString(given)
                            << " beside the dim that is -1";
  dims[*open] = *rest;
  return dims;
}

static LogicalResult importReshape(NodeImporter &node) {
  if (node.isData(1))
    return importDataReshape(node);
  FailureOr<SmallVector<AffineExpr>> target =
      llvm::map_to_vector(node.getInts("shape"), [&](int64_t dim) { return node.getSize(dim); });
  if (node.getInput(1))
    target = node.getSizes(1, "the new shape");
  if (failed(target))
    return failure();
  FailureOr<Dims> dims = resolveShape(node, *target, node.getInt("allowzero", 0) != 0);
  if (failed(dims))
    return failure();
  return node.setResult(node.createReshapeTo(node.getInput(0), *dims));
}

/// A matrix: the dims before the axis, and those from it on.
static LogicalResult importFlatten(NodeImporter &node) {
  int64_t rank = node.getInputRank(0), axis = node.getInt("axis", 1);
  if (axis < -rank || axis > rank)
    return node.emitError() << "expected an axis in [" << -rank << ", " << rank << "], got "
                            << axis;
  if (axis < 0)
    axis += rank;
  Dims dims = node.getDims(node.getInput(0));
  return node.setResult(node.createReshapeTo(
      node.getInput(0), Dims{multiplySizes(node, ArrayRef(dims).take_front(axis)),
                             multiplySizes(node, ArrayRef(dims).drop_front(axis))}));
}

/// Axes are an attribute before opset 13, then an input.
static FailureOr<SmallVector<int64_t>> getAxes(NodeImporter &node) {
  if (node.getInput(1))
    return node.getConstantInts(1, "the axes");
  return node.getInts("axes");
}

static LogicalResult importSqueeze(NodeImporter &node) {
  if (node.isData(1))
    return importDataSqueeze(node);
  RankedTensorType type = node.getInputType(0);
  FailureOr<SmallVector<int64_t>> axes = getAxes(node);
  if (succeeded(axes))
    axes = node.normalizeAxes(*axes, type.getRank());
  if (failed(axes))
    return failure();
  Dims dims, from = node.getDims(node.getInput(0));
  if (!node.getInput(1) && !node.hasAttribute("axes")) {
    for (auto [i, dim] : llvm::enumerate(type.getShape())) {
      // The result's rank would depend on sizes.
      if (dim != 1 && !isNeverNegative(from[i] - 2) && ShapedType::isDynamic(dim))
        return node.emitError() << "requires axes where the shape is not static, got " << type;
      if (dim == 1)
        axes->push_back(i);
    }
  }
  // An open dim that is squeezed has one element: what else is left of the elements says so.
  for (auto [i, dim] : llvm::enumerate(type.getShape())) {
    if (!llvm::is_contained(*axes, static_cast<int64_t>(i)))
      dims.push_back(from[i]);
    else if (dim != 1 && !ShapedType::isDynamic(dim))
      return node.emitError() << "expected extent 1 at the axes, got " << type << " and axis " << i;
  }
  return node.setResult(node.createReshapeTo(node.getInput(0), dims));
}

static LogicalResult importUnsqueeze(NodeImporter &node) {
  if (node.isData(1))
    return importDataUnsqueeze(node);
  RankedTensorType type = node.getInputType(0);
  FailureOr<SmallVector<int64_t>> axes = getAxes(node);
  if (succeeded(axes)) // they count in the result
    axes = node.normalizeAxes(*axes, type.getRank() + axes->size());
  if (failed(axes))
    return failure();
  Dims dims = node.getDims(node.getInput(0));
  for (int64_t axis : *axes)
    dims.insert(dims.begin() + axis, node.getSize(1));
  return node.setResult(node.createReshapeTo(node.getInput(0), dims));
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
