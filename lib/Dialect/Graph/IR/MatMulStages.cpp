//===-- MatMulStages.cpp - te programs of matrix products -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of matmul and gemm: transposition and broadcasting are index
// formulas of the one reduction.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult MatMulOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                              StringRef prefix, SmallVectorImpl<Value> &results) {
  RankedTensorType aType = tensorType(getA()), bType = tensorType(getB()), type = getType();
  bool hasRow = aType.getRank() > 1, hasColumn = bType.getRank() > 1;
  unsigned rank = type.getRank(), batchRank = rank - hasRow - hasColumn;

  StageBuilder stage(builder, getLoc(), type.getElementType());
  for (unsigned i = 0; i < batchRank; ++i)
    stage.spatial(batchRank == 1 ? "b" : "b" + std::to_string(i), type.getDimSize(i));
  if (hasRow)
    stage.spatial("m", type.getDimSize(batchRank));
  if (hasColumn)
    stage.spatial("n", type.getDimSize(rank - 1));
  stage.reduce("k", aType.getShape().back());
  results.push_back(stage.build(prefix, te::Combiner::Add, [&](StageBody &b) {
    SmallVector<AffineExpr> batch = b.axisRange(0, batchRank);
    AffineExpr inner = b.axis(rank);
    // Batch dims of an operand: aligned at the last one, those of extent 1 repeat.
    auto batchIndices = [&](RankedTensorType operand) {
      ArrayRef<int64_t> shape =
          operand.getShape().drop_back(std::min<int64_t>(operand.getRank(), 2));
      SmallVector<AffineExpr> indices(ArrayRef(batch).take_back(shape.size()));
      ArrayRef<int64_t> joined = type.getShape().take_front(batchRank).take_back(shape.size());
      for (auto [index, extent, joinedExtent] : llvm::zip_equal(indices, shape, joined))
        if (extent == 1 && joinedExtent != 1)
          index = b.constant(0);
      return indices;
    };
    SmallVector<AffineExpr> aIndices = batchIndices(aType), bIndices = batchIndices(bType);
    if (hasRow)
      aIndices.push_back(b.axis(batchRank));
    aIndices.push_back(inner);
    bIndices.push_back(inner);
    if (hasColumn)
      bIndices.push_back(b.axis(rank - 1));
    Value x = b.read(operands[0], aIndices), y = b.read(operands[1], bIndices);
    if (getWide() && aType.getElementType().isInteger()) {
      x = b.widenByte(x, aType.getElementType());
      y = b.widenByte(y, bType.getElementType());
    }
    return b.scalars.mul(x, y);
  }));
  return success();
}

bool MatMulOp::isWeight(unsigned) { return true; }

LogicalResult GemmOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                            StringRef prefix, SmallVectorImpl<Value> &results) {
  RankedTensorType aType = tensorType(getA()), type = getType();
  double alpha = getAlpha().convertToDouble(), beta = getBeta().convertToDouble();
  bool hasAddend = operands.size() == 3 && beta != 0;
  bool isLast = alpha == 1 && !hasAddend;
  Type element = type.getElementType();
  StageBuilder stage(builder, getLoc(), isLast ? element : getWideType(element));
  stage.spatial("m", type.getDimSize(0));
  stage.spatial("n", type.getDimSize(1));
  stage.reduce("k", aType.getDimSize(getTransA() ? 0 : 1));
  Value product = stage.build(prefix, te::Combiner::Add, [&](StageBody &b) {
    AffineExpr m = b.axis(0), n = b.axis(1), k = b.axis(2);
    SmallVector<AffineExpr> aIndices = {m, k}, bIndices = {k, n};
    if (getTransA())
      std::swap(aIndices[0], aIndices[1]);
    if (getTransB())
      std::swap(bIndices[0], bIndices[1]);
    return b.scalars.mul(b.read(operands[0], aIndices), b.read(operands[1], bIndices));
  });
  if (isLast) {
    results.push_back(product);
    return success();
  }
  StageBuilder epilogue(builder, getLoc(), type.getElementType());
  epilogue.spatial("m", type.getDimSize(0));
  epilogue.spatial("n", type.getDimSize(1));
  results.push_back(epilogue.build((prefix + ".add").str(), te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> axes = b.axisRange(0, 2);
    Value value = b.read(product, axes);
    if (alpha != 1)
      value = b.scalars.mul(value, b.scalars.constant(value, alpha));
    if (!hasAddend)
      return value;
    Value addend = b.readBroadcast(operands[2], type.getShape(), axes);
    if (beta != 1)
      addend = b.scalars.mul(addend, b.scalars.constant(addend, beta));
    return b.scalars.add(value, addend);
  }));
  return success();
}

bool GemmOp::isWeight(unsigned operandNumber) { return operandNumber < 2; }
