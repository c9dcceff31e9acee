//===-- MatMulOps.cpp - types of matrix products ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference of matmul and gemm.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult MatMulOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "matmul";
  RankedTensorType a = tensorType(adaptor.getA()), b = tensorType(adaptor.getB());
  // (C1)
  bool isWide = adaptor.getWide();
  if (!isWide && failed(checkElementTypes(loc, name, adaptor.getOperands())))
    return failure();
  FailureOr<Type> wide = isWide ? inferWideType(loc, name, adaptor.getOperands()) : Type();
  if (failed(wide))
    return failure();
  if (a.getRank() < 1 || b.getRank() < 1)
    return inferError(loc, name, "expected operands of at least rank 1, got ",
                      shapeText(a.getShape()), " and ", shapeText(b.getShape()),
                      ": multiply by a scalar with graph.mul");
  // (C2)
  int64_t innerA = a.getShape().back();
  int64_t innerB = b.getRank() == 1 ? b.getDimSize(0) : b.getDimSize(b.getRank() - 2);
  if (differ(innerA, innerB))
    return inferError(loc, name, "expected equal inner extents, got ", innerA, " and ", innerB,
                      " of ", shapeText(a.getShape()), " and ", shapeText(b.getShape()),
                      ": transpose an operand");
  // (C3)
  ArrayRef<int64_t> batchA = a.getShape().drop_back(std::min<int64_t>(a.getRank(), 2));
  ArrayRef<int64_t> batchB = b.getShape().drop_back(std::min<int64_t>(b.getRank(), 2));
  auto batch = operators::broadcastShapes(batchA, batchB);
  if (failed(batch))
    return inferError(loc, name, "expected batch dims that broadcast, got ", shapeText(batchA),
                      " and ", shapeText(batchB), ": aligned dims must be equal or one of them 1");
  SmallVector<int64_t> shape = *batch;
  if (a.getRank() > 1)
    shape.push_back(a.getDimSize(a.getRank() - 2));
  if (b.getRank() > 1)
    shape.push_back(b.getShape().back());
  Type element = isWide ? *wide : a.getElementType();
  types.push_back(RankedTensorType::get(shape, element));
  return success();
}

LogicalResult GemmOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  StringRef name = "gemm";
  RankedTensorType a = tensorType(adaptor.getA()), b = tensorType(adaptor.getB());
  // (C1)
  if (failed(checkElementTypes(loc, name, adaptor.getOperands())))
    return failure();
  if (a.getRank() != 2 || b.getRank() != 2)
    return inferError(loc, name, "expected matrices, got ", shapeText(a.getShape()), " and ",
                      shapeText(b.getShape()), ": use graph.matmul for other ranks");
  // (C2)
  bool transA = adaptor.getTransA(), transB = adaptor.getTransB();
  int64_t innerA = a.getDimSize(transA ? 0 : 1), innerB = b.getDimSize(transB ? 1 : 0);
  if (differ(innerA, innerB))
    return inferError(loc, name, "expected equal inner extents, got ", innerA, " and ", innerB,
                      " of ", shapeText(a.getShape()), transA ? " (transposed)" : "", " and ",
                      shapeText(b.getShape()), transB ? " (transposed)" : "",
                      ": change trans_a or trans_b");
  SmallVector<int64_t> shape = {a.getDimSize(transA ? 1 : 0), b.getDimSize(transB ? 0 : 1)};
  // (C3)
  if (Value c = adaptor.getC()) {
    ArrayRef<int64_t> addend = tensorType(c).getShape();
    auto joined = operators::broadcastShapes(shape, addend);
    bool fits = succeeded(joined) && joined->size() == 2;
    for (size_t i = 0; fits && i < 2; ++i)
      fits = !differ((*joined)[i], shape[i]);
    if (!fits)
      return inferError(loc, name, "expected the addend to broadcast to ", shapeText(shape),
                        ", got ", shapeText(addend), ": reshape it");
  }
  types.push_back(RankedTensorType::get(shape, a.getElementType()));
  return success();
}
