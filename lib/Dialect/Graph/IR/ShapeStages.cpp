//===-- ShapeStages.cpp - te programs of operators that move elements *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of reshape and transpose.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// Row-major position of a result element, taken apart along the operand's dims.
LogicalResult ReshapeOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                               StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType();
  ArrayRef<int64_t> from = tensorType(getX()).getShape();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [name, extent] : llvm::zip_equal(axisNames({}, type), type.getShape()))
    stage.spatial(name, extent);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    AffineExpr position = b.constant(0);
    for (auto [i, extent] : llvm::enumerate(type.getShape()))
      position = position * extent + b.axis(i);
    SmallVector<AffineExpr> indices(from.size(), b.constant(0));
    int64_t stride = 1;
    for (size_t i : llvm::reverse(llvm::seq(from.size()))) {
      if (from[i] == 1)
        continue;
      indices[i] = position.floorDiv(stride);
      stride *= from[i];
      // The outermost part needs no wrap: the position is inside the tensor.
      if (stride != type.getNumElements())
        indices[i] = indices[i] % from[i];
    }
    return b.read(operands[0], indices);
  }));
  return success();
}

LogicalResult TransposeOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                 StringRef prefix,
                                                 SmallVectorImpl<Value> &results) {
  RankedTensorType type = getType();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [name, extent] : llvm::zip_equal(axisNames({}, type), type.getShape()))
    stage.spatial(name, extent);
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices(type.getRank());
    for (auto [i, dim] : llvm::enumerate(getPermutation()))
      indices[dim] = b.axis(i);
    return b.read(operands[0], indices);
  }));
  return success();
}

LogicalResult LayoutTransformOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                       StringRef prefix,
                                                       SmallVectorImpl<Value> &results) {
  Layout from = *Layout::parse(getFrom()), to = *Layout::parse(getTo());
  RankedTensorType type = getType();
  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (auto [part, extent] : llvm::zip_equal(to.getParts(), type.getShape())) {
    std::string name(1, llvm::toLower(part.letter));
    if (to.getBlock(part.letter) != 1)
      name += part.block ? "i" : "b";
    stage.spatial(name, extent);
  }
  results.push_back(stage.build(prefix, te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices;
    for (const Layout::Part &part : from.getParts()) {
      int64_t block = from.getBlock(part.letter), other = to.getBlock(part.letter);
      AffineExpr outer = b.axis(to.getPosition(part.letter));
      // Equal blocks keep their parts; else the dim is put together and taken apart.
      if (block == other) {
        indices.push_back(part.block ? b.axis(to.getPosition(part.letter, true)) : outer);
        continue;
      }
      AffineExpr whole =
          other == 1 ? outer : outer * other + b.axis(to.getPosition(part.letter, true));
      indices.push_back(part.block ? whole % block : block == 1 ? whole : whole.floorDiv(block));
    }
    // A dim of one element that is in blocks has all its parts at 0.
    for (auto [index, extent] : llvm::zip_equal(indices, tensorType(getX()).getShape()))
      if (extent == 1)
        index = b.constant(0);
    return b.read(operands[0], indices);
  }));
  return success();
}
