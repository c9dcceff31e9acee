//===-- Col2ImOps.cpp - windows back into an image --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference and te program of graph.col2im.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "WindowStages.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult Col2ImOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "col2im";
  RankedTensorType x = tensorType(adaptor.getX());
  int64_t spatialRank = x.getRank() / 2 - 1;
  // (C1)
  if (spatialRank < 1 || x.getRank() % 2 != 0)
    return inferError(loc, name, "expected an input of rank 2 + 2 * S, S at least 1, got ",
                      shapeText(x.getShape()),
                      ": give batch, channels, a dim of the block for each spatial dim, and a "
                      "dim of columns for each");
  ArrayRef<int64_t> block = x.getShape().slice(2, spatialRank);
  ArrayRef<int64_t> columns = x.getShape().take_back(spatialRank);
  for (int64_t extent : block)
    if (!ShapedType::isDynamic(extent) && (extent < 1 || extent > kMaxWindow))
      return inferError(loc, name, "expected blocks of 1 to ", kMaxWindow,
                        " elements in each dim, got ", shapeText(block));
  // (C2)
  ArrayRef<int64_t> image = adaptor.getImage();
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (int64_t(image.size()) != spatialRank ||
      !llvm::all_of(image, [](int64_t extent) { return extent > 0 && extent <= most; }))
    return inferError(loc, name, "expected image to hold ", spatialRank, " extents from 1 to ",
                      most, ", one for each spatial dim, got ", listText(image));
  if (failed(checkWindows(loc, name, spatialRank, adaptor.getStrides(), adaptor.getPads(),
                          adaptor.getDilations())))
    return failure();
  // (C3)
  auto windows = getWindows(block, adaptor.getStrides(), adaptor.getPads(), adaptor.getDilations());
  for (auto [i, window] : llvm::enumerate(windows)) {
    auto places = inferWindowDim(loc, name, i + 2, image[i], window, /*ceilMode=*/false);
    if (failed(places))
      return failure();
    if (differ(*places, columns[i]))
      return inferError(loc, name, "expected ", *places, " columns along spatial dim ", i,
                        ", one for each place of the block in the padded image, got ", columns[i]);
  }
  // (C4)
  SmallVector<int64_t> shape = {x.getDimSize(0), x.getDimSize(1)};
  llvm::append_range(shape, image);
  int64_t elements = 1;
  for (int64_t extent : shape)
    if (extent > 0 && llvm::MulOverflow(elements, extent, elements))
      return inferError(loc, name,
                        "expected a result whose elements can be counted in 63 bits, "
                        "got ",
                        shapeText(shape));
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

Value dl::graph::buildImage(OpBuilder &builder, Location loc, Value columns,
                            ArrayRef<Window> windows, ArrayRef<OpFoldResult> shape,
                            Type elementType, StringRef name) {
  size_t spatialRank = windows.size();
  SizeBuilder sizes(builder, loc);
  SmallVector<OpFoldResult> columnSizes;
  for (size_t i = 0; i < spatialRank; ++i)
    columnSizes.push_back(sizes.dim(columns, 2 + spatialRank + i));
  StageBuilder stage(builder, loc, elementType);
  for (auto [axis, size] : llvm::zip_equal(dataAxisNames("n", "o", spatialRank), shape))
    stage.spatial(axis, size);
  for (auto [axis, window] : llvm::zip_equal(spatialNames(spatialRank), windows))
    stage.reduce("k" + axis, window.extent);
  return stage.build(name, te::Combiner::Add, [&](StageBody &b) {
    SmallVector<AffineExpr> taps = b.axisRange(2 + spatialRank, spatialRank), columnIndices;
    SmallVector<AffineExpr> constraints;
    for (auto [i, window] : llvm::enumerate(windows)) {
      AffineExpr offset = b.axis(2 + i) - taps[i] * window.dilation + window.padBegin;
      AffineExpr column = window.stride == 1 ? offset : offset.floorDiv(window.stride);
      if (window.stride != 1)
        constraints.push_back(-(offset % window.stride));
      if (window.padBegin < window.span() - 1)
        constraints.push_back(column);
      // The last tap may be the only one that the last elements have.
      OpFoldResult columnSize = columnSizes[i], size = shape[2 + i];
      if (isOpen(columnSize) || isOpen(size) ||
          (staticSize(size) - 1 + window.padBegin) / window.stride >= staticSize(columnSize))
        constraints.push_back(b.size(columnSize) - 1 - column);
      columnIndices.push_back(column);
    }
    SmallVector<AffineExpr> indices = b.axisRange(0, 2);
    llvm::append_range(indices, taps);
    llvm::append_range(indices, columnIndices);
    return constraints.empty() ? b.read(columns, indices)
                               : b.readGuarded(columns, indices, constraints, /*otherwise=*/0);
  });
}

LogicalResult Col2ImOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  RankedTensorType type = getType();
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(1, tensorType(getX()).getRank()));
  if (failed(requireStaticDims(*this, dims)))
    return failure();
  auto windows = getWindows(tensorType(getX()).getShape().slice(2, type.getRank() - 2),
                            getStrides(), getPads(), getDilations());
  SizeBuilder sizes(builder, getLoc());
  SmallVector<OpFoldResult> shape = {sizes.dim(operands[0], 0)};
  for (int64_t extent : type.getShape().drop_front())
    shape.push_back(sizes.number(extent));
  results.push_back(
      buildImage(builder, getLoc(), operands[0], windows, shape, type.getElementType(), prefix));
  return success();
}
