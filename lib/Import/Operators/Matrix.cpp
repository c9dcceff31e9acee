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
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static LogicalResult importMatMul(NodeImporter &node) {
  return node.setResult(node.create<graph::MatMulOp>(node.getInputs()));
}

static LogicalResult importGemm(NodeImporter &node) {
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
