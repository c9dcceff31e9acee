//===-- NormalizationForms.cpp - ONNX normalisations made of others *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InstanceNormalization, GroupNormalization, RMSNormalization,
// MeanVarianceNormalization and LpNormalization as layer normalisations of another
// shape or as formulas of means.
//
//===----------------------------------------------------------------------===//
#include "../GraphExpression.h"
#include "../Operators.h"

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

/// Checks that the input has batch and channels, which are static.
static LogicalResult checkChannels(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  if (type.getRank() < 3)
    return node.emitError() << "expected an input with batch, channel and spatial dims, got "
                            << type;
  if (type.isDynamicDim(1))
    return node.emitError() << "requires static channels, got " << type;
  return success();
}

/// There is nothing to normalise, and no groups of it.
static bool hasNoElements(RankedTensorType type) { return llvm::is_contained(type.getShape(), 0); }

/// Normalises the elements of each of `groups` parts of the channels: batch x groups x channels of
/// a group x places, or where a channel is a group, batch x channels x places.
static Value normalizeGroups(NodeImporter &node, int64_t groups) {
  RankedTensorType type = node.getInputType(0);
  int64_t channels = type.getDimSize(1);
  SmallVector<int64_t> rows = {type.getDimSize(0), groups};
  if (groups != channels)
    rows.push_back(channels / groups);
  rows.push_back(ShapedType::getNumElements(type.getShape().drop_front(2)));
  Builder &builder = node.getBuilder();
  GraphExpression graph(node);
  Value x = graph.reshape(node.getInput(0), rows);
  graph::LayerNormOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(2);
  properties.epsilon = builder.getF32FloatAttr(node.getFloat("epsilon", 1e-5f));
  return graph.make<graph::LayerNormOp>({x, graph.scalar(x, 1)}, properties);
}

/// (x - mean) / sqrt(variance + epsilon) over axes.
static Value normalizeAxes(NodeImporter &node, Value x, ArrayRef<int64_t> axes) {
  GraphExpression graph(node);
  Value centred = graph.sub(x, graph.mean(x, axes));
  Value variance = graph.mean(graph.mul(centred, centred), axes);
  Value epsilon = graph.scalar(x, node.getFloat("epsilon", 1e-5f));
  return graph.div(centred, graph.sqrt(graph.add(variance, epsilon)));
}

/// The same where spatial dims are open: they stay dims.
static Value normalizeOpenGroups(NodeImporter &node, int64_t groups) {
  RankedTensorType type = node.getInputType(0);
  GraphExpression graph(node);
  SmallVector<int64_t> split(type.getShape());
  split[1] /= groups;
  split.insert(split.begin() + 1, groups);
  Value x = graph.reshape(node.getInput(0), split);
  x = normalizeAxes(node, x, llvm::to_vector(llvm::seq<int64_t>(2, type.getRank() + 1)));
  return graph.reshape(x, type.getShape());
}

/// x * scale + bias with a factor and an offset for each channel (input 1 and 2), or for each of
/// `groups` parts of the channels. x has dims of its own (normalizeGroups), so that what normalises
/// a part goes on with it, or those of the input.
static LogicalResult scaleChannels(NodeImporter &node, Value x, bool perGroup, int64_t groups) {
  if (!x)
    return failure();
  RankedTensorType type = node.getInputType(0);
  int64_t channels = type.getDimSize(1), wanted = perGroup ? groups : channels;
  GraphExpression graph(node);
  bool isSplit = groups != channels;
  if (isSplit && cast<RankedTensorType>(x.getType()).getShape() == type.getShape()) {
    SmallVector<int64_t> split(type.getShape());
    split[1] = channels / groups;
    split.insert(split.begin() + 1, groups);
    x = graph.reshape(x, split);
  }
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  auto align = [&](unsigned index) -> Value {
    RankedTensorType given = node.getInputType(index);
    if (given.getShape() != ArrayRef<int64_t>(wanted)) {
      node.emitError() << "expected scale and bias of " << wanted << " elements, got " << given;
      return {};
    }
    // [C, 1, …]; of parts [G, C / G, 1, …], or [G, 1, 1, …].
    SmallVector<int64_t> shape(rank - 1, 1);
    shape[0] = isSplit ? groups : channels;
    if (isSplit && !perGroup)
      shape[1] = channels / groups;
    return graph.reshape(node.getInput(index), shape);
  };
  Value scale = align(1), bias = scale ? align(2) : Value();
  return graph.finish(graph.reshape(graph.add(graph.mul(x, scale), bias), type.getShape()));
}

static LogicalResult importInstanceNorm(NodeImporter &node) {
  if (failed(checkChannels(node)))
    return failure();
  RankedTensorType type = node.getInputType(0);
  if (hasNoElements(type))
    return node.setResult(node.getInput(0));
  int64_t channels = type.getDimSize(1);
  bool isOpen = llvm::any_of(type.getShape().drop_front(2), ShapedType::isDynamic);
  Value x = isOpen ? normalizeAxes(node, node.getInput(0),
                                   llvm::to_vector(llvm::seq<int64_t>(2, type.getRank())))
                   : normalizeGroups(node, channels);
  return scaleChannels(node, x, /*perGroup=*/false, channels);
}

static LogicalResult importGroupNorm(NodeImporter &node, bool perGroup) {
  if (failed(checkChannels(node)))
    return failure();
  if (failed(getStashType(node)))
    return failure();
  int64_t groups = node.getInt("num_groups", 1), channels = node.getInputType(0).getDimSize(1);
  if (groups < 1 || channels % groups != 0)
    return node.emitError() << "expected 'num_groups' to divide the " << channels
                            << " channels, got " << groups;
  if (hasNoElements(node.getInputType(0)))
    return node.setResult(node.getInput(0));
  bool isOpen = llvm::any_of(node.getInputType(0).getShape().drop_front(2), ShapedType::isDynamic);
  Value x = isOpen ? normalizeOpenGroups(node, groups) : normalizeGroups(node, groups);
  return scaleChannels(node, x, perGroup, groups);
}
/// Before opset 21 there is one factor and one offset for each group.
static LogicalResult importGroupNormPerGroup(NodeImporter &node) {
  return importGroupNorm(node, /*perGroup=*/true);
}
static LogicalResult importGroupNormPerChannel(NodeImporter &node) {
  return importGroupNorm(node, /*perGroup=*/false);
}

/// x / sqrt(mean(x^2) + epsilon) * scale over the dims from an axis on.
static LogicalResult importRootMeanSquareNorm(NodeImporter &node) {
  if (failed(getStashType(node)))
    return failure();
  int64_t rank = node.getInputRank(0);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", -1), rank);
  if (failed(axis))
    return failure();
  GraphExpression graph(node);
  Value x = node.getInput(0);
  Value square = graph.mean(graph.mul(x, x), llvm::to_vector(llvm::seq<int64_t>(*axis, rank)));
  Value root = graph.sqrt(graph.add(square, graph.scalar(x, node.getFloat("epsilon", 1e-5f))));
  return graph.finish(graph.mul(graph.div(x, root), node.getInput(1)));
}

/// (x - mean) / (standard deviation + 1e-9) over axes.
static LogicalResult importMeanVarianceNorm(NodeImporter &node) {
  FailureOr<SmallVector<int64_t>> axes =
      node.normalizeAxes(node.getInts("axes", {0, 2, 3}), node.getInputRank(0));
  if (failed(axes))
    return failure();
  GraphExpression graph(node);
  Value x = node.getInput(0), centred = graph.sub(x, graph.mean(x, *axes));
  // A rounded mean leaves its error in equal elements, of which 1e-9 would make ones.
  centred = graph.sub(centred, graph.mean(centred, *axes));
  Value deviation = graph.sqrt(graph.mean(graph.mul(centred, centred), *axes));
  return graph.finish(graph.div(centred, graph.add(deviation, graph.scalar(x, 1e-9))));
}

/// x divided by its 1-norm or 2-norm along an axis; zeros where that is zero.
static LogicalResult importLpNorm(NodeImporter &node) {
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> axis = node.normalizeAxis(node.getInt("axis", -1), type.getRank());
  if (failed(axis))
    return failure();
  int64_t p = node.getInt("p", 2), extent = type.getDimSize(*axis);
  if (p != 1 && p != 2)
    return node.emitError() << "expected 'p' to be 1 or 2, got " << p;
  if (ShapedType::isDynamic(extent))
    return node.emitError() << "requires a static extent along the axis, got " << type;
  GraphExpression graph(node);
  Value x = node.getInput(0);
  // Of elements over the largest one no square overflows, and none that counts vanishes.
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(x)).getFloatSemantics();
  Value least = graph.scalar(x, APFloat::getSmallestNormalized(semantics).convertToDouble());
  Value most = graph.scalar(x, APFloat::getLargest(semantics).convertToDouble());
  Value scale = graph.make<graph::MaximumOp>({graph.largest(graph.abs(x), *axis), least});
  Value scaled = graph.div(x, graph.make<graph::MinimumOp>({scale, most}));
  Value sum = graph.mul(graph.mean(p == 1 ? graph.abs(scaled) : graph.mul(scaled, scaled), *axis),
                        graph.scalar(x, static_cast<double>(extent)));
  Value norm = graph.make<graph::MaximumOp>({p == 1 ? sum : graph.sqrt(sum), least});
  return graph.finish(graph.div(scaled, norm));
}

void dl::onnx_import::addNormalizationForms(OperatorTable &table) {
  auto add = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler) -> auto & {
    return table.add(name, versions, handler).elements(OperatorInfo::Floats).wide();
  };
  add("InstanceNormalization", {1}, importInstanceNorm)
      .inputs(3, 3)
      .attributes("consumed_inputs:ints epsilon:float");
  add("InstanceNormalization", {6, 22}, importInstanceNorm)
      .inputs(3, 3)
      .attributes("epsilon:float");
  add("GroupNormalization", {18}, importGroupNormPerGroup)
      .inputs(3, 3)
      .attributes("epsilon:float num_groups:int!");
  add("GroupNormalization", {21}, importGroupNormPerChannel)
      .inputs(3, 3)
      .attributes("epsilon:float num_groups:int! stash_type:int");
  add("RMSNormalization", {23}, importRootMeanSquareNorm)
      .inputs(2, 2)
      .wide({1})
      .attributes("axis:int epsilon:float stash_type:int");
  add("MeanVarianceNormalization", {9, 13}, importMeanVarianceNorm).attributes("axes:ints");
  add("LpNormalization", {1, 22}, importLpNorm).attributes("axis:int p:int");
}
