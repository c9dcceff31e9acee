//===-- Matrix.cpp - matrix products of ONNX --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MatMul, Gemm and Det.
//
//===----------------------------------------------------------------------===//
#include "../GraphExpression.h"
#include "../Operators.h"
#include "Control.h"

#include "dl/Dialect/Graph/IR/Graph.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static LogicalResult importMatMul(NodeImporter &node) {
  return node.setResult(node.create<graph::MatMulOp>(node.getInputs()));
}

/// Of integers: a product, scaled by whole numbers.
static LogicalResult importIntegerGemm(NodeImporter &node) {
  GraphExpression graph(node);
  auto scale = [&](Value value, StringRef attribute) -> Value {
    float factor = node.getFloat(attribute, 1);
    if (factor == 1 || !value)
      return value;
    if (factor == std::floor(factor) && std::abs(factor) < 128)
      return graph.mul(value, graph.scalar(value, factor));
    node.emitError() << "expected '" << attribute << "' to be a whole number below 128 where the "
                     << "matrices are of integers, got " << factor;
    return {};
  };
  auto orient = [&](unsigned index, StringRef attribute) {
    bool isTurned = node.getInt(attribute, 0) && node.getInputRank(index) == 2;
    return isTurned ? graph.transpose(node.getInput(index), {1, 0}) : node.getInput(index);
  };
  for (unsigned index : {0, 1})
    if (node.getInputRank(index) != 2)
      return node.emitError() << "expected matrices, got " << node.getInputType(index);
  Value product = graph.make<graph::MatMulOp>({orient(0, "transA"), orient(1, "transB")});
  Value result = scale(product, "alpha");
  if (Value c = node.getInput(2)) {
    if (Value added = scale(c, "beta"); added && result) {
      auto type = cast<RankedTensorType>(product.getType());
      result = graph.add(result, added);
      if (result && result.getType() != type)
        return node.emitError() << "expected C to broadcast to " << type << ", got " << c.getType();
    } else {
      return failure();
    }
  }
  return graph.finish(result);
}

static LogicalResult importGemm(NodeImporter &node) {
  if (isa<IntegerType>(node.getInputType(0).getElementType()))
    return importIntegerGemm(node);
  Builder &builder = node.getBuilder();
  graph::GemmOp::Properties properties;
  properties.alpha = builder.getF32FloatAttr(node.getFloat("alpha", 1));
  properties.beta = builder.getF32FloatAttr(node.getFloat("beta", 1));
  if (node.getInt("transA", 0))
    properties.trans_a = builder.getUnitAttr();
  if (node.getInt("transB", 0))
    properties.trans_b = builder.getUnitAttr();
  return node.setResult(node.create<graph::GemmOp>(node.getInputs(), properties));
}

//===----------------------------------------------------------------------===//
// Det
//===----------------------------------------------------------------------===//

namespace {
/// The determinant of matrices by elimination with partial pivoting: a scan over the columns. Each
/// step multiplies the product by its pivot, and takes the pivot's row off those below.
class Elimination {
public:
  explicit Elimination(NodeImporter &node) : node(node), graph(node) {}

  LogicalResult run() {
    Dims dims = node.getDims(node.getInput(0));
    if (dims.size() < 2 || dims.back() != dims[dims.size() - 2])
      return node.emitError() << "requires square matrices, got " << node.getInputType(0);
    extent = dims.back();
    rank = static_cast<int64_t>(dims.size());
    Value matrices = graph.widen(node.getInput(0));
    dims[rank - 2] = dims[rank - 1] = node.getSize(1);
    Value one = graph.scalar(matrices, 1);
    if (!one)
      return failure();
    FailureOr<Value> product = node.createBroadcastTo(one, dims);
    FailureOr<Value> numbers = node.createCounting(extent);
    if (failed(product) || failed(numbers))
      return failure();
    FailureOr<SmallVector<Value>> results =
        buildScan(node, {matrices, *product}, *numbers,
                  [&](auto arguments) { return step(arguments[0], arguments[1], arguments[2]); });
    if (failed(results))
      return failure();
    FailureOr<Value> result = node.createReshapeTo((*results)[1], Dims(llvm::drop_end(dims, 2)));
    if (failed(result))
      return failure();
    return node.setResult(node.createCast(*result, node.getInputType(0).getElementType()));
  }

private:
  /// The row or column of which the flags hold.
  Value pick(Value flags, Value matrices, int64_t axis) {
    graph::ReduceSumOp::Properties properties;
    properties.axes = node.getBuilder().getDenseI64ArrayAttr(axis);
    properties.keepdims = node.getBuilder().getUnitAttr();
    Value chosen = graph.make<graph::WhereOp>({flags, matrices, graph.scalar(matrices, 0)});
    return graph.make<graph::ReduceSumOp>(chosen, properties);
  }

  SmallVector<Value> step(Value matrices, Value product, Value number) {
    FailureOr<Value> rows = node.createCounting(extent, 2, 0);
    FailureOr<Value> columns = node.createCounting(extent, 2, 1);
    if (failed(rows) || failed(columns))
      return {Value()};
    int64_t down = rank - 2, across = rank - 1;
    Value one = graph.scalar(matrices, 1), zero = graph.scalar(matrices, 0);
    Value isColumn = graph.make<graph::EqualOp>({*columns, number});
    Value isLeft = graph.make<graph::LessOrEqualOp>({number, *rows});
    Value size = graph.make<graph::WhereOp>(
        {isLeft, graph.abs(pick(isColumn, matrices, across)), graph.scalar(matrices, -1)});
    graph::ArgMaxOp::Properties properties;
    properties.axis = node.getBuilder().getI64IntegerAttr(down);
    Value place = graph.make<graph::ArgMaxOp>(size, properties);
    Value isPivot = graph.make<graph::EqualOp>({*rows, place});
    Value pivotRow = pick(isPivot, matrices, down), pivot = pick(isColumn, pivotRow, across);
    // The rows change places: that of the pivot is read no more, and each change turns the sign.
    Value stepRow = pick(graph.make<graph::EqualOp>({*rows, number}), matrices, down);
    matrices = graph.make<graph::WhereOp>({isPivot, stepRow, matrices});
    Value isSame = graph.make<graph::EqualOp>({place, number});
    Value factor = graph.make<graph::WhereOp>({isSame, pivot, graph.make<graph::NegOp>(pivot)});
    // Below a pivot of 0 there are zeros only.
    Value divisor =
        graph.make<graph::WhereOp>({graph.make<graph::EqualOp>({pivot, zero}), one, pivot});
    Value quotients = graph.div(pick(isColumn, matrices, across), divisor);
    return {graph.sub(matrices, graph.mul(quotients, pivotRow)), graph.mul(product, factor)};
  }

  NodeImporter &node;
  GraphExpression graph;
  AffineExpr extent;
  int64_t rank = 0;
};
} // namespace

static LogicalResult importDet(NodeImporter &node) { return Elimination(node).run(); }

void dl::onnx_import::addMatrixOperators(OperatorTable &table) {
  table.add("Det", {11, 22}, importDet).elements(OperatorInfo::Floats);
  table.add("MatMul", {1, 9, 13}, importMatMul).inputs(2, 2);
  // What `broadcast` allows is always allowed from opset 7 on.
  table.add("Gemm", {1, 6}, importGemm)
      .inputs(3, 3)
      .attributes("alpha:float beta:float broadcast:int transA:int transB:int");
  table.add("Gemm", {7, 9}, importGemm)
      .inputs(3, 3)
      .attributes("alpha:float beta:float transA:int transB:int");
  table.add("Gemm", {11, 13}, importGemm)
      .inputs(2, 3)
      .attributes("alpha:float beta:float transA:int transB:int");
}
