//===-- Matrix.cpp - matrix products of ONNX --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MatMul and Gemm.
//
//===----------------------------------------------------------------------===//
#include "../GraphExpression.h"
#include "../Operators.h"

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

void dl::onnx_import::addMatrixOperators(OperatorTable &table) {
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
