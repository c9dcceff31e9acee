//===-- IndexingOps.cpp - parts of a tensor ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference, folding and te programs of slice and gather.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

//===----------------------------------------------------------------------===//
// slice
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX());
  ArrayRef<int64_t> starts = adaptor.getStarts(), sizes = adaptor.getSizes(),
                    steps = adaptor.getSteps();
  size_t rank = x.getRank();
  // (C1)
  if (starts.size() != rank || sizes.size() != rank || steps.size() != rank)
    return inferError(loc, "slice", "expected ", rank, " starts, sizes and steps, got ",
                      listText(starts), ", ", listText(sizes), " and ", listText(steps));
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isWhole = starts[dim] == 0 && steps[dim] == 1;
    if (ShapedType::isDynamic(size) && x.isDynamicDim(dim) && isWhole)
      continue;
    if (size < 0 || steps[dim] == 0)
      return inferError(loc, "slice",
                        "expected sizes that are not negative and steps that are "
                        "not 0, got ",
                        listText(sizes), " and ", listText(steps));
    // (C2)
    if (size == 0 || x.isDynamicDim(dim))
      continue;
    int64_t reach = 0, last = 0;
    bool overflow = llvm::MulOverflow(size - 1, steps[dim], reach) ||
                    llvm::AddOverflow(starts[dim], reach, last);
    if (overflow || std::min(starts[dim], last) < 0 ||
        std::max(starts[dim], last) >= x.getDimSize(dim))
      return inferError(loc, "slice", "expected positions of dim ", dim, " in [0, ",
                        x.getDimSize(dim), "), got ", size, " from ", starts[dim], " by ",
                        steps[dim]);
  }
  types.push_back(RankedTensorType::get(sizes, x.getElementType()));
  return success();
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  auto isAll = [](ArrayRef<int64_t> values, int64_t wanted) {
    return llvm::all_of(values, [&](int64_t value) { return value == wanted; });
  };
  if (getX().getType() == getType() && isAll(getStarts(), 0) && isAll(getSteps(), 1))
    return getX();
  auto dense = dyn_cast_if_present<DenseElementsAttr>(adaptor.getX());
  if (!dense || !getType().hasStaticShape())
    return {};
  if (dense.isSplat())
    return dense.resizeSplat(getType());
  int64_t count = getType().getNumElements();
  if (count > operators::kMaxFoldedElements ||
      dense.getNumElements() > operators::kMaxFoldedElements)
    return {};
  ArrayRef<int64_t> from = dense.getType().getShape(), to = getType().getShape();
  auto values = dense.getValues<Attribute>();
  SmallVector<Attribute> picked;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, position = 0, scale = 1;
    for (int64_t dim = int64_t(to.size()) - 1; dim >= 0; --dim) {
      position += (getStarts()[dim] + rest % to[dim] * getSteps()[dim]) * scale;
      rest /= to[dim];
      scale *= from[dim];
    }
    picked.push_back(values[position]);
  }
  return DenseElementsAttr::get(getType(), picked);
}

LogicalResult SliceOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                             StringRef prefix, SmallVectorImpl<Value> &results) {
  // Dims of open size are taken whole.
  for (auto [dim, size] : llvm::enumerate(getSizes()))
    if (!ShapedType::isDynamic(size) && tensorType(getX()).isDynamicDim(dim))
      return requireStaticShapes(*this);
  RankedTensorType type = getType();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [name, extent] : llvm::zip_equal(axisNames({}, type), type.getShape()))
    stage.spatial(name, extent);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices;
    for (auto [dim, start] : llvm::enumerate(getStarts()))
      indices.push_back(b.axis(dim) * getSteps()[dim] + start);
    return b.read(operands[0], indices);
  }));
  return success();
}

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX());
  int64_t axis = adaptor.getAxis();
  // (C1)
  if (axis < 0 || axis >= x.getRank())
    return inferError(loc, "gather", "expected an axis in [0, ", x.getRank(), "), got ", axis);
  SmallVector<int64_t> shape(x.getShape().take_front(axis));
  llvm::append_range(shape, tensorType(adaptor.getIndices()).getShape());
  llvm::append_range(shape, x.getShape().drop_front(axis + 1));
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

void GatherOp::getIndexChecks(SmallVectorImpl<IndexCheck> &checks) {
  checks.push_back({/*indices=*/1, /*x=*/0, {static_cast<unsigned>(getAxis())}});
}

LogicalResult GatherOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  RankedTensorType type = getType();
  SmallVector<OpFoldResult> sizes = SizeBuilder(builder, getLoc()).dims(operands[0]);
  int64_t axis = getAxis(), rank = tensorType(getIndices()).getRank();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [name, extent] : llvm::zip_equal(axisNames({}, type), type.getShape()))
    stage.spatial(name, extent);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    Value picked = b.read(operands[1], b.axisRange(axis, rank));
    SmallVector<AffineExpr> indices = b.axisRange(0, axis);
    indices.push_back(b.position(picked, sizes[axis]));
    llvm::append_range(indices, b.axisRange(axis + rank, type.getRank() - axis - rank));
    return b.readPicked(operands[0], indices, axis, sizes);
  }));
  return success();
}
