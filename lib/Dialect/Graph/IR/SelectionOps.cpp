//===-- SelectionOps.cpp - operators that choose elements ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference, verification and folding of the operators that choose elements by
// constants or by data.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// An attribute must have an entry for each dim.
static LogicalResult checkEntries(std::optional<Location> loc, StringRef name, StringRef what,
                                  ArrayRef<int64_t> entries, RankedTensorType x) {
  if (int64_t(entries.size()) == x.getRank())
    return success();
  return inferError(loc, name, "expected ", what, " for each of the ", x.getRank(), " dims, got ",
                    listText(entries));
}

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "concat";
  int64_t axis = adaptor.getAxis();
  // (C1)
  if (adaptor.getInputs().empty())
    return inferError(loc, name, "expected at least one operand");
  if (failed(checkElementTypes(loc, name, adaptor.getInputs())))
    return failure();
  RankedTensorType first = tensorType(adaptor.getInputs().front());
  if (failed(checkAxis(loc, name, axis, first.getRank())))
    return failure();
  SmallVector<int64_t> shape(first.getShape());
  for (Value input : adaptor.getInputs().drop_front()) {
    RankedTensorType type = tensorType(input);
    if (type.getRank() != first.getRank())
      return inferError(loc, name, "expected operands of one rank, got ",
                        shapeText(first.getShape()), " and ", shapeText(type.getShape()));
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      int64_t extent = type.getDimSize(dim);
      if (dim == axis) {
        bool isDynamic = ShapedType::isDynamic(extent) || ShapedType::isDynamic(shape[dim]);
        shape[dim] = isDynamic ? ShapedType::kDynamic : shape[dim] + extent;
        continue;
      }
      // (C2)
      if (differ(shape[dim], extent))
        return inferError(loc, name, "expected equal dims but at axis ", axis, ", got ",
                          shapeText(first.getShape()), " and ", shapeText(type.getShape()));
      shape[dim] = moreStatic(shape[dim], extent);
    }
  }
  types.push_back(RankedTensorType::get(shape, first.getElementType()));
  return success();
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  StringRef name = "pad";
  RankedTensorType x = tensorType(adaptor.getX()), value = tensorType(adaptor.getValue());
  ArrayRef<int64_t> low = adaptor.getLow(), high = adaptor.getHigh();
  // (C1)
  if (failed(checkEntries(loc, name, "a low pad", low, x)) ||
      failed(checkEntries(loc, name, "a high pad", high, x)))
    return failure();
  // (C2)
  if (value.getRank() != 0 || value.getElementType() != x.getElementType())
    return inferError(loc, name, "expected a value of rank 0 and type ", x.getElementType(),
                      ", got ", value);
  SmallVector<int64_t> shape(x.getShape());
  for (int64_t dim = 0; dim < x.getRank(); ++dim) {
    if (x.isDynamicDim(dim))
      continue;
    shape[dim] += low[dim] + high[dim];
    if (shape[dim] < 0)
      return inferError(loc, name, "expected dims that are not negative, got ", shape[dim],
                        " for dim ", dim, " of ", shapeText(x.getShape()));
    // (C3)
    if (adaptor.getMode() != "constant" && x.getDimSize(dim) == 0 && shape[dim] > 0)
      return inferError(loc, name, "expected elements to pad from at dim ", dim, " of ",
                        shapeText(x.getShape()));
  }
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

LogicalResult BroadcastToOp::verify() {
  RankedTensorType x = tensorType(getX()), result = getType();
  auto joined = operators::broadcastShapes(x.getShape(), result.getShape());
  // (C1)
  bool fits = x.getElementType() == result.getElementType() && succeeded(joined) &&
              int64_t(joined->size()) == result.getRank();
  for (int64_t dim = 0; fits && dim < result.getRank(); ++dim)
    fits = !differ((*joined)[dim], result.getDimSize(dim));
  if (!fits)
    return emitOpError("expected an operand that broadcasts to the result, got ")
           << x << " and " << result;
  // (C2)
  if (getExtents() && !fitsExtents(result.getShape(), getExtents()))
    return emitOpError("expected extents of the result ")
           << result << ", got " << tensorType(getExtents());
  return success();
}

OpFoldResult BroadcastToOp::fold(FoldAdaptor adaptor) {
  if (getX().getType() == getType() && getType().hasStaticShape())
    return getX();
  if (getExtents() && getType().hasStaticShape()) {
    getExtentsMutable().clear();
    return getResult();
  }
  auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getX());
  return splat && getType().hasStaticShape() ? splat.resizeSplat(getType()) : OpFoldResult();
}

LogicalResult TileOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX());
  // (C1)
  if (failed(checkEntries(loc, "tile", "a number of repeats", adaptor.getRepeats(), x)))
    return failure();
  SmallVector<int64_t> shape(x.getShape());
  for (auto [extent, repeats] : llvm::zip_equal(shape, adaptor.getRepeats())) {
    if (repeats < 0)
      return inferError(loc, "tile", "expected repeats that are not negative, got ",
                        listText(adaptor.getRepeats()));
    if (repeats == 0)
      extent = 0;
    else if (!ShapedType::isDynamic(extent) && llvm::MulOverflow(extent, repeats, extent))
      return inferError(loc, "tile", "expected extents of less than 2^63, got ",
                        shapeText(x.getShape()), " repeated ", listText(adaptor.getRepeats()));
  }
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

LogicalResult RepeatOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX());
  int64_t axis = adaptor.getAxis(), times = adaptor.getTimes();
  // (C1)
  if (failed(checkAxis(loc, "repeat", axis, x.getRank())))
    return failure();
  // (C2)
  if (times < 1)
    return inferError(loc, "repeat", "expected a positive number of times, got ", times);
  SmallVector<int64_t> shape(x.getShape());
  if (!x.isDynamicDim(axis) && llvm::MulOverflow(shape[axis], times, shape[axis]))
    return inferError(loc, "repeat", "expected extents of less than 2^63, got ",
                      shapeText(x.getShape()), " with each element ", times, " times along axis ",
                      axis);
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

/// Indices of a dim without elements must be none.
static LogicalResult checkHasElements(std::optional<Location> loc, StringRef name,
                                      RankedTensorType x, int64_t dim, RankedTensorType indices) {
  bool hasIndices = !llvm::is_contained(indices.getShape(), 0);
  if (!hasIndices || x.getDimSize(dim) != 0)
    return success();
  return inferError(loc, name, "expected elements at axis ", dim, " of ", shapeText(x.getShape()),
                    " for indices of shape ", shapeText(indices.getShape()));
}

/// Indices must have the rank of `x` and fit into it but along the axis.
static LogicalResult checkElementIndices(std::optional<Location> loc, StringRef name,
                                         RankedTensorType x, RankedTensorType indices,
                                         int64_t axis) {
  if (failed(checkAxis(loc, name, axis, x.getRank())) ||
      failed(checkHasElements(loc, name, x, axis, indices)))
    return failure();
  bool fits = indices.getRank() == x.getRank();
  for (int64_t dim = 0; fits && dim < x.getRank(); ++dim)
    fits = dim == axis || x.isDynamicDim(dim) || indices.isDynamicDim(dim) ||
           indices.getDimSize(dim) <= x.getDimSize(dim);
  if (fits)
    return success();
  return inferError(loc, name, "expected indices of rank ", x.getRank(), " with no dim but axis ",
                    axis, " larger than in ", shapeText(x.getShape()), ", got ",
                    shapeText(indices.getShape()));
}

LogicalResult GatherElementsOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                 Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX()), indices = tensorType(adaptor.getIndices());
  // (C1), (C2)
  if (failed(checkElementIndices(loc, "gather_elements", x, indices, adaptor.getAxis())))
    return failure();
  types.push_back(indices.clone(x.getElementType()));
  return success();
}

LogicalResult GatherNDOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX()), indices = tensorType(adaptor.getIndices());
  int64_t batch = adaptor.getBatchDims();
  // (C1)
  bool valid = batch >= 0 && batch < x.getRank() && batch < indices.getRank();
  for (int64_t dim = 0; valid && dim < batch; ++dim)
    valid = !differ(x.getDimSize(dim), indices.getDimSize(dim));
  if (!valid)
    return inferError(loc, "gather_nd",
                      "expected batch_dims less than both ranks and equal dims "
                      "there, got ",
                      batch, " for ", shapeText(x.getShape()), " and ",
                      shapeText(indices.getShape()));
  // (C2)
  int64_t depth = indices.getShape().back();
  if (ShapedType::isDynamic(depth) || depth > x.getRank() - batch)
    return inferError(loc, "gather_nd", "expected index tuples of at most ", x.getRank() - batch,
                      " entries, got indices of shape ", shapeText(indices.getShape()));
  SmallVector<int64_t> shape(indices.getShape().drop_back());
  llvm::append_range(shape, x.getShape().drop_front(batch + depth));
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

static LogicalResult checkUpdates(std::optional<Location> loc, StringRef name, RankedTensorType x,
                                  RankedTensorType updates, ArrayRef<int64_t> shape) {
  bool fits =
      updates.getElementType() == x.getElementType() && updates.getRank() == int64_t(shape.size());
  for (size_t dim = 0; fits && dim < shape.size(); ++dim)
    fits = !differ(shape[dim], updates.getDimSize(dim));
  if (fits)
    return success();
  return inferError(loc, name, "expected updates of type ", x.getElementType(), " and shape ",
                    shapeText(shape), ", got ", updates);
}

LogicalResult ScatterElementsOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX()), indices = tensorType(adaptor.getIndices());
  // (C1), (C2)
  if (failed(checkElementIndices(loc, "scatter_elements", x, indices, adaptor.getAxis())) ||
      failed(checkUpdates(loc, "scatter_elements", x, tensorType(adaptor.getUpdates()),
                          indices.getShape())))
    return failure();
  types.push_back(x);
  return success();
}

LogicalResult ScatterNDOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  RankedTensorType x = tensorType(adaptor.getX()), indices = tensorType(adaptor.getIndices());
  // (C1)
  int64_t depth = indices.getRank() == 0 ? ShapedType::kDynamic : indices.getShape().back();
  if (ShapedType::isDynamic(depth) || depth > x.getRank())
    return inferError(loc, "scatter_nd", "expected index tuples of at most ", x.getRank(),
                      " entries, got indices of shape ", shapeText(indices.getShape()));
  // (C2)
  SmallVector<int64_t> shape(indices.getShape().drop_back());
  llvm::append_range(shape, x.getShape().drop_front(depth));
  if (failed(checkUpdates(loc, "scatter_nd", x, tensorType(adaptor.getUpdates()), shape)))
    return failure();
  types.push_back(x);
  return success();
}

LogicalResult ReverseSequenceOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "reverse_sequence";
  RankedTensorType x = tensorType(adaptor.getX()), lengths = tensorType(adaptor.getLengths());
  int64_t batch = adaptor.getBatchAxis(), time = adaptor.getTimeAxis();
  // (C1)
  if (failed(checkAxis(loc, name, batch, x.getRank())) ||
      failed(checkAxis(loc, name, time, x.getRank())))
    return failure();
  if (batch == time)
    return inferError(loc, name, "expected two axes, got ", batch, " twice");
  // (C2)
  if (lengths.getRank() != 1 || differ(lengths.getDimSize(0), x.getDimSize(batch)))
    return inferError(loc, name, "expected a length for each of the ",
                      shapeText(x.getDimSize(batch)), " sequences, got ",
                      shapeText(lengths.getShape()));
  types.push_back(x);
  return success();
}

void GatherElementsOp::getIndexChecks(SmallVectorImpl<IndexCheck> &checks) {
  checks.push_back({/*indices=*/1, /*data=*/0, {static_cast<unsigned>(getAxis())}});
}

void ScatterElementsOp::getIndexChecks(SmallVectorImpl<IndexCheck> &checks) {
  checks.push_back({/*indices=*/1, /*data=*/0, {static_cast<unsigned>(getAxis())}});
}

/// The entries of index tuples are for dims from `first` on.
static void addTupleCheck(SmallVectorImpl<IndexCheck> &checks, Value indices, unsigned first) {
  IndexCheck check{/*indices=*/1, /*data=*/0, {}};
  for (int64_t entry = 0; entry < tensorType(indices).getShape().back(); ++entry)
    check.dims.push_back(first + entry);
  if (!check.dims.empty())
    checks.push_back(check);
}

void GatherNDOp::getIndexChecks(SmallVectorImpl<IndexCheck> &checks) {
  addTupleCheck(checks, getIndices(), getBatchDims());
}

void ScatterNDOp::getIndexChecks(SmallVectorImpl<IndexCheck> &checks) {
  addTupleCheck(checks, getIndices(), 0);
}
