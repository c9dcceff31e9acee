//===-- Activation.cpp - ONNX activation functions --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Activation functions with parameters, which are attributes with defaults.
//
//===----------------------------------------------------------------------===//
#include "../GraphExpression.h"
#include "../NodeImporter.h"
#include "../Operators.h"

#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// An operator whose one parameter is the attribute 'alpha'.
template <typename OpTy, int defaultInThousandths>
static LogicalResult importWithAlpha(NodeImporter &node) {
  typename OpTy::Properties properties;
  properties.alpha =
      node.getBuilder().getF32FloatAttr(node.getFloat("alpha", defaultInThousandths / 1000.0f));
  return node.setResult(node.create<OpTy>(node.getInput(0), properties));
}

static LogicalResult importHardSigmoid(NodeImporter &node) {
  graph::HardSigmoidOp::Properties properties;
  properties.alpha = node.getBuilder().getF32FloatAttr(node.getFloat("alpha", 0.2f));
  properties.beta = node.getBuilder().getF32FloatAttr(node.getFloat("beta", 0.5f));
  return node.setResult(node.create<graph::HardSigmoidOp>(node.getInput(0), properties));
}

static LogicalResult importSelu(NodeImporter &node) {
  // Opset 6 gives the defaults more digits.
  bool isOld = node.getOpset() < 6;
  graph::SeluOp::Properties properties;
  properties.alpha = node.getBuilder().getF32FloatAttr(
      node.getFloat("alpha", isOld ? 1.6732f : 1.67326319217681884765625f));
  properties.gamma = node.getBuilder().getF32FloatAttr(
      node.getFloat("gamma", isOld ? 1.0507f : 1.05070102214813232421875f));
  return node.setResult(node.create<graph::SeluOp>(node.getInput(0), properties));
}

static LogicalResult importGelu(NodeImporter &node) {
  StringRef form = node.getString("approximate", "none");
  if (form == "tanh")
    return node.setResult(node.create<graph::GeluTanhOp>(node.getInput(0)));
  if (form != "none")
    return node.emitError() << "expected 'approximate' to be none or tanh, got '" << form << "'";
  return node.setResult(node.create<graph::GeluOp>(node.getInput(0)));
}

/// x - bias above lambd, x + bias below -lambd, else 0.
static LogicalResult importShrink(NodeImporter &node) {
  Value x = node.getInput(0);
  Type type = node.getInputType(0).getElementType();
  GraphExpression graph(node);
  Value bias = graph.number(node.getFloat("bias", 0), type);
  float bound = node.getFloat("lambd", 0.5f);
  Value above = graph.make<graph::LessOp>({graph.number(bound, type), x});
  Value below = graph.make<graph::LessOp>({x, graph.number(-bound, type)});
  Value rest = graph.make<graph::WhereOp>({below, graph.add(x, bias), graph.number(0, type)});
  return graph.finish(graph.make<graph::WhereOp>({above, graph.sub(x, bias), rest}));
}

/// Before opset 7 the slope may also have one element for each channel (dim 1).
static LogicalResult importPRelu(NodeImporter &node) {
  FailureOr<Value> slope = node.getInput(1);
  RankedTensorType type = node.getInputType(0), slopeType = node.getInputType(1);
  if (node.getOpset() < 7 && slopeType.getRank() == 1 && type.getRank() > 2 &&
      slopeType.getDimSize(0) != 1) {
    SmallVector<int64_t> shape(type.getRank() - 1, 1);
    shape.front() = slopeType.getDimSize(0);
    slope = node.createReshape(*slope, shape);
    if (failed(slope))
      return failure();
  }
  return node.setResult(node.create<graph::PReluOp>({node.getInput(0), *slope}));
}

template <typename OpTy> static LogicalResult importPlain(NodeImporter &node) {
  return node.setResult(node.create<OpTy>(node.getInput(0)));
}

void dl::onnx_import::addActivationOperators(OperatorTable &table) {
  using Info = OperatorInfo;
  auto floats = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler) -> Info & {
    return table.add(name, versions, handler).elements(Info::Floats);
  };
  Handler elu = importWithAlpha<graph::EluOp, 1000>;
  floats("Elu", {1}, elu).attributes("alpha:float consumed_inputs:ints");
  floats("Elu", {6, 22}, elu).attributes("alpha:float");
  Handler leaky = importWithAlpha<graph::LeakyReluOp, 10>;
  floats("LeakyRelu", {1}, leaky).attributes("alpha:float consumed_inputs:ints");
  floats("LeakyRelu", {6, 16}, leaky).attributes("alpha:float");
  floats("Celu", {12, 28}, importWithAlpha<graph::CeluOp, 1000>).attributes("alpha:float");
  floats("ThresholdedRelu", {10, 22}, importWithAlpha<graph::ThresholdedReluOp, 1000>)
      .attributes("alpha:float");
  floats("HardSigmoid", {1}, importHardSigmoid)
      .attributes("alpha:float beta:float consumed_inputs:ints");
  floats("HardSigmoid", {6, 22}, importHardSigmoid).attributes("alpha:float beta:float");
  floats("Selu", {1}, importSelu).attributes("alpha:float consumed_inputs:ints gamma:float");
  floats("Selu", {6, 22}, importSelu).attributes("alpha:float gamma:float");
  floats("Gelu", {20}, importGelu).attributes("approximate:string");
  floats("Swish", {24}, importWithAlpha<graph::SwishOp, 1000>).attributes("alpha:float");
  table.add("Shrink", {9}, importShrink).attributes("bias:float lambd:float").wide();
  floats("HardSwish", {14, 22}, importPlain<graph::HardSwishOp>);
  floats("Mish", {18, 22}, importPlain<graph::MishOp>);
  floats("Softplus", {1, 22}, importPlain<graph::SoftplusOp>);
  floats("Softsign", {1, 22}, importPlain<graph::SoftsignOp>);
  table.add("PRelu", {1}, importPRelu).inputs(2, 2).attributes("consumed_inputs:ints");
  table.add("PRelu", {6, 7, 9, 16}, importPRelu).inputs(2, 2);
}
