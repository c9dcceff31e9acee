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
    for (int64_t i = int64_t(from.size()) - 1; i >= 0; --i) {
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
  if (failed(requireStaticShapes(*this)))
    return failure();
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
