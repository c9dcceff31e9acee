//===-- ViewLowering.cpp - reshapes and sizes as views ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers what makes no data: reshapes to views of their operands, and tensors without elements
// whose dims are sizes.
//
//===----------------------------------------------------------------------===//
#include "FunctionLowering.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

Value FunctionLowering::buildView(Location loc, Value source, RankedTensorType type) {
  ArrayRef<int64_t> from = cast<RankedTensorType>(source.getType()).getShape();
  ArrayRef<int64_t> to = type.getShape();
  // The finest groups of dims with equal products on both sides; each becomes one
  // dim of a shape between the two.
  SmallVector<ReassociationIndices> collapse, expand;
  SmallVector<int64_t> middle;
  size_t i = 0, j = 0;
  bool empty = llvm::is_contained(from, 0);
  while (!empty && i < from.size() && j < to.size()) {
    ReassociationIndices left = {int64_t(i)}, right = {int64_t(j)};
    int64_t a = from[i++], b = to[j++];
    while (a != b) {
      if (a < b) {
        left.push_back(i);
        a *= from[i++];
      } else {
        right.push_back(j);
        b *= to[j++];
      }
    }
    collapse.push_back(left);
    expand.push_back(right);
    middle.push_back(a);
  }
  if (middle.empty() && !from.empty() && !to.empty()) {
    // No elements: one dim holds them all.
    collapse = {llvm::to_vector<2>(llvm::seq<int64_t>(0, from.size()))};
    expand = {llvm::to_vector<2>(llvm::seq<int64_t>(0, to.size()))};
    middle.push_back(0);
    i = from.size(), j = to.size();
  }
  // Dims of extent 1 that are left over at the end join the last group.
  for (; i < from.size() && !collapse.empty(); ++i)
    collapse.back().push_back(i);
  for (; j < to.size() && !expand.empty(); ++j)
    expand.back().push_back(j);
  auto middleType = RankedTensorType::get(middle, type.getElementType());
  if (source.getType() != middleType)
    source = tensor::CollapseShapeOp::create(builder, loc, middleType, source, collapse);
  if (type != middleType)
    source = tensor::ExpandShapeOp::create(builder, loc, type, source, expand);
  return source;
}

/// The same for dims that are known only at run time.
FailureOr<Value> FunctionLowering::buildDynamicView(ReshapeOp op, Value source,
                                                    RankedTensorType type) {
  Dims from = sizes.getDims(source);
  Value given = op.getExtents();
  FailureOr<Dims> to =
      sizes.reshape(op, from, given ? sizes.getDims(mapping.lookup(given)) : Dims());
  if (failed(to))
    return failure();
  SmallVector<ReassociationIndices> collapse, expand;
  Dims middle;
  Location loc = op->getLoc();
  // What only a run knows to hold as many elements has no groups of dims in common.
  bool isWhole = SizeProduct::get(from) == SizeProduct::get(*to) &&
                 groupDims(from, *to, collapse, expand, middle);
  if (!isWhole) {
    // One dim that holds all elements.
    collapse = {llvm::to_vector<2>(llvm::seq<int64_t>(0, from.size()))};
    expand = {llvm::to_vector<2>(llvm::seq<int64_t>(0, to->size()))};
    middle = {SizeProduct::get(from).toExpr(func.getContext())};
  }
  SmallVector<int64_t> extents;
  for (AffineExpr size : middle) {
    auto constant = dyn_cast<AffineConstantExpr>(size);
    extents.push_back(constant ? constant.getValue() : ShapedType::kDynamic);
  }
  if (middle.size() < from.size())
    source = tensor::CollapseShapeOp::create(
        builder, loc, RankedTensorType::get(extents, type.getElementType()), source, collapse);
  else if (from.size() < middle.size())
    source = tensor::ExpandShapeOp::create(builder, loc,
                                           RankedTensorType::get({1}, type.getElementType()),
                                           source, ArrayRef<ReassociationIndices>());
  // What only a run knows to be equal has other types on both sides.
  SmallVector<int64_t> wanted;
  for (const ReassociationIndices &group : expand) {
    int64_t extent = 1;
    for (int64_t dim : group)
      extent = ShapedType::isDynamic(extent) || type.isDynamicDim(dim)
                   ? ShapedType::kDynamic
                   : extent * type.getDimSize(dim);
    wanted.push_back(extent);
  }
  if (wanted != extents && wanted.size() == extents.size())
    source = tensor::CastOp::create(builder, loc,
                                    RankedTensorType::get(wanted, type.getElementType()), source);
  if (middle.size() < to->size())
    source = tensor::ExpandShapeOp::create(builder, loc, type, source, expand,
                                           sizes.materializeAll(builder, loc, *to));
  else if (to->size() < middle.size())
    source = tensor::CollapseShapeOp::create(builder, loc, type, source,
                                             ArrayRef<ReassociationIndices>());
  sizes.setDims(source, *to);
  return source;
}

LogicalResult FunctionLowering::lowerReshape(ReshapeOp reshape) {
  Value source = mapping.lookup(reshape.getX());
  RankedTensorType type = getStorageType(reshape.getType());
  if (!isDynamic(reshape)) {
    mapping.map(reshape.getResult(), buildView(reshape.getLoc(), source, type));
    return success();
  }
  FailureOr<Value> view = buildDynamicView(reshape, source, type);
  if (failed(view))
    return failure();
  mapping.map(reshape.getResult(), *view);
  return success();
}

LogicalResult FunctionLowering::lowerExtents(ExtentsOp op) {
  SmallVector<Dims> operands;
  for (Value tensor : op.getTensors())
    operands.push_back(sizes.getDims(mapping.lookup(tensor)));
  FailureOr<SmallVector<Dims>> dims = sizes.infer(op, operands);
  if (failed(dims))
    return failure();
  RankedTensorType type = op.getType();
  Value none =
      tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(), type.getElementType(),
                              sizes.materializeDynamic(builder, op.getLoc(), dims->front()));
  sizes.setDims(none, dims->front());
  mapping.map(op.getResult(), none);
  return success();
}
