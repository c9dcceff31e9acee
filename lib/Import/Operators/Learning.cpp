//===-- Learning.cpp - operators of ai.onnx.ml ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What converters write for linear models and what stands before and behind them: scalers,
// normalizers, classifiers, regressors, encoders of numbers.
//
//===----------------------------------------------------------------------===//
#include "Learning.h"

#include "Domains.h"

#include "../GraphExpression.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

Value dl::onnx_import::getFeatures(NodeImporter &node) {
  GraphExpression graph(node);
  Value x = graph.cast(node.getInput(0), node.getBuilder().getF32Type());
  if (x && node.getInputRank(0) == 1)
    x = graph.reshape(x, {1, node.getInputType(0).getDimSize(0)});
  return x;
}

/// A list of numbers, one for all features or one for each.
static Value getNumbers(NodeImporter &node, Value like, ArrayRef<float> numbers) {
  GraphExpression graph(node);
  SmallVector<double> values(numbers.begin(), numbers.end());
  return graph.tensor(like, {static_cast<int64_t>(values.size())}, values);
}

/// (x - offset) * scale
static LogicalResult importScaler(NodeImporter &node) {
  GraphExpression graph(node);
  SmallVector<float> offset = node.getFloats("offset"), scale = node.getFloats("scale");
  int64_t features = node.getInputRank(0) ? node.getInputType(0).getShape().back() : 1;
  for (ArrayRef<float> list : {ArrayRef(offset), ArrayRef(scale)})
    if (list.size() > 1 && !ShapedType::isDynamic(features) &&
        static_cast<int64_t>(list.size()) != features)
      return node.emitError() << "expected one number or one for each of " << features
                              << " features, got " << list.size();
  Value x = graph.cast(node.getInput(0), node.getBuilder().getF32Type());
  if (x && !offset.empty())
    x = graph.sub(x, getNumbers(node, x, offset));
  if (x && !scale.empty())
    x = graph.mul(x, getNumbers(node, x, scale));
  return graph.finish(x);
}

template <typename Op> static Value reduceRows(NodeImporter &node, Value x) {
  typename Op::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr(1);
  properties.keepdims = node.getBuilder().getUnitAttr();
  return GraphExpression(node).make<Op>(x, properties);
}

/// Rows divided by their norm; those of norm 0 stay.
static LogicalResult importNormalizer(NodeImporter &node) {
  GraphExpression graph(node);
  StringRef norm = node.getString("norm", "MAX");
  Value x = getFeatures(node), length;
  if (!x)
    return failure();
  if (cast<RankedTensorType>(x.getType()).getRank() != 2)
    return node.emitError() << "expected rows of features, got " << node.getInputType(0);
  if (norm == "L1")
    length = reduceRows<graph::ReduceSumOp>(node, graph.abs(x));
  else if (norm == "L2")
    length = graph.sqrt(reduceRows<graph::ReduceSumOp>(node, graph.mul(x, x)));
  else if (norm == "MAX")
    length = reduceRows<graph::ReduceMaxOp>(node, x);
  else
    return node.emitError() << "expected 'norm' to be MAX, L1 or L2, got " << quoted(norm);
  Value isZero = graph.make<graph::EqualOp>({length, graph.scalar(x, 0)});
  length = graph.make<graph::WhereOp>({isZero, graph.scalar(x, 1), length});
  return graph.finish(graph.div(x, length));
}

FailureOr<Value> dl::onnx_import::transformScores(NodeImporter &node, Value scores,
                                                  StringRef transform) {
  GraphExpression graph(node);
  if (transform == "NONE" || !scores)
    return scores;
  if (transform == "LOGISTIC")
    return graph.make<graph::SigmoidOp>(scores);
  if (transform == "SOFTMAX" || transform == "SOFTMAX_ZERO") {
    graph::SoftmaxOp::Properties properties;
    properties.axis = node.getBuilder().getI64IntegerAttr(1);
    if (transform == "SOFTMAX")
      return graph.make<graph::SoftmaxOp>(scores, properties);
    // Scores of 0 stay, and are no part of the others' sum.
    Value zero = graph.scalar(scores, 0);
    Value isZero = graph.make<graph::EqualOp>({scores, zero});
    Value least = graph.scalar(scores, -std::numeric_limits<double>::infinity());
    Value others = graph.make<graph::WhereOp>({isZero, least, scores});
    Value result = graph.make<graph::SoftmaxOp>(others, properties);
    return graph.make<graph::WhereOp>({isZero, zero, result});
  }
  return node.emitError() << "expected 'post_transform' to be NONE, LOGISTIC, SOFTMAX or "
                             "SOFTMAX_ZERO, got "
                          << quoted(transform);
}

/// x times the coefficients, a row of them for each of `targets` results, plus intercepts.
static FailureOr<Value> applyLinear(NodeImporter &node, int64_t targets) {
  GraphExpression graph(node);
  Value x = getFeatures(node);
  SmallVector<float> coefficients = node.getFloats("coefficients");
  SmallVector<float> intercepts = node.getFloats("intercepts");
  if (!x)
    return failure();
  auto type = cast<RankedTensorType>(x.getType());
  int64_t count = coefficients.size();
  if (type.getRank() != 2 || targets < 1 || count == 0 || count % targets != 0 ||
      (!type.isDynamicDim(1) && type.getDimSize(1) * targets != count))
    return node.emitError() << "expected rows of features and a coefficient for each feature and "
                               "each of "
                            << targets << " results, got " << type << " and " << count
                            << " coefficients";
  if (!intercepts.empty() && static_cast<int64_t>(intercepts.size()) != targets)
    return node.emitError() << "expected " << targets << " intercepts, got " << intercepts.size();
  SmallVector<double> values(coefficients.begin(), coefficients.end());
  Value weights = graph.tensor(x, {targets, count / targets}, values);
  Value result = graph.make<graph::MatMulOp>({x, graph.transpose(weights, {1, 0})});
  if (!intercepts.empty())
    result = graph.add(result, getNumbers(node, x, intercepts));
  return result;
}

static LogicalResult importLinearRegressor(NodeImporter &node) {
  FailureOr<Value> result = applyLinear(node, node.getInt("targets", 1));
  if (succeeded(result))
    result = transformScores(node, *result, node.getString("post_transform", "NONE"));
  return node.setResult(result);
}

LogicalResult dl::onnx_import::setLabels(NodeImporter &node, ArrayRef<int64_t> labels,
                                         Value positions) {
  if (!positions || labels.empty() || !node.hasOutput(0))
    return success(positions != nullptr);
  FailureOr<Value> places = node.createReshapeTo(positions, Dims{node.getDims(positions)[0]});
  FailureOr<Value> list = node.createIntegers(labels, static_cast<int64_t>(labels.size()));
  if (failed(places) || failed(list))
    return failure();
  graph::GatherOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(0);
  return node.setResult(node.create<graph::GatherOp>({*list, *places}, properties));
}

static LogicalResult importLinearClassifier(NodeImporter &node) {
  GraphExpression graph(node);
  Builder &builder = node.getBuilder();
  SmallVector<int64_t> labels = node.getInts("classlabels_ints");
  int64_t numLabels =
      labels.empty() ? node.getStrings("classlabels_strings").size() : labels.size();
  int64_t rows = node.getFloats("intercepts").size();
  if (rows == 0)
    rows = numLabels;
  FailureOr<Value> scores = applyLinear(node, rows);
  if (failed(scores))
    return failure();
  bool isBinary = rows == 1 && numLabels == 2;
  if (!isBinary && rows != numLabels)
    return node.emitError() << "expected a label for each of " << rows << " results, got "
                            << numLabels;
  Value positions;
  if (isBinary) {
    Value isSecond = graph.make<graph::LessOp>({graph.scalar(*scores, 0), *scores});
    positions = graph.cast(isSecond, builder.getI64Type());
  } else {
    graph::ArgMaxOp::Properties properties;
    properties.axis = builder.getI64IntegerAttr(1);
    positions = graph.make<graph::ArgMaxOp>(*scores, properties);
  }
  if (failed(setLabels(node, labels, positions)))
    return failure();
  scores = transformScores(node, *scores, node.getString("post_transform", "NONE"));
  if (failed(scores))
    return failure();
  if (isBinary) {
    Value other = graph.sub(graph.scalar(*scores, 1), *scores);
    graph::ConcatOp::Properties properties;
    properties.axis = builder.getI64IntegerAttr(1);
    scores = graph.make<graph::ConcatOp>({other, *scores}, properties);
  }
  return graph.finish(*scores, 1);
}

/// Elements of the last dim, by their indices.
static LogicalResult importArrayFeatureExtractor(NodeImporter &node) {
  GraphExpression graph(node);
  RankedTensorType type = node.getInputType(0);
  if (type.getRank() < 1)
    return node.emitError() << "expected at least one dim, got " << type;
  AffineExpr count =
      SizeProduct::get(node.getDims(node.getInput(1))).toExpr(node.getBuilder().getContext());
  FailureOr<Value> indices = node.createReshapeTo(node.getInput(1), Dims{count});
  if (failed(indices))
    return failure();
  graph::GatherOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(type.getRank() - 1);
  Value result = graph.make<graph::GatherOp>({node.getInput(0), *indices}, properties);
  if (result && type.getRank() == 1)
    return node.setResult(node.createReshapeTo(result, Dims{node.getSize(1), count}));
  return graph.finish(result);
}

static LogicalResult importBinarizer(NodeImporter &node) {
  GraphExpression graph(node);
  Value x = node.getInput(0);
  Value isAbove = graph.make<graph::LessOp>({graph.scalar(x, node.getFloat("threshold", 0)), x});
  return graph.finish(graph.cast(isAbove, node.getInputType(0).getElementType()));
}

/// Numbers that stand for missing ones are replaced, one for all features or one for each.
static LogicalResult importImputer(NodeImporter &node) {
  GraphExpression graph(node);
  Value x = node.getInput(0);
  SmallVector<double> values;
  double missing;
  if (isa<FloatType>(node.getInputType(0).getElementType())) {
    SmallVector<float> given = node.getFloats("imputed_value_floats");
    values.assign(given.begin(), given.end());
    missing = node.getFloat("replaced_value_float", 0);
  } else {
    SmallVector<int64_t> given = node.getInts("imputed_value_int64s");
    values.assign(given.begin(), given.end());
    missing = node.getInt("replaced_value_int64", 0);
  }
  if (values.empty())
    return node.emitError() << "expected numbers to put in the place of missing ones, of the "
                               "input's type";
  Value isMissing = std::isnan(missing) ? graph.make<graph::IsNaNOp>(x)
                                        : graph.make<graph::EqualOp>({x, graph.scalar(x, missing)});
  Value replaced = graph.tensor(x, {static_cast<int64_t>(values.size())}, values);
  return graph.finish(graph.make<graph::WhereOp>({isMissing, replaced, x}));
}

/// Features of several inputs side by side.
static LogicalResult importFeatureVectorizer(NodeImporter &node) {
  GraphExpression graph(node);
  SmallVector<Value> parts;
  for (unsigned i = 0; i < node.getNumInputs(); ++i) {
    if (!node.getInput(i) || node.getInputRank(i) != 2)
      return node.emitError() << "expected inputs of two dims";
    parts.push_back(graph.cast(node.getInput(i), node.getBuilder().getF32Type()));
  }
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  return graph.finish(parts.size() == 1 ? parts[0]
                                        : graph.make<graph::ConcatOp>(parts, properties));
}

/// A flag for each category that a number can be.
static LogicalResult importOneHotEncoder(NodeImporter &node) {
  GraphExpression graph(node);
  SmallVector<int64_t> categories = node.getInts("cats_int64s");
  if (categories.empty())
    return node.emitError() << "expected 'cats_int64s': categories that are strings are not "
                               "supported";
  Value x = graph.cast(node.getInput(0), node.getBuilder().getI64Type());
  if (!x)
    return failure();
  Dims dims = node.getDims(x);
  dims.push_back(node.getSize(1));
  FailureOr<Value> apart = node.createReshapeTo(x, dims);
  if (failed(apart))
    return failure();
  SmallVector<double> numbers(categories.begin(), categories.end());
  Value all = graph.tensor(x, {static_cast<int64_t>(numbers.size())}, numbers);
  Value flags = graph.make<graph::EqualOp>({*apart, all});
  return graph.finish(graph.cast(flags, node.getBuilder().getF32Type()));
}

/// Keys and values of a label encoder as numbers; empty for those that are strings.
static SmallVector<double> getEntries(NodeImporter &node, StringRef name) {
  SmallVector<double> entries;
  if (node.hasAttribute((name + "_int64s").str())) {
    SmallVector<int64_t> integers = node.getInts((name + "_int64s").str());
    entries.assign(integers.begin(), integers.end());
  } else {
    SmallVector<float> floats = node.getFloats((name + "_floats").str());
    entries.assign(floats.begin(), floats.end());
  }
  return entries;
}

static LogicalResult importLabelEncoder(NodeImporter &node) {
  constexpr size_t most = 1024;
  GraphExpression graph(node);
  SmallVector<double> keys = getEntries(node, "keys"), values = getEntries(node, "values");
  if (keys.empty() || keys.size() != values.size() || keys.size() > most)
    return node.emitError() << "expected keys and values that are numbers, as many of each and at "
                               "most "
                            << most << ", got " << keys.size() << " and " << values.size();
  Builder &builder = node.getBuilder();
  bool isInteger = node.hasAttribute("values_int64s");
  Type type = isInteger ? Type(builder.getI64Type()) : Type(builder.getF32Type());
  double otherwise = isInteger ? double(node.getInt("default_int64", -1))
                               : double(node.getFloat("default_float", -0.0f));
  Value x = node.getInput(0), result = graph.number(otherwise, type);
  // The first of equal keys counts.
  for (size_t i = keys.size(); i-- > 0;) {
    Value isKey = std::isnan(keys[i]) ? graph.make<graph::IsNaNOp>(x)
                                      : graph.make<graph::EqualOp>({x, graph.scalar(x, keys[i])});
    result = graph.make<graph::WhereOp>({isKey, graph.number(values[i], type), result});
  }
  return graph.finish(result);
}

void dl::onnx_import::addLearningOperators(OperatorTable &table) {
  auto add = [&](StringRef name, ArrayRef<int64_t> versions, Handler handler) -> OperatorInfo & {
    return table.add(("ai.onnx.ml." + name).str(), versions, handler);
  };
  add("Scaler", {1}, importScaler).attributes("offset:floats scale:floats");
  add("Normalizer", {1}, importNormalizer).attributes("norm:string");
  add("LinearRegressor", {1}, importLinearRegressor)
      .attributes("coefficients:floats intercepts:floats post_transform:string targets:int");
  add("LinearClassifier", {1}, importLinearClassifier)
      .outputs(2)
      .attributes("classlabels_ints:ints classlabels_strings:strings coefficients:floats! "
                  "intercepts:floats multi_class:int post_transform:string");
  add("ArrayFeatureExtractor", {1}, importArrayFeatureExtractor).inputs(2, 2);
  add("Binarizer", {1}, importBinarizer).attributes("threshold:float");
  add("Imputer", {1}, importImputer)
      .attributes("imputed_value_floats:floats imputed_value_int64s:ints "
                  "replaced_value_float:float replaced_value_int64:int");
  add("FeatureVectorizer", {1}, importFeatureVectorizer)
      .inputs(1, OperatorInfo::any)
      .attributes("inputdimensions:ints");
  add("OneHotEncoder", {1}, importOneHotEncoder)
      .attributes("cats_int64s:ints cats_strings:strings zeros:int");
  add("LabelEncoder", {2, 4}, importLabelEncoder)
      .attributes("default_float:float default_int64:int default_string:string "
                  "default_tensor:tensor keys_floats:floats keys_int64s:ints keys_strings:strings "
                  "keys_tensor:tensor values_floats:floats values_int64s:ints "
                  "values_strings:strings values_tensor:tensor");
}
