//===-- Normalization.cpp - ONNX normalisations -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BatchNormalization (inference) and LayerNormalization.
//
//===----------------------------------------------------------------------===//
#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Normalises with the statistics of the batch, which the given ones move towards.
static LogicalResult importBatchNormTraining(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  if (type.getRank() < 2 || !type.hasStaticShape())
    return node.emitError() << "requires a static shape with channels to train, got " << type;
  int64_t channels = type.getDimSize(1);
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  axes.erase(axes.begin() + 1);
  SmallVector<int64_t> aligned(type.getRank() - 1, 1);
  aligned.front() = channels;
  GraphExpression graph(node);
  Value x = graph.widen(node.getInput(0)), mean = graph.mean(x, axes), centred = graph.sub(x, mean);
  Value variance = graph.mean(graph.mul(centred, centred), axes);
  Value deviation =
      graph.sqrt(graph.add(variance, graph.scalar(x, node.getFloat("epsilon", 1e-5f))));
  Value scale = graph.widen(graph.reshape(node.getInput(1), aligned));
  Value bias = graph.widen(graph.reshape(node.getInput(2), aligned));
  Value y = graph.add(graph.mul(graph.div(centred, deviation), scale), bias);
  if (failed(graph.finish(graph.cast(y, type.getElementType()))))
    return failure();
  double momentum = node.getFloat("momentum", 0.9f);
  auto move = [&](Value given, Value now) {
    Value old = graph.widen(given), flat = graph.reshape(now, {channels});
    Value moved = graph.add(graph.mul(old, graph.scalar(old, momentum)),
                            graph.mul(flat, graph.scalar(flat, 1 - momentum)));
    return graph.cast(moved, getElementTypeOrSelf(given.getType()));
  };
  if (node.hasOutput(1) && failed(graph.finish(move(node.getInput(3), mean), 1)))
    return failure();
  return node.hasOutput(2) ? graph.finish(move(node.getInput(4), variance), 2) : success();
}

static LogicalResult importBatchNorm(NodeImporter &node) {
  if (node.getInt("spatial", 1) == 0)
    return node.emitError() << "expected statistics for each channel, got 'spatial' = 0";
  if (node.getInt("training_mode", 0))
    return importBatchNormTraining(node);
  bool hasStatistics = false;
  for (unsigned i = 1; i < 5; ++i)
    hasStatistics |= node.hasOutput(i);
  if (hasStatistics)
    return node.emitError() << "expected the inference form, got training: statistics are outputs; "
                               "export the model for inference";
  graph::BatchNormOp::Properties properties;
  properties.epsilon = node.getBuilder().getF32FloatAttr(node.getFloat("epsilon", 1e-5f));
  return node.setResult(node.create<graph::BatchNormOp>(node.getInputs(), properties));
}

FailureOr<Type> dl::onnx_import::getStashType(NodeImporter &node) {
  Builder &builder = node.getBuilder();
  int64_t type = node.getInt("stash_type", 1);
  if (type == 1)
    return Type(builder.getF32Type());
  if (type == 11 && node.getInputType(0).getElementType().isF64())
    return Type(builder.getF64Type());
  return node.emitError() << "expected 'stash_type' 1 (float), or 11 (double) for elements of that "
                             "type, got "
                          << type;
}

static LogicalResult importLayerNorm(NodeImporter &node) {
  FailureOr<Type> stash = getStashType(node);
  if (failed(stash))
    return failure();
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
  Value x = graph.widen(node.getInput(0)), mean = graph.mean(x, axes), centred = graph.sub(x, mean);
  Value variance = graph.mean(graph.mul(centred, centred), axes);
  Value epsilon = graph.scalar(x, node.getFloat("epsilon", 1e-5f));
  Value inverse = graph.make<graph::ReciprocalOp>(graph.sqrt(graph.add(variance, epsilon)));
  if (node.hasOutput(1) && failed(graph.finish(graph.cast(mean, *stash), 1)))
    return failure();
  return node.hasOutput(2) ? graph.finish(graph.cast(inverse, *stash), 2) : success();
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
}
