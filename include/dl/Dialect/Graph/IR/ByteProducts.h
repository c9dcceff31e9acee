//===-- ByteProducts.h - products of bytes with zero points ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What importers and passes make of products of quantized operands: wide products of the bytes,
// of which what zero points add is taken (Jacob et al., Quantization and Training of Neural
// Networks for Efficient Integer-Arithmetic-Only Inference, 2018, section 2.3).
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_BYTEPRODUCTS_H
#define DL_DIALECT_GRAPH_IR_BYTEPRODUCTS_H

#include "dl/Dialect/Graph/IR/Graph.h"

namespace dl::graph {

/// Builds operators of each other's results. Each is null if an operand is, or where the operator
/// refuses its operands, with a diagnostic.
class CheckedBuilder {
public:
  CheckedBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  template <typename OpTy>
  mlir::Value make(mlir::ValueRange operands, const typename OpTy::Properties &properties = {}) {
    if (llvm::is_contained(operands, mlir::Value()))
      return {};
    auto attributes = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(
        OpTy::getPropertiesAsAttr(builder.getContext(), properties));
    mlir::FailureOr<OpTy> made = createChecked<OpTy>(
        builder, loc, operands,
        attributes ? attributes.getValue() : llvm::ArrayRef<mlir::NamedAttribute>());
    return mlir::succeeded(made) ? mlir::Value(made->getResult()) : mlir::Value();
  }

  mlir::Value add(mlir::Value x, mlir::Value y) { return make<AddOp>({x, y}); }
  mlir::Value sub(mlir::Value x, mlir::Value y) { return make<SubOp>({x, y}); }
  mlir::Value mul(mlir::Value x, mlir::Value y) { return make<MulOp>({x, y}); }
  mlir::Value cast(mlir::Value x, mlir::Type type);
  /// The elements in this shape of as many.
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape);
  /// A number of the element type of `like`.
  mlir::Value scalar(mlir::Value like, double value);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// The sums of bytes over axes, which stay on request, as integers of 32 bits. `graph` is a builder
/// such as this one.
template <typename Graph>
mlir::Value addUpBytes(Graph &graph, mlir::Value bytes, llvm::ArrayRef<int64_t> axes,
                       bool keepDims) {
  mlir::Builder builder(bytes.getContext());
  ReduceSumOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  if (keepDims)
    properties.keepdims = builder.getUnitAttr();
  return graph.template make<ReduceSumOp>(graph.cast(bytes, builder.getI32Type()), properties);
}

/// The product of matrices of bytes less their zero points p and q: a b - p (sums of b's columns)
/// - q (sums of a's rows) + p q k. Zero points are integers of 32 bits, one or for rows of a and
/// columns of b, in a shape that broadcasts to the product's; null: zero.
template <typename Graph>
mlir::Value multiplyBytes(Graph &graph, mlir::Value a, mlir::Value p, mlir::Value b,
                          mlir::Value q) {
  auto getType = [](mlir::Value x) { return llvm::cast<mlir::RankedTensorType>(x.getType()); };
  MatMulOp::Properties properties;
  properties.wide = mlir::UnitAttr::get(a.getContext());
  mlir::Value product = graph.template make<MatMulOp>({a, b}, properties);
  if (p)
    product = graph.sub(
        product, graph.mul(addUpBytes(graph, b, {getType(b).getRank() - 2}, /*keepDims=*/true), p));
  if (q)
    product = graph.sub(
        product, graph.mul(addUpBytes(graph, a, {getType(a).getRank() - 1}, /*keepDims=*/true), q));
  if (!p || !q)
    return product;
  auto numTerms = static_cast<double>(getType(a).getShape().back());
  return graph.add(product, graph.mul(graph.mul(p, q), graph.scalar(p, numTerms)));
}

/// True for a zero point that is left out, or a constant of zeros.
bool isZeroPointZero(mlir::Value zeroPoint);

} // namespace dl::graph

#endif // DL_DIALECT_GRAPH_IR_BYTEPRODUCTS_H
