//===-- Dropout.cpp - elements that are left out ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dropout. In inference all elements stay; in training those stay whose number is not below the
// ratio, of numbers that follow from the node's seed, the same in each run.
//
//===----------------------------------------------------------------------===//
#include "../GraphExpression.h"
#include "../Operators.h"

#include <random>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// The result where nothing is dropped: the mask, of the input's type before opset 10, is all ones.
static LogicalResult keepAll(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  if (node.hasOutput(1) && type.hasStaticShape()) {
    Type flag = node.getBuilder().getI1Type();
    FailureOr<Value> mask =
        node.createFilled(type.getShape(), node.getOpset() < 10 ? type.getElementType() : flag, 1);
    if (failed(mask))
      return failure();
    (void)node.setResult(*mask, 1);
  }
  return node.setResult(node.getInput(0));
}

/// Numbers in [0, 1) of 53 bits, two draws of the Mersenne Twister (Matsumoto and Nishimura 1998)
/// each: those of onnx's reference implementation.
static FailureOr<Value> drawNumbers(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  int64_t seed = node.getInt("seed", 0);
  if (seed < 0 || seed >= int64_t(1) << 32)
    return node.emitError() << "expected 'seed' to be in [0, 2^32), got " << seed;
  constexpr int64_t most = 1 << 24;
  if (!type.hasStaticShape() || type.getNumElements() > most)
    return node.emitError() << "requires a static shape of at most " << most
                            << " elements in training, got " << type;
  std::mt19937 generator(static_cast<uint32_t>(seed));
  SmallVector<double> numbers(type.getNumElements());
  for (double &number : numbers) {
    uint32_t high = generator() >> 5, low = generator() >> 6;
    number = (high * 67108864.0 + low) / 9007199254740992.0;
  }
  return node.createConstant(
      DenseElementsAttr::get(type.clone(node.getBuilder().getF64Type()), ArrayRef(numbers)));
}

/// `isTraining` is a flag, or null where that is known.
static LogicalResult importTraining(NodeImporter &node, Value isTraining) {
  GraphExpression graph(node);
  Value x = node.getInput(0), ratio = node.getInput(1);
  Type element = node.getInputType(0).getElementType(), f64 = node.getBuilder().getF64Type();
  FailureOr<Value> numbers = drawNumbers(node);
  if (failed(numbers))
    return failure();
  if (ratio && node.getInputType(1).getNumElements() != 1)
    return node.emitError() << "expected the ratio to be given by single numbers, got "
                            << node.getInputType(1);
  ratio = ratio ? graph.cast(graph.reshape(ratio, {}), f64) : graph.number(0.5, f64);
  Value one = graph.number(1, f64);
  // What stays makes up for what is left out.
  Value scale = graph.cast(graph.div(one, graph.sub(one, ratio)), element);
  Value isLeftOut = graph.make<graph::LessOp>({*numbers, ratio});
  if (isTraining) {
    isTraining = graph.reshape(isTraining, {});
    isLeftOut = graph.make<graph::AndOp>({isLeftOut, isTraining});
    scale = graph.make<graph::WhereOp>({isTraining, scale, graph.number(1, element)});
  }
  if (node.hasOutput(1) && failed(graph.finish(graph.make<graph::NotOp>(isLeftOut), /*index=*/1)))
    return failure();
  return graph.finish(
      graph.make<graph::WhereOp>({isLeftOut, graph.number(0, element), graph.mul(x, scale)}));
}

/// Before opset 7 an attribute says that it is inference, from 12 on an input that it is not.
static LogicalResult importDropout(NodeImporter &node) {
  bool isTraining = node.getOpset() < 7 && node.getInt("is_test", 0) == 0;
  bool hasSeed = node.hasAttribute("seed");
  if (node.getInput(2)) {
    if (node.isData(2) && hasSeed && node.getInputType(2).getNumElements() == 1)
      return importTraining(node, node.getInput(2));
    FailureOr<SmallVector<int64_t>> mode = node.getConstantInts(2, "the training mode");
    if (failed(mode))
      return failure();
    isTraining = llvm::any_of(*mode, [](int64_t value) { return value != 0; });
  }
  if (!isTraining)
    return keepAll(node);
  if (hasSeed)
    return importTraining(node, /*isTraining=*/{});
  if (!node.getInput(1))
    return node.emitError() << "expected a seed in training, since a compiled model draws nothing "
                               "by chance; give 'seed', or export the model for inference";
  // Of 0 nothing is dropped in training, too.
  FailureOr<double> ratio = node.getConstantNumber(1, "the ratio");
  if (failed(ratio))
    return failure();
  if (*ratio == 0)
    return keepAll(node);
  return node.emitError() << "expected a seed, or a ratio of 0, in training, since a compiled "
                             "model draws nothing by chance, got a ratio of "
                          << *ratio << "; give 'seed', or export the model for inference";
}

void dl::onnx_import::addDropoutOperators(OperatorTable &table) {
  table.add("Dropout", {1}, importDropout)
      .outputs(2)
      .attributes("consumed_inputs:ints is_test:int ratio:float");
  table.add("Dropout", {6}, importDropout).outputs(2).attributes("is_test:int ratio:float");
  table.add("Dropout", {7, 10}, importDropout).outputs(2).attributes("ratio:float");
  table.add("Dropout", {12, 13, 22}, importDropout).inputs(1, 3).outputs(2).attributes("seed:int");
}
