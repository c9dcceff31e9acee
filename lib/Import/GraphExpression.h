//===-- GraphExpression.h - formulas of graph ops ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds a formula of several graph ops for one node. A step that fails has
// reported its error and gives null, and so do all steps that use it: only the last
// value needs a check.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_GRAPHEXPRESSION_H
#define DL_LIB_IMPORT_GRAPHEXPRESSION_H

#include "NodeImporter.h"
#include "dl/Dialect/Graph/IR/Graph.h"

namespace dl::onnx_import {

class GraphExpression {
public:
  explicit GraphExpression(NodeImporter &node) : node(node) {}

  template <typename OpTy>
  mlir::Value make(mlir::ValueRange operands, const typename OpTy::Properties &properties) {
    if (!llvm::all_of(operands, [](mlir::Value operand) { return bool(operand); }))
      return {};
    return unwrap(node.create<OpTy>(operands, properties));
  }
  template <typename OpTy> mlir::Value make(mlir::ValueRange operands) {
    if (!llvm::all_of(operands, [](mlir::Value operand) { return bool(operand); }))
      return {};
    return unwrap(node.create<OpTy>(operands));
  }

  mlir::Value add(mlir::Value x, mlir::Value y) { return make<graph::AddOp>({x, y}); }
  mlir::Value sub(mlir::Value x, mlir::Value y) { return make<graph::SubOp>({x, y}); }
  mlir::Value mul(mlir::Value x, mlir::Value y) { return make<graph::MulOp>({x, y}); }
  mlir::Value div(mlir::Value x, mlir::Value y) { return make<graph::DivOp>({x, y}); }
  mlir::Value pow(mlir::Value x, double y) { return make<graph::PowOp>({x, scalar(x, y)}); }
  mlir::Value sqrt(mlir::Value x) { return make<graph::SqrtOp>(x); }
  mlir::Value abs(mlir::Value x) { return make<graph::AbsOp>(x); }
  mlir::Value cast(mlir::Value x, mlir::Type elementType, bool saturate = true);
  /// Floats of 16 bits as f32, to compute with.
  mlir::Value widen(mlir::Value x);
  /// The mean over axes, which stay as dims of extent 1.
  mlir::Value mean(mlir::Value x, llvm::ArrayRef<int64_t> axes);
  /// The largest element over axes, NaN if there is one; the axes stay as by `mean`.
  mlir::Value largest(mlir::Value x, llvm::ArrayRef<int64_t> axes);
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value x, llvm::ArrayRef<int64_t> permutation);
  /// A part of each dim, from its begin if not said.
  mlir::Value slice(mlir::Value x, llvm::ArrayRef<int64_t> sizes,
                    llvm::ArrayRef<int64_t> starts = {});
  /// Elements start, start + step … of a dim, `count` of them, where sizes decide: gathered one by
  /// one, and a run checks that they are inside.
  mlir::Value range(mlir::Value x, int64_t axis, mlir::AffineExpr start, mlir::AffineExpr count,
                    int64_t step = 1);
  mlir::Value broadcast(mlir::Value x, llvm::ArrayRef<int64_t> shape);
  mlir::Value number(double value, mlir::Type type);
  /// A constant of the element type of `like`: a number, or a tensor.
  mlir::Value scalar(mlir::Value like, double value);
  mlir::Value tensor(mlir::Value like, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<double> values);

  /// Sets the node's first result, or passes the failure on.
  llvm::LogicalResult finish(mlir::Value value, unsigned index = 0) {
    return value ? node.setResult(value, index) : llvm::failure();
  }

private:
  static mlir::Value unwrap(mlir::FailureOr<mlir::Value> value) {
    return succeeded(value) ? *value : mlir::Value();
  }

  NodeImporter &node;
};

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_GRAPHEXPRESSION_H
