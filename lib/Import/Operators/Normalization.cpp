//===-- Normalization.cpp - ONNX normalisations -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BatchNormalization (inference), LayerNormalization, Softmax.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

static LogicalResult importBatchNorm(NodeImporter &node) {
  if (node.getInt("spatial", 1) == 0)
    return node.emitError() << "expected statistics for each channel, got 'spatial' = 0";
  bool hasStatistics = false;
  for (unsigned i = 1; i < 5; ++i)
    hasStatistics |= node.hasOutput(i);
  if (node.getInt("training_mode", 0) || hasStatistics)
    return node.emitError() << "expected the inference form, got training: 'training_mode' is set "
                               "or statistics are outputs; export the model for inference";
  graph::BatchNormOp::Properties properties;
  properties.epsilon = node.getBuilder().getF32FloatAttr(node.getFloat("epsilon", 1e-5f));
  return node.setResult(node.create<graph::BatchNormOp>(node.getInputs(), properties));
}

static LogicalResult importLayerNorm(NodeImporter &node) {
  if (int64_t type = node.getInt("stash_type", 1); type != 1)
    return node.emitError() << "expected 'stash_type' 1 (float), got " << type;
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", -1), node.getInputRank(0));
  if (failed(axis))
    return failure();
  Builder &builder = node.getBuilder();
  graph::LayerNormOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(*axis);
  properties.epsilon = builder.getF32FloatAttr(node.getFloat("epsilon", 1e-5f));
  GraphExpression graph(node);
  if (failed(graph.finish(graph.make<graph::LayerNormOp>(node.getInputs(), properties))))
    return failure();
  if (!node.hasOutput(1) && !node.hasOutput(2))
    return success();
  // The statistics are formulas of their own: where nothing reads them, they go.
  auto axes = llvm::to_vector(llvm::seq<int64_t>(*axis, node.getInputRank(0)));
  Value x = node.getInput(0), mean = graph.mean(x, axes), centred = graph.sub(x, mean);
  Value variance = graph.mean(graph.mul(centred, centred), axes);
  Value epsilon = graph.scalar(x, node.getFloat("epsilon", 1e-5f));
  Value inverse = graph.make<graph::ReciprocalOp>(graph.sqrt(graph.add(variance, epsilon)));
  if (node.hasOutput(1) && failed(graph.finish(mean, 1)))
    return failure();
  return node.hasOutput(2) ? graph.finish(inverse, 2) : success();
}

static FailureOr<Value> createSoftmax(NodeImporter &node, Value value, int64_t axis) {
  graph::SoftmaxOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  return node.create<graph::SoftmaxOp>(value, properties);
}

static LogicalResult importSoftmax(NodeImporter &node) {
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", -1), node.getInputRank(0));
  if (failed(axis))
    return failure();
  return node.setResult(createSoftmax(node, node.getInput(0), *axis));
}

/// Before opset 13 the dims from `axis` on count as one.
static LogicalResult importSoftmaxOfMatrix(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", 1), type.getRank());
  if (failed(axis))
    return failure();
  if (*axis == type.getRank() - 1)
    return node.setResult(createSoftmax(node, node.getInput(0), *axis));
  if (!type.hasStaticShape())
    return node.emitError() << "requires a static shape for an axis that is not the last, before "
                               "opset 13, got "
                            << type;
  int64_t rows = ShapedType::getNumElements(type.getShape().take_front(*axis));
  int64_t columns = ShapedType::getNumElements(type.getShape().drop_front(*axis));
  FailureOr<Value> matrix = node.createReshape(node.getInput(0), {rows, columns});
  if (failed(matrix))
    return failure();
  FailureOr<Value> result = createSoftmax(node, *matrix, 1);
  if (failed(result))
    return failure();
  return node.setResult(node.createReshape(*result, type.getShape()));
}

void dl::onnx_import::addNormalizationOperators(OperatorTable &table) {
  // Outputs beyond the first are statistics, which only training computes.
  table.add("BatchNormalization", {1}, importBatchNorm)
      .inputs(5, 5)
      .outputs(5)
      .attributes("consumed_inputs:ints epsilon:float is_test:int momentum:float spatial:int");
  table.add("BatchNormalization", {6}, importBatchNorm)
      .inputs(5, 5)
      .outputs(5)
      .attributes("epsilon:float is_test:int momentum:float spatial:int");
  table.add("BatchNormalization", {7}, importBatchNorm)
      .inputs(5, 5)
      .outputs(5)
      .attributes("epsilon:float momentum:float spatial:int");
  table.add("BatchNormalization", {9}, importBatchNorm)
      .inputs(5, 5)
      .outputs(5)
      .attributes("epsilon:float momentum:float");
  table.add("BatchNormalization", {14, 15}, importBatchNorm)
      .inputs(5, 5)
      .outputs(3)
      .attributes("epsilon:float momentum:float training_mode:int");
  table.add("LayerNormalization", {17}, importLayerNorm)
      .inputs(2, 3)
      .outputs(3)
      .attributes("axis:int epsilon:float stash_type:int");
  table.add("Softmax", {1, 11}, importSoftmaxOfMatrix).attributes("axis:int");
  table.add("Softmax", {13}, importSoftmax).attributes("axis:int");
}
