//===-- ShapeOps.cpp - operators that move elements -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verification, type inference and folding of reshape and transpose.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult ReshapeOp::verify() {
  RankedTensorType from = tensorType(getX()), to = getType();
  // (C1)
  if (from.getElementType() != to.getElementType())
    return emitOpError("expected one element type, got ")
           << from.getElementType() << " and " << to.getElementType() << ": cast before reshaping";
  if (from.hasStaticShape() && to.hasStaticShape() && from.getNumElements() != to.getNumElements())
    return emitOpError("expected as many elements in the result as in the operand, got ")
           << to.getNumElements() << " (" << shapeText(to.getShape()) << ") and "
           << from.getNumElements() << " (" << shapeText(from.getShape()) << ")";
  // (C3)
  if (getExtents() && (getShape() || !fitsExtents(to.getShape(), getExtents())))
    return emitOpError("expected extents of the result ")
           << to << " and no 'shape', got " << tensorType(getExtents());
  // (C2)
  if (!getShape())
    return success();
  ArrayRef<int64_t> shape = *getShape();
  bool valid = int64_t(shape.size()) == to.getRank() && llvm::count(shape, -1) <= 1;
  for (size_t i = 0; valid && i < shape.size(); ++i) {
    bool keeps = shape[i] == 0 && int64_t(i) < from.getRank() && from.isDynamicDim(i);
    valid = to.isDynamicDim(i) ? shape[i] == -1 || keeps : shape[i] == to.getDimSize(i);
  }
  if (!valid)
    return emitOpError("expected 'shape' to have an entry for each dim of the result (")
           << shapeText(to.getShape())
           << "): its number, 0 for the operand's dynamic dim at its position, or -1 once, got "
           << listText(shape);
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  // Equal types with several open dims may still differ in these.
  if (getX().getType() == getType() && getType().getNumDynamicDims() <= 1)
    return getX();
  if (getType().hasStaticShape() && getExtents()) {
    getExtentsMutable().clear();
    return getResult();
  }
  if (!getType().hasStaticShape() || !tensorType(getX()).hasStaticShape())
    return {};
  // reshape(reshape(x)) reads x.
  if (auto inner = getX().getDefiningOp<ReshapeOp>()) {
    getXMutable().assign(inner.getX());
    return getResult();
  }
  // Data stays where it is: only the type around it changes.
  if (auto dense = dyn_cast_if_present<DenseElementsAttr>(adaptor.getX()))
    return dense.reshape(getType());
  if (auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(adaptor.getX()))
    return DenseResourceElementsAttr::get(getType(), resource.getRawHandle());
  return {};
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  // (C1)
  SmallVector<bool> seen(x.getRank(), false);
  bool valid = int64_t(permutation.size()) == x.getRank();
  for (size_t i = 0; valid && i < permutation.size(); ++i) {
    valid = permutation[i] >= 0 && permutation[i] < x.getRank() && !seen[permutation[i]];
    if (valid)
      seen[permutation[i]] = true;
  }
  if (!valid)
    return inferError(loc, "transpose", "expected a permutation of the ", x.getRank(),
                      " dims, got ", listText(permutation));
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(x.getDimSize(dim));
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  ArrayRef<int64_t> permutation = getPermutation();
  if (llvm::is_sorted(permutation) && getX().getType() == getType())
    return getX();
  // transpose(transpose(x)) permutes x once.
  if (auto inner = getX().getDefiningOp<TransposeOp>()) {
    SmallVector<int64_t> composed;
    for (int64_t dim : permutation)
      composed.push_back(inner.getPermutation()[dim]);
    getXMutable().assign(inner.getX());
    setPermutation(composed);
    return getResult();
  }
  auto dense = dyn_cast_if_present<DenseElementsAttr>(adaptor.getX());
  if (!dense || !getType().hasStaticShape())
    return {};
  if (dense.isSplat())
    return dense.resizeSplat(getType());
  if (dense.getNumElements() > operators::kMaxFoldedElements)
    return {};
  SmallVector<int64_t> strides(permutation.size(), 1);
  ArrayRef<int64_t> from = dense.getType().getShape(), to = getType().getShape();
  for (int64_t i = int64_t(from.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * from[i + 1];
  auto values = dense.getValues<Attribute>();
  SmallVector<Attribute> moved;
  for (int64_t i = 0, e = dense.getNumElements(); i < e; ++i) {
    int64_t rest = i, position = 0;
    for (int64_t dim = int64_t(to.size()) - 1; dim >= 0; --dim) {
      position += rest % to[dim] * strides[permutation[dim]];
      rest /= to[dim];
    }
    moved.push_back(values[position]);
  }
  return DenseElementsAttr::get(getType(), moved);
}

LogicalResult LayoutTransformOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "layout_transform";
  RankedTensorType x = tensorType(adaptor.getX());
  // (C1)
  std::string error;
  auto from = Layout::parse(adaptor.getFrom(), &error);
  if (failed(from))
    return inferError(loc, name, error);
  auto to = Layout::parse(adaptor.getTo(), &error);
  if (failed(to))
    return inferError(loc, name, error);
  if (!haveSameLetters(*from, *to))
    return inferError(loc, name, "expected layouts of the same dims, got '", from->str(), "' and '",
                      to->str(), "'");
  // (C2)
  if (failed(from->check(x.getShape(), &error)))
    return inferError(loc, name, error);
  // (C3)
  bool isKnown = true;
  for (auto [i, part] : llvm::enumerate(from->getParts()))
    isKnown &=
        !x.isDynamicDim(i) || (from->getBlock(part.letter) == 1 && to->getBlock(part.letter) == 1);
  auto shape = isKnown ? to->toMemoryShape(from->toLogicalShape(x.getShape()))
                       : FailureOr<SmallVector<int64_t>>(failure());
  if (failed(shape))
    return inferError(loc, name, "expected static extents that the blocks of '", to->str(),
                      "' divide, got ", shapeText(x.getShape()), " in '", from->str(), "'");
  types.push_back(RankedTensorType::get(*shape, x.getElementType()));
  return success();
}

OpFoldResult LayoutTransformOp::fold(FoldAdaptor) {
  if (getFrom() == getTo())
    return getX();
  // There and on, or back.
  if (auto inner = getX().getDefiningOp<LayoutTransformOp>()) {
    if (inner.getTo() != getFrom())
      return {};
    setFrom(inner.getFrom());
    getXMutable().assign(inner.getX());
    return getResult();
  }
  return {};
}

/// Where no element moves, the transformation is a view:
///
///   graph.layout_transform %x "NCHW16c" to "NCHW" : (tensor<1x4x1x1x16xf32>) -> …
///   ->  graph.reshape %x : (tensor<1x4x1x1x16xf32>) -> tensor<1x64x1x1xf32>
LogicalResult LayoutTransformOp::canonicalize(LayoutTransformOp op, PatternRewriter &rewriter) {
  auto from = Layout::parse(op.getFrom()), to = Layout::parse(op.getTo());
  ArrayRef<int64_t> shape = tensorType(op.getX()).getShape();
  if (!haveSameOrder(*from, *to, from->toLogicalShape(shape)))
    return rewriter.notifyMatchFailure(op, "elements move");
  rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getX());
  return success();
}
